package ast

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	charType  = Integer{"char", 8, true}
	longType  = Integer{"long", 64, true}
	ulongType = Integer{"unsigned long", 64, false}
	floatType = Floating{"float", 32}
	dblType   = Floating{"double", 64}
	intPtr    = Pointer{Int}
	point     = Record{"struct point", 8}
)

func v(name string, t Type) *Var         { return &Var{Name: name, Ty: t} }
func object(name string, t Type) *Object { return &Object{Name: name, Ty: t} }
func num(i int64, t Type) *Const         { return &Const{Value: IntConst(i), Ty: t} }
func float(x float64) *Const {
	return &Const{Value: FloatConst(math.Float64bits(x)), Ty: dblType}
}
func bin(op Binop, t Type, x, y Expr) *Binary { return &Binary{Op: op, Ty: t, X: x, Y: y} }

// TestPrintExpr: literals, and what the front end does not make yet.
func TestPrintExpr(t *testing.T) {
	p, q := v("p", intPtr), v("q", intPtr)
	inner := Pointer{&Function{Result: Int, Params: []Type{charType, Pointer{Array{Int, 3}}}, Variadic: true}}
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{num(math.MinInt32, Int), "(-2147483647 - 1)"},
		{num(math.MaxInt32, Int), "2147483647"},
		{num(-5, Int), "-5"},
		{num(5, Uint), "5U"},
		{num(math.MinInt64, longType), "(-9223372036854775807L - 1)"},
		{num(-1, ulongType), "18446744073709551615UL"},
		{num(7, Integer{"uint64_t", 64, false}), "7ULL"},
		{num(7, Integer{"long long int", 64, true}), "7LL"},
		{num(7, Integer{"enum e", 32, false}), "7U"},
		{num(7, charType), "(char)7"},
		{num(1, Boolean{}), "(_Bool)1"},
		{num(0, intPtr), "(int *)0"},
		{num(1<<40, intPtr), "(int *)1099511627776LL"},
		{float(1), "1.0"},
		{float(-1e300), "-1e+300"},
		{float(0.1), "0.1"},
		{float(math.Copysign(0, -1)), "-0.0"},
		{float(math.Inf(-1)), "-__builtin_inf()"},
		{float(math.NaN()), `__builtin_nan("0x1")`},
		{&Const{FloatConst(math.Float32bits(0.5)), floatType, nil}, "0.5f"},
		{&Const{FloatConst(math.Float32bits(float32(math.Inf(1)))), floatType, nil}, "__builtin_inff()"},
		{&Str{Text: "a\"\\\n\t\x00\xff?1", Ty: Pointer{charType}}, `"a\"\\\n\t\000\377\0771"`},
		{bin(PtrAdd, intPtr, p, v("i", longType)), "p + i"},
		{bin(PtrSub, intPtr, p, num(1, charType)), "p - 1"},
		{bin(PtrDiff, longType, p, q), "p - q"},
		{bin(Eq, intPtr, p, num(0, intPtr)), "p == 0"},
		{&Deref{X: bin(PtrAdd, intPtr, p, num(1, Int)), Ty: Int}, "*(p + 1)"},
		{&Index{X: &Deref{X: v("pp", Pointer{intPtr}), Ty: intPtr}, I: num(2, Int), Ty: Int}, "(*pp)[2]"},
		{&Member{X: &Deref{X: v("r", Pointer{point}), Ty: point}, Field: "x", Ty: Int}, "(*r).x"},
		{&Arrow{X: bin(PtrAdd, Pointer{point}, v("r", Pointer{point}), num(1, Int)), Field: "x", Ty: Int}, "(r + 1)->x"},
		{&AddressOf{X: &Index{X: object("a", Array{Int, 3}), I: v("i", Int), Ty: Int}, Ty: intPtr}, "&a[i]"},
		{&Convert{Ty: inner, X: p}, "(int (*)(char, int (*)[3], ...))p"},
		{&Convert{Ty: Pointer{Void{}}, X: p}, "(void *)p"},
		{&Call{Fn: &Deref{X: v("fp", inner), Ty: inner.Elem}, Args: []Expr{num(3, charType), num(0, Pointer{Array{Int, 3}}), v("c", floatType)}, Ty: Int},
			"(*fp)(3, 0, c)"},
		{bin(Add, dblType, &Convert{Ty: dblType, X: v("i", Int)}, float(2)), "i + 2.0"},
		{bin(Mul, dblType, &Convert{Ty: dblType, X: v("i", Int)}, &Convert{Ty: dblType, X: v("j", Int)}), "(double)i * j"},
		{bin(Add, floatType, &Convert{Ty: floatType, X: v("x", dblType)}, v("y", floatType)), "(float)x + y"},
		{&Unary{Op: LogNot, Ty: intPtr, X: p}, "!p"},
		{&Cond{Test: p, Then: p, Else: q, Ty: intPtr}, "p ? p : q"},
		{&Cond{Test: p, Then: object("a", point), Else: object("b", point), Ty: point}, "p ? a : b"},
	} {
		if got := PrintExpr(c.e); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestPrintCommands: jumps, switches and memory.
func TestPrintCommands(t *testing.T) {
	x := v("x", Int)
	assign := func(e Expr) Cmd { return &Assign{Name: "x", Ty: Int, X: e} }
	exit := func(n int) Cmd { return &Exit{To: L(n)} }
	when := func(c Cmd) Cmd { return &If{Test: x, Then: c, Else: &Skip{}} }
	block := func(n int, c ...Cmd) Cmd { return &Block{SeqOf(c...), L(n)} }
	for _, c := range []struct {
		name string
		cmd  Cmd
		want string
	}{
		{"break and continue", block(1, &While{Test: x, Body: &Scope{Body: block(2, when(exit(1)), when(exit(2)), assign(num(1, Int)))}}), `
while (x) {
    if (x)
        break;
    if (x)
        continue;
    x = 1;
}
`},
		{"blocks in which nothing is left", SeqOf(block(1, block(2, exit(2)), block(3, exit(3))), &Return{X: x}), `
return x;
`},
		{"out of two loops", block(1, &While{Test: x, Body: &DoWhile{Body: exit(1), Test: x}}), `
while (x)
    do
        goto out1;
    while (x);
out1:;
`},
		{"forward goto", SeqOf(block(1, when(exit(1)), assign(num(1, Int))), &Return{X: x}), `
if (x)
    goto out1;
x = 1;
out1:;
return x;
`},
		{"switch", block(1, &Switch{Test: x, Arms: []*Arm{
			{Values: []int64{1, -2}, Body: SeqOf(assign(num(1, Int)), exit(1))},
			{Values: []int64{3}, Body: &Skip{}},
			{Default: true, Body: &Declare{Name: "y", Ty: Int, Init: &InitExpr{&Call{Fn: object("g", &Function{Result: Int}), Ty: Int}}}},
			{Values: []int64{4}, Body: &Skip{}}}}), `
switch (x) {
case 1:
case -2:
    x = 1;
    break;
case 3:
default:
    g();
case 4:
    ;
}
`},
		{"the end of a switch in a loop", &For{Init: &Skip{}, Test: num(1, Int), Step: assign(num(2, Int)), Body: block(2, &Switch{Test: x, Arms: []*Arm{{Default: true, Body: exit(2)}}})}, `
for (;; x = 2)
    switch (x) {
    default:
        break;
    }
`},
		{"memory", SeqOf(
			&Declare{Name: "a", Ty: Array{Int, 3}, Init: &InitList{[]Init{&InitExpr{num(1, Int)}, &InitExpr{x}}}},
			&Declare{Name: "fp", Ty: Pointer{&Function{Result: Int}}, Init: NoInit{}},
			&Store{Dest: &Index{X: object("a", Array{Int, 3}), I: x, Ty: Int}, X: &Convert{Ty: Int, X: v("fp", longType)}}), `
int a[3] = {1, x};
int (*fp)(void);
a[x] = fp;
`},
		{"a step that is no expression", &For{Init: SeqOf(&Declare{Name: "i", Ty: Int, Init: NoInit{}}, &Declare{Name: "j", Ty: longType, Init: NoInit{}}),
			Test: v("i", Int), Step: when(assign(v("j", longType))), Body: assign(x)}, `
{
    int i;
    long j;
    for (; i;) {
        x = x;
        if (x)
            x = j;
    }
}
`},
		{"nothing", SeqOf(&Scope{Body: &Skip{}}, when(&Skip{}), &If{Test: x, Then: &Scope{Body: &Skip{}}, Else: &Scope{Body: assign(x)}}), `
if (!x) {
    x = x;
}
`},
		{"else of the right if", &If{Test: x, Then: when(assign(x)), Else: assign(num(0, Int))}, `
if (x) {
    if (x)
        x = x;
} else
    x = 0;
`},
	} {
		f := &Func{Name: "f", Result: Int, Params: []Param{{Name: "x", Ty: Int}}, Body: c.cmd}
		style := DefaultStyle()
		want := "{\n"
		for _, line := range splitLines(c.want) {
			if line != "out1:;" {
				line = style.Indent + line
			}
			want += line + "\n"
		}
		want += "}"
		if diff := cmp.Diff(want, PrintBody(f, style)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestNames: what passes do to variables' scopes.
func TestNames(t *testing.T) {
	x, inner, outer := v("x", Int), v("x#2", Int), v("x#3", Int)
	declare := func(x *Var, e Expr) Cmd { return &Declare{Name: x.Name, Ty: Int, Init: &InitExpr{e}} }
	for _, c := range []struct {
		name string
		cmd  Cmd
		want string
	}{
		{"a use of the outer variable moved in", &Scope{Body: SeqOf(declare(inner, num(1, Int)), &Return{X: bin(Add, Int, inner, x)})}, `
{
    int x_2 = 1;
    return x_2 + x;
}
`},
		{"in its own initialiser", &Scope{Body: SeqOf(declare(inner, x), &Return{X: inner})}, `
{
    int x_2 = x;
    return x_2;
}
`},
		{"a scope dissolved", SeqOf(declare(inner, num(1, Int)), declare(outer, inner), &Return{X: outer}), `
int x_3 = 1;
int x_2 = x_3;
return x_2;
`},
		{"a use moved out", SeqOf(&Scope{Body: declare(inner, num(1, Int))}, &Return{X: inner}), `
int x_2;
x_2 = 1;
return x_2;
`},
		{"declared again", SeqOf(declare(inner, num(1, Int)), declare(inner, num(2, Int)), &Return{X: inner}), `
int x_2 = 1;
x_2 = 2;
return x_2;
`},
		{"a global behind a local", SeqOf(declare(v("g", Int), num(1, Int)), &Scope{Body: SeqOf(declare(v("g#2", Int), num(2, Int)), &Return{X: bin(Add, Int, v("g", Int), v("g#2", Int))})}), `
int g = 1;
{
    int g_2 = 2;
    return g + g_2;
}
`},
		{"a function behind a local", SeqOf(declare(v("h#2", Int), num(1, Int)), &Eval{X: &Call{Fn: object("h", &Function{Result: Void{}, Params: []Type{Int}}), Args: []Expr{v("h#2", Int)}, Ty: Void{}}}), `
int h_2 = 1;
h(h_2);
`},
		{"names that C does not have", SeqOf(declare(v("t'1", Int), num(1, Int)), &Return{X: v("t'1", Int)}), `
int t_1 = 1;
return t_1;
`},
	} {
		f := &Func{Name: "f", Result: Int, Params: []Param{{Name: "x", Ty: Int}}, Body: c.cmd}
		want := "{\n"
		for _, line := range splitLines(c.want) {
			want += "    " + line + "\n"
		}
		if diff := cmp.Diff(want+"}", PrintBody(f, DefaultStyle())); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func splitLines(text string) []string {
	var lines []string
	start := 1 // behind the first newline
	for i := 1; i < len(text); i++ {
		if text[i] == '\n' {
			lines = append(lines, text[start:i])
			start = i + 1
		}
	}
	return lines
}

func TestDetectStyle(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      Style
	}{
		{"nothing", "int x;\n", Style{"    ", false, false, true, "\n", nil}},
		{"K&R", "int f(int a)\n{\n\tif (a) {\n\t\treturn 1;\n\t} else {\n\t\treturn 2;\n\t}\n}\n", Style{"\t", false, false, true, "\n", nil}},
		{"Allman", "int f(int a)\r\n{\r\n  if(a)\r\n  {\r\n    g();\r\n  }\r\n  else\r\n  {\r\n    h();\r\n  }\r\n}\r\n", Style{"  ", true, true, false, "\r\n", nil}},
		{"Stroustrup", "int f(int a) {\n   while (a) {\n      g();\n   }\n   if (a) {\n      g();\n   }\n   else\n      h();\n}\n", Style{"   ", false, true, true, "\n", nil}},
		{"comments", "/*\n * text\n */\nint f(int a) {\n    g();\n}\n", Style{"    ", false, false, true, "\n", nil}},
	} {
		got := DetectStyle([]byte(c.src))
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestVerify(t *testing.T) {
	ret := func(x Expr) *Func { return &Func{"f", Int, nil, &Return{X: x, Label: L(2)}, false, L(1), nil} }
	with := func(t Type, x Expr) *Func {
		return &Func{"f", Int, []Param{{"x", t, false}}, &Eval{X: x, Label: L(2)}, true, L(1), nil}
	}
	one := &Const{IntConst(1), Int, L(3)}
	for _, c := range []struct {
		f    *Func
		want string
	}{
		{ret(one), ""},
		{ret(nil), "tree of f, node <nil>: an expression is missing"},
		{ret(&Const{IntConst(1), longType, L(3)}), "tree of f, node L 2: what is returned has type long where int is wanted"},
		{ret(&Const{IntConst(1), Int, L(2)}), "tree of f, node L 2: the label is used twice"},
		{ret(&Const{IntConst(1), Int, nil}), "tree of f, node <nil>: *ast.Const has no label"},
		{ret(&Const{IntConst(1 << 40), Int, L(3)}), "tree of f, node L 3: the constant 1099511627776 is not in the range of int"},
		{ret(&Convert{Int, &Const{IntConst(1), dblType, L(4)}, L(3)}), "tree of f, node L 4: a constant that is not of its type double"},
		{ret(&Var{"x", Int, L(4)}), "tree of f, node L 4: the variable x is not declared"},
		{with(charType, &Binary{Add, Int, one, &Var{"x", charType, L(4)}, L(5)}), "tree of f, node L 5: the second operand has type char where int is wanted"},
		{with(charType, &Binary{Shl, Int, one, &Var{"x", charType, L(4)}, L(5)}), ""},
		{with(dblType, &Binary{Shl, Int, one, &Var{"x", dblType, L(4)}, L(5)}), "tree of f, node L 5: the second operand is no integer"},
		{with(Int, &Call{&Var{"x", Int, L(4)}, nil, Int, L(5)}), "tree of f, node L 5: a call of what is no function"},
		{with(dblType, &Var{"x", Int, L(4)}), "tree of f, node L 4: the variable double x is used as int"},
		{with(Int, &Object{"x", Int, L(4)}), "tree of f, node L 4: x is used as an object and as a variable"},
		{with(dblType, &Unary{BitNot, dblType, &Var{"x", dblType, L(4)}, L(5)}), "tree of f, node L 5: an operand of a type that the operator does not take"},
		{with(dblType, &Binary{BitAnd, dblType, &Var{"x", dblType, L(4)}, &Const{FloatConst(0), dblType, L(6)}, L(5)}), "tree of f, node L 5: operands of a type that the operator does not take"},
		{&Func{"f", Int, nil, &Declare{Name: "y", Ty: Int, Init: &InitList{}, Label: L(2)}, false, L(1), nil}, "tree of f, node L 2: a list of initial values for int y"},
		{ret(&Call{&Object{"g", &Function{Int, []Type{Int}, false}, L(4)}, nil, Int, L(5)}), "tree of f, node L 5: 0 arguments for 1 parameters"},
		{&Func{"f", Int, nil, &Exit{L(9), L(2)}, false, L(1), nil}, "tree of f, node L 2: exit to L 9, which is no block around it"},
		{&Func{"f", Int, nil, &While{Test: &Object{"a", point, L(3)}, Body: &Skip{L(4)}, Label: L(2)}, true, L(1), nil}, "tree of f, node L 2: a test of type struct point"},
		{&Func{"f", Int, nil, &Eval{X: &Object{"a", Int, L(3)}, Label: L(2)}, false, L(1), nil}, "tree of f, node L 1: the function mentions an object and denies it"},
		{&Func{"f", Int, nil, &Block{&Exit{U{L(2), 3}, L(3)}, U{L(2), 3}}, false, L(1), nil}, ""},
	} {
		got := ""
		if err := Verify(c.f); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestQualifiersOfPointers asks for the qualifiers of a pointer of pointers, which takes no more than those of a pointer.
func TestQualifiersOfPointers(t *testing.T) {
	cost := func(depth int) float64 {
		var p Type = charType
		for range depth {
			p = Pointer{p}
		}
		return testing.AllocsPerRun(10, func() {
			if IsQualified(p) || IsVolatile(p) {
				t.Error("a pointer has no name that says const")
			}
		})
	}
	if one, many := cost(1), cost(500); many > one {
		t.Errorf("%v allocations for 500 pointers, %v for one", many, one)
	}
}
