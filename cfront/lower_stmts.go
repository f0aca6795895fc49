package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers statements. Every compound statement but the function's own is a Scope.

func (l *lowerer) items(c *cc.CompoundStatement) []ast.Cmd {
	var cmds []ast.Cmd
	for list := c.BlockItemList; list != nil; list = list.BlockItemList {
		cmds = append(cmds, l.item(list.BlockItem)...)
	}
	return cmds
}

func (l *lowerer) item(b *cc.BlockItem) []ast.Cmd {
	switch b.Case {
	case cc.BlockItemDecl:
		if isSynthetic(b.Declaration) {
			return nil
		}
		return l.declaration(b.Declaration)
	case cc.BlockItemStmt:
		return l.statement(b.Statement)
	case cc.BlockItemLabel:
		l.refuse(b, "a label declaration", "use if and loops instead of goto")
	case cc.BlockItemFuncDef:
		l.refuse(b, "a function defined inside a function", "move the definition out")
	}
	return nil
}

// isSynthetic tells whether cc itself wrote the declaration: that of __func__, which begins every body.
func isSynthetic(d *cc.Declaration) bool {
	list := d.InitDeclaratorList
	return d.Case == cc.DeclarationDecl && list != nil && list.InitDeclarator.Declarator.Name() == "__func__"
}

// one is a statement as one command.
func (l *lowerer) one(s *cc.Statement) ast.Cmd { return ast.SeqOf(l.statement(s)...) }

func (l *lowerer) statement(s *cc.Statement) []ast.Cmd {
	switch s.Case {
	case cc.StatementCompound:
		return []ast.Cmd{&ast.Scope{Body: ast.SeqOf(l.items(s.CompoundStatement)...)}}
	case cc.StatementExpr:
		return l.effectOf(s.ExpressionStatement.ExpressionList)
	case cc.StatementSelection:
		return l.selection(s.SelectionStatement)
	case cc.StatementIteration:
		return []ast.Cmd{l.iteration(s.IterationStatement)}
	case cc.StatementJump:
		return l.jump(s.JumpStatement)
	case cc.StatementLabeled:
		l.labeled(s.LabeledStatement)
	case cc.StatementAsm:
		l.refuse(s, "asm", "leave this function out")
	}
	return nil
}

// labeled refuses labels; a label in a switch is refused with its switch.
func (l *lowerer) labeled(s *cc.LabeledStatement) {
	if s.Case == cc.LabeledStatementLabel {
		l.refuse(s, "a label", "use if and loops instead of goto")
	} else {
		l.refuse(s, "a case label", "use if and else instead of switch")
	}
}

func (l *lowerer) selection(s *cc.SelectionStatement) []ast.Cmd {
	if s.Case == cc.SelectionStatementSwitch {
		l.refuse(s, "switch", "use if and else")
		return nil
	}
	c := &ast.If{Test: l.value(s.ExpressionList), Then: l.one(s.Statement), Else: &ast.Skip{}}
	if s.Case == cc.SelectionStatementIfElse {
		c.Else = l.one(s.Statement2)
	}
	return []ast.Cmd{c}
}

func (l *lowerer) iteration(s *cc.IterationStatement) ast.Cmd {
	switch s.Case {
	case cc.IterationStatementWhile:
		return &ast.While{Test: l.value(s.ExpressionList), Body: l.one(s.Statement)}
	case cc.IterationStatementDo:
		body := l.one(s.Statement)
		return &ast.DoWhile{Body: body, Test: l.value(s.ExpressionList)}
	case cc.IterationStatementForDecl:
		init := l.declaration(s.Declaration)
		return l.forLoop(init, s.ExpressionList, s.ExpressionList2, s.Statement)
	}
	return l.forLoop(l.effectOf(s.ExpressionList), s.ExpressionList2, s.ExpressionList3, s.Statement)
}

// forLoop lowers the rest of a for statement; without a test it goes on for ever.
func (l *lowerer) forLoop(init []ast.Cmd, test, step cc.ExpressionNode, body *cc.Statement) ast.Cmd {
	c := &ast.For{Init: ast.SeqOf(init...), Test: intConst(1, ast.Int)}
	if test != nil {
		c.Test = l.value(test)
	}
	c.Step = ast.SeqOf(l.effectOf(step)...)
	c.Body = l.one(body)
	return c
}

func (l *lowerer) jump(s *cc.JumpStatement) []ast.Cmd {
	switch s.Case {
	case cc.JumpStatementReturn:
		return []ast.Cmd{l.returns(s)}
	case cc.JumpStatementBreak:
		l.refuse(s, "break", "make it part of the loop's condition")
	case cc.JumpStatementContinue:
		l.refuse(s, "continue", "put the rest of the body into an if")
	default:
		l.refuse(s, "goto", "use if and loops")
	}
	return nil
}

func (l *lowerer) returns(s *cc.JumpStatement) ast.Cmd {
	_, void := l.result.(ast.Void)
	switch {
	case s.ExpressionList == nil && !void:
		l.failf(s, "return without a value in a function that returns one")
	case s.ExpressionList != nil && void:
		l.failf(s, "return with a value in a function that returns none")
	case s.ExpressionList != nil:
		return &ast.Return{X: ast.ConvertTo(l.result, l.value(s.ExpressionList))}
	}
	return &ast.ReturnVoid{}
}
