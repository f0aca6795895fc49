package pe_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/absval"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/pe"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// TestGolden specialises the program of each file of testdata to its input and compares, where asked, the residual program and the
// abstract result, and always the counts of work. Then it runs program and residual on members of the input. A file's comment holds lines
// `option: Name`, one for each technique switched off.
func TestGolden(t *testing.T) {
	tier.Same(t)
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, file string, a *txtar.Archive) {
		if large.MatchString(file) {
			tier.Standard(t, "it takes a quarter of a second or more")
		}
		specialized{t, a}.run()
		golden.CompareArchive(t, file, a)
	})
}

// large are the goldens that take most of the time.
var large = regexp.MustCompile(`/(fig-6\.8|around|widening|heads|chains|execution)\.`)

type specialized struct {
	t *testing.T
	a *txtar.Archive
}

func (g specialized) section(name string) (string, bool) {
	for _, f := range g.a.Files {
		if f.Name == name {
			return strings.TrimSpace(string(f.Data)), true
		}
	}
	return "", false
}

// check sets the section name to what it should be, if the file has one.
func (g specialized) check(name, got string) {
	if _, ok := g.section(name); ok {
		golden.Set(g.a, name, strings.TrimSpace(got)+"\n")
	}
}

func (g specialized) run() {
	t := g.t
	prog, _ := g.section("prog")
	if file, ok := g.section("prog-file"); ok {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		prog = string(text)
	}
	entry, _ := g.section("entry")
	input, _ := g.section("input")
	p, _, err := scfml.Load(entry, scfml.Source{Name: "prog.scf-ml", Text: prog})
	if err != nil {
		t.Fatal(err)
	}
	d := absval.New(absval.Options{})
	in, err := d.Parse(input, p.Entry.ArgType(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := pe.Run(context.Background(), p, d, in, options(t, string(g.a.Comment)))
	if err != nil {
		t.Fatal(err)
	}
	if err := core.Verify(r.Program); err != nil {
		t.Errorf("residual program: %v\n%s", err, r.Program)
	}
	g.check("want-residual", r.Program.String())
	g.check("want-result", r.Output.String())
	g.check("want-annotated", r.Program.Annotated())
	again, _, err := scfml.Load("", scfml.Source{Name: "annotated.scf-ml", Text: r.Program.Annotated()})
	if err != nil || again.String() != r.Program.String() {
		t.Errorf("with keys as comments the residual program reads as another one: %v\n%s", err, r.Program.Annotated())
	}
	golden.Set(g.a, "want-counts", fmt.Sprintf("%d contours, %d evaluations, %d widenings, %d folded\n",
		r.Report.Contours, r.Report.Evaluations, r.Report.Widenings, r.Report.Folded))
	operations := agree(t, p, r, d, in, 200)
	g.check("want-operations", fmt.Sprint(operations))
}

// agree runs p and its residual on members of the input; where p ends without error both must give the same value, a member of
// the abstract result. What it gives is the operations that the runs of the residual took.
func agree(t *testing.T, p *core.Program, r *pe.Result, d *absval.Domain, in *absval.Value, n int) (operations int64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	whole, residual := interp.New(p), interp.New(r.Program)
	limits := interp.Options{MaxSteps: 100_000}
	for range n {
		arg, ok := d.Sample(in, p.Entry.ArgType(), rng, 6)
		if !ok {
			continue
		}
		want, _, err := whole.Run(context.Background(), arg, limits)
		if err != nil {
			continue
		}
		got, counts, err := residual.Run(context.Background(), arg, limits)
		if err != nil {
			t.Fatalf("%v: the program gives %v, the residual fails: %v\n%s", arg, want, err, r.Program)
		}
		operations += int64(counts.Total())
		if !core.Equal(want, got) {
			t.Fatalf("%v: the program gives %v, the residual %v\n%s", arg, want, got, r.Program)
		}
		if !d.Contains(r.Output, want) {
			t.Fatalf("%v: the result %v is not in the abstract result %v", arg, want, r.Output)
		}
	}
	return operations
}

func options(t *testing.T, comment string) pe.Options {
	t.Helper()
	var o pe.Options
	for _, line := range strings.Split(comment, "\n") {
		name, ok := strings.CutPrefix(line, "option: ")
		if !ok {
			continue
		}
		switch strings.TrimSpace(name) {
		case "NoFunctionSpecialization":
			o.NoFunctionSpecialization = true
		case "NoExpressionSpecialization":
			o.NoExpressionSpecialization = true
		case "NoScalarRemat":
			o.NoScalarRemat = true
		case "NoRemat":
			o.NoRemat = true
		case "NoHoist":
			o.NoHoist = true
		case "NoContourChains":
			o.NoContourChains = true
		default:
			t.Fatalf("no such option: %s", name)
		}
	}
	return o
}
