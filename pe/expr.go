package pe

import (
	"scf/absval"
	"scf/internal/stop"
	"scf/scfml/core"
)

// This file evaluates expressions abstractly and residualises them (figure 4.5). Every function gives the residual expression
// and the abstract value. A value of Bottom means that evaluation does not get past the expression in any run that ends without
// error; what is left of it then is a DeadExpr.

// frame is one activation: the contour under evaluation, what its variables are, and what surrounds the expression at hand:
// dynamic counts the conditionals that the early stage cannot decide.
type frame struct {
	c       *contour
	env     map[*core.Var]binding
	dynamic int
	// scrutinised are the variables that the cases around the expression look at, innermost last.
	scrutinised []*core.Var
	// refinements are what their patterns say about other values.
	refinements []*absval.Refinement
}

// known is v in the light of the cases around the expression at hand, [PE-REFINE].
func (fr *frame) known(v *absval.Value) *absval.Value {
	for _, r := range fr.refinements {
		v = r.Apply(v)
	}
	return v
}

// binding is what a variable of the source program is: its value and the residual expression for it.
type binding struct {
	value    *absval.Value
	residual core.Expr
}

func (s *specializer) expr(e core.Expr, fr *frame) (core.Expr, *absval.Value) {
	s.steps++
	if s.steps%1024 == 0 {
		stop.If(s.ctx)
	}
	switch e := e.(type) {
	case *core.Const: // [PE-CONST]
		return s.literal(e.Value), s.constant(e)
	case *core.DeadExpr:
		return e, s.d.Top()
	case *core.VarExpr: // [PE-VAR]
		b := fr.env[e.Var]
		return s.rematerialize(b.residual, fr.known(b.value))
	case *core.TupleExpr: // [PE-TUPLE]
		return s.tuple(e, fr)
	case *core.ConExpr: // [PE-CON]
		return s.construct(e, fr)
	case *core.CaseExpr:
		res, v := s.caseExpr(e, fr)
		return s.noted(e, res), v
	case *core.CallExpr:
		res, v := s.callExpr(e, fr)
		return s.noted(e, res), v
	case *core.PrimExpr:
		res, v := s.prim(e, fr)
		return s.noted(e, res), v
	case *core.IterExpr:
		return s.iterate(e, fr)
	}
	panic("pe: no such expression")
}

// dead is the outcome of an expression that evaluation does not get past.
func (s *specializer) dead() (core.Expr, *absval.Value) { return &core.DeadExpr{}, s.d.Bottom() }

// exprs evaluates es from left to right; ok is false where one of them has no value.
func (s *specializer) exprs(es []core.Expr, fr *frame) (res []core.Expr, vs []*absval.Value, ok bool) {
	res, vs = make([]core.Expr, len(es)), make([]*absval.Value, len(es))
	for i, e := range es {
		res[i], vs[i] = s.expr(e, fr)
		if vs[i].IsBottom() {
			return nil, nil, false
		}
	}
	return res, vs, true
}

func (s *specializer) tuple(e *core.TupleExpr, fr *frame) (core.Expr, *absval.Value) {
	res, vs, ok := s.exprs(e.Elems, fr)
	if !ok {
		return s.dead()
	}
	return s.rematerialize(&core.TupleExpr{Elems: res}, s.d.Tuple(vs))
}

func (s *specializer) construct(e *core.ConExpr, fr *frame) (core.Expr, *absval.Value) {
	res, vs, ok := s.exprs(e.Args, fr)
	if !ok {
		return s.dead()
	}
	v := s.d.Con(e.Con, vs)
	if x, old, ok := s.existing(v, fr); ok {
		return s.rematerialize(x, old)
	}
	return s.rematerialize(&core.ConExpr{Con: e.Con, Args: res}, v)
}

// existing finds a scrutinised variable that certainly holds the value v, which an expression is about to build again from its
// parts, [PE-REUSE]: a pass that leaves a node as it is then returns the node itself, with its tag, and so do its callers.
func (s *specializer) existing(v *absval.Value, fr *frame) (core.Expr, *absval.Value, bool) {
	if s.o.NoReuse || v.IsSingleton() {
		return nil, nil, false
	}
	for i := len(fr.scrutinised) - 1; i >= 0; i-- {
		b := fr.env[fr.scrutinised[i]]
		if b.value.Con() == v.Con() && s.d.Identical(b.value, v) {
			return b.residual, b.value, true
		}
	}
	return nil, nil, false
}

func (s *specializer) callExpr(e *core.CallExpr, fr *frame) (core.Expr, *absval.Value) {
	res, vs, ok := s.exprs(e.Args, fr)
	if !ok {
		return s.dead()
	}
	if res, v, ok := s.execute(e.Func, vs); ok {
		return res, v
	}
	f, v := s.call(fr, e.Func, vs)
	return s.rematerialize(&core.CallExpr{Func: f, Args: res, Pos: e.Pos}, v)
}

// prim evaluates a primitive operation and records the keys that matter to one on maps (§4.4.4), [PE-KEYS].
func (s *specializer) prim(e *core.PrimExpr, fr *frame) (core.Expr, *absval.Value) {
	res, vs, ok := s.exprs(e.Args, fr)
	if !ok {
		return s.dead()
	}
	v := s.d.Prim(e.Op, vs)
	out := *e
	out.Args, out.Keys = res, s.keys(e.Op, vs)
	return s.rematerialize(&out, v)
}

// keys are the live keys of an operation on maps or sets; nil for other operations and where every key may matter.
func (s *specializer) keys(op core.Op, vs []*absval.Value) *core.KeySet {
	switch op {
	case core.OpMapInsert, core.OpMapFind, core.OpMapRemove, core.OpSetAdd, core.OpSetDelete, core.OpSetMember:
		return s.d.Trees().KeySet(vs[1].Structure())
	case core.OpMapEqual, core.OpSetEqual:
		return s.d.Trees().KeySet(s.d.LiveKeys(vs[0], vs[1]))
	}
	return nil
}
