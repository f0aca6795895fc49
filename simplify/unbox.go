package simplify

import (
	"scf/flow"
	"scf/scfml/core"
)

// This file hands constructions over in parts [SIM-UNBOX]: where every call of a function builds an argument with the same
// constructor (or as a tuple) and the function only takes it apart, or hands it on to such a parameter, the components become
// the parameters. The construction, its loads and its tests are gone. Parameters that are handed on one as the other are all unboxed or none of
// them, with one box: what flows into a whole is a whole, and so is what gets a whole.

// box is how a parameter's values are made; a con of nil makes tuples.
type box struct {
	con   *core.Con
	arity int
}

// maxUnboxed bounds the components of one parameter.
const maxUnboxed = 12

// unboxParams unboxes parameters of all functions but the entry; false where there is none to unbox.
func (s *session) unboxParams(g *flow.Graph) bool {
	boxes := argumentFacts(g, s.program.Entry, flow.BothWays, boxOf)
	for i := range g.Edges {
		switch e := &g.Edges[i]; e.Kind {
		case flow.Argument, flow.Part, flow.Test, flow.Open, flow.Ignore: // it is handed on or taken apart
		default: // the whole is used
			boxes.Add(e.From, flow.Any[box]())
		}
	}
	boxes.Solve()
	unboxed := remakings{}
	for _, f := range s.program.Funcs {
		for i, x := range f.Params {
			if b, ok := boxes.At(g.Var(x)).One(); ok && b.arity <= maxUnboxed {
				unboxed[x] = b.opened(x, f.ParamTypes[i], unboxed)
			}
		}
	}
	s.report.ParamsUnboxed += len(unboxed)
	return s.remake(unboxed)
}

// opened is what becomes of the parameter x of type t, which is made as b says: its components. What still matches on the whole finds it
// built, and known.
func (b box) opened(x *core.Var, t core.Type, unboxed remakings) *remade {
	r := &remade{args: func(a core.Expr, _ *core.CallExpr) ([]core.Expr, *core.Var) { return components(a, unboxed), nil }}
	for range b.arity {
		r.params = append(r.params, &core.Var{Name: x.Name})
	}
	switch t := t.(type) {
	case *core.TupleType:
		r.types, r.reboxed = t.Elems, &core.TupleExpr{Elems: uses(r.params)}
	case *core.DataType:
		r.types, r.reboxed = b.con.ArgTypes(t), &core.ConExpr{Con: b.con, Args: uses(r.params)}
	}
	return r
}

// uses are uses of the variables.
func uses(xs []*core.Var) []core.Expr {
	var es []core.Expr
	for _, x := range xs {
		es = append(es, &core.VarExpr{Var: x})
	}
	return es
}

// boxOf is how a makes its value, where that shows.
func boxOf(a core.Expr) (box, bool) {
	switch a := a.(type) {
	case *core.ConExpr:
		return box{a.Con, len(a.Args)}, true
	case *core.TupleExpr:
		return box{nil, len(a.Elems)}, true
	case *core.Const:
		switch v := a.Value.(type) {
		case *core.ConValue:
			return box{v.Con, len(v.Args)}, len(v.Args) > 0
		case *core.Tuple:
			return box{nil, len(v.Elems)}, len(v.Elems) > 0
		}
	}
	return box{}, false
}

// components are the components of a, an argument that is unboxed.
func components(a core.Expr, unboxed remakings) []core.Expr {
	switch a := a.(type) {
	case *core.ConExpr:
		return a.Args
	case *core.TupleExpr:
		return a.Elems
	case *core.VarExpr:
		return uses(unboxed[a.Var].params)
	case *core.Const:
		var vs []core.Value
		if c, ok := a.Value.(*core.ConValue); ok {
			vs = c.Args
		} else {
			vs = a.Value.(*core.Tuple).Elems
		}
		var es []core.Expr
		for _, v := range vs {
			es = append(es, &core.Const{Value: v})
		}
		return es
	}
	return nil
}
