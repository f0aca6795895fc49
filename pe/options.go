package pe

import (
	"io"

	"scf/scfml/core"
)

// Options choose the partial evaluator's strategies (chapter 6) and bound its work. The zero value is the default; every
// technique that chapter 8 switches off has a No field.
type Options struct {
	Limits

	NoFunctionSpecialization   bool // one contour for each function
	NoFiniteArguments          bool // contours are told apart by the calling functions alone
	NoContourChains            bool // a contour key is one specialization key: helpers are shared, recursion not told apart
	NoHelperContours           bool // functions without finite arguments have one contour, whoever calls them
	NoExpressionSpecialization bool // arms are not split by discriminating patterns
	NoScalarRemat              bool // constants known to be computed are computed all the same
	NoRemat                    bool // only scalars and constructors without arguments are rematerialized
	NoHoist                    bool // structured constants are built where they are used
	NoFrames                   bool // functions are told of names that their tree does not mention
	NoUnfolding                bool // statically decided recursion counts towards K like any other

	NoRefinement bool // a match is known of the scrutinised variables alone
	NoExecution  bool // calls of which all arguments are known are specialised like others; implied where constants stay computed or functions are not specialised by their arguments
	NoReuse      bool // a value that a variable holds already is built again

	// Once, where it is set, tells of types that a function with a finite argument of one has a single contour for each such argument, whoever
	// calls it ([PE-ONCE]).
	Once func(t core.Type) bool
	// Trees, where it is set, tells of types that functions which walk trees of one are called unspecialised where nothing is known of the tree ([PE-LOST]).
	Trees func(t core.Type) bool

	// Merge, where it is set, is asked with each contour that is made how far they are to be merged. What it has said holds until it says more.
	Merge func() Merging
	// Record has the result tell what the specialisation did.
	Record bool
	// Trace, where set, gets a line for each evaluation of a contour.
	Trace io.Writer
	// Progress, where it is set, is called with the number of contours as they are made.
	Progress func(contours int)
}

func (o Options) withDefaults() Options {
	o.Limits = o.Limits.withDefaults()
	o.NoExecution = o.NoExecution || o.NoRemat || o.NoScalarRemat || o.NoFiniteArguments || o.NoFunctionSpecialization
	return o
}
