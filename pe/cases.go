package pe

import (
	"scf/absval"
	"scf/scfml/core"
)

// This file evaluates case expressions (figures 4.7 and 6.20). The arms that may match are found first, so that it is known,
// when their bodies are evaluated, whether the early stage decides the case. In the body of an arm the scrutinised variable is
// bound to the part that matched, [PE-REFINE].

// choice is an arm that may be taken.
type choice struct {
	pat   core.Pat
	body  core.Expr
	match absval.MatchResult
}

func (s *specializer) caseExpr(e *core.CaseExpr, fr *frame) (core.Expr, *absval.Value) {
	scrut, v, subject, ok := s.scrutinee(e.Scrut, fr)
	if !ok {
		return s.dead()
	}
	choices := s.choices(e.Arms, v)
	if len(choices) == 0 {
		return s.dead()
	}
	if len(choices) > 1 {
		fr.dynamic++
		defer func() { fr.dynamic-- }()
	}
	var arms []core.Arm
	result := s.d.Bottom()
	for _, c := range choices {
		arm, armValue := s.arm(c, v, subject, fr)
		if armValue.IsBottom() {
			continue // [PE-FAIL] no run that ends without error takes it
		}
		arms = append(arms, arm)
		result = s.d.Join(result, armValue)
	}
	if len(arms) == 0 {
		return s.dead()
	}
	return s.rematerialize(residualCase(scrut, arms, e), result)
}

// residualCase is the case that is left: its only arm's body where it binds nothing.
func residualCase(scrut core.Expr, arms []core.Arm, e *core.CaseExpr) core.Expr {
	if len(arms) == 1 && len(core.PatVars(arms[0].Pat)) == 0 {
		return arms[0].Body
	}
	return &core.CaseExpr{Scrut: scrut, Arms: arms, Pos: e.Pos}
}

// scrutinee evaluates what a case looks at. subject are the variables that it consists of, for [PE-REFINE]: one for a variable,
// the components' for a tuple, nil where a component is something else.
func (s *specializer) scrutinee(e core.Expr, fr *frame) (res core.Expr, v *absval.Value, subject []*core.Var, ok bool) {
	switch e := e.(type) {
	case *core.VarExpr:
		res, v = s.expr(e, fr)
		return res, v, []*core.Var{e.Var}, true
	case *core.TupleExpr:
		parts, vs, ok := s.exprs(e.Elems, fr)
		if !ok {
			return nil, nil, nil, false
		}
		subject = make([]*core.Var, len(e.Elems))
		for i, x := range e.Elems {
			if x, isVar := x.(*core.VarExpr); isVar {
				subject[i] = x.Var
			}
		}
		return &core.TupleExpr{Elems: parts}, s.d.Tuple(vs), subject, true
	}
	res, v = s.expr(e, fr)
	return res, v, nil, !v.IsBottom()
}

// choices are the arms that may be taken by a value of v, in order, each for what the earlier ones leave.
func (s *specializer) choices(arms []core.Arm, v *absval.Value) []choice {
	var out []choice
	for _, a := range arms {
		for _, p := range s.discriminate(a.Pat, v) {
			if v.IsBottom() {
				return out
			}
			m := s.d.Match(p, v)
			if !m.Possible {
				continue
			}
			out = append(out, choice{p, a.Body, m})
			v = m.Rest
		}
		if v.IsBottom() {
			break
		}
	}
	return out
}

// arm evaluates the body of one arm.
func (s *specializer) arm(c choice, scrut *absval.Value, subject []*core.Var, fr *frame) (core.Arm, *absval.Value) {
	undo := s.refine(subject, scrut, c.match.Matched, fr)
	defer undo()
	residuals := map[*core.Var]*core.Var{}
	pat := core.RebuildPat(c.pat, func(v *core.Var) *core.Var {
		residuals[v] = &core.Var{Name: v.Name}
		return residuals[v]
	})
	for _, b := range c.match.Bind {
		fr.env[b.Var] = binding{b.Value, &core.VarExpr{Var: residuals[b.Var]}}
	}
	body, v := s.expr(c.body, fr)
	return core.Arm{Pat: s.prune(pat, c, residuals), Body: body}, v
}

// prune drops from the residual pattern the variables of which every use was replaced by a constant.
func (s *specializer) prune(pat core.Pat, c choice, residuals map[*core.Var]*core.Var) core.Pat {
	known := map[*core.Var]bool{}
	for _, b := range c.match.Bind {
		if value, ok := b.Value.Concrete(); ok && s.mayRematerialize(value) {
			known[residuals[b.Var]] = true
		}
	}
	if len(known) == 0 {
		return pat
	}
	return core.RebuildPat(pat, func(v *core.Var) *core.Var {
		if known[v] {
			return nil
		}
		return v
	})
}

// refine makes what matched known: in the scrutinised variables and wherever else the same parts stand. undo forgets it again.
func (s *specializer) refine(subject []*core.Var, scrut, matched *absval.Value, fr *frame) (undo func()) {
	known := len(fr.refinements)
	if !s.o.NoRefinement && !scrut.SameStructure(matched) {
		fr.refinements = append(fr.refinements, s.d.Refinement(scrut, matched))
	}
	forget := s.rebind(subject, matched, fr)
	return func() {
		fr.refinements = fr.refinements[:known]
		forget()
	}
}

// rebind binds the scrutinised variables to what matched.
func (s *specializer) rebind(subject []*core.Var, matched *absval.Value, fr *frame) (undo func()) {
	if len(subject) == 0 {
		return func() {}
	}
	parts := []*absval.Value{matched}
	if len(subject) > 1 {
		parts = s.d.Components(matched)
	}
	if len(parts) != len(subject) {
		return func() {}
	}
	old, depth := make([]binding, len(subject)), len(fr.scrutinised)
	for i, x := range subject {
		if x != nil {
			old[i] = fr.env[x]
			fr.env[x] = binding{parts[i], old[i].residual}
			fr.scrutinised = append(fr.scrutinised, x)
		}
	}
	return func() {
		fr.scrutinised = fr.scrutinised[:depth]
		for i := len(subject) - 1; i >= 0; i-- {
			if x := subject[i]; x != nil {
				fr.env[x] = old[i]
			}
		}
	}
}
