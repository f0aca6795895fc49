package reasons

import (
	"context"
	"flag"
	"testing"

	"scf/flow"
	"scf/internal/testing/progen"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/simplify"
	"scf/simplify/valuegraph"
)

var (
	cases = tier.Flag("cases", 5, 20, 150, "random programs to explain")
	seed  = flag.Uint64("seed", 1, "seed of the first random program")
)

// TestRandomPrograms explains random programs, every other one with bounds that are met soon, and runs them on their inputs: whatever is taken apart in
// a run comes from somewhere. A failing case is repeated by -run TestRandomPrograms -cases 1 -seed N.
func TestRandomPrograms(t *testing.T) {
	for i := range uint64(cases.Int()) {
		var o simplify.Options
		if i%2 == 1 {
			o = simplify.Options{InlineSize: 4, InlineCopies: 10, Options: valuegraph.Options{CaseOfCaseSize: 10}, MaxRounds: 2}
		}
		checkCase(t, *seed+i, progen.Generate(*seed+i), o)
	}
}

func checkCase(t *testing.T, seed uint64, c progen.Case, o simplify.Options) {
	p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
	if err != nil {
		t.Fatal(err)
	}
	p, report, err := simplify.Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.SizeLimit = report.SizeLimit
	refused, err := simplify.Refusals(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	a := newAnalysis(t.Context(), p, refused)
	sourceless := map[core.Expr]bool{}
	for e, x := range a.questions() {
		sourceless[e] = x == fact{}
	}
	for i := range a.g.Edges { // what is made is asked for its uses, a call for neither
		e := &a.g.Edges[i]
		_, iterator := e.By.(*core.IterExpr)
		if e.Kind == flow.Component || e.Kind == flow.Return || e.Kind == flow.Change && !iterator {
			delete(sourceless, e.By)
		}
	}
	note := func(e core.Expr) interp.Note {
		if sourceless[e] {
			return interp.Note{Text: "nothing"}
		}
		return interp.Note{}
	}
	for _, text := range c.Inputs {
		arg, err := core.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		_, spent, err := interp.NewProfiler(p, note).Run(context.Background(), arg, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range spent {
			if s.Note.Text != "" {
				t.Errorf("seed %d: %s in %s works on what comes from nowhere:\n%s", seed, s.What, s.Func, p)
				return
			}
		}
	}
}
