package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers expressions that stand as statements or in the head of a for loop: assignments, increments and calls,
// also several with commas between.

// effectOf is the commands that do what e does; none for an empty expression.
func (l *lowerer) effectOf(e cc.ExpressionNode) []ast.Cmd {
	if e == nil {
		return nil
	}
	switch x := unparen(e).(type) {
	case *cc.ExpressionList:
		var cmds []ast.Cmd
		for n := x; n != nil; n = n.ExpressionList {
			cmds = append(cmds, l.effectOf(n.AssignmentExpression)...)
		}
		return cmds
	case *cc.AssignmentExpression:
		return l.assignment(x)
	case *cc.PostfixExpression:
		if op, ok := postfixSteps[x.Case]; ok {
			return l.compound(x, x.PostfixExpression, op, intConst(1, ast.Int))
		}
	case *cc.UnaryExpression:
		if op, ok := prefixSteps[x.Case]; ok {
			return l.compound(x, x.UnaryExpression, op, intConst(1, ast.Int))
		}
	}
	return []ast.Cmd{&ast.Eval{X: l.expr(e)}}
}

var (
	postfixSteps = map[cc.PostfixExpressionCase]ast.Binop{cc.PostfixExpressionInc: ast.Add, cc.PostfixExpressionDec: ast.Sub}
	prefixSteps  = map[cc.UnaryExpressionCase]ast.Binop{cc.UnaryExpressionInc: ast.Add, cc.UnaryExpressionDec: ast.Sub}
	compoundOps  = map[cc.AssignmentExpressionCase]ast.Binop{
		cc.AssignmentExpressionMul: ast.Mul, cc.AssignmentExpressionDiv: ast.Div, cc.AssignmentExpressionMod: ast.Rem,
		cc.AssignmentExpressionAdd: ast.Add, cc.AssignmentExpressionSub: ast.Sub,
		cc.AssignmentExpressionLsh: ast.Shl, cc.AssignmentExpressionRsh: ast.Shr,
		cc.AssignmentExpressionAnd: ast.BitAnd, cc.AssignmentExpressionXor: ast.BitXor, cc.AssignmentExpressionOr: ast.BitOr,
	}
)

func (l *lowerer) assignment(x *cc.AssignmentExpression) []ast.Cmd {
	if op, ok := compoundOps[x.Case]; ok {
		return l.compound(x, x.UnaryExpression, op, l.value(x.AssignmentExpression))
	}
	v, ok := l.target(x.UnaryExpression)
	value := l.value(x.AssignmentExpression)
	if !ok {
		return nil
	}
	return []ast.Cmd{&ast.Assign{Name: v.name, Ty: v.ty, X: ast.ConvertTo(v.ty, value)}}
}

// compound is `dest = dest op y`, the operation done in the type that C does it in.
func (l *lowerer) compound(at node, dest cc.ExpressionNode, op ast.Binop, y ast.Expr) []ast.Cmd {
	v, ok := l.target(dest)
	if !ok {
		return nil
	}
	x := operate(op, &ast.Var{Name: v.name, Ty: v.ty}, y)
	return []ast.Cmd{&ast.Assign{Name: v.name, Ty: v.ty, X: ast.ConvertTo(v.ty, x)}}
}

// target is the variable that an assignment to e changes.
func (l *lowerer) target(e cc.ExpressionNode) (local, bool) {
	e = unparen(e)
	p, ok := e.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		l.refuse(e, "an assignment to anything but a variable", "only parameters and local variables are assigned to, so far")
		return local{}, false
	}
	d, v, ok := l.variable(p)
	if ok && (d.IsConst() || d.Type().Attributes().IsConst()) {
		l.failf(e, "assignment to the constant %s", d.Name())
	}
	return v, ok
}
