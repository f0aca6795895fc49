package ast

import (
	"context"
	"fmt"
	"math/rand/v2"

	"os/exec"
	"strings"
	"testing"

	"scf/internal/cprog"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// Random trees of the kind that passes may return: every integer type, also operations on narrow ones, variables of one name
// in several scopes, uses and declarations moved out of their scopes, blocks and exits, graphs and jumps. What is read has a value.

type treeGen struct {
	r      *rand.Rand
	prefix string  // of the functions that are called
	vars   []*Var  // that have a value here
	made   int     // variables so far
	labels int64   // labels of blocks so far
	blocks []Label // that an exit may name here
	calls  int     // that the expression being made may still hold
	loops  int
	nodes  []aim // that a jump may name here
}

// aim is a node of a graph, with the variable that counts how many jumps to the graph's nodes are left.
type aim struct {
	node Label
	fuel *Var
}

var treeTypes = []Type{Int, Int, Uint, Boolean{}, Integer{"char", 8, true}, Integer{"unsigned char", 8, false},
	Integer{"short", 16, true}, Integer{"unsigned short", 16, false}, Integer{"long", 64, true}, Integer{"unsigned long", 64, false},
	Integer{"u64", 64, false}, Integer{"long long", 64, true}}

func randomFunc(seed uint64) *Func {
	g := &treeGen{r: rand.New(rand.NewPCG(seed, 7)), prefix: treePrefix(seed)}
	f := &Func{Name: fmt.Sprintf("f%d", seed), Result: g.ty()}
	for _, name := range []string{"a", "b", "c"} {
		p := Param{Name: name, Ty: g.ty()}
		f.Params = append(f.Params, p)
		g.vars = append(g.vars, &Var{Name: name, Ty: p.Ty})
	}
	f.Body = cloneCmd(SeqOf(g.cmds(7, 3), &Return{X: g.value(f.Result)}))
	Number(f)
	return f
}

// cloneCmd makes nodes that are in two places two nodes.
func cloneCmd(c Cmd) Cmd    { return RebuildCmd(c, cloneCmd, cloneExpr) }
func cloneExpr(e Expr) Expr { return RebuildExpr(e, cloneExpr) }

func (g *treeGen) ty() Type { return treeTypes[g.r.IntN(len(treeTypes))] }

func (g *treeGen) cmds(n, depth int) Cmd {
	var cmds []Cmd
	for range 1 + g.r.IntN(n) {
		cmds = append(cmds, g.cmd(depth))
	}
	return SeqOf(cmds...)
}

// branch is commands that may not be done to their end, so that what they give values has perhaps none behind them.
func (g *treeGen) branch(f func() Cmd) Cmd {
	vars := len(g.vars)
	c := f()
	g.vars = g.vars[:vars]
	return c
}

func (g *treeGen) cmd(depth int) Cmd {
	n := g.r.IntN(100)
	switch {
	case n < 30 || depth == 0 && n < 50:
		return g.declare()
	case n < 50 || depth == 0:
		v := g.vars[g.r.IntN(len(g.vars))]
		return &Assign{Name: v.Name, Ty: v.Ty, X: g.value(v.Ty)}
	case n < 60:
		return &Scope{Body: g.cmds(3, depth-1)} // its variables may be used behind it
	case n < 72:
		return &If{Test: g.value(g.ty()), Then: g.body(depth), Else: g.body(depth)}
	case n < 80:
		return g.block(depth)
	case n < 86:
		return g.switches(depth)
	case n < 90 && len(g.blocks) > 0:
		to := g.blocks[g.r.IntN(len(g.blocks))]
		return &If{Test: g.value(g.ty()), Then: &Exit{To: to}, Else: &Skip{}}
	case n < 92 && len(g.nodes) > 0:
		return g.jump(&If{Test: g.value(g.ty())})
	case n < 94 && depth > 1:
		return g.graph(depth)
	case n < 96:
		g.calls = 0
		return &Eval{X: g.call(2)}
	case g.loops < 2:
		return g.loop(depth)
	}
	return &Skip{}
}

func (g *treeGen) body(depth int) Cmd {
	return g.branch(func() Cmd {
		switch g.r.IntN(4) {
		case 0:
			return &Skip{}
		case 1:
			return g.cmd(depth - 1)
		}
		return &Scope{Body: g.cmds(3, depth-1)}
	})
}

// declare declares a variable under one of few source names.
func (g *treeGen) declare() Cmd {
	g.made++
	v := &Var{Name: fmt.Sprintf("%c#%d", 'a'+rune(g.r.IntN(6)), g.made+1), Ty: g.ty()}
	var c Cmd = &Declare{Name: v.Name, Ty: v.Ty, Init: &InitExpr{g.value(v.Ty)}}
	if g.r.IntN(4) == 0 {
		c = SeqOf(&Declare{Name: v.Name, Ty: v.Ty, Init: NoInit{}}, &Assign{Name: v.Name, Ty: v.Ty, X: g.value(v.Ty)})
	}
	g.vars = append(g.vars, v)
	return c
}

func (g *treeGen) label() Label {
	g.labels++
	return L(g.labels)
}

// block is a block around a loop, a switch or commands, with exits out of it.
func (g *treeGen) block(depth int) Cmd {
	b := &Block{Label: g.label()}
	g.blocks = append(g.blocks, b.Label)
	b.Body = g.branch(func() Cmd {
		switch g.r.IntN(3) {
		case 0:
			return g.switches(depth)
		case 1:
			return g.loop(depth)
		}
		return g.cmds(3, depth-1)
	})
	g.blocks = g.blocks[:len(g.blocks)-1]
	return b
}

// graph is a graph of few nodes, with jumps in them, and at their ends as a rule.
func (g *treeGen) graph(depth int) Cmd {
	g.made++
	fuel := &Var{Name: fmt.Sprintf("n#%d", g.made+1), Ty: Int}
	c := &Graph{}
	around := len(g.nodes)
	for range 1 + g.r.IntN(5) {
		n := &Node{Label: g.label()}
		c.Nodes, g.nodes = append(c.Nodes, n), append(g.nodes, aim{n.Label, fuel})
	}
	for _, n := range c.Nodes {
		n.Body = g.branch(func() Cmd {
			body := []Cmd{g.cmds(2, depth-1)}
			for range 1 + g.r.IntN(3) {
				body = append(body, g.jump(&If{Test: g.value(g.ty())}))
			}
			return SeqOf(body...)
		})
	}
	g.nodes = g.nodes[:around]
	return SeqOf(&Declare{Name: fuel.Name, Ty: Int, Init: &InitExpr{intConst(int64(1 + g.r.IntN(9)))}}, c)
}

// jump jumps where the test of c holds, if there is fuel.
func (g *treeGen) jump(c *If) Cmd {
	to := g.nodes[g.r.IntN(len(g.nodes))]
	burn := &Assign{Name: to.fuel.Name, Ty: Int, X: &Binary{Op: Sub, Ty: Int, X: to.fuel, Y: intConst(1)}}
	c.Then, c.Else = SeqOf(burn, &Jump{To: to.node}), Cmd(&Skip{})
	return &If{Test: &Binary{Op: Gt, Ty: Int, X: to.fuel, Y: intConst(0)}, Then: c, Else: &Skip{}}
}

func (g *treeGen) switches(depth int) Cmd {
	s := &Switch{Test: g.value([]Type{Int, Uint, treeTypes[8]}[g.r.IntN(3)])}
	for i := range int64(1 + g.r.IntN(3)) {
		s.Arms = append(s.Arms, &Arm{Values: []int64{2 * i, 2*i + 1}, Default: i == 0 && g.r.IntN(2) == 0, Body: g.body(depth)})
	}
	return s
}

// loop runs three times at most; its body may be a block, which an exit continues.
func (g *treeGen) loop(depth int) Cmd {
	if g.loops >= 2 {
		return &Skip{}
	}
	g.loops++
	defer func() { g.loops-- }()
	g.made++
	i := &Var{Name: fmt.Sprintf("i#%d", g.made+1), Ty: Int}
	start := &Declare{Name: i.Name, Ty: Int, Init: &InitExpr{intConst(0)}}
	step := &Assign{Name: i.Name, Ty: Int, X: &Binary{Op: Add, Ty: Int, X: i, Y: intConst(1)}}
	test := &Binary{Op: Lt, Ty: Int, X: i, Y: intConst(3)}
	inner := &Block{Label: g.label()}
	g.blocks = append(g.blocks, inner.Label)
	inner.Body = g.branch(func() Cmd { return g.cmds(3, depth-1) })
	g.blocks = g.blocks[:len(g.blocks)-1]
	var body Cmd = inner
	if g.r.IntN(2) == 0 {
		body = &Scope{Body: inner}
	}
	switch g.r.IntN(4) {
	case 0:
		return SeqOf(start, &While{Test: test, Body: &Scope{Body: SeqOf(step, body)}})
	case 1:
		return SeqOf(start, &DoWhile{Body: &Scope{Body: SeqOf(step, body)}, Test: test})
	case 2:
		odd := &If{Test: g.value(Int), Then: &Assign{Name: i.Name, Ty: Int, X: intConst(3)}, Else: step}
		return &For{Init: start, Test: test, Step: odd, Body: body}
	}
	return &For{Init: start, Test: test, Step: step, Body: body}
}

func intConst(v int64) *Const { return &Const{Value: IntConst(v), Ty: Int} }

// value is a full expression of type t with at most one call.
func (g *treeGen) value(t Type) Expr {
	g.calls = 1
	return g.expr(t, 3)
}

func (g *treeGen) expr(t Type, depth int) Expr {
	if depth == 0 {
		return g.leaf(t)
	}
	x := func(t Type) Expr { return g.expr(t, depth-1) }
	switch n := g.r.IntN(100); {
	case n < 45:
		return g.binary(t, depth)
	case n < 55:
		return &Unary{Op: []Unop{Neg, BitNot}[g.r.IntN(2)], Ty: t, X: x(t)}
	case n < 62:
		return &Cond{Test: x(g.ty()), Then: x(t), Else: x(t), Ty: t}
	case n < 75:
		return ConvertTo(t, x(g.ty()))
	case n < 80:
		s := g.ty()
		return ConvertTo(t, &Unary{Op: LogNot, Ty: s, X: x(s)})
	case n < 85:
		return ConvertTo(t, &LogAnd{X: x(g.ty()), Y: x(g.ty())})
	case n < 90:
		return ConvertTo(t, &LogOr{X: x(g.ty()), Y: x(g.ty())})
	case n < 94 && g.calls > 0:
		g.calls--
		return ConvertTo(t, g.call(depth-1))
	}
	return g.leaf(t)
}

func (g *treeGen) binary(t Type, depth int) Expr {
	s, y := t, t
	op := []Binop{Add, Sub, Mul, BitAnd, BitOr, BitXor, Shl, Shr, Div, Rem, Lt, Gt, Le, Ge, Eq, Ne}[g.r.IntN(16)]
	switch {
	case op.IsComparison():
		s = g.ty()
		y = s
	case op == Shl || op == Shr:
		return &Binary{Op: op, Ty: t, X: g.expr(t, depth-1), Y: &Const{Value: IntConst(g.r.IntN(2)), Ty: g.ty()}}
	case op == Div || op == Rem:
		return &Binary{Op: op, Ty: t, X: g.expr(t, depth-1), Y: &Const{Value: IntConst(1), Ty: t}}
	}
	b := &Binary{Op: op, Ty: s, X: g.expr(s, depth-1), Y: g.expr(y, depth-1)}
	return ConvertTo(t, b)
}

func (g *treeGen) call(depth int) Expr {
	if g.r.IntN(2) == 0 {
		fn := &Function{Result: treeTypes[5], Params: []Type{treeTypes[9]}}
		return &Call{Fn: &Object{Name: g.prefix + "squash", Ty: fn}, Args: []Expr{g.expr(treeTypes[9], depth)}, Ty: fn.Result}
	}
	fn := &Function{Result: Int, Params: []Type{Int, treeTypes[8]}}
	return &Call{Fn: &Object{Name: g.prefix + "probe", Ty: fn}, Args: []Expr{g.expr(Int, depth), g.expr(treeTypes[8], depth)}, Ty: Int}
}

func (g *treeGen) leaf(t Type) Expr {
	if g.r.IntN(3) > 0 {
		v := g.vars[g.r.IntN(len(g.vars))]
		return ConvertTo(t, &Var{Name: v.Name, Ty: v.Ty})
	}
	v := int64(g.r.IntN(20)) - 5
	if g.r.IntN(3) == 0 {
		v = int64(-1)<<g.r.IntN(64) + int64(g.r.IntN(2)-1)
	}
	return &Const{Value: IntConst(Wrap(v, t)), Ty: t}
}

var trees = tier.Flag("trees", 6, 20, 60, "how many random trees TestPrintedMeansTheTree prints")

// TestPrintedMeansTheTree: random trees printed, and printed naively, do the same.
func TestPrintedMeansTheTree(t *testing.T) {
	toolchain.Compiler(t)
	// Trees that once were printed wrong: a step that is no expression over a body that declares, an arm that declares
	// within a block.
	comparePrinted(t, []uint64{122, 781})
	const batch = 60
	for first := uint64(0); first < trees.Uint64(); first += batch {
		var seeds []uint64
		for i := range min(batch, trees.Uint64()-first) {
			seeds = append(seeds, first+i)
		}
		comparePrinted(t, seeds)
	}
}

// TestPrintedIsNotDoubtful: gcc -Wall has nothing to say about the operators and the elses of printed trees.
func TestPrintedIsNotDoubtful(t *testing.T) {
	cc := toolchain.Compiler(t)
	var text strings.Builder
	for seed := range uint64(tier.Pick(40, 100, 200)) {
		text.WriteString(treeHeader(treePrefix(seed)))
		text.WriteString(PrintFunc(randomFunc(seed), DefaultStyle()))
	}
	cmd := exec.Command(cc, "-std=gnu17", "-fsyntax-only", "-Werror=parentheses", "-Werror=logical-not-parentheses", "-Werror=dangling-else", "-x", "c", "-")
	cmd.Stdin = strings.NewReader(text.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		var told []string
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "error") {
				told = append(told, line)
			}
		}
		t.Errorf("%v\n%s", err, strings.Join(told, ""))
	}
}

