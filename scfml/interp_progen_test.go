package scfml_test

import (
	"testing"

	"pgregory.net/rapid"

	"scf/internal/progen"
	"scf/scfml"
)

// Random whole programs: calls, recursion, maps, sets, strings, arithmetic.
func TestProgramsAgainstReference(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := progen.Generate(rapid.Uint64().Draw(r, "seed"))
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "prog", Text: c.Source})
		if err != nil {
			r.Fatal(err)
		}
		for _, input := range c.Inputs {
			v, err := scfml.ParseValue(input, p.Entry.ArgType(), p)
			if err != nil {
				r.Fatal(err)
			}
			args := []scfml.Value{v}
			if len(p.Entry.Params) != 1 {
				args = v.(*scfml.Tuple).Elems
			}
			scfml.CheckAgainstReference(r, p, args)
		}
	})
}
