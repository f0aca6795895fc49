package passes_test

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"scf/ast"
)

// This file makes random functions with every constructor of the tree, also those that the front end does not produce.

type global struct {
	name string
	ty   ast.Type
}

var (
	short   = ast.Integer{Name: "short", Width: 16, Signed: true}
	uchar   = ast.Integer{Name: "unsigned char", Width: 8}
	long    = ast.Integer{Name: "long", Width: 64, Signed: true}
	ulong   = ast.Integer{Name: "unsigned long", Width: 64}
	float   = ast.Floating{Name: "float", Width: 32}
	double  = ast.Floating{Name: "double", Width: 64}
	pointer = ast.Pointer{Elem: ast.Int}
	array   = ast.Array{Elem: ast.Int, Len: 4}
	record  = ast.Record{Name: "struct s", Size: 32}

	// Records that no store changes, and pointers to what does not change.
	frozen        = ast.Record{Name: "struct k", Size: 24}
	frozenPointer = ast.Pointer{Elem: frozen}
	rows          = ast.Pointer{Elem: ast.Array{Elem: ast.Int, Len: 2}}
	lists         = ast.Pointer{Elem: pointer}

	scalars = []ast.Type{ast.Int, ast.Int, ast.Int, ast.Uint, long, ulong, short, uchar, ast.Boolean{}, float, double, pointer}
	globals = []global{{"g", ast.Int}, {"h", ulong}, {"d", double}, {"array", array}, {"record", record}}
)

// field is a field of a record. Those of struct s overlap as those of a union do.
type field struct {
	name   string
	offset int64
	ty     ast.Type
}

var fields = map[string][]field{
	"struct s": {{"a", 0, ast.Int}, {"b", 4, ast.Int}, {"f", 4, float}, {"l", 0, long}, {"arr", 8, ast.Array{Elem: ast.Int, Len: 2}},
		{"u", 16, uchar}, {"s", 16, short}, {"p", 24, pointer}},
	"struct k": {{"a", 0, ast.Int}, {"f", 4, float}, {"arr", 8, ast.Array{Elem: ast.Int, Len: 2}}, {"p", 16, pointer}},
}

var numbers = func() (ns []int) {
	for i := range 64 {
		ns = append(ns, i)
	}
	return ns
}()

// grower draws one function.
type grower struct {
	t      *rapid.T
	names  int
	vars   []global // variables in scope
	local  []global // objects in scope, beside the globals
	blocks []ast.Label
	nodes  []aim      // of the graphs around
	types  []ast.Type // that the function prefers
	memory bool       // whether it is much about memory
	frozen bool       // whether a parameter points to what does not change
	result ast.Type
}

// aim is a node that jumps may lead to, as long as the variable called fuel is not zero.
type aim struct {
	node ast.Label
	fuel string
}

func function(t *rapid.T) *ast.Func {
	g := &grower{t: t, local: globals}
	for range 2 {
		g.types = append(g.types, scalars[g.upTo(len(scalars)-1)])
	}
	f := &ast.Func{Name: "f", Result: g.scalar()}
	for range g.upTo(3) + 1 {
		p := ast.Param{Name: g.name("p"), Ty: g.parameter(), InMemory: g.oneIn(6)}
		f.Params = append(f.Params, p)
		g.frozen = g.frozen || isPointer(p.Ty)
		g.bring(p.Name, p.Ty, p.InMemory)
	}
	if g.oneIn(6) {
		f.Result = ast.Void{}
	}
	g.result = f.Result
	var start []ast.Cmd
	if g.memory = g.oneIn(2); g.memory {
		start = []ast.Cmd{g.declareRecord(), g.declareArray(), g.declareObject()}
	}
	f.Body = ast.SeqOf(append(append(start, g.cmds(3, g.upTo(6)+1)...), g.show(), g.ret(2))...)
	ast.Number(f)
	return f
}

// upTo draws one of 0 to n, all equally often. (Ranges of rapid prefer small numbers.)
func (g *grower) upTo(n int) int { return rapid.SampledFrom(numbers[:n+1]).Draw(g.t, "n") }

