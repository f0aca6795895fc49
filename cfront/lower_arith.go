package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file inserts C's conversions into operations: integer promotions, usual arithmetic conversions, those of pointers.

func intConst(v int64, t ast.Type) *ast.Const {
	return &ast.Const{Value: ast.IntConst(ast.Wrap(v, t)), Ty: t}
}

func isPointer(t ast.Type) bool { _, ok := t.(ast.Pointer); return ok }
func isFloat(t ast.Type) bool   { _, ok := t.(ast.Floating); return ok }

// isNull reports whether x is a null pointer constant, with a cast to a pointer perhaps.
func isNull(x ast.Expr) bool {
	c, ok := x.(*ast.Const)
	return ok && c.Value == ast.Constant(ast.IntConst(0)) && (ast.IsInteger(c.Ty) || isPointer(c.Ty))
}

// convert is x converted to t. Null pointer constants are constants of the pointer type.
func convert(t ast.Type, x ast.Expr) ast.Expr {
	if isPointer(t) && isNull(x) {
		return intConst(0, t)
	}
	return ast.ConvertTo(t, x)
}

// convert is convert, which keeps the casts between pointers to types that are represented alike, but that C tells apart.
func (l *lowerer) convert(t ast.Type, x ast.Expr) ast.Expr {
	to, ok := t.(ast.Pointer)
	from, ok2 := ast.TypeOf(x).(ast.Pointer)
	if ok && ok2 && !isNull(x) && ast.Same(to, from) && !l.types.assignable(to, from) {
		return &ast.Convert{Ty: t, X: x}
	}
	return convert(t, x)
}

// operate is `x op y` in C: the operands converted to the type of the operation.
func (l *lowerer) operate(at node, op ast.Binop, x, y ast.Expr) ast.Expr {
	a, b := ast.TypeOf(x), ast.TypeOf(y)
	switch {
	case isWrong(x) || isWrong(y):
		return wrong()
	case isPointer(a) || isPointer(b):
		if e := l.pointerOperation(op, x, y); e != nil {
			return e
		}
	case op == ast.Shl || op == ast.Shr || op == ast.Rem || op == ast.BitAnd || op == ast.BitOr || op == ast.BitXor:
		if ast.IsInteger(a) && ast.IsInteger(b) {
			return operate(op, x, y)
		}
	case ast.IsArithmetic(a) && ast.IsArithmetic(b):
		return operate(op, x, y)
	}
	l.failf(at, "the operands are of types that this operator does not take")
	return wrong()
}

// operate is `x op y` with arithmetic operands.
func operate(op ast.Binop, x, y ast.Expr) ast.Expr {
	if op == ast.Shl || op == ast.Shr {
		t := ast.Promote(ast.TypeOf(x))
		return &ast.Binary{Op: op, Ty: t, X: convert(t, x), Y: convert(ast.Promote(ast.TypeOf(y)), y)}
	}
	t := ast.Usual(ast.TypeOf(x), ast.TypeOf(y))
	b := &ast.Binary{Op: op, Ty: t, X: convert(t, x), Y: convert(t, y)}
	if least, ok := leastValue(b); ok {
		return least
	}
	return b
}

// pointerOperation is `x op y` where one operand is a pointer at least; nil where C has none.
func (l *lowerer) pointerOperation(op ast.Binop, x, y ast.Expr) ast.Expr {
	a, b := ast.TypeOf(x), ast.TypeOf(y)
	switch {
	case op == ast.Add && isPointer(a) && ast.IsInteger(b):
		return &ast.Binary{Op: ast.PtrAdd, Ty: a, X: x, Y: y}
	case op == ast.Add && ast.IsInteger(a) && isPointer(b):
		return &ast.Binary{Op: ast.PtrAdd, Ty: b, X: y, Y: x}
	case op == ast.Sub && isPointer(a) && ast.IsInteger(b):
		return &ast.Binary{Op: ast.PtrSub, Ty: a, X: x, Y: y}
	case op == ast.Sub && ast.Same(a, b):
		return &ast.Binary{Op: ast.PtrDiff, Ty: l.file.differenceType(), X: x, Y: y}
	case op.IsComparison():
		if t, ok := comparedAs(x, y); ok {
			return &ast.Binary{Op: op, Ty: t, X: l.convert(t, x), Y: l.convert(t, y)}
		}
	}
	return nil
}

// comparedAs is the type in which pointers, or a pointer and an integer, are compared.
func comparedAs(x, y ast.Expr) (ast.Type, bool) {
	if t, ok := commonPointer(x, y); ok {
		return t, true
	}
	a, b := ast.TypeOf(x), ast.TypeOf(y)
	switch {
	case isPointer(a) && isPointer(b):
		return ast.Pointer{Elem: ast.Void{}}, true
	case isPointer(a) && ast.IsInteger(b):
		return a, true
	case ast.IsInteger(a) && isPointer(b):
		return b, true
	}
	return nil, false
}

