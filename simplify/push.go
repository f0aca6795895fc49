package simplify

import (
	"scf/scfml/core"
)

// This file decides where a match moves into the arms of the match that makes its scrutinee [SIM-CASE-CASE]:
//
//	case (case c of A => SOME x | B => NONE) of SOME v => e | NONE => e'   becomes   case c of A => e[x/v] | B => e'
//
// It is worth it where at least one of those arms ends in something that decides the match. The arms of the outer match are
// copied once for each inner arm that may lead to them; where that is too much the outer arm becomes a function of its own,
// if the call costs no more than what is saved [SIM-JOIN].

// maxTails bounds the ends of a scrutinee that are looked at.
const maxTails = 100

// pushes reports whether the match that k stands for is to be done in each arm of its scrutinee, and accounts for the copies.
func (b *builder) pushes(k *cont) bool {
	if b.opts.DisableCaseOfCase {
		return b.run.refuse(k.match, SwitchedOff)
	}
	tails, ok := tailsOf(k.match.Scrut, nil)
	if !ok {
		return b.run.refuse(k.match, OverBranches)
	}
	if x, body, ok := binding(k.match); ok {
		return b.pushesBinding(k, x, body, tails)
	}
	p := b.plan(k.match.Arms, tails)
	if p.decided == 0 {
		return b.run.refuse(k.match, Undecided)
	}
	added := p.added(b, k)
	if added > b.opts.CaseOfCaseSize {
		added = p.addedUnder(b, k, b.opts.CaseOfCaseSize)
	}
	if added <= b.opts.CaseOfCaseSize {
		return b.ledger.grants(added) || b.run.refuse(k.match, OverGrowth)
	}
	return b.joins(k, p)
}

// binding reports whether c is `let x = e in body`.
func binding(c *core.CaseExpr) (x *core.Var, body core.Expr, ok bool) {
	if len(c.Arms) != 1 {
		return nil, nil, false
	}
	p, ok := c.Arms[0].Pat.(*core.VarPat)
	if !ok {
		return nil, nil, false
	}
	return p.Var, c.Arms[0].Body, true
}

// pushesBinding decides `let x = (case ...) in body`: body moves into the arms where it leads to a match on x that they
// decide, or is small and does something with x that what they give simplifies.
func (b *builder) pushesBinding(k *cont, x *core.Var, body core.Expr, tails []core.Expr) bool {
	if c, before := b.firstMatch(body, x); c != nil {
		p := b.plan(c.Arms, tails)
		added := p.added(b, &cont{match: c, next: k.next}) + (len(tails)-1)*before
		if p.decided > 0 && added <= b.opts.CaseOfCaseSize {
			return b.ledger.grants(added) || b.run.refuse(k.match, OverGrowth)
		}
	}
	added := (len(tails) - 1) * k.size
	switch {
	case !b.anyKnown(tails):
		return b.run.refuse(k.match, Undecided)
	case !depends(body, x):
		return b.run.refuse(k.match, Elsewhere)
	case added > b.opts.CaseOfCaseSize:
		return b.run.refuse(k.match, OverCopies)
	case !b.ledger.grants(added):
		return b.run.refuse(k.match, OverGrowth)
	}
	return true
}

// firstMatch is the match on x to which body leads through lets, and the size of the lets; or nil.
func (b *builder) firstMatch(body core.Expr, x *core.Var) (c *core.CaseExpr, before int) {
	for {
		c, ok := body.(*core.CaseExpr)
		switch {
		case !ok:
			return nil, 0
		case isVar(c.Scrut, x):
			return c, before
		case len(c.Arms) != 1:
			return nil, 0
		}
		before += 1 + b.size(c.Scrut)
		body = c.Arms[0].Body
	}
}

func isVar(e core.Expr, x *core.Var) bool {
	v, ok := e.(*core.VarExpr)
	return ok && v.Var == x
}

// depends reports whether e matches x or applies a primitive to it, or a constructor to it and constants.
func depends(e core.Expr, x *core.Var) bool {
	switch y := e.(type) {
	case *core.CaseExpr:
		if isVar(y.Scrut, x) || anyVar(tupleElems(y.Scrut), x) {
			return true
		}
	case *core.PrimExpr:
		if anyVar(y.Args, x) {
			return true
		}
	case *core.ConExpr:
		if constBut(y.Args, x) {
			return true
		}
	case *core.TupleExpr:
		if constBut(y.Elems, x) {
			return true
		}
	}
	found := false
	core.Children(e, func(sub core.Expr) { found = found || depends(sub, x) })
	return found
}

// constBut reports whether es are constants and x.
func constBut(es []core.Expr, x *core.Var) bool {
	for _, e := range es {
		if _, ok := e.(*core.Const); !ok && !isVar(e, x) {
			return false
		}
	}
	return anyVar(es, x)
}

