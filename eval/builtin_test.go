package eval

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

var (
	allBuiltin = flag.Bool("builtin.all", tier.Long, "stage the built-in workloads that take long too, and run the drivers for all variants and late values")
	randomSets = tier.Flag("builtin.random", 1, 1, 3, "how many random sets of late values each built-in workload gets")
	randomSeed = flag.Uint64("builtin.seed", 1, "the seed of the first random set of late values")
)

// takesLong are the variants that are staged with -builtin.all only, and so are takesASecond, which take less; takesTime are those that are not with -short.
var (
	takesLong    = regexp.MustCompile(`^main_loop/|^(interpreter|filter|packets|unpack|doconvol)/any`)
	takesASecond = regexp.MustCompile(`^sparse/any|^doconvol_1d|^unpack`)
	takesTime    = regexp.MustCompile(`^(main_loop|doconvol|unpack|interpreter|packets|sparse|dotproduct|mul_add/any)`)
)

// TestBuiltin stages each built-in workload once and holds it to everything that is promised of it: the staged pipeline prints the same
// as the passes, for the late values of the workload and for random ones; the driver computes the same with the optimised function;
// what staging took and what is saved is what the golden says; and the configurations of table 3 run in a fifth of the
// operations.
func TestBuiltin(t *testing.T) {
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	e := newEvaluator(t.Context(), Options{CC: toolchain.Compiler(t)})
	if _, err := e.pipeline(stager.DefaultPipeline); err != nil { // once for all
		t.Fatal(err)
	}
	golden := readLedger(t)
	t.Run("variants", func(t *testing.T) {
		for _, c := range Cases(ws, nil) {
			t.Run(c.Title(), func(t *testing.T) {
				switch {
				case *allBuiltin:
				case takesLong.MatchString(c.Title()), takesASecond.MatchString(c.Title()):
					tier.OnlyLong(t, "staging it takes long (-builtin.all does it, too)")
				case takesTime.MatchString(c.Title()):
					tier.Standard(t, "staging it takes time")
				}
				t.Parallel()
				holdTo(t, e, c, golden)
			})
		}
	})
	golden.write(t, Cases(ws, nil))
}

func holdTo(t *testing.T, e *evaluator, c Case, golden *ledger) {
	p, err := e.prepare(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	staging, err := e.stage(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("staged in %v", time.Since(start).Round(10*time.Millisecond))
	var rows []Late
	for i, set := range c.Variant.Late {
		late := Late{Name: set.Name}
		all, err := runAll(t.Context(), p, set)
		if err == nil {
			err = e.compare(t.Context(), &all, &late)
		}
		if err == nil && e.cc != nil && (*allBuiltin || i == 0 && c.Variant.Name == c.Workload.Variants[0].Name) {
			_, err = e.drivers(t.Context(), t.TempDir(), p, i, &all)
		}
		if err != nil {
			t.Fatalf("%s: %v", set.Name, err)
		}
		if c.Variant.Configuration > 0 && late.Ratio.Operations < 5 {
			t.Errorf("%s: the staged pipeline executes 1 of %.1f operations", set.Name, late.Ratio.Operations)
		}
		rows = append(rows, late)
	}
	golden.hold(t, c.Title(), entryOf(staging, rows))
	for seed := *randomSeed; seed < *randomSeed+uint64(randomSets.Int()); seed++ {
		if err := sameForRandom(t.Context(), p, seed); err != nil {
			t.Errorf("%v\nto see it: go test ./eval -run '%s' -builtin.all -builtin.random 1 -builtin.seed %d", err, t.Name(), seed)
		}
	}
}

// sameForRandom runs all pipelines on a random set of late values, and tells where they print something else.
func sameForRandom(ctx context.Context, p *prepared, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	late := map[string]stager.Late{}
	texts := ""
	for i, param := range p.staged.Function.Params {
		if a := p.staged.Abstract[i]; a.String() != "NON_CONSTANT" {
			late[param.Name] = a.Sample(rng)
			texts += fmt.Sprintf(" %s=%s", param.Name, late[param.Name])
		}
	}
	all, err := runAllOn(ctx, p, late)
	if err == nil {
		err = all.agree()
	}
	if err != nil {
		return fmt.Errorf("%s with%s: %w", p.c.Title(), texts, err)
	}
	return nil
}
