package eval

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/tier"
	"scf/simplify"
	"scf/stager"
)

// TestExplain: all parts of an explanation are all that a staged pass, or the composed program, executes for all late values, the greatest first.
func TestExplain(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	t.Parallel()
	for _, separate := range []bool{false, true} {
		explains(t, run(t, mulAdd(t), Options{Explain: true, Stager: stager.Options{Separate: separate}}))
	}
}

func explains(t *testing.T, r *Report) {
	if f := r.Failures(); len(f) > 0 {
		t.Fatal(f)
	}
	for _, x := range r.Results {
		if len(x.Explanations) != len(x.Late[0].Staged.Passes) {
			t.Fatalf("%s: %d passes", x.Variant, len(x.Explanations))
		}
		for i, e := range x.Explanations {
			want := int64(0)
			for _, l := range x.Late {
				want += l.Staged.Passes[i].Total
			}
			for what, parts := range map[string][]Part{"reasons": e.Reasons, "functions": e.Functions, "work": e.Work, "lines": e.Lines} {
				sum := Operations{}
				for j, p := range parts {
					sum.add(countsOf(p.Operations))
					if j > 0 && p.Operations.Total > parts[j-1].Operations.Total {
						t.Errorf("%s, %s: %s are not in order: %v", x.Variant, e.Pass, what, parts)
					}
				}
				if sum != e.Operations || sum.Total != want {
					t.Errorf("%s, %s: the %s add up to %v, of %v, %d", x.Variant, e.Pass, what, sum, e.Operations, want)
				}
			}
		}
	}
}

// TestExplainBounds: everything that is kept is kept at some place, a reason is known for everything, and budgets of the whole are told.
func TestExplainBounds(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	t.Parallel()
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	once := stager.Options{Simplify: simplify.Options{MaxRounds: 1}}
	r := run(t, Cases(ws, regexp.MustCompile(`^dotproduct/any`)), Options{Explain: true, Stager: once})
	explains(t, r)
	e := r.Results[0].Explanations[0]
	if len(e.Met) != 1 || !strings.Contains(e.Met[0], "as many rounds as it may") {
		t.Errorf("budgets of the whole: %q", e.Met)
	}
	kept := 0
	for _, reason := range e.Reasons {
		sum := Operations{}
		for _, b := range e.Bounds {
			if strings.HasPrefix(b.Name, reason.Name+", ") && strings.Contains(b.Name, ".scf-ml:") {
				sum.add(countsOf(b.Operations))
			}
		}
		switch {
		case reason.Name == notTold:
			t.Errorf("no reason for %v", reason.Operations)
		case strings.HasPrefix(reason.Name, "kept: "):
			kept++
			if sum != reason.Operations {
				t.Errorf("%s: at their places %v, of %v", reason.Name, sum, reason.Operations)
			}
		}
	}
	if kept < 3 {
		t.Errorf("few reasons: %v", e.Reasons)
	}
}

// TestExplanationTable: small parts are left out but for three.
func TestExplanationTable(t *testing.T) {
	parts := func(ns ...int64) (out []Part) {
		for i, n := range ns {
			out = append(out, Part{string(rune('a' + i)), Operations{Tests: n, Total: n}})
		}
		return out
	}
	r := &Report{Results: []Result{{Workload: "w", Late: make([]Late, 2), Explanations: []Explanation{
		{Pass: "cnp", Operations: Operations{Tests: 900, Total: 900}, Functions: parts(900), Work: parts(800, 50, 20, 20, 5, 4, 1)},
		{Pass: "dae", Operations: Operations{Tests: 100, Total: 100}, Functions: parts(99, 1, 0, 0), Work: parts(100)},
	}}}}
	var got strings.Builder
	if err := r.explanations()[0].write(&got, 0); err != nil {
		t.Fatal(err)
	}
	const want = `What w still does, for all 2 sets of late values
  pass  by           calls  tests  loads  allocs  prims  mapops  total    part
  cnp                    0    900      0       0      0       0    900  90.0 %
        function  a      0    900      0       0      0       0    900  90.0 %
        work      a      0    800      0       0      0       0    800  80.0 %
                  b      0     50      0       0      0       0     50   5.0 %
                  c      0     20      0       0      0       0     20   2.0 %
                  d      0     20      0       0      0       0     20   2.0 %
                  3 more
  dae                    0    100      0       0      0       0    100  10.0 %
        function  a      0     99      0       0      0       0     99   9.9 %
                  b      0      1      0       0      0       0      1   0.1 %
                  c      0      0      0       0      0       0      0   0.0 %
                  1 more
        work      a      0    100      0       0      0       0    100  10.0 %
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
