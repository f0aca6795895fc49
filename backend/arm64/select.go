package arm64

import (
	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
	"scf/backend/machine"
)

// address is an address mode: base + disp, or base + index, extended and shifted; in the frame, at slot + disp, if base is 0.
type address struct {
	base, index ir.Value
	slot        ir.Slot
	mode        a64.Mode
	shift       uint8
	disp        int64
}

// addressOf is the number of the best mode for an access of v + disp. What it reads is marked.
func (c *Compiler) addressOf(v ir.Value, disp int64, op a64.Access) int32 {
	m := address{base: v, disp: disp}
	for c.widen(&m, op) {
	}
	for _, v := range [2]ir.Value{m.base, m.index} {
		if v != 0 {
			c.Info[v].Needed = true
		}
	}
	c.modes = append(c.modes, m)
	return int32(len(c.modes) - 1)
}

// widen takes the definition of m's base into m, and reports whether there may be more to take.
func (c *Compiler) widen(m *address, op a64.Access) bool {
	in := &c.F.Values[m.base]
	switch {
	case in.Op == ir.StackAddr && c.F.Slots[in.Slot].Align <= frameAlign:
		m.base, m.slot, m.disp = 0, in.Slot, m.disp+in.Imm
		return false
	case in.Op != ir.Add || !c.Through(m.base):
		return false
	}
	x, y := in.Args[0], in.Args[1]
	if c.F.Values[x].Op == ir.Const {
		x, y = y, x
	}
	if k := &c.F.Values[y]; k.Op == ir.Const {
		d := m.disp + k.Imm
		if !fits(op, d) {
			return false
		}
		m.base, m.disp = x, d
		return true
	}
	if m.disp != 0 {
		return false
	}
	if m.index = c.scaled(m, y, op); m.index == y {
		if z := c.scaled(m, x, op); z != x {
			m.index, x = z, y
		}
	}
	m.base = x
	return false
}

// scaled is the index that v becomes: v itself, or what is shifted or extended on the way.
func (c *Compiler) scaled(m *address, v ir.Value, op a64.Access) ir.Value {
	m.mode, m.shift = a64.Lsl, 0
	if !c.SameLoop(v) {
		return v
	}
	in := &c.F.Values[v]
	if in.Op == ir.Shl || in.Op == ir.Mul {
		k := &c.F.Values[in.Args[1]]
		s := op.Scale()
		if k.Op != ir.Const || s == 0 || in.Op == ir.Shl && k.Imm != int64(s) || in.Op == ir.Mul && k.Imm != 1<<s {
			return v
		}
		m.shift, v = s, in.Args[0]
		if !c.SameLoop(v) {
			return v
		}
		in = &c.F.Values[v]
	}
	switch in.Op {
	case ir.Sext32:
		m.mode, v = a64.Sxtw, in.Args[0]
	case ir.Zext32:
		v = in.Args[0]
	}
	return v
}

func fits(op a64.Access, disp int64) bool { return disp == int64(int32(disp)) && op.Fits(int32(disp)) }

// memory is the memory at v + disp, an operand of access w.
func (c *Compiler) memory(w, v ir.Value, disp int64, op a64.Access) a64.Mem {
	if c.Mode == machine.Selecting {
		c.Info[w].Mode = c.addressOf(v, disp, op)
		return a64.Mem{}
	}
	m := &c.modes[c.Info[w].Mode]
	switch {
	case m.base == 0 && c.Emits():
		return c.displaced(a64.SP, c.locals[m.slot]+m.disp, op)
	case m.base == 0:
		return a64.Mem{}
	}
	base := c.in(m.base)
	if m.index != 0 {
		return a64.Mem{Base: base, Index: c.in(m.index), Mode: m.mode, Shift: m.shift}
	}
	return c.displaced(base, m.disp, op)
}

// displaced is the memory at base + disp; what does not fit into the instruction is made in R17.
func (c *Compiler) displaced(base a64.Reg, disp int64, op a64.Access) a64.Mem {
	if fits(op, disp) || !c.Emits() {
		return a64.At(base, int32(disp))
	}
	c.asm.MovRI(a64.R17, disp)
	return a64.Mem{Base: base, Index: a64.R17, Mode: a64.Lsl}
}
