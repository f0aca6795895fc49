package cfront

import "scf/ast"

// This file does the arithmetic of constants.

// binary is the value of x.
func (o *object) binary(x *ast.Binary) (constant, bool) {
	a, ok := o.evaluate(x.X)
	b, ok2 := o.evaluate(x.Y)
	if !ok || !ok2 {
		return constant{}, false
	}
	if f, floating := x.Ty.(ast.Floating); floating {
		if f.Width > 64 {
			return constant{}, false
		}
		return floatOperation(x.Op, f, a.float, b.float)
	}
	size := int64(1)
	if p, ok := ast.TypeOf(x.X).(ast.Pointer); ok && !x.Op.IsComparison() {
		size = max(1, o.l.sizeOfType(p.Elem))
	}
	switch x.Op {
	case ast.PtrAdd:
		a.n += b.n * size
		return a, b.of == nil
	case ast.PtrSub:
		a.n -= b.n * size
		return a, b.of == nil
	case ast.PtrDiff:
		return constant{n: (a.n - b.n) / size}, sameObject(a, b)
	}
	if a.of != nil || b.of != nil {
		return addressOperation(x.Op, a, b)
	}
	n, ok := integerOperation(x.Op, x.Ty, a.n, b.n)
	return constant{n: n}, ok
}

// sameObject reports whether a and b are addresses in the same object, or both are numbers.
func sameObject(a, b constant) bool {
	return a.of == nil && b.of == nil || a.of != nil && b.of != nil && *a.of == *b.of
}

// addressOperation is for operands one of which is an address at least, as pointers or as integers.
func addressOperation(op ast.Binop, a, b constant) (constant, bool) {
	switch {
	case op.IsComparison() && sameObject(a, b):
		n, ok := integerOperation(op, ast.Integer{Width: 64, Signed: true}, a.n, b.n)
		return constant{n: n}, ok
	case op == ast.Eq || op == ast.Ne: // with null; two objects lie where the linker puts them
		return truthConstant(op == ast.Ne), (a.of == nil && a.n == 0) != (b.of == nil && b.n == 0)
	case op == ast.Add && (a.of == nil || b.of == nil):
		if a.of == nil {
			a.of = b.of
		}
		a.n += b.n
		return a, true
	case op == ast.Sub && b.of == nil:
		a.n -= b.n
		return a, true
	case op == ast.Sub && sameObject(a, b):
		return constant{n: a.n - b.n}, true
	}
	return constant{}, false
}

func floatOperation(op ast.Binop, t ast.Floating, a, b float64) (constant, bool) {
	switch op {
	case ast.Add:
		return rounded(a+b, t), true
	case ast.Sub:
		return rounded(a-b, t), true
	case ast.Mul:
		return rounded(a*b, t), true
	case ast.Div:
		return rounded(a/b, t), true
	case ast.Lt:
		return truthConstant(a < b), true
	case ast.Gt:
		return truthConstant(a > b), true
	case ast.Le:
		return truthConstant(a <= b), true
	case ast.Ge:
		return truthConstant(a >= b), true
	case ast.Eq:
		return truthConstant(a == b), true
	case ast.Ne:
		return truthConstant(a != b), true
	}
	return constant{}, false
}

// integerOperation is for integers and null pointers of type t.
func integerOperation(op ast.Binop, t ast.Type, a, b int64) (int64, bool) {
	i, isInteger := t.(ast.Integer)
	if op.IsComparison() {
		return truthConstant(compareIntegers(op, isInteger && i.Signed, a, b)).n, true
	}
	n, ok := int64(0), true
	switch op {
	case ast.Add:
		n = a + b
	case ast.Sub:
		n = a - b
	case ast.Mul:
		n = a * b
	case ast.BitAnd:
		n = a & b
	case ast.BitOr:
		n = a | b
	case ast.BitXor:
		n = a ^ b
	case ast.Shl, ast.Shr:
		n, ok = shiftInteger(op, i, a, b)
	default:
		n, ok = divideInteger(op, i, a, b)
	}
	return ast.Wrap(n, t), ok
}

func shiftInteger(op ast.Binop, t ast.Integer, a, by int64) (int64, bool) {
	switch {
	case by < 0 || by >= t.Width:
		return 0, false
	case op == ast.Shl:
		return a << by, true
	case t.Signed:
		return a >> by, true
	}
	return int64(uint64(a) >> by), true
}

func divideInteger(op ast.Binop, t ast.Integer, a, b int64) (int64, bool) {
	switch {
	case b == 0 || op != ast.Div && op != ast.Rem:
		return 0, false
	case op == ast.Div && t.Signed:
		return a / b, true
	case op == ast.Div:
		return int64(uint64(a) / uint64(b)), true
	case t.Signed:
		return a % b, true
	}
	return int64(uint64(a) % uint64(b)), true
}

func compareIntegers(op ast.Binop, signed bool, a, b int64) bool {
	less := a < b
	if !signed {
		less = uint64(a) < uint64(b)
	}
	switch op {
	case ast.Lt:
		return less
	case ast.Ge:
		return !less
	case ast.Gt:
		return !less && a != b
	case ast.Le:
		return less || a == b
	case ast.Eq:
		return a == b
	}
	return a != b
}
