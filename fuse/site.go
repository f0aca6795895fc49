package fuse

import (
	"slices"

	"scf/scfml/core"
)

// Sites: where what a producer gives, a call or a match, is taken by one consumer.

// use is a call that a variable is an argument of.
type use struct {
	call *core.CallExpr
	path []*core.Arm // those around it, from the scope of the variable on, outermost first
	of   []*core.CaseExpr
}

// usesOf are the calls in e that v is an argument of, or inside too, part of a construction that is one; others counts its other uses.
func usesOf(e core.Expr, v *core.Var, inside bool) (uses []use, others int) {
	var at use
	var walk func(core.Expr)
	walk = func(e core.Expr) {
		switch x := e.(type) {
		case *core.VarExpr:
			if x.Var == v {
				others++
			}
		case *core.CallExpr:
			for _, a := range x.Args {
				if core.IsVar(a, v) || inside && builtWith(a, v) {
					uses = append(uses, use{x, slices.Clone(at.path), slices.Clone(at.of)})
				} else {
					walk(a)
				}
			}
		case *core.CaseExpr:
			walk(x.Scrut)
			for i := range x.Arms {
				at.path, at.of = append(at.path, &x.Arms[i]), append(at.of, x)
				walk(x.Arms[i].Body)
				at.path, at.of = at.path[:len(at.path)-1], at.of[:len(at.of)-1]
			}
		default:
			core.Children(e, walk)
		}
	}
	walk(e)
	return uses, others
}

// builtWith reports whether e is a construction of variables and constants that has v in it, once.
func builtWith(e core.Expr, v *core.Var) bool {
	_, ok := e.(*core.ConExpr)
	n, plain := 0, true
	core.Each(e, func(x core.Expr) {
		switch x.(type) {
		case *core.VarExpr, *core.Const, *core.ConExpr:
			if core.IsVar(x, v) {
				n++
			}
		default:
			plain = false
		}
	})
	return ok && plain && n == 1
}

// always reports whether one of the calls is made whenever e is computed.
func always(e core.Expr, calls []use) bool {
	within := func(e core.Expr) bool { return always(e, calls) }
	switch x := e.(type) {
	case *core.CaseExpr:
		return within(x.Scrut) || len(x.Arms) > 0 && !slices.ContainsFunc(x.Arms, func(a core.Arm) bool { return !within(a.Body) })
	case *core.CallExpr:
		return slices.ContainsFunc(calls, func(u use) bool { return u.call == x }) || slices.ContainsFunc(x.Args, within)
	case *core.IterExpr:
		return slices.ContainsFunc(x.Args, within)
	}
	found := false
	core.Children(e, func(x core.Expr) { found = found || within(x) })
	return found
}

// alike reports whether the calls do the same: the consumer may stand in several branches.
func alike(calls []use) bool {
	first := calls[0].call
	return !slices.ContainsFunc(calls[1:], func(u use) bool {
		return u.call.Func != first.Func || !slices.EqualFunc(u.call.Args, first.Args, sameAtom)
	})
}

// sameAtom reports whether a and b are the same variable, or equal constants.
func sameAtom(a, b core.Expr) bool {
	switch x := a.(type) {
	case *core.VarExpr:
		return core.IsVar(b, x.Var)
	case *core.Const:
		y, ok := b.(*core.Const)
		return ok && core.Equal(x.Value, y.Value)
	}
	return false
}

// sites is e with the sites in it fused.
func (f *fuser) sites(e core.Expr) core.Expr {
	for {
		c, ok := e.(*core.CaseExpr)
		if !ok {
			break
		}
		fused := f.site(c)
		if fused == nil {
			break
		}
		e, f.changed = fused, true
	}
	e = core.Rebuild(e, f.sites)
	if c, ok := e.(*core.CallExpr); ok {
		if body := f.unfolded(c); body != nil {
			f.changed = true
			return body
		}
	}
	return e
}

