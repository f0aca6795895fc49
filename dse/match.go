package dse

import (
	"scf/internal/stop"
	"scf/scfml"
)

// Case expressions (figures 7.12 to 7.14, corrected). Arms come first, since their patterns, with what is read of the
// variables that they bind, say what is read of the scrutinee. An arm whose result is dead stays: without it its values would
// go to another arm.

// match prunes a case expression of whose value l is read [DSE-CASE].
func (w *walker) match(e *scfml.CaseExpr, l *LivenessPattern) scfml.Expr {
	arms := w.arms(e.Arms, l)
	if len(arms) == 1 && isWild(arms[0].Pat) {
		return arms[0].Body
	}
	read := w.lat.dead
	for _, a := range arms {
		read = w.lat.join(read, w.lat.ofPattern(a.Pat, w.variable))
	}
	if tuple, ok := e.Scrut.(*scfml.TupleExpr); ok && tupleArms(arms) {
		scrut, narrowed := w.columns(tuple, read, arms)
		return &scfml.CaseExpr{Scrut: scrut, Arms: narrowed, Pos: e.Pos}
	}
	return &scfml.CaseExpr{Scrut: w.expr(e.Scrut, read), Arms: arms, Pos: e.Pos}
}

// columns prunes a scrutinee tuple that arms take apart, and leaves out the components that no arm looks at. One component
// alone needs no tuple.
func (w *walker) columns(e *scfml.TupleExpr, read *LivenessPattern, arms []scfml.Arm) (scfml.Expr, []scfml.Arm) {
	ls := w.elements(read, len(e.Elems))
	elems := w.exprs(e.Elems, ls)
	keep := liveElements(ls)
	switch len(keep) {
	case len(elems):
		return &scfml.TupleExpr{Elems: elems}, arms
	case 1:
		return elems[keep[0]], keepColumns(arms, keep)
	}
	return &scfml.TupleExpr{Elems: pick(elems, keep)}, keepColumns(arms, keep)
}

// arms prunes the arms that can be reached: their bodies by l, their patterns by what the bodies read.
func (w *walker) arms(arms []scfml.Arm, l *LivenessPattern) []scfml.Arm {
	stop.If(w.s.ctx)
	var out []scfml.Arm
	for _, a := range arms {
		body := w.expr(a.Body, l)
		out = append(out, scfml.Arm{Pat: w.pattern(a.Pat), Body: body})
		if isIrrefutable(a.Pat) {
			break
		}
	}
	return freeLastArm(mergeLastArms(out), w.iterators == 0)
}

// pattern removes from p the variables of which nothing is read (figure 7.13, lines 7-15) [DSE-PAT].
func (w *walker) pattern(p scfml.Pat) scfml.Pat {
	switch p := p.(type) {
	case *scfml.VarPat:
		if w.variable(p.Var).isDead() {
			return &scfml.WildPat{}
		}
	case *scfml.AsPat:
		sub := w.pattern(p.Pat)
		switch {
		case w.variable(p.Var).isDead():
			return sub
		case isWild(sub):
			return &scfml.VarPat{Var: p.Var}
		}
		return &scfml.AsPat{Var: p.Var, Pat: sub}
	case *scfml.ConPat:
		return &scfml.ConPat{Con: p.Con, Args: w.patterns(p.Args)}
	case *scfml.TuplePat:
		return tuplePattern(w.patterns(p.Elems))
	}
	return p
}

func (w *walker) patterns(ps []scfml.Pat) []scfml.Pat {
	out := make([]scfml.Pat, len(ps))
	for i, p := range ps {
		out[i] = w.pattern(p)
	}
	return out
}

// mergeLastArms lets the last arm match everything where the arm before it does the same: `case e of A => x | B => x` becomes
// `case e of _ => x`. Only bodies that are variables, constants or dead are compared [DSE-MERGE].
func mergeLastArms(arms []scfml.Arm) []scfml.Arm {
	for n := len(arms); n >= 2 && sameResult(arms[n-2], arms[n-1]); n-- {
		arms = append(arms[:n-2:n-2], scfml.Arm{Pat: &scfml.WildPat{}, Body: arms[n-1].Body})
	}
	return arms
}

// sameResult tells whether two arms give the same, independent of what they match.
func sameResult(a, b scfml.Arm) bool {
	switch x := a.Body.(type) {
	case *scfml.DeadExpr:
		_, ok := b.Body.(*scfml.DeadExpr)
		return ok
	case *scfml.Const:
		y, ok := b.Body.(*scfml.Const)
		return ok && scfml.Equal(x.Value, y.Value)
	case *scfml.VarExpr:
		y, ok := b.Body.(*scfml.VarExpr)
		return ok && x.Var == y.Var && !binds(a.Pat, x.Var) && !binds(b.Pat, x.Var)
	}
	return false
}

func binds(p scfml.Pat, v *scfml.Var) bool {
	for _, x := range scfml.PatVars(p) {
		if x == v {
			return true
		}
	}
	return false
}

// freeLastArm drops the tests of the last arm that only a failing match needs, so that what they test is not read
// [DSE-LAST]. If keepConstants, it leaves constants where earlier arms test the same place.
func freeLastArm(arms []scfml.Arm, keepConstants bool) []scfml.Arm {
	last := len(arms) - 1
	var earlier []scfml.Pat
	if keepConstants {
		for _, a := range arms[:last] {
			earlier = append(earlier, a.Pat)
		}
	}
	arms[last].Pat = withoutTests(arms[last].Pat, earlier)
	return arms
}

