package simplify

import (
	"slices"

	"scf/scfml/core"
	"scf/simplify/ledger"
	"scf/simplify/refusal"
)

// This file replaces calls by the bodies of the functions called [SIM-INLINE].

// inlining replaces calls in one function.
type inlining struct {
	run     *session
	graph   *callGraph
	ledger  ledger.Ledger
	inlined []*core.Func // the functions whose calls were replaced, one for each call
}

// inlineInto inlines calls in f; false where there is none to inline.
func (s *session) inlineInto(f *core.Func, g *callGraph) bool {
	in := &inlining{run: s, graph: g, ledger: ledger.Ledger{Means: s.growth.Means(f, s.growth.Left)}}
	f.Body = in.into(f)
	s.settle(in.ledger.Asked)
	s.report.Inlined += len(in.inlined)
	for _, g := range in.inlined {
		s.moved(Inlined, g, f)
	}
	return len(in.inlined) > 0
}

// into is f's body with calls inlined. It changes nothing that others see.
func (in *inlining) into(f *core.Func) core.Expr {
	if in.run.opts.DisableInline || !in.any(f) {
		return f.Body
	}
	return in.expr(f.Body)
}

// any reports whether a call in f is inlined.
func (in *inlining) any(f *core.Func) bool {
	for _, c := range in.run.outline(f).calls {
		n, why := in.run.inlinable(c, in.graph)
		switch {
		case why != refusal.None:
		case in.ledger.Cover(n, worth(c)):
			return true
		default:
			in.ledger.Grants(n, worth(c)) // it does not
		}
	}
	return false
}

func (in *inlining) expr(e core.Expr) core.Expr {
	e = core.Rebuild(e, in.expr)
	c, ok := e.(*core.CallExpr)
	if !ok || !in.call(c) {
		return e
	}
	in.inlined = append(in.inlined, c.Func)
	return in.run.body(c, in.graph.calls[c.Func] == 1)
}

// call reports whether the call c is inlined, and accounts for the copy.
func (in *inlining) call(c *core.CallExpr) bool {
	n, why := in.run.inlinable(c, in.graph)
	if why == refusal.None && !in.ledger.Grants(n, worth(c)) {
		why = refusal.OverGrowth
	}
	return why == refusal.None || in.run.unit.Refused.Refuse(c, why)
}

// inlinable tells what stops the call c from being inlined, however much the program may grow, and how many nodes the copy has. A function that
// may call itself without another breaker in between is inlined only where an argument decides the match that it begins with; a round does that
// once.
func (s *session) inlinable(c *core.CallExpr, g *callGraph) (n int, why refusal.Kind) {
	f := c.Func
	if s.opts.Keep != nil && s.opts.Keep(f) {
		return 0, refusal.Recursive
	}
	if s.calledOnce(f, g) {
		return 0, refusal.None
	}
	if f == s.program.Entry {
		return 0, refusal.Recursive
	}
	limit := s.opts.InlineSize
	switch {
	case decides(c):
		limit *= s.opts.Limits.Decided
	case g.breakers[f]:
		return 0, refusal.Recursive
	}
	n = s.outline(f).size
	switch {
	case n <= limit || s.fewCopies(f, n, g):
		return n, refusal.None
	case g.breakers[f]:
		return n, refusal.Recursive
	}
	return n, refusal.OverInline
}

// fewCopies reports whether f, of that size, is called in so few places that its copies are not much.
func (s *session) fewCopies(f *core.Func, size int, g *callGraph) bool {
	return !s.opts.Apart && size*(g.calls[f]-1) <= s.opts.InlineCopies
}

// worth is what it is worth to inline c.
func worth(c *core.CallExpr) ledger.Worth {
	if decides(c) {
		return ledger.Decision
	}
	return ledger.Call
}

// decides reports whether the function that c calls begins with a match that an argument, a construction, decides.
func decides(c *core.CallExpr) bool {
	body, ok := c.Func.Body.(*core.CaseExpr)
	if !ok || len(body.Arms) < 2 {
		return false
	}
	for i, x := range c.Func.Params {
		if isOrHas(body.Scrut, x) {
			switch a := c.Args[i].(type) {
			case *core.ConExpr:
				return true
			case *core.Const:
				_, constructed := a.Value.(*core.ConValue)
				return constructed
			}
		}
	}
	return false
}

// isOrHas reports whether e is x, or a tuple of which x is a component.
func isOrHas(e core.Expr, x *core.Var) bool {
	t, isTuple := e.(*core.TupleExpr)
	return core.IsVar(e, x) || isTuple && slices.ContainsFunc(t.Elems, func(e core.Expr) bool { return core.IsVar(e, x) })
}

// calledOnce reports whether f is to be inlined in the one place that calls it, and so will be gone.
func (s *session) calledOnce(f *core.Func, g *callGraph) bool {
	return !s.opts.DisableInline && !s.opts.Apart && (s.opts.Keep == nil || !s.opts.Keep(f)) && g.calls[f] == 1 && f != s.program.Entry && g.caller[f] != f
}

// body is the body of the function that c calls with its parameters bound to c's arguments; the function itself, where nothing
// else calls it, or a copy.
func (s *session) body(c *core.CallExpr, only bool) core.Expr {
	params, body := c.Func.Params, c.Func.Body
	if !only {
		params = make([]*core.Var, len(c.Func.Params))
		sub := map[*core.Var]core.Expr{}
		for i, p := range c.Func.Params {
			params[i] = &core.Var{Name: p.Name}
			sub[p] = &core.VarExpr{Var: params[i]}
		}
		body = core.Clone(body, sub)
	}
	for i := len(params) - 1; i >= 0; i-- {
		body = core.Let(&core.VarPat{Var: params[i]}, c.Args[i], body)
	}
	return body
}
