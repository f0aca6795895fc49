package simplify

import (
	"cmp"
	"context"
	"math"

	"scf/internal/stop"
	"scf/scfml/core"
)

// This file tells what a simplified program was left with, and why: which calls were not replaced by the body of the function, and which
// matches not moved into the arms of the match that makes what they take apart. Nothing is noted while programs are simplified: whoever wants
// to know has one more round asked what it would do, and none of it done. So what is told is about the program as it is, and what an early
// round gave up and a later one did is not in it.

// Refusal is what stops a transformation of one expression.
type Refusal int

// The refusals, from those that an option lifts to those that nothing does.
const (
	NotRefused   Refusal = iota // a further round would do it, or it was not asked for
	SwitchedOff                 // Options.Disable...
	OverGrowth                  // Options.MaxGrowth: the program may not grow by the copies
	OverInline                  // Options.InlineSize and InlineCopies: the function is larger, and so are its copies
	OverCopies                  // Options.CaseOfCaseSize: the copies of what follows are larger
	OverBranches                // there are more ends than are looked at
	Elsewhere                   // what follows does not take it apart at once
	Undecided                   // no arm decides what follows
	Recursive                   // the function calls itself
)

// Refusals asks for each call of p, and for each match on the result of a match of several arms, what stops it from being simplified, under
// the bounds of o. p is a program as Run gives it, SizeLimit what Report.SizeLimit said; p is not changed. Expressions that nothing stops are
// left out, as are those that simplification takes apart or does not come to.
func Refusals(ctx context.Context, p *core.Program, o Options) (_ map[core.Expr]Refusal, err error) {
	defer stop.Recover(&err)
	s := newSession(ctx, o)
	s.refused = map[core.Expr]Refusal{}
	asked := *p
	s.program = &asked
	for _, f := range p.Funcs {
		s.hasDead = s.hasDead || mentionsDead(f.Body)
	}
	s.recall()
	s.growth = newAllowance(s.size(), cmp.Or(s.opts.SizeLimit, math.MaxInt), &s.opts)
	graph := s.callGraph()
	s.growth.often = graph.often
	for _, f := range p.Funcs {
		m := s.growth.means(f, s.growth.left)
		s.askCalls(f.Body, graph, m)
		s.newBuilder(f, f.Body, m).build(nil)
	}
	return s.refused, nil
}

// refuse notes why nothing is done about e; the result is false.
func (s *session) refuse(e core.Expr, why Refusal) bool {
	if s.refused != nil {
		s.refused[e] = why
	}
	return false
}

// askCalls asks for each call in e whether it would be inlined were it the only one.
func (s *session) askCalls(e core.Expr, g *callGraph, m means) {
	core.Children(e, func(x core.Expr) { s.askCalls(x, g, m) })
	if c, ok := e.(*core.CallExpr); ok {
		if s.opts.DisableInline {
			s.refuse(c, SwitchedOff)
		} else {
			(&inlining{run: s, graph: g, ledger: ledger{means: m}}).call(c)
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
