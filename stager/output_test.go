package stager_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

// outputs are the ways in which an optimised function stands in its file.
var outputs = []struct {
	name string
	stager.Output
}{
	{"replace", stager.Output{}},
	{"as", stager.Output{As: "mul_add_7"}},
	{"guard", stager.Output{Guard: true}},
	{"only", stager.Output{Only: true}},
	{"only as", stager.Output{As: "mul_add_7", Only: true}},
	{"only guard", stager.Output{Guard: true, Only: true}},
}

// generated is a C file of at least that many bytes, as a preprocessor leaves it: mul_add, and declarations and functions around it.
func generated(bytes int) []byte {
	var b strings.Builder
	around := func(size int) {
		for b.Len() < size {
			n := b.Len()
			fmt.Fprintf(&b, "# 1 \"header%d.h\" 1 3\nextern int call_%d(int, const char *);\n\n", n, n)
			fmt.Fprintf(&b, "static inline int keep_%d(int x) {\n  if (x > %d) {\n    return call_%d(x, \"x(%d)\");\n  } else {\n    return 0; /* nothing */\n  }\n}\n\n", n, n, n, n)
		}
	}
	around(bytes / 2)
	b.WriteString("int mul_add(int x, int y, int a) {\n  int u = x * a;\n  int v = u + y;\n  return v;\n}\n\n")
	around(bytes)
	return []byte(b.String())
}

// optimised is mul_add of the generated file for a=7.
func optimised(t testing.TB, bytes int) *stager.Result {
	t.Helper()
	fn, err := stager.ParseC(t.Context(), "generated.c", generated(bytes), "mul_add", stager.CConfig{})
	fatal(t, err)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	fatal(t, err)
	late, err := fn.ParseLate(map[string]string{"a": "7"})
	fatal(t, err)
	result, err := stager.RunUnstaged(t.Context(), fn, pipeline, late)
	fatal(t, err)
	return result
}

func fatal(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// BenchmarkResultC prints a function of a file of 100 KB, in each way.
func BenchmarkResultC(b *testing.B) {
	result := optimised(b, 100_000)
	for _, o := range outputs {
		b.Run(o.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := result.C(o.Output)
				fatal(b, err)
			}
		})
	}
}

// TestResultCWork: beside copying the file's text once, printing a function does not go through the file: it allocates as often and as
// much in a large one as in a small one.
func TestResultCWork(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	const rounding = 10_000 // bytes: a large text is allocated in pages
	small, large := optimised(t, 2_000), optimised(t, 100_000)
	for _, o := range outputs {
		few, many := unmeasured, unmeasured
		for round := range 2000 { // others allocate meanwhile, so that the least counts
			few, many = few.min(printing(t, small, o.Output)), many.min(printing(t, large, o.Output))
			if round >= 20 && many.count <= few.count+2 && many.bytes <= few.bytes+rounding {
				break
			}
		}
		if many.count > few.count+2 || many.bytes > few.bytes+rounding {
			t.Errorf("%s: %d allocations and %d bytes beside the text in a large file, %d and %d in a small one",
				o.name, many.count, many.bytes, few.count, few.bytes)
		}
	}
}

// work is how often, and how many bytes more than the text has, a printing allocates.
type work struct{ count, bytes int }

var unmeasured = work{math.MaxInt, math.MaxInt}

func (w work) min(v work) work { return work{min(w.count, v.count), min(w.bytes, v.bytes)} }

// printing is the work of one printing.
func printing(t *testing.T, r *stager.Result, o stager.Output) work {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, err := r.C(o)
	runtime.ReadMemStats(&after)
	fatal(t, err)
	return work{int(after.Mallocs - before.Mallocs), int(after.TotalAlloc-before.TotalAlloc) - len(text)}
}

// TestReplaceAllOnly: the text of one function alone is no file with several replaced.
func TestReplaceAllOnly(t *testing.T) {
	tier.Same(t)
	r := stager.Replacement{Result: optimised(t, 1000), Output: stager.Output{Only: true}}
	if text, err := stager.ReplaceAll([]stager.Replacement{r}); stager.ExitCode(err) != stager.ExitUsage {
		t.Errorf("%v, and\n%s", err, text)
	}
}
