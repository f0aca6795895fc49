package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers expressions for their values. cc's tree has no conversions: convert and the functions of lower_arith.go insert
// them. Of the types that cc computes only those of leaves are used.

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

// wrong stands for an expression that was refused; nothing more is said about it.
func wrong() ast.Expr { return &ast.Const{Value: ast.IntConst(0), Ty: ast.Int, Label: ast.L(0)} }

func isWrong(x ast.Expr) bool {
	c, ok := x.(*ast.Const)
	return ok && c.Label == ast.Label(ast.L(0))
}

// tested is the value of e, a number or pointer, that only matters as far as it is zero or not.
func (l *lowerer) tested(e cc.ExpressionNode) ast.Expr {
	return l.attempt(e, func() ast.Expr { return l.scalar(e) }, func() (ast.Expr, bool) { return l.keepTest(e) })
}

// scalar is the value of e, a number or pointer.
func (l *lowerer) scalar(e cc.ExpressionNode) ast.Expr {
	x := l.expr(e)
	if !ast.IsScalar(ast.TypeOf(x)) {
		return l.mismatch(e, x, "a number or pointer")
	}
	return x
}

// arithmetic is the value of e, a number.
func (l *lowerer) arithmetic(e cc.ExpressionNode) ast.Expr {
	x := l.expr(e)
	if !ast.IsArithmetic(ast.TypeOf(x)) {
		return l.mismatch(e, x, "a number")
	}
	return x
}

// integer is the value of e, an integer.
func (l *lowerer) integer(e cc.ExpressionNode) ast.Expr {
	x := l.expr(e)
	if !ast.IsInteger(ast.TypeOf(x)) {
		return l.mismatch(e, x, "an integer")
	}
	return x
}

// mismatch records that x, the value of e, is not what is wanted.
func (l *lowerer) mismatch(e node, x ast.Expr, want string) ast.Expr {
	if isWrong(x) {
		return x
	}
	if ast.IsVoid(ast.TypeOf(x)) {
		l.failf(e, "the expression has no value")
	} else {
		l.failf(e, "the expression is not %s", want)
	}
	return wrong()
}

// initial is the value of e as the initial value, argument or new value of something of type t.
func (l *lowerer) initial(e cc.ExpressionNode, t ast.Type) ast.Expr {
	return l.attempt(e, func() ast.Expr { return l.assignable(e, t, l.expr(e)) }, func() (ast.Expr, bool) { return l.keepAs(e, t) })
}

// assignable is x, the value of e, converted to t as by an assignment.
func (l *lowerer) assignable(e node, t ast.Type, x ast.Expr) ast.Expr {
	from := ast.TypeOf(x)
	switch {
	case isWrong(x):
		return &ast.Object{Name: "?", Ty: t}
	case ast.Same(from, t):
		return l.convert(t, x)
	case ast.IsVoid(from):
		return l.zero(e, t, "the expression has no value")
	case ast.IsForeign(t) && ast.IsScalar(from) || ast.IsForeign(from) && ast.IsScalar(t):
		l.refuse(e, "a conversion that only the compiler knows", "write a cast")
		return &ast.Object{Name: "?", Ty: t}
	case !ast.IsScalar(from) || !ast.IsScalar(t) || mixesFloatAndPointer(from, t):
		return l.zero(e, t, "the value is of another type than what it is assigned to")
	}
	return convert(t, x)
}

func mixesFloatAndPointer(a, b ast.Type) bool {
	_, fa := a.(ast.Floating)
	_, fb := b.(ast.Floating)
	return fa && isPointer(b) || fb && isPointer(a)
}

// zero records an error and stands for a value of type t.
func (l *lowerer) zero(e node, t ast.Type, msg string) ast.Expr {
	l.failf(e, "%s", msg)
	return &ast.Object{Name: "?", Ty: t}
}

// expr is the value of e, of type void perhaps.
func (l *lowerer) expr(e cc.ExpressionNode) ast.Expr {
	e = unparen(e)
	return l.attempt(e, func() ast.Expr { return l.exprInTree(e) }, func() (ast.Expr, bool) { return l.keepValue(e) })
}

