package reasons

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/internal/testing/golden"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/simplify"
)

// TestGolden simplifies the programs of testdata, runs them and tells why they did what they did. A file has the sections prog; bounds, the
// options that are not the default; input; and what is expected: simplified, the program, and reasons, a line for each kind of work
// in each line of each function, the greatest first.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", explained)
}

func explained(t *testing.T, file string, a *txtar.Archive) {
	p, _, err := scfml.Load("", scfml.Source{Name: "prog", Text: golden.Section(a, "prog")})
	if err != nil {
		t.Fatal(err)
	}
	o := bounds(t, golden.Section(a, "bounds"))
	q, report, err := simplify.Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.SizeLimit = report.SizeLimit
	before := q.String()
	why, err := Of(context.Background(), q, o)
	if err != nil {
		t.Fatal(err)
	}
	if q.String() != before {
		t.Errorf("asking changed the program:\n%s", q)
	}
	golden.Set(a, "simplified", before+"\n")
	arg, err := core.ParseValue(strings.TrimSpace(golden.Section(a, "input")), q.Entry.ArgType(), q)
	if err != nil {
		t.Fatal(err)
	}
	note := func(e core.Expr) interp.Note {
		r := why(e)
		at := ""
		if r.At.IsValid() {
			at = fmt.Sprintf(", line %d", r.At.Line)
		}
		return interp.Note{Text: r.Kind.Text(o) + at}
	}
	_, spent, err := interp.NewProfiler(q, note).Run(context.Background(), arg, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range spent {
		fmt.Fprintf(&b, "%s, line %d, %s: %d, %s\n", s.Func, s.Line, s.What, s.Counts.Total(), s.Note.Text)
	}
	golden.Set(a, "reasons", b.String())
	golden.CompareArchive(t, file, a)
}

// bounds are options as lines NAME NUMBER.
func bounds(t *testing.T, text string) simplify.Options {
	var o simplify.Options
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, n := "", 0
		if line == "" {
			continue
		}
		if _, err := fmt.Sscan(line, &name, &n); err != nil {
			t.Fatal(err)
		}
		switch name {
		case "InlineSize":
			o.InlineSize = n
		case "InlineCopies":
			o.InlineCopies = n
		case "CaseOfCaseSize":
			o.CaseOfCaseSize = n
		case "SizeLimit":
			o.SizeLimit = n
		case "MaxRounds":
			o.MaxRounds = n
		default:
			t.Fatalf("no such bound: %s", name)
		}
	}
	return o
}
