package eval

import (
	"regexp"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

// TestMainLoopLines: no variant is smaller than the one before it, of which the pass has put calls in place already, and the last one is over 250 lines
// of C.
func TestMainLoopLines(t *testing.T) {
	tier.OnlyLong(t, "it stages a large function")
	t.Parallel()
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	before := 0
	for _, c := range Cases(ws, regexp.MustCompile(`^main_loop/`)) {
		p, err := newEvaluator(t.Context(), Options{}).prepare(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		r, err := stager.RunUnstaged(t.Context(), p.fn, p.pipeline, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.C(stager.Output{})
		if err != nil {
			t.Fatal(err)
		}
		_, function, _ := strings.Cut(string(text), "\nunsigned long main_loop(")
		lines := strings.Count(function, "\n") + 1
		t.Logf("%s: %d lines", c.Variant.Name, lines)
		if lines < before {
			t.Errorf("%s has %d lines", c.Variant.Name, lines)
		}
		before = lines
	}
	if before <= 250 {
		t.Errorf("with all inlined there are %d lines", before)
	}
}
