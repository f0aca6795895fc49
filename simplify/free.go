package simplify

import "scf/scfml"

// freeVars finds free variables; those of a match's arms are found once, since joins look at what follows a match again and again.
type freeVars map[*scfml.CaseExpr][]*scfml.Var

// varSet is a set of variables in the order of their first use.
type varSet struct {
	vars []*scfml.Var
	has  map[*scfml.Var]bool
}

func (s *varSet) add(v *scfml.Var) {
	if !s.has[v] {
		if s.has == nil {
			s.has = map[*scfml.Var]bool{}
		}
		s.has[v] = true
		s.vars = append(s.vars, v)
	}
}

// addExcept adds the variables of inner that bound does not bind.
func (s *varSet) addExcept(inner, bound []*scfml.Var) {
	binds := map[*scfml.Var]bool{}
	for _, v := range bound {
		binds[v] = true
	}
	for _, v := range inner {
		if !binds[v] {
			s.add(v)
		}
	}
}

// expr adds the free variables of e to out.
func (f freeVars) expr(e scfml.Expr, out *varSet) {
	switch e := e.(type) {
	case *scfml.VarExpr:
		out.add(e.Var)
	case *scfml.CaseExpr:
		f.expr(e.Scrut, out)
		f.arms(e, out)
	case *scfml.IterExpr:
		inner := varSet{}
		f.expr(e.Body, &inner)
		out.addExcept(inner.vars, e.Params)
		for _, a := range e.Args {
			f.expr(a, out)
		}
	default:
		scfml.Children(e, func(x scfml.Expr) { f.expr(x, out) })
	}
}

// arms adds the free variables of e's arms to out.
func (f freeVars) arms(e *scfml.CaseExpr, out *varSet) {
	vars, ok := f[e]
	if !ok {
		all := varSet{}
		for _, a := range e.Arms {
			inner := varSet{}
			f.expr(a.Body, &inner)
			all.addExcept(inner.vars, scfml.PatVars(a.Pat))
		}
		vars = all.vars
		f[e] = vars
	}
	for _, v := range vars {
		out.add(v)
	}
}
