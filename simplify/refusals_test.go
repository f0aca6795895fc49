package simplify

import (
	"context"
	"testing"

	"scf/internal/testing/progen"
	"scf/scfml"
	"scf/scfml/core"
	"scf/simplify/refusal"
)

// TestRefusals: of a random program that is finished, something stops every call; and asking changes nothing.
func TestRefusals(t *testing.T) {
	for i := range uint64(cases.Int()) {
		o := optionsOf(*seed + i)
		c := progen.Generate(*seed + i)
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			t.Fatal(err)
		}
		p, report, err := Run(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		o.SizeLimit = report.SizeLimit
		before := p.String()
		refused, err := Refusals(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != before {
			t.Fatalf("seed %d: asking changed the program:\n%s", *seed+i, before)
		}
		if report.Unfinished {
			continue
		}
		var check func(e core.Expr)
		check = func(e core.Expr) {
			if call, ok := e.(*core.CallExpr); ok && refused[e] == refusal.None {
				t.Errorf("seed %d: nothing stops a call of %s:\n%s", *seed+i, call.Func.Name, before)
			}
			core.Children(e, check)
		}
		for _, f := range p.Funcs {
			check(f.Body)
		}
	}
}
