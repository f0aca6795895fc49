package stager

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"scf/absval"
	"scf/internal/progen"
	"scf/pe"
	"scf/scfml"
)

var (
	programs = flag.Int("programs", 150, "how many random SCF-ML programs are specialised")
	seed     = flag.Uint64("seed", 0, "the seed of the first random SCF-ML program")
)

// TestSpecializedAgrees is property 1 for all phases together: random programs specialised to random abstract inputs give what the
// programs give, on members of the inputs.
func TestSpecializedAgrees(t *testing.T) {
	for i := range *programs {
		specializeRandom(t, *seed+uint64(i))
		if t.Failed() {
			t.FailNow()
		}
	}
}

func FuzzSpecializedAgrees(f *testing.F) {
	for seed := range uint64(16) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { specializeRandom(t, seed) })
}

func specializeRandom(t *testing.T, seed uint64) {
	t.Helper()
	ctx := context.Background()
	c := progen.Generate(seed)
	p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "random.scf-ml", Text: c.Source})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	options := Options{Debug: Debug{Verify: true}}
	if rng.IntN(4) == 0 {
		options.PE = pe.Options{K: 1 + rng.IntN(3), NoRemat: rng.IntN(2) == 0, MaxContours: rng.IntN(40), WidenAfter: 1 + rng.IntN(3)}
	}
	whole := scfml.NewInterp(p)
	limits := scfml.RunOptions{MaxSteps: 500_000}
	for _, text := range c.Abstract {
		s, err := Specialize(ctx, p, text, options)
		if err != nil {
			t.Fatalf("seed %d, input %s: %v", seed, text, err)
		}
		d := absval.New(absval.Options{})
		in, err := d.Parse(text, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatalf("seed %d, input %s: %v", seed, text, err)
		}
		residual := scfml.NewInterp(s.Program)
		for range 8 {
			arg, ok := d.Sample(in, p.Entry.ArgType(), rng, 6)
			if !ok {
				continue
			}
			want, _, err := whole.Run(ctx, arg, limits)
			if err != nil {
				continue
			}
			got, _, err := residual.Run(ctx, arg, limits)
			if err != nil || !scfml.Equal(want, got) {
				t.Fatalf("seed %d, input %s, member %v: the program gives %v, the residual %v, %v\n%s\nresidual:\n%s",
					seed, text, arg, want, got, err, c.Source, s.Program)
			}
		}
	}
}
