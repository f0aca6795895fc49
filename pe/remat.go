package pe

import (
	"scf/absval"
	"scf/scfml"
)

// rematerialize replaces an expression of which the value is known by that value (§6.4): scalars and constructors without
// arguments in place, [PE-REMAT-SCALAR], other values as constants that lie at top level, [PE-REMAT].
func (s *specializer) rematerialize(e scfml.Expr, v *absval.Value) (scfml.Expr, *absval.Value) {
	if s.d.IsBottom(v) {
		return s.dead()
	}
	if _, done := e.(*scfml.Const); done {
		return e, v
	}
	c, ok := s.d.Concrete(v)
	if !ok || !s.mayRematerialize(c) {
		return e, v
	}
	s.report.Folded++
	return s.literal(c), v
}

func (s *specializer) mayRematerialize(c scfml.Value) bool {
	if isScalar(c) {
		return !s.o.NoScalarRemat
	}
	return !s.o.NoRemat && !s.o.NoScalarRemat
}

func isScalar(c scfml.Value) bool {
	switch c := c.(type) {
	case *scfml.ConValue:
		return len(c.Args) == 0
	case *scfml.Tuple:
		return len(c.Elems) == 0
	case *scfml.MapValue, *scfml.SetValue:
		return false
	}
	return true
}

// literal is the residual expression for c: a constant, or, where constants are not hoisted, the expression that builds it.
func (s *specializer) literal(c scfml.Value) scfml.Expr {
	if !s.o.NoHoist || isScalar(c) {
		return &scfml.Const{Value: c}
	}
	list := func(vs []scfml.Value) []scfml.Expr {
		out := make([]scfml.Expr, len(vs))
		for i, v := range vs {
			out[i] = s.literal(v)
		}
		return out
	}
	switch c := c.(type) {
	case *scfml.ConValue:
		return &scfml.ConExpr{Con: c.Con, Args: list(c.Args)}
	case *scfml.Tuple:
		return &scfml.TupleExpr{Elems: list(c.Elems)}
	}
	return &scfml.Const{Value: c} // maps and sets have no literal form of their own
}

// constant is the abstract value of a constant of the program.
func (s *specializer) constant(e *scfml.Const) *absval.Value {
	v := s.constants[e]
	if v == nil {
		v = s.d.Const(e.Value)
		s.constants[e] = v
	}
	return v
}