// exprInTree is expr without texts for e itself.
func (l *lowerer) exprInTree(e cc.ExpressionNode) ast.Expr {
	if op, x, y, ok := binary(e); ok {
		v := l.operands(func() ast.Expr { return l.expr(x) }, func() ast.Expr { return l.expr(y) })
		return l.operateShaped(e, op, x, y, v)
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
		return l.logical(x.LogicalAndExpression, x.InclusiveOrExpression, true)
	case *cc.LogicalOrExpression:
		return l.logical(x.LogicalOrExpression, x.LogicalAndExpression, false)
	case *cc.ConditionalExpression:
		return l.conditional(x)
	case *cc.ConstantExpression:
		return l.expr(x.ConditionalExpression)
	case *cc.AssignmentExpression:
		return l.assignment(x, true)
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			l.effect(x.AssignmentExpression)
		}
		return l.expr(x.AssignmentExpression)
	}
	l.refuse(e, "this expression", "write it with C's operators")
	return wrong()
}

// postfix is the value of an element, a field, a call, an increment or a compound literal.
func (l *lowerer) postfix(e *cc.PostfixExpression) ast.Expr {
	if e.Case == cc.PostfixExpressionCall {
		return l.call(e)
	}
	if operand, op, ok := incremented(e); ok {
		return l.increment(e, operand, op, before)
	}
	return l.load(e, l.place(e))
}

func (l *lowerer) unary(e *cc.UnaryExpression) ast.Expr {
	switch e.Case {
	case cc.UnaryExpressionPlus:
		x := l.arithmetic(e.CastExpression)
		return convert(ast.Promote(ast.TypeOf(x)), x)
	case cc.UnaryExpressionMinus:
		return negate(l.arithmetic(e.CastExpression))
	case cc.UnaryExpressionCpl:
		x := l.integer(e.CastExpression)
		t := ast.Promote(ast.TypeOf(x))
		return &ast.Unary{Op: ast.BitNot, Ty: t, X: convert(t, x)}
	case cc.UnaryExpressionNot:
		x := l.tested(e.CastExpression)
		return &ast.Unary{Op: ast.LogNot, Ty: ast.TypeOf(x), X: x}
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
		return l.sizeOf(e)
	case cc.UnaryExpressionAlignofExpr:
		l.refuse(e, "the alignment of an expression", "name its type")
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return l.increment(e, e.UnaryExpression, prefixSteps[e.Case], after)
	case cc.UnaryExpressionAddrof:
		return l.address(e)
	case cc.UnaryExpressionDeref:
		return l.load(e, l.place(e))
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		l.refuse(e, "a complex number", "leave this function out")
	default:
		return l.labelAddress(e)
	}
	return wrong()
}

func (l *lowerer) cast(e *cc.CastExpression) ast.Expr {
	if c, ok := l.castOfLong(e); ok {
		return c
	}
	x := l.expr(e.CastExpression)
	l.sizesInName(e.TypeName.AbstractDeclarator)
	t, ok := l.typeNamed(e.TypeName)
	from := ast.TypeOf(x)
	switch {
	case !ok:
		return wrong()
	case ast.IsVoid(t):
		return convert(ast.Void{}, x)
	case ast.Same(from, t) && !ast.IsScalar(t):
		return x
	case ast.IsVoid(from):
		return l.mismatch(e, x, "a number or pointer")
	case !ast.IsScalar(t) || !ast.IsScalar(from):
		l.refuse(e, "a cast to or from a struct or union", "assign its fields")
		return wrong()
	case mixesFloatAndPointer(from, t):
		l.failf(e, "a cast between a floating type and a pointer")
		return wrong()
	}
	if ast.Same(from, t) && leadsToPointer(t) {
		return &ast.Convert{Ty: t, X: x}
	}
	return l.convert(t, x)
}

// logical is && (or ||) of x and y. Where y has effects, it is evaluated in a branch.
func (l *lowerer) logical(x, y cc.ExpressionNode, and bool) ast.Expr {
	a := l.settle(l.tested(x))
	var b ast.Expr
	cmds := l.branch(func() { b = l.settle(l.tested(y)) })
	switch {
	case len(cmds) == 0 && and:
		return &ast.LogAnd{X: a, Y: b}
	case len(cmds) == 0:
		return &ast.LogOr{X: a, Y: b}
	}
	t := l.fresh(b)
	l.emit(&ast.Declare{Name: t, Ty: ast.Int, Init: ast.NoInit{}})
	second := enclosed(append(cmds, &ast.Assign{Name: t, Ty: ast.Int, X: truth(b)}))
	if and {
		l.emit(&ast.If{Test: a, Then: second, Else: &ast.Assign{Name: t, Ty: ast.Int, X: intConst(0, ast.Int)}})
	} else {
		l.emit(&ast.If{Test: a, Then: &ast.Assign{Name: t, Ty: ast.Int, X: intConst(1, ast.Int)}, Else: second})
	}
	return &ast.Var{Name: t, Ty: ast.Int}
}

