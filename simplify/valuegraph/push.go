package valuegraph

import (
	"scf/scfml/core"
	"scf/simplify/refusal"
)

// This file decides where a match moves into the arms of the match that makes its scrutinee [SIM-CASE-CASE]:
//
//	case (case c of A => SOME x | B => NONE) of SOME v => e | NONE => e'   becomes   case c of A => e[x/v] | B => e'
//
// It is worth it where at least one of those arms ends in something that decides the match. The arms of the outer match are
// copied once for each inner arm that may lead to them.

// pushes reports whether the match that k stands for is to be done in each arm of its scrutinee, and accounts for the copies.
func (b *builder) pushes(k *cont) bool {
	if b.opts.DisableCaseOfCase {
		return b.unit.Refused.Refuse(k.match, refusal.SwitchedOff)
	}
	tails, ok := b.tails(k.match.Scrut)
	if !ok {
		return b.unit.Refused.Refuse(k.match, refusal.OverBranches)
	}
	if x, body, ok := k.match.Binding(); ok {
		return b.pushesBinding(k, x, body, tails)
	}
	p := b.plan(k.match.Arms, tails)
	if p.decided == 0 {
		return b.unit.Refused.Refuse(k.match, refusal.Undecided)
	}
	added := p.added(b, k)
	if added > b.opts.CaseOfCaseSize {
		added = p.addedUnder(b, k, b.opts.CaseOfCaseSize)
	}
	switch {
	case added > b.opts.CaseOfCaseSize:
		return b.unit.Refused.Refuse(k.match, refusal.OverCopies)
	case !b.grants(added):
		return b.unit.Refused.Refuse(k.match, refusal.OverGrowth)
	}
	return true
}

// pushesBinding decides `let x = (case ...) in body`: body moves into the arms where it leads to a match on x that they decide, or is small and has a
// match on x in it that most of them decide.
func (b *builder) pushesBinding(k *cont, x *core.Var, body core.Expr, tails []core.Expr) bool {
	if c, before := b.firstMatch(body, x, len(tails)-1); c != nil {
		p := b.plan(c.Arms, tails)
		added := p.added(b, &cont{match: c, next: k.next}) + (len(tails)-1)*before
		if p.decided > 0 && added <= b.opts.CaseOfCaseSize {
			return b.grants(added) || b.unit.Refused.Refuse(k.match, refusal.OverGrowth)
		}
	}
	added := (len(tails) - 1) * k.size
	if added > b.opts.CaseOfCaseSize && b.unit.Refused == nil {
		return false
	}
	why := b.undecidedIn(body, x, tails)
	switch {
	case why != refusal.None:
	case added > b.opts.CaseOfCaseSize:
		why = refusal.OverCopies
	case !b.grants(added):
		why = refusal.OverGrowth
	default:
		return true
	}
	return b.unit.Refused.Refuse(k.match, why)
}

// firstMatch is the match on x to which body leads through lets, and the size of the lets; or nil, also where so many copies of the lets are too
// large.
func (b *builder) firstMatch(body core.Expr, x *core.Var, copies int) (c *core.CaseExpr, before int) {
	for copies*before <= b.opts.CaseOfCaseSize {
		c, ok := body.(*core.CaseExpr)
		switch {
		case !ok:
			return nil, 0
		case core.IsVar(c.Scrut, x):
			return c, before
		case len(c.Arms) != 1:
			return nil, 0
		}
		before += 1 + b.size(c.Scrut)
		body = c.Arms[0].Body
	}
	return nil, 0
}

// undecidedIn is what speaks against moving e into the arms that give x, which end in tails: nothing where at least half of them decide a match on x in e.
// (Where one of them is enough, half of the built-in workloads take 1.5 % more late operations as a geometric mean; where operations on x count for as much
// as matches, 4 %.)
func (b *builder) undecidedIn(e core.Expr, x *core.Var, tails []core.Expr) refusal.Kind {
	why := refusal.Elsewhere
	if c, ok := e.(*core.CaseExpr); ok && core.IsVar(c.Scrut, x) {
		if why = refusal.Undecided; 2*b.plan(c.Arms, tails).decided >= len(tails) {
			return refusal.None
		}
	}
	core.Children(e, func(inner core.Expr) {
		if why != refusal.None {
			if w := b.undecidedIn(inner, x, tails); w != refusal.Elsewhere {
				why = w
			}
		}
	})
	return why
}

// tails are the expressions in which e ends; false where there are too many.
func (b *builder) tails(e core.Expr) ([]core.Expr, bool) {
	tails := tailsOf(e, nil, b.limits.Ends)
	return tails, len(tails) <= b.limits.Ends
}

// tailsOf appends the expressions in which e ends, up to one more than limit.
func tailsOf(e core.Expr, tails []core.Expr, limit int) []core.Expr {
	c, ok := e.(*core.CaseExpr)
	if !ok {
		return append(tails, e)
	}
	for _, a := range c.Arms {
		if len(tails) <= limit {
			tails = tailsOf(a.Body, tails, limit)
		}
	}
	return tails
}

// plan is which arms of a match the ends of its scrutinee lead to.
type plan struct {
	uses    []int // for each arm, the ends that may lead to it
	decided int   // the ends that lead to one arm
	arm     []int // for each end the arm that it leads to, or -1
}

func (b *builder) plan(arms []core.Arm, tails []core.Expr) plan {
	p := plan{uses: make([]int, len(arms))}
	for _, t := range tails {
		i, ok := leadsTo(b, t, arms)
		p.arm = append(p.arm, i)
		if ok {
			p.decided++
			p.uses[i]++
			continue
		}
		for i := range p.uses {
			p.uses[i]++
		}
	}
	return p
}

// added is how many nodes the copies of k's arms, and of what follows, have.
func (p plan) added(b *builder, k *cont) int {
	added := 0
	for i, n := range p.uses {
		if n > 1 {
			added += (n - 1) * (b.size(k.match.Arms[i].Body) + k.next.weight())
		}
	}
	return added
}