// comparePrinted runs the trees of the seeds in both forms.
func comparePrinted(t *testing.T, seeds []uint64) {
	t.Helper()
	var cases []cprog.Case
	for _, seed := range seeds {
		f := randomFunc(seed)
		if err := Verify(f); err != nil {
			t.Fatal(err)
		}
		prefix := treePrefix(seed)
		var params []cprog.Param
		for _, q := range f.Params {
			params = append(params, cprog.Param{Name: q.Name, Type: cprogType(q.Ty)})
		}
		source := treeHeader(prefix) + naiveFunc(f, "naive_"+f.Name)
		p := cprog.New(prefix, source, "naive_"+f.Name, cprogType(f.Result), params)
		cases = append(cases, cprog.Case{Program: p, Variants: []cprog.Variant{{Func: f.Name, Definition: PrintFunc(f, DefaultStyle())}}})
	}
	failures, err := cprog.Compare(context.Background(), cases, cprog.Settings{Rounds: 6, Seed: seeds[0]})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range failures {
		t.Errorf("%s\n%s\n%s", f.Message, cases[f.Case].Source, cases[f.Case].Variants)
	}
}

func treePrefix(seed uint64) string { return fmt.Sprintf("p%d_", seed) }

// treeHeader declares what trees name.
func treeHeader(prefix string) string {
	return cprog.Library(prefix) + "typedef unsigned long u64;\n" +
		fmt.Sprintf("static unsigned char %[1]ssquash(unsigned long a) { return (unsigned char)%[1]sprobe((int)a, (long)(a >> 9)); }\n", prefix)
}

func cprogType(t Type) *cprog.Type {
	bits, signed := 1, false
	if i, ok := t.(Integer); ok {
		bits, signed = int(i.Width), i.Signed
	}
	return cprog.Integer(declaration(t, ""), bits, signed)
}
