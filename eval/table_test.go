package eval

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestTables: columns that nothing is in are left out, rows with an error have no numbers, and what was measured where is said.
func TestTables(t *testing.T) {
	times := func(d time.Duration) *Times { return &Times{d, d / 10, 5, nil} }
	r := &Report{
		Machine: Machine{OS: "linux", Arch: "amd64", CPUs: 2, Go: "go1.26", CC: "gcc 12"}, Budget: time.Second, Disabled: []string{"dse"},
		Results: []Result{{
			Workload: "w", Variant: "v",
			Staging: &Staging{Function: 31, Time: times(2 * time.Second), Original: Size{3, 200, 1000}, Residual: Size{2, 50, 900}, Warnings: []string{"a budget"}},
			Late: []Late{{
				Name: "a=1", Ratio: &Ratio{Operations: 10, Time: 4},
				Unstaged: &Cost{Operations: Operations{1, 2, 3, 4, 5, 6, 21}, Time: times(123456 * time.Microsecond)},
				Staged:   &Cost{Operations: Operations{Total: 2}, Time: times(30456 * time.Nanosecond)},
				Kernel:   &Kernel{Original: times(3 * time.Millisecond), Optimised: times(2 * time.Millisecond), Spread: Spread{1.5, 1.4, 1.6}, Native: &Native{*times(time.Millisecond), Spread{2, 1.9, 2.1}}},
			}, {Name: "a=2", Error: "it differs\nmuch"}},
		}, {Workload: "x", Error: "it cannot be read"}},
	}
	var got strings.Builder
	if err := r.WriteTables(&got, 0); err != nil {
		t.Fatal(err)
	}
	const want = `Operations, without dse
  workload  late          calls  tests  loads  allocs  prims  mapops  total  ratio
  w/v       a=1   passes      1      2      3       4      5       6     21
                  staged      0      0      0       0      0       0      2   10.0
  w/v       a=2   it differs ...
  x               it cannot be read

Times in the interpreter, and processor times of the driver with the original function, the optimised one, and that as native code (median ± deviation), without dse
  workload  late       passes         staged  ratio        original       optimised                ratio          native                ratio
  w/v       a=1   123 ± 12 ms  30.5 ± 3.0 µs    4.0  3.00 ± 0.30 ms  2.00 ± 0.20 ms  1.50 (1.40 to 1.60)  1.00 ± 0.10 ms  2.00 (1.90 to 2.10)

Staging, without dse
  workload  function size  functions  nodes  bytes  expansion  contours  evaluations  steps  widenings  folded  mapops removed  rounds           time  runs
  w/v                  31          2     50    900       0.25         0            0      0          0       0               0       0  2.00 ± 0.20 s     5

warning: w/v: a budget
Times on linux/amd64, 2 CPUs, go1.26; gcc 12.
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	r = &Report{Machine: Machine{OS: "linux", Arch: "arm64", CPUs: 1, Go: "go1.26"}, Budget: 1}
	got.Reset()
	if err := r.WriteTables(&got, 0); err != nil || got.String() != "Times on linux/arm64, 1 CPU, go1.26; no C compiler, so that no driver was run.\n" {
		t.Errorf("without a C compiler: %v, %q", err, got.String())
	}
}

// TestTableWidth: what is beyond the width follows below, with the columns at the left again; nothing is lost.
func TestTableWidth(t *testing.T) {
	tab := &Table{Title: "Sizes", Left: 1}
	tab.add("name", "first", "second", "third", "a very wide column")
	tab.add("one", "1", "2", "3", "4")
	tab.addNote("noted", strings.Repeat("two", 100), "10", "20", "30", "40")
	var got strings.Builder
	if err := tab.write(&got, 60); err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("two", 100)[:nameWidth-1] + "…"
	pad := strings.Repeat(" ", nameWidth)
	want := "Sizes\n" +
		"  name" + pad[4:] + "  first  second\n" +
		"  one" + pad[3:] + "      1       2\n" +
		"  " + name + "     10      20  noted\n\n" +
		"Sizes, continued\n" +
		"  name" + pad[4:] + "  third\n" +
		"  one" + pad[3:] + "      3\n" +
		"  " + name + "     30\n\n" +
		"Sizes, continued\n" +
		"  name" + pad[4:] + "  a very wide column\n" +
		"  one" + pad[3:] + "                   4\n" +
		"  " + name + "                  40\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}
