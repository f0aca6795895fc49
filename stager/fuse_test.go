package stager_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

// TestFused: where a loop is unrolled for any constants, and nothing else repeats its commands, one function builds them and does what the passes behind do with each. It
// takes less work than the passes composed without it.
func TestFused(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	ctx := context.Background()
	f := parseC(t, dotproduct)
	known := map[string]string{"v2": "[Int*]", "s": "CONSTANT"}
	fused := stage(t, f, known, stager.Options{})
	apart := stage(t, f, known, stager.Options{NoFuse: true})
	if !fused.Composed.Fused || apart.Composed.Fused {
		t.Errorf("fused: %t and %t", fused.Composed.Fused, apart.Composed.Fused)
	}
	p := pipeline(t, stager.DefaultPipeline)
	for _, v := range []map[string]string{{"v2": "[0,1,7]", "s": "3"}, {"v2": "[-1,0,9,16,9,0,-1]", "s": "7"}, {"v2": "[]", "s": "0"}, {"v2": "[4]", "s": "200"}, {"v2": "[1,2]", "s": "5"}} {
		late, err := f.ParseLate(v)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		agree(t, fused, p, late)
		with, err := fused.Run(ctx, late)
		if err != nil {
			t.Fatal(err)
		}
		without, err := apart.Run(ctx, late)
		if err != nil {
			t.Fatal(err)
		}
		if with.Total.Total() >= without.Total.Total() {
			t.Errorf("%v: %d operations with functions fused, %d without", v, with.Total.Total(), without.Total.Total())
		}
	}
}

// TestFusedFromCache: what is kept of passes that were not to be composed is what fused ones are composed of.
func TestFusedFromCache(t *testing.T) {
	tier.OnlyLong(t, "it stages often")
	t.Parallel()
	f := parseC(t, dotproduct)
	known := map[string]string{"v2": "[Int*]", "s": "CONSTANT"}
	cached := stager.Options{Cache: stager.OpenCache(t.TempDir(), 0)}
	separate := cached
	separate.Separate = true
	stage(t, f, known, separate)
	want := stage(t, f, known, stager.Options{}).Composed
	for range 2 {
		got := stage(t, f, known, cached)
		if n := len(stager.Cached(got)); n < 3 {
			t.Errorf("%d are from the cache", n)
		}
		if !got.Composed.Fused || got.Composed.Program.String() != want.Program.String() {
			t.Errorf("fused: %t, the program is\n%s\nnot\n%s", got.Composed.Fused, got.Composed.Program, want.Program)
		}
	}
}

// TestFusedLoops: for the functions of TestUnrolling the composition with functions fused gives what the passes give, whether it would be chosen or not.
func TestFusedLoops(t *testing.T) {
	tier.OnlyLong(t, "it stages functions that other tests stage")
	files, err := filepath.Glob("testdata/unroll/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	p := pipeline(t, stager.DefaultPipeline)
	fused := 0
	for _, file := range files {
		if large.MatchString(file) {
			continue
		}
		a := golden.Read(t, file)
		f := parseC(t, string(a.Files[0].Data))
		s := stage(t, f, assigned(string(a.Files[1].Data)), stager.Options{})
		ok, err := stager.ForceFused(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			continue
		}
		fused++
		for line := range strings.Lines(string(a.Files[2].Data)) {
			late, err := f.ParseLate(assigned(line))
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			agreeWithin(t, s, p, late, 1) // a fusion that would not be chosen may cost a call
		}
	}
	if t.Logf("%d with functions fused", fused); fused < 5 {
		t.Errorf("functions are fused in %d only", fused)
	}
}
