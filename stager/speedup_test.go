package stager

import (
	"context"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/scfml"
)

// TestMulAddSpeedup holds the operations that the three staged configurations of mul_add execute late to a tenth of what the passes
// execute.
func TestMulAddSpeedup(t *testing.T) {
	ctx := context.Background()
	fn, err := ReadC("../examples/mul_add.c", "")
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := ParsePipeline(DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	for early, values := range map[string][]string{"CONSTANT(Int)": {"0", "1", "3"}, "0|1": {"0", "1"}, "1|3": {"1", "3"}} {
		abstract, err := fn.ParseAbstract(map[string]string{"a": early})
		if err != nil {
			t.Fatal(err)
		}
		staged, err := Stage(ctx, fn, pipeline, abstract, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range values {
			late, err := fn.ParseLate(map[string]string{"a": a})
			if err != nil {
				t.Fatal(err)
			}
			r, err := staged.Run(ctx, late)
			if err != nil {
				t.Fatal(err)
			}
			u, err := RunUnstaged(ctx, fn, pipeline, late)
			if err != nil {
				t.Fatal(err)
			}
			if 10*r.Total.Total() > u.Total.Total() {
				t.Errorf("staged for %s, a = %s: %d operations, the passes take %d", early, a, r.Total.Total(), u.Total.Total())
			}
		}
	}
}

// TestSpecializedInterpreter specialises an interpreter of expressions to an expression: none of the expression's constructors is
// left in an expression or a pattern.
func TestSpecializedInterpreter(t *testing.T) {
	p, s := specializeGolden(t, "interpreter")
	for _, f := range s.Program.Funcs {
		eachCon(f.Body, func(c *scfml.Con) {
			if c.Data == p.Con("num").Data {
				t.Errorf("%s is left in\n%v", c.Name, s.Program)
			}
		})
	}
}

// TestSpecializedMatcher specialises a matcher of lists to its pattern: no list is made and no pattern is walked late.
func TestSpecializedMatcher(t *testing.T) {
	_, s := specializeGolden(t, "matcher")
	for _, f := range s.Program.Funcs {
		var walk func(scfml.Expr)
		walk = func(e scfml.Expr) {
			switch e := e.(type) {
			case *scfml.ConExpr:
				t.Errorf("%s makes a list", f.Name)
			case *scfml.Const:
				if _, isList := e.Value.(*scfml.ConValue); isList {
					t.Errorf("%s refers to the pattern %v", f.Name, e.Value)
				}
			}
			scfml.Children(e, walk)
		}
		walk(f.Body)
	}
	if t.Failed() {
		t.Logf("%v", s.Program)
	}
}

// specializeGolden specialises the program of one of the partial evaluator's goldens with everything on.
func specializeGolden(t *testing.T, name string) (*scfml.Program, *Specialized) {
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
func eachCon(e scfml.Expr, f func(*scfml.Con)) {
	switch e := e.(type) {
	case *scfml.ConExpr:
		f(e.Con)
	case *scfml.Const:
		if v, ok := e.Value.(*scfml.ConValue); ok {
			f(v.Con)
		}
	case *scfml.CaseExpr:
		for _, a := range e.Arms {
			patCons(a.Pat, f)
		}
	}
	scfml.Children(e, func(x scfml.Expr) { eachCon(x, f) })
}

func patCons(p scfml.Pat, f func(*scfml.Con)) {
	switch p := p.(type) {
	case *scfml.ConPat:
		f(p.Con)
		for _, a := range p.Args {
			patCons(a, f)
		}
	case *scfml.TuplePat:
		for _, a := range p.Elems {
			patCons(a, f)
		}
	case *scfml.AsPat:
		patCons(p.Pat, f)
	}
}
