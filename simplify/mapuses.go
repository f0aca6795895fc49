package simplify

import (
	"slices"

	"scf/scfml/core"
)

// This file decides which parameters with known keys had better stay maps [SIM-UNBOX-MAP].

// mapUses looks at how one function uses its parameters that are chosen to be unboxed, and what it hands over to those of others.
type mapUses struct {
	chosen    map[*core.Var]*keysOf
	fn        *core.Func
	recursive bool                      // the function calls itself
	roots     map[*core.Var][]*core.Var // the parameters that the map of a local variable is made from
	refused   map[*core.Var]bool
}

// path is what may happen on the way through an expression.
type path struct {
	call  bool               // the function calls itself
	whole map[*core.Var]bool // a map made from the parameter is used as a whole
	both  map[*core.Var]bool // both on one way
}

// refuse gives the parameters that are not to be unboxed as far as the function is concerned: its own that it uses as a whole, other than
// on the way out of its recursion, and those of others that get maps made from a parameter that is not unboxed.
func (u *mapUses) refuse() map[*core.Var]bool {
	core.Calls(u.fn.Body, func(g *core.Func) { u.recursive = u.recursive || g == u.fn })
	for _, x := range u.fn.Params {
		u.roots[x] = []*core.Var{x}
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

func union(a, b map[*core.Var]bool) map[*core.Var]bool {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	c := make(map[*core.Var]bool, len(a)+len(b))
	for _, m := range []map[*core.Var]bool{a, b} {
		for x := range m {
			c[x] = true
		}
	}
	return c
}

// expr is what may happen in e; whole reports whether its value is used otherwise than by operations under constant keys.
func (u *mapUses) expr(e core.Expr, whole bool) path {
	switch e := e.(type) {
	case *core.VarExpr:
		if whole {
			p := path{}
			for _, x := range u.roots[e.Var] {
				p.whole = union(p.whole, map[*core.Var]bool{x: true})
			}
			return p
		}
		return path{}
	case *core.CaseExpr:
		return u.match(e, whole)
	case *core.CallExpr:
		return u.call(e)
	case *core.PrimExpr:
		if _, constant := keyOfOperation(e); constant {
			p := u.expr(e.Args[0], whole && e.Op != core.OpMapFind)
			for _, a := range e.Args[2:] {
				p = p.then(u.expr(a, true))
			}
			return p
		}
	}
	p := path{}
	core.Children(e, func(x core.Expr) { p = p.then(u.expr(x, true)) })
	return p
}

func (u *mapUses) call(e *core.CallExpr) path {
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

func (u *mapUses) match(e *core.CaseExpr, whole bool) path {
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
func (u *mapUses) rootsOf(e core.Expr) []*core.Var {
	switch e := e.(type) {
	case *core.VarExpr:
		return u.roots[e.Var]
	case *core.PrimExpr:
		if _, constant := keyOfOperation(e); constant && e.Op != core.OpMapFind {
			return u.rootsOf(e.Args[0])
		}
	case *core.CaseExpr:
		var out []*core.Var
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
