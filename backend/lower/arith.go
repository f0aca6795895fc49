package lower

import (
	"math/bits"

	"scf/ast"
	"scf/backend/ir"
)

// This file lowers arithmetic. It is done in 32 or 64 bits; where the type of an operation is narrower its result is extended again.

func (l *Lowerer) binary(e *ast.Binary) ir.Value {
	switch {
	case e.Op.IsComparison():
		return l.comparison(e)
	case e.Op == ast.PtrAdd || e.Op == ast.PtrSub:
		return l.escaping(l.moved(e))
	case e.Op == ast.PtrDiff:
		return l.difference(e)
	}
	x := l.value(e.X)
	y := l.value(e.Y)
	if isFloat(e.Ty) {
		return l.b.Binary(floatOps[e.Op], l.typeOf(e.Ty), x, y)
	}
	if e.Op == ast.Shl || e.Op == ast.Shr {
		if l.b.Type(y) == ir.I64 {
			y = l.b.Unary(ir.Trunc, ir.I32, y)
		}
	}
	if (l.o.Checked || l.o.Divisors) && (e.Op == ast.Div || e.Op == ast.Rem) {
		x, y = l.checkDivisor(e, x, y)
	}
	signed := integerOf(e.Ty).Signed
	op := integerOps[e.Op][0]
	if !signed {
		op = integerOps[e.Op][1]
	}
	return l.wrap(l.b.Binary(op, l.b.Type(x), x, y), e.Ty)
}

// integerOps are the operations on integers with and without sign.
var integerOps = [...][2]ir.Op{
	ast.Add: {ir.Add, ir.Add}, ast.Sub: {ir.Sub, ir.Sub}, ast.Mul: {ir.Mul, ir.Mul},
	ast.Div: {ir.Div, ir.DivU}, ast.Rem: {ir.Rem, ir.RemU},
	ast.Shl: {ir.Shl, ir.Shl}, ast.Shr: {ir.Sar, ir.Shr},
	ast.BitAnd: {ir.And, ir.And}, ast.BitOr: {ir.Or, ir.Or}, ast.BitXor: {ir.Xor, ir.Xor},
}

var floatOps = [...]ir.Op{ast.Add: ir.FAdd, ast.Sub: ir.FSub, ast.Mul: ir.FMul, ast.Div: ir.FDiv}

// comparison is 0 or 1.
func (l *Lowerer) comparison(e *ast.Binary) ir.Value {
	x := l.value(e.X)
	y := l.value(e.Y)
	op := ir.Cmp
	if isFloat(e.Ty) {
		op = ir.FCmp
	}
	return l.b.Compare(op, condition(e.Op, e.Ty), x, y)
}

// condition is what a comparison of operands of type t asks.
func condition(op ast.Binop, t ast.Type) ir.Cond {
	c := [...]ir.Cond{ir.Lt, ir.Gt, ir.Le, ir.Ge, ir.Eq, ir.Ne}[op-ast.Lt]
	if isFloat(t) || integerOf(t).Signed {
		return c
	}
	return [...]ir.Cond{ir.Eq, ir.Ne, ir.Below, ir.BelowEq, ir.Above, ir.AboveEq}[c]
}

// difference is that of two pointers, in elements.
func (l *Lowerer) difference(e *ast.Binary) ir.Value {
	x := l.value(e.X)
	d := l.b.Binary(ir.Sub, ir.I64, x, l.value(e.Y))
	p, _ := ast.TypeOf(e.X).(ast.Pointer)
	switch size := sizeOf(p.Elem); {
	case size <= 1:
	case size&(size-1) == 0:
		d = l.b.Binary(ir.Sar, ir.I64, d, l.b.Const(ir.I32, int64(bits.TrailingZeros64(uint64(size)))))
	default:
		d = l.b.Binary(ir.Div, ir.I64, d, l.b.Const(ir.I64, size))
	}
	return l.convert(d, differenceType, e.Ty)
}

var differenceType = ast.Integer{Name: "long", Width: 64, Signed: true}

// scaled is x times size, of 64 bits.
func (l *Lowerer) scaled(x ir.Value, size int64) ir.Value {
	switch {
	case size == 1:
		return x
	case size > 0 && size&(size-1) == 0:
		return l.b.Binary(ir.Shl, ir.I64, x, l.b.Const(ir.I32, int64(bits.TrailingZeros64(uint64(size)))))
	}
	return l.b.Binary(ir.Mul, ir.I64, x, l.b.Const(ir.I64, size))
}

// wrap is v, of whose bits those of type t count, extended as t says.
func (l *Lowerer) wrap(v ir.Value, t ast.Type) ir.Value {
	it, ok := t.(ast.Integer)
	if !ok || it.Width >= 32 && it.Width == 8*l.b.Type(v).Size() {
		return v
	}
	return l.extend(v, it.Width, it.Signed)
}

// extend is the low bits of v, extended to the type of v.
func (l *Lowerer) extend(v ir.Value, width int64, signed bool) ir.Value {
	t := l.b.Type(v)
	all := 8 * t.Size()
	switch {
	case width >= all:
		return v
	case width == 8 && signed:
		return l.b.Unary(ir.Sext8, t, v)
	case width == 8:
		return l.b.Unary(ir.Zext8, t, v)
	case width == 16 && signed:
		return l.b.Unary(ir.Sext16, t, v)
	case width == 16:
		return l.b.Unary(ir.Zext16, t, v)
	case signed:
		n := l.b.Const(ir.I32, all-width)
		return l.b.Binary(ir.Sar, t, l.b.Binary(ir.Shl, t, v, n), n)
	}
	return l.b.Binary(ir.And, t, v, l.b.Const(t, 1<<width-1))
}
