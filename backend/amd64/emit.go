package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// emit makes code of what is planned and allocated.
func (c *Compiler) emit() {
	c.layFrame()
	c.Emit(&c.asm.Buffer)
	c.enter()
	c.EmitBlocks(func() { c.asm.Align(16) })
	c.emitSlow()
}

// layFrame lays out the words that are passed to functions, spilled values and the function's slots, from RSP up. With the return address it is a multiple of
// 16 bytes.
func (c *Compiler) layFrame() {
	at := int32(8 * (c.Out + c.Alloc.Slots()))
	c.locals = c.locals[:0]
	for i, s := range c.F.Slots {
		if !c.IsSlotUsed(ir.Slot(i)) {
			s.Size, s.Align = 0, 1
		}
		align, size := int32(min(s.Align, 16)), s.Size
		if s.Align > 16 {
			size += s.Align
		}
		if size > 1<<30 {
			size = 1 << 30
		}
		at = (at + align - 1) &^ (align - 1)
		c.locals = append(c.locals, at)
		at += int32(size)
	}
	if c.frame = 0; at > 0 || c.calling {
		c.frame = (at+15)&^15 + 8 - c.savedBytes()&8
	}
}

// savedBytes is how many bytes the saved registers take, and below how many there are below the return address.
func (c *Compiler) savedBytes() int32 { return int32(8 * c.saved.Len()) }
func (c *Compiler) below() int32      { return c.frame + c.savedBytes() }

func (c *Compiler) enter() {
	if c.Config.CheckStack {
		c.checkStack()
	}
	for r := regalloc.Reg(0); r < machine.FloatBase; r++ {
		if c.saved.Has(r) {
			c.asm.PushR(x86.Reg(r))
		}
	}
	if c.frame != 0 {
		c.asm.AluRI(x86.Sub, x86.W64, x86.RSP, c.frame)
	}
}

// leaveFunction returns.
func (c *Compiler) leaveFunction() {
	if c.frame != 0 {
		c.asm.AluRI(x86.Add, x86.W64, x86.RSP, c.frame)
	}
	for r := regalloc.Reg(machine.FloatBase - 1); r >= 0; r-- {
		if c.saved.Has(r) {
			c.asm.PopR(x86.Reg(r))
		}
	}
	c.asm.Ret()
}

// word is the memory of a place that is no register.
func (c *Compiler) word(l regalloc.Loc) x86.Mem {
	if k, ok := l.IsSlot(); ok {
		return x86.At(x86.RSP, int32(8*(c.Out+k)))
	}
	if k, ok := l.IsIn(); ok {
		return x86.At(x86.RSP, c.below()+8+int32(8*k))
	}
	k, _ := l.IsOut()
	return x86.At(x86.RSP, int32(8*k))
}

func isX(l regalloc.Loc) bool { return l >= machine.FloatBase }

// Move emits a move.
func (c *Compiler) Move(m *regalloc.Move) {
	in := &c.F.Values[m.Value]
	t := in.Type
	switch {
	case m.Swap && isX(m.To):
		c.asm.MovXX(scratch, xmm(m.To))
		c.asm.MovXX(xmm(m.To), xmm(m.From))
		c.asm.MovXX(xmm(m.From), scratch)
	case m.Swap:
		c.asm.XchgRR(x86.W64, gp(m.From), gp(m.To))
	case m.From == regalloc.Nowhere:
		c.remake(in, m.To)
	case m.From.IsReg() && m.To.IsReg():
		if isX(m.To) {
			c.asm.MovXX(xmm(m.To), xmm(m.From))
		} else {
			c.asm.MovRR(width(t), gp(m.To), gp(m.From))
		}
	case m.To.IsReg():
		if isX(m.To) {
			c.asm.MovXM(moveF(t), xmm(m.To), c.word(m.From))
		} else {
			c.asm.MovRM(width(t), gp(m.To), c.word(m.From))
		}
	case m.From.IsReg():
		if isX(m.From) {
			c.asm.MovMX(moveF(t), c.word(m.To), xmm(m.From))
		} else {
			c.asm.MovMR(width(t), c.word(m.To), gp(m.From))
		}
	default:
		op := x86.Movsd
		if t.Size() == 4 {
			op = x86.Movss
		}
		c.asm.MovXM(op, scratch, c.word(m.From))
		c.asm.MovMX(op, c.word(m.To), scratch)
	}
}

// remake makes a constant or an address anew at to.
func (c *Compiler) remake(in *ir.Instr, to regalloc.Loc) {
	switch {
	case !to.IsReg():
		c.remakeInMemory(in, c.word(to))
	case in.Op == ir.FConst && in.Imm == 0:
		c.asm.ZeroX(xmm(to))
	case in.Op == ir.FConst:
		c.asm.MovXM(moveF(in.Type), xmm(to), c.pool(in))
	case in.Op == ir.StackAddr:
		c.stackAddress(in, gp(to))
	default:
		c.number(gp(to), c.bits(in))
	}
}

// bits are those of a constant or of an address outside the function.
func (c *Compiler) bits(in *ir.Instr) int64 {
	switch {
	case in.Op == ir.Addr:
		return int64(c.Config.Symbols.Address(&c.F.Symbols[in.Symbol])) + in.Imm
	case in.Type == ir.I32:
		return int64(uint32(in.Imm))
	}
	return in.Imm
}

func (c *Compiler) number(dst x86.Reg, v int64) {
	if v == 0 {
		c.asm.Zero(dst)
	} else {
		c.asm.MovRI(dst, v)
	}
}

func (c *Compiler) remakeInMemory(in *ir.Instr, m x86.Mem) {
	if in.Op == ir.StackAddr {
		// Without a register: the stack pointer, and then what is added to it.
		c.asm.MovMR(x86.W64, m, x86.RSP)
		c.asm.AluMI(x86.Add, x86.W64, m, c.locals[in.Slot]+int32(in.Imm))
		return
	}
	v := c.bits(in)
	switch {
	case in.Type.Size() == 4:
		c.asm.MovMI(x86.W32, m, int32(v))
	case v == int64(int32(v)):
		c.asm.MovMI(x86.W64, m, int32(v))
	default:
		c.asm.MovMI(x86.W32, m, int32(v))
		m.Disp += 4
		c.asm.MovMI(x86.W32, m, int32(v>>32))
	}
}

// stackAddress is the address of a slot. Slots that want more than 16 bytes of alignment have room to be moved.
func (c *Compiler) stackAddress(in *ir.Instr, dst x86.Reg) {
	at, align := c.locals[in.Slot], c.F.Slots[in.Slot].Align
	if align <= 16 {
		c.asm.Lea(x86.W64, dst, x86.At(x86.RSP, at+int32(in.Imm)))
		return
	}
	c.asm.Lea(x86.W64, dst, x86.At(x86.RSP, at+int32(align)-1))
	c.asm.AluRI(x86.And, x86.W64, dst, int32(-align))
	if in.Imm != 0 {
		c.asm.AluRI(x86.Add, x86.W64, dst, int32(in.Imm))
	}
}

// finish is the code.
func (c *Compiler) finish() machine.Code {
	code := machine.Code{Code: c.asm.Finish(), Frame: int(c.below()) + 8, Pointers: c.pointers}
	if c.leaves {
		code.Frame += c.leaveFrame()
	}
	return code
}
