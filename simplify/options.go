package simplify

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"scf/internal/defaults"
	"scf/scfml/core"
	"scf/simplify/valuegraph"
)

// Options switch transformations off and bound what they may cost in size. The zero value is the default.
type Options struct {
	valuegraph.Options // of the rules for functions by themselves

	DisableInline bool // calls stay calls [SIM-INLINE]
	DisableParams bool // parameters stay, whether used, constant or not [SIM-PARAM]
	DisableUnbox  bool // arguments that are always built for the call are handed over whole [SIM-UNBOX]
	DisableMerge  bool // functions that do the same stay apart [SIM-MERGE]

	// Unread tells of the components of the entry's result that whoever gets it does not look at: number i of those that con puts
	// together. They may become other values [SIM-UNREAD]. nil: there are none.
	Unread func(con *core.Con, i int) bool

	// Apart: functions stay where they are, whoever calls them, unless they are small or an argument decides what they do.
	Apart bool

	// Keep tells of functions that are not inlined at all; nil: there are none.
	Keep func(*core.Func) bool

	// InlineSize is the size up to which a function that is called more than once is inlined; 0 means 32. (With 16 the built-in workloads
	// take 3 % more late operations as a geometric mean, with 64 as many.)
	InlineSize int
	// InlineCopies is up to how many nodes all copies of a function together may add where it is inlined although it is larger; 0 means 1600.
	InlineCopies int
	// MaxGrowth bounds the size of the result, as a factor of the size of the program. Small programs may grow by 600 nodes in any case.
	// 0 means 1.25, and less for large programs: what would grow beyond Limits.Large nodes may grow to these, or grows only where it has shrunk
	// below a part of what it was. (With 10 the built-in workloads take 1 % less late operations as a geometric mean, and their staged programs are up to 15 %
	// larger.)
	MaxGrowth float64
	// SizeLimit is what the program may grow to, in nodes; 0 for what MaxGrowth says. A program that is simplified several
	// times has one limit, the Report.SizeLimit of the first.
	SizeLimit int
	// MaxSize bounds the size of a program; a larger one is left as it is; 0 means 2,000,000 nodes.
	MaxSize int
	// MaxRounds bounds the rounds; 0 means 12.
	MaxRounds int
	// MaxWork bounds the computations looked at (Report.Work): where they are more, no further function is simplified; 0 for no bound.
	MaxWork int

	// Limits bound single steps.
	Limits Limits

	// Helpers is how many goroutines simplify functions ahead of their turn. The result does not depend on it.
	Helpers int

	// Memory is what simplifications of what the program was before know, and this one will; nil for none.
	Memory *Memory

	// Moved, where set, is told where functions go, by their names, in the order in which they do.
	Moved func(how Move, from, to string)

	// Trace, where set, gets a line for each function of each round and the function as it is then.
	Trace io.Writer
}

// Move is how what a function does comes to another one.
type Move int

// The moves.
const (
	Inlined     Move = iota // its body stands in place of a call [SIM-INLINE]
	Merged                  // the other one is called in its place [SIM-MERGE]
	Specialized             // the other one is a specialization of it [SIM-CARRY]
)

// WithDefaults is o with the numbers that are 0 as the default says. SizeLimit and MaxWork have none, and MaxGrowth depends on the program.
func (o Options) WithDefaults() Options {
	o.Options, o.Limits = o.Options.WithDefaults(), o.Limits.WithDefaults()
	defaults.Fill(&o, Options{InlineSize: 32, InlineCopies: 1600, MaxSize: 2_000_000, MaxRounds: 12})
	return o
}

// sizeLimit is what a program of that size may grow to.
func (o *Options) sizeLimit(size int) int {
	if o.SizeLimit != 0 {
		return o.SizeLimit
	}
	most := max(int(cmp.Or(o.MaxGrowth, defaultGrowth)*float64(size)), size+minGrowth)
	if large := o.Limits.Large; o.MaxGrowth == 0 && most > large {
		return max(large, size*o.Limits.LargePart/100)
	}
	return most
}

const (
	defaultGrowth = 1.25
	minGrowth     = 600 // nodes
)

// Report counts what was done, by transformation. Code that several rounds simplify counts in each.
type Report struct {
	Rounds                int
	SizeBefore, SizeAfter int // nodes of all functions
	SizeLimit             int // what the program was allowed to grow to
	valuegraph.Report         // of all functions in all rounds

	Inlined          int // calls replaced by the function's body
	FunctionsRemoved int // functions that nothing calls any more
	FunctionsMerged  int // functions that did what another one does
	ParamsRemoved    int // parameters that were unused or always the same constant
	ParamsUnboxed    int // parameters replaced by their components
	Unread           int // constructions of which a component is left out, since nobody reads it

	// TooLarge tells that the program was left as it is because of Options.MaxSize.
	TooLarge bool
	// OutOfBudget tells that some code was not copied because the program had grown by Options.MaxGrowth.
	OutOfBudget bool
	// OutOfWork tells that some functions were left as they were because of Options.MaxWork.
	OutOfWork bool
	// Unfinished tells that a further round might have done more: Options.MaxRounds or MaxWork ended it.
	Unfinished bool
}

// String is the report as lines `name: number`, in a fixed order.
func (r Report) String() string {
	var b strings.Builder
	for _, row := range []struct {
		name  string
		count int
	}{
		{"rounds", r.Rounds},
		{"size before", r.SizeBefore},
		{"size after", r.SizeAfter},
		{"computations looked at", r.Work},
		{"calls inlined", r.Inlined},
		{"functions removed", r.FunctionsRemoved},
		{"functions merged", r.FunctionsMerged},
		{"parameters removed", r.ParamsRemoved},
		{"parameters unboxed", r.ParamsUnboxed},
		{"constructions with an unread component", r.Unread},
		{"matches decided", r.MatchesDecided},
		{"matches pushed", r.MatchesPushed},
		{"specializations with loop-carried values", r.Specialized},
		{"matches collapsed", r.MatchesCollapsed},
		{"arms merged", r.ArmsMerged},
		{"values not rebuilt", r.Rebuilt},
		{"computations reused", r.Reused},
		{"operations folded", r.Folded},
		{"map operations forwarded", r.MapOps},
		{"constants made", r.Constants},
	} {
		fmt.Fprintf(&b, "%s: %d\n", row.name, row.count)
	}
	if r.TooLarge {
		b.WriteString("the program is too large and was left as it is\n")
	}
	if r.OutOfBudget {
		b.WriteString("some code was not copied: the program would have grown too much\n")
	}
	if r.OutOfWork {
		b.WriteString("some functions were left as they were: the bound on work was reached\n")
	}
	return b.String()
}
