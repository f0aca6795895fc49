package simplify

import (
	"slices"
	"sync"

	"scf/flow"
	"scf/scfml/core"
)

// This file defines what the rules for the whole program look at of each function. Most functions stay as they are in a round, so that their
// bodies are gone through once for all of these rules and rounds.

// outline is what a session knows of a function without looking through its body again, and what it knows it of: that body, with those parameters.
type outline struct {
	body   core.Expr
	params []*core.Var
	size   int
	calls  []*core.CallExpr // in the order of scfml.Calls
	uses   []flow.Kinds     // of the parameters
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
	if o == nil || o.body != f.Body || !slices.Equal(o.params, f.Params) {
		o = &outline{body: f.Body, params: f.Params}
		o.expr(f.Body)
		o.uses = flow.Uses(f)
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

func (o *outline) expr(e core.Expr) {
	o.size++
	if c, ok := e.(*core.CallExpr); ok {
		o.calls = append(o.calls, c)
	}
	core.Children(e, o.expr)
}
