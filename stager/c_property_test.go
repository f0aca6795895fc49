package stager_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"scf/internal/cprog"
	"scf/internal/randomc"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// The property that matters most to a user: an optimised function computes what the original computes, whatever C it is written
// in (package randomc).

var (
	cPrograms       = tier.Flag("c.programs", 1, 1, 4, "how many random C programs TestRandomC makes")
	classicPrograms = tier.Flag("c.classic", 0, 1, 8, "how many TestRandomCClassic makes")
	cSeed           = flag.Uint64("c.seed", 1, "the seed of the first random C program")
	cSize           = flag.Int("c.size", 8, "the greatest size of random C programs")
	cWithout        = flag.String("c.without", "", "constructs that random C programs do without")
	cTime           = flag.Duration("c.time", time.Hour, "how long TestRandomC may take")
	cStageTime      = flag.Duration("c.stagetime", time.Minute, "how long one staging of a random C program may take")
	cGCC            = flag.String("c.gcc", "-O1", "flags for the compiler that runs random C programs")
	cUnstaged       = flag.Bool("c.unstaged", false, "run only the original pipeline")
)

func TestRandomC(t *testing.T) { holdRandomC(t, stager.DefaultPipeline, cPrograms.Int(), *cStageTime) }

// TestRandomCClassic does the same with the classic passes, as far as staging takes seconds.
func TestRandomCClassic(t *testing.T) {
	holdRandomC(t, classicPipeline, classicPrograms.Int(), min(*cStageTime, 2*time.Second))
}

const classicPipeline = "classic/cnp,classic/cpp,classic/dae"

func holdRandomC(t *testing.T, passes string, programs int, stageTime time.Duration) {
	toolchain.Compiler(t)
	t.Parallel()
	without, unknown := cprog.ParseSet(*cWithout)
	if len(unknown) > 0 {
		t.Fatalf("no such constructs: %v", unknown)
	}
	r := randomc.New(randomc.Settings{
		Pipeline: pipeline(t, passes), Size: *cSize, Without: without, Sanitize: programs <= 10,
		Flags: strings.Fields(*cGCC), Stages: func(uint64) bool { return !*cUnstaged }, StageTime: stageTime, Tries: 1000,
	})
	r.Log = t.Logf
	const batch = 10
	deadline := time.Now().Add(*cTime)
	for i := 0; i < programs && time.Now().Before(deadline) && r.Counts["failures"] < 20; i += batch {
		failures, err := r.Batch(t.Context(), *cSeed+uint64(i), min(batch, programs-i))
		for _, f := range failures {
			t.Errorf("%v", f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	report(t, r)
}

func report(t *testing.T, r *randomc.Run) {
	var keys []string
	for k := range r.Counts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		t.Logf("%s: %d", k, r.Counts[k])
	}
	t.Logf("staging took %v, the slowest %v", r.Staging, r.Slowest)
}
