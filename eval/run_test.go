package eval

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// mulAdd are the variants of the built-in workload mul_add.
func mulAdd(t testing.TB) []Case {
	t.Helper()
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return Cases(ws, regexp.MustCompile(`^mul_add/`))
}

func run(t testing.TB, cases []Case, o Options) *Report {
	t.Helper()
	r, err := Run(context.Background(), cases, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMulAdd: the three variants, with the drivers where there is a C compiler.
func TestMulAdd(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	t.Parallel()
	r := run(t, mulAdd(t), Options{CC: DefaultCompiler()})
	if f := r.Failures(); len(f) > 0 {
		t.Fatal(f)
	}
	if len(r.Results) != 3 {
		t.Fatalf("%d results", len(r.Results))
	}
	for _, x := range r.Results {
		if x.Ratio < 10 || x.Staging.Time != nil || x.Staging.Residual.Nodes == 0 || len(x.Staging.Passes) != 3 {
			t.Errorf("%s: ratio %.1f, %+v", x.Variant, x.Ratio, x.Staging)
		}
		for _, l := range x.Late {
			if (l.Kernel != nil) != (DefaultCompiler() != "") {
				t.Errorf("%s, %s: kernel %v", x.Variant, l.Name, l.Kernel)
			}
		}
	}
}

// TestDifference: where two results are not the same, the row says so, and there is no number in it.
func TestDifference(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	t.Parallel()
	c := mulAdd(t)[0]
	e := newEvaluator(context.Background(), Options{Budget: time.Millisecond})
	p, err := e.prepare(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.stage(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	one, err := runAll(context.Background(), p, c.Variant.Late[0])
	if err != nil {
		t.Fatal(err)
	}
	other, err := runAll(context.Background(), p, c.Variant.Late[2])
	if err != nil {
		t.Fatal(err)
	}
	l := Late{}
	for want, wrong := range map[string]results{
		"the staged passes one after the other gives something else: line 3 is ":   {unstaged: one.unstaged, staged: one.staged, separate: other.separate},
		"composed, the staged passes execute 31 operations, one after the other 6": {unstaged: one.unstaged, staged: one.separate, separate: one.staged},
		"the staged pipeline gives something else: line 3 is ":                     {unstaged: one.unstaged, staged: other.staged},
	} {
		err = e.compare(context.Background(), &wrong, &l)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
		if diff := cmp.Diff(Late{}, l); diff != "" {
			t.Errorf("there are numbers:\n%s", diff)
		}
	}
	err = errors.New("it gives something else")
	r := &Report{Results: []Result{{Workload: "w", Late: []Late{{Name: "a=0", Error: err.Error()}}}}}
	var tables bytes.Buffer
	if err := r.WriteTables(&tables, 0); err != nil {
		t.Fatal(err)
	}
	if text := tables.String(); !strings.Contains(text, "something else") || regexp.MustCompile(`\d+\.\d`).MatchString(text) {
		t.Errorf("the tables:\n%s", text)
	}
	if len(r.Failures()) != 1 {
		t.Errorf("failures %v", r.Failures())
	}
}

// TestWrongDriver: a driver that prints something else with the optimised function leaves no number either.
func TestWrongDriver(t *testing.T) {
	tier.OnlyLong(t, "drivers are compiled often")
	t.Parallel()
	toolchain.Compiler(t)
	c := Through("dae", mulAdd(t)[:1])[0]
	w := *c.Workload
	for driver, want := range map[string]string{
		"#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"%d\\n\", (int)getpid()); return 0; }": "computes something else",
		"int main(void) { return 3; }": "exit status 3",
		"int main(void) { return 0; }": "prints nothing",
		"int main(void) { return x; }": "error:",
	} {
		w.Driver = driver
		r := run(t, []Case{{&w, c.Variant}}, Options{CC: DefaultCompiler()})
		for _, l := range r.Results[0].Late {
			if !strings.Contains(l.Error, want) || l.Ratio != nil || l.Staged != nil || l.Kernel != nil {
				t.Errorf("%q: %+v, want %q", driver, l, want)
			}
		}
		if r.Results[0].Ratio != 0 {
			t.Errorf("%q: the ratio is %v", driver, r.Results[0].Ratio)
		}
	}
}

// TestRowErrors: what is wrong with a workload stands in its row, and the others go on.
func TestRowErrors(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	t.Parallel()
	good := Through("dae", mulAdd(t)[2:])[0]
	for what, change := range map[string]func(w *Workload, v *Variant){
		"expected":                    func(w *Workload, _ *Variant) { w.Text = "int f(int a { return a; }" },
		"defines no function mul_sub": func(w *Workload, _ *Variant) { w.Function = "mul_sub" },
		"no such pass":                func(_ *Workload, v *Variant) { v.Pipeline = "cnp,none" },
		"has no parameter b":          func(_ *Workload, v *Variant) { v.Abstract = map[string]string{"b": "CONSTANT"} },
		"not among those":             func(_ *Workload, v *Variant) { v.Late = []LateSet{{"a=7", map[string]string{"a": "7"}}} },
	} {
		w, v := *good.Workload, good.Variant
		change(&w, &v)
		r := run(t, []Case{{&w, v}, good}, Options{})
		failures := r.Failures()
		if len(failures) != 1 || !strings.Contains(failures[0], what) && what != "expected" {
			t.Errorf("%s: %v", what, failures)
		}
		if r.Results[1].Ratio == 0 {
			t.Errorf("%s: the other row has no ratio", what)
		}
	}
}

func TestLimit(t *testing.T) {
	r := run(t, mulAdd(t)[:1], Options{Limit: 1})
	if !strings.Contains(r.Results[0].Error, "longer than 1ns") {
		t.Errorf("%+v", r.Results[0])
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, mulAdd(t), Options{}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}
