package pe

import (
	"fmt"
	"slices"

	"scf/absval"
	"scf/internal/stop"
	"scf/scfml/core"
)

// This file is the fixpoint loop: a top-down solver instead of figure 4.4's worklist. A new contour is evaluated at its first
// call. A call of a contour that is being evaluated gets its current approximation (at first no value) and makes it a head.
// Only heads are evaluated again, until their result no longer grows, and only heads are widened. What was evaluated on the
// way to an approximation that has since grown is evaluated again when it is next called, whichever other approximations it used as well.
//
// A contour whose argument grows later, because it is called with more, is evaluated again for the larger argument; who called
// it before keeps the result that held for the smaller one, which stays right.

// call evaluates a call of f with args from the activation fr and gives the residual function and the result, whose tags are
// those of fr.
func (s *specializer) call(fr *frame, f *core.Func, args []*absval.Value) (*core.Func, *absval.Value) {
	for i, v := range args {
		args[i] = s.d.Tagged(v)
	}
	told := s.framed(f, args)
	c := s.contourFor(fr.c.chain, fr.dynamic > 0, f, told)
	if c == s.generics[f] {
		return c.residual, s.d.Top()
	}
	if !c.active && !c.valid {
		s.evaluate(c)
	}
	s.dependOn(c)
	if c.takeResult(args) {
		return c.residual, c.result
	}
	return c.residual, s.d.Instantiate(c.result, c.formals, args) // [PE-CALL]
}

// takeResult reports whether the caller with args may have c's result as it is, tags included: it is the first one since the last evaluation, and
// the formals are its own values. No other activation then has the result's tags, or ever gets them ([PE-FIRST-CALLER]).
func (c *contour) takeResult(args []*absval.Value) bool {
	if c.active || c.taken || !slices.Equal(args, c.formals) {
		return false
	}
	c.taken = true
	return true
}

// dependOn notes that the evaluation under way uses c's result, which may be an approximation.
func (s *specializer) dependOn(c *contour) {
	if c.active {
		c.head = true
		s.heads = s.heads.with(depths{c.depth})
	} else {
		s.heads = s.heads.with(c.heads)
	}
}

// generalize makes c's formals cover args: the values of the first call, tags included, until they must grow. Values that cover them take their place,
// as if theirs were the first call: only what grows by itself, a recursion, is joined and widened. exact is args' key.
func (s *specializer) generalize(c *contour, args []*absval.Value, exact string) {
	old := c.formals
	switch {
	case old != nil && s.d.LeqTaggedAll(args, old):
		return
	case old == nil || !c.active && s.d.LeqTaggedAll(old, args): // [PE-COVERED]
		c.formals, c.result, c.valid = args, s.d.Bottom(), false
		s.enter(c, exact)
		return
	}
	c.formals = s.d.FreshenAll(s.d.JoinFormals(old, args))
	c.grown++
	if level := s.o.wideningLevel(c.grown); level > 0 {
		s.report.Widenings++
		c.formals = s.widenAll(old, c.formals, level)
	}
	c.result = s.d.Bottom()
	c.valid = false
	c.stale = true
	s.enter(c, s.argsKey(c.fn, c.formals))
}

// enter files c under exact, the key of its new formals, for [PE-MEMO].
func (s *specializer) enter(c *contour, exact string) {
	if s.byArgs[c.exact] == c {
		delete(s.byArgs, c.exact)
	}
	c.lastTag = s.d.LastID()
	c.exact = exact
	s.byArgs[c.exact] = c
}

func (s *specializer) widenAll(old, grown []*absval.Value, level int) []*absval.Value {
	out := s.d.WidenAll(old, grown, level)
	for _, v := range out {
		if s.d.Size(v) > s.maxValue {
			out = s.d.WidenAll(old, grown, maximal)
			break
		}
	}
	if level == forgetting {
		for i, v := range out {
			out[i] = s.d.Forget(v)
		}
	}
	return s.d.FreshenAll(out)
}

// evaluate brings c's result and residual code to a fixpoint.
func (s *specializer) evaluate(c *contour) {
	outer := s.heads
	c.active, c.depth, c.heads = true, len(s.stack), nil
	s.stack = append(s.stack, c)
	for grown := 0; ; {
		c.head, c.stale = false, false
		s.heads = nil
		body, v := s.evaluateBody(c)
		v = s.d.Compact(v, c.lastTag)
		c.heads = c.heads.with(s.heads.without(c.depth))
		if c.stale {
			grown = 0
			s.forget(c)
			continue
		}
		if c.head && !s.stable(c, v) {
			grown++
			s.grow(c, v, grown)
			s.forget(c)
			continue
		}
		c.result, c.residual.Body = v, body
		c.taken = false
		break
	}
	s.stack = s.stack[:len(s.stack)-1]
	c.active, c.valid = false, true
	s.complete(c)
	s.heads = outer
}