func (g *grower) oneIn(n int) bool { return g.upTo(n-1) == 1 }

// scalar draws a type; one function prefers a few, so that copies are frequent.
func (g *grower) scalar() ast.Type {
	if g.oneIn(4) {
		return scalars[g.upTo(len(scalars)-1)]
	}
	return g.types[g.upTo(len(g.types)-1)]
}

func (g *grower) parameter() ast.Type {
	if g.oneIn(3) {
		return []ast.Type{pointer, pointer, frozenPointer, rows, lists}[g.upTo(4)]
	}
	return g.scalar()
}

func (g *grower) integer() ast.Integer {
	return []ast.Integer{ast.Int, ast.Uint, long, ulong, short, uchar}[g.upTo(5)]
}

func (g *grower) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// bring brings a variable or object into scope.
func (g *grower) bring(name string, t ast.Type, inMemory bool) {
	if inMemory {
		g.local = append(g.local[:len(g.local):len(g.local)], global{name, t})
	} else {
		g.vars = append(g.vars[:len(g.vars):len(g.vars)], global{name, t})
	}
}

// scoped draws what is in a scope of its own.
func (g *grower) scoped(draw func() ast.Cmd) ast.Cmd {
	vars, local := g.vars, g.local
	c := draw()
	g.vars, g.local = vars, local
	return &ast.Scope{Body: c}
}

func (g *grower) body(depth int) ast.Cmd {
	return g.scoped(func() ast.Cmd { return ast.SeqOf(g.cmds(depth-1, g.upTo(3))...) })
}

func (g *grower) cmds(depth, n int) []ast.Cmd {
	var out []ast.Cmd
	for range n {
		out = append(out, g.cmd(depth)...)
	}
	return out
}

func (g *grower) cmd(depth int) []ast.Cmd {
	if g.memory && g.oneIn(2) {
		return []ast.Cmd{g.access()}
	}
	kind := g.upTo(18)
	if depth <= 0 && kind > 8 {
		kind -= 9
	}
	switch kind {
	case 0, 1, 2:
		return []ast.Cmd{g.declare()}
	case 3, 4, 5, 6:
		return []ast.Cmd{g.assign()}
	case 7:
		return []ast.Cmd{g.store()}
	case 8:
		return []ast.Cmd{g.eval(), &ast.Skip{}}
	case 9:
		return []ast.Cmd{g.leave()}
	case 10, 11:
		return []ast.Cmd{&ast.If{Test: g.test(), Then: g.body(depth), Else: g.body(depth)}}
	case 12:
		return []ast.Cmd{g.body(depth)}
	case 13:
		return []ast.Cmd{g.switchOn(depth)}
	case 14:
		return []ast.Cmd{g.block(func() ast.Cmd { return g.body(depth) })}
	case 18:
		return g.graph(depth)
	}
	return []ast.Cmd{g.block(func() ast.Cmd { return g.loop(depth, kind) })}
}

// access stores to memory, shows some of it, or gives an address to a call.
func (g *grower) access() ast.Cmd {
	switch g.upTo(9) {
	case 0:
		return &ast.Eval{X: g.call(ast.Int, 1)}
	case 1, 2, 3, 4:
		return g.show()
	case 5, 6:
		return g.store()
	}
	place := g.part(g.object(), 0)
	return &ast.Store{Dest: place, X: g.number(ast.TypeOf(place))}
}

// object draws one of the objects in scope, the youngest most often.
func (g *grower) object() global {
	if g.oneIn(2) {
		return g.local[g.upTo(len(g.local)-1)]
	}
	return g.local[len(g.local)-1-g.upTo(min(2, len(g.local)-1))]
}

// block is a block around what draw draws, which may exit it.
func (g *grower) block(draw func() ast.Cmd) ast.Cmd {
	g.names++
	l := ast.L(1000 + g.names)
	g.blocks = append(g.blocks, l)
	c := draw()
	g.blocks = g.blocks[:len(g.blocks)-1]
	return &ast.Block{Body: c, Label: l}
}

