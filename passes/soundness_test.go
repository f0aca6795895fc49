package passes_test

import (
	"errors"
	"flag"
	"fmt"
	"reflect"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"scf/ast"
)

var statistics = flag.Bool("passes.stats", false, "print how many runs the soundness test judged")

// TestSoundness optimizes random functions and runs them: each pass must keep what can be observed, for all arguments that agree
// with what it was told about the parameters.
func TestSoundness(t *testing.T) {
	rs := load(t)
	judged, undefined, long := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f := function(t)
		if err := ast.Verify(f); err != nil {
			t.Fatalf("the test's own function: %v\n%s", err, ast.PrintFunc(f, ast.DefaultStyle()))
		}
		known := lattices(t, f)
		versions := []*ast.Func{f}
		for _, r := range order(t, rs) {
			g, _, err := r.run(versions[len(versions)-1], known)
			if err != nil {
				t.Fatalf("%v\n%s", err, ast.PrintFunc(f, ast.DefaultStyle()))
			}
			versions = append(versions, g)
		}
		for range 3 {
			args := arguments(t, f, known)
			want, err := outcome(f, args)
			switch {
			case errors.Is(err, errUndefined):
				undefined++
				continue
			case err != nil:
				long++
				continue
			}
			judged++
			for i, g := range versions[1:] {
				if got, err := outcome(g, args); got != want || err != nil {
					t.Fatalf("arguments %v: after pass %d: %v\n%s\nwant\n%s\n%s\noptimized:\n%s", args, i+1, err, got, want,
						ast.PrintFunc(f, ast.DefaultStyle()), ast.PrintFunc(g, ast.DefaultStyle()))
				}
			}
		}
	})
	if *statistics {
		fmt.Printf("judged %d, undefined %d, too long %d\n", judged, undefined, long)
	}
}

// order draws a pipeline: most of the time the standard one.
func order(t *rapid.T, rs []*runner) []*runner {
	if rapid.IntRange(0, 2).Draw(t, "order") > 0 {
		return rs
	}
	return rapid.SliceOfN(rapid.SampledFrom(rs), 1, 5).Draw(t, "pipeline")
}

// lattices draws what is known of the parameters.
func lattices(t *rapid.T, f *ast.Func) []ast.Lattice {
	var known []ast.Lattice
	for _, p := range f.Params {
		switch c := valueOf(t, p.Ty); rapid.IntRange(0, 3).Draw(t, "known") {
		case 0:
			known = append(known, ast.NonConstant{})
		case 1:
			known = append(known, ast.Undefined{})
		default:
			known = append(known, ast.Known{Value: c.Value})
		}
	}
	return known[:rapid.IntRange(0, len(known)).Draw(t, "told")]
}

// valueOf draws a constant of type t.
func valueOf(t *rapid.T, ty ast.Type) *ast.Const {
	return number(rapid.SampledFrom(interesting).Draw(t, "value"), ty).(*ast.Const)
}

// arguments draws arguments that agree with known.
func arguments(t *rapid.T, f *ast.Func, known []ast.Lattice) []word {
	var args []word
	for i, p := range f.Params {
		c := valueOf(t, p.Ty)
		if i < len(known) {
			if k, ok := known[i].(ast.Known); ok {
				c = &ast.Const{Value: k.Value, Ty: p.Ty}
			}
		}
		args = append(args, constant(c))
	}
	return args
}

// TestCoverage checks that the soundness test meets every constructor of the tree.
func TestCoverage(t *testing.T) {
	seen := map[string]bool{}
	note := func(x any) { seen[reflect.TypeOf(x).String()] = true }
	function := rapid.Custom(function)
	for i := range 200 {
		f := function.Example(i)
		ast.Walk(f.Body, func(c ast.Cmd) {
			note(c)
			if d, ok := c.(*ast.Declare); ok {
				note(d.Init)
			}
		}, func(e ast.Expr) {
			note(e)
			switch e := e.(type) {
			case *ast.Unary:
				seen[fmt.Sprint("unary ", e.Op)] = true
			case *ast.Binary:
				seen[fmt.Sprint("binary ", e.Op)] = true
			}
		}, nil)
	}
	const commands, expressions, initializers, operators = 16, 16, 3, 3 + 19
	if len(seen) != commands+expressions+initializers+operators {
		var names []string
		for n := range seen {
			names = append(names, n)
		}
		sort.Strings(names)
		t.Errorf("only %d constructors: %v", len(names), names)
	}
}
