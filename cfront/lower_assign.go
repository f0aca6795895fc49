package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers assignments and increments, and expressions that stand as statements.

var compoundOps = map[cc.AssignmentExpressionCase]ast.Binop{
	cc.AssignmentExpressionMul: ast.Mul, cc.AssignmentExpressionDiv: ast.Div, cc.AssignmentExpressionMod: ast.Rem,
	cc.AssignmentExpressionAdd: ast.Add, cc.AssignmentExpressionSub: ast.Sub,
	cc.AssignmentExpressionLsh: ast.Shl, cc.AssignmentExpressionRsh: ast.Shr,
	cc.AssignmentExpressionAnd: ast.BitAnd, cc.AssignmentExpressionXor: ast.BitXor, cc.AssignmentExpressionOr: ast.BitOr,
}

// discard does what e does; its value is not used.
func (l *lowerer) discard(e cc.ExpressionNode) {
	if e == nil {
		return
	}
	effect := l.attempt(e, func() ast.Expr { l.discardInTree(e); return nothing() }, func() (ast.Expr, bool) { return l.keepEffect(e) })
	if !isNothing(effect) {
		l.emit(&ast.Eval{X: effect})
	}
}

// discardInTree is discard without a text for all of e.
func (l *lowerer) discardInTree(e cc.ExpressionNode) {
	inner := unparen(e)
	if operand, op, ok := incremented(inner); ok {
		l.increment(inner, operand, op, unused)
		return
	}
	switch x := inner.(type) {
	case *cc.ExpressionList:
		for n := x; n != nil; n = n.ExpressionList {
			l.effect(n.AssignmentExpression)
		}
		return
	case *cc.AssignmentExpression:
		l.assignment(x, false)
		return
	case *cc.ConditionalExpression:
		if l.discardConditional(x) {
			return
		}
	case *cc.LogicalAndExpression:
		l.discardSecond(x.LogicalAndExpression, x.InclusiveOrExpression, true)
		return
	case *cc.LogicalOrExpression:
		l.discardSecond(x.LogicalOrExpression, x.LogicalAndExpression, false)
		return
	case *cc.CastExpression:
		if x.TypeName.Type().Kind() == cc.Void && hasOwnEffect(unparen(x.CastExpression)) {
			l.discard(x.CastExpression)
			return
		}
	}
	if x := l.expr(e); !isNothing(x) {
		l.emit(&ast.Eval{X: x})
	}
}

// hasOwnEffect reports whether e is an expression that discard takes apart.
func hasOwnEffect(e cc.ExpressionNode) bool {
	switch e.(type) {
	case *cc.ExpressionList, *cc.AssignmentExpression, *cc.ConditionalExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return true
	}
	_, _, ok := incremented(e)
	return ok
}

// incremented takes ++ and --, before and behind their operand, apart; ok is false for other expressions.
func incremented(e cc.ExpressionNode) (operand cc.ExpressionNode, op ast.Binop, ok bool) {
	switch x := e.(type) {
	case *cc.PostfixExpression:
		operand = x.PostfixExpression
		op, ok = postfixSteps[x.Case]
	case *cc.UnaryExpression:
		operand = x.UnaryExpression
		op, ok = prefixSteps[x.Case]
	}
	return operand, op, ok
}

var (
	postfixSteps = map[cc.PostfixExpressionCase]ast.Binop{cc.PostfixExpressionInc: ast.Add, cc.PostfixExpressionDec: ast.Sub}
	prefixSteps  = map[cc.UnaryExpressionCase]ast.Binop{cc.UnaryExpressionInc: ast.Add, cc.UnaryExpressionDec: ast.Sub}
)