// graph draws a graph of up to four nodes, most of which end with jumps.
func (g *grower) graph(depth int) []ast.Cmd {
	fuel := &ast.Declare{Name: g.name("n"), Ty: ast.Int, Init: &ast.InitExpr{X: number(int64(g.upTo(4)), ast.Int)}}
	c := &ast.Graph{}
	around := len(g.nodes)
	for range g.upTo(3) + 1 {
		g.names++
		n := &ast.Node{Label: ast.L(1000 + g.names)}
		c.Nodes, g.nodes = append(c.Nodes, n), append(g.nodes, aim{n.Label, fuel.Name})
	}
	for _, n := range c.Nodes {
		vars, local := g.vars, g.local
		cmds := g.cmds(depth-1, g.upTo(3))
		for range g.upTo(2) {
			cmds = append(cmds, g.jump())
		}
		n.Body = ast.SeqOf(cmds...)
		g.vars, g.local = vars, local
	}
	g.nodes = g.nodes[:around]
	return []ast.Cmd{fuel, c}
}

// jump jumps to a node, sometimes only if a test holds; as a rule only while there is fuel.
func (g *grower) jump() ast.Cmd {
	to := g.nodes[g.upTo(len(g.nodes)-1)]
	var c ast.Cmd = &ast.Jump{To: to.node}
	if !g.oneIn(8) {
		fuel := &ast.Var{Name: to.fuel, Ty: ast.Int}
		burn := &ast.Assign{Name: to.fuel, Ty: ast.Int, X: &ast.Binary{Op: ast.Sub, Ty: ast.Int, X: fuel, Y: number(1, ast.Int)}}
		c = &ast.If{Test: &ast.Var{Name: to.fuel, Ty: ast.Int}, Then: ast.SeqOf(burn, c), Else: &ast.Skip{}}
	}
	if g.oneIn(3) {
		return c
	}
	return &ast.If{Test: g.test(), Then: c, Else: &ast.Skip{}}
}

// show makes some variables visible.
func (g *grower) show() ast.Cmd {
	fn := &ast.Function{Result: ast.Int}
	e := &ast.Call{Fn: &ast.Object{Name: "show", Ty: fn}, Ty: ast.Int}
	for _, v := range g.vars {
		if len(e.Args) < 3 && g.oneIn(2) {
			fn.Params = append(fn.Params, v.ty)
			e.Args = append(e.Args, &ast.Var{Name: v.name, Ty: v.ty})
		}
	}
	for g.memory && len(e.Args) < 5 {
		place := g.part(g.object(), 0)
		fn.Params = append(fn.Params, ast.TypeOf(place))
		e.Args = append(e.Args, place)
	}
	if g.memory && g.oneIn(4) {
		fn.Params = append([]ast.Type{ast.Int}, fn.Params...)
		e.Args = append([]ast.Expr{g.call(ast.Int, 1)}, e.Args...)
	}
	return &ast.Eval{X: e}
}

// ret returns a value, or none.
func (g *grower) ret(depth int) ast.Cmd {
	if _, ok := g.result.(ast.Void); ok {
		return &ast.ReturnVoid{}
	}
	return &ast.Return{X: g.expr(g.result, depth)}
}

// leave leaves a block or the function, sometimes only if a test holds.
func (g *grower) leave() ast.Cmd {
	if len(g.nodes) > 0 && !g.oneIn(3) {
		return g.jump()
	}
	c := g.ret(1)
	if len(g.blocks) > 0 && !g.oneIn(4) {
		c = &ast.Exit{To: g.blocks[g.upTo(len(g.blocks)-1)]}
	}
	if g.oneIn(3) {
		return c
	}
	return &ast.If{Test: g.test(), Then: c, Else: &ast.Skip{}}
}

func (g *grower) declare() ast.Cmd {
	t := g.scalar()
	inMemory := g.oneIn(4)
	if inMemory && !g.oneIn(3) {
		return []func() ast.Cmd{g.declareArray, g.declareRecord}[g.upTo(1)]()
	}
	d := &ast.Declare{Name: g.name("v"), Ty: t, Init: ast.NoInit{}}
	if !g.oneIn(8) {
		d.Init = &ast.InitExpr{X: g.expr(t, 2)}
	}
	g.bring(d.Name, t, inMemory)
	return d
}

