package ast

// Walk visits c and all below it in source order, a node before its parts: commands, their expressions, the arms of
// switches. A visitor may be nil.
func Walk(c Cmd, onCmd func(Cmd), onExpr func(Expr), onArm func(*Arm)) {
	w := walker{onCmd, onExpr, onArm}
	w.cmd(c)
}

// WalkExpr visits e and all below it, a node before its parts, the parts from left to right.
func WalkExpr(e Expr, f func(Expr)) {
	f(e)
	for _, x := range Operands(e) {
		WalkExpr(x, f)
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

// MentionsObject reports whether an object in memory is named in c. Functions are none.
func MentionsObject(c Cmd) bool {
	found := false
	Walk(c, nil, func(e Expr) {
		if o, ok := e.(*Object); ok {
			_, isFunction := o.Ty.(*Function)
			found = found || !isFunction
		}
	}, nil)
	return found
}

type walker struct {
	onCmd  func(Cmd)
	onExpr func(Expr)
	onArm  func(*Arm)
}

func (w *walker) expr(e Expr) {
	if w.onExpr != nil {
		WalkExpr(e, w.onExpr)
	}
}

func (w *walker) init(i Init) {
	switch i := i.(type) {
	case *InitExpr:
		w.expr(i.X)
	case *InitList:
		for _, x := range i.Elems {
			w.init(x)
		}
	}
}

func (w *walker) cmd(c Cmd) {
	if w.onCmd != nil {
		w.onCmd(c)
	}
	switch c := c.(type) {
	case *Seq:
		w.cmd(c.First)
		w.cmd(c.Second)
	case *Scope:
		w.cmd(c.Body)
	case *Declare:
		w.init(c.Init)
	case *Assign:
		w.expr(c.X)
	case *Store:
		w.expr(c.Dest)
		w.expr(c.X)
	case *Eval:
		w.expr(c.X)
	case *If:
		w.expr(c.Test)
		w.cmd(c.Then)
		w.cmd(c.Else)
	case *While:
		w.expr(c.Test)
		w.cmd(c.Body)
	case *DoWhile:
		w.cmd(c.Body)
		w.expr(c.Test)
	case *For:
		w.cmd(c.Init)
		w.expr(c.Test)
		w.cmd(c.Step)
		w.cmd(c.Body)
	case *Switch:
		w.expr(c.Test)
		w.arms(c.Arms)
	case *Block:
		w.cmd(c.Body)
	case *Advised:
		w.cmd(c.Loop)
	case *Return:
		w.expr(c.X)
	}
}

func (w *walker) arms(arms []*Arm) {
	for _, a := range arms {
		if w.onArm != nil {
			w.onArm(a)
		}
		w.cmd(a.Body)
	}
}
