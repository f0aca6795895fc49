package dse

import (
	"scf/internal/stop"
	"scf/scfml/core"
)

// Case expressions (figures 7.12 to 7.14, corrected). Arms come first, since their patterns, with what is read of the
// variables that they bind, say what is read of the scrutinee. An arm whose result is dead stays: without it its values would
// go to another arm.

// match prunes a case expression of whose value l is read [DSE-CASE].
func (w *walker) match(e *core.CaseExpr, l *LivenessPattern) core.Expr {
	arms := w.arms(e.Arms, l)
	if len(arms) == 1 && isWild(arms[0].Pat) {
		return arms[0].Body
	}
	reads := make([]*LivenessPattern, len(arms))
	for i, a := range arms {
		reads[i] = w.lat.ofPattern(a.Pat, w.variable)
	}
	read := w.lat.joinAll(reads)
	if tuple, ok := e.Scrut.(*core.TupleExpr); ok && tupleArms(arms) {
		scrut, narrowed := w.columns(tuple, read, arms)
		return &core.CaseExpr{Scrut: scrut, Arms: narrowed, Pos: e.Pos}
	}
	return &core.CaseExpr{Scrut: w.expr(e.Scrut, read), Arms: arms, Pos: e.Pos}
}

// columns prunes a scrutinee tuple that arms take apart, and leaves out the components that no arm looks at. One component
// alone needs no tuple.
func (w *walker) columns(e *core.TupleExpr, read *LivenessPattern, arms []core.Arm) (core.Expr, []core.Arm) {
	ls := w.elements(read, len(e.Elems))
	elems := w.exprs(e.Elems, ls)
	keep := liveElements(ls)
	switch len(keep) {
	case len(elems):
		return &core.TupleExpr{Elems: elems}, arms
	case 1:
		return elems[keep[0]], keepColumns(arms, keep)
	}
	return &core.TupleExpr{Elems: pick(elems, keep)}, keepColumns(arms, keep)
}

// arms prunes the arms that can be reached: their bodies by l, their patterns by what the bodies read.
func (w *walker) arms(arms []core.Arm, l *LivenessPattern) []core.Arm {
	stop.If(w.s.ctx)
	var out []core.Arm
	for _, a := range arms {
		body := w.expr(a.Body, l)
		out = append(out, core.Arm{Pat: w.pattern(a.Pat), Body: body})
		if core.Irrefutable(a.Pat) {
			break
		}
	}
	return freeLastArm(mergeLastArms(out), w.iterators == 0)
}

// pattern removes from p the variables of which nothing is read (figure 7.13, lines 7-15) [DSE-PAT].
func (w *walker) pattern(p core.Pat) core.Pat {
	switch p := p.(type) {
	case *core.VarPat:
		if w.variable(p.Var).isDead() {
			return &core.WildPat{}
		}
	case *core.AsPat:
		sub := w.pattern(p.Pat)
		switch {
		case w.variable(p.Var).isDead():
			return sub
		case isWild(sub):
			return &core.VarPat{Var: p.Var}
		}
		return &core.AsPat{Var: p.Var, Pat: sub}
	case *core.ConPat:
		return &core.ConPat{Con: p.Con, Args: w.patterns(p.Args)}
	case *core.TuplePat:
		return tuplePattern(w.patterns(p.Elems))
	}
	return p
}

func (w *walker) patterns(ps []core.Pat) []core.Pat {
	out := make([]core.Pat, len(ps))
	for i, p := range ps {
		out[i] = w.pattern(p)
	}
	return out
}

// mergeLastArms lets the last arm match everything where the arm before it does the same: `case e of A => x | B => x` becomes
// `case e of _ => x`. Only bodies that are variables, constants or dead are compared [DSE-MERGE].
func mergeLastArms(arms []core.Arm) []core.Arm {
	n := len(arms)
	last := arms[n-1]
	for ; n >= 2 && sameResult(arms[n-2], last); n-- {
		last = core.Arm{Pat: &core.WildPat{}, Body: last.Body}
	}
	return append(arms[:n-1:n-1], last)
}

