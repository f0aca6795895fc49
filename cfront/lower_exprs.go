package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers expressions. cc's tree has no conversions: operate and its like insert C's integer promotions and usual
// arithmetic conversions. Of the types that cc computes only those of leaves are used.

func intConst(v int64, t ast.Type) *ast.Const {
	return &ast.Const{Value: ast.IntConst(ast.Wrap(v, t)), Ty: t}
}

// operate is `x op y` in C: the operands converted to the type of the operation.
func operate(op ast.Binop, x, y ast.Expr) ast.Expr {
	if op == ast.Shl || op == ast.Shr {
		t := ast.Promote(ast.TypeOf(x))
		return &ast.Binary{Op: op, Ty: t, X: ast.ConvertTo(t, x), Y: ast.ConvertTo(ast.Promote(ast.TypeOf(y)), y)}
	}
	t := ast.Usual(ast.TypeOf(x), ast.TypeOf(y))
	b := &ast.Binary{Op: op, Ty: t, X: ast.ConvertTo(t, x), Y: ast.ConvertTo(t, y)}
	if least, ok := leastValue(b); ok {
		return least
	}
	return b
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
	x = ast.ConvertTo(t, x)
	if c, ok := x.(*ast.Const); ok {
		return intConst(-int64(c.Value.(ast.IntConst)), t)
	}
	return &ast.Unary{Op: ast.Neg, Ty: t, X: x}
}

// unparen is e without the parentheses around it.
func unparen(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		p, ok := e.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionExpr {
			return e
		}
		e = p.ExpressionList
	}
}

// value is an expression that has an integer value.
func (l *lowerer) value(e cc.ExpressionNode) ast.Expr {
	x := l.expr(e)
	if !ast.IsInteger(ast.TypeOf(x)) {
		l.failf(e, "the expression has no value")
		return intConst(0, ast.Int)
	}
	return x
}

// wrong records nothing more and stands for an expression that was refused.
func wrong() ast.Expr { return intConst(0, ast.Int) }

// expr is an expression, of type void perhaps.
func (l *lowerer) expr(e cc.ExpressionNode) ast.Expr {
	e = unparen(e)
	if op, x, y, ok := binary(e); ok {
		return operate(op, l.value(x), l.value(y))
	}
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		return l.primary(x)
	case *cc.PostfixExpression:
		return l.postfix(x)
	case *cc.UnaryExpression:
		return l.unary(x)
	case *cc.CastExpression:
		return l.cast(x)
	case *cc.LogicalAndExpression:
		return &ast.LogAnd{X: l.value(x.LogicalAndExpression), Y: l.value(x.InclusiveOrExpression)}
	case *cc.LogicalOrExpression:
		return &ast.LogOr{X: l.value(x.LogicalOrExpression), Y: l.value(x.LogicalAndExpression)}
	case *cc.ConditionalExpression:
		return l.conditional(x)
	case *cc.ConstantExpression:
		return l.expr(x.ConditionalExpression)
	case *cc.AssignmentExpression:
		l.refuse(x, "the value of an assignment", "assign in a statement of its own")
	case *cc.ExpressionList:
		l.refuse(x, "the value of a comma expression", "write a statement for each part")
	default:
		l.refuse(e, "this expression", "write it with integer operators")
	}
	return wrong()
}

// binary takes an operation with two integer operands apart.
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

func (l *lowerer) unary(e *cc.UnaryExpression) ast.Expr {
	switch e.Case {
	case cc.UnaryExpressionPlus:
		x := l.value(e.CastExpression)
		return ast.ConvertTo(ast.Promote(ast.TypeOf(x)), x)
	case cc.UnaryExpressionMinus:
		return negate(l.value(e.CastExpression))
	case cc.UnaryExpressionCpl:
		x := l.value(e.CastExpression)
		t := ast.Promote(ast.TypeOf(x))
		return &ast.Unary{Op: ast.BitNot, Ty: t, X: ast.ConvertTo(t, x)}
	case cc.UnaryExpressionNot:
		x := l.value(e.CastExpression)
		return &ast.Unary{Op: ast.LogNot, Ty: ast.TypeOf(x), X: x}
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return l.sizeOf(e)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		l.refuse(e, "the value of ++ or --", "increment in a statement of its own")
	case cc.UnaryExpressionAddrof, cc.UnaryExpressionDeref:
		l.refuse(e, "a pointer", "only integers are supported, so far")
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		l.refuse(e, "a complex number", "only integers are supported, so far")
	default:
		l.refuse(e, "the address of a label", "use if and loops")
	}
	return wrong()
}

// sizeOf is sizeof or _Alignof, a constant of type size_t.
func (l *lowerer) sizeOf(e *cc.UnaryExpression) ast.Expr {
	sizeT := l.file.sizeType()
	switch v := e.Value().(type) {
	case cc.UInt64Value:
		return intConst(int64(v), sizeT)
	case cc.Int64Value:
		return intConst(int64(v), sizeT)
	}
	l.refuse(e, "a size that is known only at run time", "use an array of constant length")
	return wrong()
}

// sizeType is size_t.
func (f *File) sizeType() ast.Type {
	for _, k := range []cc.Kind{cc.UInt, cc.ULong} {
		if f.abi.Types[k].Size == f.abi.Types[cc.Ptr].Size {
			return f.integerOf(k)
		}
	}
	return f.integerOf(cc.ULongLong)
}

func (l *lowerer) cast(e *cc.CastExpression) ast.Expr {
	t := e.TypeName.Type()
	if t.Kind() == cc.Void {
		x := l.expr(e.CastExpression)
		return ast.ConvertTo(ast.Void{}, x)
	}
	ty := l.integerType(e.TypeName, t)
	return ast.ConvertTo(ty, l.value(e.CastExpression))
}

func (l *lowerer) conditional(e *cc.ConditionalExpression) ast.Expr {
	if e.ExpressionList == nil {
		l.refuse(e, "?: without a middle operand", "write the operand twice, or use if")
		return wrong()
	}
	c := &ast.Cond{Test: l.value(e.LogicalOrExpression), Then: l.expr(e.ExpressionList), Else: l.expr(e.ConditionalExpression)}
	t, f := ast.TypeOf(c.Then), ast.TypeOf(c.Else)
	switch {
	case ast.IsInteger(t) && ast.IsInteger(f):
		c.Ty = ast.Usual(t, f)
		c.Then, c.Else = ast.ConvertTo(c.Ty, c.Then), ast.ConvertTo(c.Ty, c.Else)
	case t == ast.Type(ast.Void{}) && f == ast.Type(ast.Void{}):
		c.Ty = ast.Void{}
	default:
		l.failf(e, "one operand of ?: has a value and the other has none")
		return wrong()
	}
	return c
}
