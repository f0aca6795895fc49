package eval

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchmath"
)

// What changed from one report to another. Counts are exact; of times it is said whether they differ beyond noise, by the Mann-Whitney test of their parts.

// alpha is how likely two series of measurements of the same thing may be to count as different: two reports have hundreds of them, so that it is less than the
// twentieth that is usual for one.
const alpha = 0.001

// asTheyRun is the pipeline of the staged passes, composed where they are.
const asTheyRun = "as they run"

// lateOperations begins the measures of operations, by pipeline.
const lateOperations = "late operations, "

// Change is one measure of one row, in two reports.
type Change struct {
	Measure  string
	Row      string // the workload and its variant
	Late     string // the set of late values; empty for what is of all
	Old, New float64
	IsTime   bool // Old and New are nanoseconds
	// P is how likely such a difference is where nothing differs; 0 for counts.
	P float64
}

// Differs reports whether the two differ, beyond noise where they are times.
func (c *Change) Differs() bool { return c.Old != c.New && c.P < alpha }

// Factor is New as a multiple of Old; 1 where both are 0.
func (c *Change) Factor() float64 {
	if c.Old == c.New {
		return 1
	}
	return c.New / c.Old
}

// Comparison is what two reports have in common, and what they do not.
type Comparison struct {
	// Changes are measures of rows that both have, those of a measure together.
	Changes Changes
	// Gone and Added are the rows that only the old report has, and only the new one.
	Gone, Added []string
	// Machines says in what the machines differ, so that times are not compared; empty where they do not.
	Machines string
}

// Compare compares the report with an old one.
func (r *Report) Compare(old *Report) *Comparison {
	c := &Comparison{Machines: differ(old.Machine, r.Machine)}
	then, now := old.measures(), r.measures()
	for key, m := range then {
		if n, ok := now[key]; ok {
			c.add(key, m, n)
		}
	}
	slices.SortFunc(c.Changes, func(a, b Change) int {
		return cmp.Or(then[a.key()].order-then[b.key()].order, cmp.Compare(a.Row, b.Row), cmp.Compare(a.Late, b.Late))
	})
	before, after := old.titles(), r.titles()
	c.Gone, c.Added = without(before, after), without(after, before)
	return c
}

// measureKey identifies a measure of a row.
type measureKey struct{ measure, row, late string }

func (c *Change) key() measureKey { return measureKey{c.Measure, c.Row, c.Late} }

// measured is a count, or times.
type measured struct {
	count int64
	times *Times
	order int
}

func (c *Comparison) add(key measureKey, old, new measured) {
	x := Change{Measure: key.measure, Row: key.row, Late: key.late, Old: float64(old.count), New: float64(new.count)}
	if old.times != nil && new.times != nil {
		if c.Machines != "" || len(old.times.Parts) == 0 || len(new.times.Parts) == 0 {
			return
		}
		x.IsTime, x.Old, x.New = true, float64(old.times.Median), float64(new.times.Median)
		x.P = benchmath.AssumeNothing.Compare(sampleOf(old.times), sampleOf(new.times)).P
	}
	c.Changes = append(c.Changes, x)
}

func sampleOf(t *Times) *benchmath.Sample {
	values := make([]float64, len(t.Parts))
	for i, d := range t.Parts {
		values[i] = float64(d)
	}
	return benchmath.NewSample(values, &benchmath.Thresholds{CompareAlpha: alpha})
}

// measures are all numbers of the report that are not made of others.
func (r *Report) measures() map[measureKey]measured {
	out := map[measureKey]measured{}
	order := map[string]int{}
	add := func(measure, row, late string, m measured) {
		if _, ok := order[measure]; !ok {
			order[measure] = len(order)
		}
		m.order = order[measure]
		out[measureKey{measure, row, late}] = m
	}
	for _, x := range r.Results {
		row := Title(x.Workload, x.Variant)
		for _, l := range x.Late {
			l.measures(func(measure string, m measured) { add(measure, row, l.Name, m) })
		}
		if x.Staging != nil {
			x.Staging.measures(func(measure string, m measured) { add(measure, row, "", m) })
		}
	}
	for _, m := range r.Family {
		if m.Error == "" {
			add("nodes of the staged passes", memberTitle(m.Statements), "", measured{count: int64(m.Residual.Nodes)})
			add("time of staging", memberTitle(m.Statements), "", measured{times: m.Time})
		}
	}
	return out
}

func (l *Late) measures(add func(string, measured)) {
	if l.Ratio == nil {
		return
	}
	pipelines := []struct {
		name string
		cost *Cost
	}{{asTheyRun, l.Staged}, {"one after the other", l.Separate}, {"not staged", l.Unstaged}}
	for _, p := range pipelines {
		if p.cost != nil {
			add(lateOperations+p.name, measured{count: p.cost.Operations.Total})
		}
	}
	for _, p := range pipelines {
		if p.cost != nil && p.cost.Time != nil {
			add("late time, "+p.name, measured{times: p.cost.Time})
		}
	}
	if k := l.Kernel; k != nil && k.Original != nil {
		add("driver with the original function", measured{times: k.Original})
		add("driver with the optimised function", measured{times: k.Optimised})
		if k.Native != nil {
			add("driver with native code", measured{times: &k.Native.Time})
		}
	}
	if l.Running != nil {
		for _, b := range l.Running.Backends {
			if b.Latency != nil {
				add("to code by "+b.Name, measured{times: b.Latency})
			}
		}
	}
}

