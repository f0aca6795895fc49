package simplify

import (
	"slices"
	"sync"

	"scf/scfml/core"
)

// This file defines what the rules for the whole program look at of each function. Most functions stay as they are in a round, so that their
// bodies are gone through once for all of these rules and rounds.

// outline is what a session knows of a function without looking through its body again, and that body.
type outline struct {
	body   core.Expr
	size   int
	calls  []*core.CallExpr // in the order of scfml.Calls
	needed []*core.Var      // the parameters that are used otherwise than as arguments
	whole  []*core.Var      // those of which more is used so than what matches take out of them
}

// outlines are those of the functions as they were when somebody asked last.
type outlines struct {
	sync.Mutex
	of map[*core.Func]*outline
}

func (s *session) outline(f *core.Func) *outline {
	s.outlines.Lock()
	o := s.outlines.of[f]
	s.outlines.Unlock()
	if o == nil || o.body != f.Body {
		o = &outline{body: f.Body}
		o.expr(f.Body, f.Params)
		s.outlines.Lock()
		s.outlines.of[f] = o
		s.outlines.Unlock()
	}
	return o
}

// callsAny reports whether a function is called for which is holds.
func (o *outline) callsAny(is func(*core.Func) bool) bool {
	return slices.ContainsFunc(o.calls, func(c *core.CallExpr) bool { return is(c.Func) })
}

func (o *outline) expr(e core.Expr, params []*core.Var) {
	o.size++
	switch e := e.(type) {
	case *core.VarExpr:
		o.use(e.Var, params)
		return
	case *core.CallExpr:
		o.calls = append(o.calls, e)
		for _, a := range e.Args {
			if _, ok := a.(*core.VarExpr); ok {
				o.size++
			} else {
				o.expr(a, params)
			}
		}
		return
	case *core.CaseExpr:
		o.match(e, params)
		return
	}
	core.Children(e, func(x core.Expr) { o.expr(x, params) })
}

// match goes through c. To take a parameter apart is no use as a whole.
func (o *outline) match(c *core.CaseExpr, params []*core.Var) {
	elems, column := columnsOf(c)
	if len(elems) != 1 || elems[0] != c.Scrut {
		o.size++ // the tuple
	}
	for i, e := range elems {
		v, ok := e.(*core.VarExpr)
		if ok && slices.Contains(params, v.Var) && takenApart(c.Arms, func(p core.Pat) core.Pat { return column(p, i) }) {
			o.size++
			o.needed = including(o.needed, v.Var)
		} else {
			o.expr(e, params)
		}
	}
	for _, a := range c.Arms {
		o.expr(a.Body, params)
	}
}

func (o *outline) use(x *core.Var, params []*core.Var) {
	if slices.Contains(params, x) {
		o.needed = including(o.needed, x)
		o.whole = including(o.whole, x)
	}
}

// including is the list with x.
func including(list []*core.Var, x *core.Var) []*core.Var {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}
