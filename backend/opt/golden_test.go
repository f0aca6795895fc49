package opt_test

import (
	"context"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/backend/ir"
	"scf/backend/lower"
	"scf/backend/opt"
	"scf/cfront"
	"scf/internal/diag"
	"scf/internal/testing/golden"
)

// TestGolden compares what functions in C become.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/opt/*.txtar", func(t *testing.T, file string, _ *txtar.Archive) {
		golden.Pairs(t, file, func(t *testing.T, _ string, source []byte) string { return optimised(t, source) })
	})
}

var show = flag.String("opt.c", "", "a C file: print what its functions become")

func TestShow(t *testing.T) {
	if *show == "" {
		return
	}
	source, err := os.ReadFile(*show)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + optimised(t, source))
}

var places = regexp.MustCompile(` @ "x.c":\d+:\d+`)

// optimised is what the functions of a file become.
func optimised(t *testing.T, source []byte) string {
	t.Helper()
	u := parsed(t, source)
	l := lower.New(lower.NewUnit(u), lower.Options{})
	o := &opt.Optimizer{}
	o.After = func(pass string, f *ir.Func) {
		if err := ir.Verify(f); err != nil {
			t.Fatalf("after %s: %v\n%v", pass, err, f)
		}
	}
	var out strings.Builder
	for _, tree := range u.Funcs {
		f, err := l.Lower(tree)
		if err != nil {
			out.WriteString(diag.Render(err) + "\n")
			continue
		}
		o.Run(f)
		out.WriteString(f.String())
	}
	return places.ReplaceAllString(out.String(), "")
}

// parsed is a file as a unit of all its functions.
func parsed(t testing.TB, source []byte) *ast.Unit {
	t.Helper()
	f, err := cfront.Parse(context.Background(), "x.c", source, cfront.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	u := &ast.Unit{Layouts: ast.Layouts{}}
	for _, o := range f.Functions() {
		if o.Err != nil {
			u.Refused = append(u.Refused, ast.Refused{Name: o.Name, Err: o.Err})
			continue
		}
		u.Funcs = append(u.Funcs, o.Function.Tree)
		for name, l := range o.Function.Layouts {
			u.Layouts[name] = l
		}
	}
	return u
}
