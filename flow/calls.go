package flow

import (
	"slices"

	"scf/scfml/core"
)

// Most questions are about parameters alone, and are asked again and again while few functions change. For these there is the part of the
// graph that calls make: slots for parameters and arguments, the edges between them, and for each parameter one edge to Nowhere for each other kind of
// edge that leads from it. It is put together of what is kept of each function: its calls, and how it uses its parameters.

// Kinds is a set of kinds of edges.
type Kinds uint16

// Uses are the kinds of the edges that lead from the parameters of f, by parameter.
func Uses(f *core.Func) []Kinds {
	u := uses{params: f.Params, kinds: make([]Kinds, len(f.Params))}
	b := builder{&u, FieldBased}
	u.edge(Edge{From: b.expr(f.Body), Kind: Bind})
	return u.kinds
}

// uses keeps the kinds of edges from parameters, whose slots are their numbers from 1, and nothing else.
type uses struct {
	params []*core.Var
	kinds  []Kinds
}

func (u *uses) edge(e Edge) {
	if e.From == Nowhere {
		return
	}
	if c, ok := e.By.(*core.CallExpr); ok {
		if _, direct := c.Args[e.Index].(*core.VarExpr); !direct {
			e.Kind = Bind // the argument does something before it gives the parameter
		}
	}
	u.kinds[e.From-1] |= 1 << e.Kind
}

func (u *uses) variable(x *core.Var) Slot { return Slot(slices.Index(u.params, x) + 1) }
func (u *uses) slot(core.Expr) Slot       { return Nowhere }
func (u *uses) result(*core.Func) Slot    { return Nowhere }
func (u *uses) field(Field) Slot          { return Nowhere }

// Calls is the part of the graph that calls make, for functions whose calls, and the Uses of whose parameters, the caller knows.
func Calls(funcs []*core.Func, of func(f *core.Func) (calls []*core.CallExpr, uses []Kinds)) *Graph {
	params, args := 0, 0
	for _, f := range funcs {
		params += len(f.Params)
		calls, _ := of(f)
		for _, c := range calls {
			args += len(c.Args)
		}
	}
	g := newGraph()
	g.vars, g.Exprs, g.Edges = make(map[*core.Var]Slot, params), append(make([]core.Expr, 0, 1+params+args), nil), make([]Edge, 0, 2*params+args)
	for _, f := range funcs {
		_, uses := of(f)
		for i, x := range f.Params {
			g.usedAs(g.variable(x), uses[i])
		}
	}
	for _, f := range funcs {
		calls, _ := of(f)
		for _, c := range calls {
			for i, a := range c.Args {
				g.edge(Edge{From: g.argument(a), To: g.variable(c.Func.Params[i]), Kind: Argument, Index: int32(i), By: c})
			}
		}
	}
	return g
}

// usedAs makes the edges to Nowhere of a parameter.
func (g *Graph) usedAs(x Slot, as Kinds) {
	for k := range Ignore + 1 {
		if k != Argument && as>>k&1 == 1 {
			g.edge(Edge{From: x, Kind: k})
		}
	}
}

// argument is the slot of an argument: that of the parameter that it is, or its own.
func (g *Graph) argument(a core.Expr) Slot {
	if x, ok := a.(*core.VarExpr); ok {
		if s := g.Var(x.Var); s != Nowhere {
			return s
		}
	}
	return g.slot(a)
}