// discardConditional is x ? y : z as a statement.
func (l *lowerer) discardConditional(x *cc.ConditionalExpression) bool {
	if x.LogicalOrExpression == nil || x.ExpressionList == nil {
		return false
	}
	test := l.settle(l.tested(x.LogicalOrExpression))
	then := l.branch(func() { l.effect(x.ExpressionList) })
	els := l.branch(func() { l.effect(x.ConditionalExpression) })
	a, isExpr := onlyValue(then)
	b, isExpr2 := onlyValue(els)
	if isExpr && isExpr2 {
		if t, ok := conditionalType(a, b); ok {
			l.emit(&ast.Eval{X: &ast.Cond{Test: test, Then: l.convert(t, a), Else: l.convert(t, b), Ty: t}})
			return true
		}
	}
	l.emit(&ast.If{Test: test, Then: enclosed(then), Else: enclosed(els)})
	return true
}

// discardSecond is x && y (or ||) as a statement.
func (l *lowerer) discardSecond(x, y cc.ExpressionNode, and bool) {
	test := l.settle(l.tested(x))
	cmds := l.branch(func() { l.effect(y) })
	second := enclosed(cmds)
	x2, isExpr := onlyValue(cmds)
	isExpr = isExpr && ast.IsScalar(ast.TypeOf(x2))
	switch {
	case isExpr && and:
		l.emit(&ast.Eval{X: &ast.LogAnd{X: test, Y: x2}})
	case isExpr:
		l.emit(&ast.Eval{X: &ast.LogOr{X: test, Y: x2}})
	case and:
		l.emit(&ast.If{Test: test, Then: second, Else: &ast.Skip{}})
	default:
		l.emit(&ast.If{Test: not(test), Then: second, Else: &ast.Skip{}})
	}
}

// onlyValue is the expression that cmds, an expression's effects, come down to.
func onlyValue(cmds []ast.Cmd) (ast.Expr, bool) {
	if len(cmds) != 1 {
		return nil, false
	}
	e, ok := cmds[0].(*ast.Eval)
	if !ok {
		return nil, false
	}
	return e.X, true
}

func not(x ast.Expr) ast.Expr { return &ast.Unary{Op: ast.LogNot, Ty: ast.TypeOf(x), X: x} }

// assignment is x = y or x op= y; its value is that of x afterwards, if it is used.
func (l *lowerer) assignment(e *cc.AssignmentExpression, used bool) ast.Expr {
	place, t, ok := l.target(e.UnaryExpression)
	mark := len(l.cmds)
	y := l.expr(e.AssignmentExpression)
	if !ok {
		return wrong()
	}
	place = l.protectPlace(place, mark)
	if op, isCompound := compoundOps[e.Case]; isCompound {
		if isMemory(place) && ast.HasCall(y) { // a call is not made between reading and writing the place
			y = l.spill(y)
		}
		place = l.stable(place)
		if op == ast.Add || op == ast.Sub {
			y = l.strided(e.UnaryExpression, y)
		}
		y = l.operate(e, op, ast.CopyExpr(place), y)
	} else if r, isRecord := t.(ast.Record); isRecord {
		l.canCopy(e, r)
	}
	return l.set(place, l.assignable(e, t, y), used)
}

func isMemory(place ast.Expr) bool { _, ok := place.(*ast.Var); return !ok }

// set gives place the value x, of its type, and is that value where it is used.
func (l *lowerer) set(place, x ast.Expr, used bool) ast.Expr {
	if v, ok := place.(*ast.Var); ok {
		if l.isPending(v.Name) {
			x = l.settle(x)
		}
		l.emit(&ast.Assign{Name: v.Name, Ty: v.Ty, X: x})
		return &ast.Var{Name: v.Name, Ty: v.Ty}
	}
	if ast.IsBitField(place) {
		return l.setBits(place, x, used)
	}
	if used && !isLeaf(x) {
		mark := len(l.cmds)
		x = l.spill(x)
		place = l.protectPlace(place, mark)
	}
	l.emit(&ast.Store{Dest: place, X: x})
	return ast.CopyExpr(x)
}

// setBits is set of a bit-field. What it then holds is read from it: it is in no variable of the same width.
func (l *lowerer) setBits(place, x ast.Expr, used bool) ast.Expr {
	if !used {
		l.emit(&ast.Store{Dest: place, X: x})
		return nothing()
	}
	x = l.settle(x)
	place = l.pinBits(place)
	l.emit(&ast.Store{Dest: place, X: x})
	return l.spill(convert(ast.Promote(ast.TypeOf(place)), ast.CopyExpr(place)))
}

