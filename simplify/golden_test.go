package simplify

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
)

// TestGolden simplifies the programs of testdata. A file has the sections prog; inputs, one a line (optional); options, names
// of switches (optional); and what is expected: want, the program, and cost, for each input the result and the operations
// before and after.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", simplified)
}

func simplified(t *testing.T, file string, a *txtar.Archive) {
	p, _, err := scfml.Load("", scfml.Source{Name: "prog", Text: golden.Section(a, "prog")})
	if err != nil {
		t.Fatal(err)
	}
	q, _, _ := Run(context.Background(), p, goldenOptions(t, golden.Section(a, "options")))
	if err := core.Verify(q); err != nil {
		t.Fatalf("%v\n%s", err, q)
	}
	golden.Set(a, "want", q.String()+"\n")
	if inputs := golden.Section(a, "inputs"); inputs != "" {
		golden.Set(a, "cost", costs(t, p, q, strings.Fields(inputs)))
	}
	golden.CompareArchive(t, file, a)
}

func goldenOptions(t *testing.T, names string) Options {
	var o Options
	switches := map[string]*bool{
		"DisableInline": &o.DisableInline, "DisableParams": &o.DisableParams, "DisableUnbox": &o.DisableUnbox,
		"DisableSink":  &o.DisableSink,
		"DisableReuse": &o.DisableReuse, "DisableCaseOfCase": &o.DisableCaseOfCase,
		"DisableSplit": &o.DisableSplit, "DisableArms": &o.DisableArms,
		"DisablePrims": &o.DisablePrims, "DisableMaps": &o.DisableMaps, "DisableConsts": &o.DisableConsts,
		"DisableMerge": &o.DisableMerge,
	}
	for _, name := range strings.Fields(names) {
		if switches[name] == nil {
			t.Fatalf("no such option: %s", name)
		}
		*switches[name] = true
	}
	return o
}

// costs runs both programs; the results must be the same and the simplified one must cost no more.
func costs(t *testing.T, p, q *core.Program, inputs []string) string {
	if err := sameRuns(p, q, inputs); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, text := range inputs {
		arg, err := core.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		v, before, _ := interp.New(p).Run(context.Background(), arg, interp.Options{})
		_, after, _ := interp.New(q).Run(context.Background(), arg, interp.Options{})
		fmt.Fprintf(&b, "%s: %s, %d -> %d\n", text, core.FormatValue(v), before.Total(), after.Total())
	}
	return b.String()
}