// site is c, a let, with the consumer of a component of what it binds fused with the call that gives that, or moved to the ends of the match; nil
// where it has no such consumer.
func (f *fuser) site(c *core.CaseExpr) core.Expr {
	vars := boundBy(c)
	call, isCall := c.Scrut.(*core.CallExpr)
	match, isMatch := c.Scrut.(*core.CaseExpr)
	switch {
	case len(vars) == 0:
		return nil
	case isCall && (call.Func == f.program.Entry || len(vars) != len(resultTypes(call.Func))):
		return nil
	case isMatch && len(match.Arms) > 1:
		for _, v := range vars {
			f.joined[v] = f.isTree(v)
		}
		if !givesTuples(match, len(vars)) {
			return nil
		}
	case !isCall:
		return nil
	}
	for _, v := range vars {
		if !f.isTree(v) {
			continue
		}
		body := c.Arms[0].Body
		uses, others := usesOf(body, v, isMatch)
		if len(uses) == 0 || others > 0 || uses[0].call.Func == f.program.Entry || !alike(uses) || !always(body, uses) {
			continue
		}
		k := f.consumer(body, uses, vars)
		if k == nil {
			continue
		}
		if isMatch {
			f.report.Moved++
			ends := f.atEnds(match, len(vars), func(given []core.Expr) core.Expr { return f.consume(given, k, nil) })
			return within(k.before, core.Let(k.pattern(), ends, k.rest))
		}
		if g := f.pair(call.Func, k); g != nil {
			args := slices.Clone(call.Args)
			for _, x := range k.early {
				args = append(args, &core.VarExpr{Var: x})
			}
			return within(k.before, core.Let(k.pattern(), &core.CallExpr{Func: g, Args: args, Pos: call.Pos}, k.rest))
		}
	}
	return nil
}

// unfolded is the consumer that c calls on a construction, in place of the call; nil where that decides nothing, or not yet.
func (f *fuser) unfolded(c *core.CallExpr) core.Expr {
	g := c.Func
	match, ok := g.Body.(*core.CaseExpr)
	if g == f.program.Entry || !ok || f.repeats[g] || core.Size(match) > f.limits.Consumer {
		return nil
	}
	decided := false
	for i, x := range g.Params {
		if !f.isTree(x) {
			continue
		}
		switch a := c.Args[i].(type) {
		case *core.ConExpr:
			for _, p := range patternsFor(match, x) {
				if f.tests(p, a) {
					return nil // the one that gives the variable is to meet the consumer first
				}
				decided = true
			}
		case *core.Const:
			decided = decided || len(patternsFor(match, x)) > 0
		}
	}
	if !decided {
		return nil
	}
	sub := map[*core.Var]core.Expr{}
	var lets []*core.CaseExpr
	for i, x := range g.Params {
		v := f.fresh(x.Name, g.ParamTypes[i])
		sub[x] = &core.VarExpr{Var: v}
		lets = append(lets, core.Let(&core.VarPat{Var: v}, c.Args[i], nil))
	}
	return within(lets, f.clone(match, sub))
}

// patternsFor are the patterns that the match has for the variable x, which it matches alone or in a tuple.
func patternsFor(match *core.CaseExpr, x *core.Var) []core.Pat {
	var out []core.Pat
	for _, a := range match.Arms {
		if core.IsVar(match.Scrut, x) {
			out = append(out, a.Pat)
			continue
		}
		t, ok := match.Scrut.(*core.TupleExpr)
		p, isTuple := a.Pat.(*core.TuplePat)
		if !ok || !isTuple {
			continue
		}
		if i := slices.IndexFunc(t.Elems, func(e core.Expr) bool { return core.IsVar(e, x) }); i >= 0 {
			out = append(out, p.Elems[i])
		}
	}
	return out
}

// tests reports whether p tests a tree in e that a match gives.
func (f *fuser) tests(p core.Pat, e core.Expr) bool {
	c, ok := core.Bare(p).(*core.ConPat)
	if !ok {
		return false
	}
	switch x := e.(type) {
	case *core.VarExpr:
		return f.joined[x.Var]
	case *core.ConExpr:
		if x.Con != c.Con {
			return false
		}
		for i, q := range c.Args {
			if f.tests(q, x.Args[i]) {
				return true
			}
		}
	}
	return false
}
