package pe

import (
	"scf/absval"
	"scf/scfml/core"
)

// rematerialize replaces an expression of which the value is known by that value (§6.4): scalars and constructors without
// arguments in place, [PE-REMAT-SCALAR], other values as constants that lie at top level, [PE-REMAT].
func (s *specializer) rematerialize(e core.Expr, v *absval.Value) (core.Expr, *absval.Value) {
	if v.IsBottom() {
		return s.dead()
	}
	if _, done := e.(*core.Const); done {
		return e, v
	}
	c, ok := v.Concrete()
	if !ok || !s.mayRematerialize(c) {
		return e, v
	}
	s.report.Folded++
	return s.literal(c), v
}

func (s *specializer) mayRematerialize(c core.Value) bool {
	if isScalar(c) {
		return !s.o.NoScalarRemat
	}
	return !s.o.NoRemat && !s.o.NoScalarRemat
}

func isScalar(c core.Value) bool {
	switch c := c.(type) {
	case *core.ConValue:
		return len(c.Args) == 0
	case *core.Tuple:
		return len(c.Elems) == 0
	case *core.MapValue, *core.SetValue:
		return false
	}
	return true
}

// literal is the residual expression for c: a constant, or, where constants are not hoisted, the expression that builds it.
func (s *specializer) literal(c core.Value) core.Expr {
	if !s.o.NoHoist || isScalar(c) {
		return &core.Const{Value: c}
	}
	list := func(vs []core.Value) []core.Expr {
		out := make([]core.Expr, len(vs))
		for i, v := range vs {
			out[i] = s.literal(v)
		}
		return out
	}
	switch c := c.(type) {
	case *core.ConValue:
		return &core.ConExpr{Con: c.Con, Args: list(c.Args)}
	case *core.Tuple:
		return &core.TupleExpr{Elems: list(c.Elems)}
	}
	return &core.Const{Value: c} // maps and sets have no literal form of their own
}

// constant is the abstract value of a constant of the program.
func (s *specializer) constant(e *core.Const) *absval.Value {
	v := s.constants[e]
	if v == nil {
		v = s.d.Const(e.Value)
		s.constants[e] = v
	}
	return v
}
