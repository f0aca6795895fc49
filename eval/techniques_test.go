package eval

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"scf/internal/testing/agree"
	"scf/internal/testing/tier"
	"scf/scfml/core"
	"scf/stager"
)

var programs = tier.Flag("programs", 1, 1, 6, "how many random programs each technique is switched off for")

// TestTechniques: whatever is switched off, what is specialised agrees with what it was made of, on random programs.
func TestTechniques(t *testing.T) {
	tier.Standard(t, "it stages")
	t.Parallel()
	for i, tech := range Techniques {
		t.Run(tech.Name, func(t *testing.T) {
			o := stager.Options{Debug: stager.Debug{Verify: true}}
			tech.off(&o)
			for j := range programs.Int() {
				agree.Random(t, uint64(i*programs.Int()+j), 6, func(p *core.Program, input string) (*core.Program, error) {
					s, err := stager.Specialize(t.Context(), p, input, o)
					if err != nil {
						return nil, err
					}
					return s.Program, nil
				})
			}
		})
	}
}

// TestAblate: the table has a row for everything on and one for each technique, and in none of them the results differ.
func TestAblate(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	t.Parallel()
	cases := Through("dae", mulAdd(t)[:1])
	r := run(t, cases, Options{})
	if err := r.Ablate(context.Background(), cases, Options{}); err != nil {
		t.Fatal(err)
	}
	if f := r.Failures(); len(f) > 0 {
		t.Fatal(f)
	}
	for i, a := range r.Ablations {
		if len(a.Cells) != 1 || (i == 0) != (a.Technique == "") || i == 0 && a.Cells[0].Change != 1 {
			t.Errorf("row %d: %+v", i, a)
		}
	}
	var tables strings.Builder
	if err := r.WriteTables(&tables, 0); err != nil || !strings.Contains(tables.String(), "must-may") {
		t.Errorf("%v\n%s", err, &tables)
	}
}

// TestWorth: without some techniques a good part of the speedup of the passes, one by one, is gone. (Composed they make up for some.)
func TestWorth(t *testing.T) {
	tier.OnlyLong(t, "a staging for each technique")
	t.Parallel()
	holdWorth(t, mulAdd(t)[0], stager.Options{Separate: true}, map[string]float64{"alt": 0.5, "must-may": 0.8, "remat": 0.6, "hoist": 0.6})
}

// TestWorthOfAll: each technique of the dissertation's ablations is worth something on two functions at least: composed, what needs several passes to show;
// without simplification, which makes up for some, the rest, on the standard passes and the classic ones.
func TestWorthOfAll(t *testing.T) {
	tier.OnlyLong(t, "it stages a workload for each technique")
	t.Parallel()
	alone := stager.Options{NoSimplify: true}
	held := []struct {
		workload, pipeline string
		options            stager.Options
		left               map[string]float64
	}{
		{"dotproduct/any", stager.DefaultPipeline, stager.Options{}, map[string]float64{"fix": 0.5, "tags": 0.92, "helpers": 0.8, "expressions": 0.95, "dead-inserts": 0.95}},
		{"doconvol/3x3", stager.DefaultPipeline, stager.Options{}, map[string]float64{"expressions": 0.98}},
		{"doconvol_1d", stager.DefaultPipeline, alone, map[string]float64{"fix": 0.7, "tags": 0.85, "helpers": 0.6, "dse": 0.8}},
		{"dotproduct/any", "cnp", stager.Options{}, map[string]float64{
			"alt": 0.7, "remat": 0.7, "hoist": 0.7}},
		{"doconvol_1d", "cnp", stager.Options{}, map[string]float64{"widening": 0.5, "widening-tags": 0.5}},
		{"sparse/any", "cnp", stager.Options{}, map[string]float64{"must-may": 0.5}},
		{"sparse/any", "classic/cnp", alone, map[string]float64{"widening": 0.55, "widening-tags": 0.55}},
		{"mul_add/1|3", families[1].pipeline, alone, map[string]float64{
			"alt": 0.4, "must-may": 0.3, "remat": 0.5, "hoist": 0.6, "dse": 0.75, "dead-inserts": 0.95}},
		{"mul_add/any", "cnp", alone, map[string]float64{"tuple": 0.1, "finite-args": 0.3}},
		{"dotproduct/any", "classic/cnp", alone, map[string]float64{"tuple": 0.05, "finite-args": 0.3}},
	}
	for _, tech := range Techniques {
		functions := map[string]bool{}
		for _, h := range held {
			if _, here := h.left[tech.Name]; here {
				function, _, _ := strings.Cut(h.workload, "/")
				functions[function] = true
			}
		}
		if tech.Section != "" && len(functions) < 2 {
			t.Errorf("what %s is worth is held on %d functions", tech.Name, len(functions))
		}
	}
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range held {
		holdWorth(t, Through(h.pipeline, Cases(ws, regexp.MustCompile("^"+regexp.QuoteMeta(h.workload)+"$")))[0], h.options, h.left)
	}
}

