package eval

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

// What partial evaluation and dead-store elimination alone save, in two families of passes, without each technique in turn: measured once, kept
// in a file, shown in the documentation, and in part measured again by tests.

// families are pipelines of the same three optimizations: the standard one, and that in the dissertation's style.
var families = []struct{ name, pipeline string }{
	{"standard", stager.DefaultPipeline},
	{"classic", "classic/cnp,classic/cpp,classic/dae"},
}

// worthOn are the workloads of the table: configurations 1 to 11 of table 3.
var worthOn = []string{
	"mul_add/any", "mul_add/0|1", "mul_add/1|3", "dotproduct/any", "dotproduct/3", "doconvol/any", "doconvol_1d", "main_loop/calls", "main_loop/fetch",
	"main_loop/fetch,update", "main_loop/fetch,update,find",
}

// everything is in place of a technique: what is measured is the whole system.
const everything = "everything on"

// worthCell is one measurement: without the technique, which is empty for none.
type worthCell struct{ family, workload, technique string }

func (c worthCell) String() string {
	return strings.Join([]string{c.family, c.workload, cmpOr(c.technique, "nothing")}, " ")
}

func cmpOr(s, or string) string {
	if s == "" {
		return or
	}
	return s
}

// worth are the ratios of all operations, and of those on maps; where staging takes more than a bound, that alone.
type worth struct {
	all, maps float64
	bound     time.Duration // of processor time
}

func (w worth) String() string {
	if w.bound > 0 {
		return moreThan + w.bound.String()
	}
	return fmt.Sprintf("%.3f, on maps %.3f", w.all, w.maps)
}

// moreThan stands before a bound.
const moreThan = "more than "

type worthTable map[worthCell]worth

const (
	worthFile  = "testdata/worth.csv"
	worthDoc   = "../docs/techniques.md"
	worthLimit = 40 * time.Second
	wholeLimit = 10 * time.Minute
)

// errBound ends what takes more processor time than it may.
var errBound = errors.New("it takes more processor time than its bound")

