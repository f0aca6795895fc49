package ast

import "fmt"

// Verify checks the invariants of a tree: labels unique and present, every operation on operands of its types, variables declared, assignments
// and initialisers of the variable's type, exits inside the blocks and jumps inside the graphs whose labels they name, no objects where f denies them. A nil error means that the printer's C
// means what the tree says.
func Verify(f *Func) error {
	v := newVerifier(f)
	v.labels = map[Label]bool{}
	v.newLabel(f.Label, "function")
	v.cmd(f.Body)
	if v.err == nil && !f.InMemory && mentionsObject(f.Body) {
		v.failf(f.Label, "the function mentions an object and denies it")
	}
	return v.err
}

// Check is Verify but for what no one behind the passes asks about: that labels are there and used once, and whether f denies objects.
func Check(f *Func) error {
	v := newVerifier(f)
	v.cmd(f.Body)
	return v.err
}

func newVerifier(f *Func) *verifier {
	v := &verifier{f: f, open: map[Label]bool{}, variables: map[string]Type{}, objects: map[string]bool{}}
	for _, p := range f.Params {
		v.variables[p.Name] = p.Ty
		v.objects[p.Name] = p.InMemory
	}
	Walk(f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok {
			v.variables[d.Name] = d.Ty
		}
	}, nil, nil)
	return v
}

type verifier struct {
	f         *Func
	labels    map[Label]bool  // nil: any may be used twice, or not be there
	open      map[Label]bool  // the blocks and the nodes of graphs around this place: whether it is a node
	variables map[string]Type // the parameters and locals
	objects   map[string]bool // those of which it is known whether they are used as objects, or as variables
	err       error           // the first
}

func (v *verifier) failf(l Label, format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf("tree of %s, node %v: %s", v.f.Name, l, fmt.Sprintf(format, args...))
	}
}

func (v *verifier) newLabel(l Label, what any) {
	switch {
	case v.labels == nil:
		return
	case l == nil:
		v.failf(l, "%T has no label", what)
	case v.labels[l]:
		v.failf(l, "the label is used twice")
	}
	v.labels[l] = true
}

// want checks the type of e.
func (v *verifier) want(t Type, e Expr, at Label, what string) {
	if e != nil && !Same(TypeOf(e), t) {
		v.failf(at, "%s has type %s where %s is wanted", what, declaration(TypeOf(e), ""), declaration(t, ""))
	}
}

func (v *verifier) scalar(e Expr, at Label) {
	if e != nil && !IsScalar(TypeOf(e)) {
		v.failf(at, "a test of type %s", declaration(TypeOf(e), ""))
	}
}

func (v *verifier) cmd(c Cmd) {
	if c == nil {
		v.failf(nil, "a command is missing")
		return
	}
	l := *c.label()
	v.newLabel(l, c)
	switch c := c.(type) {
	case *Declare:
		v.init(c.Ty, c.Init, l, c.Name)
	case *Assign:
		v.variable(c.Name, c.Ty, l)
		v.want(c.Ty, c.X, l, "what is assigned to "+c.Name)
	case *Store:
		v.place(c.Dest, l, "what is stored to")
		v.want(TypeOf(c.Dest), c.X, l, "what is stored")
	case *If:
		v.scalar(c.Test, l)
	case *While:
		v.scalar(c.Test, l)
	case *DoWhile:
		v.scalar(c.Test, l)
	case *For:
		v.scalar(c.Test, l)
	case *Return:
		v.want(v.f.Result, c.X, l, "what is returned")
	case *Exit:
		if isNode, ok := v.open[c.To]; isNode || !ok {
			v.failf(l, "exit to %v, which is no block around it", c.To)
		}
	case *Jump:
		if !v.open[c.To] {
			v.failf(l, "jump to %v, which is no node of a graph around it", c.To)
		}
	case *Block:
		v.open[l] = false
		defer delete(v.open, l)
	case *Graph:
		defer v.openNodes(c)()
	}
	RebuildCmd(c, func(x Cmd) Cmd { v.cmd(x); return x }, func(e Expr) Expr { v.expr(e); return e })
	if s, ok := c.(*Switch); ok {
		for _, a := range s.Arms {
			v.newLabel(a.Label, a)
		}
	}
}

// openNodes checks the nodes of a graph, but for their commands, which may jump to them until they are closed.
func (v *verifier) openNodes(g *Graph) (closeThem func()) {
	if len(g.Nodes) == 0 {
		v.failf(g.Label, "a graph without nodes")
	}
	for _, n := range g.Nodes {
		v.newLabel(n.Label, n)
		v.open[n.Label] = true
	}
	return func() {
		for _, n := range g.Nodes {
			delete(v.open, n.Label)
		}
	}
}

// variable checks the use of a variable of type t.
func (v *verifier) variable(name string, t Type, at Label) {
	declared, ok := v.variables[name]
	switch {
	case !ok:
		v.failf(at, "the variable %s is not declared", name)
	case !Same(declared, t):
		v.failf(at, "the variable %s is used as %s", declaration(declared, name), declaration(t, ""))
	}
	v.used(name, false, at)
}

// used checks that the parameter or local is used as an object everywhere, or as a variable.
func (v *verifier) used(name string, asObject bool, at Label) {
	if _, isLocal := v.variables[name]; !isLocal {
		return
	}
	if is, known := v.objects[name]; known && is != asObject {
		v.failf(at, "%s is used as an object and as a variable", name)
	}
	v.objects[name] = asObject
}