// holdWorth checks that at most that part of the speedup is left without each technique.
func holdWorth(t *testing.T, c Case, o stager.Options, left map[string]float64) {
	t.Helper()
	cases := []Case{c}
	whole := run(t, cases, Options{Stager: o}).Results[0].Ratio
	for name, left := range left {
		without := Options{Stager: o, Disabled: []string{name}}
		if err := Disable(&without.Stager, name); err != nil {
			t.Fatal(err)
		}
		r := run(t, cases, without).Results[0].Ratio
		t.Logf("without %s: %.3f", name, (r-1)/(whole-1))
		if (r-1)/(whole-1) > left {
			t.Errorf("the ratio is %.1f, and %.1f without %s", whole, r, name)
		}
	}
}

// slow are the techniques without which specialised passes are as large as the passes: these take long to prune and simplify.
var slow = map[string]bool{"tuple": true, "finite-args": true, "functions": true, "contour-chains": true}

// TestTechniquesMulAdd: mul_add is the same without each technique, through the first pass, or through the last where that is slow, and
// without all of them at once.
func TestTechniquesMulAdd(t *testing.T) {
	tier.OnlyLong(t, "a staging for each technique")
	t.Parallel()
	var all stager.Options
	e := newEvaluator(context.Background(), Options{})
	for _, tech := range Techniques {
		tech.off(&all)
		c := Through("cnp", mulAdd(t)[1:2])[0]
		if slow[tech.Name] {
			c.Variant.Pipeline = "dae"
		}
		if cell, err := e.without(context.Background(), tech, c, 0); err != nil || cell.Error != "" {
			t.Errorf("without %s: %v, %+v", tech.Name, err, cell)
		}
	}
	if f := run(t, Through("dae", mulAdd(t)), Options{Stager: all}).Failures(); len(f) > 0 {
		t.Errorf("without anything: %v", f)
	}
}

// TestLoop: the same of a function with a loop that is kept, without what loops need most.
func TestLoop(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	t.Parallel()
	w, err := Read("testdata/loop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tags", "helpers"}[:tier.Pick(1, 1, 2)] {
		o := Options{}
		if err := Disable(&o.Stager, name); err != nil {
			t.Fatal(err)
		}
		if f := run(t, Cases([]*Workload{w}, nil), o).Failures(); len(f) > 0 {
			t.Errorf("without %s: %v", name, f)
		}
	}
}

func TestDisable(t *testing.T) {
	var o stager.Options
	err := Disable(&o, "dse", "tgs")
	var usage *stager.UsageError
	if !errors.As(err, &usage) || !strings.Contains(usage.Hint, "did you mean tags?") {
		t.Errorf("%v", err)
	}
	if err := Disable(&o, "dse", "tags"); err != nil || !o.NoDSE || !o.Values.Without.Tags {
		t.Errorf("%v, %+v", err, o)
	}
}
