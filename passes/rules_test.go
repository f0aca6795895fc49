package passes_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
	"scf/internal/testing/tier"
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

func put(place, e ast.Expr) ast.Cmd { return &ast.Store{Dest: place, X: e} }

func declare(name string, t ast.Type) ast.Cmd {
	return &ast.Declare{Name: name, Ty: t, Init: ast.NoInit{}}
}

func local2(name string, t ast.Floating, x float64) ast.Cmd {
	return &ast.Declare{Name: name, Ty: t, Init: &ast.InitExpr{X: floatNumber(x, t)}}
}

func floatNumber(x float64, t ast.Floating) ast.Expr {
	return &ast.Const{Value: ast.FloatConst(toBits(word{f: x}, t)), Ty: t}
}

// floating is an operation on a variable and a number.
func floating(op ast.Binop, t ast.Floating, name string, x float64) ast.Expr {
	return &ast.Binary{Op: op, Ty: t, X: &ast.Var{Name: name, Ty: t}, Y: floatNumber(x, t)}
}

// part is a field of an object of type record.
func part(name, fieldName string) ast.Expr {
	for _, f := range fields[record.Name] {
		if f.name == fieldName {
			return &ast.Member{X: object(name, record), Field: f.name, Offset: f.offset, Ty: f.ty}
		}
	}
	panic(fieldName)
}

func at(name string, i ast.Expr) ast.Expr {
	return &ast.Index{X: object(name, array), I: i, Ty: ast.Int}
}

// known is the parameter that points to {7, 8}; config is a field of the one that points to a struct.
func known() ast.Expr { return &ast.Var{Name: "known", Ty: pointer} }

func config(fieldName string) ast.Expr {
	for _, f := range fields[frozen.Name] {
		if f.name == fieldName {
			return &ast.Arrow{X: &ast.Var{Name: "config", Ty: frozenPointer}, Field: f.name, Offset: f.offset, Ty: f.ty}
		}
	}
	panic(fieldName)
}

func constants(ns ...int64) ast.Lattice {
	a := &ast.KnownArray{}
	for _, n := range ns {
		a.Elems = append(a.Elems, ast.Known{Value: ast.IntConst(n)})
	}
	return a
}

// rulesParams are the parameters of the functions in rules, with what is known of them.
var rulesParams = []struct {
	param ast.Param
	known ast.Lattice
}{
	{ast.Param{Name: "p", Ty: ast.Int}, ast.NonConstant{}},
	{ast.Param{Name: "q", Ty: ast.Int}, ast.Known{Value: ast.IntConst(5)}},
	{ast.Param{Name: "to", Ty: pointer}, ast.NonConstant{}},
	{ast.Param{Name: "held", Ty: ast.Int, InMemory: true}, ast.Known{Value: ast.IntConst(9)}},
	{ast.Param{Name: "known", Ty: pointer}, constants(7, 8)},
	{ast.Param{Name: "config", Ty: frozenPointer}, &ast.KnownRecord{Fields: []ast.LatticeField{
		{Name: "a", Value: ast.Known{Value: ast.IntConst(3)}}, {Name: "arr", Value: constants(11, 12)}, {Name: "p", Value: constants(13)}}}},
}

