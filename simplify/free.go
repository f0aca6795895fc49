package simplify

import (
	"scf/scfml/core"
)

// freeVars finds free variables; those of a match's arms are found once, since joins look at what follows a match again and again.
type freeVars map[*core.CaseExpr][]*core.Var

// varSet is a set of variables in the order of their first use.
type varSet struct {
	vars []*core.Var
	has  map[*core.Var]bool
}

func (s *varSet) add(v *core.Var) {
	if !s.has[v] {
		if s.has == nil {
			s.has = map[*core.Var]bool{}
		}
		s.has[v] = true
		s.vars = append(s.vars, v)
	}
}

// addExcept adds the variables of inner that bound does not bind.
func (s *varSet) addExcept(inner, bound []*core.Var) {
	binds := map[*core.Var]bool{}
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
func (f freeVars) expr(e core.Expr, out *varSet) {
	switch e := e.(type) {
	case *core.VarExpr:
		out.add(e.Var)
	case *core.CaseExpr:
		f.expr(e.Scrut, out)
		f.arms(e, out)
	case *core.IterExpr:
		inner := varSet{}
		f.expr(e.Body, &inner)
		out.addExcept(inner.vars, e.Params)
		for _, a := range e.Args {
			f.expr(a, out)
		}
	default:
		core.Children(e, func(x core.Expr) { f.expr(x, out) })
	}
}

// arms adds the free variables of e's arms to out.
func (f freeVars) arms(e *core.CaseExpr, out *varSet) {
	vars, ok := f[e]
	if !ok {
		all := varSet{}
		for _, a := range e.Arms {
			inner := varSet{}
			f.expr(a.Body, &inner)
			all.addExcept(inner.vars, core.PatVars(a.Pat))
		}
		vars = all.vars
		f[e] = vars
	}
	for _, v := range vars {
		out.add(v)
	}
}
