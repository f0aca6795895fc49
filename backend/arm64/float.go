package arm64

import (
	"math"

	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
)

// kind is the kind of floating numbers of type t.
func kind(t ir.Type) a64.Float {
	if t == ir.F64 {
		return a64.D
	}
	return a64.S
}

func (c *Compiler) floatTwo(v ir.Value, in *ir.Instr) {
	op := [...]a64.FloatTwo{a64.Fadd, a64.Fsub, a64.Fmul, a64.Fdiv}[in.Op-ir.FAdd]
	x, y := c.inV(in.Args[0]), c.inV(in.Args[1])
	if dst := c.dstV(v); c.Emits() {
		c.asm.FloatRRR(op, kind(in.Type), dst, x, y)
	}
}

func (c *Compiler) floatOne(v ir.Value, in *ir.Instr) {
	if in.Op == ir.FNeg && c.folds(in.Args[0], ir.FMul) {
		product := &c.F.Values[in.Args[0]]
		x, y := c.inV(product.Args[0]), c.inV(product.Args[1])
		if dst := c.dstV(v); c.Emits() {
			c.asm.FloatRRR(a64.Fnmul, kind(in.Type), dst, x, y)
		}
		return
	}
	x := c.inV(in.Args[0])
	dst := c.dstV(v)
	if !c.Emits() {
		return
	}
	switch in.Op {
	case ir.FNeg:
		c.asm.FloatRR(a64.Fneg, kind(in.Type), dst, x)
	case ir.FAbs:
		c.asm.FloatRR(a64.Fabs, kind(in.Type), dst, x)
	case ir.FSqrt:
		c.asm.FloatRR(a64.Fsqrt, kind(in.Type), dst, x)
	case ir.FWiden:
		c.asm.Widen(dst, x)
	case ir.FNarrow:
		c.asm.Narrow(dst, x)
	}
}

func (c *Compiler) convert(v ir.Value, in *ir.Instr) {
	from := c.F.Values[in.Args[0]].Type
	switch {
	case in.Type.IsFloat():
		x := c.in(in.Args[0])
		if dst := c.dstV(v); c.Emits() {
			c.toFloat(in, dst, x, from)
		}
	default:
		x := c.inV(in.Args[0])
		if dst := c.dst(v); c.Emits() {
			c.toInt(in, dst, x, from)
		}
	}
}

func (c *Compiler) toFloat(in *ir.Instr, dst a64.Vec, x a64.Reg, from ir.Type) {
	switch in.Op {
	case ir.FromInt:
		c.asm.FromInt(a64.Scvtf, width(from), kind(in.Type), dst, x)
	case ir.FromUint:
		c.asm.FromInt(a64.Ucvtf, width(from), kind(in.Type), dst, x)
	default:
		c.asm.MovVR(kind(in.Type), dst, x)
	}
}

func (c *Compiler) toInt(in *ir.Instr, dst a64.Reg, x a64.Vec, from ir.Type) {
	switch in.Op {
	case ir.ToInt:
		c.asm.ToInt(a64.Fcvtzs, width(in.Type), kind(from), dst, x)
	case ir.ToUint:
		c.asm.ToInt(a64.Fcvtzu, width(in.Type), kind(from), dst, x)
	default:
		c.asm.MovRV(kind(from), dst, x)
	}
}

// floatConst makes dst the constant in.
func (c *Compiler) floatConst(in *ir.Instr, dst a64.Vec) {
	wide := uint64(in.Imm)
	if in.Type == ir.F32 {
		wide = widened(uint32(in.Imm))
	}
	if in.Imm == 0 {
		c.asm.ZeroV(dst)
	} else if imm, ok := a64.FloatImm(wide); ok {
		c.asm.FloatI(kind(in.Type), dst, imm)
	} else if in.Type == ir.F32 {
		c.asm.LiteralV(a64.Lits, dst, c.asm.Const32(uint32(in.Imm)))
	} else {
		c.asm.LiteralV(a64.Litd, dst, c.asm.Const64(wide))
	}
}

// widened are the bits of an F32 as those of an F64.
func widened(b uint32) uint64 { return math.Float64bits(float64(math.Float32frombits(b))) }
