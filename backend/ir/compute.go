package ir

import "math"

// Compute is what a pure operation on operands gives; not ok where it is not defined (a division) or no operation on numbers
// (an address). Operands and result are words: the bits of the value, above them zeros. x is the type of the first operand. Shifts take
// their amount modulo the width, and a floating number out of range becomes the least integer, as on amd64.
func Compute(in *Instr, x Type, a [3]uint64) (word uint64, ok bool) {
	switch in.Op {
	case Const, FConst:
		return cut(in.Type, uint64(in.Imm)), true
	case Div, DivU, Rem, RemU:
		return divide(in.Op, in.Type, a[0], a[1])
	case Add, Sub, Mul, And, Or, Xor, Neg, Not:
		return cut(in.Type, arith(in.Op, a[0], a[1])), true
	case Shl, Sar, Shr:
		return cut(in.Type, shift(in.Op, in.Type, a[0], a[1])), true
	case Sext8, Sext16, Zext8, Zext16, Sext32, Zext32, Trunc, Bits:
		return cut(in.Type, extend(in.Op, a[0])), true
	case FAdd, FSub, FMul, FDiv, FNeg, FAbs, FSqrt:
		if in.Type == F32 {
			return float32Op(in.Op, uint32(a[0]), uint32(a[1])), true
		}
		return float64Op(in.Op, a[0], a[1]), true
	case FromInt, FromUint, ToInt, ToUint, FWiden, FNarrow:
		return convert(in.Op, in.Type, x, a[0]), true
	case Cmp:
		return truth(in.Cond.Ints(x, a[0], a[1])), true
	case FCmp:
		return truth(in.Cond.floats(asFloat(x, a[0]), asFloat(x, a[1]))), true
	case Select:
		if uint32(a[0]) != 0 {
			return a[1], true
		}
		return a[2], true
	}
	return 0, false
}

// cut is the word of a value of type t that has w's low bits.
func cut(t Type, w uint64) uint64 {
	if t == I32 || t == F32 {
		return uint64(uint32(w))
	}
	return w
}

// Signed is the integer of type t that a word holds.
func Signed(t Type, w uint64) int64 {
	if t == I32 {
		return int64(int32(w))
	}
	return int64(w)
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func arith(op Op, x, y uint64) uint64 {
	switch op {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case And:
		return x & y
	case Or:
		return x | y
	case Xor:
		return x ^ y
	case Neg:
		return -x
	}
	return ^x
}

func divide(op Op, t Type, x, y uint64) (uint64, bool) {
	sx, sy := Signed(t, x), Signed(t, y)
	least := int64(math.MinInt64)
	if t == I32 {
		least = math.MinInt32
	}
	if y == 0 || (op == Div || op == Rem) && sx == least && sy == -1 {
		return 0, false
	}
	switch op {
	case Div:
		return cut(t, uint64(sx/sy)), true
	case Rem:
		return cut(t, uint64(sx%sy)), true
	case DivU:
		return x / y, true
	}
	return x % y, true
}

func shift(op Op, t Type, x, y uint64) uint64 {
	n := y & (8*uint64(t.Size()) - 1)
	switch op {
	case Shl:
		return x << n
	case Shr:
		return x >> n
	}
	return uint64(Signed(t, x) >> n)
}

func extend(op Op, x uint64) uint64 {
	switch op {
	case Sext8:
		return uint64(int64(int8(x)))
	case Sext16:
		return uint64(int64(int16(x)))
	case Zext8:
		return uint64(uint8(x))
	case Zext16:
		return uint64(uint16(x))
	case Sext32:
		return uint64(int64(int32(x)))
	}
	return x
}

func float32Op(op Op, a, b uint32) uint64 {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	switch op {
	case FAdd:
		x += y
	case FSub:
		x -= y
	case FMul:
		x *= y
	case FDiv:
		x /= y
	case FNeg:
		return uint64(a ^ 1<<31)
	case FAbs:
		return uint64(a &^ (1 << 31))
	case FSqrt:
		x = float32(math.Sqrt(float64(x)))
	}
	return uint64(math.Float32bits(x))
}

func float64Op(op Op, a, b uint64) uint64 {
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	switch op {
	case FAdd:
		x += y
	case FSub:
		x -= y
	case FMul:
		x *= y
	case FDiv:
		x /= y
	case FNeg:
		return a ^ 1<<63
	case FAbs:
		return a &^ (1 << 63)
	case FSqrt:
		x = math.Sqrt(x)
	}
	return math.Float64bits(x)
}

func asFloat(t Type, w uint64) float64 {
	if t == F32 {
		return float64(math.Float32frombits(uint32(w)))
	}
	return math.Float64frombits(w)
}

func convert(op Op, to, from Type, x uint64) uint64 {
	switch op {
	case FromInt:
		return fromInt(to, Signed(from, x))
	case FromUint:
		return fromUint(to, x)
	case ToInt:
		return toInt(to, asFloat(from, x))
	case ToUint:
		return toUint(to, asFloat(from, x))
	case FWiden:
		return math.Float64bits(asFloat(F32, x))
	}
	return uint64(math.Float32bits(float32(math.Float64frombits(x))))
}

func fromInt(t Type, n int64) uint64 {
	if t == F32 {
		return uint64(math.Float32bits(float32(n)))
	}
	return math.Float64bits(float64(n))
}

func fromUint(t Type, n uint64) uint64 {
	if int64(n) >= 0 {
		return fromInt(t, int64(n))
	}
	half := n>>1 | n&1 // the lost bit still decides how to round
	if t == F32 {
		return uint64(math.Float32bits(2 * float32(int64(half))))
	}
	return math.Float64bits(2 * float64(int64(half)))
}

func toInt(t Type, x float64) uint64 {
	x = math.Trunc(x)
	switch {
	case t == I32 && x >= -1<<31 && x < 1<<31:
		return uint64(uint32(int32(x)))
	case t == I32:
		return 1 << 31
	case x >= -1<<63 && x < 1<<63:
		return uint64(int64(x))
	}
	return 1 << 63
}

func toUint(t Type, x float64) uint64 {
	x = math.Trunc(x)
	switch {
	case t == I32:
		return cut(t, toInt(I64, x))
	case x >= 1<<63 && x < 1<<64:
		return toInt(I64, x-1<<63) | 1<<63
	}
	return toInt(I64, x)
}

// Ints reports whether c holds of integers of type t, given as words.
func (c Cond) Ints(t Type, x, y uint64) bool {
	sx, sy := Signed(t, x), Signed(t, y)
	switch c {
	case Eq:
		return x == y
	case Ne:
		return x != y
	case Lt:
		return sx < sy
	case Le:
		return sx <= sy
	case Gt:
		return sx > sy
	case Ge:
		return sx >= sy
	case Below:
		return x < y
	case BelowEq:
		return x <= y
	case Above:
		return x > y
	}
	return x >= y
}

func (c Cond) floats(x, y float64) bool {
	switch c {
	case Eq:
		return x == y
	case Ne:
		return x != y
	case Lt:
		return x < y
	case Le:
		return x <= y
	case Gt:
		return x > y
	}
	return x >= y
}
