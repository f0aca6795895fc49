package eval

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

// TestBlocked asks of each late set of the built-in workloads where its constants decide little: a golden. None writes to what is said to be
// constant.
func TestBlocked(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	e := newEvaluator(t.Context(), Options{})
	a := &txtar.Archive{}
	for _, c := range Cases(ws, nil) {
		p, err := e.prepare(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range c.Variant.Late {
			late, err := p.fn.ParseLate(set.Values)
			if err != nil {
				t.Fatal(err)
			}
			for name, a := range p.early {
				if implied, ok := a.Implied(); ok && !late[name].IsConstant() {
					late[name] = implied
				}
			}
			r, err := stager.RunUnstaged(t.Context(), p.fn, p.pipeline, late)
			if err != nil {
				t.Fatal(err)
			}
			warnings, err := r.Warnings(t.Context())
			if len(warnings) > 0 || err != nil {
				t.Errorf("%s %s: %v %v", c.Title(), set.Name, warnings, err)
			}
			blocked, err := r.Blocked(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			a.Files = append(a.Files, txtar.File{Name: fmt.Sprintf("%s %s", c.Title(), set.Name), Data: []byte(strings.Join(append(blocked, ""), "\n"))})
		}
	}
	golden.CompareArchive(t, "testdata/blocked.txtar", a)
}
