package valuegraph

import (
	"scf/scfml/core"
)

// This file says what decides a match: whether a test succeeds on a value, and whether what an expression gives matches a pattern, as far as is
// known. Matches that are evaluated ask it of values (choose.go), those that may move into arms of expressions that are not evaluated yet
// (push.go), and copies of what the arms of these show (under.go).

type answer int

const (
	no answer = iota
	maybe
	yes
)

// succeeds reports whether the test h succeeds on v.
func (b *builder) succeeds(v *value, h head) answer {
	known, ok := b.headOf(v)
	switch {
	case ok && known == h:
		return yes
	case ok, v.kind == deadKind, b.excluded(v, h):
		return no
	}
	return maybe
}

// evidence is what is known of variables.
type evidence interface {
	// matches reports whether what x holds matches p, which asks for something.
	matches(x *core.Var, p core.Pat) answer
	// shows reports whether the test is known that succeeds on what x holds.
	shows(x *core.Var) bool
}

// leadsTo is the arm that matches what e gives; false where that is not known. The last arm is it when no other is.
func leadsTo(k evidence, e core.Expr, arms []core.Arm) (int, bool) {
	for i, a := range arms {
		switch fit := fits(k, e, a.Pat); {
		case fit == yes, fit == maybe && i == len(arms)-1:
			return i, i > 0 || shows(k, e)
		case fit == maybe:
			return -1, false
		}
	}
	return -1, false
}

// fits reports whether what e gives matches p.
func fits(k evidence, e core.Expr, p core.Pat) answer {
	switch p := p.(type) {
	case *core.WildPat, *core.VarPat:
		return yes
	case *core.AsPat:
		return fits(k, e, p.Pat)
	}
	switch e := e.(type) {
	case *core.Const:
		return constFits(e.Value, p)
	case *core.ConExpr:
		if c, ok := p.(*core.ConPat); ok && c.Con == e.Con {
			return allFit(k, e.Args, c.Args)
		}
		return no
	case *core.TupleExpr:
		if t, ok := p.(*core.TuplePat); ok {
			return allFit(k, e.Elems, t.Elems)
		}
	case *core.VarExpr:
		return k.matches(e.Var, p)
	case *core.DeadExpr:
		return no
	}
	return maybe
}

func allFit(k evidence, es []core.Expr, ps []core.Pat) answer {
	all := yes
	for i, e := range es {
		all = min(all, fits(k, e, ps[i]))
	}
	return all
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

// shows reports whether it shows what e gives.
func shows(k evidence, e core.Expr) bool {
	switch e := e.(type) {
	case *core.Const, *core.ConExpr, *core.TupleExpr:
		return true
	case *core.VarExpr:
		return k.shows(e.Var)
	}
	return false
}

// matches asks what is known of a variable that has its value already.
func (b *builder) matches(x *core.Var, p core.Pat) answer {
	v := b.env[x]
	if v == nil {
		return maybe
	}
	if v = b.resolve(v); v.kind == constKind {
		return constFits(v.lit, p)
	}
	h, ok := headOfPat(p)
	if !ok {
		return maybe
	}
	return withParts(b.succeeds(v, h), p)
}

func (b *builder) shows(x *core.Var) bool {
	v := b.env[x]
	if v == nil {
		return false
	}
	_, ok := b.headOf(b.resolve(v))
	return ok
}

// withParts is the answer to whether p matches where that to its outermost test is given: that its components match is not known.
func withParts(outermost answer, p core.Pat) answer {
	if outermost == yes && !flat(p) {
		return maybe
	}
	return outermost
}

// heads are what is known of variables by matches around.
type heads map[*core.Var]head

func (k heads) matches(x *core.Var, p core.Pat) answer {
	known, ok := k[x]
	h, asks := headOfPat(p)
	switch {
	case !ok || !asks:
		return maybe
	case known != h:
		return no
	}
	return withParts(yes, p)
}

func (k heads) shows(x *core.Var) bool { _, ok := k[x]; return ok }
