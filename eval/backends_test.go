package eval

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"scf/backend/program"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/kernel"
	"scf/stager"
)

var allBackends = flag.Bool("backends.all", false, "run all variants and late values in the back ends, which takes minutes")

// inBackends are the variants that run in the back ends in all tiers.
var inBackends = regexp.MustCompile(`^mul_add`)

// TestBackends runs the drivers of the built-in workloads in every back end, with the original and the optimised functions, on less data than
// is measured: they must print what they print when they are compiled.
func TestBackends(t *testing.T) {
	tier.Standard(t, "all back ends on all workloads")
	toolchain.Compiler(t)
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Cases(ws, nil) {
		for i := range c.Variant.Late {
			if !tier.Long && !inBackends.MatchString(c.Title()) || !*allBackends && (i > 0 || c.Variant.Name != c.Workload.Variants[0].Name) {
				continue
			}
			t.Run(c.Title()+"/"+c.Variant.Late[i].Name, func(t *testing.T) { testBackends(t, c, i) })
		}
	}
}

func testBackends(t *testing.T, c Case, set int) {
	e := newEvaluator(t.Context(), Options{})
	p, err := e.prepare(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	late, err := p.fn.ParseLate(c.Variant.Late[set].Values)
	if err != nil {
		t.Fatal(err)
	}
	for name, a := range c.Variant.Abstract {
		if _, given := late[name]; given {
			continue
		}
		if l, err := stager.ParseLate(a, must(p.fn.Param(name))); err == nil {
			late[name] = l
		}
	}
	result, err := stager.RunUnstaged(t.Context(), p.fn, p.pipeline, late)
	if err != nil {
		t.Fatal(err)
	}
	optimised, err := result.C(stager.Output{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for name, l := range late {
		known[name] = l.String()
	}
	want := toolchain.Output(t, whole(c.Workload, c.Workload.Text, set, known))
	for _, text := range []string{c.Workload.Text, string(optimised)} {
		for _, b := range kernel.Backends() {
			got, err := program.Run{Backend: b}.Output(t.Context(), c.Workload.File, whole(c.Workload, text, set, known))
			if err != nil {
				t.Errorf("%s: %s", b.Name(), diag.Render(err))
			} else if got != want {
				t.Errorf("%s: the driver prints %q, and compiled %q", b.Name(), got, want)
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var (
	ownInclude = regexp.MustCompile(`(?m)^#include ".*$`)
	rounds     = regexp.MustCompile(`\b(round|i) < \d{2,}`)
	manyRounds = regexp.MustCompile(`\b\d+00000\b`)
)

// whole is the driver and the C text as one file, with few rounds.
func whole(w *Workload, text string, set int, known map[string]string) []byte {
	driver := ownInclude.ReplaceAllString(w.Driver, "")
	driver = manyRounds.ReplaceAllString(rounds.ReplaceAllString(driver, "$1 < 3"), "20")
	return []byte(strings.Join([]string{defines(set, known), text, driver}, "\n"))
}
