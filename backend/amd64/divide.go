package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// divide.go divides: by constants with a multiplication (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994;
// Warren, Hacker's Delight, chapter 10), else with the machine's division.

func (c *Compiler) divide(v ir.Value, in *ir.Instr) {
	signed := in.Op == ir.Div || in.Op == ir.Rem
	k := &c.F.Values[in.Args[1]]
	if k.Op != ir.Const {
		c.divideBy(v, in, signed)
		return
	}
	d := k.Imm
	if in.Type == ir.I32 && !signed {
		d = int64(uint32(d))
	}
	least := int64(-1) << (8*in.Type.Size() - 1)
	power := d&(d-1) == 0 || signed && -d&(-d-1) == 0
	switch {
	case d == 0 || d == 1 || signed && (d == -1 || d == least):
		c.divideBy(v, in, signed)
	case power && signed:
		c.dividePower(v, in, d)
	case power:
		c.dividePowerU(v, in, log2(uint64(d)))
	case in.Type == ir.I32:
		c.divide32(v, in, d, signed)
	default:
		c.divide64(v, in, d, signed)
	}
}

// divideBy is the machine's division of RDX:RAX.
func (c *Compiler) divideBy(v ir.Value, in *ir.Instr, signed bool) {
	c.UseAt(in.Args[0], regalloc.Loc(rax))
	y := c.registerOrMemory(in.Args[1], false)
	at := rax
	if in.Op == ir.Rem || in.Op == ir.RemU {
		at = rdx
	}
	c.ResultAt(v, at, regalloc.Of(rax, rdx))
	if c.Mode != machine.Emitting {
		return
	}
	w, op := width(in.Type), x86.Idiv
	if signed {
		c.asm.Cdq(w)
	} else {
		op = x86.Div
		c.asm.Zero(x86.RDX)
	}
	if y.kind == inMemory {
		c.asm.UnaryM(op, w, y.mem)
	} else {
		c.asm.UnaryR(op, w, gp(y.loc))
	}
}

// withTemp plans a division of x into a register that is not x's, with RDX to work in.
func (c *Compiler) withTemp(v ir.Value, in *ir.Instr) (dst, x x86.Reg) {
	x = gp(c.Use(in.Args[0], regalloc.InRegLate))
	dst = gp(c.Result(v, regalloc.InAny, regalloc.Of(rdx)))
	c.Busy(regalloc.Of(rdx))
	return dst, x
}

func (c *Compiler) dividePowerU(v ir.Value, in *ir.Instr, k uint8) {
	if in.Op == ir.DivU {
		c.shiftConstant(v, in, x86.Shr, k)
		return
	}
	mask := int64(1)<<k - 1
	x := c.Use(in.Args[0], regalloc.InRegLate)
	dst := gp(c.Result(v, regalloc.InAny, 0))
	if c.Mode == machine.Emitting {
		c.asm.MovRI(dst, mask)
		c.asm.AluRR(x86.And, width(in.Type), dst, gp(x))
	}
}

// dividePower divides by d or -d, a power of two: what is negative is first made larger by d-1, because shifts round down.
func (c *Compiler) dividePower(v ir.Value, in *ir.Instr, d int64) {
	dst, x := c.withTemp(v, in)
	if c.Mode != machine.Emitting {
		return
	}
	k := log2(uint64(max(d, -d)))
	w := width(in.Type)
	bits := uint8(8 * w)
	tmp := x86.RDX
	c.asm.MovRR(w, tmp, x)
	if k > 1 {
		c.asm.ShiftRI(x86.Sar, w, tmp, bits-1)
	}
	c.asm.ShiftRI(x86.Shr, w, tmp, bits-k)
	c.asm.Lea(w, dst, x86.Mem{Base: x, Index: tmp, Scale: 1})
	if in.Op == ir.Div {
		c.asm.ShiftRI(x86.Sar, w, dst, k)
		if d < 0 {
			c.asm.UnaryR(x86.Neg, w, dst)
		}
		return
	}
	// The low k bits of the sum, less what was added.
	c.asm.ShiftRI(x86.Shl, w, dst, bits-k)
	c.asm.ShiftRI(x86.Shr, w, dst, bits-k)
	c.asm.AluRR(x86.Sub, w, dst, tmp)
}

// divide32 multiplies in 64 bits.
func (c *Compiler) divide32(v ir.Value, in *ir.Instr, d int64, signed bool) {
	dst, x := c.withTemp(v, in)
	if c.Mode != machine.Emitting {
		return
	}
	if signed {
		c.quotient32(dst, x, d)
	} else {
		c.quotient32U(dst, x, uint64(d))
	}
	if in.Op == ir.Rem || in.Op == ir.RemU {
		c.asm.ImulRRI(x86.W32, dst, dst, int32(-d))
		c.asm.AluRR(x86.Add, x86.W32, dst, x)
	}
}

