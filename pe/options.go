package pe

import "io"

// Options choose the partial evaluator's strategies (chapter 6) and bound its work. The zero value is the default; every
// technique that chapter 8 switches off has a No field, and a bound of 0 means the default bound.
type Options struct {
	// K is how often one specialization key may occur in a contour key (§6.2.1.2); 0 means 2.
	K int
	// MaxUnfold bounds how often one specialization key occurs in a contour key where no dynamic conditional separates the
	// occurrences, that is, how far recursion that is decided statically is unfolded; 0 means 2,000.
	MaxUnfold int
	// MaxContours and MaxSteps bound the contours made and the expressions evaluated. Past a bound functions are called
	// unspecialised. 0 means 50,000 and 20,000,000.
	MaxContours, MaxSteps int
	// MaxValueSize bounds the size of the arguments and results of a contour that is evaluated again; 0 means 20,000 nodes.
	MaxValueSize int
	// WidenAfter is how many evaluations of the head of a recursion come before its argument and result are widened (§6.3);
	// 0 means 3. Maximal widening sets in five evaluations later.
	WidenAfter int
	// ExtraMatchOps bounds what a discriminating pattern may cost beyond the pattern it replaces, in the operations of figure
	// 6.25 (§6.2.2); 0 means 6. MaxDiscriminators bounds the arms made of one; 0 means 8.
	ExtraMatchOps, MaxDiscriminators int

	NoFunctionSpecialization   bool // one contour for each function
	NoFiniteArguments          bool // contours are told apart by the calling functions alone
	NoContourChains            bool // a contour key is one specialization key: helpers are shared, recursion not told apart
	NoHelperContours           bool // functions without finite arguments have one contour, whoever calls them
	NoExpressionSpecialization bool // arms are not split by discriminating patterns
	NoScalarRemat              bool // constants known to be computed are computed all the same
	NoRemat                    bool // only scalars and constructors without arguments are rematerialized
	NoHoist                    bool // structured constants are built where they are used
	NoUnfolding                bool // statically decided recursion counts towards K like any other

	NoRefinement bool // a match is known of the scrutinised variables alone
	NoExecution  bool // calls of which all arguments are known are specialised like others; implied where constants stay computed or functions are not specialised by their arguments
	NoReuse      bool // a value that a variable holds already is built again

	// Trace, where set, gets a line for each evaluation of a contour.
	Trace io.Writer
	// Progress, where it is set, is called with the number of contours as they are made.
	Progress func(contours int)
}

func orDefault(n, byDefault int) int {
	if n == 0 {
		return byDefault
	}
	return n
}

func (o Options) withDefaults() Options {
	o.K = orDefault(o.K, 2)
	o.MaxUnfold = orDefault(o.MaxUnfold, 2000)
	o.MaxContours = orDefault(o.MaxContours, 50_000)
	o.MaxSteps = orDefault(o.MaxSteps, 20_000_000)
	o.MaxValueSize = orDefault(o.MaxValueSize, 20_000)
	o.WidenAfter = orDefault(o.WidenAfter, 3)
	o.ExtraMatchOps = orDefault(o.ExtraMatchOps, 6)
	o.MaxDiscriminators = orDefault(o.MaxDiscriminators, 8)
	o.NoExecution = o.NoExecution || o.NoRemat || o.NoScalarRemat || o.NoFiniteArguments || o.NoFunctionSpecialization
	return o
}
