package lower

import "scf/ast"

// This file lowers loops. A loop that tests at its beginning is turned: the test stands before the loop and at its end,
//
//	if (test) do body; while (test);
//
// so that there is one branch in the loop, and a way in on which the body is sure to run. Where the test is large it stands once, at the head.

// loopParts are the parts of a loop; test is nil where it does not end by one, step where there is none.
type loopParts struct {
	test       ast.Expr
	body, step ast.Cmd
	first      bool // whether the body runs before the first test
}

func (l *Lowerer) loop(c ast.Cmd) {
	switch c := c.(type) {
	case *ast.While:
		l.locate(c.At, c.Label)
		l.repeat(loopParts{test: c.Test, body: c.Body})
	case *ast.DoWhile:
		l.locate(c.At, c.Label)
		l.repeat(loopParts{test: c.Test, body: c.Body, first: true})
	case *ast.For:
		l.locate(c.At, c.Label)
		l.cmd(c.Init)
		if l.b.Block() != nil {
			l.locate(c.At, c.Label)
			l.repeat(loopParts{test: c.Test, body: c.Body, step: c.Step})
		}
	case *ast.Advised:
		l.cmd(c.Loop)
	}
}

func (l *Lowerer) repeat(p loopParts) {
	head, end := l.newLabel(), l.newLabel()
	outer := l.enter()
	place, at, label := l.b.Place, l.at, l.label
	turned := p.first || weight(p.test) <= maxTurned
	if turned && !p.first {
		l.test(p.test, way{head, 0}, way{end, 0})
	} else {
		l.jump(way{head, 0})
	}
	if l.labels[head].n > 0 {
		first := l.openHead(head, p)
		if turned {
			l.count()
			l.cmd(p.body)
			l.step(p)
		} else {
			l.testAtHead(p, end)
		}
		if l.b.Block() != nil {
			l.b.Place, l.at, l.label = place, at, label
			l.turnBack(p, turned, first, head, end)
		}
	}
	l.undo()
	l.mark = outer
	l.meet(end)
}

func (l *Lowerer) step(p loopParts) {
	if p.step != nil {
		l.cmd(p.step)
	}
}

// testAtHead lowers a loop whose test stands at its head, up to its end.
func (l *Lowerer) testAtHead(p loopParts, end int32) {
	body := l.newLabel()
	l.test(p.test, way{body, 0}, way{end, l.snapshot(l.labels[end].mark)})
	if l.start(body) {
		l.count()
		l.cmd(p.body)
		l.step(p)
	}
}

// openHead opens the head of a loop: a phi for everything that the loop assigns, of which the second argument comes later.
func (l *Lowerer) openHead(head int32, p loopParts) (first int32) {
	l.b.Start(l.blockOf(head))
	first = int32(len(l.phis))
	l.epoch++
	l.rows = l.rows[:0]
	l.assigned(p.body)
	l.assigned(p.step)
	for _, v := range l.rows {
		from := int32(len(l.args))
		l.args = append(l.args, l.vars[v].cur, -ref(len(l.phis)))
		l.set(v, l.newPhi(head, l.vars[v].typ, from, from+2))
	}
	return first
}

// turnBack ends a loop's body: it goes back to the head, or past the loop.
func (l *Lowerer) turnBack(p loopParts, turned bool, first, head, end int32) {
	last := first
	for int(last) < len(l.phis) && l.phis[last].label == head {
		last++
	}
	vars := l.log[l.mark:]
	for i := first; i < last; i++ {
		x := l.vars[vars[i-first].v].cur
		l.args[l.phis[i].from+1] = x
		if x < 0 && l.phis[i].value != 0 {
			l.realise(int32(-x))
		}
	}
	if turned {
		l.test(p.test, way{head, 1}, way{end, l.snapshot(l.labels[end].mark)})
		return
	}
	l.jump(way{head, 1})
}

// assigned adds the variables that c assigns to l.rows.
func (l *Lowerer) assigned(c ast.Cmd) {
	for {
		switch x := c.(type) {
		case *ast.Seq:
			l.assigned(x.First)
			c = x.Second
			continue
		case *ast.Scope:
			c = x.Body
			continue
		case *ast.Block:
			c = x.Body
			continue
		case *ast.Advised:
			c = x.Loop
			continue
		case *ast.Assign:
			l.assignedVariable(l.variable(x.Name, x.Ty))
		case *ast.Declare:
			if ast.IsScalar(x.Ty) {
				if m := l.names.lookup(x.Name); m.kind == isVariable {
					l.assignedVariable(m.index)
				}
			}
		case *ast.If:
			l.assigned(x.Then)
			c = x.Else
			continue
		case *ast.While:
			c = x.Body
			continue
		case *ast.DoWhile:
			c = x.Body
			continue
		case *ast.For:
			l.assigned(x.Init)
			l.assigned(x.Step)
			c = x.Body
			continue
		case *ast.Switch:
			for _, a := range x.Arms {
				l.assigned(a.Body)
			}
		}
		return
	}
}

func (l *Lowerer) assignedVariable(v int32) {
	if va := &l.vars[v]; va.epoch != l.epoch {
		va.epoch = l.epoch
		l.rows = append(l.rows, v)
		if va.isPointer {
			l.rows = append(l.rows, v+1, v+2)
		}
	}
}

// maxTurned bounds the nodes of a test that is made twice.
const maxTurned = 16

// weight counts the nodes of e, up to more than maxTurned; what has a call is heavier than that.
func weight(e ast.Expr) int {
	n := 0
	weigh(e, &n)
	return n
}

func weigh(e ast.Expr, n *int) {
	if *n++; *n > maxTurned {
		return
	}
	switch e := e.(type) {
	case *ast.Unary:
		weigh(e.X, n)
	case *ast.Binary:
		weigh(e.X, n)
		weigh(e.Y, n)
	case *ast.Convert:
		weigh(e.X, n)
	case *ast.LogAnd:
		weigh(e.X, n)
		weigh(e.Y, n)
	case *ast.LogOr:
		weigh(e.X, n)
		weigh(e.Y, n)
	case *ast.Cond:
		weigh(e.Test, n)
		weigh(e.Then, n)
		weigh(e.Else, n)
	case *ast.Deref:
		weigh(e.X, n)
	case *ast.Index:
		weigh(e.X, n)
		weigh(e.I, n)
	case *ast.Member:
		weigh(e.X, n)
	case *ast.Arrow:
		weigh(e.X, n)
	case *ast.AddressOf:
		weigh(e.X, n)
	case *ast.Call:
		*n += maxTurned
	}
}
