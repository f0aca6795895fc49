package params

import (
	"math"

	"scf/ast"
	"scf/internal/diag"
)

// Guards: tests in C whether parameters have the values that a function was optimised for.

// MaxGuardTests bounds the comparisons of a guard.
const MaxGuardTests = 256

// Guard makes the tests whether the parameters of a function have the values that they were taken for.
type Guard struct {
	Function, File string // in messages

	layouts ast.Layouts // of the parameter
	tests   []ast.Expr  // of the parameter
	count   int         // over all parameters
	err     *diag.Error
}

// Tests are those whether x, which is the parameter p, is what is known of it.
func (g *Guard) Tests(x ast.Expr, p Param, l Late) []ast.Expr {
	g.tests, g.layouts = nil, p.Layouts
	g.value(x, l.known)
	return g.tests
}

// Err says why there is no guard: a value cannot be tested for, or they are more than MaxGuardTests.
func (g *Guard) Err() error {
	switch {
	case g.err != nil:
		return g.err
	case g.count > MaxGuardTests:
		return g.errorf("the guard of %s would compare %d values, and %d are the most", g.Function, g.count, MaxGuardTests).
			WithHint("vouch for the memory: leave out -guard, or use -as NAME to keep the original")
	}
	return nil
}

func (g *Guard) errorf(format string, args ...any) *diag.Error {
	return diag.Errorf(diag.Pos{File: g.File}, format, args...)
}

func (g *Guard) add(test ast.Expr) {
	g.count++
	if g.count <= MaxGuardTests {
		g.tests = append(g.tests, test)
	}
}

// value tests that x, an object or a value, is what is known of it.
func (g *Guard) value(x ast.Expr, known Abstract) {
	if !known.IsConstant() {
		return
	}
	switch f := known.forms[0].(type) {
	case scalar:
		g.scalar(x, f)
	case *function:
		to := &ast.AddressOf{X: &ast.Object{Name: f.Name, Ty: f.Type}, Ty: f.typ}
		g.add(&ast.Binary{Op: ast.Eq, Ty: f.typ, X: x, Y: to})
	case *link:
		g.add(&ast.Binary{Op: ast.Eq, Ty: f.typ, X: x, Y: f.address()})
	case *array:
		g.notNull(x)
		for i, elem := range f.elems {
			g.value(&ast.Index{X: x, I: intConst(int64(i), ast.Int), Ty: f.typ}, elem)
		}
	case *record:
		g.notNull(x)
		g.record(x, f)
	}
}

func intConst(v int64, t ast.Type) *ast.Const { return &ast.Const{Value: ast.IntConst(v), Ty: t} }

// notNull tests a pointer, so that a null pointer is not followed.
func (g *Guard) notNull(x ast.Expr) {
	if t := ast.TypeOf(x); isPointer(t) {
		g.add(&ast.Binary{Op: ast.Ne, Ty: t, X: x, Y: intConst(0, t)})
	}
}

func (g *Guard) record(x ast.Expr, r *record) {
	t, _ := structOf(ast.TypeOf(x))
	for _, f := range r.fields {
		l, _ := g.layouts.Field(t, f.name)
		if isPointer(ast.TypeOf(x)) {
			g.value(&ast.Arrow{X: x, Field: f.name, Offset: l.Offset, Ty: l.Ty}, f.value)
		} else {
			g.value(&ast.Member{X: x, Field: f.name, Offset: l.Offset, Ty: l.Ty}, f.value)
		}
	}
}

func (g *Guard) scalar(x ast.Expr, s scalar) {
	if isFloat(s.typ) {
		g.float(x, s)
		return
	}
	t := ast.Promote(s.typ)
	g.add(&ast.Binary{Op: ast.Eq, Ty: t, X: ast.ConvertTo(t, x), Y: intConst(s.bits, t)})
}

// float tests a floating number. Zeros are equal whatever their signs, which dividing by them tells apart; a NaN is equal to nothing.
func (g *Guard) float(x ast.Expr, s scalar) {
	v := floatOf(s)
	constant := func(v float64) ast.Expr { return &ast.Const{Value: ast.FloatConst(float(v, s.typ).bits), Ty: s.typ} }
	if math.IsNaN(v) {
		g.err = g.errorf("the guard of %s cannot test for the constant %s", g.Function, formatScalar(s)).
			WithHint("vouch for it: leave out -guard, or use -as NAME to keep the original")
		return
	}
	g.add(&ast.Binary{Op: ast.Eq, Ty: s.typ, X: x, Y: constant(v)})
	if v == 0 {
		op := ast.Gt
		if math.Signbit(v) {
			op = ast.Lt
		}
		g.add(&ast.Binary{Op: op, Ty: s.typ, X: &ast.Binary{Op: ast.Div, Ty: s.typ, X: constant(1), Y: x}, Y: constant(0)})
	}
}
