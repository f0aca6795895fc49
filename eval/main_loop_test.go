package eval

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"scf/stager"
)

// mainLoopVariants are those that TestMainLoop stages; the others take long: go test ./eval -run MainLoop -main_loop .
var mainLoopVariants = flag.String("main_loop", "^calls$", "the variants of the workload main_loop to stage")

// TestMainLoop: both pipelines print the same for each cache, the optimised simulator counts what the original counts, and staging
// saves most of the work.
func TestMainLoop(t *testing.T) {
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	variants := regexp.MustCompile(*mainLoopVariants)
	var cases []Case
	for _, c := range Cases(ws, regexp.MustCompile(`^main_loop/`)) {
		if variants.MatchString(c.Variant.Name) {
			cases = append(cases, c)
		}
	}
	r := run(t, cases, Options{CC: DefaultCompiler()})
	if f := r.Failures(); len(f) > 0 {
		t.Fatal(f)
	}
	for _, row := range r.Results {
		t.Logf("%s: %.1f", row.Variant, row.Ratio)
		if row.Ratio < 5 {
			t.Errorf("%s: the staged pipeline executes 1 of %.1f operations", row.Variant, row.Ratio)
		}
	}
}

// TestMainLoopLines: the four variants are ever larger, the last one over 250 lines of C.
func TestMainLoopLines(t *testing.T) {
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	before := 0
	for _, c := range Cases(ws, regexp.MustCompile(`^main_loop/`)) {
		p, err := newEvaluator(t.Context(), Options{}).prepare(c)
		if err != nil {
			t.Fatal(err)
		}
		r, err := stager.RunUnstaged(t.Context(), p.fn, p.pipeline, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.C(stager.Output{})
		if err != nil {
			t.Fatal(err)
		}
		_, function, _ := strings.Cut(string(text), "\nunsigned long main_loop(")
		lines := strings.Count(function, "\n") + 1
		t.Logf("%s: %d lines", c.Variant.Name, lines)
		if lines <= before {
			t.Errorf("%s has %d lines", c.Variant.Name, lines)
		}
		before = lines
	}
	if before <= 250 {
		t.Errorf("with all inlined there are %d lines", before)
	}
}
