package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers loops and switches, and the jumps out of them. A loop from which break leads stands in a block, and so does
// the body where continue is used; break, continue and goto are exits of blocks. The effects of a test stand before the loop and in
// its step, so that the loop still says when it ends; those that are no mere assignments go into the loop:
//
//	while (t) body    for (effects of t; t; effects of t) body
//	while (t) body    block { while (1) { effects of t; if (!t) exit; body } }

// jumps are where break and continue lead; nil where nowhere.
type jumps struct{ toBreak, toContinue *target }

// target is a block that may be left, or a node of a graph.
type target struct {
	label  ast.Label
	used   bool
	vlas   int // the arrays of variable length that are still there
	isNode bool
}

// newLabel is a provisional label; ast.Number gives the nodes theirs.
func (l *lowerer) newLabel() ast.Label {
	l.blocks--
	return l.blocks
}

// around is cmds with the last, which alone may leave the target, in a block if it does.
func around(t *target, cmds []ast.Cmd) []ast.Cmd {
	if last := len(cmds) - 1; t.used {
		cmds[last] = &ast.Block{Body: cmds[last], Label: t.label}
	}
	return cmds
}

func (l *lowerer) exit(at node, t *target, word string) {
	if t == nil {
		l.failf(at, "%s stands in no statement that it leaves", word)
		return
	}
	l.restore(t.vlas)
	if t.isNode {
		l.emit(&ast.Jump{To: t.label})
		return
	}
	t.used = true
	l.emit(&ast.Exit{To: t.label})
}

// within lowers with other jumps.
func (l *lowerer) within(j jumps, f func()) []ast.Cmd {
	saved := l.jumps
	l.jumps = j
	cmds := l.list(f)
	l.jumps = saved
	return cmds
}

func (l *lowerer) iteration(s *cc.IterationStatement) {
	if s.Case == cc.IterationStatementForDecl && variableArrays(s.Declaration) > 0 {
		l.emit(&ast.Scope{Body: ast.SeqOf(l.list(func() {
			l.scoped(func() {
				l.declaration(s.Declaration)
				l.loop(s)
			})
		})...)})
		return
	}
	l.loop(s)
}

// loop lowers a loop; one that declares arrays of variable length behind that.
func (l *lowerer) loop(s *cc.IterationStatement) {
	brk := &target{label: l.newLabel(), vlas: len(l.vlas)}
	var loop []ast.Cmd
	switch s.Case {
	case cc.IterationStatementWhile:
		loop = l.list(func() { l.while(s, brk) })
	case cc.IterationStatementDo:
		loop = l.list(func() { l.doWhile(s, brk) })
	case cc.IterationStatementForDecl:
		loop = l.list(func() {
			var init []ast.Cmd
			if variableArrays(s.Declaration) == 0 {
				init = l.list(func() { l.declaration(s.Declaration) })
			}
			l.forLoop(init, s.ExpressionList, s.ExpressionList2, s, brk)
		})
	default:
		loop = l.list(func() {
			init := l.list(func() { l.effect(s.ExpressionList) })
			l.forLoop(init, s.ExpressionList2, s.ExpressionList3, s, brk)
		})
	}
	l.emit(around(brk, l.advised(s, loop))...)
}

// advised puts the advice of a pragma before the statement on the loop, the last of the commands.
func (l *lowerer) advised(s *cc.IterationStatement, loop []ast.Cmd) []ast.Cmd {
	offset, own := l.file.offset(s.Token, s.Token.SrcStr())
	if a, ok := l.file.advice[offset]; own && ok && len(loop) > 0 {
		last := len(loop) - 1
		loop[last] = &ast.Advised{Advice: a, Loop: loop[last]}
	}
	return loop
}

// body is the body of a loop that brk leaves.
func (l *lowerer) body(s *cc.Statement, brk *target) ast.Cmd {
	cont := &target{label: l.newLabel(), vlas: len(l.vlas)}
	body := l.within(jumps{brk, cont}, func() { l.emit(l.one(s)) })
	return ast.SeqOf(around(cont, body)...)
}

// test is the test of a loop and the commands to do before it each time.
func (l *lowerer) test(e cc.ExpressionNode) (before []ast.Cmd, test ast.Expr) {
	if e == nil {
		return nil, intConst(1, ast.Int)
	}
	before = l.list(func() { test = l.settle(l.tested(e)) })
	return before, test
}

