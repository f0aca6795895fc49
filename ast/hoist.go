package ast

import (
	"fmt"
	"slices"
)

// This file makes commands of their own of calls in expressions, and labels what is new in a function.

// numbering gives labels to new nodes.
type numbering struct{ last L }

// fresh is a label that no node of the functions has.
func (n *numbering) fresh() Label {
	n.last++
	return n.last
}

// inFront is c behind cs.
func (n *numbering) inFront(cs []Cmd, c Cmd) Cmd {
	for _, first := range slices.Backward(cs) {
		c = &Seq{First: first, Second: c, Label: n.fresh()}
	}
	return c
}

// label gives l a label if it has none.
func (n *numbering) label(l *Label) {
	if *l == nil {
		*l = n.fresh()
	}
}

// labelled is a copy of e in which every node has a label.
func (n *numbering) labelled(e Expr) Expr {
	e = RebuildExpr(e, n.labelled)
	n.label(e.label())
	return e
}

// relabelled is a copy of e in which every node has another label.
func (n *numbering) relabelled(e Expr) Expr {
	e = RebuildExpr(e, n.relabelled)
	*e.label() = n.fresh()
	return e
}

// hoister makes commands of their own of some of the calls in expressions.
type hoister struct {
	*numbering
	name   string                 // of variables for values, before a number
	alone  func(c *Call) bool     // those
	after  func(d *Declare) []Cmd // what comes behind a declaration
	before []Cmd                  // the declarations in front of the command at hand
	n      int
}

func (h *hoister) cmd(c Cmd) Cmd {
	switch c := c.(type) {
	case *Declare:
		x, ok := c.Init.(*InitExpr)
		d := *c
		if ok {
			d.Init = &InitExpr{h.top(x.X)}
		}
		before := h.take()
		return h.inFront(before, h.behind(&d, h.after(&d)))
	case *Assign:
		a := *c
		a.X = h.top(c.X)
		return h.scoped(&a)
	case *Store:
		if HasCall(c.Dest) {
			return c
		}
		s := *c
		s.X = h.top(c.X)
		return h.scoped(&s)
	case *Eval:
		e := *c
		e.X = h.top(c.X)
		return h.scoped(&e)
	case *Return:
		x := *c
		x.X = h.top(c.X)
		return h.scoped(&x)
	case *If:
		x := *c
		x.Test = h.inside(c.Test)
		before := h.take()
		x.Then, x.Else = h.cmd(c.Then), h.cmd(c.Else)
		return h.scopedBehind(before, &x)
	case *While, *DoWhile, *For:
		loop, end := h.loop(c)
		return h.inBlock(loop, end)
	case *Advised:
		loop, end := h.loop(c.Loop)
		return h.inBlock(&Advised{c.Advice, loop, c.Label}, end)
	case *Switch:
		x := *c
		x.Test = h.inside(c.Test)
		before := h.take()
		rest := RebuildCmd(&x, h.cmd, func(e Expr) Expr { return e })
		return h.scopedBehind(before, rest)
	}
	return RebuildCmd(c, h.cmd, func(e Expr) Expr { return e })
}

// loop is the loop c, whose test is a command in it where such a call is in it; then end is the block that is left there.
func (h *hoister) loop(c Cmd) (loop Cmd, end Label) {
	test := func(t Expr) (Expr, Cmd) {
		if !h.passes(t) {
			return t, nil
		}
		end = h.fresh()
		x := h.inside(t)
		before := h.take()
		leave := &If{Test: x, Then: &Skip{h.fresh()}, Else: &Exit{end, h.fresh()}, Label: h.fresh()}
		return h.truth(1), h.scopedBehind(before, leave)
	}
	switch c := c.(type) {
	case *While:
		x := *c
		t, first := test(c.Test)
		x.Test, x.Body = t, h.cmd(c.Body)
		if first != nil {
			x.Body = &Seq{First: first, Second: x.Body, Label: h.fresh()}
		}
		return &x, end
	case *For:
		x := *c
		t, first := test(c.Test)
		x.Test, x.Init, x.Step, x.Body = t, h.cmd(c.Init), h.cmd(c.Step), h.cmd(c.Body)
		if first != nil {
			x.Body = &Seq{First: first, Second: x.Body, Label: h.fresh()}
		}
		return &x, end
	case *DoWhile:
		x := *c
		t, last := test(c.Test)
		x.Test, x.Body = t, h.cmd(c.Body)
		if last != nil {
			x.Body = &Seq{First: &Scope{Body: x.Body, Label: h.fresh()}, Second: last, Label: h.fresh()}
		}
		return &x, end
	}
	return h.cmd(c), nil
}

