package simplify

import (
	"math"

	"scf/scfml/core"
)

// This file defines the account of growth: every rewrite that copies code asks for the nodes that it adds. What copies save is about the same,
// a step each time that the code runs, so that small ones are worth more than large ones; but the requests come one after the other, and which ones
// will come is not known. So the price rises, as is best for an online knapsack (Zhou, Chakrabarty and Lukose, Budget Constrained Bidding in Keyword
// Auctions and Online Knapsack Problems, 2008): the more of the room has been used, the smaller the copies must be, at last of one node.

// means are what a function may let the program grow by.
type means struct {
	left  int // nodes
	price price
}

// price says how large a copy may be, by how much of the room is left.
type price struct {
	room  int     // what there is for all functions before any of it is used
	free  int     // of which so much may be used for copies of any size
	first float64 // nodes of the largest copy behind that
	times float64 // how many times larger it may be in this function
}

// cover reports whether a copy of n nodes may be made.
func (m means) cover(n int) bool {
	return n <= 0 || n <= m.left && float64(n) <= m.price.largest(m.left)
}

// largest is the size of the largest copy that may be made where left nodes of the room are left.
func (p price) largest(left int) float64 {
	used := float64(p.room-left-p.free) / float64(p.room-p.free)
	if used <= 0 {
		return math.Inf(1)
	}
	return p.times * math.Pow(p.first, 1-used)
}

// ledger is an account of the means of a function.
type ledger struct {
	means
	asked []request
}

// request is a request to let the program grow by n nodes.
type request struct {
	n       int
	granted bool
}

// grants reports whether the program may grow by n nodes, and enters that.
func (l *ledger) grants(n int) bool {
	granted := l.cover(n)
	if granted {
		l.left -= n
	}
	l.asked = append(l.asked, request{n, granted})
	return granted
}

// answersAlike reports whether each of the requests would get the answer that it got where these are the means.
func answersAlike(asked []request, m means) bool {
	for _, r := range asked {
		if r.granted != m.cover(r.n) {
			return false
		}
		if r.granted {
			m.left -= r.n
		}
	}
	return true
}

// allowance is what the program may grow by in a round.
type allowance struct {
	left       int // nodes
	room, free int // as in price
	first      float64
	oftenWorth float64
	often      map[*core.Func]bool // functions that run often
}

// roomPart is the part of its limit that is the room of a program; in all that it is from the beginning it may grow by it (defaultGrowth).
const roomPart = 5

func newAllowance(size, limit int, o *Options) allowance {
	room := max(1, limit/roomPart)
	return allowance{
		left: limit - size, room: room, free: min(max(0, o.Limits.Free-room/2), room-1),
		first: math.E * float64(o.CaseOfCaseSize), oftenWorth: float64(o.Limits.OftenWorth),
	}
}

// means are those of f where left nodes are left. It does not look at a.left: goroutines that work ahead ask while that changes.
func (a *allowance) means(f *core.Func, left int) means {
	p := price{room: a.room, free: a.free, first: a.first, times: 1}
	if a.often[f] {
		p.times = a.oftenWorth
	}
	return means{left, p}
}

// account lets the program grow by what was granted.
func (s *session) account(asked []request) {
	for _, r := range asked {
		if !r.granted {
			s.report.OutOfBudget = true
		} else {
			s.growth.left -= r.n
		}
	}
}
