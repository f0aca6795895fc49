package stager

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// MulAddConfigs are the three staged configurations of mul_add with late values for each.
var MulAddConfigs = []struct {
	Early string
	Late  []string
}{
	{"CONSTANT(Int)", []string{"0", "1", "3"}},
	{"0|1", []string{"0", "1"}},
	{"1|3", []string{"1", "3"}},
}

// TestMulAddSpeedup holds the operations that the staged configurations of mul_add execute late to a tenth of what the passes
// execute, composed to a thirtieth, and the table of docs/staging.md to what they are.
func TestMulAddSpeedup(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	table := "| staged for a = | a | | calls | tests | loads | allocs | prims | mapops | total | ratio |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|\n"
	for _, c := range MulAddConfigs {
		for _, a := range c.Late {
			unstaged, separate, composed := mulAddCounts(t, c.Early, a)
			if 10*separate.Total() > unstaged.Total() || 30*composed.Total() > unstaged.Total() {
				t.Errorf("staged for %s, a = %s: %d operations, %d composed; the passes take %d",
					c.Early, a, separate.Total(), composed.Total(), unstaged.Total())
			}
			table += tableRow("| `"+strings.ReplaceAll(c.Early, "|", "\\|")+"` | "+a+" | passes", unstaged, "")
			table += tableRow("| | | staged, separate", separate, fmt.Sprintf("%.1f", float64(unstaged.Total())/float64(separate.Total())))
			table += tableRow("| | | staged, composed", composed, fmt.Sprintf("%.1f", float64(unstaged.Total())/float64(composed.Total())))
		}
	}
	if golden.Between(t, "../docs/staging.md", "<!-- operations -->\n", "<!-- end of operations -->", table) != table {
		t.Errorf("docs/staging.md is not up to date; it should be\n%s", table)
	}
}

func tableRow(head string, c interp.Counts, ratio string) string {
	return fmt.Sprintf("%s | %d | %d | %d | %d | %d | %d | %d | %s |\n",
		head, c.Calls, c.Tests, c.Loads, c.Allocs, c.Prims, c.MapOps, c.Total(), ratio)
}

// mulAddCounts are the operations of the passes, of the staged passes one after the other, and of these composed, on mul_add.
func mulAddCounts(t *testing.T, early, a string) (unstaged, separate, composed interp.Counts) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	fn, err := ReadC(context.Background(), "../examples/mul_add.c", "", CConfig{})
	must(err)
	pipeline, err := ParsePipeline(DefaultPipeline)
	must(err)
	abstract, err := fn.ParseAbstract(map[string]string{"a": early})
	must(err)
	s, err := Stage(ctx, fn, pipeline, abstract, Options{})
	must(err)
	late, err := fn.ParseLate(map[string]string{"a": a})
	must(err)
	c, err := s.Run(ctx, late)
	must(err)
	r, err := s.Separate().Run(ctx, late)
	must(err)
	u, err := RunUnstaged(ctx, fn, pipeline, late)
	must(err)
	return u.Total, r.Total, c.Total
}

// TestSpecializedInterpreter specialises an interpreter of expressions to an expression: none of the expression's constructors is
// left in an expression or a pattern.
func TestSpecializedInterpreter(t *testing.T) {
	t.Parallel()
	p, s := specializeGolden(t, "interpreter")
	for _, f := range s.Program.Funcs {
		eachCon(f.Body, func(c *core.Con) {
			if c.Data == p.Con("num").Data {
				t.Errorf("%s is left in\n%v", c.Name, s.Program)
			}
		})
	}
}

// TestSpecializedMatcher specialises a matcher of lists to its pattern: no list is made and no pattern is walked late.
func TestSpecializedMatcher(t *testing.T) {
	t.Parallel()
	_, s := specializeGolden(t, "matcher")
	for _, f := range s.Program.Funcs {
		var walk func(core.Expr)
		walk = func(e core.Expr) {
			switch e := e.(type) {
			case *core.ConExpr:
				t.Errorf("%s makes a list", f.Name)
			case *core.Const:
				if _, isList := e.Value.(*core.ConValue); isList {
					t.Errorf("%s refers to the pattern %v", f.Name, e.Value)
				}
			}
			core.Children(e, walk)
		}
		walk(f.Body)
	}
	if t.Failed() {
		t.Logf("%v", s.Program)
	}
}

// specializeGolden specialises the program of one of the partial evaluator's goldens with everything on.
func specializeGolden(t *testing.T, name string) (*core.Program, *Specialized) {
	t.Helper()
	data, err := os.ReadFile("../pe/testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	section := map[string]string{}
	for _, f := range txtar.Parse(data).Files {
		section[f.Name] = strings.TrimSpace(string(f.Data))
	}
	p, _, err := scfml.Load(section["entry"], scfml.Source{Name: name, Text: section["prog"]})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Specialize(context.Background(), p, section["input"], Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

// eachCon calls f on the constructors that expressions and patterns of e name.
func eachCon(e core.Expr, f func(*core.Con)) {
	switch e := e.(type) {
	case *core.ConExpr:
		f(e.Con)
	case *core.Const:
		if v, ok := e.Value.(*core.ConValue); ok {
			f(v.Con)
		}
	case *core.CaseExpr:
		for _, a := range e.Arms {
			patCons(a.Pat, f)
		}
	}
	core.Children(e, func(x core.Expr) { eachCon(x, f) })
}

func patCons(p core.Pat, f func(*core.Con)) {
	switch p := p.(type) {
	case *core.ConPat:
		f(p.Con)
		for _, a := range p.Args {
			patCons(a, f)
		}
	case *core.TuplePat:
		for _, a := range p.Elems {
			patCons(a, f)
		}
	case *core.AsPat:
		patCons(p.Pat, f)
	}
}