// sameResult reports whether two arms give the same, independent of what they match.
func sameResult(a, b core.Arm) bool {
	switch x := a.Body.(type) {
	case *core.DeadExpr:
		_, ok := b.Body.(*core.DeadExpr)
		return ok
	case *core.Const:
		y, ok := b.Body.(*core.Const)
		return ok && core.Equal(x.Value, y.Value)
	case *core.VarExpr:
		y, ok := b.Body.(*core.VarExpr)
		return ok && x.Var == y.Var && !binds(a.Pat, x.Var) && !binds(b.Pat, x.Var)
	}
	return false
}

func binds(p core.Pat, v *core.Var) bool {
	for _, x := range core.PatVars(p) {
		if x == v {
			return true
		}
	}
	return false
}

// freeLastArm drops the tests of the last arm that only a failing match needs, so that what they test is not read
// [DSE-LAST]. If keepConstants, it leaves constants where earlier arms test the same place.
func freeLastArm(arms []core.Arm, keepConstants bool) []core.Arm {
	last := len(arms) - 1
	var earlier []core.Pat
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
func withoutTests(p core.Pat, earlier []core.Pat) core.Pat {
	switch p := p.(type) {
	case *core.AsPat:
		if sub := withoutTests(p.Pat, earlier); !isWild(sub) {
			return &core.AsPat{Var: p.Var, Pat: sub}
		}
		return &core.VarPat{Var: p.Var}
	case *core.LitPat:
		if !anyTest(earlier) {
			return &core.WildPat{}
		}
	case *core.ConPat:
		return conWithoutTests(p, earlier)
	case *core.TuplePat:
		elems := make([]core.Pat, len(p.Elems))
		for i, x := range p.Elems {
			elems[i] = withoutTests(x, components(earlier, i, nil))
		}
		return tuplePattern(elems)
	}
	return p
}

func conWithoutTests(p *core.ConPat, earlier []core.Pat) core.Pat {
	if len(p.Args) == 0 {
		if anyTest(earlier) {
			return p
		}
		return &core.WildPat{}
	}
	args := make([]core.Pat, len(p.Args))
	needed := false
	for i, x := range p.Args {
		args[i] = withoutTests(x, components(earlier, i, p.Con))
		needed = needed || !isWild(args[i])
	}
	if !needed {
		return &core.WildPat{}
	}
	return &core.ConPat{Con: p.Con, Args: args}
}

// components are the patterns of argument i of con, or of component i of a tuple where con is nil, among ps.
func components(ps []core.Pat, i int, con *core.Con) []core.Pat {
	var out []core.Pat
	for _, p := range ps {
		switch p := withoutAs(p).(type) {
		case *core.ConPat:
			if p.Con == con {
				out = append(out, p.Args[i])
			}
		case *core.TuplePat:
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
func keepColumns(arms []core.Arm, keep []int) []core.Arm {
	out := make([]core.Arm, len(arms))
	for i, a := range arms {
		out[i] = core.Arm{Pat: keepComponents(a.Pat, keep), Body: a.Body}
	}
	return out
}

// tupleArms reports whether every arm takes its tuple apart or ignores it.
func tupleArms(arms []core.Arm) bool {
	for _, a := range arms {
		if _, ok := a.Pat.(*core.TuplePat); !ok && !isWild(a.Pat) {
			return false
		}
	}
	return true
}

// keepComponents is a tuple's pattern (or a wildcard) for a tuple of which only some components are left.
func keepComponents(p core.Pat, keep []int) core.Pat {
	tuple, ok := p.(*core.TuplePat)
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
func tuplePattern(elems []core.Pat) core.Pat {
	for _, p := range elems {
		if !isWild(p) {
			return &core.TuplePat{Elems: elems}
		}
	}
	return &core.WildPat{}
}

func isWild(p core.Pat) bool {
	_, ok := p.(*core.WildPat)
	return ok
}

func withoutAs(p core.Pat) core.Pat {
	for {
		as, ok := p.(*core.AsPat)
		if !ok {
			return p
		}
		p = as.Pat
	}
}

// anyTest reports whether one of the patterns compares a constructor or a literal at its root.
func anyTest(ps []core.Pat) bool {
	for _, p := range ps {
		switch withoutAs(p).(type) {
		case *core.LitPat, *core.ConPat:
			return true
		}
	}
	return false
}
