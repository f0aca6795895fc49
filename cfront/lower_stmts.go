package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers statements. Every compound statement but the function's own is a Scope.

// compound lowers the statements of a compound statement.
func (l *lowerer) compound(c *cc.CompoundStatement) {
	l.items(compoundItems(c))
}

// item lowers one item of a compound statement.
func (l *lowerer) item(b *cc.BlockItem) {
	switch b.Case {
	case cc.BlockItemDecl:
		if !isSynthetic(b.Declaration) {
			l.declaration(b.Declaration)
		}
	case cc.BlockItemStmt:
		l.statement(b.Statement)
	case cc.BlockItemLabel:
		l.labelDeclaration(b)
	case cc.BlockItemFuncDef:
		l.nestedFunction(b)
	}
}

// labelDeclaration takes gcc's __label__, which means nothing where the function has each of the labels once.
func (l *lowerer) labelDeclaration(b *cc.BlockItem) {
	count := map[string]int{}
	walk(l.fn.CompoundStatement, func(n cc.Node) {
		if s, ok := n.(*cc.LabeledStatement); ok && s.Case == cc.LabeledStatementLabel {
			count[s.Token.SrcStr()]++
		}
	})
	for name, n := range count {
		if n > 1 && slices.ContainsFunc(cc.NodeTokens(b.LabelDeclaration), func(t cc.Token) bool { return t.SrcStr() == name }) {
			l.refuse(b, "a label declaration of "+name+", which the function has more than once,", "give the labels names of their own")
			return
		}
	}
}

// isSynthetic reports whether cc itself wrote the declaration: that of __func__, which begins every body.
func isSynthetic(d *cc.Declaration) bool {
	list := d.InitDeclaratorList
	return d.Case == cc.DeclarationDecl && list != nil && list.InitDeclarator.Declarator.Name() == "__func__"
}

// one is a statement as one command.
func (l *lowerer) one(s *cc.Statement) ast.Cmd {
	return enclosed(l.list(func() { l.items(statementItems(s)) }))
}

// enclosed is cmds as one command, in a scope of its own if they declare objects: a copy of it may stand beside it.
func enclosed(cmds []ast.Cmd) ast.Cmd {
	if declaresObjects(cmds) {
		return &ast.Scope{Body: ast.SeqOf(cmds...)}
	}
	return ast.SeqOf(cmds...)
}

// declaresObjects reports whether arrays, structs or unions are declared by cmds outside of the scopes in them.
func declaresObjects(cmds []ast.Cmd) bool {
	for _, c := range cmds {
		switch c := c.(type) {
		case *ast.Declare:
			if !ast.IsScalar(c.Ty) {
				return true
			}
		case *ast.Block:
			if declaresObjects(ast.Flatten(c.Body)) {
				return true
			}
		}
	}
	return false
}

func (l *lowerer) statement(s *cc.Statement) {
	saved := l.at
	defer func() { l.at = saved }()
	l.at = position(s)
	switch s.Case {
	case cc.StatementCompound:
		l.emit(&ast.Scope{Body: ast.SeqOf(l.list(func() { l.scoped(func() { l.compound(s.CompoundStatement) }) })...)})
	case cc.StatementExpr:
		l.effect(s.ExpressionStatement.ExpressionList)
	case cc.StatementSelection:
		l.selection(s.SelectionStatement)
	case cc.StatementIteration:
		l.iteration(s.IterationStatement)
	case cc.StatementJump:
		l.jump(s.JumpStatement)
	case cc.StatementLabeled:
		l.strayLabel(s.LabeledStatement)
	case cc.StatementAsm:
		l.asm(s.AsmStatement)
	}
}

