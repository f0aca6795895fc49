package pe_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"scf/absval"
	"scf/internal/testing/progen"
	"scf/internal/testing/tier"
	"scf/pe"
	"scf/scfml"
	"scf/scfml/core"
)

var (
	cases     = tier.Flag("cases", 8, 30, 160, "how many random programs the property tests try")
	firstSeed = flag.Uint64("seed", 0, "the seed of the first random program")
)

// TestResidualAgrees is property 1 of partial evaluation on random programs: for every member t of the abstract input on which the
// program p ends, residual(t) = p(t), and p(t) is a member of the abstract result.
func TestResidualAgrees(t *testing.T) {
	for i := range cases.Int() {
		seed := *firstSeed + uint64(i)
		specializeRandom(t, seed)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func FuzzResidualAgrees(f *testing.F) {
	tier.Same(f)
	for seed := range uint64(tier.Pick(4, 16, 16)) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { specializeRandom(t, seed) })
}

// specializeRandom specialises the random program of seed to each of its abstract inputs, with the options that seed chooses.
func specializeRandom(t *testing.T, seed uint64) {
	t.Helper()
	specializeWith(t, seed, absval.Options{}, randomOptions(seed))
}

// specializeWith specialises the random program of seed to each of its abstract inputs.
func specializeWith(t *testing.T, seed uint64, values absval.Options, o pe.Options) {
	t.Helper()
	c := progen.Generate(seed)
	p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "random.scf-ml", Text: c.Source})
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, c.Source)
	}
	for _, text := range c.Abstract {
		d := absval.New(values)
		in, err := d.Parse(text, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, text, err)
		}
		r, err := pe.Run(context.Background(), p, d, in, o)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := core.Verify(r.Program); err != nil {
			t.Fatalf("seed %d, input %s: %v\n%s\nresidual:\n%s", seed, text, err, c.Source, r.Program)
		}
		agree(t, p, r, d, in, 8)
		if t.Failed() {
			t.Logf("seed %d, input %s\n%s", seed, text, c.Source)
		}
	}
}

// randomOptions are the defaults for most seeds, and otherwise switch techniques off or set tight budgets.
func randomOptions(seed uint64) pe.Options {
	rng := rand.New(rand.NewPCG(seed, 7))
	if rng.IntN(3) > 0 {
		return pe.Options{}
	}
	flip := func() bool { return rng.IntN(3) == 0 }
	o := pe.Options{
		NoFunctionSpecialization: flip(), NoFiniteArguments: flip(), NoContourChains: flip(), NoHelperContours: flip(),
		NoExpressionSpecialization: flip(),
		NoScalarRemat:              flip(), NoRemat: flip(), NoHoist: flip(), NoUnfolding: flip(), NoFrames: flip(),
		Limits: pe.Limits{K: rng.IntN(4), WidenAfter: 1 + rng.IntN(4), ExtraMatchOps: rng.IntN(12)},
	}
	if flip() {
		o.MaxContours = 1 + rng.IntN(30)
	}
	if flip() {
		o.Merge = func() pe.Merging { return pe.Merging(rng.IntN(int(pe.Unspecialised) + 1)) } // ever more, at some point
	}
	if flip() {
		o.Trees = func(t core.Type) bool { _, ok := t.(*core.DataType); return ok }
	}
	if flip() {
		o.Many, o.ManyPerNode = 1+rng.IntN(10), 1
	}
	if flip() {
		o.Most, o.MostPerNode = 1+rng.IntN(20), 1
	}
	if flip() {
		o.MaxUnfold = 1 + rng.IntN(10)
	}
	return o
}
