package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/scfml/interp"
)

// countsOf is o as the interpreter counts.
func countsOf(o Operations) interp.Counts {
	return interp.Counts{Calls: o.Calls, Tests: o.Tests, Loads: o.Loads, Allocs: o.Allocs, Prims: o.Prims, MapOps: o.MapOps}
}

// resultOf is a result with late rows of these ratios of operations, with a kernel twice as fast.
func resultOf(name string, configuration int, ratios ...float64) Result {
	x := Result{Workload: name, Configuration: configuration, Ratio: 6, Staging: &Staging{}}
	for _, r := range ratios {
		x.Late = append(x.Late, Late{Ratio: &Ratio{Operations: r}, Kernel: &Kernel{Spread: Spread{Ratio: 2}}})
	}
	return x
}

// TestSummary: table 3 first and in its order, what has no numbers left out, the least ratio of each, and means of what is there.
func TestSummary(t *testing.T) {
	published := resultOf("six", 6, 4, 9)
	published.Published = Published{Staging: "1.1"}
	r := &Report{Results: []Result{
		resultOf("other", 0, 6), published, resultOf("two", 2, 6), {Workload: "broken", Error: "it has no numbers", Staging: &Staging{}},
	}}
	r.Results[2].Late[0].Kernel = nil
	r.Results[2].Ratio, r.Results[2].SeparateRatio = 48, 12
	var got strings.Builder
	if err := r.summary().write(&got, 0); err != nil {
		t.Fatal(err)
	}
	const want = `Summary: how many times less work
  no.  workload        separate  operations  least  kernel  published: staging
  2    two                 12.0        48.0    6.0
  6    six                  6.0         6.0    4.0    2.00                 1.1
       other                6.0         6.0    6.0    2.00
       geometric mean       7.6        12.0    5.2
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestSummaryMeans: all of table 3 has a mean of its own, and with nothing beside it only that.
func TestSummaryMeans(t *testing.T) {
	r := &Report{}
	for i := 1; i <= Configurations; i++ {
		r.Results = append(r.Results, resultOf(fmt.Sprint("c", i), i, 6))
	}
	names := func() (out []string) {
		for _, s := range r.Summaries()[len(r.Results):] {
			out = append(out, fmt.Sprintf("%s %.1f", s.Name, s.Operations))
		}
		return out
	}
	if diff := cmp.Diff([]string{"geometric mean of 1 to 11 6.0"}, names()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	r.Results = append(r.Results, resultOf("other", 0, 6))
	if diff := cmp.Diff([]string{"geometric mean of 1 to 11 6.0", "geometric mean 6.0"}, names()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
