package interp

import (
	"unsafe"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
)

// kind is how a type's values are computed with.
type kind uint8

const (
	isNone kind = iota // structs, arrays, functions, void
	isBool
	isI8
	isI16
	isI32
	isI64
	isU8
	isU16
	isU32
	isU64 // and pointers
	isF32
	isF64
)

func kindOf(t ast.Type) kind {
	switch t := t.(type) {
	case ast.Boolean:
		return isBool
	case ast.Pointer:
		return isU64
	case ast.Floating:
		if t.Width == 32 {
			return isF32
		}
		return isF64
	case ast.Integer:
		return integerKind(t)
	}
	return isNone
}

// integerKind is the kind of an integer type. A bit-field's, which may be of any width, is asked for by no operation.
func integerKind(t ast.Integer) kind {
	k := isU64
	switch {
	case t.Width <= 8:
		k = isU8
	case t.Width <= 16:
		k = isU16
	case t.Width <= 32:
		k = isU32
	}
	if t.Signed {
		return k - isU8 + isI8
	}
	return k
}

func (c *compiler) unary(e *ast.Unary) expr {
	if e.Op == ast.LogNot {
		t := c.test(e.X)
		return func(m *machine) uint64 { return truth(!t(m)) }
	}
	c.refuseType(e.Ty)
	x := c.expr(e.X)
	switch k := kindOf(e.Ty); {
	case k == isF32:
		return func(m *machine) uint64 { return x(m) ^ 1<<31 }
	case k == isF64:
		return func(m *machine) uint64 { return x(m) ^ 1<<63 }
	case e.Op == ast.Neg:
		return wrapped(e.Ty, func(m *machine) uint64 { return -x(m) })
	}
	return wrapped(e.Ty, func(m *machine) uint64 { return ^x(m) })
}

// wrapped is x, an integer of 64 bits, converted to the type.
func wrapped(t ast.Type, x expr) expr {
	switch kindOf(t) {
	case isBool:
		return func(m *machine) uint64 { return truth(x(m) != 0) }
	case isI8:
		return func(m *machine) uint64 { return uint64(int8(x(m))) }
	case isI16:
		return func(m *machine) uint64 { return uint64(int16(x(m))) }
	case isI32:
		return func(m *machine) uint64 { return uint64(int32(x(m))) }
	case isU8:
		return func(m *machine) uint64 { return uint64(uint8(x(m))) }
	case isU16:
		return func(m *machine) uint64 { return uint64(uint16(x(m))) }
	case isU32:
		return func(m *machine) uint64 { return uint64(uint32(x(m))) }
	}
	return x
}

func (c *compiler) binary(e *ast.Binary) expr {
	c.refuseType(e.Ty)
	switch {
	case e.Op.IsComparison():
		t := c.comparison(e)
		return func(m *machine) uint64 { return truth(t(m)) }
	case e.Op == ast.PtrAdd:
		return c.stepped(c.pointed(e.X), e.Y, elementSize(e.Ty)).word()
	case e.Op == ast.PtrSub:
		return c.stepped(c.pointed(e.X), e.Y, -elementSize(e.Ty)).word()
	case e.Op == ast.PtrDiff:
		return c.difference(e)
	}
	x, y := c.expr(e.X), c.expr(e.Y)
	switch kindOf(e.Ty) {
	case isI8:
		return integers[int8](c, e.Op, x, y)
	case isI16:
		return integers[int16](c, e.Op, x, y)
	case isI32:
		return c.quick(e, integers[int32](c, e.Op, x, y))
	case isI64:
		return integers[int64](c, e.Op, x, y)
	case isU8:
		return integers[uint8](c, e.Op, x, y)
	case isU16:
		return integers[uint16](c, e.Op, x, y)
	case isU32:
		return integers[uint32](c, e.Op, x, y)
	case isU64:
		return integers[uint64](c, e.Op, x, y)
	case isBool:
		return wrapped(e.Ty, integers[uint8](c, e.Op, x, y))
	case isF32:
		return single(e.Op, x, y)
	case isF64:
		return double(e.Op, x, y)
	}
	c.failf("an operation on %s", ast.TypeName(e.Ty))
	return x
}

// difference is pointer - pointer, in elements.
func (c *compiler) difference(e *ast.Binary) expr {
	x, y := c.expr(e.X), c.expr(e.Y)
	size := int64(elementSize(ast.TypeOf(e.X)))
	if size == 0 {
		c.failf("a difference of pointers to objects without a size")
		size = 1
	}
	return wrapped(e.Ty, func(m *machine) uint64 { a := x(m); return uint64(int64(a-y(m)) / size) })
}