func (s *Staging) measures(add func(string, measured)) {
	work, _ := s.work()
	add("contours", measured{count: int64(work[0])})
	add("nodes of the staged passes", measured{count: int64(s.Residual.Nodes)})
	if s.Composed != nil {
		add("nodes of the composed program", measured{count: int64(s.Composed.Size.Nodes)})
	}
	if s.Time != nil {
		add("time of staging", measured{times: s.Time})
	}
}

// titles are those of the rows that have numbers.
func (r *Report) titles() []string {
	var out []string
	for _, x := range r.Results {
		for _, l := range x.Late {
			if l.Ratio != nil {
				out = append(out, Title(x.Workload, x.Variant)+", "+l.Name)
			}
		}
	}
	for _, m := range r.Family {
		if m.Error == "" {
			out = append(out, memberTitle(m.Statements))
		}
	}
	return out
}

// without are those of a that are not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func differ(old, new Machine) string {
	var out []string
	say := func(what string, a, b any) {
		if a != b {
			out = append(out, fmt.Sprintf("%s: %v, now %v", what, a, b))
		}
	}
	say("system", old.OS+"/"+old.Arch, new.OS+"/"+new.Arch)
	say("CPUs", old.CPUs, new.CPUs)
	say("Go", old.Go, new.Go)
	say("C compiler", cmp.Or(old.CC, "none"), cmp.Or(new.CC, "none"))
	return strings.Join(out, "; ")
}

// MoreOperations are the sets of late values for which the staged passes execute more operations than they did, by more than the fraction tolerance, each with how
// much more; and those that are gone.
func (c *Comparison) MoreOperations(tolerance float64) []string {
	var out []string
	for i := range c.Changes {
		if x := &c.Changes[i]; x.Measure == lateOperations+asTheyRun && x.New > x.Old*(1+tolerance) {
			out = append(out, fmt.Sprintf("%s, %s: %.0f operations instead of %.0f (%s)", x.Row, x.Late, x.New, x.Old, percent(x.Factor())))
		}
	}
	for _, g := range c.Gone {
		out = append(out, g+": has no numbers now")
	}
	return out
}

// Table is what changed, and behind each measure the geometric mean of what became of it in all rows.
func (c *Comparison) Table() *Table {
	t := &Table{Title: "Changes", Left: 3}
	t.add("", "workload", "late", "old", "new", "change", "p")
	for from := 0; from < len(c.Changes); {
		to := from
		for to < len(c.Changes) && c.Changes[to].Measure == c.Changes[from].Measure {
			to++
		}
		c.Changes[from:to].addTo(t)
		from = to
	}
	return t
}

// Changes are those of one measure or of several.
type Changes []Change

// addTo adds the changes of one measure to a table.
func (cs Changes) addTo(t *Table) {
	head, sum, n, changed := cs[0].Measure, 0.0, 0, 0
	for i := range cs {
		x := &cs[i]
		if f := x.Factor(); f > 0 && !math.IsInf(f, 1) {
			sum += math.Log(f)
			n++
		}
		if !x.Differs() {
			continue
		}
		changed++
		p := ""
		if x.IsTime {
			p = fmt.Sprintf("%.1g", x.P)
		}
		t.add(head, x.Row, x.Late, x.value(x.Old), x.value(x.New), percent(x.Factor()), p)
		head = ""
	}
	mean := percent(math.Exp(sum / float64(max(n, 1))))
	t.add(head, fmt.Sprintf("geometric mean of %d, %d changed", n, changed), "", "", "", mean, "")
}

func (c *Change) value(x float64) string {
	if c.IsTime {
		return duration(time.Duration(x))
	}
	return fmt.Sprintf("%.0f", x)
}

// percent is a factor as a change; that of 0 to something has none.
func percent(factor float64) string {
	if math.IsInf(factor, 1) {
		return "from 0"
	}
	return fmt.Sprintf("%+.1f %%", 100*(factor-1))
}

// WriteTable writes the comparison as a table, as WriteTables does a report.
func (c *Comparison) WriteTable(w io.Writer, width int) error {
	var lines []string
	if c.Machines != "" {
		lines = append(lines, "Times are not compared, since the machines differ: "+c.Machines+".")
	}
	if len(c.Gone) > 0 {
		lines = append(lines, "Only in the old report: "+strings.Join(c.Gone, "; ")+".")
	}
	if len(c.Added) > 0 {
		lines = append(lines, "Only in the new report: "+strings.Join(c.Added, "; ")+".")
	}
	return writeTables(w, width, withRows([]*Table{c.Table()}), lines)
}
