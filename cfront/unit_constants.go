package cfront

import (
	"math"
	"math/bits"

	"scf/ast"
)

// This file evaluates what initialises variables with static storage: numbers, and addresses of variables and functions, of strings, of
// parts of them (C17 6.6).

// constant is an integer in the form of ast.Wrap, a floating number, or the address n bytes behind that of a variable or function.
type constant struct {
	n     int64
	float float64
	of    *scoped
}

// evaluate is the value of x; not ok where it is no constant.
func (o *object) evaluate(x ast.Expr) (c constant, ok bool) {
	switch x := x.(type) {
	case *ast.Const:
		return literalConstant(x)
	case *ast.Convert:
		c, ok = o.evaluate(x.X)
		if !ok {
			return c, false
		}
		return convertConstant(c, ast.TypeOf(x.X), x.Ty)
	case *ast.Unary:
		c, ok = o.evaluate(x.X)
		if !ok {
			return c, false
		}
		return unaryConstant(x.Op, ast.TypeOf(x.X), c)
	case *ast.Binary:
		return o.binary(x)
	case *ast.LogAnd:
		return o.logical(x.X, x.Y, false)
	case *ast.LogOr:
		return o.logical(x.X, x.Y, true)
	case *ast.Cond:
		return o.conditional(x)
	case *ast.AddressOf:
		return o.address(x.X)
	case *ast.Object:
		return o.value(x)
	}
	return constant{}, false
}

func literalConstant(x *ast.Const) (constant, bool) {
	switch v := x.Value.(type) {
	case ast.IntConst:
		return constant{n: int64(v)}, true
	case ast.FloatConst:
		if x.Ty.(ast.Floating).Width == 32 {
			return constant{float: float64(math.Float32frombits(uint32(v)))}, true
		}
		return constant{float: math.Float64frombits(uint64(v))}, true
	}
	return constant{}, false
}

// address is the address of the object or function that place designates.
func (o *object) address(place ast.Expr) (constant, bool) {
	switch p := place.(type) {
	case *ast.Object:
		return o.mention(p)
	case *ast.Str:
		key := o.unit.string(o.owner, p)
		return constant{of: &key}, true
	case *ast.Member:
		return plus(p.Offset, !ast.IsBitField(p))(o.address(p.X))
	case *ast.Arrow:
		return plus(p.Offset, !ast.IsBitField(p))(o.evaluate(p.X))
	case *ast.Deref:
		return o.evaluate(p.X)
	case *ast.Index:
		i, ok := o.evaluate(p.I)
		by := plus(i.n*o.l.sizeOfType(p.Ty), ok && i.of == nil)
		if isArray(p.X) {
			return by(o.address(p.X))
		}
		return by(o.evaluate(p.X))
	}
	return constant{}, false
}

// plus adds n to an address.
func plus(n int64, known bool) func(constant, bool) (constant, bool) {
	return func(c constant, ok bool) (constant, bool) {
		c.n += n
		return c, ok && known
	}
}

// mention is the address of a variable or function that lives as long as the program.
func (o *object) mention(x *ast.Object) (constant, bool) {
	key := scoped{"", x.Name}
	switch d := o.l.keptVariables[x.Name]; {
	case isMade(x.Name):
	case d != nil && d.IsStatic():
		key.fn = o.owner.fn
		o.unit.static(o.l, key.fn, x.Name, d)
	case o.l.isAutomatic(x.Name):
		return constant{}, false
	default:
		o.unit.meet(x.Name, x.Ty)
	}
	return constant{of: &key}, true
}

// value is that of a constant variable, which gcc and clang take for a constant.
func (o *object) value(x *ast.Object) (constant, bool) {
	g := o.unit.globals[x.Name]
	if g == nil || g.init == nil || !ast.IsScalar(x.Ty) || !isConstDeclared(g.defined) || o.depth > maxConstants {
		return constant{}, false
	}
	if d := o.l.keptVariables[x.Name]; d != nil && d.IsStatic() {
		return constant{}, false
	}
	l := newLowerer(o.unit.file, nil, g.ordinal)
	in := &object{unit: o.unit, l: l, owner: o.owner, depth: o.depth + 1}
	e := g.init.AssignmentExpression
	if e == nil {
		return constant{}, false
	}
	v, ok := in.evaluate(l.pure(func() ast.Expr { return l.wholeValue(e, x.Ty) }))
	return v, ok && len(l.errs) == 0
}

