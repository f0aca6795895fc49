package stager_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/cprog"
	"scf/internal/testing/tier"
	"scf/stager"
)

// cacheIn are the default options with a cache in a directory of the test.
func cacheIn(t testing.TB) stager.Options {
	return stager.Options{Cache: stager.OpenCache(t.TempDir(), 0)}
}

// same holds what a staging gives to what another does.
func same(t rapid.TB, what string, got, want *stager.Staged) {
	t.Helper()
	if a, b := stager.Everything(t, want), stager.Everything(t, got); a != b {
		n := 0
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		part := func(s string) string { return s[max(0, n-300):min(len(s), n+300)] }
		t.Errorf("%s: it gives something else; without a cache\n%s\nwith one\n%s", what, part(a), part(b))
	}
}

// cachedFiles are the files of the cache, each in a part of it.
func cachedFiles(t testing.TB, o stager.Options) []string {
	t.Helper()
	out, err := filepath.Glob(filepath.Join(o.Cache.Dir(), "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestCached: on random functions, with random knowledge about their parameters, a staging gives the same without a cache, with one that has other
// functions' results, and with its own; and if the function then stands elsewhere in its file.
func TestCached(t *testing.T) {
	tier.Standard(t, "it stages")
	p := pipeline(t, stager.DefaultPipeline)
	plain := stager.Options{}
	plain.PE.MaxContours = 2000 // some random functions take minutes with more
	o := plain
	o.Cache = cacheIn(t).Cache
	without := cprog.SetOf(cprog.BackwardGotos, cprog.InwardGotos)
	if !tier.Long {
		without = without.With(cprog.Loops) // of which some take minutes
	}
	rapid.Check(t, func(rt *rapid.T) {
		c, f, early := drawStaging(rt, 5, without)
		moved, err := stager.ParseC(t.Context(), "test.c", []byte("/* moved */\n\n"+c.prog.Source), c.prog.Func, stager.CConfig{})
		if err != nil {
			rt.Fatal(err)
		}
		for _, f := range []*stager.Function{f, moved} {
			var staged []*stager.Staged
			for _, o := range []stager.Options{plain, o, o} {
				s, err := stager.Stage(t.Context(), f, p, early, o)
				if err != nil {
					rt.Fatal(err)
				}
				staged = append(staged, s)
			}
			same(rt, "first", staged[1], staged[0])
			same(rt, "second", staged[2], staged[0])
			if n := len(stager.Cached(staged[2])); n < 3 {
				rt.Errorf("the second time %d results are from the cache", n)
			}
			if n := len(stager.Cached(staged[1])); f == moved && n < 3 {
				rt.Errorf("when it has moved %d results are from the cache", n)
			}
		}
	})
}

const edited = `int f(int a, int n) {
	int s = 0, dead = 1;
	for (int i = 0; i < n; i++)
		s += a;
	dead = dead + s;
	return s;
}
`

// TestCachedEdits: what an edit does not change is taken from the cache.
func TestCachedEdits(t *testing.T) {
	tier.Standard(t, "it stages")
	o, n := cacheIn(t), "CONSTANT(0|1|2)"
	all := []string{"cnp", "cpp", "dae", "composed"}
	for _, c := range []struct {
		what, old, new, n string
		pipeline          string
		want              []string // from the cache
	}{
		{what: "the first staging"},
		{what: "nothing", want: all},
		{what: "a comment", old: "int f", new: "/* f */\n\nint f", want: all},
		{what: "layout", old: "\t\ts += a;", new: "{ s += (a); }", want: nil}, // a block is a node
		{what: "other values", n: "CONSTANT(2|1|0|1)", want: all},
		{what: "fewer values", n: "CONSTANT(0|1)"},
		{what: "another constant", old: "dead = 1", new: "dead = 2"},
		{what: "another name of a function", old: "int f", new: "int g"},
		{what: "a pass less", pipeline: "cnp,cpp", want: []string{"cnp", "cpp"}},
		{what: "the first once more", want: all},
	} {
		source, early := edited, map[string]string{"n": n}
		source = strings.Replace(source, c.old, c.new, 1)
		if c.n != "" {
			early["n"] = c.n
		}
		if c.pipeline == "" {
			c.pipeline = stager.DefaultPipeline
		}
		f := parseC(t, source)
		known, err := f.ParseAbstract(early)
		if err != nil {
			t.Fatal(err)
		}
		var staged []*stager.Staged
		passes := pipeline(t, c.pipeline)
		for _, o := range []stager.Options{{}, o} {
			s, err := stager.Stage(t.Context(), f, passes, known, o)
			if err != nil {
				t.Fatal(err)
			}
			staged = append(staged, s)
		}
		same(t, c.what, staged[1], staged[0])
		if got := stager.Cached(staged[1]); !slices.Equal(got, c.want) {
			t.Errorf("%s: from the cache are %v, not %v", c.what, got, c.want)
		}
	}
}

// TestCachedBehind: passes that get the same as in another staging are taken from the cache, though the one before is not.
func TestCachedBehind(t *testing.T) {
	tier.Standard(t, "it stages")
	o := cacheIn(t)
	source := `int f(int a, int b) { int c = a; if (b) c = 1; return c; }`
	one := stage(t, parseC(t, source), map[string]string{"b": "0"}, o)
	two := stage(t, parseC(t, strings.Replace(source, "c = 1", "c = 2", 1)), map[string]string{"b": "0"}, o)
	if got := stager.Cached(one); got != nil {
		t.Errorf("from an empty cache are %v", got)
	}
	if got, want := stager.Cached(two), []string{"cpp", "dae"}; !slices.Equal(got, want) && !slices.Equal(got, append(want, "composed")) {
		t.Errorf("from the cache are %v, not %v", got, want)
	}
	same(t, "another constant in what is never reached", two, stage(t, parseC(t, strings.Replace(source, "c = 1", "c = 2", 1)), map[string]string{"b": "0"}, stager.Options{}))
}

// TestCacheOptions: options that change results have results of their own, and stagings that are looked at neither take nor keep any.
func TestCacheOptions(t *testing.T) {
	tier.Standard(t, "it stages")
	f, early := parseC(t, mulAdd), map[string]string{"a": "CONSTANT"}
	o := cacheIn(t)
	for name, set := range map[string]func(*stager.Options){
		"record":   func(o *stager.Options) { o.Record = true },
		"verify":   func(o *stager.Options) { o.Debug.Verify = true },
		"trace":    func(o *stager.Options) { o.PE.Trace = &strings.Builder{} },
		"progress": func(o *stager.Options) { o.PE.Progress = func(int) {} },
	} {
		looked := o
		set(&looked)
		if stage(t, f, early, looked); len(cachedFiles(t, o)) > 0 {
			t.Fatalf("%s: results are kept", name)
		}
	}
	stage(t, f, early, o)
	for name, set := range map[string]func(*stager.Options){
		"no dse":  func(o *stager.Options) { o.NoDSE = true },
		"budget":  func(o *stager.Options) { o.PE.MaxContours = 500 },
		"no tags": func(o *stager.Options) { o.Values.Without.Tags = true },
	} {
		other := o
		set(&other)
		if got := stager.Cached(stage(t, f, early, other)); got != nil {
			t.Errorf("%s: from the cache are %v", name, got)
		}
	}
	watched := o
	watched.Watch = func(stager.Progress) {}
	if got := stager.Cached(stage(t, f, early, watched)); len(got) != 4 {
		t.Errorf("watched, from the cache are %v", got)
	}
	if got := stager.Cached(stage(t, f, early, separate(o))); len(got) != 3 {
		t.Errorf("not composed, from the cache are %v", got)
	}
}

func separate(o stager.Options) stager.Options {
	o.Separate = true
	return o
}

// TestCacheDamaged: what was done to the files of a cache changes no result.
func TestCacheDamaged(t *testing.T) {
	tier.Standard(t, "it stages")
	o := cacheIn(t)
	f, early := parseC(t, mulAdd), map[string]string{"a": "CONSTANT"}
	want := stage(t, f, early, o)
	for what, damage := range map[string]func([]byte) []byte{
		"empty":            func([]byte) []byte { return nil },
		"half":             func(text []byte) []byte { return text[:len(text)/2] },
		"another version":  func(text []byte) []byte { return flip(text, 4) },
		"another hash":     func(text []byte) []byte { return flip(text, 20) },
		"a bit in between": func(text []byte) []byte { return flip(text, len(text)/2) },
		"another end":      func(text []byte) []byte { return flip(text, len(text)-1) },
		"longer":           func(text []byte) []byte { return append(text, text...) },
	} {
		files := cachedFiles(t, o)
		if len(files) != 4 {
			t.Fatalf("the cache has %v", files)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, damage(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		s := stage(t, f, early, o)
		if got := stager.Cached(s); got != nil {
			t.Errorf("%s: from the cache are %v", what, got)
		}
		same(t, what, s, want)
	}
	if got := stager.Cached(stage(t, f, early, o)); len(got) != 4 {
		t.Errorf("from the cache that was mended are %v", got)
	}
}

func flip(text []byte, i int) []byte {
	text[i] ^= 1
	return text
}

// TestCacheUnwritable: where the cache cannot be, staging does without.
func TestCacheUnwritable(t *testing.T) {
	tier.Standard(t, "it stages")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	f, early := parseC(t, mulAdd), map[string]string{"a": "CONSTANT"}
	s := stage(t, f, early, stager.Options{Cache: stager.OpenCache(filepath.Join(file, "cache"), 0)})
	same(t, "no directory", s, stage(t, f, early, stager.Options{}))
}

// TestCacheCancelled: a staging that is cancelled anywhere leaves whole results in the cache, which the next one takes.
func TestCacheCancelled(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	o := cacheIn(t)
	f, p := parseC(t, mulAdd), pipeline(t, stager.DefaultPipeline)
	for asked := 0; ; asked += 1 + asked/2 {
		ctx := &expiring{Context: context.Background()}
		ctx.left.Store(int64(asked))
		s, err := stager.Stage(ctx, f, p, nil, o)
		for _, file := range cachedFiles(t, o) {
			if filepath.Ext(file) != "" {
				t.Errorf("cancelled at point %d it leaves %s", asked, file)
			}
		}
		if err == nil {
			same(t, "cancelled before", s, stage(t, f, nil, stager.Options{}))
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// TestCacheConcurrent: stagings at a time share one cache.
func TestCacheConcurrent(t *testing.T) {
	tier.Standard(t, "it stages")
	o := cacheIn(t)
	p := pipeline(t, stager.DefaultPipeline)
	var group sync.WaitGroup
	for i := range tier.Pick(4, 4, 8) {
		group.Go(func() {
			f := parseC(t, mulAdd)
			early, err := f.ParseAbstract(map[string]string{"a": fmt.Sprintf("CONSTANT(0|%d)", 1+i%2)})
			if err != nil {
				t.Error(err)
				return
			}
			var got [2]*stager.Staged
			for j, o := range []stager.Options{{}, o} {
				if got[j], err = stager.Stage(t.Context(), f, p, early, o); err != nil {
					t.Error(err)
					return
				}
			}
			same(t, fmt.Sprint("staging ", i), got[1], got[0])
		})
	}
	group.Wait()
	if n := len(cachedFiles(t, o)); n > 8 {
		t.Errorf("the cache has %d results", n)
	}
}
