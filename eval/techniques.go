package eval

import (
	"strings"

	"scf/internal/suggest"
	"scf/stager"
)

// Technique is a part of staging that can be switched off, to see what it is worth.
type Technique struct {
	Name string
	// What is left without it.
	What string
	// Section of the dissertation that switches it off; empty for a technique that it does not have or does not measure.
	Section string
	off     func(*stager.Options)
}

// Techniques are all that can be switched off, those of the dissertation first, in its order.
var Techniques = []Technique{
	{"tuple", "tuples and constructor applications that are not one value are unknown; alternatives and recursive values too", "8.3.1.1",
		func(o *stager.Options) {
			o.Values.Without.Tuples, o.Values.Without.Alternatives, o.Values.Without.Recursion = true, true, true
		}},
	{"alt", "alternatives are unknown; recursive values too", "8.3.1.1",
		func(o *stager.Options) { o.Values.Without.Alternatives, o.Values.Without.Recursion = true, true }},
	{"fix", "recursive values are unknown", "8.3.1.1",
		func(o *stager.Options) { o.Values.Without.Recursion = true }},
	{"tags", "values have no identity tags", "8.3.1.2",
		func(o *stager.Options) { o.Values.Without.Tags = true }},
	{"must-may", "maps have one entry, for all their keys", "8.3.1.3",
		func(o *stager.Options) { o.Values.Without.MustMay = true }},
	{"finite-args", "functions are not specialised by the finite parts of their arguments, nor unfolded along them", "8.3.2.1",
		func(o *stager.Options) { o.PE.NoFiniteArguments, o.PE.NoUnfolding = true, true }},
	{"helpers", "functions without finite arguments are not specialised by their callers", "8.3.2.1",
		func(o *stager.Options) { o.PE.NoHelperContours = true }},
	{"expressions", "arms are not split by discriminating patterns", "8.3.2.2",
		func(o *stager.Options) { o.PE.NoExpressionSpecialization = true }},
	{"widening", "what is widened becomes unknown", "8.3.2.3",
		func(o *stager.Options) { o.Values.Without.CarefulWidening = true }},
	{"widening-tags", "what is widened becomes unknown, and values have no identity tags", "8.3.2.3",
		func(o *stager.Options) { o.Values.Without.CarefulWidening, o.Values.Without.Tags = true, true }},
	{"remat", "structured values that are known are computed all the same", "8.3.2.4",
		func(o *stager.Options) { o.PE.NoRemat, o.DSE.NoHoist, o.Simplify.DisableConsts = true, true, true }},
	{"hoist", "structured constants are built where they are used", "8.3.2.4",
		func(o *stager.Options) { o.PE.NoHoist, o.DSE.NoHoist, o.Simplify.DisableConsts = true, true, true }},
	{"dse", "no dead-store elimination", "8.3.3",
		func(o *stager.Options) { o.NoDSE = true }},
	{"dead-inserts", "every operation on a map may be one on any key, for dead-store elimination", "8.3.3",
		func(o *stager.Options) { o.DSE.IgnoreKeys = true }},

	{"unfolding", "recursion that is decided early is unfolded no further than other recursion", "",
		func(o *stager.Options) { o.PE.NoUnfolding = true }},
	{"contour-chains", "contours are told apart by the called function and its finite arguments alone", "",
		func(o *stager.Options) { o.PE.NoContourChains = true }},
	{"functions", "functions are not specialised", "",
		func(o *stager.Options) { o.PE.NoFunctionSpecialization = true }},
	{"scalar-remat", "no known value replaces the expression that computes it", "",
		func(o *stager.Options) {
			o.PE.NoScalarRemat, o.DSE.NoHoist, o.Simplify.DisableConsts = true, true, true
		}},
	{"execution", "calls of which everything is known early are specialised like others", "",
		func(o *stager.Options) { o.PE.NoExecution = true }},
	{"refinement", "a match says nothing about other values", "",
		func(o *stager.Options) { o.PE.NoRefinement = true }},
	{"frames", "functions are told of names that the trees they walk do not mention", "",
		func(o *stager.Options) { o.PE.NoFrames = true }},
	{"reuse", "a value that is there already is built again", "",
		func(o *stager.Options) { o.PE.NoReuse, o.Simplify.DisableReuse = true, true }},
	{"simplify", "residual programs are not simplified, and with that not composed", "",
		func(o *stager.Options) { o.NoSimplify = true }},
	{"composition", "the staged passes run one after the other", "",
		func(o *stager.Options) { o.Separate = true }},
}

// Disable switches the techniques of these names off. A name that is unknown is a usage error that suggests another.
func Disable(o *stager.Options, names ...string) error {
	for _, name := range names {
		t, err := technique(name)
		if err != nil {
			return err
		}
		t.off(o)
	}
	return nil
}

func technique(name string) (Technique, error) {
	var known []string
	for _, t := range Techniques {
		if t.Name == name {
			return t, nil
		}
		known = append(known, t.Name)
	}
	hint := "the techniques are " + strings.Join(known, ", ")
	if close := suggest.Hint(name, known); close != "" {
		hint = close + " " + hint
	}
	return Technique{}, &stager.UsageError{Msg: "no such technique: " + name, Hint: hint}
}
