package simplify

import (
	"cmp"
	"reflect"
)

// This file defines what bounds the time and the depth of single steps. None of it is a matter of what is correct; how large programs
// become is the ledger's, of which the last ones say how it is shared out.

// Limits bound single steps of simplification. The zero value is the default.
type Limits struct {
	Ends        int // of a scrutinee that are looked at [SIM-CASE-CASE]
	Arms        int // of a match that is looked through [SIM-THROUGH]
	Compared    int // values that one comparison of two arms looks at [SIM-ARMS]
	Copied      int // uses of a computation that is copied into branches [SIM-SINK]
	Lookups     int // insertions and removals that a lookup goes through [SIM-MAP]
	Nested      int // later insertions that are compared with one [SIM-MAP]
	Entries     int // of maps that are looked at entry by entry [SIM-MAP]
	Depth       int // to which structures are compared [SIM-MAP]
	Carried     int // loop-carried values of a function [SIM-CARRY]
	Demotions   int // walks through a graph for selections that are better loads
	Nesting     int // of expressions in expressions; deeper ones are bound by lets, so that nobody's stack ends
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
}

// defaultLimits were measured with BenchmarkLimits of package eval, which counts the operations that the staged pipelines of three of its
// workloads execute (-limits.cases '^(doconvol_1d|dotproduct/any|sparse/any)$'). Half of each, and its double, change them by less than 0.5 %, so that none
// of them decides what comes out, and time alone speaks against larger ones. (The packet filter of libpcap, where large functions change a little in each
// round, is staged in 12 s of processor time, and in 18 where all functions are gone through until nothing changes.)
var defaultLimits = Limits{
	Ends:      100,
	Arms:      100,
	Compared:  400,
	Copied:    16,
	Lookups:   200,
	Nested:    64,
	Entries:   32,
	Depth:     6,
	Carried:   16,
	Demotions: 8,
	Nesting:   12,
	Decided:   4,
	// Of main_loop/fetch,update,find 0 leaves 54 % of the nodes and 113 % of the late operations that 40 leaves, 20 84 % and 100.5 %, 80 108 % and 102 %.
	// Where programs of any size are merged, doconvol/3x3 does twice the late operations, doconvol/any 105 %.
	MergedFirst: 20,
	MergeFrom:   50_000,
	// What large programs grow by is worth little: main_loop/fetch takes as many late operations with 70,000 nodes as with 126,000. With 22,500 for Large
	// the workloads of more than 20,000 nodes take 3 % more.
	Large:     30_000,
	LargePart: 60,
	// Of a small program one decision may take most of the room, and be worth it: with 0, and 400 for Options.CaseOfCaseSize, doconvol/3x3 takes twice the
	// late operations.
	Free:       2_500,
	OftenWorth: 8, // with 1 packets/any takes 5 % more
	Settled:    5,
	Unsettled:  1000,
	LastPart:   100,
}

// WithDefaults is l with the numbers that are 0 as the default says.
func (l Limits) WithDefaults() Limits {
	v, byDefault := reflect.ValueOf(&l).Elem(), reflect.ValueOf(defaultLimits)
	for i := range v.NumField() {
		v.Field(i).SetInt(cmp.Or(v.Field(i).Int(), byDefault.Field(i).Int()))
	}
	return l
}