// withoutTests is a last arm's pattern p without the parts that bind nothing. A constant stays where an earlier arm tests the
// same place (earlier are the other arms' patterns there): its test is free, nothing more is read for it, and `true => a |
// false => b` reads better than `true => a | _ => b`.
func withoutTests(p scfml.Pat, earlier []scfml.Pat) scfml.Pat {
	switch p := p.(type) {
	case *scfml.AsPat:
		if sub := withoutTests(p.Pat, earlier); !isWild(sub) {
			return &scfml.AsPat{Var: p.Var, Pat: sub}
		}
		return &scfml.VarPat{Var: p.Var}
	case *scfml.LitPat:
		if !anyTest(earlier) {
			return &scfml.WildPat{}
		}
	case *scfml.ConPat:
		return conWithoutTests(p, earlier)
	case *scfml.TuplePat:
		elems := make([]scfml.Pat, len(p.Elems))
		for i, x := range p.Elems {
			elems[i] = withoutTests(x, components(earlier, i, nil))
		}
		return tuplePattern(elems)
	}
	return p
}

func conWithoutTests(p *scfml.ConPat, earlier []scfml.Pat) scfml.Pat {
	if len(p.Args) == 0 {
		if anyTest(earlier) {
			return p
		}
		return &scfml.WildPat{}
	}
	args := make([]scfml.Pat, len(p.Args))
	needed := false
	for i, x := range p.Args {
		args[i] = withoutTests(x, components(earlier, i, p.Con))
		needed = needed || !isWild(args[i])
	}
	if !needed {
		return &scfml.WildPat{}
	}
	return &scfml.ConPat{Con: p.Con, Args: args}
}

// components are the patterns of argument i of con, or of component i of a tuple where con is nil, among ps.
func components(ps []scfml.Pat, i int, con *scfml.Con) []scfml.Pat {
	var out []scfml.Pat
	for _, p := range ps {
		switch p := withoutAs(p).(type) {
		case *scfml.ConPat:
			if p.Con == con {
				out = append(out, p.Args[i])
			}
		case *scfml.TuplePat:
			if con == nil {
				out = append(out, p.Elems[i])
			}
		}
	}
	return out
}

// liveElements are the places of the patterns that are not dead.
func liveElements(ls []*LivenessPattern) []int {
	var keep []int
	for i, x := range ls {
		if !x.isDead() {
			keep = append(keep, i)
		}
	}
	return keep
}

// keepColumns are arms that take a tuple apart, or ignore it, for the tuple of the kept components alone.
func keepColumns(arms []scfml.Arm, keep []int) []scfml.Arm {
	out := make([]scfml.Arm, len(arms))
	for i, a := range arms {
		out[i] = scfml.Arm{Pat: keepComponents(a.Pat, keep), Body: a.Body}
	}
	return out
}

// tupleArms tells whether every arm takes its tuple apart or ignores it.
func tupleArms(arms []scfml.Arm) bool {
	for _, a := range arms {
		if _, ok := a.Pat.(*scfml.TuplePat); !ok && !isWild(a.Pat) {
			return false
		}
	}
	return true
}

// keepComponents is a tuple's pattern (or a wildcard) for a tuple of which only some components are left.
func keepComponents(p scfml.Pat, keep []int) scfml.Pat {
	tuple, ok := p.(*scfml.TuplePat)
	switch {
	case !ok:
		return p
	case len(keep) == 1:
		return tuple.Elems[keep[0]]
	}
	return tuplePattern(pick(tuple.Elems, keep))
}

// pick is the elements of xs at the given places.
func pick[T any](xs []T, places []int) []T {
	out := make([]T, len(places))
	for i, at := range places {
		out[i] = xs[at]
	}
	return out
}

// tuplePattern is a tuple's pattern; a wildcard where it neither binds nor tests.
func tuplePattern(elems []scfml.Pat) scfml.Pat {
	for _, p := range elems {
		if !isWild(p) {
			return &scfml.TuplePat{Elems: elems}
		}
	}
	return &scfml.WildPat{}
}

func isWild(p scfml.Pat) bool {
	_, ok := p.(*scfml.WildPat)
	return ok
}

func withoutAs(p scfml.Pat) scfml.Pat {
	for {
		as, ok := p.(*scfml.AsPat)
		if !ok {
			return p
		}
		p = as.Pat
	}
}

// anyTest tells whether one of the patterns compares a constructor or a literal at its root.
func anyTest(ps []scfml.Pat) bool {
	for _, p := range ps {
		switch withoutAs(p).(type) {
		case *scfml.LitPat, *scfml.ConPat:
			return true
		}
	}
	return false
}

// isIrrefutable tells whether p matches every value of its type without a test.
func isIrrefutable(p scfml.Pat) bool {
	switch p := withoutAs(p).(type) {
	case *scfml.TuplePat:
		for _, x := range p.Elems {
			if !isIrrefutable(x) {
				return false
			}
		}
		return true
	case *scfml.LitPat, *scfml.ConPat:
		return false
	}
	return true
}
