package ast

import (
	"scf/scfml/core"
)

// This file makes expressions of values. A node is numbered before its parts, which are made in the order of Walk.

func (r *reader) expr(v core.Value) Expr {
	c, ok := v.(*core.ConValue)
	if !ok || !r.enter() {
		r.bad = true
		return nil
	}
	e := r.leaf(c)
	if e == nil {
		e = r.operation(c)
	}
	if e == nil {
		e = r.designator(c)
	}
	if e == nil {
		r.bad = true
	}
	r.leave()
	return e
}

// leaf is an expression without operands; nil where c is another.
func (r *reader) leaf(c *core.ConValue) Expr {
	switch c.Con.Name {
	case "const":
		a, n := r.args(c, 3), r.consts.node()
		r.label(&n.Label, a[2])
		n.Ty = r.ty(a[1])
		n.Value = r.constant(a[0], n.Ty)
		return n
	case "var":
		a, n := r.args(c, 3), r.vars.node()
		r.label(&n.Label, a[2])
		n.Name, n.Ty = r.string(a[0]), r.ty(a[1])
		return n
	case "object":
		a, n := r.args(c, 3), r.objs.node()
		r.label(&n.Label, a[2])
		n.Name, n.Ty = r.string(a[0]), r.ty(a[1])
		if _, isFunction := n.Ty.(*Function); !isFunction {
			r.objects = true
		}
		return n
	case "str":
		a, n := r.args(c, 3), &Str{}
		r.label(&n.Label, a[2])
		n.Text, n.Ty = r.string(a[0]), r.ty(a[1])
		return n
	}
	return nil
}

// operation is an operator, a conversion or a call; nil where c is another.
func (r *reader) operation(c *core.ConValue) Expr {
	switch c.Con.Name {
	case "unary":
		a, n := r.args(c, 4), &Unary{}
		r.label(&n.Label, a[3])
		n.Op, n.Ty, n.X = Unop(r.enumerated("unop", a[0])), r.ty(a[1]), r.expr(a[2])
		return n
	case "binary":
		a, n := r.args(c, 5), r.binaries.node()
		r.label(&n.Label, a[4])
		n.Op, n.Ty = Binop(r.enumerated("binop", a[0])), r.ty(a[1])
		n.X = r.expr(a[2])
		n.Y = r.expr(a[3])
		return n
	case "convert":
		a, n := r.args(c, 3), r.converts.node()
		r.label(&n.Label, a[2])
		n.Ty, n.X = r.ty(a[0]), r.expr(a[1])
		return n
	case "log_and":
		a, n := r.args(c, 3), &LogAnd{}
		r.label(&n.Label, a[2])
		n.X = r.expr(a[0])
		n.Y = r.expr(a[1])
		return n
	case "log_or":
		a, n := r.args(c, 3), &LogOr{}
		r.label(&n.Label, a[2])
		n.X = r.expr(a[0])
		n.Y = r.expr(a[1])
		return n
	case "cond":
		a, n := r.args(c, 5), &Cond{}
		r.label(&n.Label, a[4])
		n.Test = r.expr(a[0])
		n.Then = r.expr(a[1])
		n.Else = r.expr(a[2])
		n.Ty = r.ty(a[3])
		return n
	case "call":
		a, n := r.args(c, 4), &Call{}
		r.label(&n.Label, a[3])
		n.Fn = r.expr(a[0])
		list := a[1]
		for x, ok := r.next(&list); ok; x, ok = r.next(&list) {
			n.Args = append(n.Args, r.expr(x))
		}
		n.Ty = r.ty(a[2])
		return n
	}
	return nil
}

// designator is an expression for an object, or an address; nil where c is another.
func (r *reader) designator(c *core.ConValue) Expr {
	switch c.Con.Name {
	case "deref":
		a, n := r.args(c, 3), r.derefs.node()
		r.label(&n.Label, a[2])
		n.X, n.Ty = r.expr(a[0]), r.ty(a[1])
		return n
	case "index":
		a, n := r.args(c, 4), r.indices.node()
		r.label(&n.Label, a[3])
		n.X = r.expr(a[0])
		n.I = r.expr(a[1])
		n.Ty = r.ty(a[2])
		return n
	case "member":
		a, n := r.args(c, 5), &Member{}
		r.label(&n.Label, a[4])
		n.X, n.Field, n.Offset, n.Ty = r.expr(a[0]), r.string(a[1]), r.int(a[2]), r.ty(a[3])
		return n
	case "arrow":
		a, n := r.args(c, 5), r.arrows.node()
		r.label(&n.Label, a[4])
		n.X, n.Field, n.Offset, n.Ty = r.expr(a[0]), r.string(a[1]), r.int(a[2]), r.ty(a[3])
		return n
	case "address_of":
		a, n := r.args(c, 3), &AddressOf{}
		r.label(&n.Label, a[2])
		n.X, n.Ty = r.expr(a[0]), r.ty(a[1])
		return n
	}
	return nil
}