func (g *grower) declareObject() ast.Cmd {
	d := &ast.Declare{Name: g.name("o"), Ty: ast.Int, Init: &ast.InitExpr{X: g.expr(ast.Int, 1)}}
	g.bring(d.Name, ast.Int, true)
	return d
}

func (g *grower) declareArray() ast.Cmd {
	var elems []ast.Init
	for range g.upTo(int(array.Len)) {
		elems = append(elems, &ast.InitExpr{X: g.expr(ast.Int, 1)})
	}
	d := &ast.Declare{Name: g.name("a"), Ty: array, Init: &ast.InitList{Elems: elems}}
	g.bring(d.Name, array, true)
	return d
}

func (g *grower) assign() ast.Cmd {
	if len(g.vars) == 0 {
		return &ast.Skip{}
	}
	v := g.vars[g.upTo(len(g.vars)-1)]
	if g.oneIn(3) {
		for _, w := range g.vars { // a copy
			if w != v && ast.Same(w.ty, v.ty) && !g.oneIn(2) {
				return &ast.Assign{Name: v.name, Ty: v.ty, X: &ast.Var{Name: w.name, Ty: w.ty}}
			}
		}
	}
	return &ast.Assign{Name: v.name, Ty: v.ty, X: g.expr(v.ty, 2)}
}

func (g *grower) declareRecord() ast.Cmd {
	d := &ast.Declare{Name: g.name("r"), Ty: record, Init: ast.NoInit{}}
	switch g.upTo(2) {
	case 0:
		d.Init = &ast.InitList{Elems: []ast.Init{&ast.InitExpr{X: g.expr(ast.Int, 1)}}}
	case 1:
		d.Init = &ast.InitExpr{X: &ast.Object{Name: "record", Ty: record}}
	}
	g.bring(d.Name, record, true)
	return d
}

func (g *grower) store() ast.Cmd {
	place := g.place(1)
	if g.oneIn(8) {
		if from := g.place(1); ast.Same(ast.TypeOf(from), ast.TypeOf(place)) {
			return &ast.Store{Dest: place, X: from}
		}
	}
	if g.oneIn(6) {
		return &ast.Store{Dest: g.recordObject(), X: g.recordObject()}
	}
	return &ast.Store{Dest: place, X: g.expr(ast.TypeOf(place), 2)}
}

func (g *grower) eval() ast.Cmd {
	if g.oneIn(8) {
		return &ast.Eval{X: &ast.Str{Text: "s", Ty: ast.Array{Elem: ast.Integer{Name: "char", Width: 8, Signed: true}, Len: 2}}}
	}
	return &ast.Eval{X: g.expr(g.scalar(), 2)}
}

func (g *grower) switchOn(depth int) ast.Cmd {
	return g.block(func() ast.Cmd {
		masked := &ast.Binary{Op: ast.BitAnd, Ty: ast.Int, X: g.expr(ast.Int, 2), Y: number(3, ast.Int)}
		s := &ast.Switch{Test: masked}
		for i := range g.upTo(3) {
			a := &ast.Arm{Values: []int64{int64(2 * i), int64(2*i + 1)}[:1+g.upTo(1)], Default: i == 1, Body: g.body(depth)}
			s.Arms = append(s.Arms, a)
		}
		return s
	})
}

