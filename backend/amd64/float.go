package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// sse are the forms of an operation for F32 and F64.
type sse [2]x86.Sse

var (
	addF     = sse{x86.Addss, x86.Addsd}
	subF     = sse{x86.Subss, x86.Subsd}
	mulF     = sse{x86.Mulss, x86.Mulsd}
	divF     = sse{x86.Divss, x86.Divsd}
	minF     = sse{x86.Minss, x86.Minsd}
	maxF     = sse{x86.Maxss, x86.Maxsd}
	sqrtF    = sse{x86.Sqrtss, x86.Sqrtsd}
	compareF = sse{x86.Ucomiss, x86.Ucomisd}
)

func (s sse) of(t ir.Type) x86.Sse { return s[t-ir.F32] }

// moveF is the move between memory and registers for t.
func moveF(t ir.Type) x86.Move {
	if t == ir.F32 {
		return x86.Movss
	}
	return x86.Movsd
}

func (c *Compiler) moveX(dst, src x86.Xmm) {
	if dst != src {
		c.asm.MovXX(dst, src)
	}
}

func (c *Compiler) float(v ir.Value, in *ir.Instr) {
	switch in.Op {
	case ir.FAdd:
		c.floatAlu(v, in, addF)
	case ir.FSub:
		c.floatAlu(v, in, subF)
	case ir.FMul:
		c.floatAlu(v, in, mulF)
	case ir.FDiv:
		c.floatAlu(v, in, divF)
	case ir.FNeg, ir.FAbs:
		c.floatSign(v, in)
	case ir.FSqrt:
		c.floatUnary(v, in, sqrtF.of(in.Type), in.Type)
	case ir.FWiden:
		c.floatUnary(v, in, x86.Cvtss2sd, ir.F32)
	case ir.FNarrow:
		c.floatUnary(v, in, x86.Cvtsd2ss, ir.F64)
	}
}

func (c *Compiler) sseOperand(op x86.Sse, dst x86.Xmm, y operand) {
	if y.kind == inMemory {
		c.asm.SseRM(op, dst, y.mem)
	} else {
		c.asm.SseRR(op, dst, xmm(y.loc))
	}
}

func (c *Compiler) floatAlu(v ir.Value, in *ir.Instr, op sse) {
	a, b := in.Args[0], in.Args[1]
	commutes := in.Op.Commutes()
	if commutes && (c.F.Values[a].Op == ir.FConst || c.canFold(a, in.Type.Size())) && c.F.Values[b].Op != ir.FConst && !c.canFold(b, in.Type.Size()) {
		a, b = b, a
	}
	x := c.Use(a, regalloc.InReg)
	y := c.registerOrMemory(b, !commutes)
	how := regalloc.Reuse
	if commutes && !c.canFold(b, in.Type.Size()) {
		how = regalloc.Commute
	}
	dst := xmm(c.Result(v, how, 0))
	if c.Mode != machine.Emitting {
		return
	}
	if y.kind == register && xmm(y.loc) == dst {
		x, y.loc = y.loc, x
	}
	c.moveX(dst, xmm(x))
	c.sseOperand(op.of(in.Type), dst, y)
}

// floatSign changes or clears the sign.
func (c *Compiler) floatSign(v ir.Value, in *ir.Instr) {
	x := c.Use(in.Args[0], regalloc.InReg)
	dst := xmm(c.Result(v, regalloc.Reuse, 0))
	if c.Mode != machine.Emitting {
		return
	}
	c.moveX(dst, xmm(x))
	sign, op := uint64(1)<<63, x86.Xorps
	if in.Type == ir.F32 {
		sign = 1<<63 | 1<<31
	}
	if in.Op == ir.FAbs {
		sign, op = ^sign, x86.Andps
	}
	c.asm.SseRM(op, dst, x86.Mem{Label: c.asm.Const128(sign, sign)})
}

// floatUnary is an operation on an operand of type t. The processor waits for what was in the result's register, so that is made 0 if it is another one.
func (c *Compiler) floatUnary(v ir.Value, in *ir.Instr, op x86.Sse, t ir.Type) {
	x := c.registerOrMemory(in.Args[0], false)
	how := regalloc.Reuse
	if x.kind == inMemory {
		how = regalloc.InAny
	}
	dst := xmm(c.Result(v, how, 0))
	if c.Mode != machine.Emitting {
		return
	}
	if x.kind == inMemory || xmm(x.loc) != dst {
		c.asm.ZeroX(dst)
	}
	c.sseOperand(op, dst, x)
}

func (c *Compiler) convert(v ir.Value, in *ir.Instr) {
	from := c.F.Values[in.Args[0]].Type
	switch {
	case in.Op == ir.Bits && in.Type.IsFloat():
		c.bitsToFloat(v, in)
	case in.Op == ir.Bits:
		c.bitsToInt(v, in)
	case in.Op == ir.FromUint && from == ir.I64:
		c.fromUint64(v, in)
	case in.Op == ir.FromInt || in.Op == ir.FromUint:
		c.fromInt(v, in, from)
	case in.Op == ir.ToUint && in.Type == ir.I64:
		c.toUint64(v, in, from)
	default:
		c.toInt(v, in, from)
	}
}

