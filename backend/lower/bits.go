package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers the compiler's functions that count and move bits, after Warren, Hacker's Delight, chapters 5 and 7.

// bitBuiltin is the value of a call of one of them.
func (l *Lowerer) bitBuiltin(name string, e *ast.Call) (ir.Value, bool) {
	t := ast.TypeOf(e.Args[0])
	if !ast.IsInteger(t) {
		return 0, false
	}
	var f func(x ir.Value, t ir.Type) ir.Value
	switch name {
	case "popcount", "popcountl", "popcountll":
		f = l.ones
	case "parity", "parityl", "parityll":
		f = l.parity
	case "ctz", "ctzl", "ctzll":
		f = l.trailing
	case "clz", "clzl", "clzll":
		f = l.leading
	case "ffs", "ffsl", "ffsll":
		f = l.firstSet
	case "bswap32", "bswap64":
		return l.swapped(l.value(e.Args[0]), l.typeOf(t)), true
	case "bswap16":
		x := l.swapped(l.value(e.Args[0]), ir.I32)
		return l.shift(ir.Shr, ir.I32, x, 16), true
	default:
		return 0, false
	}
	v := f(l.value(e.Args[0]), l.typeOf(t))
	if l.b.Type(v) == ir.I64 {
		v = l.b.Unary(ir.Trunc, ir.I32, v)
	}
	return v, true
}

func (l *Lowerer) masked(t ir.Type, x ir.Value, mask uint64) ir.Value {
	return l.b.Binary(ir.And, t, x, l.b.Const(t, int64(mask)))
}

// ones counts the bits that are set: in pairs, fours, bytes, then all.
func (l *Lowerer) ones(x ir.Value, t ir.Type) ir.Value {
	x = l.b.Binary(ir.Sub, t, x, l.masked(t, l.shift(ir.Shr, t, x, 1), 0x5555555555555555))
	x = l.b.Binary(ir.Add, t, l.masked(t, x, 0x3333333333333333), l.masked(t, l.shift(ir.Shr, t, x, 2), 0x3333333333333333))
	x = l.masked(t, l.b.Binary(ir.Add, t, x, l.shift(ir.Shr, t, x, 4)), 0x0f0f0f0f0f0f0f0f)
	return l.shift(ir.Shr, t, l.b.Binary(ir.Mul, t, x, l.b.Const(t, 0x0101010101010101)), bitsOf(t)-8)
}

func (l *Lowerer) parity(x ir.Value, t ir.Type) ir.Value {
	for by := bitsOf(t) / 2; by > 0; by /= 2 {
		x = l.b.Binary(ir.Xor, t, x, l.shift(ir.Shr, t, x, by))
	}
	return l.masked(t, x, 1)
}

// trailing counts the zeros below the lowest bit that is set.
func (l *Lowerer) trailing(x ir.Value, t ir.Type) ir.Value {
	below := l.b.Binary(ir.And, t, l.b.Unary(ir.Not, t, x), l.b.Binary(ir.Sub, t, x, l.b.Const(t, 1)))
	return l.ones(below, t)
}

// leading counts the zeros above the highest bit that is set.
func (l *Lowerer) leading(x ir.Value, t ir.Type) ir.Value {
	for by := int64(1); by < bitsOf(t); by *= 2 {
		x = l.b.Binary(ir.Or, t, x, l.shift(ir.Shr, t, x, by))
	}
	return l.ones(l.b.Unary(ir.Not, t, x), t)
}

// firstSet is the number of the lowest bit that is set, from 1; 0 where there is none.
func (l *Lowerer) firstSet(x ir.Value, t ir.Type) ir.Value {
	n := l.b.Binary(ir.Add, t, l.trailing(x, t), l.b.Const(t, 1))
	return l.b.Select(l.b.Compare(ir.Cmp, ir.Ne, x, l.b.Const(t, 0)), n, l.b.Const(t, 0))
}

// swapped has the bytes of x the other way around.
func (l *Lowerer) swapped(x ir.Value, t ir.Type) ir.Value {
	for _, step := range [...]struct {
		by   int64
		mask uint64
	}{{8, 0x00ff00ff00ff00ff}, {16, 0x0000ffff0000ffff}, {32, 0x00000000ffffffff}} {
		if step.by >= bitsOf(t) {
			break
		}
		low := l.shift(ir.Shl, t, l.masked(t, x, step.mask), step.by)
		x = l.b.Binary(ir.Or, t, low, l.masked(t, l.shift(ir.Shr, t, x, step.by), step.mask))
	}
	return x
}
