package simplify

// This file defines the account of growth: every rewrite that copies code asks for the nodes that it adds. A function takes a share of what
// the program may grow by in a round, so that the functions that come first leave something to those that follow.

// ledger is an account of the nodes that the program may still grow by.
type ledger struct {
	left  int
	asked []request
}

// request is a request to let the program grow by n nodes.
type request struct {
	n       int
	granted bool
}

// grants reports whether the program may grow by n nodes, and enters that.
func (l *ledger) grants(n int) bool {
	granted := covers(n, l.left)
	if granted {
		l.left -= n
	}
	l.asked = append(l.asked, request{n, granted})
	return granted
}

func covers(n, left int) bool { return n <= 0 || n <= left }

// answersAlike reports whether each of the requests would get the answer that it got where the program may grow by left nodes.
func answersAlike(asked []request, left int) bool {
	for _, r := range asked {
		if r.granted != covers(r.n, left) {
			return false
		}
		if r.granted {
			left -= r.n
		}
	}
	return true
}

// allowance is what the program may grow by in a round.
type allowance struct {
	size int // nodes of the program at the beginning
	room int // nodes that it may grow by
	left int // what is left of that
}

func newAllowance(size, limit int) allowance { return allowance{size, limit - size, limit - size} }

// share is the part of left nodes by which a function of that size alone may let the program grow: at most twice what falls to it by its
// size, and least. It does not look at a.left: goroutines that work ahead ask while that changes.
func (a *allowance) share(size, left, least int) int {
	return min(left, least+2*a.room*size/max(a.size, 1))
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
