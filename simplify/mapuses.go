package simplify

import (
	"slices"

	"scf/flow"
	"scf/scfml/core"
)

// This file decides which parameters with known keys had better stay maps [SIM-UNBOX-MAP]: those that a function uses as a whole, other than on
// the way out of its recursion, and those that get maps made from a parameter that stays. The second is a question about flow. The first is not,
// as it is about what happens on one way through a function, its uses and its calls.

// keepEscaping leaves out of chosen, the parameters to unbox, those that had better stay maps. It is a greatest fixpoint: a map that is handed on to a
// parameter that stays is used as a whole.
func keepEscaping(g *flow.Graph, params []mapParam, chosen map[*core.Var]*core.SetValue) {
	kept := flow.NewSolver(g, flow.Forwards, flow.Reaches(keepsMap))
	for before := -1; before != len(chosen); {
		before = len(chosen)
		for _, p := range params {
			if chosen[p.x] == nil {
				kept.Add(g.Var(p.x), true)
			}
		}
		kept.Solve()
		for _, p := range params {
			if chosen[p.x] != nil && (kept.At(g.Var(p.x)) || escapesIn(p, chosen)) {
				delete(chosen, p.x)
			}
		}
	}
}

// escapesIn reports whether the function of p uses the map as a whole: a recursive one on a way on which it calls itself, another one on any way.
func escapesIn(p mapParam, chosen map[*core.Var]*core.SetValue) bool {
	u := &mapUses{chosen: chosen, fn: p.fn, made: map[*core.Var]bool{p.x: true}}
	recursive := false
	core.Calls(p.fn.Body, func(g *core.Func) { recursive = recursive || g == p.fn })
	w := u.expr(p.fn.Body, true)
	return w.escapes && (!recursive || w.both)
}

// mapUses looks at how a function uses a map that it is given.
type mapUses struct {
	chosen map[*core.Var]*core.SetValue
	fn     *core.Func
	made   map[*core.Var]bool // the variables that hold maps made from it
}

// way is what may happen on the way through an expression.
type way struct {
	call    bool // the function calls itself
	escapes bool // a map made from the parameter is used as a whole
	both    bool // both, on one way
}

// then is what may happen on the way through two expressions, one after the other.
func (w way) then(v way) way {
	both := w.both || v.both || w.call && v.escapes || w.escapes && v.call
	return way{w.call || v.call, w.escapes || v.escapes, both}
}

// or is what may happen on the way through one of two expressions.
func (w way) or(v way) way { return way{w.call || v.call, w.escapes || v.escapes, w.both || v.both} }

// expr is what may happen in e; escapes reports whether its value is used otherwise than by operations under constant keys.
func (u *mapUses) expr(e core.Expr, escapes bool) way {
	switch e := e.(type) {
	case *core.VarExpr:
		return way{escapes: escapes && u.made[e.Var]}
	case *core.CaseExpr:
		return u.match(e, escapes)
	case *core.CallExpr:
		w := way{call: e.Func == u.fn}
		for i, a := range e.Args {
			w = w.then(u.expr(a, u.chosen[e.Func.Params[i]] == nil))
		}
		return w
	case *core.PrimExpr:
		if constantKey(e) != nil {
			w := u.expr(e.Args[0], escapes && e.Op != core.OpMapFind)
			for _, a := range e.Args[2:] {
				w = w.then(u.expr(a, true))
			}
			return w
		}
	}
	w := way{}
	core.Children(e, func(x core.Expr) { w = w.then(u.expr(x, true)) })
	return w
}

func (u *mapUses) match(e *core.CaseExpr, escapes bool) way {
	x, _, binds := e.Binding()
	if binds && u.makes(e.Scrut) {
		u.made[x] = true
	}
	w, arms := u.expr(e.Scrut, !binds || !u.made[x]), way{}
	for _, a := range e.Arms {
		arms = arms.or(u.expr(a.Body, escapes))
	}
	return w.then(arms)
}

// makes reports whether e may give a map made from the parameter.
func (u *mapUses) makes(e core.Expr) bool {
	switch e := e.(type) {
	case *core.VarExpr:
		return u.made[e.Var]
	case *core.PrimExpr:
		return changesEntry(e) != nil && u.makes(e.Args[0])
	case *core.CaseExpr:
		return slices.ContainsFunc(e.Arms, func(a core.Arm) bool { return u.makes(a.Body) })
	}
	return false
}
