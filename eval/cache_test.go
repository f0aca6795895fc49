package eval

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"scf/internal/testing/tier"
	"scf/stager"
)

// TestCacheOfConfigurations stages the configurations of table 3 with an empty cache and once more with what that has kept: the staged directories are
// the same, byte for byte, and every pass and composition is from the cache.
func TestCacheOfConfigurations(t *testing.T) {
	tier.Standard(t, "it stages many functions")
	stageTwice(t, func(c Case, p *prepared, cold, warm stagedDir) {
		for name, text := range cold.files {
			if warm.files[name] != text {
				t.Errorf("%s: %s differs", c.Title(), name)
			}
		}
		for _, pass := range p.staged.Passes {
			if !pass.Cached {
				t.Errorf("%s: pass %s is not from the cache", c.Title(), pass.Name)
			}
		}
		if composed := p.staged.Composed; composed != nil && !composed.Cached {
			t.Errorf("%s: the composition is not from the cache", c.Title())
		}
	})
}

// BenchmarkCacheOfConfigurations reports which part of the time of staging and saving the configurations it takes to do that again, all of them together
// (again/first) and the slowest of them (worst).
func BenchmarkCacheOfConfigurations(b *testing.B) {
	for range b.N {
		var first, second time.Duration
		var worst float64
		stageTwice(b, func(c Case, _ *prepared, cold, warm stagedDir) {
			b.Logf("configuration %d, %s: %v, again %v", c.Variant.Configuration, c.Title(), cold.took.Round(time.Millisecond), warm.took.Round(time.Millisecond))
			first, second = first+cold.took, second+warm.took
			worst = max(worst, warm.took.Seconds()/cold.took.Seconds())
		})
		b.ReportMetric(second.Seconds()/first.Seconds(), "again/first")
		b.ReportMetric(worst, "worst")
	}
}

// stageTwice stages and saves the configurations, each with an empty cache and once more.
func stageTwice(t testing.TB, see func(c Case, p *prepared, cold, warm stagedDir)) {
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	cases := slices.DeleteFunc(Cases(ws, nil), func(c Case) bool {
		return c.Variant.Configuration == 0 || !*allBuiltin && c.Variant.Configuration > 3
	})
	slices.SortFunc(cases, func(a, b Case) int { return cmp.Compare(a.Variant.Configuration, b.Variant.Configuration) })
	e := newEvaluator(t.Context(), Options{Stager: stager.Options{Cache: stager.OpenCache(t.TempDir(), 0)}})
	for _, c := range cases {
		p, err := e.prepare(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		cold := stagedFiles(t, e, p)
		warm := stagedFiles(t, e, p)
		see(c, p, cold, warm)
	}
}

// stagedDir is the files of a staged directory, and how long it took to make.
type stagedDir struct {
	files map[string]string
	took  time.Duration
}

// stagedFiles stages p and saves that.
func stagedFiles(t testing.TB, e *evaluator, p *prepared) stagedDir {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "staged")
	start := time.Now()
	if err := e.stageOnce(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := p.staged.Save(dir); err != nil {
		t.Fatal(err)
	}
	out := stagedDir{map[string]string{}, time.Since(start)}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out.files[entry.Name()] = string(text)
	}
	return out
}
