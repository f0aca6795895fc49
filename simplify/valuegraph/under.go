package valuegraph

import (
	"scf/scfml/core"
)

// This file measures copies of code that become small where they are put [SIM-CASE-CASE]. In
//
//	case (case b of true => n = 1 | _ => false) of true => e | _ => rest
//
// rest is copied into two arms, but where b is false the tests of rest that ask for b again are decided, and little is left of it.

// ends appends what is known of variables at the ends of e, in the order of tailsOf.
func ends(e core.Expr, known heads, to []heads) []heads {
	c, ok := e.(*core.CaseExpr)
	if !ok {
		return append(to, known)
	}
	v, isVar := c.Scrut.(*core.VarExpr)
	for i, a := range c.Arms {
		inner := known
		if h, ok := headOfArm(c.Arms, i); isVar && ok {
			inner = heads{v.Var: h}
			for x, h := range known {
				inner[x] = h
			}
		}
		to = ends(a.Body, inner, to)
	}
	return to
}

// headOfArm is what a value has that arm i takes: what its pattern asks for, or the truth value that no other arm takes.
func headOfArm(arms []core.Arm, i int) (head, bool) {
	if h, ok := headOfPat(arms[i].Pat); ok {
		return h, true
	}
	if i == 1 && core.Irrefutable(arms[1].Pat) {
		if h, _ := headOfPat(arms[0].Pat); h.lit != nil {
			if t, ok := h.lit.(core.Bool); ok {
				return head{lit: !t}, true
			}
		}
	}
	return head{}, false
}

// addedUnder is what added gives, with copies that are as small as what is known at the ends of k's scrutinee makes them. It is more than
// limit where that is too much.
func (p plan) addedUnder(b *builder, k *cont, limit int) int {
	known := ends(k.match.Scrut, nil, nil)
	added := 0
	for i, n := range p.uses {
		if n <= 1 {
			continue
		}
		added += (n - 1) * k.next.weight()
		whole := 1 // the copies that need no room: the arm is there already
		for t, at := range p.arm {
			if at != i && at >= 0 {
				continue
			}
			m := measure{known: known[t], left: limit - added}
			if m.size(k.match.Arms[i].Body); m.left >= 0 {
				added = limit - m.left
			} else if whole--; whole < 0 {
				return limit + 1
			}
		}
	}
	return added
}

// measure counts the nodes of code that are left where something is known.
type measure struct {
	known heads
	left  int // negative: there are more than it was to count
}

func (m *measure) size(e core.Expr) {
	if m.left--; m.left < 0 {
		return
	}
	if c, ok := e.(*core.CaseExpr); ok {
		if a := m.taken(c); a != nil {
			m.size(a.Body)
			return
		}
	}
	core.Children(e, m.size)
}

// taken is the arm of c that is taken, where that is known and c tests what is there without it; otherwise nil.
func (m *measure) taken(c *core.CaseExpr) *core.Arm {
	scrut := m.result(c.Scrut)
	switch scrut.(type) {
	case *core.VarExpr, *core.Const:
		if i, ok := leadsTo(m.known, scrut, c.Arms); ok {
			return &c.Arms[i]
		}
	}
	return nil
}

// result is the expression in which e ends, as far as it is known which.
func (m *measure) result(e core.Expr) core.Expr {
	for {
		c, ok := e.(*core.CaseExpr)
		if !ok {
			return e
		}
		a := m.taken(c)
		if a == nil {
			return e
		}
		e = a.Body
	}
}