// bounded is a context that ends, by errBound, when the process has taken so much more processor time: however busy the machine is, the same
// work has been done by then.
func bounded(t *testing.T, limit time.Duration) context.Context {
	ctx, cancel := context.WithCancelCause(t.Context())
	end := processorTime(t) + limit
	go func() {
		for ctx.Err() == nil {
			if processorTime(t) > end {
				cancel(errBound)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	t.Cleanup(func() { cancel(nil) })
	return ctx
}

// again are the cells that are measured again in the long tier, since each takes a second or less.
const again = `^(standard|classic) mul_add/1\|3 (nothing|alt|must-may|remat|hoist|dse|dead-inserts)$`

var worthRun = flag.String("worth.run", "", "measure these cells, each written as FAMILY WORKLOAD TECHNIQUE; with -update keep what is found")

// processorTime is what the process has taken.
func processorTime(t *testing.T) time.Duration {
	var r unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &r); err != nil {
		t.Error(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func readWorth(t *testing.T) worthTable {
	t.Helper()
	table := worthTable{}
	data, err := os.ReadFile(worthFile)
	if errors.Is(err, fs.ErrNotExist) && golden.Update() {
		return table
	}
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		cell := worthCell{row[0], row[1], row[2]}
		if text, is := strings.CutPrefix(row[3], moreThan); is {
			bound, err := time.ParseDuration(text)
			if err != nil {
				t.Fatal(err)
			}
			table[cell] = worth{bound: bound}
			continue
		}
		all, err := strconv.ParseFloat(row[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		maps, err := strconv.ParseFloat(row[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		table[cell] = worth{all: all, maps: maps}
	}
	return table
}

// worthCells are all that the table may have, in order.
func worthCells() []worthCell {
	var out []worthCell
	for _, w := range worthOn {
		for _, f := range families {
			out = append(out, worthCell{f.name, w, ""})
			for _, tech := range Techniques {
				if tech.Section != "" {
					out = append(out, worthCell{f.name, w, tech.Name})
				}
			}
		}
	}
	for _, w := range worthOn {
		for _, f := range families {
			out = append(out, worthCell{f.name, w, everything})
		}
	}
	return out
}

func (w worthTable) write(t *testing.T) {
	t.Helper()
	var b strings.Builder
	out := csv.NewWriter(&b)
	_ = out.Write([]string{"family", "workload", "without", "operations", "on maps"})
	for _, c := range worthCells() {
		if r, ok := w[c]; ok && r.bound > 0 {
			_ = out.Write([]string{c.family, c.workload, c.technique, r.String(), ""})
		} else if ok {
			_ = out.Write([]string{c.family, c.workload, c.technique, strconv.FormatFloat(r.all, 'f', 3, 64), strconv.FormatFloat(r.maps, 'f', 3, 64)})
		}
	}
	out.Flush()
	if err := os.WriteFile(worthFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func ofAll(r worth) float64 { return r.all }

func onMaps(r worth) float64 { return r.maps }

// left is the fraction of the speedup that is left, by all operations or by those on maps; not a number where that was not measured.
func (w worthTable) left(c worthCell, by func(worth) float64) float64 {
	here, whole := by(w[c]), by(w[worthCell{c.family, c.workload, ""}])
	if here == 0 || whole == 0 {
		return math.NaN()
	}
	return (here - 1) / (whole - 1)
}

// TestWorthAgain measures cells of the table again. Others: go test ./eval -run WorthAgain -worth.run 'classic dotproduct/any dse$' [-update].
func TestWorthAgain(t *testing.T) {
	if *worthRun == "" {
		tier.OnlyLong(t, "it stages a workload for each technique")
		*worthRun = again
	}
	chosen := regexp.MustCompile(*worthRun)
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	e := newEvaluator(t.Context(), Options{})
	table := readWorth(t)
	for _, c := range worthCells() {
		if !chosen.MatchString(c.String()) {
			continue
		}
		start := time.Now()
		r := c.measure(t, e, ws)
		t.Logf("%v: %v, in %v", c, r, time.Since(start).Round(100*time.Millisecond))
		if golden.Update() {
			table[c] = r
			table.write(t)
		} else if want := table[c]; r.bound != want.bound || math.Abs(r.all-want.all) > 0.05*want.all || math.Abs(r.maps-want.maps) > 0.1*want.maps {
			t.Errorf("%v: %v, and in %s %v", c, r, worthFile, want)
		}
	}
}

// measure stages the workload and runs it for all its sets of late values.
func (c worthCell) measure(t *testing.T, e *evaluator, ws []*Workload) worth {
	t.Helper()
	alone := *e
	alone.Stager = stager.Options{}
	limit := worthLimit
	var names []string
	switch c.technique {
	case everything:
		limit = wholeLimit
	case "":
		names = []string{"simplify"}
	default:
		names = []string{"simplify", c.technique}
		if c.technique == "tuple" && slices.Contains(straight, c.workload) {
			limit = wholeLimit // the pass for any function, on the smallest ones
		}
	}
	if err := Disable(&alone.Stager, names...); err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.name != c.family {
			continue
		}
		cases := Through(f.pipeline, Cases(ws, regexp.MustCompile("^"+regexp.QuoteMeta(c.workload)+"$")))
		ctx := bounded(t, limit)
		r, err := alone.row(ctx, cases[0])
		if context.Cause(ctx) == errBound {
			return worth{bound: limit}
		}
		if err != nil {
			t.Fatal(err)
		}
		if r.failed() {
			t.Fatalf("%v: %+v", c, r)
		}
		var before, after int64
		for _, l := range r.Late {
			before += l.Unstaged.Operations.MapOps
			after += l.Staged.Operations.MapOps
		}
		return worth{all: r.Ratio, maps: ratio(before, max(after, 1))}
	}
	t.Fatalf("no such family: %s", c.family)
	return worth{}
}

var classicWorkloads = flag.String("builtin.classic", "^(mul_add|dotproduct/3|doconvol_1d|sparse)", "the workloads that go through the classic passes; .* is all of them")

// TestClassic: workloads go through the classic passes as they do through their staged forms, which save as much as is promised of the standard ones.
func TestClassic(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	t.Parallel()
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, Through(families[1].pipeline, Cases(ws, regexp.MustCompile(*classicWorkloads))), Options{})
	if f := r.Failures(); len(f) > 0 {
		t.Error(f)
	}
	for _, r := range r.Results {
		if r.Configuration > 0 && r.Ratio < 5 {
			t.Errorf("%s: the staged pipeline executes 1 of %.1f operations", Title(r.Workload, r.Variant), r.Ratio)
		}
	}
}