func (c *Compiler) bitsToFloat(v ir.Value, in *ir.Instr) {
	x := c.registerOrMemory(in.Args[0], false)
	dst := xmm(c.Result(v, regalloc.InAny, 0))
	if c.Mode != machine.Emitting {
		return
	}
	if x.kind == inMemory {
		c.asm.MovXM(moveF(in.Type), dst, x.mem)
	} else {
		c.asm.MovXR(x86.Width(in.Type.Size()), dst, gp(x.loc))
	}
}

func (c *Compiler) bitsToInt(v ir.Value, in *ir.Instr) {
	x := c.registerOrMemory(in.Args[0], false)
	dst := gp(c.Result(v, regalloc.InAny, 0))
	if c.Mode != machine.Emitting {
		return
	}
	if x.kind == inMemory {
		c.asm.MovRM(width(in.Type), dst, x.mem)
	} else {
		c.asm.MovRX(width(in.Type), dst, xmm(x.loc))
	}
}

func fromIntOp(t ir.Type) x86.Convert {
	if t == ir.F32 {
		return x86.Cvtsi2ss
	}
	return x86.Cvtsi2sd
}

// fromInt converts; an I32 without sign is an I64 as it lies there.
func (c *Compiler) fromInt(v ir.Value, in *ir.Instr, from ir.Type) {
	w := width(from)
	var x operand
	if in.Op == ir.FromUint {
		w = x86.W64
		x = operand{loc: c.Use(in.Args[0], regalloc.InReg)}
	} else {
		x = c.registerOrMemory(in.Args[0], false)
	}
	dst := xmm(c.Result(v, regalloc.InAny, 0))
	if c.Mode != machine.Emitting {
		return
	}
	c.asm.ZeroX(dst)
	if x.kind == inMemory {
		c.asm.CvtXM(fromIntOp(in.Type), w, dst, x.mem)
	} else {
		c.asm.CvtXR(fromIntOp(in.Type), w, dst, gp(x.loc))
	}
}

// fromUint64 halves what has its upper bit, rounding to odd so that the conversion rounds once, and doubles the result.
func (c *Compiler) fromUint64(v ir.Value, in *ir.Instr) {
	x := gp(c.Use(in.Args[0], regalloc.InReg))
	dst := xmm(c.Result(v, regalloc.InAny, regalloc.Of(rdx)))
	if c.Mode != machine.Emitting {
		return
	}
	op := fromIntOp(in.Type)
	large, even, done := c.asm.NewLabel(), c.asm.NewLabel(), c.asm.NewLabel()
	c.asm.ZeroX(dst)
	c.asm.TestRR(x86.W64, x, x)
	c.asm.Jcc(x86.S, large)
	c.asm.CvtXR(op, x86.W64, dst, x)
	c.asm.Jmp(done)
	c.asm.Bind(large)
	c.asm.MovRR(x86.W64, x86.RDX, x)
	c.asm.ShiftRI(x86.Shr, x86.W64, x86.RDX, 1)
	c.asm.Jcc(x86.AE, even)
	c.asm.AluRI(x86.Or, x86.W64, x86.RDX, 1)
	c.asm.Bind(even)
	c.asm.CvtXR(op, x86.W64, dst, x86.RDX)
	c.asm.SseRR(addF.of(in.Type), dst, dst)
	c.asm.Bind(done)
}

func toIntOp(t ir.Type) x86.Convert {
	if t == ir.F32 {
		return x86.Cvttss2si
	}
	return x86.Cvttsd2si
}

// toInt converts; what becomes an I32 without sign is converted to 64 bits.
func (c *Compiler) toInt(v ir.Value, in *ir.Instr, from ir.Type) {
	x := c.registerOrMemory(in.Args[0], false)
	dst := gp(c.Result(v, regalloc.InAny, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	if in.Op == ir.ToUint {
		w = x86.W64
	}
	if x.kind == inMemory {
		c.asm.CvtRM(toIntOp(from), w, dst, x.mem)
	} else {
		c.asm.CvtRX(toIntOp(from), w, dst, xmm(x.loc))
	}
	if in.Op == ir.ToUint && in.Type == ir.I32 {
		c.asm.MovRR(x86.W32, dst, dst)
	}
}

// toUint64 takes 2^63 away from what is not less, and puts it back as a bit.
func (c *Compiler) toUint64(v ir.Value, in *ir.Instr, from ir.Type) {
	x := xmm(c.Use(in.Args[0], regalloc.InReg))
	dst := gp(c.Result(v, regalloc.InAny, 0))
	if c.Mode != machine.Emitting {
		return
	}
	limit := x86.Mem{}
	if from == ir.F32 {
		limit.Label = c.asm.Const32(0x5f000000)
	} else {
		limit.Label = c.asm.Const64(0x43e0000000000000)
	}
	large, done := c.asm.NewLabel(), c.asm.NewLabel()
	c.asm.SseRM(compareF.of(from), x, limit)
	c.asm.Jcc(x86.AE, large)
	c.asm.CvtRX(toIntOp(from), x86.W64, dst, x)
	c.asm.Jmp(done)
	c.asm.Bind(large)
	c.asm.MovXX(scratch, x)
	c.asm.SseRM(subF.of(from), scratch, limit)
	c.asm.CvtRX(toIntOp(from), x86.W64, dst, scratch)
	c.asm.BitRI(x86.Btc, x86.W64, dst, 63)
	c.asm.Bind(done)
}
