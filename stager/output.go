package stager

import (
	"math"

	"scf/ast"
	"scf/cfront"
	"scf/internal/diag"
)

// Optimised functions in their C files, and the guards that check before a call whether the constants hold.

// Output says how the optimised function stands in the C file. The zero value replaces the function: it keeps its name, and the
// caller vouches for the constants.
type Output struct {
	// As keeps the original and adds the optimised function under this name.
	As string
	// Guard keeps the original, which checks the constants and calls the optimised function where they hold. Of memory it compares
	// all contents that are known, at most maxGuardTests values: the memory must be as large as the late value is, and it must
	// not change while the function runs, which the guard cannot see.
	Guard bool
	// Only gives the text of the function alone, in place of the file's: that of the optimised function as it stands in the file, with
	// Guard the original with its check, too. It compiles behind the rest of the file.
	Only bool
}

// maxGuardTests bounds the comparisons of a guard.
const maxGuardTests = 256

// C is the text of the C file with the optimised function in it, or of the function alone. Everything else in the file is left byte for byte. Errors are
// *diag.Error: the name is taken, there is no constant to check, a constant cannot be checked, or the text around the function
// does not allow it.
func (r *Result) C(o Output) (text []byte, err error) {
	defer catch("the printing of "+r.function.Name, &err)
	conditions, err := r.conditions(o.Guard)
	if err != nil {
		return nil, err
	}
	how := cfront.How{As: o.As, Guard: o.Guard, Conditions: conditions}
	if o.Only {
		return r.function.site.Alone(r.function.text, r.Func, how)
	}
	return r.function.site.Splice(r.function.text, r.Func, how)
}

// conditions are what the optimised function takes for granted: of scalars first, then of memory, whose size they may say. With
// tests each has those that a guard makes.
func (r *Result) conditions(withTests bool) ([]cfront.Condition, error) {
	var scalars, memory []cfront.Condition
	g := &guard{function: r.function}
	for i, l := range r.late {
		if !l.IsConstant() {
			continue
		}
		p := r.function.Params[i]
		c := cfront.Condition{Param: p.Name, Value: l.lattice()}
		if withTests {
			g.tests = nil
			g.layouts = p.Layouts
			g.value(r.function.param(i), l.known)
			c.Tests = g.tests
		}
		if isPointer(p.Type) {
			memory = append(memory, c)
		} else {
			scalars = append(scalars, c)
		}
	}
	if g.err == nil && g.count > maxGuardTests {
		g.err = fileErrorf(r.function.File, "the guard of %s would compare %d values, and %d are the most", r.function.Name, g.count, maxGuardTests).
			WithHint("vouch for the memory: leave out -guard, or use -as NAME to keep the original")
	}
	if g.err != nil {
		return nil, g.err
	}
	return append(scalars, memory...), nil
}

// param is the parameter at position i as an expression.
func (f *Function) param(i int) ast.Expr {
	p := f.tree.Params[i]
	if p.InMemory {
		return &ast.Object{Name: p.Name, Ty: p.Ty}
	}
	return &ast.Var{Name: p.Name, Ty: p.Ty}
}

// guard makes the tests whether values are what they were taken for.
type guard struct {
	function *Function
	layouts  ast.Layouts
	tests    []ast.Expr
	count    int // over all parameters
	err      *diag.Error
}

func (g *guard) add(test ast.Expr) {
	g.count++
	if g.count <= maxGuardTests {
		g.tests = append(g.tests, test)
	}
}

// value tests that x, an object or a value, is what is known of it.
func (g *guard) value(x ast.Expr, known Abstract) {
	if !known.isConstant() {
		return
	}
	switch f := known.forms[0].(type) {
	case scalar:
		g.scalar(x, f)
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
func (g *guard) notNull(x ast.Expr) {
	if t := ast.TypeOf(x); isPointer(t) {
		g.add(&ast.Binary{Op: ast.Ne, Ty: t, X: x, Y: intConst(0, t)})
	}
}

func (g *guard) record(x ast.Expr, r *record) {
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

func (g *guard) scalar(x ast.Expr, s scalar) {
	if isFloat(s.typ) {
		g.float(x, s)
		return
	}
	t := ast.Promote(s.typ)
	g.add(&ast.Binary{Op: ast.Eq, Ty: t, X: ast.ConvertTo(t, x), Y: intConst(s.bits, t)})
}

// float tests a floating number. Zeros are equal whatever their signs, which dividing by them tells apart; a NaN is equal to nothing.
func (g *guard) float(x ast.Expr, s scalar) {
	v := floatOf(s)
	constant := func(v float64) ast.Expr { return &ast.Const{Value: ast.FloatConst(float(v, s.typ).bits), Ty: s.typ} }
	if math.IsNaN(v) {
		g.err = fileErrorf(g.function.File, "the guard of %s cannot test for the constant %s", g.function.Name, formatScalar(s)).
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
