package simplify

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"scf/scfml"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden simplifies the programs of testdata. A file has the sections prog; inputs, one a line (optional); options, names
// of switches (optional); and what is expected: want, the program, and cost, for each input the result and the operations
// before and after.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := scfml.Load("", scfml.Source{Name: "prog", Text: section(a, "prog")})
	if err != nil {
		t.Fatal(err)
	}
	q, _, _ := Run(context.Background(), p, goldenOptions(t, section(a, "options")))
	if err := scfml.Verify(q); err != nil {
		t.Fatalf("%v\n%s", err, q)
	}
	got := map[string]string{"want": q.String() + "\n"}
	if inputs := section(a, "inputs"); inputs != "" {
		got["cost"] = costs(t, p, q, strings.Fields(inputs))
	}
	if *update {
		rewrite(t, file, a, got)
		return
	}
	for _, name := range []string{"want", "cost"} {
		if diff := cmp.Diff(section(a, name), got[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func goldenOptions(t *testing.T, names string) Options {
	var o Options
	switches := map[string]*bool{
		"DisableInline": &o.DisableInline, "DisableParams": &o.DisableParams, "DisableUnbox": &o.DisableUnbox,
		"DisableSink":  &o.DisableSink,
		"DisableKnown": &o.DisableKnown, "DisableReuse": &o.DisableReuse, "DisableCaseOfCase": &o.DisableCaseOfCase,
		"DisableJoin": &o.DisableJoin, "DisableSplit": &o.DisableSplit, "DisableArms": &o.DisableArms,
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
func costs(t *testing.T, p, q *scfml.Program, inputs []string) string {
	if err := sameRuns(p, q, inputs); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, text := range inputs {
		arg, err := scfml.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		v, before, _ := scfml.NewInterp(p).Run(context.Background(), arg, scfml.RunOptions{})
		_, after, _ := scfml.NewInterp(q).Run(context.Background(), arg, scfml.RunOptions{})
		fmt.Fprintf(&b, "%s: %s, %d -> %d\n", text, scfml.FormatValue(v), before.Total(), after.Total())
	}
	return b.String()
}

func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func rewrite(t *testing.T, file string, a *txtar.Archive, got map[string]string) {
	for _, name := range []string{"want", "cost"} {
		data, ok := got[name]
		found := false
		for i := range a.Files {
			if a.Files[i].Name == name {
				a.Files[i].Data, found = []byte(data), true
			}
		}
		if ok && !found {
			a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(data)})
		}
	}
	if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
		t.Fatal(err)
	}
}
