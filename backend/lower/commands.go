package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers commands. Nothing is made of what control does not come to.

// openBlock is a block of the tree around the present point: where its exits lead.
type openBlock struct {
	label ast.Label
	end   int32
}

func (l *Lowerer) cmd(c ast.Cmd) {
	if l.b.Block() == nil {
		return
	}
	switch c := c.(type) {
	case *ast.Seq:
		l.sequence(c)
	case *ast.Scope:
		l.cmd(c.Body)
	case *ast.Assign:
		l.locate(c.At, c.Label)
		l.assign(l.variable(c.Name, c.Ty), c.X)
	case *ast.Store:
		l.locate(c.At, c.Label)
		l.store(c)
	case *ast.Declare:
		l.locate(c.At, c.Label)
		l.declare(c)
	case *ast.Eval:
		l.locate(c.At, c.Label)
		l.effect(c.X)
	case *ast.If:
		l.locate(c.At, c.Label)
		l.ifElse(c)
	case *ast.Block:
		l.block(c)
	case *ast.Exit:
		l.exit(c)
	case *ast.Return:
		l.locate(c.At, c.Label)
		l.giveBack(c.X)
	case *ast.ReturnVoid:
		l.returnNothing()
	case *ast.Switch:
		l.locate(c.At, c.Label)
		l.switchOn(c)
	case *ast.While, *ast.DoWhile, *ast.For, *ast.Advised:
		l.loop(c)
	}
	l.tempsUse = 0
}

// sequence lowers what is nested to the right without recursion.
func (l *Lowerer) sequence(s *ast.Seq) {
	for {
		l.cmd(s.First)
		next, ok := s.Second.(*ast.Seq)
		if !ok {
			l.cmd(s.Second)
			return
		}
		s = next
	}
}

// variable is the variable called name, new if it has not been met.
func (l *Lowerer) variable(name string, t ast.Type) int32 {
	if m := l.names.lookup(name); m.kind == isVariable {
		return m.index
	}
	return l.newVariable(name, t)
}

// assign gives the variable v the value of e.
func (l *Lowerer) assign(v int32, e ast.Expr) {
	if l.vars[v].isPointer {
		l.setPointer(v, e)
		return
	}
	l.set(v, ref(l.value(e)))
}

// store lowers an assignment to an object. Where it is to is evaluated first, as gcc does.
func (l *Lowerer) store(c *ast.Store) {
	if t := ast.TypeOf(c.Dest); isRecord(t) {
		to := l.place(c.Dest)
		l.copyObject(to, l.place(c.X), sizeOf(t))
		return
	}
	p := l.place(c.Dest)
	l.storeTo(p, ast.TypeOf(c.Dest), l.value(c.X))
}

// copyObject copies an object of that size.
func (l *Lowerer) copyObject(to, from place, size int64) {
	l.check(from, size)
	l.check(to, size)
	source := l.address(from)
	l.copy(l.address(to), source, size)
}

func (l *Lowerer) copy(to, from ir.Value, size int64) {
	if size > 0 {
		l.b.Emit(ir.Instr{Op: ir.Copy, Args: [3]ir.Value{to, from}, Imm: size})
	}
}

func (l *Lowerer) ifElse(c *ast.If) {
	yes, no, end := l.newLabel(), l.newLabel(), l.newLabel()
	outer := l.enter()
	l.test(c.Test, way{yes, 0}, l.otherwise(c, no, end))
	if l.start(yes) {
		l.cmd(c.Then)
		l.leaveTo(end)
	}
	l.undo()
	if l.start(no) {
		l.cmd(c.Else)
		if l.labels[end].n == 0 { // the only way on: its state is the present one
			l.mark = outer
			return
		}
		l.leaveTo(end)
		l.undo()
	}
	l.mark = outer
	l.meet(end)
}

// otherwise is where an if leads whose test does not hold: past it, where nothing is to be done.
func (l *Lowerer) otherwise(c *ast.If, no, end int32) way {
	if _, nothing := c.Else.(*ast.Skip); nothing {
		return way{end, 0}
	}
	return way{no, 0}
}

func (l *Lowerer) block(c *ast.Block) {
	end := l.newLabel()
	outer := l.enter()
	l.blocks = append(l.blocks, openBlock{c.Label, end})
	l.cmd(c.Body)
	l.blocks = l.blocks[:len(l.blocks)-1]
	if l.labels[end].n > 0 {
		l.leaveTo(end)
		l.undo()
		l.mark = outer
		l.meet(end)
	}
	l.mark = outer
}

func (l *Lowerer) exit(c *ast.Exit) {
	for i := len(l.blocks) - 1; i >= 0; i-- {
		if l.blocks[i].label == c.To {
			l.leaveTo(l.blocks[i].end)
			return
		}
	}
	l.fail("an exit from no block")
}

// giveBack returns the value of x.
func (l *Lowerer) giveBack(x ast.Expr) {
	if isRecord(l.f.Result) {
		l.copyObject(l.within(l.result, l.f.Result), l.place(x), sizeOf(l.f.Result))
		l.b.Return(0)
		return
	}
	l.b.Return(l.value(x))
}

// returnNothing returns where the source gives no value; if the caller wants one, any will do.
func (l *Lowerer) returnNothing() {
	if t := l.b.Func.Result; t != ir.None {
		l.b.Return(l.undefined(t))
		return
	}
	l.b.Return(0)
}
