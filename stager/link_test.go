package stager

import (
	"context"
	"errors"
	"testing"

	"scf/scfml"
)

// TestLinkOwnTypes: programs that work on different types are not composed, and why not is said.
func TestLinkOwnTypes(t *testing.T) {
	load := func(name, text string, takesLattice bool) executable {
		t.Helper()
		p, _, err := scfml.Load("", scfml.Source{Name: name, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return newExecutable(name, p, shape{takesLattice: takesLattice})
	}
	const lattice = "datatype lattice = A | B\n"
	one := load("one", "datatype func = F of int\n"+lattice+"fun optimize (F n : func, v : lattice list) = F (n + 1)", true)
	for _, c := range []struct {
		second executable
		want   string
	}{
		{load("two", "datatype func = F of int\nfun optimize (F n : func) = F (n * 2)", false), ""},
		{load("two", "datatype func = F of string\nfun optimize (F s : func) = F s", false), "pass two takes a datatype of its own"},
		{load("two", "datatype func = F of int\n"+lattice+"fun optimize (x : func * lattice list) = case x of (f, _ :: _) => f | (F n, []) => F 3", true), ""},
		{load("two", "datatype func = F of int\ndatatype lattice = A\nfun optimize (F n : func, v : lattice list) = F 3", true), "pass two takes a datatype of its own"},
	} {
		s, _, err := composed(context.Background(), composedTable, []executable{one, c.second}, Options{Debug: Debug{Verify: true}})
		var why notComposed
		switch {
		case c.want == "" && err != nil, c.want != "" && !errors.As(err, &why), string(why) != c.want:
			t.Errorf("the error is %v, not %q", err, c.want)
		case c.want == "" && len(s.Program.Entry.Params) != 2:
			t.Errorf("the parameters of\n%v", s.Program)
		}
	}
}
