package opt

import (
	"math"

	"scf/backend/ir"
)

// float folds what gives the same for every operand, zeros of both signs and what is not a number too.
func (o *Optimizer) float(in *ir.Instr) ir.Value {
	x, y := in.Args[0], in.Args[1]
	switch in.Op {
	case ir.FAdd:
		if o.isFloat(y, math.Copysign(0, -1)) {
			return x
		}
		if o.isFloat(x, math.Copysign(0, -1)) {
			return y
		}
		if b := o.in(y); b.Op == ir.FNeg {
			return o.binary(ir.FSub, in.Type, x, b.Args[0], in.Place)
		}
		if a := o.in(x); a.Op == ir.FNeg {
			return o.binary(ir.FSub, in.Type, y, a.Args[0], in.Place)
		}
	case ir.FSub:
		if o.isFloat(y, 0) {
			return x
		}
		if b := o.in(y); b.Op == ir.FNeg {
			return o.binary(ir.FAdd, in.Type, x, b.Args[0], in.Place)
		}
	case ir.FMul:
		return o.fmul(in)
	case ir.FDiv:
		return o.fdiv(in)
	case ir.FNeg, ir.FAbs:
		return o.sign(in)
	case ir.FNarrow:
		return o.narrow(in)
	case ir.Bits:
		if a := o.in(x); a.Op == ir.Bits {
			return a.Args[0]
		}
	}
	return 0
}

// isFloat reports whether v is the constant c, with its sign.
func (o *Optimizer) isFloat(v ir.Value, c float64) bool {
	f, ok := o.floatOf(v)
	return ok && f == c && math.Signbit(f) == math.Signbit(c)
}

func (o *Optimizer) floatOf(v ir.Value) (float64, bool) {
	in := o.in(v)
	switch {
	case in.Op != ir.FConst:
		return 0, false
	case in.Type == ir.F32:
		return float64(math.Float32frombits(uint32(in.Imm))), true
	}
	return math.Float64frombits(uint64(in.Imm)), true
}

func (o *Optimizer) floatConst(t ir.Type, f float64) ir.Value {
	if t == ir.F32 {
		return o.word(t, uint64(math.Float32bits(float32(f))))
	}
	return o.word(t, math.Float64bits(f))
}

func (o *Optimizer) fmul(in *ir.Instr) ir.Value {
	if o.in(in.Args[0]).Op == ir.FConst {
		in.Args[0], in.Args[1] = in.Args[1], in.Args[0]
	}
	x, y := in.Args[0], in.Args[1]
	switch {
	case o.isFloat(y, 1):
		return x
	case o.isFloat(y, -1):
		return o.unary(ir.FNeg, in.Type, x, in.Place)
	case o.isFloat(y, 2):
		return o.binary(ir.FAdd, in.Type, x, x, in.Place)
	}
	return 0
}

// fdiv multiplies by the reciprocal where that is exact.
func (o *Optimizer) fdiv(in *ir.Instr) ir.Value {
	c, ok := o.floatOf(in.Args[1])
	if !ok || c == 0 || math.IsInf(c, 0) || math.IsNaN(c) {
		return 0
	}
	fraction, exponent := math.Frexp(c)
	limit := 100
	if in.Type == ir.F64 {
		limit = 1000
	}
	if math.Abs(fraction) != 0.5 || exponent > limit || exponent < -limit {
		return 0
	}
	return o.binary(ir.FMul, in.Type, in.Args[0], o.floatConst(in.Type, 1/c), in.Place)
}

func (o *Optimizer) sign(in *ir.Instr) ir.Value {
	a := o.in(in.Args[0])
	switch {
	case in.Op == ir.FNeg && a.Op == ir.FNeg:
		return a.Args[0]
	case in.Op == ir.FAbs && a.Op == ir.FAbs:
		return in.Args[0]
	case in.Op == ir.FAbs && a.Op == ir.FNeg:
		return o.unary(ir.FAbs, in.Type, a.Args[0], in.Place)
	}
	return 0
}

// narrow computes in 32 bits what is computed in 64 from numbers of 32, and then rounded: one more rounding changes nothing, because
// 64 bits hold more than twice the digits.
func (o *Optimizer) narrow(in *ir.Instr) ir.Value {
	a := *o.in(in.Args[0])
	switch a.Op {
	case ir.FWiden:
		return a.Args[0]
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		x, y := o.narrowed(a.Args[0]), o.narrowed(a.Args[1])
		if x != 0 && y != 0 {
			return o.binary(a.Op, ir.F32, x, y, in.Place)
		}
	}
	return 0
}

// narrowed is the number of 32 bits that v is made of, or 0.
func (o *Optimizer) narrowed(v ir.Value) ir.Value {
	in := o.in(v)
	if in.Op == ir.FWiden {
		return in.Args[0]
	}
	if c, ok := o.floatOf(v); ok && float64(float32(c)) == c {
		return o.floatConst(ir.F32, c)
	}
	return 0
}