// truth is 1 of type int where x is not zero, else 0.
func truth(x ast.Expr) ast.Expr {
	switch e := x.(type) {
	case *ast.LogAnd, *ast.LogOr:
		return x
	case *ast.Unary:
		if e.Op == ast.LogNot {
			return x
		}
	case *ast.Binary:
		if e.Op.IsComparison() {
			return x
		}
	}
	t := ast.TypeOf(x)
	if isFloat(t) {
		return &ast.Binary{Op: ast.Ne, Ty: t, X: x, Y: &ast.Const{Value: ast.FloatConst(0), Ty: t}}
	}
	return &ast.Binary{Op: ast.Ne, Ty: t, X: x, Y: intConst(0, t)}
}

func (l *lowerer) conditional(e *cc.ConditionalExpression) ast.Expr {
	if e.LogicalOrExpression == nil {
		return l.expr(e.ConditionalExpression)
	}
	test := l.settle(l.tested(e.LogicalOrExpression))
	before := len(l.errs)
	var x, y ast.Expr
	var xs, ys []ast.Cmd
	if e.ExpressionList == nil { // a ?: b
		test = l.spill(test)
		x = ast.CopyExpr(test)
	} else {
		xs = l.branch(func() { x = l.settle(l.expr(e.ExpressionList)) })
	}
	ys = l.branch(func() { y = l.settle(l.expr(e.ConditionalExpression)) })
	t, ok := conditionalType(x, y)
	if len(l.errs) > before {
		return wrong()
	}
	if !ok {
		l.failf(e, "the operands of ?: are of types that do not fit")
		return wrong()
	}
	if ast.IsVoid(t) {
		x, y = convert(t, x), convert(t, y)
	} else {
		x, y = l.convert(t, x), l.convert(t, y)
	}
	if len(xs) > 0 || len(ys) > 0 {
		return l.branches(test, xs, x, ys, y, t)
	}
	if c, ok := test.(*ast.Const); ok { // macros say so of what they want checked and not evaluated: 0 ? isalpha(c) : ...
		if n, ok := c.Value.(ast.IntConst); ok {
			if n != 0 {
				return x
			}
			return y
		}
	}
	return &ast.Cond{Test: test, Then: x, Else: y, Ty: t}
}

// branches is `test ? x : y`, where xs and ys are to be done before x and y.
func (l *lowerer) branches(test ast.Expr, xs []ast.Cmd, x ast.Expr, ys []ast.Cmd, y ast.Expr, t ast.Type) ast.Expr {
	if ast.IsVoid(t) {
		xs, ys = append(xs, &ast.Eval{X: convert(t, x)}), append(ys, &ast.Eval{X: convert(t, y)})
		l.emit(&ast.If{Test: test, Then: enclosed(xs), Else: enclosed(ys)})
		return nothing()
	}
	name := l.fresh(x)
	l.emit(&ast.Declare{Name: name, Ty: t, Init: ast.NoInit{}})
	xs, ys = append(xs, setTemporary(name, t, x)), append(ys, setTemporary(name, t, y))
	l.emit(&ast.If{Test: test, Then: enclosed(xs), Else: enclosed(ys)})
	return temporary(name, t)
}

func setTemporary(name string, t ast.Type, x ast.Expr) ast.Cmd {
	if ast.IsScalar(t) {
		return &ast.Assign{Name: name, Ty: t, X: x}
	}
	return &ast.Store{Dest: &ast.Object{Name: name, Ty: t}, X: x}
}

// conditionalType is the type of ?: with the operands x and y.
func conditionalType(x, y ast.Expr) (ast.Type, bool) {
	a, b := ast.TypeOf(x), ast.TypeOf(y)
	switch {
	case ast.IsArithmetic(a) && ast.IsArithmetic(b):
		return ast.Usual(a, b), true
	case ast.IsVoid(a) || ast.IsVoid(b):
		return ast.Void{}, true
	case ast.Same(a, b):
		return qualifiedAlike(a, b), true
	}
	return commonPointer(x, y)
}
