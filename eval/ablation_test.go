package eval

import (
	"strings"
	"testing"
	"time"
)

// TestAblationBound: a staging without a technique that runs into its bound is reported as that, and is no failure.
func TestAblationBound(t *testing.T) {
	o := Options{Limit: time.Nanosecond}
	r := &Report{Results: []Result{{Workload: "mul_add", Variant: "any", Ratio: 2, Staging: &Staging{}}}}
	if err := r.Ablate(t.Context(), mulAdd(t)[:1], o); err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Ablations[1:] {
		if c := a.Cells[0]; c.Bound != o.Limit || c.Error != "" || c.Ratio != 0 || c.Change != 0 {
			t.Errorf("%s: %+v", a.Technique, c)
		}
	}
	if f := r.Failures(); len(f) > 0 {
		t.Error(f)
	}
	var table strings.Builder
	if err := r.changes().write(&table, 0); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(table.String(), "> 1ns"); n != len(r.Ablations)-1 {
		t.Errorf("%d cells of the table show the bound:\n%s", n, table.String())
	}
}

// TestBoundOfAblations: it is a multiple of what staging takes with everything on, within limits.
func TestBoundOfAblations(t *testing.T) {
	for _, c := range []struct{ limit, took, want time.Duration }{
		{0, time.Second, 0},
		{time.Minute, 0, time.Minute},
		{time.Minute, time.Second, leastBound},
		{time.Minute, 5 * time.Second, 50 * time.Second},
		{time.Minute, 10 * time.Second, time.Minute},
	} {
		e := newEvaluator(t.Context(), Options{Limit: c.limit})
		r := &Result{Staging: &Staging{}}
		if c.took > 0 {
			r.Staging.Time = &Times{Median: c.took}
		}
		if got := e.bound(r); got != c.want {
			t.Errorf("limit %v, staging in %v: %v, not %v", c.limit, c.took, got, c.want)
		}
	}
}
