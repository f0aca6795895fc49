package lower

import "scf/ast"

// This file finds the locals that lie in memory, before anything else is done: the tree says of a scalar that it does only where it is used.

// findObjects makes slots for the locals in memory that the body declares.
func (l *Lowerer) findObjects(body ast.Cmd) {
	if !l.f.InMemory {
		return
	}
	l.declared = l.declared[:0]
	l.objectsIn(body)
	for _, d := range l.declared {
		if l.names.lookup(d.Name).kind == isObject {
			l.names.add(d.Name, meaning{isSlot, int32(l.newSlot(d.Name, d.Ty))})
		}
	}
}

func (l *Lowerer) objectsIn(c ast.Cmd) {
	switch c := c.(type) {
	case *ast.Seq:
		for {
			l.objectsIn(c.First)
			next, ok := c.Second.(*ast.Seq)
			if !ok {
				l.objectsIn(c.Second)
				return
			}
			c = next
		}
	case *ast.Scope:
		l.objectsIn(c.Body)
	case *ast.Declare:
		l.declaredObject(c)
		l.objectsInInit(c.Init)
	case *ast.Assign:
		l.objectsOf(c.X)
	case *ast.Store:
		l.objectsOf(c.Dest)
		l.objectsOf(c.X)
	case *ast.Eval:
		l.objectsOf(c.X)
	case *ast.If:
		l.objectsOf(c.Test)
		l.objectsIn(c.Then)
		l.objectsIn(c.Else)
	case *ast.While:
		l.objectsOf(c.Test)
		l.objectsIn(c.Body)
	case *ast.DoWhile:
		l.objectsIn(c.Body)
		l.objectsOf(c.Test)
	case *ast.For:
		l.objectsIn(c.Init)
		l.objectsOf(c.Test)
		l.objectsIn(c.Step)
		l.objectsIn(c.Body)
	case *ast.Switch:
		l.objectsOf(c.Test)
		for _, a := range c.Arms {
			l.objectsIn(a.Body)
		}
	case *ast.Block:
		l.objectsIn(c.Body)
	case *ast.Advised:
		l.objectsIn(c.Loop)
	case *ast.Return:
		l.objectsOf(c.X)
	}
}

// declaredObject makes a slot for an aggregate; of a scalar it is not known yet whether it needs one.
func (l *Lowerer) declaredObject(d *ast.Declare) {
	if ast.IsScalar(d.Ty) {
		l.declared = append(l.declared, d)
	} else if l.names.lookup(d.Name).kind != isSlot {
		l.names.add(d.Name, meaning{isSlot, int32(l.newSlot(d.Name, d.Ty))})
	}
}

func (l *Lowerer) objectsInInit(i ast.Init) {
	switch i := i.(type) {
	case *ast.InitExpr:
		l.objectsOf(i.X)
	case *ast.InitList:
		for _, x := range i.Elems {
			l.objectsInInit(x)
		}
	}
}

func (l *Lowerer) objectsOf(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Object:
		if ast.IsScalar(e.Ty) && l.names.lookup(e.Name).kind == unknown {
			l.names.add(e.Name, meaning{kind: isObject})
		}
	case *ast.Unary:
		l.objectsOf(e.X)
	case *ast.Binary:
		l.objectsOf(e.X)
		l.objectsOf(e.Y)
	case *ast.Convert:
		l.objectsOf(e.X)
	case *ast.LogAnd:
		l.objectsOf(e.X)
		l.objectsOf(e.Y)
	case *ast.LogOr:
		l.objectsOf(e.X)
		l.objectsOf(e.Y)
	case *ast.Cond:
		l.objectsOf(e.Test)
		l.objectsOf(e.Then)
		l.objectsOf(e.Else)
	case *ast.Deref:
		l.objectsOf(e.X)
	case *ast.Index:
		l.objectsOf(e.X)
		l.objectsOf(e.I)
	case *ast.Member:
		l.objectsOf(e.X)
	case *ast.Arrow:
		l.objectsOf(e.X)
	case *ast.AddressOf:
		l.objectsOf(e.X)
	case *ast.Call:
		l.objectsOf(e.Fn)
		for _, a := range e.Args {
			l.objectsOf(a)
		}
	}
}
