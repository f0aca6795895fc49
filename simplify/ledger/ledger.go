// Package ledger is the account of what a program may grow by while it is simplified: every rewrite that copies code asks for the nodes that it adds.
//
// A copy is worth what it saves, a step or several each time that the code runs (Worth), and the fewer nodes it has for that the better; but the requests
// come one after the other, and which ones will come is not known. So the price rises, as is best for an online knapsack (Zhou, Chakrabarty and Lukose,
// Budget Constrained Bidding in Keyword Auctions and Online Knapsack Problems, 2008): the more of the room has been used, the smaller the copies must
// be, at last of one node.
//
// Functions have ledgers of their own, so that they can be simplified at the same time: each is opened with what its means would be in its turn, and its
// requests are settled with the allowance of the program when that comes.
package ledger

import (
	"math"

	"scf/scfml/core"
)

// Worth is what a copy saves, in parts of what one that decides a match does: that saves the construction, its loads, the test, and what follows from these.
type Worth float64

// What copies are worth. (With 0.15 for calls and not 1 the built-in workloads have 5 % fewer nodes and take 0.3 % more late operations; the two largest but
// one have 25 % fewer and take 1.2 % more. With 0.1 all take 1 % more.)
const (
	Decision Worth = 1
	Call     Worth = 0.15 // that is inlined, and of which no more is known
)

// Means are what a function may let the program grow by.
type Means struct {
	left  int // nodes
	price price
}

// price says how large a copy may be, by how much of the room is left.
type price struct {
	room  int     // what there is for all functions before any of it is used
	free  int     // of which so much may be used for copies of any size
	first float64 // nodes of the largest copy behind that which decides a match
	times float64 // how many times larger copies may be in this function
}

// Cover reports whether a copy of n nodes that is worth w may be made.
func (m Means) Cover(n int, w Worth) bool {
	return n <= 0 || n <= m.left && float64(n) <= m.price.largest(m.left, w)
}

// largest is the size of the largest copy worth w that may be made where left nodes of the room are left.
func (p price) largest(left int, w Worth) float64 {
	used := float64(p.room-left-p.free) / float64(p.room-p.free)
	if used < 0 {
		return math.Inf(1)
	}
	return p.times * math.Pow(p.first*float64(w), 1-used)
}

// Ledger is an account of the means of a function.
type Ledger struct {
	Means
	Asked []Request
}

// Request is a request to let the program grow by n nodes for a copy.
type Request struct {
	n       int
	worth   Worth
	granted bool
}

// Grants reports whether the program may grow by the n nodes of a copy that is worth w, and enters that.
func (l *Ledger) Grants(n int, w Worth) bool {
	granted := l.Cover(n, w)
	if granted {
		l.left -= n
	}
	l.Asked = append(l.Asked, Request{n, w, granted})
	return granted
}

// AnswersAlike reports whether each of the requests would get the answer that it got where these are the means.
func AnswersAlike(asked []Request, m Means) bool {
	for _, r := range asked {
		if r.granted != m.Cover(r.n, r.worth) {
			return false
		}
		if r.granted {
			m.left -= r.n
		}
	}
	return true
}

// Allowance is what a program may grow by in a round.
type Allowance struct {
	Left       int // nodes
	room, free int // as in price
	first      float64
	oftenWorth float64
	often      map[*core.Func]bool
}

// roomPart is the part of its limit that is the room of a program, at least: what is left before the round begins is all room.
const roomPart = 5

// NewAllowance is for a program of that size that may grow to limit. typical is the size of copies behind which the price rises, free how many nodes of
// their room small programs may use for copies of any size, larger ones half of their room less. Copies may be oftenWorth times larger in functions that
// run often.
func NewAllowance(size, limit, typical, free, oftenWorth int, often map[*core.Func]bool) Allowance {
	room := max(1, limit/roomPart, limit-size)
	return Allowance{
		Left: limit - size, room: room, free: min(max(0, free-room/2), room-1),
		first: math.E * float64(typical), oftenWorth: float64(oftenWorth), often: often,
	}
}

// Means are those of f where left nodes are left. They do not depend on a.Left: goroutines that work ahead ask while that changes.
func (a *Allowance) Means(f *core.Func, left int) Means {
	p := price{room: a.room, free: a.free, first: a.first, times: 1}
	if a.often[f] {
		p.times = a.oftenWorth
	}
	return Means{left, p}
}

// Settle takes what was granted from the allowance, and reports whether all was.
func (a *Allowance) Settle(asked []Request) bool {
	all := true
	for _, r := range asked {
		if r.granted {
			a.Left -= r.n
		} else {
			all = false
		}
	}
	return all
}
