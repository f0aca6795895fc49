package flow

import (
	"context"
	"fmt"

	"scf/internal/stop"
	"scf/scfml/core"
)

// Components is how a graph treats the components of constructors.
type Components bool

const (
	FieldBased       Components = false // each component of each constructor has a slot, for all of its values
	FieldInsensitive Components = true  // components are in the slot of the value that they are part of
)

// Of is the flow graph of p. Where ctx is cancelled it panics, for stop.Recover.
func Of(ctx context.Context, p *core.Program, c Components) *Graph {
	g := newGraph()
	b := builder{g, c}
	for _, f := range p.Funcs {
		stop.If(ctx)
		g.edge(Edge{From: b.expr(f.Body), To: g.result(f), Kind: Bind})
	}
	return g
}

// builder goes through a program.
type builder struct {
	store
	components Components
}

// store keeps what the builder finds.
type store interface {
	edge(e Edge)
	slot(e core.Expr) Slot // a new one, of the values of e, or of parts of values where e is nil
	variable(x *core.Var) Slot
	result(f *core.Func) Slot
	field(f Field) Slot
}

// expr is the slot of e's values.
func (b *builder) expr(e core.Expr) Slot {
	switch e := e.(type) {
	case *core.VarExpr:
		return b.variable(e.Var)
	case *core.Const, *core.DeadExpr:
		return b.slot(e)
	case *core.ConExpr:
		return b.construction(e, e.Con, e.Args)
	case *core.TupleExpr:
		return b.construction(e, nil, e.Elems)
	case *core.CaseExpr:
		return b.match(e)
	case *core.CallExpr:
		s := b.slot(e)
		for i, a := range e.Args {
			b.edge(Edge{From: b.expr(a), To: b.variable(e.Func.Params[i]), Kind: Argument, Index: int32(i), By: e})
		}
		b.edge(Edge{From: b.result(e.Func), To: s, Kind: Return, By: e})
		return s
	case *core.PrimExpr:
		return b.operation(e)
	case *core.IterExpr:
		return b.iterator(e)
	}
	panic(fmt.Sprintf("flow: no such expression: %T", e))
}

// construction puts the arguments of a constructor, or the elements of a tuple where con is nil, into what e makes.
func (b *builder) construction(e core.Expr, con *core.Con, args []core.Expr) Slot {
	s := b.slot(e)
	for i, a := range args {
		b.edge(Edge{From: b.expr(a), To: b.component(s, con, i), Kind: Component, Index: int32(i), Con: con, By: e})
	}
	return s
}

// component is the slot of component number i of the values in whole, which con makes; nil for a tuple.
func (b *builder) component(whole Slot, con *core.Con, i int) Slot {
	if con == nil || b.components == FieldInsensitive {
		return whole
	}
	return b.field(Field{con, i})
}

// operation leads the operands of e into its result.
func (b *builder) operation(e *core.PrimExpr) Slot {
	s := b.slot(e)
	for i, a := range e.Args {
		b.edge(Edge{From: b.expr(a), To: s, Kind: operand(e.Op, i), Index: int32(i), By: e})
	}
	return s
}

// operand is what op does with its operand number i.
func operand(op core.Op, i int) Kind {
	switch op {
	case core.OpMapInsert, core.OpMapRemove, core.OpSetAdd, core.OpSetDelete, core.OpSetUnion:
		return Change
	case core.OpSetDifference:
		if i > 0 {
			return Operand
		}
		return Change
	case core.OpMapFind, core.OpSetMember:
		if i > 0 {
			return Key
		}
		return Lookup
	}
	return Operand
}

func (b *builder) iterator(e *core.IterExpr) Slot {
	s := b.slot(e)
	for i, a := range e.Args {
		m := b.expr(a)
		b.edge(Edge{From: m, To: s, Kind: Change, Index: int32(i), By: e})
		b.edge(Edge{From: m, To: b.variable(e.Params[i]), Kind: Entry, Index: int32(i), By: e})
	}
	b.edge(Edge{From: b.expr(e.Body), To: s, Kind: Collect, By: e})
	return s
}

// match leads what e matches into the variables of its patterns, and what its arms give into its slot. A tuple that is never built is matched
// element by element.
func (b *builder) match(e *core.CaseExpr) Slot {
	if t, ok := e.Scrut.(*core.TupleExpr); ok && e.NeverBuilt() {
		for i, x := range t.Elems {
			at := b.expr(x)
			for _, a := range e.Arms {
				column := a.Pat
				if p, ok := a.Pat.(*core.TuplePat); ok {
					column = p.Elems[i]
				}
				b.pattern(column, at, e)
			}
		}
	} else {
		at := b.expr(e.Scrut)
		for _, a := range e.Arms {
			b.pattern(a.Pat, at, e)
		}
	}
	if len(e.Arms) == 1 {
		return b.expr(e.Arms[0].Body)
	}
	s := b.slot(e)
	for _, a := range e.Arms {
		b.edge(Edge{From: b.expr(a.Body), To: s, Kind: Arm, By: e})
	}
	return s
}

// pattern leads what is in the slot at, which p matches in by, into the variables of p.
func (b *builder) pattern(p core.Pat, at Slot, by *core.CaseExpr) {
	switch p := p.(type) {
	case *core.WildPat:
		b.edge(Edge{From: at, Kind: Ignore, By: by})
	case *core.VarPat:
		b.edge(Edge{From: at, To: b.variable(p.Var), Kind: Bind, By: by})
	case *core.AsPat:
		b.edge(Edge{From: at, To: b.variable(p.Var), Kind: Bind, By: by})
		b.pattern(p.Pat, at, by)
	case *core.LitPat:
		b.edge(Edge{From: at, Kind: Test, By: by})
	case *core.ConPat:
		b.edge(Edge{From: at, Kind: Test, By: by})
		b.parts(p.Con, p.Args, at, by)
	case *core.TuplePat:
		b.edge(Edge{From: at, Kind: Open, By: by})
		b.parts(nil, p.Elems, at, by)
	}
}

// parts leads the components of what is in the slot at into those patterns.
func (b *builder) parts(con *core.Con, ps []core.Pat, at Slot, by *core.CaseExpr) {
	for i, p := range ps {
		if _, ok := p.(*core.WildPat); ok {
			continue
		}
		from := b.component(at, con, i)
		part := Edge{From: from, Kind: Part, Index: int32(i), Con: con, By: by}
		switch p := p.(type) {
		case *core.VarPat:
			part.To = b.variable(p.Var)
			b.edge(part)
		default:
			part.To = b.slot(nil)
			b.edge(part)
			b.pattern(p, part.To, by)
		}
	}
}
