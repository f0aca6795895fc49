package pe

import "scf/internal/defaults"

// This file is what bounds the partial evaluator: how far contours are told apart, how long fixpoint iterations go on before they are
// widened, how large values and patterns get, the work, and the depth of the stack.
//
// Each number stands in DefaultLimits with the measurement that chose it: how many late operations (of the composed programs), contours and
// evaluations the built-in workloads take with another number, as a part of those with this one, in the geometric mean (and where one
// workload differs most). It is repeated by
//
//	go test ./eval -run '^$' -bench Limits/pe -benchtime 1x

// Limits bound the partial evaluator. A field of 0 means its default.
type Limits struct {
	// K is how often one specialization key may occur in a contour key (§6.2.1.2): the k of call strings of length k.
	K int
	// Many, and ManyPerNode more for each node of the input, are the contours beyond which K is 1, Most and MostPerNode those beyond which a function
	// has one contour for each specialization key: a budget in proportion to what is specialised to.
	Many, ManyPerNode, Most, MostPerNode int
	// MaxAround bounds in how many other recursions that are behind their first iteration the iterations of one are still told apart.
	MaxAround int
	// MaxUnfold bounds how often one specialization key occurs in a contour key where no dynamic conditional separates the
	// occurrences, that is, how far recursion that is decided statically is unfolded.
	MaxUnfold int

	// WidenAfter is how many evaluations of the head of a recursion come before its argument and result are widened (§6.3), WidenSteps
	// how many more before each next level of widening.
	WidenAfter, WidenSteps int
	// MaxValueSize, and MaxValuePerNode more for each node of the input, bound the nodes of an argument that is widened: where it has more, it is widened
	// at the level at which structures no longer grow.
	MaxValueSize, MaxValuePerNode int

	// ExtraMatchOps bounds what a discriminating pattern may cost beyond the pattern it replaces, in the operations of figure
	// 6.25 (§6.2.2), MaxDiscriminators the arms made of one, and MaxPlaces the places under a pattern that are looked at for them.
	ExtraMatchOps, MaxDiscriminators, MaxPlaces int

	// MaxContours and MaxSteps bound the contours made and the expressions evaluated, MaxDepth the contours that are evaluated inside one
	// another, for the sake of Go's stack. Past one of them functions are called unspecialised. Where MaxContours is 0, MaxPerNode contours for each node
	// of the input may be more than its default.
	MaxContours, MaxPerNode, MaxSteps, MaxDepth int
	// MaxExecution bounds the operations of one execution; a call that takes more is specialised like any other.
	MaxExecution int
}

