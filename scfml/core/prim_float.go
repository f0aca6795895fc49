package core

import "math"

// Concrete evaluation of the operations of the structure Float. They work on the bits of IEEE doubles in an int, round to
// nearest (ties to even), and raise no flags that anybody sees. What they give depends on the bits alone, never on the machine:
// a result that is no number is always notANumber.
//
// There is no arithmetic of floats: for +, -, * and / it is that of doubles followed by narrow, since 53 bits are more than
// twice 24 and two (Figueroa, When is double rounding innocuous?, 1995). An int has more bits than a double, so that conversions
// of ints to float are operations of their own.

// notANumber is the bits of the quiet NaN with the sign and the payload zero.
const notANumber Int = 0x7ff8000000000000

// notAFloat is the same among the floats.
const notAFloat Int = 0x7fc00000

// evalFloats is nil where op is no operation on two floating numbers or ints.
func evalFloats(op Op, x, y Int) Value {
	switch op {
	case OpFFromInt:
		return fromFloat(x, float32(y), float64(y))
	case OpFFromWord:
		return fromFloat(x, float32(uint64(y)), float64(uint64(y)))
	}
	a, b := double(x), double(y)
	switch op {
	case OpFAdd:
		return doubleBits(a + b)
	case OpFSub:
		return doubleBits(a - b)
	case OpFMul:
		return doubleBits(a * b)
	case OpFDiv:
		return doubleBits(a / b)
	case OpFLt:
		return Bool(a < b)
	case OpFLe:
		return Bool(a <= b)
	case OpFEq:
		return Bool(a == b)
	}
	return nil
}

// convertFloat is one of the conversions that have one operand.
func convertFloat(op Op, x Int) Value {
	switch op {
	case OpFWiden:
		return doubleBits(float64(math.Float32frombits(uint32(x))))
	case OpFNarrow:
		return floatBits(float32(double(x)))
	}
	return truncate(double(x))
}

// truncate is x without its fraction, in the range of int.
func truncate(x float64) Int {
	switch {
	case x != x:
		return 0
	case x < math.MinInt64:
		return math.MinInt64
	case x >= -math.MinInt64:
		return math.MaxInt64
	}
	return Int(x)
}

func double(x Int) float64 { return math.Float64frombits(uint64(x)) }

func doubleBits(x float64) Int {
	if x != x {
		return notANumber
	}
	return Int(math.Float64bits(x))
}

func floatBits(x float32) Int {
	if x != x {
		return notAFloat
	}
	return Int(math.Float32bits(x))
}

// fromFloat is the bits of the one of two results that has the width asked for.
func fromFloat(width Int, single float32, double float64) Value {
	if width == 32 {
		return floatBits(single)
	}
	return doubleBits(double)
}
