package simplify

import (
	"scf/flow"
	"scf/scfml/core"
)

// This file drops parameters that are not used, or the same constant in every call [SIM-PARAM]. Both are least fixpoints of their
// opposites, so that a parameter that a recursive function only hands to itself counts as unused, and one that it hands on as it got it
// does not stop being constant.

// dropParams drops parameters of all functions but the entry; false where there is none to drop.
func (s *session) dropParams(g *flow.Graph) bool {
	needed, values := neededSlots(g, s.program.Entry), s.constantSlots(g)
	dropped := remakings{}
	for _, f := range s.program.Funcs {
		if f == s.program.Entry {
			continue
		}
		for _, x := range f.Params {
			c, constant := values.At(g.Var(x)).One()
			needs := needed.At(g.Var(x))
			if needs && !constant {
				continue
			}
			r := &remade{args: func(core.Expr, *core.CallExpr) ([]core.Expr, *core.Var) { return nil, nil }}
			if needs {
				r.reboxed = &core.Const{Value: c}
			}
			dropped[x] = r
			s.report.ParamsRemoved++
		}
	}
	return s.remake(dropped)
}

// neededSlots are the slots whose values matter: they are used otherwise than as arguments for parameters that do not.
func neededSlots(g *flow.Graph, entry *core.Func) *flow.Solver[bool] {
	needed := flow.NewSolver(g, flow.Backwards, flow.Reaches(handsOn))
	for _, x := range entry.Params {
		needed.Add(g.Var(x), true)
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; !handsOn(e) {
			needed.Add(e.From, true)
		}
	}
	needed.Solve()
	return needed
}

// constantSlots are the constants that parameters have in all calls.
func (s *session) constantSlots(g *flow.Graph) *flow.Solver[flow.Flat[core.Value]] {
	values := argumentFacts(g, s.program.Entry, flow.Forwards, func(e core.Expr) (core.Value, bool) {
		if c, ok := e.(*core.Const); ok {
			return s.unit.Constants.Shared(c.Value), true
		}
		return nil, false
	})
	values.Solve()
	return values
}
