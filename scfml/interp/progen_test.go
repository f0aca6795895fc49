package interp_test

import (
	"testing"

	"pgregory.net/rapid"

	"scf/internal/testing/progen"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Random whole programs: calls, recursion, maps, sets, strings, arithmetic.
func TestProgramsAgainstReference(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := progen.Generate(rapid.Uint64().Draw(r, "seed"))
		p, _, err := scfml.Load(c.Entry, syntax.Source{Name: "prog", Text: c.Source})
		if err != nil {
			r.Fatal(err)
		}
		for _, input := range c.Inputs {
			v, err := core.ParseValue(input, p.Entry.ArgType(), p)
			if err != nil {
				r.Fatal(err)
			}
			args := []core.Value{v}
			if len(p.Entry.Params) != 1 {
				args = v.(*core.Tuple).Elems
			}
			checkAgainstReference(r, p, args)
		}
	})
}
