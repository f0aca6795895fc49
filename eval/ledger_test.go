package eval

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"scf/internal/testing/golden"
)

// ledger is the golden with what each built-in workload takes, early and late: a file with a part for each variant, whose text is an
// entry. A part is that of the last time that its variant was staged.
type ledger struct {
	sync.Mutex
	parts map[string]string
}

const ledgerFile = "testdata/work.txtar"

const ledgerHead = `What staging each built-in workload takes and makes, by pass, and the operations of the passes and of their staged forms for each
set of late values. It is rewritten by: go test ./eval -run 'Builtin|Results' -builtin.all -update

`

func readLedger(t *testing.T) *ledger {
	t.Helper()
	l := &ledger{parts: map[string]string{}}
	data, err := os.ReadFile(ledgerFile)
	if err != nil && !golden.Update() {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse(data).Files {
		l.parts[f.Name] = string(f.Data)
	}
	return l
}

// hold compares a part with what there is now, or sets it.
func (l *ledger) hold(t *testing.T, title string, now entry) {
	l.Lock()
	defer l.Unlock()
	text := now.String()
	if golden.Update() {
		l.parts[title] = text
	} else if diff := cmp.Diff(strings.Split(l.parts[title], "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s is not up to date (-there +now):\n%s", ledgerFile, diff)
	}
}

// write writes the parts of the cases where goldens are rewritten.
func (l *ledger) write(t *testing.T, cases []Case) {
	if !golden.Update() {
		return
	}
	a := &txtar.Archive{Comment: []byte(ledgerHead)}
	for _, c := range cases {
		if text, ok := l.parts[c.Title()]; ok {
			a.Files = append(a.Files, txtar.File{Name: c.Title(), Data: []byte(text)})
		}
	}
	if err := os.WriteFile(ledgerFile, txtar.Format(a), 0o666); err != nil {
		t.Fatal(err)
	}
}

// entry is what one variant takes.
type entry struct {
	early []earlyLine // the composed program's has no contours
	notes []string    // budgets that were reached
	late  []lateLine
}

type earlyLine struct {
	pass                                                      string
	contours, evaluations, steps, widenings, functions, nodes int
}

type lateLine struct {
	name                     string
	passes, separate, staged int64
}

const (
	earlyFormat = "contours %d, evaluations %d, steps %d, widenings %d, functions %d, nodes %d"
	lateFormat  = "passes %d, separate %d, staged %d"
)

func entryOf(s *Staging, rows []Late) entry {
	e := entry{notes: s.Warnings}
	passes := s.Passes
	if s.Composed != nil {
		passes = append(slices.Clone(passes), *s.Composed)
	}
	for _, p := range passes {
		w := p.Work
		e.early = append(e.early, earlyLine{p.Name, w.Contours, w.Evaluations, w.Steps, w.Widenings, p.Size.Functions, p.Size.Nodes})
	}
	for _, l := range rows {
		separate := l.Staged
		if l.Separate != nil {
			separate = l.Separate
		}
		e.late = append(e.late, lateLine{l.Name, l.Unstaged.Operations.Total, separate.Operations.Total, l.Staged.Operations.Total})
	}
	return e
}

func (e entry) String() string {
	var b strings.Builder
	for _, l := range e.early {
		fmt.Fprintf(&b, "%s: "+earlyFormat+"\n", l.pass, l.contours, l.evaluations, l.steps, l.widenings, l.functions, l.nodes)
	}
	for _, n := range e.notes {
		fmt.Fprintf(&b, "warning: %s\n", n)
	}
	for _, l := range e.late {
		fmt.Fprintf(&b, "%s: "+lateFormat+"\n", l.name, l.passes, l.separate, l.staged)
	}
	return b.String()
}

// parseEntry reads what entry.String gives.
func parseEntry(text string) (entry, error) {
	var e entry
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		at := strings.LastIndex(line, ": ")
		if at < 0 {
			return e, fmt.Errorf("no name in %q", line)
		}
		if note, ok := strings.CutPrefix(line, "warning: "); ok {
			e.notes = append(e.notes, note)
			continue
		}
		early, late := earlyLine{pass: line[:at]}, lateLine{name: line[:at]}
		rest := line[at+2:]
		if n, _ := fmt.Sscanf(rest, lateFormat, &late.passes, &late.separate, &late.staged); n == 3 {
			e.late = append(e.late, late)
			continue
		}
		if _, err := fmt.Sscanf(rest, earlyFormat, &early.contours, &early.evaluations, &early.steps, &early.widenings, &early.functions, &early.nodes); err != nil {
			return e, fmt.Errorf("%q: %w", line, err)
		}
		e.early = append(e.early, early)
	}
	return e, nil
}

// TestResults holds the table of results in the documentation, which is made of the golden.
func TestResults(t *testing.T) {
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	l := readLedger(t)
	cases := Cases(ws, nil)
	slices.SortStableFunc(cases, func(a, b Case) int {
		return order(Summary{Configuration: a.Variant.Configuration}) - order(Summary{Configuration: b.Variant.Configuration})
	})
	text := "| no. | workload | passes | separate | ratio | composed | ratio | contours | evaluations | nodes | composed |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|\n"
	var table3, all means
	for _, c := range cases {
		e, err := parseEntry(l.parts[c.Title()])
		if err != nil {
			t.Fatalf("%s: %s: %v", ledgerFile, c.Title(), err)
		}
		if e.String() != l.parts[c.Title()] {
			t.Errorf("%s: %s is read as\n%s", ledgerFile, c.Title(), e)
		}
		row, separate, staged := e.row(c)
		text += row
		all.add(separate, staged)
		if c.Variant.Configuration > 0 {
			table3.add(separate, staged)
		}
	}
	text += table3.row(fmt.Sprintf("geometric mean of 1 to %d", Configurations)) + all.row("geometric mean")
	if got := section(t, "<!-- results -->\n", "<!-- end of results -->\n", text); got != text {
		t.Errorf("%s has other numbers than %s: go test ./eval -run Results -update", doc, ledgerFile)
	}
}

// means are the ratios of variants, for the passes one after the other and composed.
type means struct{ separate, staged []float64 }

func (m *means) add(separate, staged float64) {
	m.separate, m.staged = append(m.separate, separate), append(m.staged, staged)
}

// row is the row of the geometric means.
func (m *means) row(name string) string {
	return fmt.Sprintf("| | %s | | | %.1f | | %.1f | | | | |\n", name, geometricMean(m.separate), geometricMean(m.staged))
}

// row is the row of a variant in the table of results, and its ratios of operations.
func (e entry) row(c Case) (row string, separate, staged float64) {
	var sum lateLine
	for _, l := range e.late {
		sum.passes, sum.separate, sum.staged = sum.passes+l.passes, sum.separate+l.separate, sum.staged+l.staged
	}
	var contours, evaluations, nodes int
	composed := ""
	for _, l := range e.early {
		if l.pass == composedName {
			composed = fmt.Sprint(l.nodes)
			continue
		}
		contours, evaluations, nodes = contours+l.contours, evaluations+l.evaluations, nodes+l.nodes
	}
	number := Summary{Configuration: c.Variant.Configuration}.number()
	title := strings.ReplaceAll(c.Title(), "|", `\|`)
	separate, staged = ratio(sum.passes, sum.separate), ratio(sum.passes, sum.staged)
	return fmt.Sprintf("| %s | %s | %d | %d | %.1f | %d | %.1f | %d | %d | %d | %s |\n", number, title,
		sum.passes, sum.separate, separate, sum.staged, staged, contours, evaluations, nodes, composed), separate, staged
}
