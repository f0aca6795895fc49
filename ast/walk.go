package ast

import "slices"

// Walk visits c and all below it in source order, a node before its parts: commands, their expressions, the arms of
// switches. A visitor may be nil.
func Walk(c Cmd, onCmd func(Cmd), onExpr func(Expr), onArm func(*Arm)) {
	w := &walker{onCmd: onCmd, onExpr: onExpr}
	w.parts = parts{w.cmd, w.expr, onArm}
	w.cmd(c)
}

// WalkExpr visits e and all below it, a node before its parts, the parts from left to right.
func WalkExpr(e Expr, f func(Expr)) {
	for {
		f(e)
		switch x := e.(type) {
		case *Unary:
			e = x.X
		case *Binary:
			WalkExpr(x.X, f)
			e = x.Y
		case *Convert:
			e = x.X
		case *Deref:
			e = x.X
		case *Index:
			WalkExpr(x.X, f)
			e = x.I
		case *Member:
			e = x.X
		case *Arrow:
			e = x.X
		case *Const, *Var, *Object, *Str:
			return
		default:
			for _, x := range Operands(e) {
				WalkExpr(x, f)
			}
			return
		}
	}
}

// Operands are the direct subexpressions of e from left to right.
func Operands(e Expr) []Expr {
	switch e := e.(type) {
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Convert:
		return []Expr{e.X}
	case *LogAnd:
		return []Expr{e.X, e.Y}
	case *LogOr:
		return []Expr{e.X, e.Y}
	case *Cond:
		return []Expr{e.Test, e.Then, e.Else}
	case *Deref:
		return []Expr{e.X}
	case *Index:
		return []Expr{e.X, e.I}
	case *Member:
		return []Expr{e.X}
	case *Arrow:
		return []Expr{e.X}
	case *AddressOf:
		return []Expr{e.X}
	case *Call:
		return append([]Expr{e.Fn}, e.Args...)
	}
	return nil // Const, Var, Object, Str
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

// Mentions reports whether the object or function called name stands in c.
func Mentions(c Cmd, name string) (found bool) {
	Walk(c, nil, func(e Expr) {
		o, ok := e.(*Object)
		found = found || ok && o.Name == name
	}, nil)
	return found
}

// Declares reports whether name is a parameter of f, or a variable that it declares.
func Declares(f *Func, name string) (found bool) {
	Walk(f.Body, func(c Cmd) {
		d, ok := c.(*Declare)
		found = found || ok && d.Name == name
	}, nil, nil)
	return found || slices.ContainsFunc(f.Params, func(p Param) bool { return p.Name == name })
}
