package stager

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/scfml/core"
)

var tables = []table{passTable, composedTable, fusedTable}

// TestPhasesTakeWhatIsThere: what a phase takes is given to the table, or a phase before it gives it; one that repeats may take what one of
// its round gives, which is nothing in the first round.
func TestPhasesTakeWhatIsThere(t *testing.T) {
	for _, table := range tables {
		there := slices.Clone(table.given)
		names := map[string]bool{}
		for i, ph := range table.phases {
			if names[ph.name] || ph.reason == "" || !slices.Contains(ph.gives, partProgram) {
				t.Errorf("%s, %s: the row is not whole", table.of, ph.name)
			}
			names[ph.name] = true
			inRound := slices.Clone(there)
			for _, other := range table.phases[i:] {
				if !ph.repeat || !other.repeat {
					break
				}
				inRound = append(inRound, other.gives...)
			}
			for _, p := range ph.takes {
				if !slices.Contains(inRound, p) && p != partCounts { // which start with nothing
					t.Errorf("%s: %s takes %s, which is not there", table.of, ph.name, p)
				}
			}
			there = append(there, ph.gives...)
		}
	}
}

// TestPhasesAreHandedTheirParts: a phase sees the parts alone that its row takes, and gives no others; each part is handed.
func TestPhasesAreHandedTheirParts(t *testing.T) {
	full := state{
		residuals: []executable{{}}, program: &core.Program{}, apart: &core.Program{}, domain: Options{}.domain(), unread: ast.Unread,
		bounds: bounds{size: 1}, outcome: outcome{size: 1}, stable: true, counts: Report{Steps: 1},
	}
	full.input, full.result = full.domain.Top(), full.domain.Top()
	var all []part
	for _, table := range tables {
		for _, ph := range table.phases {
			all = append(append(all, ph.takes...), ph.gives...)
		}
	}
	all = slices.Compact(slices.Sorted(slices.Values(all)))
	parts := reflect.ValueOf(state{}.with(all, full))
	for i := range parts.NumField() {
		if parts.Field(i).IsZero() {
			t.Errorf("no part has %s", parts.Type().Field(i).Name)
		}
	}
	if len(all) != parts.NumField() {
		t.Errorf("%d parts for the %d fields of the state", len(all), parts.NumField())
	}
	for _, p := range all {
		set, one := 0, reflect.ValueOf(state{}.with([]part{p}, full))
		for i := range one.NumField() {
			if !one.Field(i).IsZero() {
				set++
			}
		}
		if set != 1 {
			t.Errorf("%s is %d fields of the state", p, set)
		}
	}
}

// TestPhasesThatRun: what runs, by the names of the dumps, is the rows in order, those that repeat in rounds.
func TestPhasesThatRun(t *testing.T) {
	tier.Same(t)
	f, pipeline := identity(t)
	dir := t.TempDir()
	var trace bytes.Buffer
	if _, err := Stage(t.Context(), f, pipeline, nil, Options{Debug: Debug{Dump: dir, Trace: &trace}}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string][]string{} // by what went through a table
	for _, file := range files {
		var what, phase string
		var number int
		name := strings.ReplaceAll(strings.TrimSuffix(file.Name(), extension), ".", " ")
		if _, err := fmt.Sscanf(strings.Replace(name, "-", "#", strings.Count(name, "-")-1), "%s %d-%s", &what, &number, &phase); err != nil {
			t.Fatalf("%s: %v", file.Name(), err)
		}
		if number != len(ran[what]) {
			t.Errorf("%s is dump number %d", file.Name(), len(ran[what]))
		}
		ran[what] = append(ran[what], phase)
	}
	if len(ran) != len(pipeline)+1 {
		t.Errorf("%v", ran)
	}
	for what, phases := range ran {
		table := passTable
		if what == composedName {
			table = composedTable
		}
		checkOrder(t, what, table, phases)
		for _, ph := range table.phases {
			if !strings.Contains(trace.String(), "("+ph.reason+")") {
				t.Errorf("the trace does not say why there is %s", ph.name)
			}
		}
	}
}

// checkOrder: each phase that ran stands behind the one before in the table, or begins another round, and each row ran.
func checkOrder(t *testing.T, what string, table table, ran []string) {
	at := func(name string) int {
		return slices.IndexFunc(table.phases, func(ph phase) bool { return ph.name == name })
	}
	first := slices.IndexFunc(table.phases, func(ph phase) bool { return ph.repeat })
	for i, name := range ran {
		if at(name) < 0 || i > 0 && at(name) <= at(ran[i-1]) && at(name) != first {
			t.Errorf("%s: %s is out of order in %v", what, name, ran)
		}
	}
	for _, ph := range table.phases {
		if !slices.Contains(ran, ph.name) {
			t.Errorf("%s: %s did not run: %v", what, ph.name, ran)
		}
	}
}

// TestPhasesAreDocumented: HACKING.md shows the table.
func TestPhasesAreDocumented(t *testing.T) {
	const file, begin, end = "../HACKING.md", "<!-- the phases -->\n", "<!-- end of the phases -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, behind, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	golden.Compare(t, file, []byte(before+begin+phasesText()+end+behind))
}

// phasesText is the tables as HACKING.md has them.
func phasesText() string {
	var b strings.Builder
	list := func(parts []part) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", parts), "[]"), "\" \"", ", ")
	}
	b.WriteString("| of | phase | takes | gives | in rounds | why here |\n|---|---|---|---|---|---|\n")
	for _, table := range tables {
		for _, ph := range table.phases {
			rounds := ""
			if ph.repeat {
				rounds = "yes"
			}
			fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s |\n", table.of, ph.name, strings.Trim(list(ph.takes), `"`), strings.Trim(list(ph.gives), `"`), rounds, ph.reason)
		}
	}
	return b.String()
}
