package passes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
)

// Short forms for trees of ints.

func v(name string) ast.Expr                 { return &ast.Var{Name: name, Ty: ast.Int} }
func n(k int64) ast.Expr                     { return number(k, ast.Int) }
func sum(x, y ast.Expr) ast.Expr             { return &ast.Binary{Op: ast.Add, Ty: ast.Int, X: x, Y: y} }
func set(name string, e ast.Expr) ast.Cmd    { return &ast.Assign{Name: name, Ty: ast.Int, X: e} }
func give(e ast.Expr) ast.Cmd                { return &ast.Return{X: e} }
func in(cmds ...ast.Cmd) ast.Cmd             { return &ast.Scope{Body: ast.SeqOf(cmds...)} }
func block(l ast.L, cmds ...ast.Cmd) ast.Cmd { return &ast.Block{Body: in(cmds...), Label: 1000 + l} }
func exit(l ast.L) ast.Cmd                   { return &ast.Exit{To: 1000 + l} }

func local(name string, e ast.Expr) ast.Cmd {
	return &ast.Declare{Name: name, Ty: ast.Int, Init: &ast.InitExpr{X: e}}
}

func when(test ast.Expr, cmds ...ast.Cmd) ast.Cmd {
	return &ast.If{Test: test, Then: in(cmds...), Else: &ast.Skip{}}
}

func while(test ast.Expr, cmds ...ast.Cmd) ast.Cmd { return &ast.While{Test: test, Body: in(cmds...)} }

func arm(value int64, isDefault bool, cmds ...ast.Cmd) *ast.Arm {
	return &ast.Arm{Values: []int64{value}, Default: isDefault, Body: ast.SeqOf(cmds...)}
}

func object(name string, t ast.Type) ast.Expr { return &ast.Object{Name: name, Ty: t} }

func pointTo(name string) ast.Expr {
	return &ast.AddressOf{X: object(name, ast.Int), Ty: pointer}
}

func call(args ...ast.Expr) ast.Expr {
	fn := &ast.Function{Result: ast.Int}
	for _, a := range args {
		fn.Params = append(fn.Params, ast.TypeOf(a))
	}
	return &ast.Call{Fn: object("g", fn), Args: args, Ty: ast.Int}
}

