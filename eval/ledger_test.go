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

	"scf/internal/golden"
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
	early []earlyLine
	notes []string // budgets that were reached
	late  []lateLine
}

type earlyLine struct {
	pass                                                      string
	contours, evaluations, steps, widenings, functions, nodes int
}

type lateLine struct {
	name           string
	passes, staged int64
}

const (
	earlyFormat = "contours %d, evaluations %d, steps %d, widenings %d, functions %d, nodes %d"
	lateFormat  = "passes %d, staged %d"
)

func entryOf(s *Staging, rows []Late) entry {
	e := entry{notes: s.Warnings}
	for _, p := range s.Passes {
		w := p.Work
		e.early = append(e.early, earlyLine{p.Name, w.Contours, w.Evaluations, w.Steps, w.Widenings, p.Size.Functions, p.Size.Nodes})
	}
	for _, l := range rows {
		e.late = append(e.late, lateLine{l.Name, l.Unstaged.Operations.Total, l.Staged.Operations.Total})
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
		fmt.Fprintf(&b, "%s: "+lateFormat+"\n", l.name, l.passes, l.staged)
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
		if n, _ := fmt.Sscanf(rest, lateFormat, &late.passes, &late.staged); n == 2 {
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
	text := "| no. | workload | passes | staged | ratio | contours | evaluations | nodes |\n|---|---|---|---|---|---|---|---|\n"
	var table3, all []float64
	for _, c := range cases {
		e, err := parseEntry(l.parts[c.Title()])
		if err != nil {
			t.Fatalf("%s: %s: %v", ledgerFile, c.Title(), err)
		}
		if e.String() != l.parts[c.Title()] {
			t.Errorf("%s: %s is read as\n%s", ledgerFile, c.Title(), e)
		}
		row, r := e.row(c)
		text += row
		all = append(all, r)
		if c.Variant.Configuration > 0 {
			table3 = append(table3, r)
		}
	}
	text += fmt.Sprintf("| | geometric mean of 1 to %d | | | %.1f | | | |\n| | geometric mean | | | %.1f | | | |\n", Configurations, geometricMean(table3), geometricMean(all))
	if got := section(t, "<!-- results -->\n", "<!-- end of results -->\n", text); got != text {
		t.Errorf("%s has other numbers than %s: go test ./eval -run Results -update", doc, ledgerFile)
	}
}

// row is the row of a variant in the table of results, and its ratio of operations.
func (e entry) row(c Case) (row string, r float64) {
	var passes, staged int64
	for _, l := range e.late {
		passes, staged = passes+l.passes, staged+l.staged
	}
	var contours, evaluations, nodes int
	for _, l := range e.early {
		contours, evaluations, nodes = contours+l.contours, evaluations+l.evaluations, nodes+l.nodes
	}
	number := Summary{Configuration: c.Variant.Configuration}.number()
	title := strings.ReplaceAll(c.Title(), "|", `\|`)
	r = ratio(passes, staged)
	return fmt.Sprintf("| %s | %s | %d | %d | %.1f | %d | %d | %d |\n", number, title, passes, staged, r, contours, evaluations, nodes), r
}
