package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers expressions for their values. A value of an integer type narrower than 32 bits is extended as the type says; that of an aggregate is its address.

func (l *Lowerer) value(e ast.Expr) ir.Value {
	switch e := e.(type) {
	case *ast.Const:
		return l.constant(e)
	case *ast.Var:
		return l.read(l.variable(e.Name, e.Ty))
	case *ast.Binary:
		return l.binary(e)
	case *ast.Convert:
		return l.conversion(e)
	case *ast.Unary:
		return l.unary(e)
	case *ast.LogAnd:
		return l.logical(e, e.X, e.Y, ir.And)
	case *ast.LogOr:
		return l.logical(e, e.X, e.Y, ir.Or)
	case *ast.Cond:
		return l.cond(e)
	case *ast.AddressOf:
		return l.escaping(l.place(e.X))
	case *ast.Call:
		return l.call(e)
	}
	p := l.place(e)
	if t := ast.TypeOf(e); !hasAddress(t) {
		return l.load(p, t)
	}
	if isRecord(ast.TypeOf(e)) {
		l.check(p, sizeOf(ast.TypeOf(e)))
	}
	return l.escaping(p)
}

func (l *Lowerer) constant(e *ast.Const) ir.Value {
	t := l.typeOf(e.Ty)
	if f, ok := e.Value.(ast.FloatConst); ok {
		return l.b.FConst(t, uint64(f))
	}
	return l.b.Const(t, int64(e.Value.(ast.IntConst)))
}

// effect evaluates e for what it does.
func (l *Lowerer) effect(e ast.Expr) {
	switch x := e.(type) {
	case *ast.Convert:
		if ast.IsVoid(x.Ty) {
			l.effect(x.X)
			return
		}
	case *ast.Cond:
		if ast.IsVoid(x.Ty) {
			l.eitherValue(x, ir.None, func(e ast.Expr) ir.Value { l.effect(e); return 0 })
			return
		}
	case *ast.Call:
		if l.ends(x) {
			return
		}
	case *ast.Const, *ast.Var, *ast.Object, *ast.Str:
		return
	}
	l.value(e)
}

// conversion is a Convert.
func (l *Lowerer) conversion(e *ast.Convert) ir.Value {
	if ast.IsVoid(e.Ty) {
		l.effect(e.X)
		return 0
	}
	return l.convert(l.value(e.X), ast.TypeOf(e.X), e.Ty)
}

func (l *Lowerer) unary(e *ast.Unary) ir.Value {
	if e.Op == ast.LogNot {
		return l.not(e.X)
	}
	x := l.value(e.X)
	t := l.b.Type(x)
	switch {
	case isFloat(e.Ty):
		return l.b.Unary(ir.FNeg, t, x)
	case e.Op == ast.Neg:
		return l.wrap(l.b.Unary(ir.Neg, t, x), e.Ty)
	}
	return l.wrap(l.b.Unary(ir.Not, t, x), e.Ty)
}

// not is 1 where e is zero, else 0. Comparisons are turned around, but for those of floating numbers.
func (l *Lowerer) not(e ast.Expr) ir.Value {
	switch x := e.(type) {
	case *ast.Binary:
		if x.Op.IsComparison() && !isFloat(x.Ty) {
			a := l.value(x.X)
			return l.b.Compare(ir.Cmp, condition(x.Op, x.Ty).Negated(), a, l.value(x.Y))
		}
	case *ast.Unary:
		if x.Op == ast.LogNot {
			return l.bit(x.X)
		}
	}
	return l.againstZero(ir.Eq, l.value(e), ast.TypeOf(e))
}