// rules are what the passes do with trees that the front end does not make yet: int f(int p, int q), where q is 5.
var rules = []struct {
	name, pass string
	body       []ast.Cmd
	want       string
}{
	{"a block's exits carry no facts about what the block assigns", "cnp",
		[]ast.Cmd{local("x", n(1)), local("y", n(2)), block(1, when(v("p"), set("x", n(3)), exit(1)), set("x", n(4))), give(sum(v("x"), v("y")))},
		`int x = 1;
		if (p) { x = 3; goto out1; }
		x = 4;
		out1:;
		return x + 2;`},
	{"a parameter stays constant behind a loop that is left", "cnp",
		[]ast.Cmd{block(1, while(n(1), when(call(v("q")), exit(1)))), give(v("q"))},
		`while (1) { if (g(5)) { break; } }
		return 5;`},
	{"an arm of a switch is entered from the switch and from the arm before", "cnp",
		[]ast.Cmd{local("x", n(1)), local("y", n(2)), block(1, &ast.Switch{Test: v("p"), Arms: []*ast.Arm{
			arm(0, false, set("x", n(3)), set("y", v("x"))), arm(1, false, set("y", v("x")), exit(1)), arm(2, true, set("x", v("y")))}}),
			give(sum(v("x"), v("y")))},
		`int x = 1;
		int y = 2;
		switch (p) {
		case 0: x = 3; y = 3;
		case 1: y = x; break;
		case 2: default: x = 2;
		}
		return x + y;`},
	{"a switch may take no arm", "cnp",
		[]ast.Cmd{local("x", n(1)), &ast.Switch{Test: v("p"), Arms: []*ast.Arm{arm(0, false, set("x", n(3)))}}, give(v("x"))},
		`int x = 1;
		switch (p) { case 0: x = 3; }
		return x;`},
	{"memory is not tracked, variables outlive calls and stores", "cnp",
		[]ast.Cmd{local("x", n(1)), &ast.Store{Dest: object("m", ast.Int), X: v("x")}, &ast.Eval{X: call(pointTo("m"))},
			give(sum(object("m", ast.Int), v("x")))},
		`m = 1;
		g(&m);
		return m + 1;`},
	{"floats are propagated, not computed", "cnp",
		[]ast.Cmd{&ast.Declare{Name: "d", Ty: double, Init: &ast.InitExpr{X: number(2, double)}},
			when(&ast.Binary{Op: ast.Lt, Ty: double, X: &ast.Var{Name: "d", Ty: double}, Y: number(3, double)}, give(n(1))), give(n(0))},
		`if (2.0 < 3.0) { return 1; }
		return 0;`},
	{"copies made in a switch hold on all ways", "cpp",
		[]ast.Cmd{local("x", v("p")), &ast.Switch{Test: v("p"), Arms: []*ast.Arm{
			arm(0, false, set("x", v("q"))), arm(1, false, set("q", v("x")))}}, give(sum(v("x"), v("q")))},
		`int x = p;
		switch (p) {
		case 0: x = q;
		case 1: q = x;
		}
		return x + q;`},
	{"copies outlive a block that does not assign them", "cpp",
		[]ast.Cmd{local("x", v("p")), local("y", v("q")), block(1, when(v("p"), set("q", n(1)), exit(1))), give(sum(v("x"), v("y")))},
		`int y = q;
		if (p) { q = 1; goto out1; }
		out1:;
		return p + y;`},
	{"a variable that leaves its scope is not used outside", "cpp",
		[]ast.Cmd{local("x", n(0)), block(1, in(local("t", v("p")), set("p", n(2)), set("x", v("t")))), give(v("x"))},
		`int x = 0;
		{ int t = p; p = 2; x = t; }
		return x;`},
	{"a variable that leaves its loop is not used outside", "cpp",
		[]ast.Cmd{local("x", n(0)), &ast.For{Init: ast.SeqOf(local("i", n(1)), set("x", v("i"))), Test: v("p"),
			Step: set("p", n(0)), Body: in(set("q", v("x")))}, give(v("x"))},
		`int x = 0;
		{
		int i = 1;
		x = i;
		for (; p; p = 0) { q = i; }
		}
		return x;`},
	{"an assignment is live where an exit reads it", "dae",
		[]ast.Cmd{local("x", n(1)), block(1, set("x", n(2)), when(v("p"), exit(1)), set("x", n(3)), set("x", n(4))), give(v("x"))},
		`int x;
		x = 2;
		if (p) { goto out1; }
		x = 4;
		out1:;
		return x;`},
	{"an arm that falls through needs what the next one reads", "dae",
		[]ast.Cmd{local("x", n(1)), local("y", n(1)), &ast.Switch{Test: v("p"), Arms: []*ast.Arm{
			arm(0, false, set("x", n(2)), set("y", n(2))), arm(1, false, set("y", v("x"))), arm(2, false, set("x", n(7)))}}, give(v("y"))},
		`int x = 1;
		int y = 1;
		switch (p) {
		case 0: x = 2;
		case 1: y = x;
		case 2: ;
		}
		return y;`},
	{"memory keeps its initial values and stores", "dae",
		[]ast.Cmd{
			&ast.Declare{Name: "a", Ty: array, Init: &ast.InitList{Elems: []ast.Init{&ast.InitExpr{X: v("p")}, &ast.InitExpr{X: n(2)}}}},
			&ast.Declare{Name: "m", Ty: ast.Int, Init: &ast.InitExpr{X: n(1)}},
			&ast.Declare{Name: "unused", Ty: ast.Int, Init: &ast.InitExpr{X: n(1)}},
			&ast.Store{Dest: &ast.Index{X: object("a", array), I: v("p"), Ty: ast.Int}, X: v("q")},
			give(call(object("a", array), pointTo("m")))},
		`int a[4] = {p, 2};
		int m = 1;
		a[p] = q;
		return g(a, &m);`},
	{"a copy ends where a block assigns the variable copied", "cpp",
		[]ast.Cmd{local("x", n(1)), local("y", v("x")), block(1, while(v("p"), local("z", v("y"))), set("x", n(2))), give(v("y"))},
		`int x = 1;
		int y = x;
		while (p) { }
		x = 2;
		return y;`},
	{"what is dropped is still called", "dae",
		[]ast.Cmd{local("x", sum(call(), v("p"))), set("x", &ast.Cond{Test: v("p"), Then: call(v("p")), Else: n(0), Ty: ast.Int}),
			when(&ast.LogAnd{X: call(), Y: v("p")}, set("x", n(1))), &ast.Eval{X: &ast.Deref{X: pointTo("m"), Ty: ast.Int}}, give(v("p"))},
		`g();
		p ? g(p) : 0;
		g();
		return p;`},
}

// TestRules compares what a pass makes of a tree, as C without its layout.
func TestRules(t *testing.T) {
	rs := load(t)
	for _, rule := range rules {
		f := &ast.Func{Name: "f", Result: ast.Int, Params: []ast.Param{{Name: "p", Ty: ast.Int}, {Name: "q", Ty: ast.Int}},
			Body: ast.SeqOf(rule.body...)}
		ast.Number(f)
		for _, r := range rs {
			if r.Name != rule.pass {
				continue
			}
			g, _, err := r.run(f, []ast.Lattice{ast.NonConstant{}, ast.Known{Value: ast.IntConst(5)}})
			if err != nil {
				t.Errorf("%s: %v", rule.name, err)
				continue
			}
			got := words(ast.PrintBody(g, ast.DefaultStyle()))
			if want := words("{" + rule.want + "}"); got != want {
				t.Errorf("%s: %s (-want +got):\n%s", r.Name, rule.name, cmp.Diff(want, got))
			}
		}
	}
}

// words is a text without its layout: each word and each brace on a line.
func words(text string) string {
	text = strings.NewReplacer("{", " { ", "}", " } ").Replace(text)
	return strings.Join(strings.Fields(text), "\n")
}
