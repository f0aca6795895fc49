package pe

import (
	"slices"
	"strconv"
	"strings"

	"scf/absval"
	"scf/finiteness"
	"scf/scfml/core"
)

// contour is one specialised version of a function: what its argument may be, what its result then may be, and its residual
// code.
//
// Tags are local to one activation (design section 5): result shares tags with formals where it returns parts of its argument, and a call
// instantiates result by its actual argument.
type contour struct {
	fn      *core.Func
	chain   *chain
	formals []*absval.Value
	lastTag absval.ID // formals have tags up to this one
	exact   string    // argsKey of formals
	result  *absval.Value
	// residual is the residual function; Body and Params are set anew by each evaluation.
	residual *core.Func

	// The solver's state (see solve.go).
	active bool // being evaluated: on the stack, at depth
	valid  bool // residual and result belong to formals and to the current approximations of heads
	depth  int
	heads  depths // of the active contours whose approximations the last evaluation used; none where the result is final
	evals  int    // evaluations so far
	grown  int    // how often formals grew
	taken  bool   // a caller has the result's tags
	// head and stale are set while active: the approximation was used, formals grew.
	head, stale bool
	// pending are the contours whose last evaluation used an approximation of this one, and of none further in.
	pending []*contour
}

// specKeyOf is the specialization key of a call.
func (s *specializer) specKeyOf(f *core.Func, args []*absval.Value) specKey {
	var b strings.Builder
	b.WriteString(strconv.Itoa(s.index[f]))
	if s.o.NoFunctionSpecialization || s.o.NoFiniteArguments || s.report.Merged >= ByFunction && !s.isOnce(f) {
		return specKey(b.String())
	}
	for i, p := range s.finite.Params(f) {
		s.writeFinite(&b, p, args[i])
	}
	return specKey(b.String())
}

// writeFinite projects v by p (figure 6.9(b)).
func (s *specializer) writeFinite(b *strings.Builder, p finiteness.Pattern, v *absval.Value) {
	b.WriteByte(' ')
	switch p := p.(type) {
	case finiteness.Whole:
		if p == finiteness.Finite {
			b.WriteString(strconv.Itoa(v.StructureID()))
		} else {
			b.WriteByte('_')
		}
	case finiteness.Tuple:
		parts := s.d.Components(v)
		if len(parts) != len(p) {
			b.WriteByte('*')
			return
		}
		b.WriteByte('(')
		for i, q := range p {
			s.writeFinite(b, q, parts[i])
		}
		b.WriteByte(')')
	}
}

// contourFor finds or makes the contour for a call from the contour caller, whose formals include args.
func (s *specializer) contourFor(caller *chain, dynamic bool, f *core.Func, args []*absval.Value) *contour {
	exact := s.argsKey(f, args)
	if c := s.madeFor(exact); c != nil {
		return c
	}
	if s.overBudget() {
		s.noteUnspecialised(f)
		return s.generic(f)
	}
	if s.isLost(f, args) {
		return s.generic(f)
	}
	ch := s.chainFor(caller, dynamic, f, args)
	if counted := s.counted(ch, args); counted != nil {
		args, exact = counted, s.argsKey(f, counted)
		if c := s.madeFor(exact); c != nil {
			return c
		}
	}
	if ch.contour == nil {
		ch.contour = s.newContour(f, ch)
	}
	s.generalize(ch.contour, args, exact)
	return ch.contour
}

// madeFor is the contour that has these arguments already ([PE-MEMO]); nil if there is none.
func (s *specializer) madeFor(exact string) *contour {
	if c := s.byArgs[exact]; c != nil && (c.active || c.valid) {
		return c
	}
	return nil
}

// counted is args for the contour key ch with any integers for those that count, where it stands for an iteration behind the first of a recursion ([PE-COUNT]); nil if there are none.
func (s *specializer) counted(ch *chain, args []*absval.Value) []*absval.Value {
	if !ch.again || ch.before.contour == nil || ch.before.contour.formals == nil {
		return nil
	}
	counted := s.d.Counted(ch.before.contour.formals, args)
	if slices.Equal(counted, args) {
		return nil
	}
	return counted
}

// chainFor is the contour key for a call (figure 6.18), [PE-CHAIN]; of a recursion that is nested deeply, all iterations have one ([PE-AROUND]).
func (s *specializer) chainFor(caller *chain, dynamic bool, f *core.Func, args []*absval.Value) *chain {
	key := s.specKeyOf(f, args)
	if s.isOnce(f) { // [PE-ONCE]
		return s.root.extend(key, false)
	}
	k := s.k()
	if k == 0 || s.o.NoContourChains || s.o.NoFunctionSpecialization || s.o.NoHelperContours && !s.finite.HasFinite(f) {
		return s.root.extend(key, false)
	}
	if s.o.NoUnfolding {
		dynamic = true
	}
	o := caller.occurrences(key, dynamic)
	if o.newest != nil && (o.counted >= k || o.around >= s.o.MaxAround || o.all >= s.o.MaxUnfold) {
		return o.newest
	}
	ch := caller.extend(key, dynamic)
	ch.again, ch.before = o.counted > 0, o.newest
	return ch
}

// isLost reports whether f walks trees of which nothing is known ([PE-LOST]).
func (s *specializer) isLost(f *core.Func, args []*absval.Value) bool {
	if s.o.Trees == nil {
		return false
	}
	walks := false
	for i, p := range s.finite.Params(f) {
		if p == finiteness.Finite && s.o.Trees(f.ParamTypes[i]) {
			if !args[i].IsTop() {
				return false
			}
			walks = true
		}
	}
	return walks
}

// isOnce reports whether f has one contour for each value of a finite argument.
func (s *specializer) isOnce(f *core.Func) bool {
	if s.o.Once == nil {
		return false
	}
	for i, p := range s.finite.Params(f) {
		if p == finiteness.Finite && s.o.Once(f.ParamTypes[i]) {
			return true
		}
	}
	return false
}

func (s *specializer) newContour(f *core.Func, ch *chain) *contour {
	s.report.Contours++
	if s.o.Progress != nil {
		s.o.Progress(s.report.Contours)
	}
	s.merge()
	c := &contour{
		fn:    f,
		chain: ch,
		residual: &core.Func{
			Name: f.Name, ParamTypes: f.ParamTypes, Result: f.Result, Pos: f.Pos,
		},
	}
	s.contours[c.residual] = c
	if s.record != nil {
		s.made = append(s.made, c)
	}
	return c
}

// argsKey identifies a function with its argument, structure and partition of tags.
func (s *specializer) argsKey(f *core.Func, args []*absval.Value) string {
	return strconv.Itoa(s.index[f]) + " " + s.d.TaggedKey(args)
}