// integers is an operation on integers of type T. Shifts by more than the width shift by the count's low bits, as machines do.
func integers[T mem.Integer](c *compiler, op ast.Binop, x, y expr) expr {
	at := c.at
	var zero T
	mask := uint64(max(32, 8*sizeOf(zero)) - 1)
	switch op {
	case ast.Add:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a + y(m))) }
	case ast.Sub:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a - y(m))) }
	case ast.Mul:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a * y(m))) }
	case ast.BitAnd:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a & y(m))) }
	case ast.BitOr:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a | y(m))) }
	case ast.BitXor:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a ^ y(m))) }
	case ast.Shl:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a) << (y(m) & mask)) }
	case ast.Shr:
		return func(m *machine) uint64 { a := x(m); return uint64(T(a) >> (y(m) & mask)) }
	}
	return division[T](op, at, x, y)
}

// sizeOf is the number of bytes of a T.
func sizeOf[T mem.Integer](x T) int { return int(unsafe.Sizeof(x)) }

// division is / or %.
func division[T mem.Integer](op ast.Binop, at *place, x, y expr) expr {
	if op == ast.Div {
		return func(m *machine) uint64 {
			a, b := T(x(m)), T(y(m))
			if b == 0 {
				at.fail(backend.DivisionByZero, nil)
			}
			return uint64(a / b)
		}
	}
	return func(m *machine) uint64 {
		a, b := T(x(m)), T(y(m))
		if b == 0 {
			at.fail(backend.DivisionByZero, nil)
		}
		return uint64(a % b)
	}
}

// quick is an operation on ints with a constant or on variables, where there is a quicker form than the general one.
func (c *compiler) quick(e *ast.Binary, general expr) expr {
	v, isVar := e.X.(*ast.Var)
	if !isVar || !c.isWord(v.Name) {
		return general
	}
	a := c.variable(v.Name)
	if k, ok := e.Y.(*ast.Const); ok {
		w := wordOf(k.Value)
		switch e.Op {
		case ast.Add:
			return func(m *machine) uint64 { return uint64(int32(m.vars[a] + w)) }
		case ast.Sub:
			return func(m *machine) uint64 { return uint64(int32(m.vars[a] - w)) }
		case ast.Mul:
			return func(m *machine) uint64 { return uint64(int32(m.vars[a] * w)) }
		case ast.BitAnd:
			return func(m *machine) uint64 { return m.vars[a] & w }
		}
		return general
	}
	if v, ok := e.Y.(*ast.Var); ok && c.isWord(v.Name) {
		b := c.variable(v.Name)
		switch e.Op {
		case ast.Add:
			return func(m *machine) uint64 { return uint64(int32(m.vars[a] + m.vars[b])) }
		case ast.Sub:
			return func(m *machine) uint64 { return uint64(int32(m.vars[a] - m.vars[b])) }
		case ast.Mul:
			return func(m *machine) uint64 { return uint64(int32(m.vars[a] * m.vars[b])) }
		}
	}
	return general
}

// isWord reports whether the name is that of a variable that is a word.
func (c *compiler) isWord(name string) bool {
	_, ok := c.slots[name]
	return ok
}

// comparison is a comparison as a test. Words of integers compare as 64-bit integers with or without sign.
func (c *compiler) comparison(e *ast.Binary) test {
	c.refuseType(e.Ty)
	x, y := c.expr(e.X), c.expr(e.Y)
	switch kindOf(e.Ty) {
	case isF32:
		return floating(e.Op, asSingle(x), asSingle(y))
	case isF64:
		return floating(e.Op, asDouble(x), asDouble(y))
	case isI8, isI16, isI32, isI64:
		if k, ok := e.Y.(*ast.Const); ok {
			return withConstant(e.Op, x, int64(wordOf(k.Value)))
		}
		return compared(e.Op, func(m *machine) int64 { return int64(x(m)) }, func(m *machine) int64 { return int64(y(m)) })
	}
	return compared(e.Op, x, y)
}

func compared[T int64 | uint64, F ~func(*machine) T](op ast.Binop, x, y F) test {
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

// withConstant compares a signed integer with a constant.
func withConstant(op ast.Binop, x expr, k int64) test {
	switch op {
	case ast.Lt:
		return func(m *machine) bool { return int64(x(m)) < k }
	case ast.Gt:
		return func(m *machine) bool { return int64(x(m)) > k }
	case ast.Le:
		return func(m *machine) bool { return int64(x(m)) <= k }
	case ast.Ge:
		return func(m *machine) bool { return int64(x(m)) >= k }
	case ast.Eq:
		return func(m *machine) bool { return int64(x(m)) == k }
	}
	return func(m *machine) bool { return int64(x(m)) != k }
}