func anyVar(es []core.Expr, x *core.Var) bool {
	for _, e := range es {
		if isVar(e, x) {
			return true
		}
	}
	return false
}

func tupleElems(e core.Expr) []core.Expr {
	if t, ok := e.(*core.TupleExpr); ok {
		return t.Elems
	}
	return nil
}

// tailsOf appends the expressions in which e ends; false where there are too many.
func tailsOf(e core.Expr, tails []core.Expr) ([]core.Expr, bool) {
	c, ok := e.(*core.CaseExpr)
	if !ok {
		return append(tails, e), len(tails) < maxTails
	}
	for _, a := range c.Arms {
		if tails, ok = tailsOf(a.Body, tails); !ok {
			return nil, false
		}
	}
	return tails, true
}

// plan is which arms of a match the ends of its scrutinee lead to.
type plan struct {
	uses    []int // for each arm, the ends that may lead to it
	decided int   // the ends that lead to one arm
	open    int   // the others
	tails   []core.Expr
	arm     []int // for each end the arm that it leads to, or -1
}

func (b *builder) plan(arms []core.Arm, tails []core.Expr) plan {
	p := plan{uses: make([]int, len(arms)), tails: tails}
	for _, t := range tails {
		i, ok := b.leadsTo(t, arms)
		p.arm = append(p.arm, i)
		if ok {
			p.decided++
			p.uses[i]++
			continue
		}
		p.open++
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

// leadsTo is the arm that matches what e gives; false where that is not known. The last arm is it when no other is.
func (b *builder) leadsTo(e core.Expr, arms []core.Arm) (int, bool) {
	for i, a := range arms {
		switch fit := b.fits(e, a.Pat); {
		case fit == yes, fit == maybe && i == len(arms)-1:
			return i, i > 0 || b.known(e)
		case fit == maybe:
			return -1, false
		}
	}
	return -1, false
}

type answer int

const (
	no answer = iota
	maybe
	yes
)

// fits reports whether what e gives matches p.
func (b *builder) fits(e core.Expr, p core.Pat) answer {
	switch p := p.(type) {
	case *core.WildPat, *core.VarPat:
		return yes
	case *core.AsPat:
		return b.fits(e, p.Pat)
	}
	switch e := e.(type) {
	case *core.Const:
		return constFits(e.Value, p)
	case *core.ConExpr:
		if c, ok := p.(*core.ConPat); ok && c.Con == e.Con {
			return b.allFit(e.Args, c.Args)
		}
		return no
	case *core.TupleExpr:
		if t, ok := p.(*core.TuplePat); ok {
			return b.allFit(e.Elems, t.Elems)
		}
	case *core.VarExpr:
		return b.varFits(e, p)
	case *core.DeadExpr:
		return no
	}
	return maybe
}

func (b *builder) allFit(es []core.Expr, ps []core.Pat) answer {
	all := yes
	for i, e := range es {
		all = min(all, b.fits(e, ps[i]))
	}
	return all
}

// varFits looks up what is known about a variable that has its value already.
func (b *builder) varFits(e *core.VarExpr, p core.Pat) answer {
	v := b.env[e.Var]
	if v == nil {
		return maybe
	}
	v = b.resolve(v)
	if v.kind == constKind {
		return constFits(v.lit, p)
	}
	h, known := b.headOf(v)
	want, ok := headOfPat(p)
	switch {
	case !ok:
		return maybe
	case known && h != want, !known && b.excluded(v, want):
		return no
	case known && flat(p):
		return yes
	}
	return maybe
}

func constFits(lit core.Value, p core.Pat) answer {
	list := func(vs []core.Value, ps []core.Pat) answer {
		for i, v := range vs {
			if constFits(v, ps[i]) == no {
				return no
			}
		}
		return yes
	}
	switch p := p.(type) {
	case *core.AsPat:
		return constFits(lit, p.Pat)
	case *core.LitPat:
		if lit != p.Value {
			return no
		}
	case *core.ConPat:
		c, ok := lit.(*core.ConValue)
		if !ok || c.Con != p.Con {
			return no
		}
		return list(c.Args, p.Args)
	case *core.TuplePat:
		if t, ok := lit.(*core.Tuple); ok {
			return list(t.Elems, p.Elems)
		}
		return no
	}
	return yes
}

// known reports whether it shows what e gives.
func (b *builder) known(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Const, *core.ConExpr, *core.TupleExpr:
		return true
	case *core.VarExpr:
		if v := b.env[e.Var]; v != nil {
			_, ok := b.headOf(b.resolve(v))
			return ok
		}
	}
	return false
}

func (b *builder) anyKnown(tails []core.Expr) bool {
	for _, t := range tails {
		if b.known(t) {
			return true
		}
	}
	return false
}
