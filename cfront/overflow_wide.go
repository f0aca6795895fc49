package cfront

import (
	"math"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers arithmetic that tells whether it overflows where an operand has 64 bits. All is done with the lowest 64 bits of operands and result,
// and what they leave out of the exact result is found from how these compare:
//
//	__builtin_add_overflow(a, b, &s)    unsigned long low = a + b; s = low; … low < a …
//
// Of a product of two variables that are not negative a division tells, which compilers know to be a multiplication's flag. They do not where one may be
// negative: that product is a text.

// wideOperand is an operand: its lowest 64 bits, and what is known of its value.
type wideOperand struct {
	bits       ast.Expr // of type unsignedWide, a variable or constant
	isConst    bool
	value      uint64
	isUnsigned bool // it is not negative
	isSigned   bool // a long holds it
}

// known is what the type of x, or its value, says of an operand.
func known(x ast.Expr) wideOperand {
	if ast.Same(ast.TypeOf(x), ast.Boolean{}) {
		x = convert(ast.Int, x)
	}
	t := ast.TypeOf(x).(ast.Integer)
	w := wideOperand{isUnsigned: !t.Signed, isSigned: t.Signed || t.Width < 64}
	if c, ok := x.(*ast.Const); ok {
		v := int64(c.Value.(ast.IntConst))
		w.isConst, w.value = true, uint64(v)
		w.isUnsigned, w.isSigned = !t.Signed || v >= 0, t.Signed || v >= 0
	}
	return w
}

// wideOverflow lowers such a function; ok is false where it is to be kept as it is. The operands are known by their types and values.
func (l *lowerer) wideOverflow(op ast.Binop, of ast.Type, to ast.Integer, stores bool, operands [2]ast.Expr, args []cc.ExpressionNode) (x ast.Expr, ok bool) {
	a, b := known(operands[0]), known(operands[1])
	if op == ast.Mul && !multiplies(a, b, to) {
		return nil, false
	}
	v := l.operands(func() ast.Expr { return l.integer(args[0]) }, func() ast.Expr { return l.integer(args[1]) }, func() ast.Expr { return l.scalar(args[2]) })
	for i, o := range []*wideOperand{&a, &b} {
		if of != nil {
			v[i] = convert(of, v[i])
		}
		if o.bits = convert(unsignedWide, v[i]); !o.isConst {
			o.bits = l.spill(o.bits)
		}
	}
	low := l.spill(operate(op, a.bits, b.bits))
	var lost ast.Expr
	switch {
	case op == ast.Mul:
		lost = lostProduct(a, b, low, to)
	case a.isUnsigned && b.isUnsigned && !to.Signed:
		lost = orNarrowed(carry(op, a, b, low), low, to)
	case a.isSigned && b.isSigned && to.Signed:
		x, y := operate(ast.BitXor, a.bits, low), operate(ast.BitXor, b.bits, low)
		if op == ast.Sub {
			y = operate(ast.BitXor, a.bits, b.bits)
		}
		lost = orNarrowed(negative(operate(ast.BitAnd, x, y)), low, to)
	default:
		lost = lostSum(op, a, b, low, to)
	}
	lost = l.spill(&ast.Convert{Ty: ast.Boolean{}, X: ast.CopyExpr(lost)})
	if stores {
		l.emit(&ast.Store{Dest: &ast.Deref{X: v[2], Ty: to}, X: convert(to, ast.CopyExpr(low))})
	}
	return lost, true
}

// negative is whether the bits x, as a long, are less than zero.
func negative(x ast.Expr) ast.Expr {
	return operate(ast.Lt, convert(signedWide, ast.CopyExpr(x)), intConst(0, signedWide))
}

// carry is whether the sum of numbers that are not negative takes more than 64 bits, or their difference is negative.
func carry(op ast.Binop, a, b wideOperand, low ast.Expr) ast.Expr {
	if op == ast.Sub {
		return operate(ast.Lt, a.bits, b.bits)
	}
	return operate(ast.Lt, low, a.bits)
}

// orNarrowed is whether lost holds, or the bits are others once they have been converted to type to.
func orNarrowed(lost, low ast.Expr, to ast.Integer) ast.Expr {
	if to.Width == 64 {
		return lost
	}
	return &ast.LogOr{X: lost, Y: operate(ast.Ne, convert(unsignedWide, convert(to, ast.CopyExpr(low))), low)}
}

// lostSum is whether a + b, or a - b, has no place in a number of type to: what is above the lowest 64 bits has to be no more than their sign.
func lostSum(op ast.Binop, a, b wideOperand, low ast.Expr, to ast.Integer) ast.Expr {
	above := carry(op, a, b, low)
	if op == ast.Sub {
		above = operate(ast.Sub, intConst(0, ast.Int), above)
	}
	if !a.isUnsigned {
		above = operate(ast.Sub, above, negative(a.bits))
	}
	if !b.isUnsigned {
		against := map[ast.Binop]ast.Binop{ast.Add: ast.Sub, ast.Sub: ast.Add}
		above = operate(against[op], above, negative(b.bits))
	}
	var sign ast.Expr = intConst(0, ast.Int)
	if to.Signed {
		sign = operate(ast.Sub, sign, negative(low))
	}
	return orNarrowed(operate(ast.Ne, above, sign), low, to)
}

// multiplies reports whether lostProduct tells of a * b.
func multiplies(a, b wideOperand, to ast.Integer) bool {
	if b.isConst {
		a, b = b, a
	}
	switch {
	case a.isConst && a.value == 0:
		return false
	case a.isConst && a.isUnsigned:
		return b.isUnsigned || b.isSigned
	case a.isConst:
		return b.isSigned && to.Signed
	}
	return a.isUnsigned && b.isUnsigned
}

// lostProduct is whether a * b has no place in a number of type to. Where one of them is known, that is whether the other is out of the range that is left.
func lostProduct(a, b wideOperand, low ast.Expr, to ast.Integer) ast.Expr {
	if b.isConst {
		a, b = b, a
	}
	most, least := uint64(1)<<(to.Width-1)<<1-1, int64(0)
	if to.Signed {
		most, least = most>>1, -int64(most>>1)-1
	}
	switch {
	case a.isConst && a.isUnsigned && b.isUnsigned:
		return above(b, most/a.value)
	case a.isConst && a.isUnsigned && !to.Signed:
		return above(b, min(most/a.value, math.MaxInt64))
	case a.isConst && a.isUnsigned && a.value > math.MaxInt64: // b is 0, or -1 where the least number of all is meant
		outside := operate(ast.Ne, b.bits, intConst(0, unsignedWide))
		if a.value == 1<<63 && to.Width == 64 {
			outside = &ast.LogAnd{X: outside, Y: operate(ast.Ne, b.bits, intConst(-1, unsignedWide))}
		}
		return outside
	case a.isConst && a.isUnsigned:
		return outOf(b, least/int64(a.value), int64(most/a.value))
	case a.isConst && a.value == math.MaxUint64 && to.Width == 64: // -1
		return operate(ast.Eq, b.bits, intConst(math.MinInt64, unsignedWide))
	case a.isConst:
		return outOf(b, int64(most)/int64(a.value), least/int64(a.value))
	}
	lost := ast.Expr(&ast.LogAnd{X: operate(ast.Ne, a.bits, intConst(0, unsignedWide)), Y: operate(ast.Ne, operate(ast.Div, low, a.bits), b.bits)})
	if to.Signed {
		lost = &ast.LogOr{X: lost, Y: negative(low)}
	}
	return orNarrowed(lost, low, to)
}

// above is whether the bits are more than a number.
func above(x wideOperand, most uint64) ast.Expr {
	return operate(ast.Gt, x.bits, intConst(int64(most), unsignedWide))
}

// outOf is whether a number is not from least to most.
func outOf(x wideOperand, least, most int64) ast.Expr {
	n := convert(signedWide, x.bits)
	return &ast.LogOr{X: operate(ast.Lt, n, intConst(least, signedWide)), Y: operate(ast.Gt, ast.CopyExpr(n), intConst(most, signedWide))}
}
