package scfml_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scf/internal/progen"
	"scf/scfml"
)

// mustLoad loads one source text.
func mustLoad(t testing.TB, entry, text string) *scfml.Program {
	t.Helper()
	p, _, err := scfml.Load(entry, scfml.Source{Name: "test", Text: text})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// checkRoundTrip checks that p prints as a program that is well formed, and that prints the same again.
func checkRoundTrip(t rapid.TB, p *scfml.Program) *scfml.Program {
	t.Helper()
	if err := scfml.VerifyLoaded(p); err != nil {
		t.Fatalf("not well formed: %v\n%s", err, p)
	}
	text := p.String()
	q, _, err := scfml.Load(p.Entry.Name, scfml.Source{Name: "printed", Text: text})
	if err != nil {
		t.Fatalf("what was printed does not load: %v\n%s", err, text)
	}
	if err := scfml.VerifyLoaded(q); err != nil {
		t.Fatalf("what was printed is not well formed: %v\n%s", err, text)
	}
	if diff := cmp.Diff(text, q.String()); diff != "" {
		t.Fatalf("printed again it differs (-first +second):\n%s", diff)
	}
	return q
}

// Random programs print as programs that compute the same.
func TestPrintRandomPrograms(t *testing.T) {
	seeds := uint64(150)
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		checkPrintedSeed(t, seed)
	}
}

func FuzzPrint(f *testing.F) {
	f.Fuzz(func(t *testing.T, seed uint64) { checkPrintedSeed(t, seed) })
}

func checkPrintedSeed(t *testing.T, seed uint64) {
	c := progen.Generate(seed)
	p := mustLoad(t, c.Entry, c.Source)
	checkSame(t, c, p, checkRoundTrip(t, p))
}

// checkSame checks that p and q give the same results at the same cost.
func checkSame(t *testing.T, c progen.Case, p, q *scfml.Program) {
	t.Helper()
	for _, input := range c.Inputs {
		a, b := run(t, p, input), run(t, q, input)
		if a != b {
			t.Fatalf("on %s: %v, but as printed %v\n%s\nprinted:\n%s", input, a, b, c.Source, q)
		}
	}
}

type outcome struct {
	value  string
	counts scfml.Counts
}

func run(t testing.TB, p *scfml.Program, input string) outcome {
	t.Helper()
	arg, err := scfml.ParseValue(input, p.Entry.ArgType(), p)
	if err != nil {
		t.Fatal(err)
	}
	v, counts, err := scfml.NewInterp(p).Run(context.Background(), arg, scfml.RunOptions{})
	if err != nil {
		t.Fatalf("on %s: %v", input, err)
	}
	return outcome{scfml.FormatValue(v), counts}
}

// Variables and functions may have any names, and the same ones: the printer renames what would be captured.
func TestPrintRenamesCaptured(t *testing.T) {
	pool := []string{"x", "y", "first", "go1", "main", "Red", "size", "length", "case", "div", "k1", "1 bad#name", "dead", "nil", "SOME", ""}
	for seed := range uint64(60) {
		c := progen.Generate(seed)
		p, q := mustLoad(t, c.Entry, c.Source), mustLoad(t, c.Entry, c.Source)
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, v := range variables(q) {
			v.Name = pool[rng.IntN(len(pool))]
		}
		for _, f := range q.Funcs {
			if f != q.Entry {
				f.Name = pool[rng.IntN(len(pool))]
			}
		}
		checkSame(t, c, p, checkRoundTrip(t, q))
	}
}

// variables are all variables that p binds.
func variables(p *scfml.Program) []*scfml.Var {
	var vars []*scfml.Var
	var walk func(scfml.Expr)
	walk = func(e scfml.Expr) {
		switch e := e.(type) {
		case *scfml.CaseExpr:
			for _, a := range e.Arms {
				vars = append(vars, scfml.PatVars(a.Pat)...)
			}
		case *scfml.IterExpr:
			vars = append(vars, e.Params...)
		}
		scfml.Children(e, walk)
	}
	for _, f := range p.Funcs {
		vars = append(vars, f.Params...)
		walk(f.Body)
	}
	return vars
}