func (h *hoister) inBlock(c Cmd, end Label) Cmd {
	if end == nil {
		return c
	}
	return &Block{Body: c, Label: end}
}

// passes reports whether such a call is in e.
func (h *hoister) passes(e Expr) (found bool) {
	WalkExpr(e, func(e Expr) {
		if c, ok := e.(*Call); ok {
			found = found || h.alone(c)
		}
	})
	return found
}

// chosen is a variable that is set to x or y as test says, each with the calls in it.
func (h *hoister) chosen(test Expr, t Type, x, y Expr) Expr {
	test = h.inside(test)
	outer := h.take()
	h.n++
	name := fmt.Sprintf("%s#%d", h.name, h.n)
	set := func(x Expr) Cmd {
		a := &Assign{Name: name, Ty: t, X: h.top(x), Label: h.fresh()}
		return h.scoped(a)
	}
	outer = append(outer, &Declare{Name: name, Ty: t, Init: NoInit{}, Label: h.fresh()})
	then, otherwise := set(x), set(y)
	h.before = append(outer, &If{Test: test, Then: then, Else: otherwise, Label: h.fresh()})
	return &Var{Name: name, Ty: t, Label: h.fresh()}
}

func (h *hoister) truth(n int64) Expr { return &Const{Value: IntConst(n), Ty: Int, Label: h.fresh()} }

// isNot0 is whether e is not zero, as a number.
func (h *hoister) isNot0(e Expr) Expr {
	t := TypeOf(e)
	if _, isBool := t.(Boolean); isBool {
		return &Convert{Ty: Int, X: e, Label: h.fresh()}
	}
	zero := Zero(t)
	*zero.label() = h.fresh()
	return &Binary{Op: Ne, Ty: t, X: e, Y: zero, Label: h.fresh()}
}

func (h *hoister) take() []Cmd {
	before := h.before
	h.before = nil
	return before
}

func (h *hoister) scoped(c Cmd) Cmd { return h.scopedBehind(h.take(), c) }

func (h *hoister) scopedBehind(before []Cmd, c Cmd) Cmd {
	if len(before) == 0 {
		return c
	}
	return &Scope{Body: h.inFront(before, c), Label: h.fresh()}
}

// behind is c with cs behind it.
func (h *hoister) behind(c Cmd, cs []Cmd) Cmd {
	if len(cs) == 0 {
		return c
	}
	last := len(cs) - 1
	return &Seq{First: c, Second: h.inFront(cs[:last], cs[last]), Label: h.fresh()}
}

// top is e, the whole value of a command, which may be a call itself.
func (h *hoister) top(e Expr) Expr {
	if c, ok := e.(*Call); ok {
		return h.arguments(c)
	}
	return h.inside(e)
}

// inside is e with variables for calls that are made whenever it is evaluated.
func (h *hoister) inside(e Expr) Expr {
	switch x := e.(type) {
	case *Call:
		c := h.arguments(x)
		if !h.alone(c) || !IsScalar(c.Ty) {
			return c
		}
		h.n++
		name := fmt.Sprintf("%s#%d", h.name, h.n)
		if o, byName := c.Fn.(*Object); byName {
			name = fmt.Sprintf("%s_%s", o.Name, name)
		}
		h.before = append(h.before, &Declare{Name: name, Ty: c.Ty, Init: &InitExpr{c}, Label: h.fresh()})
		return &Var{Name: name, Ty: c.Ty, Label: h.fresh()}
	case *LogAnd:
		if h.passes(x.Y) {
			return h.chosen(x.X, Int, h.isNot0(x.Y), h.truth(0))
		}
		y := *x
		y.X = h.inside(x.X)
		return &y
	case *LogOr:
		if h.passes(x.Y) {
			return h.chosen(x.X, Int, h.truth(1), h.isNot0(x.Y))
		}
		y := *x
		y.X = h.inside(x.X)
		return &y
	case *Cond:
		if (h.passes(x.Then) || h.passes(x.Else)) && IsScalar(x.Ty) {
			return h.chosen(x.Test, x.Ty, x.Then, x.Else)
		}
		y := *x
		y.Test = h.inside(x.Test)
		return &y
	}
	return RebuildExpr(e, h.inside)
}

func (h *hoister) arguments(c *Call) *Call {
	out := *c
	out.Args = nil
	for _, a := range c.Args {
		out.Args = append(out.Args, h.inside(a))
	}
	return &out
}
