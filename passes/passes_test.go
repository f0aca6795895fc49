package passes_test

import (
	"strings"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/passes"
	"scf/scfml"
)

func TestTable(t *testing.T) {
	for _, p := range passes.All() {
		found, ok := passes.Lookup(p.Name)
		if !ok || found.File != p.File || p.Title == "" {
			t.Errorf("Lookup(%q) = %v, %v", p.Name, found, ok)
		}
	}
	if p, ok := passes.Lookup("nothing"); ok {
		t.Errorf("Lookup found %v", p)
	}
}

// Passes are well-typed without a warning: no match of them can fail.
func TestLoad(t *testing.T) {
	tier.Standard(t, "it reads the texts of all passes")
	tier.Same(t)
	for _, p := range passes.All() {
		program, warnings, err := scfml.Load(passes.Entry, p.Sources()...)
		if err != nil {
			t.Errorf("%s: %s", p.Name, diag.Render(err))
			continue
		}
		for _, w := range warnings {
			t.Errorf("%s: %s", p.Name, w.Render())
		}
		want := "func"
		if strings.HasSuffix(p.Name, "cnp") {
			want = "func * lattice list"
		}
		if got := program.Entry.ArgType().String(); got != want || program.Entry.Result.String() != "func" {
			t.Errorf("%s: %s -> %v", p.Name, got, program.Entry.Result)
		}
	}
}
