package eval

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/tier"
	"scf/kernel"
)

// TestRunning has a driver call its function in every back end.
func TestRunning(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	c := Cases(ws, regexp.MustCompile(`^unpack/2 bytes$`))[0]
	e := newEvaluator(t.Context(), Options{Budget: 40 * time.Millisecond})
	p, err := e.prepare(t.Context(), c)
	if err == nil {
		err = e.stageOnce(t.Context(), p)
	}
	if err != nil {
		t.Fatal(err)
	}
	late, err := p.fn.ParseLate(c.Variant.Late[1].Values)
	if err != nil {
		t.Fatal(err)
	}
	result, err := p.staged.Run(t.Context(), late)
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.running(t.Context(), p, 1, result.Func)
	if err != nil {
		t.Fatal(err)
	}
	if r.Calls < 2 || r.TooShort || r.General == 0 || len(r.Backends) != len(kernel.Backends()) {
		t.Fatalf("%+v", r)
	}
	for i, b := range kernel.Backends() {
		got := r.Backends[i]
		if available := b.Available() == nil; got.Name != b.Name() || available != (got.Missing == "") || available != (got.Call > 0) || available != (got.Latency != nil) {
			t.Errorf("%+v", got)
		}
	}
}

// TestNotRunning has a driver that no back end runs: that is said, and no error.
func TestNotRunning(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	c := mulAdd(t)[0]
	w := *c.Workload
	w.Driver = "#include \"mul_add.c\"\nint unknown(void);\nint main(void) { return mul_add(unknown(), 2, LATE_a); }\n"
	c.Workload = &w
	r := run(t, []Case{c}, Options{Budget: 4 * time.Millisecond})
	for _, l := range r.Results[0].Late {
		if l.Running == nil || l.Running.Calls > 0 || !strings.Contains(l.Running.Backends[0].Missing, "unknown") {
			t.Errorf("%+v", l.Running)
		}
	}
}

func TestRunningTable(t *testing.T) {
	times := func(d time.Duration) *Times { return &Times{d, d / 10, 5, nil} }
	r := &Report{Results: []Result{{Workload: "w", Variant: "v", Late: []Late{
		{Name: "a=1", Running: &Running{Calls: 12, General: 40 * time.Microsecond, BreakEven: 2.5, Backends: []Backend{
			{Name: "native", Latency: times(50 * time.Microsecond), Call: 20 * time.Microsecond},
			{Name: "c", Missing: "this machine has no C compiler\nat all"}}}},
		{Name: "a=2", Running: &Running{Calls: 3, General: 4 * time.Microsecond, Backends: []Backend{
			{Name: "native", Latency: times(50 * time.Microsecond), Call: 5 * time.Microsecond},
			{Name: "c", Missing: "this machine has no C compiler\nat all"}}}},
		{Name: "a=3", Running: &Running{TooShort: true, Calls: 10000, Backends: []Backend{{Name: "native", Latency: times(time.Millisecond)}, {Name: "c", Latency: times(time.Second)}}}},
	}}}}
	var got strings.Builder
	if err := r.running().write(&got, 0); err != nil {
		t.Fatal(err)
	}
	got.WriteString(strings.Join(r.missing(), "\n"))
	const want = `In a Go program: the time from constants to code in each back end; of a call as the driver makes them, before, and by each; after how many calls the first pays
  workload  late       to native           to c  calls  before  native  pays after
  w/v       a=1    50.0 ± 5.0 µs                    12   40 µs   20 µs         2.5
  w/v       a=2    50.0 ± 5.0 µs                     3    4 µs    5 µs       never
  w/v       a=3   1.00 ± 0.10 ms  1.00 ± 0.10 s
no times by c: this machine has no C compiler ... (w/v, a=1)
no times of calls: they take less than a microsecond (w/v, a=3)`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
