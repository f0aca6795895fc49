package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// info is what is counted of a value before instructions are selected, and what is then decided.
type info struct {
	uses      int32
	addresses int32 // uses as addresses of accesses, also through additions
	conds     int32 // uses as conditions
	block     int32
	after     int32 // instructions behind it in its block that change memory
	mode      int32 // of an access: index into Compiler.modes
	needed    bool  // in a register, or made anew
	folded    bool  // a load that is an operand of its user; a store that operates in memory
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
		after := int32(0)
		for i := len(block.Body) - 1; i >= 0; i-- {
			v := block.Body[i]
			in := &c.f.Values[v]
			x := &c.info[v]
			x.block, x.after = int32(b), after
			if changesMemory(in.Op) {
				after++
			}
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
		case ir.Load, ir.Copy, ir.Zero:
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

// changesMemory tells whether loads may not be moved over op.
func changesMemory(op ir.Op) bool {
	switch op {
	case ir.Store, ir.Copy, ir.Zero, ir.Call, ir.CallPtr, ir.Poll:
		return true
	}
	return false
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
		c.epoch = 0
		c.term(block)
		for i := range block.Term.Edges {
			for _, v := range block.Term.Edges[i].Args {
				c.info[v].needed = true
			}
		}
		for i := len(block.Body) - 1; i >= 0; i-- {
			v := block.Body[i]
			in := &c.f.Values[v]
			x := &c.info[v]
			if !c.isEmitted(v, in) {
				continue
			}
			if c.epoch = x.after; changesMemory(in.Op) {
				c.epoch++
			}
			c.instr(v, in)
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

// address is an address mode: base + index<<shift + disp; in the frame if base is 0.
type address struct {
	base, index ir.Value
	slot        ir.Slot
	shift       uint8
	disp        int32
}

// addressOf is the best mode for the address v + disp, and its number. What it reads is marked.
func (c *Compiler) addressOf(v ir.Value, disp int64) int32 {
	m := address{base: v}
	if disp != int64(int32(disp)) {
		panic("amd64: an offset of more than 31 bits")
	}
	m.disp = int32(disp)
	for c.widen(&m) {
	}
	if m.index != 0 {
		for c.widenIndex(&m) {
		}
	}
	for _, v := range [2]ir.Value{m.base, m.index} {
		if v != 0 {
			c.info[v].needed = true
		}
	}
	c.modes = append(c.modes, m)
	return int32(len(c.modes) - 1)
}

// widen takes the definition of m's base into m, and tells whether it could.
func (c *Compiler) widen(m *address) bool {
	in := &c.f.Values[m.base]
	switch in.Op {
	case ir.StackAddr:
		if d := int64(m.disp) + in.Imm; d == int64(int32(d)) && c.f.Slots[in.Slot].Align <= 16 {
			m.base, m.slot, m.disp = 0, in.Slot, int32(d)
		}
		return false
	case ir.Add:
	default:
		return false
	}
	if !c.through(m.base) {
		return false
	}
	x, y := in.Args[0], in.Args[1]
	if c.f.Values[x].Op == ir.Const {
		x, y = y, x
	}
	if k := &c.f.Values[y]; k.Op == ir.Const {
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
	in := &c.f.Values[m.index]
	if in.Op != ir.Add || !c.sameLoop(m.index) || c.info[m.index].uses > 1 {
		return false
	}
	k := &c.f.Values[in.Args[1]]
	d := int64(m.disp) + k.Imm<<m.shift
	if k.Op != ir.Const || k.Imm != int64(int32(k.Imm)) || d != int64(int32(d)) {
		return false
	}
	m.index, m.disp = in.Args[0], int32(d)
	return true
}

// through tells whether the addition v is best done by the access that is worked on: all its uses are addresses, and it runs as often.
func (c *Compiler) through(v ir.Value) bool {
	x := &c.info[v]
	return x.addresses == x.uses && c.sameLoop(v)
}

func (c *Compiler) sameLoop(v ir.Value) bool {
	b := int(c.info[v].block)
	return b == c.block || c.alloc.Loop(b) == c.alloc.Loop(c.block)
}

// scaled is v as x << shift, for shifts that addresses can have.
func (c *Compiler) scaled(v ir.Value) (x ir.Value, shift uint8) {
	in := &c.f.Values[v]
	if in.Op != ir.Shl && in.Op != ir.Mul || !c.sameLoop(v) {
		return v, 0
	}
	k := &c.f.Values[in.Args[1]]
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
		out.Base = gp(c.use(m.base, need))
	} else if c.mode == emitting {
		out.Disp += c.locals[m.slot]
	}
	if m.index != 0 {
		out.Index, out.Scale = gp(c.use(m.index, need)), 1<<m.shift
	}
	return out
}

// memory is the memory at v + disp, an operand of w, which is an access.
func (c *Compiler) memory(w, v ir.Value, disp int64, need regalloc.Need) x86.Mem {
	if c.mode == selecting {
		c.info[w].mode = c.addressOf(v, disp)
		return x86.Mem{}
	}
	return c.useMode(c.info[w].mode, need)
}

// foldsLoad tells whether v is a load of size bytes that becomes an operand of the instruction that is worked on: which alone uses it, in the same block,
// and nothing in between changes memory.
func (c *Compiler) foldsLoad(v ir.Value, size int64) bool {
	x := &c.info[v]
	if c.mode == selecting {
		x.folded = c.canFold(v, size)
	}
	return x.folded
}

// loaded is the memory of load v, which is folded.
func (c *Compiler) loaded(v ir.Value, need regalloc.Need) x86.Mem {
	in := &c.f.Values[v]
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
	in := &c.f.Values[v]
	if c.foldsLoad(v, in.Type.Size()) {
		return operand{kind: inMemory, mem: c.loaded(v, late(regalloc.InReg, isLate))}
	}
	need := regalloc.Anywhere
	switch in.Op {
	case ir.Const, ir.Addr, ir.StackAddr:
		need = regalloc.InReg
	}
	l := c.use(v, late(need, isLate))
	switch {
	case c.mode != emitting || l.IsReg():
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
	in := &c.f.Values[v]
	return int32(in.Imm), in.Op == ir.Const && in.Imm == int64(int32(in.Imm))
}
