package eval

import (
	"regexp"
	"testing"

	"scf/internal/testing/tier"
	"scf/pe"
	"scf/scfml/core"
	"scf/stager"
)

// TestMaxValuePerNode: how large values may get where they are widened is in proportion to the function: as much for each of its nodes is enough for
// counters of loops to stay apart, with nothing beside it.
func TestMaxValuePerNode(t *testing.T) {
	tier.Standard(t, "it stages")
	t.Parallel()
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p, err := newEvaluator(t.Context(), Options{}).prepare(t.Context(), Cases(ws, regexp.MustCompile(`^interpreter/any$`))[0])
	if err != nil {
		t.Fatal(err)
	}
	contours := func(l pe.Limits) (n int) {
		var o stager.Options
		o.PE.Limits = l
		o.PE.Trees = func(core.Type) bool { return false } // what is lost is walked, too
		s, err := stager.Stage(t.Context(), p.fn, p.pipeline, p.early, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, pass := range s.Passes {
			n += pass.Report.Contours
		}
		return n
	}
	if normal, perNode := contours(pe.Limits{}), contours(pe.Limits{MaxValueSize: 1}); perNode != normal {
		t.Errorf("%d contours, and %d where values may have nodes in proportion to the function alone", normal, perNode)
	}
	if none := contours(pe.Limits{MaxValueSize: 1, MaxValuePerNode: 1}); none <= contours(pe.Limits{}) {
		t.Errorf("%d contours where values may not get larger than the function", none)
	}
}
