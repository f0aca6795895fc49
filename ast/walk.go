package ast

// Walk visits c and all below it in source order, a node before its parts: commands, their expressions, the arms of
// switches. A visitor may be nil.
func Walk(c Cmd, onCmd func(Cmd), onExpr func(Expr), onArm func(*Arm)) {
	w := &walker{onCmd: onCmd, onExpr: onExpr}
	w.parts = parts{w.cmd, w.expr, onArm}
	w.cmd(c)
}

// WalkExpr visits e and all below it, a node before its parts, the parts from left to right.
func WalkExpr(e Expr, f func(Expr)) {
	f(e)
	var room [3]Expr
	for _, x := range appendOperands(room[:0], e) {
		WalkExpr(x, f)
	}
}

// Operands are the direct subexpressions of e from left to right.
func Operands(e Expr) []Expr { return appendOperands(nil, e) }

func appendOperands(to []Expr, e Expr) []Expr {
	switch e := e.(type) {
	case *Unary:
		return append(to, e.X)
	case *Binary:
		return append(to, e.X, e.Y)
	case *Convert:
		return append(to, e.X)
	case *LogAnd:
		return append(to, e.X, e.Y)
	case *LogOr:
		return append(to, e.X, e.Y)
	case *Cond:
		return append(to, e.Test, e.Then, e.Else)
	case *Deref:
		return append(to, e.X)
	case *Index:
		return append(to, e.X, e.I)
	case *Member:
		return append(to, e.X)
	case *Arrow:
		return append(to, e.X)
	case *AddressOf:
		return append(to, e.X)
	case *Call:
		return append(append(to, e.Fn), e.Args...)
	}
	return to // Const, Var, Object, Str
}

// HasCall reports whether e calls anything.
func HasCall(e Expr) bool {
	found := false
	WalkExpr(e, func(x Expr) {
		if _, ok := x.(*Call); ok {
			found = true
		}
	})
	return found
}

// mentionsObject reports whether an object in memory is named in c. Functions are none.
func mentionsObject(c Cmd) bool {
	found := false
	Walk(c, nil, func(e Expr) { found = found || namesMemory(e) }, nil)
	return found
}

func namesMemory(e Expr) bool {
	o, ok := e.(*Object)
	if !ok {
		return false
	}
	_, isFunction := o.Ty.(*Function)
	return !isFunction
}

type walker struct {
	onCmd  func(Cmd)
	onExpr func(Expr)
	parts  parts
}

func (w *walker) cmd(c Cmd) {
	if w.onCmd != nil {
		w.onCmd(c)
	}
	w.parts.of(c)
}

func (w *walker) expr(e Expr) {
	if w.onExpr != nil {
		WalkExpr(e, w.onExpr)
	}
}

// parts are visitors of what a command is directly made of.
type parts struct {
	cmd  func(Cmd)
	expr func(Expr)
	arm  func(*Arm) // before its body; may be nil
}

// of visits the parts of c in source order.
func (p *parts) of(c Cmd) {
	switch c := c.(type) {
	case *Seq:
		p.cmd(c.First)
		p.cmd(c.Second)
	case *Scope:
		p.cmd(c.Body)
	case *Declare:
		p.init(c.Init)
	case *Assign:
		p.expr(c.X)
	case *Store:
		p.expr(c.Dest)
		p.expr(c.X)
	case *Eval:
		p.expr(c.X)
	case *If:
		p.expr(c.Test)
		p.cmd(c.Then)
		p.cmd(c.Else)
	case *While:
		p.expr(c.Test)
		p.cmd(c.Body)
	case *DoWhile:
		p.cmd(c.Body)
		p.expr(c.Test)
	case *For:
		p.cmd(c.Init)
		p.expr(c.Test)
		p.cmd(c.Step)
		p.cmd(c.Body)
	case *Switch:
		p.expr(c.Test)
		for _, a := range c.Arms {
			if p.arm != nil {
				p.arm(a)
			}
			p.cmd(a.Body)
		}
	case *Block:
		p.cmd(c.Body)
	case *Graph:
		for _, n := range c.Nodes {
			p.cmd(n.Body)
		}
	case *Advised:
		p.cmd(c.Loop)
	case *Return:
		p.expr(c.X)
	}
}

func (p *parts) init(i Init) {
	switch i := i.(type) {
	case *InitExpr:
		p.expr(i.X)
	case *InitList:
		for _, x := range i.Elems {
			p.init(x)
		}
	}
}

// Nodes is the number of nodes of f, itself included: of the labels that Number gives.
func Nodes(f *Func) int {
	n := 1
	Walk(f.Body, func(c Cmd) {
		n++
		if g, ok := c.(*Graph); ok {
			n += len(g.Nodes)
		}
	}, func(Expr) { n++ }, func(*Arm) { n++ })
	return n
}