// rules are what the passes do with the body of a function with those parameters that returns an int.
var rules = []struct {
	name, pass string
	body       []ast.Cmd
	want       string
}{
	{"a block's exits carry what they know", "cnp",
		[]ast.Cmd{local("x", n(1)), local("y", n(2)), block(1, when(v("p"), set("x", n(3)), exit(1)), set("x", n(4)), set("y", n(2))), give(sum(v("x"), v("y")))},
		`int x = 1;
		int y = 2;
		if (p) { x = 3; goto out1; }
		x = 4;
		y = 2;
		out1:;
		return x + 2;`},
	{"all ways to the end of a block may agree", "cnp",
		[]ast.Cmd{local("x", n(1)), block(1, when(v("p"), set("x", n(3)), exit(1)), set("x", n(3))), give(v("x"))},
		`int x = 1;
		if (p) { x = 3; goto out1; }
		x = 3;
		out1:;
		return 3;`},
	{"what an exit skips is dropped, but for what it declares", "cnp",
		[]ast.Cmd{block(1, block(2, when(v("p"), exit(1))), &ast.Eval{X: call()}, exit(1), set("p", n(3))), set("p", n(4)),
			&ast.Block{Label: ast.L(1003), Body: ast.SeqOf(exit(3), local("x", n(1)))}, set("x", n(2)), give(v("x"))},
		`if (p) { goto out1; }
		g();
		out1:;
		p = 4;
		int x;
		x = 2;
		return 2;`},
	{"a loop that only exits leave", "cnp",
		[]ast.Cmd{local("x", n(1)), block(1, while(n(1), when(v("p"), set("x", n(2)), exit(1)), set("p", call()))), give(v("x"))},
		`int x = 1;
		while (1) {
			if (p) { x = 2; break; }
			p = g();
		}
		return 2;`},
	{"behind a loop that nothing leaves there is nothing", "cnp",
		[]ast.Cmd{while(v("q"), &ast.Eval{X: call()}), give(v("p"))},
		`while (5) { g(); }`},
	{"continue joins the step of a for loop", "cnp",
		[]ast.Cmd{local("x", n(1)), &ast.For{Init: set("p", n(0)), Test: call(), Step: set("p", v("x")),
			Body: block(1, when(v("q"), set("x", n(1)), exit(1)), set("x", n(2)))}, give(sum(v("x"), v("p")))},
		`int x = 1;
		for (p = 0; g(); p = 1)
		x = 1;
		return 1 + p;`},
	{"a do loop that does not repeat", "cnp",
		[]ast.Cmd{&ast.DoWhile{Body: in(set("p", v("q"))), Test: n(0)}, give(v("p"))},
		`p = 5;
		return 5;`},
	{"an exit out of a do loop", "cnp",
		[]ast.Cmd{block(1, &ast.DoWhile{Body: in(when(v("p"), exit(1)), set("q", n(6))), Test: call()}), give(v("q"))},
		`do {
			if (p) { break; }
			q = 6;
		} while (g());
		return q;`},
	{"a switch on a constant selects an arm and what it falls through into", "cnp",
		[]ast.Cmd{local("x", n(1)), block(1, &ast.Switch{Test: v("q"), Arms: []*ast.Arm{
			arm(4, false, set("x", n(2)), exit(1)), arm(5, false, set("x", n(3))), arm(6, true, set("p", v("x")), exit(1)), arm(7, false, set("x", n(4)))}}),
			give(sum(v("x"), v("p")))},
		`int x = 1;
		x = 3;
		p = 3;
		return 6;`},
	{"a switch on a constant that no arm has", "cnp",
		[]ast.Cmd{block(1, &ast.Switch{Test: v("q"), Arms: []*ast.Arm{
			&ast.Arm{Values: []int64{4}, Body: ast.SeqOf(local("t", n(1)), exit(1))}, arm(6, true, set("t", n(2)), set("p", v("t"))), arm(7, false, set("q", n(4)))}}),
			&ast.Switch{Test: v("q"), Arms: []*ast.Arm{arm(8, false, set("p", n(8)))}}, give(sum(v("q"), v("p")))},
		`{
		int t;
		t = 2;
		p = 2;
		q = 4;
		}
		return 6;`},
	{"behind a switch whose arms all leave there is nothing", "cnp",
		[]ast.Cmd{&ast.Switch{Test: v("p"), Arms: []*ast.Arm{arm(1, false, give(n(1))), arm(2, true, give(n(2)))}}, give(n(3))},
		`switch (p) {
		case 1: return 1;
		case 2: default: return 2;
		}`},
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
	{"a call forgets what it may reach, and no more", "cnp",
		[]ast.Cmd{local("x", n(1)), local("m", n(2)), local("o", n(3)), put(object("global", ast.Int), n(4)), &ast.Eval{X: call(pointTo("m"), object("m", ast.Int), object("global", ast.Int))},
			give(sum(sum(v("x"), object("o", ast.Int)), sum(object("m", ast.Int), object("global", ast.Int))))},
		`int m = 2;
		global = 4;
		g(&m, 2, 4);
		return 4 + (m + global);`},
	{"a call among other operands is made at an unknown time", "cnp",
		[]ast.Cmd{put(object("global", ast.Int), n(4)), give(sum(object("global", ast.Int), call()))},
		`global = 4;
		return global + g();`},
	{"a store through a pointer forgets what it may reach", "cnp",
		[]ast.Cmd{local("m", n(2)), local("o", n(3)), put(object("global", ast.Int), n(4)), put(&ast.Deref{X: &ast.Var{Name: "to", Ty: pointer}, Ty: ast.Int}, n(5)),
			give(sum(sum(object("o", ast.Int), object("m", ast.Int)), sum(object("global", ast.Int), call(pointTo("m")))))},
		`int m = 2;
		global = 4;
		*to = 5;
		return 3 + m + (global + g(&m));`},
	{"a store to an object forgets what it overlaps", "cnp",
		[]ast.Cmd{declare("r", record), put(part("r", "a"), n(1)), put(part("r", "b"), n(2)), put(part("r", "u"), number(3, uchar)),
			&ast.Eval{X: call(part("r", "a"), part("r", "b"), part("r", "u"), part("r", "s"))}, put(part("r", "f"), number(7, float)),
			&ast.Eval{X: call(part("r", "a"), part("r", "b"), part("r", "u"), part("r", "f"))}, put(part("r", "l"), number(1, long)),
			give(call(part("r", "a"), part("r", "b"), part("r", "u"), part("r", "f")))},
		`struct s r;
		r.a = 1;
		r.b = 2;
		r.u = 3;
		g(1, 2, 3, r.s);
		r.f = 7.0f;
		g(1, r.b, 3, 7.0f);
		r.l = 1;
		return g(r.a, r.b, 3, r.f);`},
	{"a copy of a struct forgets what it held", "cnp",
		[]ast.Cmd{declare("r", record), put(part("r", "a"), n(1)), put(object("r", record), object("record", record)), give(part("r", "a"))},
		`struct s r;
		r.a = 1;
		r = record;
		return r.a;`},
	{"a struct that is all zero", "cnp",
		[]ast.Cmd{&ast.Declare{Name: "r", Ty: record, Init: &ast.InitList{Elems: []ast.Init{&ast.InitExpr{X: n(0)}}}},
			&ast.Declare{Name: "r1", Ty: record, Init: &ast.InitList{Elems: []ast.Init{&ast.InitExpr{X: n(1)}}}},
			give(call(part("r", "a"), part("r", "f"), part("r1", "a"), part("r1", "f")))},
		`struct s r1 = {1};
		return g(0, 0.0f, r1.a, r1.f);`},
	{"elements of arrays", "cnp",
		[]ast.Cmd{&ast.Declare{Name: "a", Ty: array, Init: &ast.InitList{Elems: []ast.Init{&ast.InitExpr{X: v("p")}, &ast.InitExpr{X: v("q")}}}},
			&ast.Eval{X: call(at("a", n(0)), at("a", n(1)), at("a", n(2)))}, put(at("a", n(2)), n(7)), &ast.Eval{X: call(at("a", n(1)), at("a", n(2)))},
			put(at("a", v("p")), n(8)), give(at("a", n(1)))},
		`int a[4] = {p, 5};
		g(a[0], 5, 0);
		a[2] = 7;
		g(5, 7);
		a[p] = 8;
		return a[1];`},
	{"an array that is passed on is shared", "cnp",
		[]ast.Cmd{&ast.Declare{Name: "a", Ty: array, Init: &ast.InitList{Elems: []ast.Init{&ast.InitExpr{X: n(1)}}}},
			&ast.Eval{X: call(&ast.AddressOf{X: object("a", array), Ty: pointer})}, give(at("a", n(0)))},
		`int a[4] = {1};
		g(a);
		return a[0];`},
	{"a parameter in memory has its value", "cnp",
		[]ast.Cmd{&ast.Eval{X: call(object("held", ast.Int))}, &ast.Eval{X: call(pointTo("held"))}, give(object("held", ast.Int))},
		`g(9);
		g(&held);
		return held;`},
	{"memory joins where paths meet", "cnp",
		[]ast.Cmd{local("o", n(1)), declare("r", record), block(1, when(v("p"), put(object("o", ast.Int), n(2)), put(part("r", "a"), n(3)), exit(1)), put(part("r", "a"), n(3))),
			give(sum(object("o", ast.Int), part("r", "a")))},
		`int o = 1;
		struct s r;
		if (p) { o = 2; r.a = 3; goto out1; }
		r.a = 3;
		out1:;
		return o + 3;`},
	{"a loop that changes memory", "cnp",
		[]ast.Cmd{local("o", n(1)), local("k", n(1)), while(call(), put(object("o", ast.Int), sum(object("o", ast.Int), object("k", ast.Int)))), give(object("o", ast.Int))},
		`int o = 1;
		while (g()) {
		o = o + 1;
		}
		return o;`},
	{"loads from memory declared constant", "cnp",
		[]ast.Cmd{give(call(&ast.Index{X: known(), I: v("q"), Ty: ast.Int}, &ast.Index{X: known(), I: n(0), Ty: ast.Int}, &ast.Deref{X: known(), Ty: ast.Int},
			&ast.Index{X: known(), I: n(1), Ty: ast.Int}, &ast.Index{X: known(), I: n(2), Ty: ast.Int}, &ast.Index{X: known(), I: n(-1), Ty: ast.Int},
			&ast.Index{X: known(), I: v("p"), Ty: ast.Int}))},
		`return g(known[5], 7, 7, 8, known[2], known[-1], known[p]);`},
	{"pointers into memory declared constant", "cnp",
		[]ast.Cmd{
			&ast.Declare{Name: "to2", Ty: pointer, Init: &ast.InitExpr{X: &ast.Binary{Op: ast.PtrAdd, Ty: pointer, X: known(), Y: number(1, long)}}},
			put(&ast.Deref{X: &ast.Var{Name: "to", Ty: pointer}, Ty: ast.Int}, n(5)), &ast.Eval{X: call()},
			give(call(&ast.Deref{X: &ast.Var{Name: "to2", Ty: pointer}, Ty: ast.Int},
				&ast.Deref{X: &ast.AddressOf{X: &ast.Index{X: known(), I: n(1), Ty: ast.Int}, Ty: pointer}, Ty: ast.Int},
				&ast.Deref{X: &ast.Convert{Ty: ast.Pointer{Elem: uchar}, X: known()}, Ty: uchar}))},
		`*to = 5;
		g();
		return g(8, 8, *(unsigned char *)known);`},
	{"a pointer to memory declared constant is not null", "cnp",
		[]ast.Cmd{when(known(), set("p", n(1))), when(&ast.Binary{Op: ast.Eq, Ty: pointer, X: known(), Y: number(0, pointer)}, set("p", n(2))),
			when(&ast.Unary{Op: ast.LogNot, Ty: pointer, X: known()}, set("p", n(3))),
			give(call(&ast.Binary{Op: ast.Ne, Ty: pointer, X: &ast.Var{Name: "to", Ty: pointer}, Y: number(0, pointer)},
				&ast.Binary{Op: ast.Ne, Ty: pointer, X: number(0, pointer), Y: known()}))},
		`p = 1;
		return g(to != 0, 1);`},
	{"structs declared constant", "cnp",
		[]ast.Cmd{give(call(config("a"), config("f"), &ast.Index{X: config("arr"), I: n(1), Ty: ast.Int}, &ast.Index{X: config("p"), I: n(0), Ty: ast.Int},
			&ast.Member{X: &ast.Deref{X: &ast.Var{Name: "config", Ty: frozenPointer}, Ty: frozen}, Field: "a", Ty: ast.Int}))},
		`return g(3, config->f, 12, 13, 3);`},
	{"floats are computed as C computes them", "cnp",
		[]ast.Cmd{local2("d", double, 0.1), local2("f", float, 0.1), local2("z", double, math.Copysign(0, -1)), give(call(
			floating(ast.Add, double, "d", 0.2), floating(ast.Add, float, "f", 0.2), floating(ast.Div, double, "d", 0), floating(ast.Lt, double, "d", 0.5),
			floating(ast.Lt, double, "d", math.NaN()), floating(ast.Eq, double, "z", 0), &ast.Unary{Op: ast.Neg, Ty: double, X: &ast.Var{Name: "z", Ty: double}},
			&ast.Convert{Ty: ast.Int, X: floating(ast.Mul, double, "d", 25)}, &ast.Convert{Ty: uchar, X: floating(ast.Mul, double, "d", 1e4)},
			&ast.Convert{Ty: float, X: number(16777217, ast.Int)}, &ast.Convert{Ty: double, X: number(-1, ulong)}, &ast.Convert{Ty: ast.Boolean{}, X: &ast.Var{Name: "z", Ty: double}}))},
		`return g(0.30000000000000004, 0.3f, 0.1 / 0.0, 1, 0.1 < __builtin_nan("0x1"), 1, 0.0, 2, 1000.0, 1.6777216e+07f, 1.8446744073709552e+19, 0);`},
	{"what is no identity of floats", "cnp",
		[]ast.Cmd{&ast.Declare{Name: "y", Ty: double, Init: &ast.InitExpr{X: &ast.Convert{Ty: double, X: v("p")}}}, give(call(
			floating(ast.Add, double, "y", 0), floating(ast.Sub, double, "y", math.Copysign(0, -1)), floating(ast.Mul, double, "y", 0),
			floating(ast.Add, double, "y", math.Copysign(0, -1)), floating(ast.Sub, double, "y", 0), floating(ast.Mul, double, "y", 1), floating(ast.Div, double, "y", 1),
			floating(ast.Mul, double, "y", 2)))},
		`double y = p;
		return g(y + 0.0, y - -0.0, y * 0.0, y, y, y, y, y * 2.0);`},
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
		if (p) { q = 1; }
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
	{"an exit carries copies, but none of variables that it leaves", "cpp",
		[]ast.Cmd{local("x", n(0)), local("y", n(0)), block(1, in(local("t", v("p")), set("p", n(2)), set("x", v("t")), set("y", v("q")), when(v("q"), exit(1))),
			set("x", v("q")), set("y", v("q"))), give(sum(v("x"), v("y")))},
		`int x = 0;
		int y = 0;
		{
		int t = p;
		p = 2;
		x = t;
		y = q;
		if (q) { goto out1; }
		}
		x = q;
		y = q;
		out1:;
		return x + q;`},
	{"copies do not concern memory", "cpp",
		[]ast.Cmd{local("x", v("p")), put(object("global", ast.Int), v("x")), &ast.Eval{X: call(pointTo("global"))}, set("q", object("global", ast.Int)), give(sum(v("x"), v("q")))},
		`global = p;
		g(&global);
		q = global;
		return p + q;`},
	{"what is never reached is dropped", "cpp",
		[]ast.Cmd{when(v("p"), give(n(1)), set("p", n(2))), give(v("q")), set("q", n(1))},
		`if (p) { return 1; }
		return q;`},
	{"what is never reached is dropped, and a switch of which nothing is left", "dae",
		[]ast.Cmd{&ast.Switch{Test: call(), Arms: []*ast.Arm{arm(0, false, set("p", n(1))), arm(1, true, &ast.Skip{})}}, &ast.Switch{Test: v("q"), Arms: []*ast.Arm{arm(0, false, set("p", n(1)))}},
			block(1, when(v("q"), exit(1), set("p", n(2))), give(v("q")), set("q", n(7))), give(n(0)), set("q", n(1))},
		`g();
		if (q) { goto out1; }
		return q;
		out1:;
		return 0;`},
	{"stores to private objects that nothing loads", "dae",
		[]ast.Cmd{local("o", v("p")), declare("r", record), put(part("r", "a"), n(1)), put(object("o", ast.Int), call()), &ast.Eval{X: call(object("o", ast.Int), part("r", "b"))},
			put(object("o", ast.Int), n(1)), put(at("a2", v("p")), call()), put(part("r", "a"), sum(call(), n(1))), put(object("global", ast.Int), n(3)), give(v("q"))},
		`int o;
		struct s r;
		r.a = 1;
		o = g();
		g(o, r.b);
		a2[p] = g();
		g();
		global = 3;
		return q;`},
	{"objects whose address goes somewhere keep their stores", "dae",
		[]ast.Cmd{local("o", n(1)), put(&ast.Deref{X: &ast.Var{Name: "to", Ty: pointer}, Ty: ast.Int}, n(5)), &ast.Eval{X: call(pointTo("o"))}, put(object("o", ast.Int), n(2)), give(call())},
		`int o = 1;
		*to = 5;
		g(&o);
		o = 2;
		return g();`},
	{"an address that is only followed goes nowhere", "dae",
		[]ast.Cmd{local("o", n(1)), put(&ast.Deref{X: pointTo("o"), Ty: ast.Int}, n(2)), give(v("q"))},
		`return q;`},
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
	tier.Same(t)
	rs := load(t)
	for _, rule := range rules {
		f := &ast.Func{Name: "f", Result: ast.Int, Body: ast.SeqOf(rule.body...)}
		var values []ast.Lattice
		for _, p := range rulesParams {
			f.Params = append(f.Params, p.param)
			values = append(values, p.known)
		}
		ast.Number(f)
		for _, r := range rs {
			if r.Name != rule.pass {
				continue
			}
			g, _, err := r.run(f, values)
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
