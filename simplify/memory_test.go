package simplify

import (
	"context"
	"testing"

	"scf/internal/testing/progen"
	"scf/scfml"
	"scf/scfml/core"
	"scf/simplify/ledger"
)

// TestMemory simplifies random programs, changes a function of each and simplifies them again: a run gives the same, whether it knows of the
// one before or not, and whether others help it.
func TestMemory(t *testing.T) {
	for i := range uint64(cases.Int()) {
		seed := *seed + i
		c := progen.Generate(seed)
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			t.Fatal(err)
		}
		alone := optionsOf(seed)
		helped := alone
		helped.Memory, helped.Helpers = &Memory{}, 3
		for run := range 3 {
			q, want, err := Run(context.Background(), p, alone)
			if err != nil {
				t.Fatal(err)
			}
			r, got, err := Run(context.Background(), p, helped)
			if err != nil {
				t.Fatal(err)
			}
			if q.String() != r.String() || want != got {
				t.Fatalf("seed %d: run %d of\n%s\ngives\n%s\n%s\nand with a memory\n%s\n%s", seed, run, p, q, want, r, got)
			}
			alone.SizeLimit, helped.SizeLimit = want.SizeLimit, want.SizeLimit
			p = otherNumbers(r, int(seed)%len(r.Funcs))
		}
	}
}

// otherNumbers is p with other integers in the body of function number i.
func otherNumbers(p *core.Program, i int) *core.Program {
	var other func(core.Expr) core.Expr
	other = func(e core.Expr) core.Expr {
		if c, ok := e.(*core.Const); ok {
			if n, ok := c.Value.(core.Int); ok {
				return &core.Const{Value: n + 1}
			}
		}
		return core.Rebuild(e, other)
	}
	p.Funcs[i].Body = other(p.Funcs[i].Body)
	return p
}

// TestMemoryPassesOver: a program that stays as it is is not gone through again, and counts as if it were.
func TestMemoryPassesOver(t *testing.T) {
	p := manyFuncs(300)
	o := Options{Memory: &Memory{}}
	p, _, err := Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	_, want, err := Run(context.Background(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(context.Background(), o)
	s.program = p
	s.recall()
	for _, f := range p.Funcs {
		if _, known := s.memory.unchanged(f, s.text(f), ledger.Means{}); !known {
			t.Errorf("%s would be gone through again", f.Name)
		}
	}
	if _, got, _ := Run(context.Background(), p, o); got != want {
		t.Errorf("it counts as\n%s\nnot\n%s", got, want)
	}
}
