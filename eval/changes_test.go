package eval

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// reportOf is a report with one row whose staged passes execute so many operations, in times around one.
func reportOf(operations int64, around time.Duration) *Report {
	samples := make([]time.Duration, 40)
	for i := range samples {
		samples[i] = around + time.Duration(i%7)*around/100
	}
	times := summarize(samples, len(samples))
	return &Report{Format: ReportFormat, Schema: SchemaVersion, Machine: Machine{OS: "linux"}, Results: []Result{{
		Workload: "w", Variant: "v", Ratio: 2, Staging: &Staging{Original: Size{Nodes: 10}, Residual: Size{Nodes: 5}},
		Late: []Late{{
			Name: "a=1", Ratio: &Ratio{Operations: 2}, Nodes: 4,
			Unstaged: &Cost{Operations: Operations{Total: 300}}, Staged: &Cost{Operations: Operations{Total: operations}, Time: &times},
		}},
	}}}
}

func compared(t *testing.T, old, now *Report) string {
	t.Helper()
	var b strings.Builder
	if err := now.Compare(old).WriteTable(&b, 0); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestChanges: counts that differ are there; times only where they differ by more than they vary.
func TestChanges(t *testing.T) {
	const want = `Changes
                                workload                        late      old      new    change      p
  late operations, as they run  w/v                             a=1       100      110   +10.0 %
                                geometric mean of 1, 1 changed                           +10.0 %
  late operations, not staged   geometric mean of 1, 0 changed                            +0.0 %
  late time, as they run        w/v                             a=1   1.03 ms  2.06 ms  +100.0 %  1e-11
                                geometric mean of 1, 1 changed                          +100.0 %
  contours                      geometric mean of 1, 0 changed                            +0.0 %
  nodes of the staged passes    geometric mean of 1, 0 changed                            +0.0 %
`
	got := compared(t, reportOf(100, time.Millisecond), reportOf(110, 2*time.Millisecond))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if alike := compared(t, reportOf(100, time.Millisecond), reportOf(100, time.Millisecond+2*time.Microsecond)); strings.Contains(alike, "w/v") {
		t.Errorf("times that differ by less than they vary are there:\n%s", alike)
	}
}

// TestOtherMachine: times of another machine are not compared, counts are.
func TestOtherMachine(t *testing.T) {
	old := reportOf(100, time.Millisecond)
	old.Machine.CPUs = 64
	got := compared(t, old, reportOf(90, time.Second))
	if !strings.Contains(got, "CPUs: 64, now 0") || !strings.Contains(got, "-10.0 %") || strings.Contains(got, "late time") {
		t.Errorf("got\n%s", got)
	}
}

func TestMoreOperations(t *testing.T) {
	old, now := reportOf(100, time.Second), reportOf(103, time.Second)
	if got := now.Compare(old).MoreOperations(0.03); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	want := []string{"w/v, a=1: 103 operations instead of 100 (+3.0 %)"}
	if diff := cmp.Diff(want, now.Compare(old).MoreOperations(0.02)); diff != "" {
		t.Error(diff)
	}
	now.Results[0].Late[0] = Late{Name: "a=1", Error: "it ended"}
	want = []string{"w/v, a=1: has no numbers now"}
	if diff := cmp.Diff(want, now.Compare(old).MoreOperations(0.5)); diff != "" {
		t.Error(diff)
	}
}

// TestReadReport: a report is what was written; what is none, or of another form, is refused.
func TestReadReport(t *testing.T) {
	want := reportOf(100, time.Second)
	var b bytes.Buffer
	if err := want.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	got, err := ReadReport("r.json", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{
		"[":                                      "no report",
		`{"format": "other"}`:                    "no report",
		`{"format":"scf evaluation","schema":1}`: "has form 1",
	} {
		if _, err := ReadReport("r.json", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestParts(t *testing.T) {
	var samples []time.Duration
	for i := range 45 {
		samples = append(samples, time.Duration(i))
	}
	got := parts(samples)
	if len(got) != maxParts || got[0] != 0 || got[19] != 43 {
		t.Errorf("got %v", got)
	}
	if diff := cmp.Diff(samples[:3], parts(samples[:3])); diff != "" {
		t.Error(diff)
	}
}

// TestTotals: the driver with the code of each back end, and what making that takes.
func TestTotals(t *testing.T) {
	at := func(d time.Duration) *Times { return &Times{Median: d} }
	l := Late{
		Unstaged: &Cost{Time: at(50)}, Staged: &Cost{Time: at(10)},
		Kernel: &Kernel{Original: at(1000), Optimised: at(400), Native: &Native{Time: *at(1000)}},
		Running: &Running{Backends: []Backend{
			{Name: "native", Latency: at(20)}, {Name: "interp", Latency: at(15)}, {Name: "c", Latency: at(300)}}},
	}
	want := []Total{
		{Backend: "native", None: 1000, Staged: 1020, Unstaged: 1060},
		{Backend: "c", None: 1000, Staged: 700, Unstaged: 740, StagedPays: 0.5, UnstagedPays: 340.0 / 600},
	}
	if diff := cmp.Diff(want, l.Totals()); diff != "" {
		t.Error(diff)
	}
}
