package simplify

import (
	"slices"

	"scf/scfml"
)

// This file decides which parameters with known keys had better stay maps [SIM-UNBOX-MAP].

// mapUses looks at how one function uses its parameters that are chosen to be unboxed, and what it hands over to those of others.
type mapUses struct {
	chosen    map[*scfml.Var]*keysOf
	fn        *scfml.Func
	recursive bool                        // the function calls itself
	roots     map[*scfml.Var][]*scfml.Var // the parameters that the map of a local variable is made from
	refused   map[*scfml.Var]bool
}

// path is what may happen on the way through an expression.
type path struct {
	call  bool                // the function calls itself
	whole map[*scfml.Var]bool // a map made from the parameter is used as a whole
	both  map[*scfml.Var]bool // both on one way
}

// refuse gives the parameters that are not to be unboxed as far as the function is concerned: its own that it uses as a whole, other than
// on the way out of its recursion, and those of others that get maps made from a parameter that is not unboxed.
func (u *mapUses) refuse() map[*scfml.Var]bool {
	scfml.Calls(u.fn.Body, func(g *scfml.Func) { u.recursive = u.recursive || g == u.fn })
	for _, x := range u.fn.Params {
		u.roots[x] = []*scfml.Var{x}
	}
	p := u.expr(u.fn.Body, true)
	for x := range p.whole {
		if !u.recursive || p.both[x] {
			u.refused[x] = true
		}
	}
	return u.refused
}

// then is what may happen on the way through two expressions, one after the other.
func (p path) then(q path) path {
	r := path{call: p.call || q.call, whole: union(p.whole, q.whole), both: union(p.both, q.both)}
	if p.call {
		r.both = union(r.both, q.whole)
	}
	if q.call {
		r.both = union(r.both, p.whole)
	}
	return r
}

// or is what may happen on the way through one of two expressions.
func (p path) or(q path) path {
	return path{call: p.call || q.call, whole: union(p.whole, q.whole), both: union(p.both, q.both)}
}

func union(a, b map[*scfml.Var]bool) map[*scfml.Var]bool {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	c := make(map[*scfml.Var]bool, len(a)+len(b))
	for _, m := range []map[*scfml.Var]bool{a, b} {
		for x := range m {
			c[x] = true
		}
	}
	return c
}

// expr is what may happen in e; whole tells whether its value is used otherwise than by operations under constant keys.
func (u *mapUses) expr(e scfml.Expr, whole bool) path {
	switch e := e.(type) {
	case *scfml.VarExpr:
		if whole {
			p := path{}
			for _, x := range u.roots[e.Var] {
				p.whole = union(p.whole, map[*scfml.Var]bool{x: true})
			}
			return p
		}
		return path{}
	case *scfml.CaseExpr:
		return u.match(e, whole)
	case *scfml.CallExpr:
		return u.call(e)
	case *scfml.PrimExpr:
		if _, constant := keyOfOperation(e); constant {
			p := u.expr(e.Args[0], whole && e.Op != scfml.OpMapFind)
			for _, a := range e.Args[2:] {
				p = p.then(u.expr(a, true))
			}
			return p
		}
	}
	p := path{}
	scfml.Children(e, func(x scfml.Expr) { p = p.then(u.expr(x, true)) })
	return p
}

func (u *mapUses) call(e *scfml.CallExpr) path {
	p := path{call: e.Func == u.fn}
	for i, a := range e.Args {
		x := e.Func.Params[i]
		if u.chosen[x] == nil {
			p = p.then(u.expr(a, true))
			continue
		}
		p = p.then(u.expr(a, false))
		for _, r := range u.rootsOf(a) {
			if u.chosen[r] == nil {
				u.refused[x] = true
			}
		}
	}
	return p
}

func (u *mapUses) match(e *scfml.CaseExpr, whole bool) path {
	var p path
	if x, _, ok := binding(e); ok {
		u.roots[x] = u.rootsOf(e.Scrut)
		p = u.expr(e.Scrut, len(u.roots[x]) == 0)
	} else {
		p = u.expr(e.Scrut, true)
	}
	arms := path{}
	for _, a := range e.Arms {
		arms = arms.or(u.expr(a.Body, whole))
	}
	return p.then(arms)
}

// rootsOf are the parameters that the map e is made from.
func (u *mapUses) rootsOf(e scfml.Expr) []*scfml.Var {
	switch e := e.(type) {
	case *scfml.VarExpr:
		return u.roots[e.Var]
	case *scfml.PrimExpr:
		if _, constant := keyOfOperation(e); constant && e.Op != scfml.OpMapFind {
			return u.rootsOf(e.Args[0])
		}
	case *scfml.CaseExpr:
		var out []*scfml.Var
		for _, a := range e.Arms {
			for _, x := range u.rootsOf(a.Body) {
				if !slices.Contains(out, x) {
					out = append(out, x)
				}
			}
		}
		return out
	}
	return nil
}
