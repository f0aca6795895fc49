package stager_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/cprog"
	"scf/internal/testing/tier"
	"scf/pe"
	"scf/stager"
)

// TestMerged: on random functions, however far contours are merged and from whichever on, staged pipelines do what those do that are not. Without constant
// propagation, the largest pass, which takes seconds to be specialised for any function at all.
func TestMerged(t *testing.T) {
	tier.Standard(t, "it stages")
	p := pipeline(t, "cpp,dae")
	rapid.Check(t, func(t *rapid.T) {
		c, f, early := drawStaging(t, 5, cprog.SetOf(cprog.BackwardGotos, cprog.InwardGotos))
		o := bounded
		from, most, asked := rapid.IntRange(0, 40).Draw(t, "from"), pe.Merging(rapid.IntRange(1, int(pe.ByFunction)).Draw(t, "most")), 0
		o.PE.Merge = func() pe.Merging {
			if asked++; asked > from {
				return most
			}
			return pe.Apart
		}
		var err error
		if c.staged, err = stager.Stage(context.Background(), f, p, early, o); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			agree(t, c.staged, p, c.draw(t))
		}
	})
}

// TestMaxMemory: where more lives than may, staging ends, says so, gives programs that do the same, and keeps nothing in a cache.
func TestMaxMemory(t *testing.T) {
	tier.OnlyLong(t, "what is specialised little takes long")
	f := parseC(t, mulAdd)
	early := map[string]string{"a": "CONSTANT"}
	o := cacheIn(t)
	o.MaxMemory = 1
	s := stage(t, f, early, o)
	if w := s.Warnings(); !slices.ContainsFunc(w, func(line string) bool { return strings.Contains(line, "calls share contours (unspecialised)") }) {
		t.Errorf("the warnings are %q", w)
	}
	for _, v := range []int64{0, 1, 5, -7} {
		agree(t, s, pipeline(t, stager.DefaultPipeline), map[string]stager.Late{"a": stager.Int(v, f.Params[2])})
	}
	if files := cachedFiles(t, o); len(files) > 0 {
		t.Errorf("kept are %q", files)
	}
	dir := t.TempDir()
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	opened, err := stager.Open(t.Context(), dir, stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := opened.Warnings(); len(got) == 0 || got[0] != s.Warnings()[0] {
		t.Errorf("opened, it warns %q, not %q", got, s.Warnings())
	}
	o.MaxMemory = 256 << 20
	gone := make([]byte, o.MaxMemory)
	runtime.GC()
	runtime.KeepAlive(gone) // and does not live any more, which the collector will find out when it next looks
	if w := stage(t, f, early, o).Warnings(); len(w) > 0 || len(cachedFiles(t, o)) == 0 {
		t.Errorf("with enough memory it warns %q and keeps %q", w, cachedFiles(t, o))
	}
}