// loop is one that ends after some iterations by a counter, most of the time.
func (g *grower) loop(depth, kind int) ast.Cmd {
	vars := g.vars
	defer func() { g.vars = vars }()
	i := global{g.name("i"), ast.Int}
	counter := &ast.Var{Name: i.name, Ty: ast.Int}
	start := &ast.Declare{Name: i.name, Ty: ast.Int, Init: &ast.InitExpr{X: number(0, ast.Int)}}
	step := &ast.Assign{Name: i.name, Ty: ast.Int, X: &ast.Binary{Op: ast.Add, Ty: ast.Int, X: counter, Y: number(1, ast.Int)}}
	var t ast.Expr = &ast.Binary{Op: ast.Lt, Ty: ast.Int, X: &ast.Var{Name: i.name, Ty: ast.Int}, Y: number(int64(g.upTo(3)), ast.Int)}
	if g.oneIn(4) {
		t = &ast.LogAnd{X: t, Y: g.test()}
	}
	if g.oneIn(8) {
		t = g.test()
	}
	if !g.oneIn(3) { // otherwise the body does not see the counter, so that nothing but the step assigns it
		g.bring(i.name, ast.Int, false)
	}
	body := g.scoped(func() ast.Cmd {
		return ast.SeqOf(append(g.cmds(depth-1, g.upTo(3)), g.assign(), g.assign())...)
	})
	if g.oneIn(3) {
		body = g.block(func() ast.Cmd { return g.body(depth) })
	}
	switch kind {
	case 15:
		loop := &ast.For{Init: start, Test: t, Step: step, Body: body}
		if g.oneIn(4) {
			return &ast.Advised{Advice: ast.NoUnroll, Loop: loop}
		}
		return loop
	case 16:
		return &ast.Scope{Body: ast.SeqOf(start, &ast.While{Test: t, Body: &ast.Scope{Body: ast.SeqOf(body, step)}})}
	}
	return &ast.Scope{Body: ast.SeqOf(start, &ast.DoWhile{Body: &ast.Scope{Body: ast.SeqOf(step, body)}, Test: t})}
}

// ---- expressions

func number(n int64, t ast.Type) ast.Expr {
	if f, ok := t.(ast.Floating); ok {
		bits := int64(math.Float64bits(float64(n)))
		if f.Width == 32 {
			bits = int64(math.Float32bits(float32(n)))
		}
		return &ast.Const{Value: ast.FloatConst(bits), Ty: t}
	}
	if _, ok := t.(ast.Pointer); ok {
		return &ast.Const{Value: ast.IntConst(0), Ty: t}
	}
	return &ast.Const{Value: ast.IntConst(ast.Wrap(n, t)), Ty: t}
}

// interesting are the constants that the passes treat specially, and neighbours.
var interesting = []int64{0, 0, 0, 1, 1, 1, -1, 2, 3, 4, 8, 10, 31, 32, 63, 64, -2, 127, 128, 255, 256, 32767, 1 << 31, -1 << 31,
	1<<31 - 1, 1 << 32, math.MinInt64, math.MaxInt64}

// interestingFloats are those at which arithmetic goes wrong.
var interestingFloats = []float64{0, math.Copysign(0, -1), 1, 1, -1, 2, 0.1, 0.5, -2.75, 16777217, 1e10, 1 << 63, 1 << 64, 1e38, 1e-40,
	math.MaxFloat32, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.NaN()}

func (g *grower) number(t ast.Type) ast.Expr {
	if f, ok := t.(ast.Floating); ok {
		x := interestingFloats[g.upTo(len(interestingFloats)-1)]
		return &ast.Const{Value: ast.FloatConst(toBits(word{f: x}, f)), Ty: f}
	}
	return number(interesting[g.upTo(len(interesting)-1)], t)
}

func (g *grower) test() ast.Expr { return g.expr(g.scalar(), 2) }

