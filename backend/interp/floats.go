package interp

import (
	"math"

	"scf/ast"
	"scf/backend"
)

// real is an expression with a floating value.
type real[T float32 | float64] func(m *machine) T

func asSingle(x expr) real[float32] {
	return func(m *machine) float32 { return math.Float32frombits(uint32(x(m))) }
}

func asDouble(x expr) real[float64] {
	return func(m *machine) float64 { return math.Float64frombits(x(m)) }
}

func fromSingle(x float32) uint64 { return uint64(math.Float32bits(x)) }

// single is an operation on floats, double one on doubles. Each rounds once: conversions to the type keep Go from fusing operations.
func single(op ast.Binop, xe, ye expr) expr {
	x, y := asSingle(xe), asSingle(ye)
	switch op {
	case ast.Add:
		return func(m *machine) uint64 { a := x(m); return fromSingle(float32(a + y(m))) }
	case ast.Sub:
		return func(m *machine) uint64 { a := x(m); return fromSingle(float32(a - y(m))) }
	case ast.Mul:
		return func(m *machine) uint64 { a := x(m); return fromSingle(float32(a * y(m))) }
	}
	return func(m *machine) uint64 { a := x(m); return fromSingle(float32(a / y(m))) }
}

func double(op ast.Binop, xe, ye expr) expr {
	x, y := asDouble(xe), asDouble(ye)
	switch op {
	case ast.Add:
		return func(m *machine) uint64 { a := x(m); return math.Float64bits(float64(a + y(m))) }
	case ast.Sub:
		return func(m *machine) uint64 { a := x(m); return math.Float64bits(float64(a - y(m))) }
	case ast.Mul:
		return func(m *machine) uint64 { a := x(m); return math.Float64bits(float64(a * y(m))) }
	}
	return func(m *machine) uint64 { a := x(m); return math.Float64bits(float64(a / y(m))) }
}

// floating is a comparison of floating numbers.
func floating[T float32 | float64](op ast.Binop, x, y real[T]) test {
	switch op {
	case ast.Lt:
		return func(m *machine) bool { a := x(m); return a < y(m) }
	case ast.Gt:
		return func(m *machine) bool { a := x(m); return a > y(m) }
	case ast.Le:
		return func(m *machine) bool { a := x(m); return a <= y(m) }
	case ast.Ge:
		return func(m *machine) bool { a := x(m); return a >= y(m) }
	case ast.Eq:
		return func(m *machine) bool { a := x(m); return a == y(m) }
	}
	return func(m *machine) bool { a := x(m); return a != y(m) }
}

// convert is a conversion. Where C leaves it undefined, what SSE2 gives.
func (c *compiler) convert(e *ast.Convert) expr {
	from := ast.TypeOf(e.X)
	c.refuseType(from)
	c.refuseType(e.Ty)
	if ast.IsVoid(e.Ty) {
		return c.expr(e.X)
	}
	if _, ok := e.Ty.(ast.Boolean); ok {
		t := c.test(e.X)
		return func(m *machine) uint64 { return truth(t(m)) }
	}
	return c.converted(c.expr(e.X), from, e.Ty)
}

// converted is x of one scalar type as a value of another.
func (c *compiler) converted(x expr, from, to ast.Type) expr {
	switch kindOf(from) {
	case isF32:
		return fromFloating(asDouble(widened(x)), x, to, isF32)
	case isF64:
		return fromFloating(asDouble(x), x, to, isF64)
	}
	return fromInteger(x, from, to)
}

// widened is a float as a double.
func widened(x expr) expr {
	f := asSingle(x)
	return func(m *machine) uint64 { return math.Float64bits(float64(f(m))) }
}

// fromFloating is the number d, which is x of the kind, as a value of type t.
func fromFloating(d real[float64], x expr, t ast.Type, k kind) expr {
	switch to := kindOf(t); to {
	case k:
		return x
	case isF32:
		return func(m *machine) uint64 { return fromSingle(float32(d(m))) }
	case isF64:
		return func(m *machine) uint64 { return math.Float64bits(d(m)) }
	case isI64, isU32:
		return wrapped(t, func(m *machine) uint64 { return uint64(backend.ToInt64(d(m))) })
	case isU64:
		return func(m *machine) uint64 { return toUint64(d(m)) }
	}
	return wrapped(t, func(m *machine) uint64 { return uint64(toInt32(d(m))) })
}

// toInt32 is what SSE2 makes of a double: the least int where it is out of range.
func toInt32(x float64) int32 {
	if x > -0x1p31-1 && x < 0x1p31 {
		return int32(x)
	}
	return math.MinInt32
}

// toUint64 is what gcc makes of a double with SSE2.
func toUint64(x float64) uint64 {
	if x < 0x1p63 {
		return uint64(backend.ToInt64(x))
	}
	return uint64(backend.ToInt64(x-0x1p63)) ^ 1<<63
}

// fromInteger is x of an integer or pointer type as a value of type t.
func fromInteger(x expr, from, t ast.Type) expr {
	isSigned := kindOf(from) >= isI8 && kindOf(from) <= isI64
	switch kindOf(t) {
	case isF32:
		if isSigned {
			return func(m *machine) uint64 { return fromSingle(float32(int64(x(m)))) }
		}
		return func(m *machine) uint64 { return fromSingle(float32(x(m))) }
	case isF64:
		if isSigned {
			return func(m *machine) uint64 { return math.Float64bits(float64(int64(x(m)))) }
		}
		return func(m *machine) uint64 { return math.Float64bits(float64(x(m))) }
	case isNone:
		return x
	}
	if t, ok := t.(ast.Integer); ok && t.Width < 64 && bitWidth(t.Width) {
		return func(m *machine) uint64 { return uint64(ast.Wrap(int64(x(m)), t)) }
	}
	return wrapped(t, x)
}

// bitWidth reports whether the width is only a bit-field's.
func bitWidth(w int64) bool { return w != 8 && w != 16 && w != 32 && w != 64 }
