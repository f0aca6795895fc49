package dse

import "scf/internal/defaults"

// This file is what bounds dead-store elimination: the length of its iteration, the depth of patterns, and its work. Each number stands in
// DefaultLimits with the measurement that chose it, which is repeated by
//
//	go test ./eval -run '^$' -bench Limits/dse -benchtime 1x

// Limits bound dead-store elimination. A field of 0 means its default.
type Limits struct {
	// Threshold is how often a pattern may grow along a cycle before it is widened (§7.1.4).
	Threshold int
	// Analyses is how many analyses of functions there may be for each function of the program, beyond AnalysesAtLeast, until every
	// pattern that grows becomes L at once.
	Analyses, AnalysesAtLeast int
	// MaxDepth bounds the nesting of patterns: what lies deeper is live.
	MaxDepth int
	// EqualKeys is by how many keys two maps may differ for their equality to be lookups of these.
	EqualKeys int
	// CoverageSteps bounds the work to see whether a match is exhaustive: one that takes more counts as one that may fail.
	CoverageSteps int
}

// DefaultLimits are the limits of the zero value. None of them changes the late operations of a built-in workload when it is halved or
// doubled.
func DefaultLimits() Limits {
	return Limits{
		// 2 and 10 leave the same late operations, 1 leaves 100.7 %, 113 % of one workload. Patterns of trees grow by a level each time, and each level
		// doubles them and more: 1,900 functions that are the passes nearly as they were take 0.5 s with 3, 3.8 s with 5, 109 s with 10.
		Threshold: 3,
		// 1 and 20 change nothing: they end what would take very long.
		Analyses: 100, AnalysesAtLeast: 2000,
		// A level takes about 1 KB of stack (BenchmarkDepth). Joins of patterns of lists take as many steps: with 4,000, as the stack allows, 3,000
		// assignments take 54 s of processor time for 45. 40 changes nothing.
		MaxDepth: 100,
		// Of doconvol/any, filter and six more it leaves 95 % of the late operations in the mean; 4, 16 and 64 leave the same but for 1 %. Where
		// equality stays, the largest workload, main_loop/fetch,update,find, does 144 %.
		EqualKeys: 8,
		// 20 changes nothing.
		CoverageSteps: 2000,
	}
}

func (l Limits) withDefaults() Limits {
	defaults.Fill(&l, DefaultLimits())
	return l
}