func (c *Compiler) quotient32(dst, x x86.Reg, d int64) {
	m, s := machine.Magic(d, 32)
	tmp := x86.RDX
	c.asm.MovsxRR(x86.W64, x86.W32, dst, x)
	c.asm.ImulRRI(x86.W64, dst, dst, int32(m))
	if adjust := signOf(d) != signOf(m); adjust {
		c.asm.ShiftRI(x86.Shr, x86.W64, dst, 32)
		if d > 0 {
			c.asm.AluRR(x86.Add, x86.W32, dst, x)
		} else {
			c.asm.AluRR(x86.Sub, x86.W32, dst, x)
		}
		if s > 0 {
			c.asm.ShiftRI(x86.Sar, x86.W32, dst, s)
		}
	} else {
		c.asm.ShiftRI(x86.Sar, x86.W64, dst, 32+s)
	}
	c.asm.MovRR(x86.W32, tmp, dst)
	c.asm.ShiftRI(x86.Shr, x86.W32, tmp, 31)
	c.asm.AluRR(x86.Add, x86.W32, dst, tmp)
}

func signOf(n int64) bool { return n < 0 }

func (c *Compiler) quotient32U(dst, x x86.Reg, d uint64) {
	m, s, add := machine.MagicU(d, 32)
	tmp := x86.RDX
	c.asm.MovRI(tmp, int64(m))
	if !add {
		c.asm.MovRR(x86.W32, dst, x)
		c.asm.ImulRR(x86.W64, dst, tmp)
		c.asm.ShiftRI(x86.Shr, x86.W64, dst, 32+s)
		return
	}
	c.asm.ImulRR(x86.W64, tmp, x)
	c.asm.ShiftRI(x86.Shr, x86.W64, tmp, 32)
	c.asm.MovRR(x86.W32, dst, x)
	c.asm.AluRR(x86.Sub, x86.W32, dst, tmp)
	c.asm.ShiftRI(x86.Shr, x86.W32, dst, 1)
	c.asm.AluRR(x86.Add, x86.W32, dst, tmp)
	if s > 1 {
		c.asm.ShiftRI(x86.Shr, x86.W32, dst, s-1)
	}
}

// divide64 takes the upper half of a product, in RDX.
func (c *Compiler) divide64(v ir.Value, in *ir.Instr, d int64, signed bool) {
	x := gp(c.Use(in.Args[0], regalloc.InReg))
	c.ResultAt(v, rdx, regalloc.Of(rax, rdx))
	if c.Mode != machine.Emitting {
		return
	}
	if signed {
		c.quotient64(x, d)
	} else {
		c.quotient64U(x, uint64(d))
	}
	if in.Op == ir.Rem || in.Op == ir.RemU {
		if -d == int64(int32(-d)) {
			c.asm.ImulRRI(x86.W64, x86.RDX, x86.RDX, int32(-d))
		} else {
			c.asm.MovRI(x86.RAX, -d)
			c.asm.ImulRR(x86.W64, x86.RDX, x86.RAX)
		}
		c.asm.AluRR(x86.Add, x86.W64, x86.RDX, x)
	}
}

func (c *Compiler) quotient64(x x86.Reg, d int64) {
	m, s := machine.Magic(d, 64)
	c.asm.MovRI(x86.RAX, m)
	c.asm.UnaryR(x86.Imul, x86.W64, x)
	switch {
	case d > 0 && m < 0:
		c.asm.AluRR(x86.Add, x86.W64, x86.RDX, x)
	case d < 0 && m > 0:
		c.asm.AluRR(x86.Sub, x86.W64, x86.RDX, x)
	}
	if s > 0 {
		c.asm.ShiftRI(x86.Sar, x86.W64, x86.RDX, s)
	}
	c.asm.MovRR(x86.W64, x86.RAX, x86.RDX)
	c.asm.ShiftRI(x86.Shr, x86.W64, x86.RAX, 63)
	c.asm.AluRR(x86.Add, x86.W64, x86.RDX, x86.RAX)
}

func (c *Compiler) quotient64U(x x86.Reg, d uint64) {
	m, s, add := machine.MagicU(d, 64)
	c.asm.MovRI(x86.RAX, int64(m))
	c.asm.UnaryR(x86.Mul, x86.W64, x)
	if add {
		c.asm.MovRR(x86.W64, x86.RAX, x)
		c.asm.AluRR(x86.Sub, x86.W64, x86.RAX, x86.RDX)
		c.asm.ShiftRI(x86.Shr, x86.W64, x86.RAX, 1)
		c.asm.AluRR(x86.Add, x86.W64, x86.RDX, x86.RAX)
		s--
	}
	if s > 0 {
		c.asm.ShiftRI(x86.Shr, x86.W64, x86.RDX, s)
	}
}