// stable reports whether v, c's result under the assumption that it is c.result, bears the assumption out: structure and the
// equalities that tags claim.
func (s *specializer) stable(c *contour, v *absval.Value) bool {
	if v.IsBottom() {
		return true
	}
	if c.result.IsBottom() {
		return false
	}
	return s.d.LeqTaggedGiven(c.formals, v, c.result)
}

// grow makes c.result cover v, for the n-th time since c.formals last grew.
func (s *specializer) grow(c *contour, v *absval.Value, n int) {
	old := c.result
	c.result = s.d.Join(old, v)
	if level := s.o.wideningLevel(n); level > 0 {
		s.report.Widenings++
		c.result = s.d.Widen(old, c.result, level)
		if level == forgetting {
			c.result = s.d.Forget(c.result)
		}
	}
}

// forget invalidates what was evaluated with an approximation of c that no longer holds.
func (s *specializer) forget(c *contour) {
	for _, p := range c.pending {
		if p.heads.last() == c.depth {
			p.valid = false
		}
	}
	c.pending = nil
}

// complete notes, when c has been evaluated, that what depended on its approximation depends on those that its result depends on.
func (s *specializer) complete(c *contour) {
	for _, p := range c.pending {
		if p.heads.last() == c.depth {
			p.heads = p.heads.without(c.depth).with(c.heads)
			s.wait(p)
		}
	}
	c.pending = nil
	s.wait(c)
}

// wait makes c pending in the innermost of the contours that its result depends on; those further out cannot grow before that one is done. Without any it is
// final.
func (s *specializer) wait(c *contour) {
	if len(c.heads) > 0 {
		head := s.stack[c.heads.last()]
		head.pending = append(head.pending, c)
	}
}

// depths are of active contours, from the outermost to the innermost. They are not changed.
type depths []int

// last is the greatest; -1 where there is none.
func (ds depths) last() int {
	if len(ds) == 0 {
		return -1
	}
	return ds[len(ds)-1]
}

// with are those of both.
func (ds depths) with(es depths) depths {
	if len(ds) < len(es) {
		ds, es = es, ds
	}
	for _, e := range es {
		if at, found := slices.BinarySearch(ds, e); !found {
			ds = slices.Insert(slices.Clone(ds), at, e)
		}
	}
	return ds
}

// without are all but the innermost, if that is depth.
func (ds depths) without(depth int) depths {
	if ds.last() == depth {
		return ds[: len(ds)-1 : len(ds)-1]
	}
	return ds
}

// evaluateBody evaluates c's function once in an activation of its own.
func (s *specializer) evaluateBody(c *contour) (core.Expr, *absval.Value) {
	stop.If(s.ctx)
	defer s.d.Activation()()
	c.evals++
	s.report.Evaluations++
	fr := &frame{c: c, env: map[*core.Var]binding{}}
	c.residual.Params = make([]*core.Var, len(c.fn.Params))
	for i, p := range c.fn.Params {
		v := &core.Var{Name: p.Name}
		c.residual.Params[i] = v
		fr.env[p] = binding{c.formals[i], &core.VarExpr{Var: v}}
	}
	body, v := s.expr(c.fn.Body, fr)
	if s.o.Trace != nil {
		fmt.Fprintf(s.o.Trace, "%*s%s %v => %v\n", len(s.stack), "", c.fn.Name, c.formals, v)
	}
	return body, v
}

// noteUnspecialised notes that f, and what it calls, is called unspecialised past a budget.
func (s *specializer) noteUnspecialised(f *core.Func) {
	if s.unspecialised[f] {
		return
	}
	s.unspecialised[f] = true
	s.report.Unspecialised = append(s.report.Unspecialised, f.Name)
	core.Calls(f.Body, s.noteUnspecialised)
}

// generic is the unspecialised version of f: the original body, which calls unspecialised functions.
func (s *specializer) generic(f *core.Func) *contour {
	if c := s.generics[f]; c != nil {
		return c
	}
	c := s.newContour(f, nil)
	c.valid = true
	s.generics[f] = c
	sub := map[*core.Var]core.Expr{}
	for _, p := range f.Params {
		v := &core.Var{Name: p.Name}
		c.residual.Params = append(c.residual.Params, v)
		sub[p] = &core.VarExpr{Var: v}
	}
	c.residual.Body = core.Retarget(core.Clone(f.Body, sub), func(g *core.Func) *core.Func { return s.generic(g).residual })
	return c
}
