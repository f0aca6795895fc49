package progen_test

import (
	"testing"

	"scf/internal/testing/progen"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
)

// Every case loads, keeps to its argument type, and is the same whenever it is made.
func TestGenerate(t *testing.T) {
	for seed := range uint64(tier.Pick(10, 25, 120)) {
		c := progen.Generate(seed)
		if again := progen.Generate(seed); again.Source != c.Source {
			t.Fatalf("seed %d gives two programs", seed)
		}
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, c.Source)
		}
		if err := core.VerifyLoaded(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, c.Source)
		}
		want, err := scfml.ParseType(c.ArgType, p)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Entry.ArgType(); got.String() != want.String() {
			t.Fatalf("seed %d: the entry takes %s, not %s", seed, got, want)
		}
		if len(c.Inputs) == 0 || len(c.Abstract) == 0 {
			t.Fatalf("seed %d: no inputs", seed)
		}
	}
}
