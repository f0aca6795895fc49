package simplify

import "scf/scfml"

// This file replaces calls by the bodies of the functions called [SIM-INLINE].

// inlineInto inlines calls in f; false where there is none to inline.
func (s *session) inlineInto(f *scfml.Func, g *callGraph) bool {
	inlined := false
	var walk func(scfml.Expr) scfml.Expr
	walk = func(e scfml.Expr) scfml.Expr {
		e = scfml.Rebuild(e, walk)
		c, ok := e.(*scfml.CallExpr)
		if !ok || !s.inlines(f, c.Func, g) {
			return e
		}
		inlined = true
		s.report.Inlined++
		return s.body(c, g.calls[c.Func] == 1)
	}
	f.Body = walk(f.Body)
	return inlined
}

// inlines tells whether calls of callee in caller are inlined, and accounts for the copy.
func (s *session) inlines(caller, callee *scfml.Func, g *callGraph) bool {
	if s.calledOnce(callee, g) {
		return true
	}
	if callee == caller || callee == s.program.Entry || s.skipped[callee] || g.recursive[callee] {
		return false
	}
	size := scfml.Size(callee.Body)
	return size <= s.opts.InlineSize && s.grow(size)
}

// calledOnce tells whether f is to be inlined in the one place that calls it, and so will be gone.
func (s *session) calledOnce(f *scfml.Func, g *callGraph) bool {
	return !s.opts.DisableInline && g.calls[f] == 1 && f != s.program.Entry && !s.skipped[f] && g.caller[f] != f &&
		!s.skipped[g.caller[f]]
}

// body is the body of the function that c calls with its parameters bound to c's arguments; the function itself, where nothing
// else calls it, or a copy.
func (s *session) body(c *scfml.CallExpr, only bool) scfml.Expr {
	params, body := c.Func.Params, c.Func.Body
	if !only {
		params = make([]*scfml.Var, len(c.Func.Params))
		sub := map[*scfml.Var]scfml.Expr{}
		for i, p := range c.Func.Params {
			params[i] = &scfml.Var{Name: p.Name}
			sub[p] = &scfml.VarExpr{Var: params[i]}
		}
		body = scfml.Clone(body, sub)
	}
	for i := len(params) - 1; i >= 0; i-- {
		body = scfml.Let(&scfml.VarPat{Var: params[i]}, c.Args[i], body)
	}
	return body
}
