package stager_test

import (
	"context"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/scfml/core"
	"scf/stager"
)

// TestRecord: what is recorded of a staging is what there is, and does not change it.
func TestRecord(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	ctx := context.Background()
	known := map[string]string{"a": "CONSTANT"}
	plain := stage(t, parseC(t, mulAdd), known, stager.Options{})
	s := stage(t, parseC(t, mulAdd), known, stager.Options{Record: true})
	if plain.Composed.Program.String() != s.Composed.Program.String() || plain.Passes[0].Record != nil || plain.Marked != nil {
		t.Error("a record changes what is staged, or is there where nobody asked for it")
	}
	for i, form := range s.Forms {
		if strings.ReplaceAll(s.Marked[i], stager.Mark, "") != form {
			t.Errorf("F%d without its marks is another text:\n%s\n%s", i+1, s.Marked[i], form)
		}
	}
	for _, p := range s.Passes {
		program, err := p.Program()
		if err != nil {
			t.Fatal(err)
		}
		checkLeft(t, p.Name, program, p.Record)
		if len(p.Record.Contours) != p.Report.Contours {
			t.Errorf("%s: %d contours, %d are recorded", p.Name, p.Report.Contours, len(p.Record.Contours))
		}
		if why, err := p.Reasons(ctx); err != nil || why(program.Entry.Body).Text == "" {
			t.Errorf("%s: no reason for the body of the entry: %v", p.Name, err)
		}
	}
	checkLeft(t, "composed", s.Composed.Program, s.Composed.Record)
}

// checkLeft compares what the record says to be left with what the program has.
func checkLeft(t *testing.T, name string, program *core.Program, record *stager.Record) {
	t.Helper()
	left := 0
	for _, f := range program.Funcs {
		core.Each(f.Body, func(e core.Expr) {
			if core.PlaceOf(e).IsValid() {
				left++
			}
		})
	}
	for i, p := range record.Places {
		left -= p.Left
		removed := 0
		for _, n := range p.Removed {
			removed += n
		}
		if p.Copies > p.Left+removed {
			t.Errorf("%s: of %d copies at %v %d are left and %d removed", name, p.Copies, p.At, p.Left, removed)
		}
		if p.Decided > p.Evaluated || i > 0 && p.At == record.Places[i-1].At {
			t.Errorf("%s: the place %+v", name, p)
		}
	}
	if left != 0 {
		t.Errorf("%s: %d expressions more than are recorded", name, left)
	}
}
