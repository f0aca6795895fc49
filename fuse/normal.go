package fuse

import (
	"slices"

	"scf/scfml/core"
)

// The form that sites are looked for in: what a call gives is bound by variables for its components, and so are calls that stand as
// arguments of calls; constructions that a call alone takes stand in it.

// boundBy are the variables that a let binds: one for the whole, or one for each component of a tuple; none where it binds otherwise.
func boundBy(x *core.CaseExpr) []*core.Var {
	if len(x.Arms) != 1 {
		return nil
	}
	switch p := x.Arms[0].Pat.(type) {
	case *core.VarPat:
		return []*core.Var{p.Var}
	case *core.TuplePat:
		var vars []*core.Var
		for _, q := range p.Elems {
			v, ok := q.(*core.VarPat)
			if !ok {
				return nil
			}
			vars = append(vars, v.Var)
		}
		return vars
	}
	return nil
}

// normal is e in that form, without arms that are not taken.
func (f *fuser) normal(e core.Expr) core.Expr {
	of := scope{}
	var walk func(core.Expr) core.Expr
	walk = func(e core.Expr) core.Expr {
		c, ok := e.(*core.CaseExpr)
		if !ok {
			return f.calls(core.Rebuild(e, walk))
		}
		out := &core.CaseExpr{Scrut: walk(c.Scrut), Arms: c.Arms, Pos: c.Pos}
		if call, ok := out.Scrut.(*core.CallExpr); ok {
			out.Arms = f.whole(call.Func, c)
		}
		f.bind(out, of)
		arms := feasible(out.Arms, f.head(out.Scrut, of))
		out.Arms = nil
		for _, a := range arms {
			out.Arms = append(out.Arms, core.Arm{Pat: a.Pat, Body: walk(a.Body)})
		}
		return out
	}
	return walk(e)
}

// whole are the arms of c, where it takes apart the tuple that g gives with a variable for each component.
func (f *fuser) whole(g *core.Func, c *core.CaseExpr) []core.Arm {
	ts := resultTypes(g)
	if len(c.Arms) != 1 || len(ts) == 1 {
		return c.Arms
	}
	p, ok := c.Arms[0].Pat.(*core.TuplePat)
	if !ok {
		return c.Arms
	}
	body, pats := c.Arms[0].Body, slices.Clone(p.Elems)
	for i, q := range slices.Backward(p.Elems) {
		if _, ok := q.(*core.VarPat); ok {
			continue
		}
		v := f.fresh("r", ts[i])
		pats[i] = &core.VarPat{Var: v}
		if _, ok := q.(*core.WildPat); !ok {
			body = &core.CaseExpr{Scrut: &core.VarExpr{Var: v}, Arms: []core.Arm{{Pat: q, Body: body}}, Pos: c.Pos}
		}
	}
	return []core.Arm{{Pat: &core.TuplePat{Elems: pats}, Body: body}}
}

// calls binds the calls that are arguments of e, a call.
func (f *fuser) calls(e core.Expr) core.Expr {
	c, ok := e.(*core.CallExpr)
	if !ok {
		return e
	}
	var lets []*core.CaseExpr
	args := slices.Clone(c.Args)
	for i, a := range args {
		if inner, ok := a.(*core.CallExpr); ok {
			v := f.fresh("r", inner.Func.Result)
			args[i] = &core.VarExpr{Var: v}
			lets = append(lets, core.Let(&core.VarPat{Var: v}, inner, nil))
		}
	}
	if len(lets) == 0 {
		return e
	}
	return within(lets, &core.CallExpr{Func: c.Func, Args: args, Pos: c.Pos})
}

// within is the body inside lets, the first outermost.
func within(lets []*core.CaseExpr, body core.Expr) core.Expr {
	for _, l := range slices.Backward(lets) {
		body = &core.CaseExpr{Scrut: l.Scrut, Arms: []core.Arm{{Pat: l.Arms[0].Pat, Body: body}}, Pos: l.Pos}
	}
	return body
}

// substituted is e with constructions of trees that are bound for the argument of one call alone in its place.
func (f *fuser) substituted(e core.Expr) core.Expr {
	e = core.Rebuild(e, f.substituted)
	c, ok := e.(*core.CaseExpr)
	if !ok {
		return e
	}
	vars := boundBy(c)
	if _, ok := c.Scrut.(*core.ConExpr); !ok || len(vars) != 1 || !f.isTree(vars[0]) {
		return e
	}
	body := c.Arms[0].Body
	uses, others := usesOf(body, vars[0], true)
	if len(uses) != 1 || others > 0 || !always(body, uses) {
		return e
	}
	var put func(core.Expr) core.Expr
	put = func(e core.Expr) core.Expr {
		if core.IsVar(e, vars[0]) {
			return c.Scrut
		}
		return core.Rebuild(e, put)
	}
	return put(body)
}
