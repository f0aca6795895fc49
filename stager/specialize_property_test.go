package stager

import (
	"flag"
	"math/rand/v2"
	"testing"

	"scf/internal/testing/agree"
	"scf/internal/testing/tier"
	"scf/pe"
	"scf/scfml/core"
)

var (
	programs = tier.Flag("programs", 5, 15, 100, "how many random SCF-ML programs are specialised")
	seed     = flag.Uint64("seed", 0, "the seed of the first random SCF-ML program")
)

// TestSpecializedAgrees is property 1 for all phases together: random programs specialised to random abstract inputs give what the
// programs give, on members of the inputs.
func TestSpecializedAgrees(t *testing.T) {
	t.Parallel()
	for i := range programs.Int() {
		specializeRandom(t, *seed+uint64(i))
		if t.Failed() {
			t.FailNow()
		}
	}
}

func FuzzSpecializedAgrees(f *testing.F) {
	tier.Same(f)
	for seed := range uint64(tier.Pick(4, 16, 16)) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { specializeRandom(t, seed) })
}

// specializeRandom specialises the random program of seed, one in four with other options.
func specializeRandom(t *testing.T, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	options := Options{Debug: Debug{Verify: true}}
	if rng.IntN(4) == 0 {
		options.PE = pe.Options{Limits: pe.Limits{K: 1 + rng.IntN(3), MaxContours: rng.IntN(40), WidenAfter: 1 + rng.IntN(3)}, NoRemat: rng.IntN(2) == 0}
	}
	options.Simplify.DisableCaseOfCase = rng.IntN(4) == 0
	agree.Random(t, seed, 8, func(p *core.Program, input string) (*core.Program, error) {
		s, err := Specialize(t.Context(), p, input, options)
		if err != nil {
			return nil, err
		}
		return s.Program, nil
	})
}
