package compact

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/absval"
	"scf/absval/tree"
	"scf/ast"
	"scf/cfront"
	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/scfml"
	"scf/scfml/core"
)

func program(t *testing.T) *core.Program {
	t.Helper()
	p, _, err := scfml.Load("", scfml.Source{Name: "ast.scf-ml", Text: ast.Source},
		scfml.Source{Name: "pass.scf-ml", Text: "structure P = struct open AST fun optimize (f: func): func = f end"})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return p
}

// function is the value of the function that the text defines.
func function(t *testing.T, d *absval.Domain, p *core.Program, src string) *absval.Value {
	t.Helper()
	file, err := cfront.Parse(context.Background(), "x.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	tree, err := file.Lower("")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	v, err := ast.ToValue(withoutLabels(tree), p)
	if err != nil {
		t.Fatal(err)
	}
	return d.Const(v)
}

// withoutLabels is f with one label everywhere, so that sets of it and others are merged as far as constructors allow.
func withoutLabels(f *ast.Func) *ast.Func {
	var cmd func(ast.Cmd) ast.Cmd
	var expr func(ast.Expr) ast.Expr
	expr = func(e ast.Expr) ast.Expr { return setLabel(ast.RebuildExpr(e, expr)) }
	cmd = func(c ast.Cmd) ast.Cmd { return setLabel(ast.RebuildCmd(c, cmd, expr)) }
	return setLabel(&ast.Func{Name: f.Name, Result: f.Result, Params: f.Params, Body: cmd(f.Body)})
}

func setLabel[T any](node T) T {
	reflect.ValueOf(node).Elem().FieldByName("Label").Set(reflect.ValueOf(ast.L(1)))
	return node
}

// TestJoins: the sections NAME.c hold several texts of one function, with lines of bars between them; the set of all prints
// as the section NAME.want.
func TestJoins(t *testing.T) {
	p := program(t)
	golden.Pairs(t, "testdata/joins.txtar", func(t *testing.T, name string, source []byte) string {
		d := absval.New(absval.Options{Trees: tree.Options{MaxAlts: 1, Label: ast.LabelArg}}) // alternatives of one constructor are merged argument by argument
		v := d.Bottom()
		for _, src := range strings.Split(string(source), "|\n") {
			v = d.Join(v, function(t, d, p, src))
		}
		got := Format(d, v) + "\n"
		if again := Format(d, v) + "\n"; again != got {
			t.Errorf("%s: printed twice:\n%s", name, cmp.Diff(got, again))
		}
		return got
	})
}

// TestPieces: abstract expressions and commands, as text of the grammar for abstract values, inside a function.
func TestPieces(t *testing.T) {
	const ty = `integer("int", 32, true)`
	x := `var("x", ` + ty + `, L 4)`
	constant := func(v string) string { return `const(int_const(` + v + `), ` + ty + `, L 5)` }
	p := program(t)
	funcType, err := scfml.ParseType("func", p)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ body, want string }{
		{`return(` + constant("Int") + `, L 2)`, "return 'Int;"},
		{`return(` + constant("1 | 2") + `, L 2)`, "return {1 | 2};"},
		{`return(binary(mul, ` + ty + `, ` + x + `, ` + constant("Int") + `, L 3), L 2)`, "return x * 'Int;"},
		{`return(` + x + ` | binary(bit_or, ` + ty + `, ` + x + `, ` + constant("1") + `, L 3), L 2)`, "return {x | (x | 1)};"},
		{`return(binary(add | sub, ` + ty + `, ` + x + `, ` + constant("7") + `, L 3), L 2)`, "return (x {+ | -} 7);"},
		{`return(fix X. ` + x + ` | binary(add, ` + ty + `, X, ` + constant("Int") + `, L 3), L 2)`, "return {fix X. x | X + 'Int};"},
		{`return(Any, L 2)`, "return 'Any;"},
		{`return(var(String, ` + ty + `, L 4), L 2)`, "return 'String;"},
		{`eval(call(object("g", function(` + ty + `, [` + ty + `], true), L 3), ` + x + ` :: Any, ` + ty + `, L 9), L 2)`, "g(x, ...);"},
		{`Any`, "'Any"},
	} {
		d := absval.New(absval.Options{Trees: tree.Options{Label: ast.LabelArg}})
		text := `func("f", ` + ty + `, [param("x", ` + ty + `, false)], ` + c.body + `, false, L 1)`
		v, err := d.Parse(text, funcType, p)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want := "int f(int x) {\n    " + c.want + "\n}"
		if diff := cmp.Diff(want, Format(d, v)); diff != "" {
			t.Errorf("%s: %s", c.body, diff)
		}
	}
}

// TestOtherValues: what is no function prints as absval prints it.
func TestOtherValues(t *testing.T) {
	d := absval.New(absval.Options{Trees: tree.Options{Label: ast.LabelArg}})
	for _, v := range []*absval.Value{d.Const(core.Int(3)), d.Top(), d.Bottom()} {
		if got := Format(d, v); got != v.String() {
			t.Errorf("got %s, want %s", got, v)
		}
	}
	f := function(t, d, program(t), "int f(int x) { return x; }")
	if got := Format(d, d.Tuple([]*absval.Value{f, d.AnyInt()})); got != Format(d, f) {
		t.Errorf("a function with more: %s", got)
	}
}
