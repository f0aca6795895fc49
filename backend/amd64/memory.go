package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

func (c *Compiler) load(v ir.Value, in *ir.Instr) {
	m := c.memory(v, in.Args[0], in.Imm, regalloc.InReg)
	l := c.Result(v, regalloc.InAny, 0)
	if c.Mode != machine.Emitting {
		return
	}
	switch in.Mem {
	case ir.S8, ir.S16:
		c.asm.MovsxRM(width(in.Type), x86.Width(in.Mem.Size()), gp(l), m)
	case ir.U8, ir.U16:
		c.asm.MovzxRM(x86.Width(in.Mem.Size()), gp(l), m)
	case ir.MF32, ir.MF64:
		c.asm.MovXM(moveF(in.Type), xmm(l), m)
	case ir.S32:
		if in.Type == ir.I64 {
			c.asm.MovsxRM(x86.W64, x86.W32, gp(l), m)
			return
		}
		fallthrough
	case ir.U32:
		c.asm.MovRM(x86.W32, gp(l), m)
	default:
		c.asm.MovRM(x86.W64, gp(l), m)
	}
}

// stored is v without what does not concern its low size bytes.
func (c *Compiler) stored(v ir.Value, size int64) ir.Value {
	for c.SameLoop(v) {
		in := &c.F.Values[v]
		switch in.Op {
		case ir.Trunc, ir.Zext32, ir.Sext32:
			if size > 4 {
				return v
			}
		case ir.Zext16, ir.Sext16:
			if size > 2 {
				return v
			}
		case ir.Zext8, ir.Sext8:
			if size > 1 {
				return v
			}
		default:
			return v
		}
		v = in.Args[0]
	}
	return v
}

func (c *Compiler) store(v ir.Value, in *ir.Instr) {
	size := in.Mem.Size()
	if in.Mem == ir.MF32 || in.Mem == ir.MF64 {
		c.storeFloat(v, in)
		return
	}
	if c.update(v, in) {
		return
	}
	w := x86.Width(size)
	value := c.stored(in.Args[1], size)
	m := c.memory(v, in.Args[0], in.Imm, regalloc.InReg)
	k, isConst := c.constant(value)
	var x regalloc.Loc
	if !isConst {
		x = c.Use(value, regalloc.InReg)
	}
	c.Result(0, regalloc.InAny, 0)
	if c.Mode != machine.Emitting {
		return
	}
	if isConst {
		c.asm.MovMI(w, m, cut(w, k))
	} else {
		c.asm.MovMR(w, m, gp(x))
	}
}

// cut is k with the bits of w, as an instruction of that width wants it.
func cut(w x86.Width, k int32) int32 {
	switch w {
	case x86.W8:
		return int32(int8(k))
	case x86.W16:
		return int32(int16(k))
	}
	return k
}

// storeFloat stores constants as integers where one instruction can.
func (c *Compiler) storeFloat(v ir.Value, in *ir.Instr) {
	m := c.memory(v, in.Args[0], in.Imm, regalloc.InReg)
	k := &c.F.Values[in.Args[1]]
	isConst := k.Op == ir.FConst && (k.Type == ir.F32 || k.Imm == int64(int32(k.Imm)))
	var x regalloc.Loc
	if !isConst {
		x = c.Use(in.Args[1], regalloc.InReg)
	}
	c.Result(0, regalloc.InAny, 0)
	switch {
	case c.Mode != machine.Emitting:
	case isConst:
		c.asm.MovMI(x86.Width(in.Mem.Size()), m, int32(k.Imm))
	default:
		c.asm.MovMX(moveF(k.Type), m, xmm(x))
	}
}

// update is a store of what an operation makes of a load of the same place: the operation works in memory.
func (c *Compiler) update(v ir.Value, in *ir.Instr) bool {
	size := in.Mem.Size()
	op := c.stored(in.Args[1], size)
	x := &c.Info[v]
	if c.Mode == machine.Selecting {
		x.Folded = c.canUpdate(in, op)
	}
	if !x.Folded {
		return false
	}
	w := x86.Width(size)
	o := &c.F.Values[op]
	m := c.memory(v, in.Args[0], in.Imm, regalloc.InReg)
	y := o.Args[1]
	if c.Mode == machine.Selecting && o.Op.Commutes() && c.isSame(in, y) {
		c.Info[y].Folded = true
	}
	if y != 0 && c.Info[y].Folded {
		y = o.Args[0]
	}
	k, isConst := c.constant(y)
	var loc regalloc.Loc
	if o.Op != ir.Neg && o.Op != ir.Not && !isConst {
		loc = c.Use(y, regalloc.InReg)
	}
	c.Result(0, regalloc.InAny, 0)
	if c.Mode != machine.Emitting {
		return true
	}
	switch o.Op {
	case ir.Neg:
		c.asm.UnaryM(x86.Neg, w, m)
	case ir.Not:
		c.asm.UnaryM(x86.Not, w, m)
	case ir.Shl:
		c.asm.ShiftMI(x86.Shl, w, m, uint8(k))
	default:
		if isConst {
			c.asm.AluMI(aluOf(o.Op), w, m, cut(w, k))
		} else {
			c.asm.AluMR(aluOf(o.Op), w, m, gp(loc))
		}
	}
	return true
}

