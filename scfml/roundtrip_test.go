package scfml_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"scf/internal/testing/progen"
	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// Random programs print as programs that compute the same.
func TestPrintRandomPrograms(t *testing.T) {
	for seed := range uint64(tier.Pick(5, 20, 80)) {
		checkPrintedSeed(t, seed)
	}
}

func FuzzPrint(f *testing.F) {
	f.Fuzz(func(t *testing.T, seed uint64) { checkPrintedSeed(t, seed) })
}

func checkPrintedSeed(t *testing.T, seed uint64) {
	c := progen.Generate(seed)
	p := scfmltest.LoadEntry(t, c.Entry, c.Source)
	checkSame(t, c, p, scfmltest.CheckRoundTrip(t, p))
}

// checkSame checks that p and q give the same results at the same cost.
func checkSame(t *testing.T, c progen.Case, p, q *core.Program) {
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
	counts interp.Counts
}

func run(t testing.TB, p *core.Program, input string) outcome {
	t.Helper()
	arg, err := core.ParseValue(input, p.Entry.ArgType(), p)
	if err != nil {
		t.Fatal(err)
	}
	v, counts, err := interp.New(p).Run(context.Background(), arg, interp.Options{})
	if err != nil {
		t.Fatalf("on %s: %v", input, err)
	}
	return outcome{core.FormatValue(v), counts}
}

// Variables and functions may have any names, and the same ones: the printer renames what would be captured.
func TestPrintRenamesCaptured(t *testing.T) {
	pool := []string{"x", "y", "first", "go1", "main", "Red", "size", "length", "case", "div", "k1", "1 bad#name", "dead", "nil", "SOME", ""}
	for seed := range uint64(tier.Pick(4, 10, 60)) {
		c := progen.Generate(seed)
		p, q := scfmltest.LoadEntry(t, c.Entry, c.Source), scfmltest.LoadEntry(t, c.Entry, c.Source)
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, v := range variables(q) {
			v.Name = pool[rng.IntN(len(pool))]
		}
		for _, f := range q.Funcs {
			if f != q.Entry {
				f.Name = pool[rng.IntN(len(pool))]
			}
		}
		checkSame(t, c, p, scfmltest.CheckRoundTrip(t, q))
	}
}

// variables are all variables that p binds.
func variables(p *core.Program) []*core.Var {
	var vars []*core.Var
	var walk func(core.Expr)
	walk = func(e core.Expr) {
		switch e := e.(type) {
		case *core.CaseExpr:
			for _, a := range e.Arms {
				vars = append(vars, core.PatVars(a.Pat)...)
			}
		case *core.IterExpr:
			vars = append(vars, e.Params...)
		}
		core.Children(e, walk)
	}
	for _, f := range p.Funcs {
		vars = append(vars, f.Params...)
		walk(f.Body)
	}
	return vars
}
