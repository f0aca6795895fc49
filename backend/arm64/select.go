package arm64

import (
	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
)

// info is what is counted of a value before instructions are selected, and what is then decided.
type info struct {
	uses      int32
	addresses int32 // uses as addresses of accesses, also through additions
	conds     int32 // uses as conditions
	block     int32
	mode      int32 // of an access: index into Compiler.modes
	needed    bool  // in a register, or made anew
}

func (c *Compiler) count() {
	n := len(c.f.Values)
	if cap(c.info) < n {
		c.info = make([]info, n+n/2)
	}
	c.info = c.info[:n]
	clear(c.info)
	for b := len(c.f.Blocks) - 1; b >= 0; b-- {
		block := c.f.Blocks[b]
		for _, p := range block.Params {
			c.info[p].block = int32(b)
		}
		c.countTerm(&block.Term)
		for i := len(block.Body) - 1; i >= 0; i-- {
			v := block.Body[i]
			in := &c.f.Values[v]
			x := &c.info[v]
			x.block = int32(b)
			if x.uses > 0 || !removable(in) {
				c.countUses(in, x)
			}
		}
	}
}

func (c *Compiler) countTerm(t *ir.Term) {
	if t.X != 0 {
		c.info[t.X].uses++
		if t.Kind == ir.Branch {
			c.info[t.X].conds++
		}
	}
	for i := range t.Edges {
		for _, v := range t.Edges[i].Args {
			c.info[v].uses++
		}
	}
}

func (c *Compiler) countUses(in *ir.Instr, x *info) {
	for k, v := range in.Args {
		if v == 0 {
			break
		}
		y := &c.info[v]
		y.uses++
		switch in.Op {
		case ir.Load:
			y.addresses++
		case ir.Store:
			if k == 0 {
				y.addresses++
			}
		case ir.Add:
			if x.addresses == x.uses {
				y.addresses++
			}
		case ir.Select, ir.TrapIf:
			if k == 0 {
				y.conds++
			}
		}
	}
	for _, v := range in.List {
		c.info[v].uses++
	}
}

// removable tells whether in may be left out where nobody needs its value.
func removable(in *ir.Instr) bool {
	return in.Op.Pure() || in.Op == ir.Load && !in.Volatile
}

// selectAll decides from the last instruction to the first what is needed.
func (c *Compiler) selectAll() {
	c.mode = selecting
	c.modes = append(c.modes[:0], address{})
	for b := len(c.f.Blocks) - 1; b >= 0; b-- {
		c.block = b
		block := c.f.Blocks[b]
		c.term(block)
		for i := range block.Term.Edges {
			for _, v := range block.Term.Edges[i].Args {
				c.info[v].needed = true
			}
		}
		for i := len(block.Body) - 1; i >= 0; i-- {
			v := block.Body[i]
			if in := &c.f.Values[v]; c.isEmitted(v, in) {
				c.instr(v, in)
			}
		}
	}
}

// plan tells the allocator of the instructions that are left.
func (c *Compiler) plan() {
	c.mode = planning
	c.planParams()
	for b, block := range c.f.Blocks {
		c.block = b
		c.alloc.Label()
		for _, v := range block.Body {
			in := &c.f.Values[v]
			if c.isEmitted(v, in) {
				c.instr(v, in)
			} else if c.info[v].needed {
				c.alloc.Remat(v)
			}
		}
		c.term(block)
	}
}

// isEmitted tells whether v is an instruction of its own.
func (c *Compiler) isEmitted(v ir.Value, in *ir.Instr) bool {
	switch in.Op {
	case ir.Const, ir.FConst, ir.Addr, ir.StackAddr:
		return false
	}
	return c.info[v].needed || !removable(in)
}

func (c *Compiler) sameLoop(v ir.Value) bool {
	b := int(c.info[v].block)
	return b == c.block || c.alloc.Loop(b) == c.alloc.Loop(c.block)
}

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
			c.info[v].needed = true
		}
	}
	c.modes = append(c.modes, m)
	return int32(len(c.modes) - 1)
}

// widen takes the definition of m's base into m, and tells whether there may be more to take.
func (c *Compiler) widen(m *address, op a64.Access) bool {
	in := &c.f.Values[m.base]
	switch {
	case in.Op == ir.StackAddr && c.f.Slots[in.Slot].Align <= frameAlign:
		m.base, m.slot, m.disp = 0, in.Slot, m.disp+in.Imm
		return false
	case in.Op != ir.Add || !c.through(m.base):
		return false
	}
	x, y := in.Args[0], in.Args[1]
	if c.f.Values[x].Op == ir.Const {
		x, y = y, x
	}
	if k := &c.f.Values[y]; k.Op == ir.Const {
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
	if !c.sameLoop(v) {
		return v
	}
	in := &c.f.Values[v]
	if in.Op == ir.Shl || in.Op == ir.Mul {
		k := &c.f.Values[in.Args[1]]
		s := op.Scale()
		if k.Op != ir.Const || s == 0 || in.Op == ir.Shl && k.Imm != int64(s) || in.Op == ir.Mul && k.Imm != 1<<s {
			return v
		}
		m.shift, v = s, in.Args[0]
		if !c.sameLoop(v) {
			return v
		}
		in = &c.f.Values[v]
	}
	switch in.Op {
	case ir.Sext32:
		m.mode, v = a64.Sxtw, in.Args[0]
	case ir.Zext32:
		v = in.Args[0]
	}
	return v
}

// through tells whether the addition v is best done by the access that is worked on: all its uses are addresses, and it runs as often.
func (c *Compiler) through(v ir.Value) bool {
	x := &c.info[v]
	return x.addresses == x.uses && c.sameLoop(v)
}

func fits(op a64.Access, disp int64) bool { return disp == int64(int32(disp)) && op.Fits(int32(disp)) }

// memory is the memory at v + disp, an operand of access w.
func (c *Compiler) memory(w, v ir.Value, disp int64, op a64.Access) a64.Mem {
	if c.mode == selecting {
		c.info[w].mode = c.addressOf(v, disp, op)
		return a64.Mem{}
	}
	m := &c.modes[c.info[w].mode]
	switch {
	case m.base == 0 && c.emits():
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
	if fits(op, disp) || !c.emits() {
		return a64.At(base, int32(disp))
	}
	c.asm.MovRI(a64.R17, disp)
	return a64.Mem{Base: base, Index: a64.R17, Mode: a64.Lsl}
}