// expr draws an expression of type t.
func (g *grower) expr(t ast.Type, depth int) ast.Expr {
	if ast.Same(t, ast.Int) && g.frozen && g.oneIn(4) {
		return ast.ConvertTo(t, g.unchanging(depth))
	}
	kind := g.upTo(19)
	if depth <= 0 {
		kind %= 8
	}
	switch {
	case kind < 3:
		return g.number(t)
	case kind < 8:
		return g.variable(t)
	case kind == 8 && (!isPointer(t) || ast.Same(t, pointer)):
		return g.call(t, depth)
	case kind == 9:
		return &ast.Cond{Test: g.expr(g.scalar(), depth-1), Then: g.expr(t, depth-1), Else: g.expr(t, depth-1), Ty: t}
	case kind == 10 && !isPointer(t):
		return &ast.Convert{Ty: t, X: g.convertible(t, depth-1)}
	}
	switch t := t.(type) {
	case ast.Pointer:
		if !ast.Same(t, pointer) {
			return g.frozenPointer(t)
		}
		return g.pointer(depth)
	case ast.Floating:
		if kind < 13 {
			return &ast.Unary{Op: ast.Neg, Ty: t, X: g.expr(t, depth-1)}
		}
		return &ast.Binary{Op: ast.Binop(g.upTo(3)), Ty: t, X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
	case ast.Integer:
		if kind < 17 {
			return g.arithmetic(t, depth)
		}
	}
	return ast.ConvertTo(t, g.truth(depth))
}

func isPointer(t ast.Type) bool {
	_, ok := t.(ast.Pointer)
	return ok
}

// convertible is an expression that C converts to t.
func (g *grower) convertible(t ast.Type, depth int) ast.Expr {
	from := g.scalar()
	if isPointer(from) && !ast.IsInteger(t) {
		from = ast.Int
	}
	return g.expr(from, depth)
}

// variable is a use of a variable or an object of type t.
func (g *grower) variable(t ast.Type) ast.Expr {
	var found []ast.Expr
	for _, v := range g.vars {
		if ast.Same(v.ty, t) {
			found = append(found, &ast.Var{Name: v.name, Ty: v.ty})
		}
	}
	for _, o := range g.local {
		if ast.Same(o.ty, t) {
			found = append(found, &ast.Object{Name: o.name, Ty: o.ty})
		}
	}
	if len(found) == 0 {
		return g.number(t)
	}
	return found[g.upTo(len(found)-1)]
}

func (g *grower) call(t ast.Type, depth int) ast.Expr {
	fn := &ast.Function{Result: t}
	var args []ast.Expr
	for range g.upTo(2) {
		arg := g.scalar()
		if g.oneIn(4) {
			arg = pointer
		}
		fn.Params = append(fn.Params, arg)
		args = append(args, g.expr(arg, depth-1))
	}
	return &ast.Call{Fn: &ast.Object{Name: "extern", Ty: fn}, Args: args, Ty: t}
}

func (g *grower) arithmetic(t ast.Integer, depth int) ast.Expr {
	x := g.expr(t, depth-1)
	switch op := ast.Binop(g.upTo(12)); {
	case op == ast.Shl || op == ast.Shr:
		return &ast.Binary{Op: op, Ty: t, X: x, Y: g.shiftCount(depth)}
	case op <= ast.BitXor:
		return &ast.Binary{Op: op, Ty: t, X: x, Y: g.expr(t, depth-1)}
	case op == 10:
		return ast.ConvertTo(t, g.scalarPlace(depth))
	case op == 11:
		return &ast.Unary{Op: ast.Neg, Ty: t, X: x}
	}
	return &ast.Unary{Op: ast.BitNot, Ty: t, X: x}
}

func (g *grower) shiftCount(depth int) ast.Expr {
	t := g.integer()
	if g.oneIn(3) {
		return &ast.Binary{Op: ast.BitAnd, Ty: t, X: g.expr(t, depth-1), Y: number(7, t)}
	}
	return number(int64(g.upTo(35)-1), t)
}

// truth is an expression that is 0 or 1 of type int.
func (g *grower) truth(depth int) ast.Expr {
	switch g.upTo(5) {
	case 0:
		return &ast.LogAnd{X: g.expr(g.scalar(), depth-1), Y: g.expr(g.scalar(), depth-1)}
	case 1:
		return &ast.LogOr{X: g.expr(g.scalar(), depth-1), Y: g.expr(g.scalar(), depth-1)}
	case 2:
		t := g.scalar()
		return &ast.Unary{Op: ast.LogNot, Ty: t, X: g.expr(t, depth-1)}
	}
	t := g.scalar()
	return &ast.Binary{Op: ast.Lt + ast.Binop(g.upTo(5)), Ty: t, X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
}