// DefaultLimits are the limits of the zero value.
func DefaultLimits() Limits {
	return Limits{
		// The dissertation's. 1: late 103 % (112 %), contours 91 %. 3: late 99.4 % (97 %), contours 105 %. 4: late 98 % (89 %), contours 115 %.
		K: 2,
		// No workload has as many: the most are 4.5 a node, and 16,000 of the 21,000 that the largest one might have. In nests of 4, 5, 6 and 8 loops with late
		// bounds K = 2 buys next to nothing for what it takes: 3.9, 8.9, 17 and 90 s to 2.7, 4.1, 6.4 and 16 s; of 4 loops nodes are 47 %, late operations 108 %
		// for 3 iterations each; of 6 they are 77 %. 500 and 2: 1.9, 3.3, 4.7 and 17 s, and workloads would have to do with it.
		Many:        1000,
		ManyPerNode: 4,
		// No workload has as many. Random C programs that have more, full of jumps backward and into blocks, with an environment of a hundred variables at each label,
		// take 55, 79, 44 and more than 100 s without this bound, and 3 GB; 19, 11, 15 and 13 s (of another machine) with these numbers as with 10,000 and 3. But little is known
		// of a result beyond it, and a formatter of 35 lines of C whose format is constant makes 12,820 contours for 846 nodes: with 10,000 and 3 nothing is left of that early.
		Most:        20_000,
		MostPerNode: 2,
		// 1: nests of loops with late bounds grow by 1.75 a level, by 1.9 with 2, and by 2.4 with 100; but the largest workload, main_loop/fetch,update,find,
		// has 29,383 contours of constant propagation instead of 15,996, as loops in it are no longer counted early. 100: late 99.94 % of that workload, others the same.
		MaxAround: 2,
		// It ends what never ends: 20 and 4,000 change nothing.
		MaxUnfold: 2000,

		// 1: late 131 % (252 %) of interpreter, filter, unpack and main_loop/fetch, evaluations 93 %; of the others late is the same, evaluations
		// are 92 %. 2: the list that figure 6.8 makes has any integers in place of 2 | 3. 6: late the same, evaluations 111 %.
		WidenAfter: 3,
		// 5: late 100.3 % (105 %, main_loop/calls). Where a recursion of the program is inside another one, arguments grow with each iteration of the outer one,
		// and the nodes of a graph that constant propagation makes were any nodes with 5: of a loop that looks for % in a constant format late
		// operations are 1,845 for 969, staging takes 6.2 s for 1.5, and 42 for 4.4 where constant propagation runs twice. 20: the same as 10.
		WidenSteps: 10,
		// It ends values that grow: 200 changes 0.8 % of one workload's late operations, contours are 100.2 %; 40,000 changes nothing.
		MaxValueSize: 20_000,
		// The function is in what its passes are given, and more than once. Without this, one of 1,000 statements (stager eval -family), in which counters of
		// loops are then any number at once, takes 78,793 contours and 30 s for 45,889 and 7.7, and 334,628 nodes for 87,633.
		MaxValuePerNode: 4,

		// 3: late 102 % (110 %), contours 99 %. 12 changes 0.25 % of one workload's.
		ExtraMatchOps: 6,
		// 4: late 100.2 % (102 %). 16 changes nothing.
		MaxDiscriminators: 8,
		// 8: late 100.1 % (101.5 %). 32 and 128 change nothing.
		MaxPlaces: 64,

		// The workload that takes most, main_loop/fetch,update,find, makes 27,982 contours in 703,009 steps for one pass. With 500
		// contours late operations are 442 %.
		MaxContours: 50_000,
		// 3,000 assignments make 87,000 contours. With 50,000 for them 487 functions are called unspecialised, passes are not composed, and staging takes
		// 45 s of processor time for 32.
		MaxPerNode: 20,
		// 200,000 changes nothing without that workload.
		MaxSteps: 20_000_000,
		// A contour takes about 4 KB of stack where its function is small (BenchmarkDepth), of the 1 GB that Go allows. A list of statements takes two for
		// each. 200 changes nothing.
		MaxDepth: 40_000,
		// 10,000 and 2,000,000 change nothing.
		MaxExecution: 1_000_000,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	if l.MaxContours > 0 {
		d.MaxPerNode = 0
	}
	defaults.Fill(&l, d)
	return l
}

// k is how often one specialization key may occur in a contour key now ([PE-MANY]); 0 where the contour of a key is the same wherever it is called.
func (s *specializer) k() int {
	switch n := s.report.Contours; {
	case s.report.Merged > Apart || n > s.most:
		return 0
	case n > s.many:
		return min(s.o.K, 1)
	}
	return s.o.K
}

// overBudget reports whether no more contours may be made.
func (s *specializer) overBudget() bool {
	return s.report.Merged == Unspecialised || s.report.Contours >= s.mayMake || s.steps >= s.o.MaxSteps || len(s.stack) >= s.o.MaxDepth
}

// wideningLevel is how hard to widen at the n-th growth. At the levels of absval.Widen structures stop growing, but what tags claim
// may still change: it is forgotten at the last level.
func (l Limits) wideningLevel(n int) int {
	switch {
	case n < l.WidenAfter:
		return 0
	case n < l.WidenAfter+l.WidenSteps:
		return 1
	case n < l.WidenAfter+2*l.WidenSteps:
		return maximal
	}
	return forgetting
}

const (
	maximal    = 2 // of absval.Widen
	forgetting = 3
)
