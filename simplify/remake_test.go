package simplify

import (
	"context"
	"testing"

	"scf/scfml"
	"scf/scfml/core"
)

// TestParamsTwice drops a parameter of a function whose body stays as it is, and asks again: those that are left are the ones that were used.
func TestParamsTwice(t *testing.T) {
	p, _, err := scfml.Load("", scfml.Source{Name: "prog", Text: `
fun f (unused, x) = if x < 3 then x else x + 1
fun main (a, b) = f (a, b) + f (b, a)`})
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(context.Background(), Options{})
	s.program = s.copyProgram(core.Monomorphic(p))
	s.recall()
	for range 2 {
		s.acrossCalls()
		if err := core.Verify(s.program); err != nil {
			t.Fatalf("%v\n%s", err, s.program)
		}
	}
	if params := s.program.Func("f").Params; len(params) != 1 || params[0].Name != "x" {
		t.Errorf("the wrong parameters are left:\n%s", s.program)
	}
}