// maxConstants bounds how many variables the value of one is taken from.
const maxConstants = 100

func (o *object) conditional(x *ast.Cond) (constant, bool) {
	test, ok := o.truth(x.Test)
	switch {
	case !ok:
		return constant{}, false
	case test:
		return o.evaluate(x.Then)
	}
	return o.evaluate(x.Else)
}

// truth reports whether x is not zero.
func (o *object) truth(x ast.Expr) (truth, ok bool) {
	c, ok := o.evaluate(x)
	return c.of != nil || c.n != 0 || c.float != 0, ok
}

// logical is x && y, or x || y, where stop is what x is for y not to matter.
func (o *object) logical(x, y ast.Expr, stop bool) (constant, bool) {
	truth, ok := o.truth(x)
	if ok && truth != stop {
		truth, ok = o.truth(y)
	}
	return truthConstant(truth), ok
}

func truthConstant(t bool) constant {
	if t {
		return constant{n: 1}
	}
	return constant{}
}

// convertConstant is c, of type from, as a value of type to.
func convertConstant(c constant, from, to ast.Type) (constant, bool) {
	_, fromFloat := from.(ast.Floating)
	f, toFloat := to.(ast.Floating)
	_, toBool := to.(ast.Boolean)
	switch {
	case toBool:
		return truthConstant(c.of != nil || c.n != 0 || c.float != 0), true
	case c.of != nil:
		i, isInteger := to.(ast.Integer)
		return c, !toFloat && (!isInteger || i.Width == 64)
	case fromFloat && toFloat:
		return rounded(c.float, f), true
	case toFloat:
		return intToFloat(c.n, from, f)
	case fromFloat:
		return floatToInt(c.float, to)
	}
	return constant{n: ast.Wrap(c.n, to)}, true
}

// rounded is x as a number of type t.
func rounded(x float64, t ast.Floating) constant {
	if t.Width == 32 {
		x = float64(float32(x))
	}
	return constant{float: x}
}

// intToFloat is n of type from as a number of type to. Not ok is one that a double, of which a longer number is made, does not hold.
func intToFloat(n int64, from ast.Type, to ast.Floating) (constant, bool) {
	i, _ := from.(ast.Integer)
	unsigned := i.Width == 64 && !i.Signed
	switch {
	case to.Width == 32 && unsigned:
		return constant{float: float64(float32(uint64(n)))}, true
	case to.Width == 32:
		return constant{float: float64(float32(n))}, true
	case unsigned:
		return constant{float: float64(uint64(n))}, to.Width == 64 || significant(uint64(n)) <= 53
	}
	return constant{float: float64(n)}, to.Width == 64 || significant(uint64(max(n, -n))) <= 53
}

// significant is how many bits lie between the first and the last one of n.
func significant(n uint64) int { return bits.Len64(n) - bits.TrailingZeros64(n) }

// floatToInt is x without its fraction; not ok where t does not hold it.
func floatToInt(x float64, t ast.Type) (constant, bool) {
	i, ok := t.(ast.Integer)
	if x = math.Trunc(x); !ok || math.IsNaN(x) {
		return constant{}, false
	}
	low, high := 0.0, math.Ldexp(1, int(i.Width))
	if i.Signed {
		low, high = -math.Ldexp(1, int(i.Width)-1), math.Ldexp(1, int(i.Width)-1)
	}
	if x < low || x >= high {
		return constant{}, false
	}
	n := int64(x)
	if x >= math.Ldexp(1, 63) {
		n = int64(uint64(x))
	}
	return constant{n: n}, true
}

// unaryConstant is the operator applied to c of type t.
func unaryConstant(op ast.Unop, t ast.Type, c constant) (constant, bool) {
	f, floating := t.(ast.Floating)
	switch {
	case op == ast.LogNot:
		return truthConstant(c.of == nil && c.n == 0 && c.float == 0), true
	case c.of != nil:
		return c, false
	case op == ast.BitNot:
		return constant{n: ast.Wrap(^c.n, t)}, true
	case floating:
		return rounded(-c.float, f), true
	}
	return constant{n: ast.Wrap(-c.n, t)}, true
}
