package valuegraph

import "scf/internal/defaults"

// Options switch rules off and bound what they may cost in size. The zero value is the default.
type Options struct {
	DisableSink       bool // computations stay in the branch where they stood [SIM-SINK]
	DisableReuse      bool // a computation that is done already is done again [SIM-REUSE]
	DisableCaseOfCase bool // no match moves into the arms of the match that makes its scrutinee [SIM-CASE-CASE]
	DisableCarry      bool // recursive calls get nothing but their arguments [SIM-CARRY]
	DisableThrough    bool // what the arms of a match have in common is not looked for [SIM-THROUGH]
	DisableSplit      bool // the tests of a match stay together, in their order [SIM-SPLIT]
	DisableArms       bool // arms that do the same are not merged [SIM-ARMS]
	DisablePrims      bool // operations on scalars are not folded [SIM-PRIM]
	DisableMaps       bool // operations on maps and sets are not forwarded [SIM-MAP]
	DisableConsts     bool // closed constructor expressions are built where they stand [SIM-CONST]

	// CaseOfCaseSize bounds the nodes that one decision to copy code into branches may add; 0 means 150. (With 75 eleven of the built-in workloads take
	// 9 % more late operations as a geometric mean, with 300 2 %.)
	CaseOfCaseSize int
}

// Limits bound single steps, and so their time and depth. None of them is a matter of what is correct. The zero value is the default.
type Limits struct {
	Ends      int // of a scrutinee that are looked at [SIM-CASE-CASE]
	Arms      int // of a match that is looked through [SIM-THROUGH]
	Compared  int // values that one comparison of two arms looks at [SIM-ARMS]
	Copied    int // uses of a computation that is copied into branches [SIM-SINK]
	Lookups   int // insertions and removals that a lookup goes through [SIM-MAP]
	Nested    int // later insertions that are compared with one [SIM-MAP]
	Entries   int // of maps that are looked at entry by entry [SIM-MAP]
	Depth     int // to which structures are compared [SIM-MAP]
	Carried   int // loop-carried values of a function [SIM-CARRY]
	Demotions int // walks through a graph for selections that are better loads
	Nesting   int // of expressions in expressions; deeper ones are bound by lets, so that nobody's stack ends
}

// defaultLimits were measured with BenchmarkLimits of package eval, which counts the operations that the staged pipelines of three of its
// workloads execute (-limits.cases '^(doconvol_1d|dotproduct/any|sparse/any)$'). Half of each, and its double, change them by less than 0.5 %, so that none
// of them decides what comes out, and time alone speaks against larger ones.
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
}

// WithDefaults is o with the numbers that are 0 as the default says.
func (o Options) WithDefaults() Options {
	defaults.Fill(&o, Options{CaseOfCaseSize: 150})
	return o
}

// WithDefaults is l with the numbers that are 0 as the default says.
func (l Limits) WithDefaults() Limits {
	defaults.Fill(&l, defaultLimits)
	return l
}

// Report counts what was done, by rule.
type Report struct {
	Work             int // computations looked at
	MatchesDecided   int // matches of which one arm was certain
	MatchesPushed    int // matches moved into the arms of another one
	Specialized      int // specializations of recursive functions that get what their callers have computed
	MatchesCollapsed int // matches all of whose arms did the same
	ArmsMerged       int // arms that did what the last one does
	Rebuilt          int // values that were built again and are now used as they were
	Reused           int // computations that had been done already
	Folded           int // operations on scalars computed or simplified
	MapOps           int // operations on maps and sets forwarded or removed
	Constants        int // constructor expressions and tuples that became constants
}

// Add adds what simplifying another function has done.
func (r *Report) Add(f Report) {
	r.Work += f.Work
	r.MatchesDecided += f.MatchesDecided
	r.MatchesPushed += f.MatchesPushed
	r.Specialized += f.Specialized
	r.MatchesCollapsed += f.MatchesCollapsed
	r.ArmsMerged += f.ArmsMerged
	r.Rebuilt += f.Rebuilt
	r.Reused += f.Reused
	r.Folded += f.Folded
	r.MapOps += f.MapOps
	r.Constants += f.Constants
}

// Rewrites is how many computations rules were applied to.
func (r Report) Rewrites() int {
	return r.MatchesDecided + r.MatchesPushed + r.MatchesCollapsed + r.ArmsMerged + r.Rebuilt + r.Reused + r.Folded + r.MapOps + r.Constants
}
