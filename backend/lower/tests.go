package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers conditions: where a value is only tested, control goes one way or the other without the value being made.

// test ends the open block: control goes to yes where e is not zero, else to no.
func (l *Lowerer) test(e ast.Expr, yes, no way) {
	switch x := e.(type) {
	case *ast.Const:
		if isZero(x) {
			yes = no
		}
		l.jump(yes)
		return
	case *ast.LogAnd:
		next := l.newLabel()
		l.test(x.X, way{next, 0}, no)
		if l.start(next) {
			l.test(x.Y, yes, no)
		}
		return
	case *ast.LogOr:
		next := l.newLabel()
		l.test(x.X, yes, way{next, 0})
		if l.start(next) {
			l.test(x.Y, yes, no)
		}
		return
	case *ast.Unary:
		if x.Op == ast.LogNot {
			l.test(x.X, no, yes)
			return
		}
	case *ast.Convert:
		if keepsZero(x.Ty, ast.TypeOf(x.X)) {
			l.test(x.X, yes, no)
			return
		}
	}
	l.branch(l.truth(e), yes, no)
}

// keepsZero reports whether conversion to the type to of a value of type from gives zero only for zero.
func keepsZero(to, from ast.Type) bool {
	_, isBool := to.(ast.Boolean)
	return isBool || !isFloat(to) && !isFloat(from) && integerOf(to).Width >= integerOf(from).Width
}

func isZero(c *ast.Const) bool {
	switch v := c.Value.(type) {
	case ast.IntConst:
		return v == 0
	case ast.FloatConst:
		f := c.Ty.(ast.Floating)
		return uint64(v)<<(64-uint64(f.Width)+1) == 0 // also -0
	}
	return false
}

// truth is an I32 that is not 0 where e is not zero.
func (l *Lowerer) truth(e ast.Expr) ir.Value {
	if l.isTruth(e) {
		return l.value(e)
	}
	return l.isNotZero(l.value(e), ast.TypeOf(e))
}

// isTruth reports whether e is 0 or 1 of 32 bits.
func (l *Lowerer) isTruth(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Binary:
		return e.Op.IsComparison()
	case *ast.Unary:
		return e.Op == ast.LogNot
	case *ast.LogAnd, *ast.LogOr:
		return true
	}
	_, isBool := ast.TypeOf(e).(ast.Boolean)
	return isBool
}

// isNotZero is 1 where x, of type t, is not zero, else 0.
func (l *Lowerer) isNotZero(x ir.Value, t ast.Type) ir.Value { return l.againstZero(ir.Ne, x, t) }

func (l *Lowerer) againstZero(c ir.Cond, x ir.Value, t ast.Type) ir.Value {
	it := l.b.Type(x)
	if isFloat(t) {
		return l.b.Compare(ir.FCmp, c, x, l.b.FConst(it, 0))
	}
	return l.b.Compare(ir.Cmp, c, x, l.b.Const(it, 0))
}

// logical is the value of && and ||: 0 or 1.
func (l *Lowerer) logical(e ast.Expr, x, y ast.Expr, op ir.Op) ir.Value {
	if cheap(y, 3) {
		return l.b.Binary(op, ir.I32, l.bit(x), l.bit(y))
	}
	zero, one := l.b.Const(ir.I32, 0), l.b.Const(ir.I32, 1)
	end := l.newLabel()
	l.test(e, way{end, 1}, way{end, 0})
	return l.join(end, ir.I32, zero, one)
}

// bit is 1 where e is not zero, else 0.
func (l *Lowerer) bit(e ast.Expr) ir.Value {
	if l.isTruth(e) {
		return l.value(e)
	}
	return l.isNotZero(l.value(e), ast.TypeOf(e))
}

// cond is one of two values.
func (l *Lowerer) cond(e *ast.Cond) ir.Value {
	if c, ok := e.Test.(*ast.Const); ok {
		if isZero(c) {
			return l.value(e.Else)
		}
		return l.value(e.Then)
	}
	if !isFloat(e.Ty) && cheap(e.Then, 2) && cheap(e.Else, 2) && ast.IsScalar(e.Ty) {
		c := l.truth(e.Test)
		x := l.value(e.Then)
		return l.b.Select(c, x, l.value(e.Else))
	}
	return l.eitherValue(e, l.typeOf(e.Ty), l.value)
}

// eitherValue makes one of two values of type t in branches.
func (l *Lowerer) eitherValue(e *ast.Cond, t ir.Type, value func(ast.Expr) ir.Value) ir.Value {
	yes, no, end := l.newLabel(), l.newLabel(), l.newLabel()
	l.test(e.Test, way{yes, 0}, way{no, 0})
	var x, y ir.Value
	if l.start(yes) {
		x = value(e.Then)
		l.jump(way{end, 0})
	}
	if l.start(no) {
		y = value(e.Else)
		l.jump(way{end, 1})
	}
	if t == ir.None {
		l.start(end)
		return 0
	}
	return l.join(end, t, x, y)
}

// cheap reports whether e can as well be evaluated where its value is not wanted: it has no effect, cannot fail, and takes at most n operations.
func cheap(e ast.Expr, n int) bool {
	return operations(e, &n)
}

func operations(e ast.Expr, left *int) bool {
	switch e := e.(type) {
	case *ast.Const, *ast.Var:
		return true
	case *ast.Unary:
		*left--
		return *left >= 0 && operations(e.X, left)
	case *ast.Convert:
		*left--
		return *left >= 0 && !isFloat(e.Ty) && !isFloat(ast.TypeOf(e.X)) && operations(e.X, left)
	case *ast.Binary:
		*left--
		return *left >= 0 && e.Op != ast.Div && e.Op != ast.Rem && e.Op != ast.PtrDiff && operations(e.X, left) && operations(e.Y, left)
	}
	return false
}