func (l *lowerer) while(s *cc.IterationStatement, brk *target) {
	before, test := l.test(s.ExpressionList)
	body := l.body(s.Statement, brk)
	switch {
	case len(before) == 0:
		l.emit(&ast.While{Test: test, Body: body, At: position(s)})
	case mayRepeat(before):
		l.emit(l.repeated(before, &ast.For{Init: &ast.Skip{}, Test: test, Step: &ast.Skip{}, Body: body, At: position(s)}))
	default:
		l.emit(&ast.While{Test: intConst(1, ast.Int), Body: tested(before, test, brk, body), At: position(s)})
	}
}

// mayRepeat reports whether cmds are few assignments, which may stand in two places.
func mayRepeat(cmds []ast.Cmd) bool {
	for _, c := range cmds {
		switch c := c.(type) {
		case *ast.Assign:
		case *ast.Declare:
			if _, ok := c.Init.(*ast.InitExpr); !ok {
				return false
			}
		default:
			return false
		}
	}
	return len(cmds) <= 3
}

// repeated is the loop with what is to be done before each of its tests.
func (l *lowerer) repeated(before []ast.Cmd, loop *ast.For) ast.Cmd {
	before = l.declareBefore(before)
	loop.Init = ast.SeqOf(append(ast.Flatten(loop.Init), before...)...)
	again := ast.Flatten(loop.Step)
	for _, c := range before {
		again = append(again, ast.CopyCmd(c))
	}
	loop.Step = ast.SeqOf(again...)
	return loop
}

// tested is a loop's body that begins with the test.
func tested(before []ast.Cmd, test ast.Expr, brk *target, body ast.Cmd) ast.Cmd {
	brk.used = true
	leave := &ast.If{Test: not(test), Then: &ast.Exit{To: brk.label}, Else: &ast.Skip{}}
	return &ast.Scope{Body: ast.SeqOf(append(before, leave, withoutScope(body))...)}
}

// withoutScope is a body without braces of its own, for the end of another scope.
func withoutScope(body ast.Cmd) ast.Cmd {
	switch b := body.(type) {
	case *ast.Scope:
		return b.Body
	case *ast.Block:
		return &ast.Block{Body: withoutScope(b.Body), Label: b.Label}
	}
	return body
}

// doWhile declares what the test needs before the loop: it is out of the body's scope.
func (l *lowerer) doWhile(s *cc.IterationStatement, brk *target) {
	body := l.body(s.Statement, brk)
	saved := l.branchDepth
	l.branchDepth++
	before, test := l.test(s.ExpressionList)
	l.branchDepth = saved
	if len(before) > 0 {
		body = &ast.Scope{Body: ast.SeqOf(append([]ast.Cmd{body}, l.declareBefore(before)...)...)}
	}
	l.emit(&ast.DoWhile{Body: body, Test: test, At: position(s)})
}

// declareBefore emits the declarations among cmds, which are temporaries, and is cmds with assignments in place of them.
func (l *lowerer) declareBefore(cmds []ast.Cmd) []ast.Cmd {
	var rest []ast.Cmd
	for _, c := range cmds {
		d, ok := c.(*ast.Declare)
		if !ok {
			rest = append(rest, c)
			continue
		}
		l.emit(&ast.Declare{Name: d.Name, Ty: d.Ty, Init: ast.NoInit{}})
		if i, ok := d.Init.(*ast.InitExpr); ok {
			set := setTemporary(d.Name, d.Ty, i.X)
			ast.Locate(set, d.At)
			rest = append(rest, set)
		}
	}
	return rest
}

// forLoop lowers the rest of a for statement; without a test it goes on for ever.
func (l *lowerer) forLoop(init []ast.Cmd, test, step cc.ExpressionNode, s *cc.IterationStatement, brk *target) {
	c := &ast.For{Init: ast.SeqOf(init...), At: position(s)}
	before, t := l.test(test)
	c.Body = l.body(s.Statement, brk)
	c.Step = enclosed(l.list(func() { l.effect(step) }))
	c.Test = t
	switch {
	case len(before) == 0:
		l.emit(c)
	case mayRepeat(before):
		l.emit(l.repeated(before, c))
	default:
		c.Body, c.Test = tested(before, t, brk, c.Body), intConst(1, ast.Int)
		l.emit(c)
	}
}