// init checks the initialiser of an object of type t, a variable or a part of one; what lists hold is checked as far as types
// say what the parts are.
func (v *verifier) init(t Type, i Init, at Label, name string) {
	a, isArray := t.(Array)
	switch i := i.(type) {
	case *InitExpr:
		if _, ok := i.X.(*Str); !ok || !isArray {
			v.want(t, i.X, at, "the initialiser of "+name)
		}
	case *InitList:
		if IsScalar(t) {
			v.failf(at, "a list of initial values for %s", declaration(t, name))
		}
		if isArray && a.Len >= 0 && int64(len(i.Elems)) > a.Len {
			v.failf(at, "%d initial values for %s", len(i.Elems), declaration(t, name))
		}
		for _, x := range i.Elems {
			if isArray {
				v.init(a.Elem, x, at, name)
			}
		}
	}
}

func (v *verifier) expr(e Expr) {
	if e == nil {
		v.failf(nil, "an expression is missing")
		return
	}
	l := *e.label()
	v.newLabel(l, e)
	for _, x := range Operands(e) {
		v.expr(x)
	}
	if v.err != nil {
		return
	}
	switch e := e.(type) {
	case *Const:
		v.constant(e)
	case *Var:
		v.variable(e.Name, e.Ty, l)
	case *Object:
		v.used(e.Name, true, l)
	case *Unary:
		v.want(e.Ty, e.X, l, "the operand")
		if e.Op != LogNot && !IsArithmetic(e.Ty) || e.Op == BitNot && !IsInteger(e.Ty) || e.Op == LogNot && !IsScalar(e.Ty) {
			v.failf(l, "an operand of a type that the operator does not take")
		}
	case *Binary:
		v.binary(e)
	case *LogAnd:
		v.scalar(e.X, l)
		v.scalar(e.Y, l)
	case *LogOr:
		v.scalar(e.X, l)
		v.scalar(e.Y, l)
	case *Cond:
		v.scalar(e.Test, l)
		v.want(e.Ty, e.Then, l, "the second operand")
		v.want(e.Ty, e.Else, l, "the third operand")
	case *Call:
		v.call(e)
	default:
		v.access(e)
	}
}

// access checks the nodes that designate objects, and addresses.
func (v *verifier) access(e Expr) {
	l := *e.label()
	ok := true
	switch e := e.(type) {
	case *Deref:
		_, ok = TypeOf(e.X).(Pointer)
	case *Index:
		_, isArray := TypeOf(e.X).(Array)
		ok = (isArray || isPointer(TypeOf(e.X))) && IsInteger(TypeOf(e.I))
	case *Member:
		_, ok = TypeOf(e.X).(Record)
	case *Arrow:
		p, isPointer := TypeOf(e.X).(Pointer)
		_, isRecord := p.Elem.(Record)
		ok = isPointer && isRecord
	case *AddressOf:
		v.place(e.X, l, "the operand of &")
		_, ok = e.Ty.(Pointer)
		ok = ok && !IsBitField(e.X)
	}
	if !ok {
		v.failf(l, "%T of an operand of another type", e)
	}
}

// place checks that e designates an object or a function.
func (v *verifier) place(e Expr, at Label, what string) {
	switch e.(type) {
	case *Object, *Str, *Deref, *Index, *Member, *Arrow, nil:
	default:
		v.failf(at, "%s is %T, which designates no object", what, e)
	}
}

func (v *verifier) constant(c *Const) {
	i, isInt := c.Value.(IntConst)
	_, floating := c.Ty.(Floating)
	switch {
	case isInt == floating || !IsScalar(c.Ty):
		v.failf(c.Label, "a constant that is not of its type %s", declaration(c.Ty, ""))
	case isInt && Wrap(int64(i), c.Ty) != int64(i):
		v.failf(c.Label, "the constant %d is not in the range of %s", int64(i), declaration(c.Ty, ""))
	}
}

func (v *verifier) binary(e *Binary) {
	if e.Op == PtrDiff {
		v.want(TypeOf(e.X), e.Y, e.Label, "the second operand")
		return
	}
	v.want(e.Ty, e.X, e.Label, "the first operand")
	if !e.Op.takes(e.Ty) {
		v.failf(e.Label, "operands of a type that the operator does not take")
	}
	if !e.Op.ownSecondType() {
		v.want(e.Ty, e.Y, e.Label, "the second operand")
	} else if !IsInteger(TypeOf(e.Y)) {
		v.failf(e.Label, "the second operand is no integer")
	}
}

// takes reports whether the operator's first operand may be of type t.
func (op Binop) takes(t Type) bool {
	switch op {
	case Rem, Shl, Shr, BitAnd, BitOr, BitXor:
		return IsInteger(t)
	case PtrAdd, PtrSub:
		return isPointer(t)
	case Lt, Gt, Le, Ge, Eq, Ne:
		return IsScalar(t)
	}
	return IsArithmetic(t)
}

func (v *verifier) call(e *Call) {
	fn := calleeType(e.Fn)
	if fn == nil {
		v.failf(e.Label, "a call of what is no function")
		return
	}
	if len(e.Args) < len(fn.Params) || len(e.Args) > len(fn.Params) && !fn.Variadic {
		v.failf(e.Label, "%d arguments for %d parameters", len(e.Args), len(fn.Params))
		return
	}
	for i, p := range fn.Params {
		v.want(p, e.Args[i], e.Label, fmt.Sprintf("argument %d", i+1))
	}
	v.want(fn.Result, e, e.Label, "the call")
}
