package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/reasons"
	"scf/simplify"
)

// example is the report that docs/eval.md shows: one case, measured with a clock that moves on by a millisecond whenever it is
// looked at.
func example(t *testing.T) *Report {
	t.Helper()
	now := time.Time{}
	m := meter{now: func() time.Time { now = now.Add(time.Millisecond); return now }, collect: func() {}}
	r := run(t, mulAdd(t)[2:], Options{Budget: 20 * time.Millisecond, meter: &m})
	r.Machine = Machine{OS: "linux", Arch: "amd64", CPUs: 2, Go: "go1.26"}
	staging := r.Results[0].Staging
	for _, p := range append(slices.Clone(staging.Passes), *staging.Composed) {
		for i := range p.Phases {
			p.Phases[i].Time = time.Millisecond
		}
	}
	r.Results[0].Late = r.Results[0].Late[:1]
	return r
}

const doc = "../docs/eval.md"

// withoutNumbers is text with every number 0: the form of a report is held, not what the passes of the day cost.
func withoutNumbers(text string) string { return anyNumber.ReplaceAllString(text, "0") }

var anyNumber = regexp.MustCompile(`\d+(\.\d+)?`)

// section gives what stands between two marks in the documentation, and with -update puts text there.
func section(t *testing.T, begin, end, text string) string {
	t.Helper()
	old := golden.Between(t, doc, begin, end, text)
	if diff := cmp.Diff(withoutNumbers(old), withoutNumbers(text)); diff != "" {
		t.Errorf("%s is not up to date (-there +now):\n%s", doc, diff)
	}
	return old
}

// TestExample holds the example of the JSON form in the documentation, and that its form has a place for everything in it.
func TestExample(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	var out bytes.Buffer
	if err := example(t).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(section(t, "```json\n", "```\n", out.String())))
	d.DisallowUnknownFields()
	var r Report
	if err := d.Decode(&r); err != nil {
		t.Errorf("%s: %v", doc, err)
	}
}

// TestTechniqueTable holds the table of techniques in the documentation.
func TestTechniqueTable(t *testing.T) {
	text := ""
	for _, tech := range Techniques {
		text += fmt.Sprintf("| `%s` | %s | %s |\n", tech.Name, tech.What, tech.Section)
	}
	section(t, "<!-- techniques -->\n", "<!-- end of techniques -->\n", text)
}

// TestExplanationExample holds the beginning of an explanation in the documentation.
func TestExplanationExample(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	t.Parallel()
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, Cases(ws, regexp.MustCompile(`^dotproduct/3$`)), Options{Explain: true})
	var out strings.Builder
	if err := r.explanations()[0].write(&out, 0); err != nil {
		t.Fatal(err)
	}
	text := "```\n"
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, " function ") {
			break
		}
		text += line
	}
	section(t, "<!-- explanation -->\n", "<!-- end of explanation -->\n", text+"```\n")
}

// TestReasonsDocumented: the documentation has a row for every reason of an explanation.
func TestReasonsDocumented(t *testing.T) {
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	for k := range reasons.Unknown + 1 {
		row := "| " + regexp.MustCompile(`\d+`).ReplaceAllString(k.Text(simplify.Options{}), "N") + " | "
		if !strings.Contains(string(text), "\n"+row) {
			t.Errorf("%s has no row %q", doc, row)
		}
	}
}

// TestDocumented: the documentation names every field of the JSON form and every key of a workload's head.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(jsonNames(), keyNames()...) {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("%s says nothing about `%s`", doc, name)
		}
	}
}

// jsonNames are the names of all fields in the JSON form of a report, in order.
func jsonNames() []string {
	var names []string
	seen := map[reflect.Type]bool{}
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice:
			walk(t.Elem())
		case reflect.Struct:
			if seen[t] {
				return
			}
			seen[t] = true
			for i := range t.NumField() {
				name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
				names = append(names, name)
				walk(t.Field(i).Type)
			}
		}
	}
	walk(reflect.TypeFor[Report]())
	slices.Sort(names)
	return slices.Compact(names)
}
