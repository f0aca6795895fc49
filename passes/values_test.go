package passes_test

import (
	"math"

	"scf/ast"
)

// This file is the arithmetic of the test's machine: C's, with integers that wrap. What C leaves undefined panics with
// errUndefined.

func constant(c *ast.Const) word {
	switch v := c.Value.(type) {
	case ast.IntConst:
		return word{i: int64(v)}
	case ast.FloatConst:
		if c.Ty.(ast.Floating).Width == 32 {
			return word{f: float64(math.Float32frombits(uint32(v)))}
		}
		return word{f: math.Float64frombits(uint64(v))}
	}
	panic("no constant")
}

func round(f float64, t ast.Type) word {
	if t.(ast.Floating).Width == 32 {
		return word{f: float64(float32(f))}
	}
	return word{f: f}
}

func unary(op ast.Unop, t ast.Type, w word) word {
	_, floats := t.(ast.Floating)
	switch {
	case op == ast.LogNot:
		return of(!truth(w, t))
	case floats:
		return word{f: -w.f}
	case op == ast.Neg:
		return word{i: ast.Wrap(-w.i, t)}
	}
	return word{i: ast.Wrap(^w.i, t)}
}

func binary(e *ast.Binary, x, y word) word {
	op := e.Op
	switch t := e.Ty.(type) {
	case ast.Floating:
		return floats(op, t, x.f, y.f)
	case ast.Integer:
		if op != ast.PtrDiff {
			return integers(op, t, x.i, y.i)
		}
	}
	size := int64(1)
	if p, ok := ast.TypeOf(e.X).(ast.Pointer); ok {
		size = sizeOf(p.Elem)
	}
	switch op {
	case ast.PtrAdd:
		return word{i: x.i + size*y.i}
	case ast.PtrSub:
		return word{i: x.i - size*y.i}
	case ast.PtrDiff:
		return word{i: (x.i - y.i) / size}
	}
	return compared(op, x.i == y.i, uint64(x.i) < uint64(y.i))
}

func compared(op ast.Binop, equal, less bool) word {
	switch op {
	case ast.Lt:
		return of(less)
	case ast.Gt:
		return of(!less && !equal)
	case ast.Le:
		return of(less || equal)
	case ast.Ge:
		return of(!less)
	case ast.Eq:
		return of(equal)
	}
	return of(!equal)
}

func floats(op ast.Binop, t ast.Floating, x, y float64) word {
	switch op {
	case ast.Add:
		return round(x+y, t)
	case ast.Sub:
		return round(x-y, t)
	case ast.Mul:
		return round(x*y, t)
	case ast.Div:
		return round(x/y, t)
	case ast.Ge:
		return of(x >= y)
	case ast.Gt:
		return of(x > y)
	}
	return compared(op, x == y, x < y)
}

func integers(op ast.Binop, t ast.Integer, x, y int64) word {
	if op.IsComparison() {
		if t.Signed {
			return compared(op, x == y, x < y)
		}
		return compared(op, x == y, uint64(x) < uint64(y))
	}
	return word{i: ast.Wrap(arithmetic(op, t, x, y), t)}
}

func arithmetic(op ast.Binop, t ast.Integer, x, y int64) int64 {
	switch op {
	case ast.Add:
		return x + y
	case ast.Sub:
		return x - y
	case ast.Mul:
		return x * y
	case ast.BitAnd:
		return x & y
	case ast.BitOr:
		return x | y
	case ast.BitXor:
		return x ^ y
	case ast.Shl, ast.Shr:
		if y < 0 || y >= t.Width {
			panic(errUndefined)
		}
		if op == ast.Shl {
			return x << y
		}
		if t.Signed {
			return x >> y
		}
		return int64(uint64(x) >> y)
	}
	if y == 0 || t.Signed && y == -1 && x == ast.Wrap(1<<(t.Width-1), t) {
		panic(errUndefined)
	}
	switch {
	case t.Signed && op == ast.Div:
		return x / y
	case t.Signed:
		return x % y
	case op == ast.Div:
		return int64(uint64(x) / uint64(y))
	}
	return int64(uint64(x) % uint64(y))
}

func convert(to, from ast.Type, w word) word {
	_, fromFloat := from.(ast.Floating)
	switch to := to.(type) {
	case ast.Boolean:
		return of(truth(w, from))
	case ast.Floating:
		if fromFloat {
			return round(w.f, to)
		}
		if t, ok := from.(ast.Integer); ok && !t.Signed {
			return round(float64(uint64(w.i)), to)
		}
		return round(float64(w.i), to)
	}
	if !fromFloat {
		return word{i: ast.Wrap(w.i, to)}
	}
	return word{i: truncated(w.f, to)}
}

// truncated is f without its fraction, if the type to has it.
func truncated(f float64, to ast.Type) int64 {
	f = math.Trunc(f)
	t, isInteger := to.(ast.Integer)
	switch {
	case isInteger && !t.Signed && t.Width == 64 && f >= 1<<63 && f < 1<<64:
		return int64(uint64(f))
	case !(f >= -1<<63 && f < 1<<63) || ast.Wrap(int64(f), to) != int64(f) || isInteger && !t.Signed && f < 0:
		panic(errUndefined)
	}
	return int64(f)
}
