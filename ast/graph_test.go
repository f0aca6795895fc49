package ast

import (
	"testing"

	"scf/internal/testing/tier"
)

// TestStructured: of random trees with graphs the structured ones print as the trees do; some graphs stay.
func TestStructured(t *testing.T) {
	graphs, left := 0, 0
	for seed := range uint64(tier.Pick(60, 200, 400)) {
		f := randomFunc(seed)
		graphs += count(f.Body)
		g := *f
		g.Body = Structured(f.Body)
		left += count(g.Body)
		if PrintFunc(f, DefaultStyle()) != PrintFunc(&g, DefaultStyle()) {
			t.Errorf("%d:\n%s\n%s", seed, PrintFunc(f, DefaultStyle()), PrintFunc(&g, DefaultStyle()))
		}
		Number(&g)
		if err := Verify(&g); err != nil {
			t.Errorf("%d: %v", seed, err)
		}
	}
	t.Logf("%d of %d graphs stay", left, graphs)
	if left == 0 || left == graphs {
		t.Errorf("%d of %d graphs stay", left, graphs)
	}
}

func count(c Cmd) (n int) {
	Walk(c, func(c Cmd) {
		if _, ok := c.(*Graph); ok {
			n++
		}
	}, nil, nil)
	return n
}