// isLeaf reports whether x is a constant or a variable that is not in memory.
func isLeaf(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Const:
		return true
	case *ast.Var:
		return true
	case *ast.Convert:
		return isLeaf(x.X)
	}
	return false
}

// wanted says which value of an increment is used.
type wanted int

const (
	unused wanted = iota
	before
	after
)

// increment is ++ and --.
func (l *lowerer) increment(e node, operand cc.ExpressionNode, op ast.Binop, want wanted) ast.Expr {
	place, t, ok := l.target(operand)
	if !ok {
		return wrong()
	}
	if !ast.IsScalar(t) {
		return l.mismatch(e, place, "a number or pointer")
	}
	if v, ok := place.(*ast.Var); ok {
		a := &ast.Assign{Name: v.Name, Ty: t, X: l.stepped(e, operand, op, v), At: position(e)}
		if want == before {
			l.pending = append(l.pending, a)
		} else {
			l.emit(a)
		}
		return &ast.Var{Name: v.Name, Ty: t}
	}
	if ast.IsBitField(place) {
		return l.incrementBits(e, operand, place, op, want)
	}
	place = l.stable(place)
	switch want {
	case before:
		old := l.spill(ast.CopyExpr(place))
		l.emit(&ast.Store{Dest: place, X: l.stepped(e, operand, op, ast.CopyExpr(old))})
		return old
	case after:
		next := l.spill(l.stepped(e, operand, op, ast.CopyExpr(place)))
		l.emit(&ast.Store{Dest: place, X: ast.CopyExpr(next)})
		return next
	}
	l.emit(&ast.Store{Dest: place, X: l.stepped(e, operand, op, ast.CopyExpr(place))})
	return place
}

// incrementBits is ++ and -- of a bit-field.
func (l *lowerer) incrementBits(e node, operand cc.ExpressionNode, place ast.Expr, op ast.Binop, want wanted) ast.Expr {
	t := ast.TypeOf(place)
	value := func() ast.Expr { return convert(ast.Promote(t), ast.CopyExpr(place)) }
	if want == unused {
		place = l.stable(place)
		l.emit(&ast.Store{Dest: place, X: convert(t, l.stepped(e, operand, op, value()))})
		return nothing()
	}
	place = l.pinBits(place)
	old := l.spill(value())
	l.emit(&ast.Store{Dest: place, X: convert(t, l.stepped(e, operand, op, ast.CopyExpr(old)))})
	if want == before {
		return old
	}
	return l.spill(value())
}

// stepped is x + 1 or x - 1, of the type of x, the value of operand.
func (l *lowerer) stepped(e node, operand cc.ExpressionNode, op ast.Binop, x ast.Expr) ast.Expr {
	return convert(ast.TypeOf(x), l.operate(e, op, x, l.strided(operand, intConst(1, ast.Int))))
}

// target is the object that an assignment to e changes, and its type.
func (l *lowerer) target(e cc.ExpressionNode) (place ast.Expr, t ast.Type, ok bool) {
	place = l.place(e)
	t = ast.TypeOf(place)
	if p, isIdent := unparen(e).(*cc.PrimaryExpression); isIdent {
		if d := declaratorOf(p); d != nil && !isPointer(t) && d.Type().Attributes().IsConst() && (l.locals[d] == nil || !l.locals[d].isAuto) {
			l.failf(e, "assignment to the constant %s", d.Name())
			return place, t, false
		}
	}
	_, isArray := t.(ast.Array)
	_, isFunction := t.(*ast.Function)
	switch place.(type) {
	case *ast.Var, *ast.Object, *ast.Deref, *ast.Index, *ast.Member, *ast.Arrow:
		if !isArray && !isFunction && !ast.IsVoid(t) {
			return place, t, true
		}
	case *ast.Const: // refused
		return place, t, false
	}
	l.failf(e, "an assignment to what is no object")
	return place, t, false
}
