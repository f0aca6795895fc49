package eval

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// The report as tables for people.

// Table is rows of cells, the first of them the heads of columns. Columns of numbers are aligned to the right.
type Table struct {
	Title string
	Left  int // columns that are aligned to the left
	Rows  [][]string
	Notes []string // what stands behind a row, by its index; empty for nothing
}

func (t *Table) add(cells ...string) { t.addNote("", cells...) }

// addNote adds a row with a text behind it that is in no column.
func (t *Table) addNote(note string, cells ...string) {
	t.Rows = append(t.Rows, cells)
	t.Notes = append(t.Notes, note)
}

// nameWidth is the width of a column at the left at most, in a table with a width; longer names are cut. The report as JSON has them whole.
const nameWidth = 40

// cutNames cuts what is too long at the left.
func (t *Table) cutNames() {
	for _, cells := range t.Rows {
		for i := range min(t.Left, len(cells)) {
			if name := []rune(cells[i]); len(name) > nameWidth {
				cells[i] = string(name[:nameWidth-1]) + "…"
			}
		}
	}
}

// gap stands before each column.
const gap = "  "

// write writes the table, without the columns that are empty below their heads; nothing where it has but a head. Columns that are beyond
// the width, if it is not 0, follow in a table of their own, with those at the left again.
func (t *Table) write(w io.Writer, width int) error {
	if width > 0 {
		t.cutNames()
	}
	widths := t.widths()
	var b strings.Builder
	for from := t.Left; ; {
		to := t.fitting(widths, from, width)
		title := t.Title
		if from > t.Left {
			title += ", continued"
		}
		b.WriteString(title + "\n")
		for i := range t.Rows {
			b.WriteString(t.line(i, widths, from, to))
		}
		if from = to; from >= len(widths) {
			break
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fitting is the column behind the last one, at least one from the column from on, that fits the width beside those at the left.
func (t *Table) fitting(widths []int, from, width int) int {
	used := 0
	for j, n := range widths {
		if n < 0 || j >= t.Left && j < from {
			continue
		}
		used += len(gap) + n
		if width > 0 && used > width && j > from {
			return j
		}
	}
	return len(widths)
}

// line is row number i with the columns at the left, and those from the one on to the other. A note stands behind the first part of a row.
func (t *Table) line(i int, widths []int, from, to int) string {
	var line strings.Builder
	for j, c := range t.Rows[i] {
		if widths[j] < 0 || j >= t.Left && (j < from || j >= to) {
			continue
		}
		pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(c))
		if j < t.Left {
			line.WriteString(gap + c + pad)
		} else {
			line.WriteString(gap + pad + c)
		}
	}
	if t.Notes[i] != "" && from == t.Left {
		line.WriteString(gap + t.Notes[i])
	}
	return strings.TrimRight(line.String(), " ") + "\n"
}

// widths are the widths of the columns; -1 for one that is empty below its head, unless that is empty too.
func (t *Table) widths() []int {
	widths := make([]int, len(t.Rows[0]))
	for j, head := range t.Rows[0] {
		widths[j] = utf8.RuneCountInString(head)
		used := head == ""
		for _, r := range t.Rows[1:] {
			if j < len(r) {
				widths[j] = max(widths[j], utf8.RuneCountInString(r[j]))
				used = used || r[j] != ""
			}
		}
		if !used {
			widths[j] = -1
		}
	}
	return widths
}

// Tables are the tables of the report, those that have rows.
func (r *Report) Tables() []*Table {
	tables := []*Table{r.operations(), r.times(), r.running(), r.totals(), r.stagings(), r.ratios(), r.changes(), r.growth()}
	return withRows(slices.Concat(tables, r.explanations(), []*Table{r.summary()}))
}

func withRows(tables []*Table) []*Table {
	return slices.DeleteFunc(tables, func(t *Table) bool { return len(t.Rows) < 2 })
}

// WriteTables writes the report as tables of that many characters in width at most, where columns allow it, an empty line between them;
// of any width where it is 0.
func (r *Report) WriteTables(w io.Writer, width int) error {
	return writeTables(w, width, r.Tables(), r.remarks())
}

// writeTables writes tables, then lines, with an empty line between each.
func writeTables(w io.Writer, width int, tables []*Table, lines []string) error {
	parts := []func(io.Writer) error{}
	for _, t := range tables {
		parts = append(parts, func(w io.Writer) error { return t.write(w, width) })
	}
	if len(lines) > 0 {
		parts = append(parts, func(w io.Writer) error {
			_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
			return err
		})
	}
	for i, write := range parts {
		if i > 0 {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		if err := write(w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Report) without() string {
	if len(r.Disabled) == 0 {
		return ""
	}
	return ", without " + strings.Join(r.Disabled, ", ")
}

// eachLate calls f for each late row; a result without any is reported as a row that has but an error.
func (r *Report) eachLate(f func(name string, l Late)) {
	for _, x := range r.Results {
		name := Title(x.Workload, x.Variant)
		if x.Error != "" {
			f(name, Late{Error: x.Error})
		}
		for _, l := range x.Late {
			f(name, l)
		}
	}
}

// operations is the table of operations by kind: of the passes, of the staged passes one after the other, and of these composed.
func (r *Report) operations() *Table {
	t := &Table{Title: "Operations" + r.without(), Left: 3}
	t.add("workload", "late", "", "calls", "tests", "loads", "allocs", "prims", "mapops", "total", "ratio", "a node")
	r.eachLate(func(name string, l Late) {
		if l.Ratio == nil {
			t.addNote(oneLine(l.Error), name, l.Name)
			return
		}
		t.add(append([]string{name, l.Name, "passes"}, append(l.Unstaged.Operations.cells(), "", "")...)...)
		staged := "staged"
		if l.Separate != nil {
			staged = "composed"
			t.add(append([]string{"", "", "separate"}, append(l.Separate.Operations.cells(), number(l.Ratio.Separate), l.perNode(l.Separate))...)...)
		}
		t.add(append([]string{"", "", staged}, append(l.Staged.Operations.cells(), number(l.Ratio.Operations), l.perNode(l.Staged))...)...)
	})
	return t
}

// PerNode is how many operations the staged passes execute for a node of the tree that they give; 0 where that is not known.
func (l *Late) PerNode() float64 {
	if l.Ratio == nil {
		return 0
	}
	return per(float64(l.Staged.Operations.Total), float64(l.Nodes))
}

func (l *Late) perNode(c *Cost) string {
	return optional(per(float64(c.Operations.Total), float64(l.Nodes)), "%.2f")
}

func (o Operations) cells() []string {
	var out []string
	for _, n := range []int64{o.Calls, o.Tests, o.Loads, o.Allocs, o.Prims, o.MapOps, o.Total} {
		out = append(out, fmt.Sprint(n))
	}
	return out
}

// times is the table of wall times.
func (r *Report) times() *Table {
	t := &Table{Title: "Times in the interpreter, and processor times of the driver with the original function, the optimised one, and that as native code (median ± deviation)" + r.without(), Left: 2}
	t.add("workload", "late", "passes", "separate", "staged", "ratio", "original", "optimised", "ratio", "native", "ratio")
	r.eachLate(func(name string, l Late) {
		if l.Ratio == nil || l.Unstaged.Time == nil {
			return
		}
		separate := ""
		if l.Separate != nil {
			separate = l.Separate.Time.cell()
		}
		cells := []string{name, l.Name, l.Unstaged.Time.cell(), separate, l.Staged.Time.cell(), number(l.Ratio.Time)}
		if k := l.Kernel; k != nil && k.Original != nil {
			cells = append(cells, k.Original.cell(), k.Optimised.cell(), k.Spread.String())
			if k.Native != nil {
				cells = append(cells, k.Native.Time.cell(), k.Native.Spread.String())
			}
		}
		t.add(cells...)
	})
	return t
}

// running is the table of the back ends.
func (r *Report) running() *Table {
	t := &Table{Title: "In a Go program: the time from constants to code in each back end; of a call as the driver makes them, before, and by each; after how many calls the first pays" + r.without(), Left: 2}
	names := r.backendNames()
	t.add(slices.Concat([]string{"workload", "late"}, prefixed("to ", names), []string{"calls", "before"}, names, []string{"pays after"})...)
	r.eachLate(func(name string, l Late) {
		if l.Running != nil {
			t.add(append([]string{name, l.Name}, l.Running.cells()...)...)
		}
	})
	return t
}

// backendNames are those that the report has, in order.
func (r *Report) backendNames() (names []string) {
	r.eachLate(func(_ string, l Late) {
		if l.Running != nil && names == nil {
			for _, b := range l.Running.Backends {
				names = append(names, b.Name)
			}
		}
	})
	return names
}

func prefixed(prefix string, names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, prefix+n)
	}
	return out
}

func (r *Running) cells() []string {
	latencies, calls := make([]string, len(r.Backends)), make([]string, len(r.Backends))
	for i, b := range r.Backends {
		if b.Latency != nil {
			latencies[i] = b.Latency.cell()
		}
		calls[i] = duration(b.Call)
	}
	out := append(latencies, "", duration(r.General))
	after := ""
	if r.General > 0 {
		out[len(latencies)] = fmt.Sprint(r.Calls)
		after = pays(r.BreakEven)
	}
	return slices.Concat(out, calls, []string{after})
}

// duration is d with three digits; empty for 0.
func duration(d time.Duration) string {
	if d == 0 {
		return ""
	}
	unit, name := unitOf(d)
	return fmt.Sprintf("%.3g %s", float64(d)/float64(unit), name)
}

// missing says why there are empty cells in the table of the back ends, each reason once.
func (r *Report) missing() (out []string) {
	said := map[string]bool{}
	say := func(line, where string) {
		if !said[line] {
			said[line] = true
			out = append(out, line+" ("+where+")")
		}
	}
	r.eachLate(func(name string, l Late) {
		if l.Running == nil {
			return
		}
		where := name + ", " + l.Name
		if l.Running.TooShort {
			say("no times of calls: they take less than a microsecond", where)
		}
		for _, b := range l.Running.Backends {
			if b.Missing != "" {
				say("no times by "+b.Name+": "+oneLine(b.Missing), where)
			}
		}
	})
	return out
}

// stagings is the table of what the early stage made and took.
func (r *Report) stagings() *Table {
	t := &Table{Title: "Staging" + r.without(), Left: 1}
	t.add("workload", "function size", "functions", "nodes", "bytes", "expansion", "contours", "evaluations", "steps", "widenings", "folded", "mapops removed",
		"rounds", "composed nodes", "composition", "time", "runs")
	for _, x := range r.Results {
		s := x.Staging
		if s == nil {
			continue
		}
		work, rounds := s.work()
		cells := []string{
			Title(x.Workload, x.Variant), fmt.Sprint(s.Function), fmt.Sprint(s.Residual.Functions), fmt.Sprint(s.Residual.Nodes), fmt.Sprint(s.Residual.Bytes),
			fmt.Sprintf("%.2f", per(float64(s.Residual.Nodes), float64(s.Original.Nodes))),
		}
		for _, n := range work {
			cells = append(cells, fmt.Sprint(n))
		}
		cells = append(cells, fmt.Sprint(rounds))
		cells = append(cells, s.Composed.cells(s.Time != nil)...)
		if s.Time != nil {
			cells = append(cells, s.Time.cell(), fmt.Sprint(s.Time.Runs))
		}
		t.add(cells...)
	}
	return t
}

// cells are the nodes of a composed program and, withTime, how long the composition took; nothing where there is none.
func (p *Pass) cells(withTime bool) []string {
	cells := []string{"", ""}
	if p == nil {
		return cells
	}
	cells[0] = fmt.Sprint(p.Size.Nodes)
	if withTime {
		var sum time.Duration
		for _, ph := range p.Phases {
			sum += ph.Time
		}
		unit, name := unitOf(sum)
		cells[1] = fmt.Sprintf("%.2f %s", float64(sum)/float64(unit), name)
	}
	return cells
}

// work sums what the passes took: contours, evaluations, steps, widenings, expressions folded, map operations removed; and the most
// rounds.
func (s *Staging) work() (sums [6]int, rounds int) {
	for _, p := range s.Passes {
		w := p.Work
		for i, n := range []int{w.Contours, w.Evaluations, w.Steps, w.Widenings, w.ExpressionsFolded, w.MapOperationsRemoved} {
			sums[i] += n
		}
		rounds = max(rounds, p.Rounds)
	}
	return sums, rounds
}

// ratios is the table of what ratios are left without each technique.
func (r *Report) ratios() *Table {
	return r.ablated("Ratio of operations without a technique"+r.without(), func(c Cell) string { return number(c.Ratio) })
}

// changes is the table of the fraction of the speedup that is left.
func (r *Report) changes() *Table {
	return r.ablated("Fraction of the speedup that is left: (ratio - 1) as a part of (ratio with everything on - 1)"+r.without(),
		func(c Cell) string { return fmt.Sprintf("%.2f", c.Change) })
}

func (r *Report) ablated(head string, show func(Cell) string) *Table {
	t := &Table{Title: head, Left: 2}
	if len(r.Ablations) == 0 {
		return t
	}
	cells := []string{"without", "section"}
	for _, c := range r.Ablations[0].Cells {
		cells = append(cells, Title(c.Workload, c.Variant))
	}
	t.add(cells...)
	for _, a := range r.Ablations {
		cells := []string{a.Technique, a.Section}
		if a.Technique == "" {
			cells[0] = "(nothing)"
		}
		for _, c := range a.Cells {
			switch {
			case c.Error != "":
				cells = append(cells, "-")
			case c.Bound > 0:
				cells = append(cells, fmt.Sprintf("> %v", c.Bound))
			default:
				cells = append(cells, show(c))
			}
		}
		t.add(cells...)
	}
	return t
}

// growth is the table of the generated family.
func (r *Report) growth() *Table {
	t := &Table{Title: "The generated family, relative to its smallest member" + r.without()}
	t.add("statements", "functions", "nodes", "bytes", "contours", "nodes/n", "time", "time/(n·log n)")
	for _, m := range r.Family {
		if m.Error != "" {
			t.addNote(oneLine(m.Error), fmt.Sprint(m.Statements))
			continue
		}
		cells := []string{
			fmt.Sprint(m.Statements), fmt.Sprint(m.Residual.Functions), fmt.Sprint(m.Residual.Nodes), fmt.Sprint(m.Residual.Bytes),
			fmt.Sprint(m.Contours), fmt.Sprintf("%.2f", m.NodesPerStatement),
		}
		if m.Time != nil {
			cells = append(cells, m.Time.cell(), fmt.Sprintf("%.2f", m.TimePerNLogN))
		}
		t.add(cells...)
	}
	return t
}

// remarks are the warnings of staging, and what the times were measured on.
func (r *Report) remarks() []string {
	var out []string
	for _, x := range r.Results {
		if x.Staging == nil {
			continue
		}
		for _, warning := range x.Staging.Warnings {
			out = append(out, "warning: "+Title(x.Workload, x.Variant)+": "+warning)
		}
	}
	out = append(out, r.missing()...)
	if r.Budget > 0 {
		m := r.Machine
		cc := m.CC
		if cc == "" {
			cc = "no C compiler, so that no driver was run"
		}
		cpus := fmt.Sprint(m.CPUs, " CPUs")
		if m.CPUs == 1 {
			cpus = "1 CPU"
		}
		out = append(out, fmt.Sprintf("Times on %s/%s, %s, %s; %s.", m.OS, m.Arch, cpus, m.Go, cc))
	}
	return out
}

func oneLine(s string) string {
	first, _, more := strings.Cut(s, "\n")
	if more {
		first += " ..."
	}
	return first
}

func number(x float64) string { return fmt.Sprintf("%.1f", x) }

// cell is the median and the deviation in one unit, with three digits of the median.
func (t *Times) cell() string {
	unit, name := unitOf(t.Median)
	median, deviation := float64(t.Median)/float64(unit), float64(t.Deviation)/float64(unit)
	decimals := 2
	switch {
	case median >= 100:
		decimals = 0
	case median >= 10:
		decimals = 1
	}
	return fmt.Sprintf("%.*f ± %.*f %s", decimals, median, decimals, deviation, name)
}

func unitOf(d time.Duration) (time.Duration, string) {
	switch {
	case d >= time.Second:
		return time.Second, "s"
	case d >= time.Millisecond:
		return time.Millisecond, "ms"
	}
	return time.Microsecond, "µs"
}