// statementExpression is gcc's ({ ... }): the value is that of the last statement, if it is an expression.
func (l *lowerer) statementExpression(c *cc.CompoundStatement) ast.Expr {
	items := compoundItems(c)
	l.routes.add(items, l.leadsOf)
	depth := len(l.vlas)
	l.vlaScopesOf(items, depth)
	var value ast.Expr = nothing()
	l.scopes++
	defer func() { l.scopes-- }()
	cmds := l.list(func() {
		last := len(items) - 1
		if last < 0 || items[last].stmt == nil || items[last].stmt.Case != cc.StatementExpr || items[last].stmt.ExpressionStatement.ExpressionList == nil {
			l.items(items)
			l.restore(depth)
			return
		}
		l.items(items[:last])
		value = l.settle(l.expr(items[last].stmt.ExpressionStatement.ExpressionList))
		if len(l.vlas) > depth {
			value = l.valueBefore(value)
		}
		l.restore(depth)
	})
	l.vlas = l.vlas[:depth]
	t := ast.TypeOf(value)
	switch {
	case len(cmds) == 0:
		return value
	case ast.IsVoid(t):
		if !isNothing(value) {
			cmds = append(cmds, &ast.Eval{X: value})
		}
		l.emit(&ast.Scope{Body: ast.SeqOf(cmds...)})
		return nothing()
	}
	name := l.fresh(value)
	l.emit(&ast.Declare{Name: name, Ty: t, Init: ast.NoInit{}},
		&ast.Scope{Body: ast.SeqOf(append(cmds, setTemporary(name, t, value))...)})
	return temporary(name, t)
}

// valueBefore is value, which is evaluated before the commands that follow.
func (l *lowerer) valueBefore(value ast.Expr) ast.Expr {
	if !ast.IsVoid(ast.TypeOf(value)) {
		return l.spill(value)
	}
	if !isNothing(value) {
		l.emit(&ast.Eval{X: value})
	}
	return nothing()
}

// nothing is an expression without effect or value.
func nothing() ast.Expr { return &ast.Convert{Ty: ast.Void{}, X: intConst(0, ast.Int)} }

func isNothing(e ast.Expr) bool {
	c, ok := e.(*ast.Convert)
	if !ok || !ast.IsVoid(c.Ty) {
		return false
	}
	_, ok = c.X.(*ast.Const)
	return ok
}

// strayLabel refuses a case label that does not stand in the switch's own statement.
func (l *lowerer) strayLabel(s *cc.LabeledStatement) {
	l.refuse(s, "a case label inside another statement", "put the label into the switch's own braces")
}

func (l *lowerer) selection(s *cc.SelectionStatement) {
	if s.Case == cc.SelectionStatementSwitch {
		l.switches(s)
		return
	}
	c := &ast.If{Test: l.settle(l.tested(s.ExpressionList)), Then: l.one(s.Statement), Else: &ast.Skip{}}
	if s.Case == cc.SelectionStatementIfElse {
		c.Else = l.one(s.Statement2)
	}
	l.emit(c)
}

func (l *lowerer) jump(s *cc.JumpStatement) {
	switch s.Case {
	case cc.JumpStatementReturn:
		l.returns(s)
	case cc.JumpStatementBreak:
		l.exit(s, l.jumps.toBreak, "break")
	case cc.JumpStatementContinue:
		l.exit(s, l.jumps.toContinue, "continue")
	case cc.JumpStatementGoto:
		l.gotoLabel(s)
	default:
		l.computedGoto(s)
	}
}

// returns lowers return; increments of variables that are gone afterwards are left out. One without a value, which the function should give, leads to
// the end of the function, where it has none to give either.
func (l *lowerer) returns(s *cc.JumpStatement) {
	void := ast.IsVoid(l.result)
	switch {
	case s.ExpressionList == nil && !void:
		l.theEnd.used = true
		l.emit(&ast.Exit{To: l.theEnd.label})
	case s.ExpressionList != nil && void:
		l.returnsVoid(s)
	case s.ExpressionList != nil:
		if l.returnsEach(s.ExpressionList) {
			return
		}
		x := l.initial(s.ExpressionList, l.result)
		l.pending = nil
		l.emit(&ast.Return{X: x})
	default:
		l.emit(&ast.ReturnVoid{})
	}
}

// returnsVoid lowers the return of a void expression, which gcc accepts.
func (l *lowerer) returnsVoid(s *cc.JumpStatement) {
	mark := len(l.errs)
	x := l.expr(s.ExpressionList)
	if len(l.errs) == mark && !ast.IsVoid(ast.TypeOf(x)) {
		l.failf(s, "return with a value in a function that returns none")
	}
	l.pending = nil
	l.emit(&ast.Eval{X: x}, &ast.ReturnVoid{})
}
