package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// address is an address mode: base + index<<shift + disp; in the frame if base is 0.
type address struct {
	base, index ir.Value
	slot        ir.Slot
	shift       uint8
	disp        int32
}

// addressOf is the best mode for the address v + disp, and its number. What it reads is marked.
func (c *Compiler) addressOf(v ir.Value, disp int64) int32 {
	m := address{base: v, disp: int32(disp)}
	for c.widen(&m) {
	}
	if m.index != 0 {
		for c.widenIndex(&m) {
		}
	}
	for _, v := range [2]ir.Value{m.base, m.index} {
		if v != 0 {
			c.Info[v].Needed = true
		}
	}
	c.modes = append(c.modes, m)
	return int32(len(c.modes) - 1)
}

// widen takes the definition of m's base into m, and reports whether it could.
func (c *Compiler) widen(m *address) bool {
	in := &c.F.Values[m.base]
	switch in.Op {
	case ir.StackAddr:
		if d := int64(m.disp) + in.Imm; ir.FitsOffset(d) && c.F.Slots[in.Slot].Align <= 16 {
			m.base, m.slot, m.disp = 0, in.Slot, int32(d)
		}
		return false
	case ir.Add:
	default:
		return false
	}
	if !c.Through(m.base) {
		return false
	}
	x, y := in.Args[0], in.Args[1]
	if c.F.Values[x].Op == ir.Const {
		x, y = y, x
	}
	if k := &c.F.Values[y]; k.Op == ir.Const {
		d := int64(m.disp) + k.Imm
		if d != int64(int32(d)) || k.Imm != int64(int32(k.Imm)) {
			return false
		}
		m.base, m.disp = x, int32(d)
		return true
	}
	if m.index != 0 {
		return false
	}
	if _, s := c.scaled(x); s != 0 {
		x, y = y, x
	}
	m.base = x
	m.index, m.shift = c.scaled(y)
	return true
}

// widenIndex takes the addition of a constant out of m's index.
func (c *Compiler) widenIndex(m *address) bool {
	in := &c.F.Values[m.index]
	if in.Op != ir.Add || !c.SameLoop(m.index) || c.Info[m.index].Uses > 1 {
		return false
	}
	k := &c.F.Values[in.Args[1]]
	d := int64(m.disp) + k.Imm<<m.shift
	if k.Op != ir.Const || k.Imm != int64(int32(k.Imm)) || d != int64(int32(d)) {
		return false
	}
	m.index, m.disp = in.Args[0], int32(d)
	return true
}

// scaled is v as x << shift, for shifts that addresses can have.
func (c *Compiler) scaled(v ir.Value) (x ir.Value, shift uint8) {
	in := &c.F.Values[v]
	if in.Op != ir.Shl && in.Op != ir.Mul || !c.SameLoop(v) {
		return v, 0
	}
	k := &c.F.Values[in.Args[1]]
	if k.Op != ir.Const {
		return v, 0
	}
	for s := int64(1); s <= 3; s++ {
		if in.Op == ir.Shl && k.Imm == s || in.Op == ir.Mul && k.Imm == 1<<s {
			return in.Args[0], uint8(s)
		}
	}
	return v, 0
}

// useMode reads the registers of mode n.
func (c *Compiler) useMode(n int32, need regalloc.Need) x86.Mem {
	m := &c.modes[n]
	out := x86.Mem{Base: x86.RSP, Disp: m.disp}
	if m.base != 0 {
		out.Base = gp(c.Use(m.base, need))
	} else if c.Mode == machine.Emitting {
		out.Disp += c.locals[m.slot]
	}
	if m.index != 0 {
		out.Index, out.Scale = gp(c.Use(m.index, need)), 1<<m.shift
	}
	return out
}

// memory is the memory at v + disp, an operand of w, which is an access.
func (c *Compiler) memory(w, v ir.Value, disp int64, need regalloc.Need) x86.Mem {
	if c.Mode == machine.Selecting {
		c.Info[w].Mode = c.addressOf(v, disp)
		return x86.Mem{}
	}
	return c.useMode(c.Info[w].Mode, need)
}

// foldsLoad reports whether v is a load of size bytes that becomes an operand of the instruction that is worked on: which alone uses it, in the same block,
// and nothing in between changes memory.
func (c *Compiler) foldsLoad(v ir.Value, size int64) bool {
	x := &c.Info[v]
	if c.Mode == machine.Selecting {
		x.Folded = c.canFold(v, size)
	}
	return x.Folded
}

// loaded is the memory of load v, which is folded.
func (c *Compiler) loaded(v ir.Value, need regalloc.Need) x86.Mem {
	in := &c.F.Values[v]
	return c.memory(v, in.Args[0], in.Imm, need)
}

// operand is a source of an instruction: a number, memory, or a register.
type operand struct {
	kind operandKind
	imm  int32
	mem  x86.Mem
	loc  regalloc.Loc
}

type operandKind uint8

const (
	register operandKind = iota
	immediate
	inMemory
)

// late is n for an operand that is read when the result is there already.
func late(n regalloc.Need, is bool) regalloc.Need {
	if is {
		return n + 1
	}
	return n
}

// source is v in any form; isLate says that the result is written before it is read.
func (c *Compiler) source(v ir.Value, isLate bool) operand {
	if k, ok := c.constant(v); ok {
		return operand{kind: immediate, imm: k}
	}
	return c.registerOrMemory(v, isLate)
}

// registerOrMemory is v in a register or in memory.
func (c *Compiler) registerOrMemory(v ir.Value, isLate bool) operand {
	in := &c.F.Values[v]
	if c.foldsLoad(v, in.Type.Size()) {
		return operand{kind: inMemory, mem: c.loaded(v, late(regalloc.InReg, isLate))}
	}
	need := regalloc.Anywhere
	switch in.Op {
	case ir.Const, ir.Addr, ir.StackAddr:
		need = regalloc.InReg
	}
	l := c.Use(v, late(need, isLate))
	switch {
	case c.Mode != machine.Emitting || l.IsReg():
		return operand{loc: l}
	case l == regalloc.Nowhere:
		return operand{kind: inMemory, mem: c.pool(in)}
	}
	return operand{kind: inMemory, mem: c.word(l)}
}

// pool is where the floating constant in lies.
func (c *Compiler) pool(in *ir.Instr) x86.Mem {
	if in.Type == ir.F32 {
		return x86.Mem{Label: c.asm.Const32(uint32(in.Imm))}
	}
	return x86.Mem{Label: c.asm.Const64(uint64(in.Imm))}
}

// constant is the integer constant v, if instructions can have it as an immediate number.
func (c *Compiler) constant(v ir.Value) (int32, bool) {
	in := &c.F.Values[v]
	return int32(in.Imm), in.Op == ir.Const && in.Imm == int64(int32(in.Imm))
}
