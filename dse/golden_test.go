package dse

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/absval"
	"scf/internal/testing/golden"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// TestGolden runs testdata/*.txtar: `prog` is pruned with the options and with the recorded `keys` (lines `label: abstract
// value`); the program that comes out, the patterns of its functions, what was removed, and the costs on `inputs` before and
// after are golden. The results on the inputs must be those of prog.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", pruned)
}

func pruned(t *testing.T, file string, archive *txtar.Archive) {
	section := map[string]string{}
	for _, f := range archive.Files {
		section[f.Name] = string(f.Data)
	}
	p, _, err := scfml.Load("", scfml.Source{Name: file, Text: section["prog"]})
	if err != nil {
		t.Fatal(err)
	}
	d := absval.New(absval.Options{})
	setKeys(t, d, p, section["keys"])
	before := p.String()
	var patterns bytes.Buffer
	o := parseOptions(t, section["options"])
	o.Trace = &patterns
	pruned, report, _ := Run(context.Background(), p, o)
	if err := core.Verify(pruned); err != nil {
		t.Fatalf("%v\n%s", err, pruned)
	}
	if p.String() != before {
		t.Errorf("the input program was modified")
	}
	o.Trace = nil
	if again, _, _ := Run(context.Background(), p, o); again.String() != pruned.String() {
		t.Errorf("a second run gives another program")
	}
	want := []txtar.File{
		{Name: "want", Data: []byte(pruned.String())},
		{Name: "want-patterns", Data: patterns.Bytes()},
		{Name: "want-report", Data: []byte(report.String() + "\n")},
		{Name: "want-costs", Data: []byte(compareRuns(t, p, pruned, section["inputs"]))},
	}
	for _, f := range want {
		golden.Set(archive, f.Name, string(f.Data))
	}
	golden.CompareArchive(t, file, archive)
}

// setKeys records keys on the operations of p by their labels.
func setKeys(t *testing.T, d *absval.Domain, p *core.Program, text string) {
	keys := map[int]string{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if line == "" {
			continue
		}
		label, v, _ := strings.Cut(line, ": ")
		n, err := strconv.Atoi(label)
		if err != nil {
			t.Fatal(err)
		}
		keys[n] = v
	}
	for _, f := range p.Funcs {
		eachPrim(f.Body, func(e *core.PrimExpr) {
			text, ok := keys[e.Label]
			if !e.Op.IsMap() || !ok {
				return
			}
			v, err := d.Parse(text, e.Mod.Key, p)
			if err != nil {
				t.Fatal(err)
			}
			e.Keys = d.Trees().KeySet(v.Structure())
		})
	}
}

func eachPrim(e core.Expr, f func(*core.PrimExpr)) {
	if p, ok := e.(*core.PrimExpr); ok {
		f(p)
	}
	core.Children(e, func(x core.Expr) { eachPrim(x, f) })
}

func parseOptions(t *testing.T, text string) Options {
	var o Options
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		switch line {
		case "":
		case "ignore-keys":
			o.IgnoreKeys = true
		default:
			t.Fatalf("no such option: %s", line)
		}
	}
	return o
}

// compareRuns runs both programs on each input and gives their costs; results must agree.
func compareRuns(t *testing.T, p, pruned *core.Program, inputs string) string {
	var out strings.Builder
	before, after := interp.New(p), interp.New(pruned)
	for _, text := range strings.Split(strings.TrimSpace(inputs), "\n") {
		arg, err := core.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		v, cost, err := before.Run(context.Background(), arg, interp.Options{})
		if err != nil {
			t.Fatalf("input %s: %v", text, err)
		}
		w, pruned, err := after.Run(context.Background(), arg, interp.Options{})
		if err != nil {
			t.Fatalf("input %s: pruned: %v", text, err)
		}
		if !core.Equal(v, w) {
			t.Errorf("input %s: pruned gives %s, not %s", text, core.FormatValue(w), core.FormatValue(v))
		}
		fmt.Fprintf(&out, "%s: %d, pruned %d\n", text, cost.Total(), pruned.Total())
	}
	return out.String()
}
