package simplify

import (
	"cmp"
	"context"
	"math"

	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify/ledger"
	"scf/simplify/refusal"
)

// This file tells what a simplified program was left with, and why: which calls were not replaced by the body of the function, and which
// matches not moved into the arms of the match that makes what they take apart. Nothing is noted while programs are simplified: whoever wants
// to know has one more round asked what it would do, and none of it done. So what is told is about the program as it is, and what an early
// round gave up and a later one did is not in it.

// Refusals asks for each call of p, and for each match on the result of a match of several arms, what stops it from being simplified, under
// the bounds of o. p is a program as Run gives it, SizeLimit what Report.SizeLimit said; p is not changed. Expressions that nothing stops are
// left out, as are those that simplification takes apart or does not come to.
func Refusals(ctx context.Context, p *core.Program, o Options) (_ refusal.Notes, err error) {
	defer stop.Recover(&err)
	s := newSession(ctx, o)
	s.unit.Refused = refusal.Notes{}
	asked := *p
	s.program = &asked
	for _, f := range p.Funcs {
		s.unit.HasDead = s.unit.HasDead || mentionsDead(f.Body)
	}
	s.recall()
	graph := s.callGraph()
	s.growth = s.allowance(s.size(), cmp.Or(s.opts.SizeLimit, math.MaxInt), graph)
	for _, f := range p.Funcs {
		m := s.growth.Means(f, s.growth.Left)
		s.askCalls(f.Body, graph, m)
		s.unit.Ask(f, m)
	}
	return s.unit.Refused, nil
}

// askCalls asks for each call in e whether it would be inlined were it the only one.
func (s *session) askCalls(e core.Expr, g *callGraph, m ledger.Means) {
	core.Children(e, func(x core.Expr) { s.askCalls(x, g, m) })
	if c, ok := e.(*core.CallExpr); ok {
		if s.opts.DisableInline {
			s.unit.Refused.Refuse(c, refusal.SwitchedOff)
		} else {
			(&inlining{run: s, graph: g, ledger: ledger.Ledger{Means: m}}).call(c)
		}
	}
}

// mentionsDead reports whether e has dead values.
func mentionsDead(e core.Expr) bool {
	switch e := e.(type) {
	case *core.DeadExpr:
		return true
	case *core.Const:
		return core.HasDead(e.Value)
	}
	found := false
	core.Children(e, func(x core.Expr) { found = found || mentionsDead(x) })
	return found
}
