package simplify

import (
	"scf/internal/defaults"
	"scf/simplify/valuegraph"
)

// This file defines what bounds the work on a program as a whole, and how what it may grow by is shared out (package ledger). None of it is a matter of what is
// correct.

// Limits bound single steps of simplification. The zero value is the default.
type Limits struct {
	valuegraph.Limits // of single functions

	Decided     int // how many times as large a function may be that is inlined where an argument decides what it does [SIM-INLINE]
	MergedFirst int // nodes of the smallest functions that are merged before the first round; smaller ones may soon differ, inlined each where it is called
	MergeFrom   int // nodes of the smallest programs in which functions are merged before the first round [SIM-MERGE]
	Large       int // nodes that a large program may grow to
	LargePart   int // or to so many percent of its size, if that is more: what shrinks by itself makes room for copies
	Free        int // nodes of a program's growth that small programs may use for copies of any size; larger ones half of their room less
	OftenWorth  int // how many times larger copies may be in functions that recursive ones call
	Settled     int // a function is settled when fewer than one of Settled computations in it were rewritten
	Unsettled   int // computations that a function may have and count for nothing in that: a small one is gone through until nothing is rewritten
	LastPart    int // a round is the last one that looks at less than one computation in LastPart of all that were looked at
	// LastRewrites: so is one that goes through settled functions, too, and rewrites less than one of LastRewrites computations that it looks at.
	LastRewrites int
}

// defaultLimits were measured as those of valuegraph. (The packet filter of libpcap, where large functions change a little in each round, is staged in 12 s of
// processor time, and in 18 where all functions are gone through until nothing changes.)
var defaultLimits = Limits{
	Decided: 4,
	// Of main_loop/fetch,update,find 0 leaves 54 % of the nodes and 113 % of the late operations that 40 leaves, 20 84 % and 100.5 %, 80 108 % and 102 %.
	// Where programs of any size are merged, doconvol/3x3 does twice the late operations, doconvol/any 105 %.
	MergedFirst: 20,
	MergeFrom:   50_000,
	// What large programs grow by is worth little: main_loop/fetch takes as many late operations with 70,000 nodes as with 126,000. With 22,500 for Large
	// the workloads of more than 20,000 nodes take 3 % more. 30 and 120 for LargePart change nothing.
	Large:     30_000,
	LargePart: 60,
	// Of a small program one decision may take most of the room, and be worth it: with 0, and 400 for Options.CaseOfCaseSize, doconvol/3x3 takes twice the
	// late operations. 1,250 and 5,000 change 0.3 %.
	Free:         2_500,
	OftenWorth:   8, // with 1 packets/any takes 5 % more
	Settled:      5,
	Unsettled:    2500, // with 1,000 unpack/2 bytes takes 8 % more, filter 4 %; 10,000 changes nothing
	LastPart:     100,
	LastRewrites: 50,
}

// WithDefaults is l with the numbers that are 0 as the default says.
func (l Limits) WithDefaults() Limits {
	l.Limits = l.Limits.WithDefaults()
	defaults.Fill(&l, defaultLimits)
	return l
}