// commonPointer is the type that C gives to one of two pointers; a null pointer takes the other's type.
func commonPointer(x, y ast.Expr) (ast.Type, bool) {
	a, b := ast.TypeOf(x), ast.TypeOf(y)
	p, isP := a.(ast.Pointer)
	q, isQ := b.(ast.Pointer)
	switch {
	case isP && isNull(y):
		return a, true
	case isQ && isNull(x):
		return b, true
	case !isP || !isQ:
		return nil, false
	case ast.Same(a, b):
		return qualifiedAlike(a, b), true
	case ast.IsVoid(p.Elem):
		return a, true
	case ast.IsVoid(q.Elem):
		return b, true
	}
	return nil, false
}

// qualifiedAlike is the one of two types, the same but for their names, that says volatile or else const.
func qualifiedAlike(a, b ast.Type) ast.Type {
	p, _ := a.(ast.Pointer)
	q, ok := b.(ast.Pointer)
	if ok && (ast.IsVolatile(q.Elem) || ast.IsQualified(q.Elem) && !ast.IsVolatile(p.Elem)) {
		return b
	}
	return a
}

// leastValue recognises (-2147483647 - 1), which is how C writes the least value of a signed type.
func leastValue(b *ast.Binary) (ast.Expr, bool) {
	x, ok := b.X.(*ast.Const)
	y, ok2 := b.Y.(*ast.Const)
	t, ok3 := b.Ty.(ast.Integer)
	if !ok || !ok2 || !ok3 || b.Op != ast.Sub || !t.Signed || y.Value != ast.Constant(ast.IntConst(1)) {
		return nil, false
	}
	least := int64(-1) << (t.Width - 1)
	if x.Value != ast.Constant(ast.IntConst(least+1)) {
		return nil, false
	}
	return intConst(least, t), true
}

// negate is -x. A negative literal is a constant.
func negate(x ast.Expr) ast.Expr {
	t := ast.Promote(ast.TypeOf(x))
	x = convert(t, x)
	if c, ok := x.(*ast.Const); ok {
		switch v := c.Value.(type) {
		case ast.IntConst:
			return intConst(-int64(v), t)
		case ast.FloatConst:
			return &ast.Const{Value: flipSign(v, t), Ty: t}
		}
	}
	return &ast.Unary{Op: ast.Neg, Ty: t, X: x}
}

func flipSign(v ast.FloatConst, t ast.Type) ast.FloatConst {
	if f, ok := t.(ast.Floating); ok && f.Width == 32 {
		return v ^ 1<<31
	}
	return v ^ -1<<63
}

// binary takes an operation with two operands apart.
func binary(e cc.ExpressionNode) (op ast.Binop, x, y cc.ExpressionNode, ok bool) {
	switch e := e.(type) {
	case *cc.MultiplicativeExpression:
		op, ok = multiplicative[e.Case]
		return op, e.MultiplicativeExpression, e.CastExpression, ok
	case *cc.AdditiveExpression:
		op, ok = additive[e.Case]
		return op, e.AdditiveExpression, e.MultiplicativeExpression, ok
	case *cc.ShiftExpression:
		op, ok = shifts[e.Case]
		return op, e.ShiftExpression, e.AdditiveExpression, ok
	case *cc.RelationalExpression:
		op, ok = relations[e.Case]
		return op, e.RelationalExpression, e.ShiftExpression, ok
	case *cc.EqualityExpression:
		op, ok = equalities[e.Case]
		return op, e.EqualityExpression, e.RelationalExpression, ok
	case *cc.AndExpression:
		return ast.BitAnd, e.AndExpression, e.EqualityExpression, e.Case == cc.AndExpressionAnd
	case *cc.ExclusiveOrExpression:
		return ast.BitXor, e.ExclusiveOrExpression, e.AndExpression, e.Case == cc.ExclusiveOrExpressionXor
	case *cc.InclusiveOrExpression:
		return ast.BitOr, e.InclusiveOrExpression, e.ExclusiveOrExpression, e.Case == cc.InclusiveOrExpressionOr
	}
	return 0, nil, nil, false
}

var (
	multiplicative = map[cc.MultiplicativeExpressionCase]ast.Binop{
		cc.MultiplicativeExpressionMul: ast.Mul, cc.MultiplicativeExpressionDiv: ast.Div, cc.MultiplicativeExpressionMod: ast.Rem}
	additive  = map[cc.AdditiveExpressionCase]ast.Binop{cc.AdditiveExpressionAdd: ast.Add, cc.AdditiveExpressionSub: ast.Sub}
	shifts    = map[cc.ShiftExpressionCase]ast.Binop{cc.ShiftExpressionLsh: ast.Shl, cc.ShiftExpressionRsh: ast.Shr}
	relations = map[cc.RelationalExpressionCase]ast.Binop{cc.RelationalExpressionLt: ast.Lt, cc.RelationalExpressionGt: ast.Gt,
		cc.RelationalExpressionLeq: ast.Le, cc.RelationalExpressionGeq: ast.Ge}
	equalities = map[cc.EqualityExpressionCase]ast.Binop{cc.EqualityExpressionEq: ast.Eq, cc.EqualityExpressionNeq: ast.Ne}
)
