package arm64

import (
	"math"

	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// The frame, from SP on: words for arguments of calls, words of the allocator, registers that are saved while a poll is answered,
// the function's slots, the return address. SP is a multiple of frameAlign.
const frameAlign = 16

func (c *Compiler) layout() {
	c.slots = 8 * int64(c.Out)
	c.saved = c.slots + 8*int64(c.Alloc.Slots())
	at := c.saved
	if c.polls {
		at += 8 * int64(c.Alloc.Used().Len()+1)
	}
	c.locals = c.locals[:0]
	for i, s := range c.F.Slots {
		if !c.IsSlotUsed(ir.Slot(i)) {
			s.Size, s.Align = 0, 1
		}
		size := s.Size
		if s.Align > frameAlign {
			size += s.Align
		}
		at = aligned(at, min(s.Align, frameAlign))
		c.locals = append(c.locals, at)
		at += size
	}
	if c.links {
		at = aligned(at, 8) + 8
	}
	c.frame = aligned(at, frameAlign)
}

func aligned(n, to int64) int64 { return (n + to - 1) &^ (to - 1) }

// emit makes the code.
func (c *Compiler) emit() {
	c.layout()
	c.Emit(&c.asm.Buffer)
	c.prologue()
	c.EmitBlocks(func() {})
	c.emitSlow()
}

func (c *Compiler) prologue() {
	if c.Config.CheckStack {
		c.checkStack()
	}
	c.addSP(a64.Sub, c.frame)
	if c.links {
		c.asm.Mem(a64.Strx, a64.R30, c.displaced(a64.SP, c.frame-8, a64.Strx))
	}
}

// addSP moves SP.
func (c *Compiler) addSP(op a64.Alu, n int64) {
	if n == 0 {
		return
	}
	c.offset(op, a64.SP, a64.SP, n)
}

// offset appends dst = base plus or minus n, which is not negative.
func (c *Compiler) offset(op a64.Alu, dst, base a64.Reg, n int64) {
	if a64.AluImm(op, a64.W64, n) {
		c.asm.AluRRI(op, a64.W64, dst, base, n)
		return
	}
	c.asm.MovRI(a64.R17, n)
	c.asm.AluExtend(op, a64.W64, dst, base, a64.R17, a64.UXTX, 0)
}

func (c *Compiler) epilogue() {
	if c.links {
		c.asm.Mem(a64.Ldrx, a64.R30, c.displaced(a64.SP, c.frame-8, a64.Ldrx))
	}
	c.addSP(a64.Add, c.frame)
	c.asm.Ret()
}

// Move emits a move.
func (c *Compiler) Move(m *regalloc.Move) {
	in := &c.F.Values[m.Value]
	float := in.Type.IsFloat()
	switch {
	case m.Swap && float:
		x, y := vec(m.From), vec(m.To)
		c.asm.MovVV(a64.V31, x)
		c.asm.MovVV(x, y)
		c.asm.MovVV(y, a64.V31)
	case m.Swap:
		x, y := gp(m.From), gp(m.To)
		c.asm.MovRR(a64.W64, a64.R16, x)
		c.asm.MovRR(a64.W64, x, y)
		c.asm.MovRR(a64.W64, y, a64.R16)
	case m.To.IsReg() && m.From == regalloc.Nowhere:
		c.anew(in, m.To)
	case m.To.IsReg() && m.From.IsReg() && float:
		c.asm.FloatRR(a64.Fmov, a64.D, vec(m.To), vec(m.From))
	case m.To.IsReg() && m.From.IsReg():
		c.move(gp(m.To), gp(m.From))
	case m.To.IsReg() && float:
		c.asm.MemV(a64.Ldrd, vec(m.To), c.word(m.From, a64.Ldrd))
	case m.To.IsReg():
		c.asm.Mem(a64.Ldrx, gp(m.To), c.word(m.From, a64.Ldrx))
	default:
		c.put(in, m.From, a64.SP, c.offsetOf(m.To))
	}
}

// put stores a value, wherever it is, as a word of 8 bytes at base + offset; base is not R16.
func (c *Compiler) put(in *ir.Instr, from regalloc.Loc, base a64.Reg, offset int64) {
	if in.Type.IsFloat() && (from.IsReg() || from == regalloc.Nowhere) {
		v := a64.V31
		if from.IsReg() {
			v = vec(from)
		} else {
			c.floatConst(in, v)
		}
		c.asm.MemV(a64.Strd, v, c.displaced(base, offset, a64.Strd))
		return
	}
	r := a64.R16
	switch {
	case from.IsReg():
		r = gp(from)
	case from == regalloc.Nowhere && in.Op == ir.Const && in.Imm == 0:
		r = a64.ZR
	case from == regalloc.Nowhere:
		c.anew(in, regalloc.Loc(r))
	default:
		c.asm.Mem(a64.Ldrx, r, c.word(from, a64.Ldrx))
	}
	c.asm.Mem(a64.Strx, r, c.displaced(base, offset, a64.Strx))
}

// anew makes a value that is made anew where it is needed.
func (c *Compiler) anew(in *ir.Instr, at regalloc.Loc) {
	switch in.Op {
	case ir.Const:
		k := in.Imm
		if in.Type == ir.I32 {
			k &= math.MaxUint32
		}
		c.asm.MovRI(gp(at), k)
	case ir.FConst:
		c.floatConst(in, vec(at))
	case ir.Addr:
		c.asm.MovRI(gp(at), int64(c.Config.Symbols.Address(&c.F.Symbols[in.Symbol]))+in.Imm)
	case ir.StackAddr:
		c.stackAddress(in, gp(at))
	}
}

func (c *Compiler) stackAddress(in *ir.Instr, dst a64.Reg) {
	at, align := c.locals[in.Slot], c.F.Slots[in.Slot].Align
	if align <= frameAlign {
		c.shiftedBase(dst, a64.SP, at+in.Imm)
		return
	}
	c.shiftedBase(dst, a64.SP, at+align-1)
	c.asm.AluRRI(a64.And, a64.W64, dst, dst, -align)
	c.shiftedBase(dst, dst, in.Imm)
}

// shiftedBase appends dst = base + n, of either sign.
func (c *Compiler) shiftedBase(dst, base a64.Reg, n int64) {
	if n < 0 {
		c.offset(a64.Sub, dst, base, -n)
		return
	}
	if n != 0 || dst != base {
		c.offset(a64.Add, dst, base, n)
	}
}

// move makes dst what src is.
func (c *Compiler) move(dst, src a64.Reg) {
	if dst != src {
		c.asm.MovRR(a64.W64, dst, src)
	}
}

// offsetOf is where a word is, from SP on.
func (c *Compiler) offsetOf(l regalloc.Loc) int64 {
	if k, ok := l.IsSlot(); ok {
		return c.slots + 8*int64(k)
	}
	if k, ok := l.IsIn(); ok {
		return c.frame + 8*int64(k)
	}
	k, _ := l.IsOut()
	return 8 * int64(k)
}

// word is the memory of a word.
func (c *Compiler) word(l regalloc.Loc, op a64.Access) a64.Mem {
	return c.displaced(a64.SP, c.offsetOf(l), op)
}