// canUpdate reports whether op, all of whose uses are this store, works on a load of the place of store in, with nothing in between.
func (c *Compiler) canUpdate(in *ir.Instr, op ir.Value) bool {
	o := &c.F.Values[op]
	if in.Volatile || c.Info[op].Uses != 1 || int(c.Info[op].Block) != c.Block {
		return false
	}
	switch o.Op {
	case ir.Add, ir.And, ir.Or, ir.Xor:
		return c.isSame(in, o.Args[0]) || c.isSame(in, o.Args[1])
	case ir.Sub, ir.Neg, ir.Not:
		return c.isSame(in, o.Args[0])
	case ir.Shl:
		k := &c.F.Values[o.Args[1]]
		return k.Op == ir.Const && k.Imm > 0 && k.Imm < 8*in.Mem.Size() && c.isSame(in, o.Args[0])
	}
	return false
}

// isSame reports whether v is a load of the place of store in that only the operation before it uses.
func (c *Compiler) isSame(in *ir.Instr, v ir.Value) bool {
	if v == 0 {
		return false
	}
	l, x := &c.F.Values[v], &c.Info[v]
	return l.Op == ir.Load && !l.Volatile && l.Args[0] == in.Args[0] && l.Imm == in.Imm && l.Mem.Size() == in.Mem.Size() &&
		x.Uses == 1 && int(x.Block) == c.Block && x.After == c.Epoch
}

// inline is how many bytes are copied or cleared without a loop.
const inline = 128

// chunks calls f for pieces of n bytes: of 16 as long as there are, of which the last may overlap the one before it; less than 16 in powers of two.
func chunks(n int64, f func(at, size int32)) {
	at := int32(0)
	for ; n-int64(at) >= 16; at += 16 {
		f(at, 16)
	}
	left := int32(n) - at
	if left > 0 && n >= 16 {
		f(int32(n)-16, 16)
		return
	}
	for size := int32(8); size > 0; size /= 2 {
		if left&size != 0 {
			f(at, size)
			at += size
		}
	}
}

// addressPair reads the addresses of a copy.
func (c *Compiler) addressPair(v ir.Value, in *ir.Instr) (x, y x86.Mem) {
	if c.Mode == machine.Selecting {
		n := c.addressOf(in.Args[0], 0)
		c.addressOf(in.Args[1], 0)
		c.Info[v].Mode = n
		return x, y
	}
	x = c.useMode(c.Info[v].Mode, regalloc.InReg)
	return x, c.useMode(c.Info[v].Mode+1, regalloc.InReg)
}

// copy moves pieces through the scratch register, and less than 4 bytes through RDX.
func (c *Compiler) copy(v ir.Value, in *ir.Instr) {
	if in.Imm > inline {
		c.UseAt(in.Args[0], regalloc.Loc(rdi))
		c.UseAt(in.Args[1], regalloc.Loc(rsi))
		c.Result(0, regalloc.InAny, regalloc.Of(rdi, rsi, rcx))
		if c.Mode == machine.Emitting {
			c.asm.MovRI(x86.RCX, in.Imm)
			c.asm.RepMovs(x86.W8)
		}
		return
	}
	x, y := c.addressPair(v, in)
	c.Result(0, regalloc.InAny, regalloc.Of(rdx))
	if c.Mode != machine.Emitting {
		return
	}
	chunks(in.Imm, func(at, size int32) {
		to, from := x, y
		to.Disp += at
		from.Disp += at
		c.copyPiece(to, from, size)
	})
}

func (c *Compiler) copyPiece(to, from x86.Mem, size int32) {
	op := x86.Movups
	switch size {
	case 4:
		op = x86.Movss
	case 8:
		op = x86.Movsd
	case 1, 2:
		c.asm.MovzxRM(x86.Width(size), x86.RDX, from)
		c.asm.MovMR(x86.Width(size), to, x86.RDX)
		return
	}
	c.asm.MovXM(op, scratch, from)
	c.asm.MovMX(op, to, scratch)
}

func (c *Compiler) zero(v ir.Value, in *ir.Instr) {
	if in.Imm > inline {
		c.UseAt(in.Args[0], regalloc.Loc(rdi))
		c.Result(0, regalloc.InAny, regalloc.Of(rdi, rax, rcx))
		if c.Mode == machine.Emitting {
			c.asm.Zero(x86.RAX)
			c.asm.MovRI(x86.RCX, in.Imm)
			c.asm.RepStos(x86.W8)
		}
		return
	}
	m := c.memory(v, in.Args[0], 0, regalloc.InReg)
	c.Result(0, regalloc.InAny, 0)
	if c.Mode != machine.Emitting {
		return
	}
	if in.Imm >= 16 {
		c.asm.ZeroX(scratch)
	}
	chunks(in.Imm, func(at, size int32) {
		to := m
		to.Disp += at
		if size == 16 {
			c.asm.MovMX(x86.Movups, to, scratch)
		} else {
			c.asm.MovMI(x86.Width(size), to, 0)
		}
	})
}
