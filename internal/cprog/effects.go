package cprog

import "slices"

// effect is what evaluating an expression reads and writes. Variables that lie in no memory that a pointer reaches are told apart
// by number; the rest of memory is one thing.
type effect struct {
	reads, writes []int
	loads         bool // reads memory
	stores        bool // writes memory
	calls         bool // a function writes and reads memory
}

func overlap(a, b []int) bool {
	return slices.ContainsFunc(a, func(v int) bool { return slices.Contains(b, v) })
}

// disturbs reports whether a's effects change what b reads or writes.
func (a effect) disturbs(b effect) bool {
	memory := (a.stores || a.calls) && (b.loads || b.stores || b.calls)
	return memory || overlap(a.writes, b.reads) || overlap(a.writes, b.writes)
}

// conflict reports whether the order of a and b, which C does not fix, matters.
func conflict(a, b effect) bool { return a.disturbs(b) || b.disturbs(a) }

// and is the effect of both.
func (a effect) and(b effect) effect {
	return effect{
		reads:  append(slices.Clip(a.reads), b.reads...),
		writes: append(slices.Clip(a.writes), b.writes...),
		loads:  a.loads || b.loads,
		stores: a.stores || b.stores,
		calls:  a.calls || b.calls,
	}
}

// quiet reports whether the effect is one of reading alone.
func (a effect) quiet() bool { return len(a.writes) == 0 && !a.stores && !a.calls }

// expr is an expression, in parentheses where it is not primary.
type expr struct {
	text  string
	float bool // whether its type is floating
	eff   effect
}

func literal(text string) expr { return expr{text: text} }
