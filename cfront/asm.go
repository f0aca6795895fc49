package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file keeps assembly: a statement of it is a text (ast.NewText). Its outputs stand in holes by their addresses, and so do inputs that
// must lie in memory.

// asm is an asm statement.
func (l *lowerer) asm(s *cc.AsmStatement) {
	k := newTextMaker(l)
	k.asmStatement(s)
	text, ok := k.text(s.Asm)
	if !ok {
		l.refuse(s, "asm that jumps", "leave this function out")
		return
	}
	l.noteText(s, text)
	l.emit(&ast.Eval{X: ast.NewText(ast.Loose, text, ast.Void{}, k.args...)})
}

// asmStatement notes how the operands of a statement are given.
func (k *textMaker) asmStatement(s *cc.AsmStatement) {
	for q := s.Asm.AsmQualifierList; q != nil; q = q.AsmQualifierList {
		k.bad = k.bad || q.AsmQualifier.Case == cc.AsmQualifierGoto
	}
	output := true
	for n := s.Asm.AsmArgList; n != nil; n = n.AsmArgList {
		k.asmOperands(n.AsmExpressionList, output)
		output = false
	}
}

// asmOperands notes how the operands are given. To cc an operand is a call of its constraint.
func (k *textMaker) asmOperands(list *cc.AsmExpressionList, output bool) {
	for ; list != nil; list = list.AsmExpressionList {
		if list.AsmIndex != nil {
			walk(list.AsmIndex, func(n cc.Node) {
				if p, ok := n.(*cc.PrimaryExpression); ok {
					k.names[p.Token.Seq()] = true
				}
			})
		}
		call, ok := list.AssignmentExpression.(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall || call.ArgumentExpressionList == nil {
			continue
		}
		constraint, ok := unparen(call.PostfixExpression).(*cc.PrimaryExpression)
		if output || ok && strings.Trim(constraint.Token.SrcStr(), `"moV<>=+&%*?!, `) == "" {
			k.changes(call.ArgumentExpressionList.AssignmentExpression)
		}
	}
}
