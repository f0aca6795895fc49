package arm64

import (
	"slices"

	a64 "scf/backend/asm/arm64"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// Entry is the code that Go enters to call a function, which its references refer to (symbol 0): it moves the arguments from where Go has them. It may
// destroy R16, R17, R19 and R20. When it is entered SP is the address of the state.
func (c *Compiler) Entry(e *machine.Entry) machine.Code {
	c.asm.Reset()
	to := make([]regalloc.Loc, len(e.Params))
	p := places
	for i, param := range e.Params {
		to[i] = p.Next(param.Type, regalloc.Out)
	}
	through := !p.InOrder(e.Params, to)
	words := p.Words
	if through {
		words += len(e.Params)
	}
	plain := e.Result.IsInt() && words == 0
	frame := int64(0)
	if !plain {
		frame = aligned(int64(8*words+8), frameAlign)
		c.addSP(a64.Sub, frame)
		c.asm.Mem(a64.Strx, a64.R30, c.displaced(a64.SP, frame-8, a64.Strx))
	}
	if slices.ContainsFunc(e.Params, func(p machine.Param) bool { return p.From == machine.InWords }) {
		c.asm.MovRR(a64.W64, a64.R20, a64.Reg(e.Words))
	}
	if through {
		c.passThrough(e.Params, to, p.Words, frame)
	} else {
		c.pass(e.Params, to, frame)
	}
	if plain {
		c.asm.BRef(0)
	} else {
		c.callEntered(e, frame)
	}
	finished, err := c.asm.Finish()
	if err != nil {
		panic(err) // a few instructions
	}
	return machine.Code{Code: finished, Frame: int(frame)}
}

// callEntered calls the function and puts its result where Go's thunk wants it.
func (c *Compiler) callEntered(e *machine.Entry, frame int64) {
	c.asm.BlRef(0)
	switch {
	case e.Result.IsFloat() && e.Float:
		c.asm.MovRV(kind(e.Result), a64.R0, a64.V0)
	case !e.Result.IsInt():
		c.asm.MovRI(a64.R0, 0)
	}
	c.asm.Mem(a64.Ldrx, a64.R30, c.displaced(a64.SP, frame-8, a64.Ldrx))
	c.addSP(a64.Add, frame)
	c.asm.Ret()
}

// pass moves what comes in registers, and then loads the rest.
func (c *Compiler) pass(params []machine.Param, to []regalloc.Loc, frame int64) {
	for i, p := range params {
		if l := places.From(p); l.IsReg() {
			c.passRegister(p, l, to[i])
		}
	}
	c.loadGoSP(params, frame)
	for i, p := range params {
		if !places.From(p).IsReg() {
			c.passOther(p, to[i])
		}
	}
}

// loadGoSP makes R19 the goroutine's stack pointer, if arguments lie there.
func (c *Compiler) loadGoSP(params []machine.Param, frame int64) {
	if slices.ContainsFunc(params, func(p machine.Param) bool { return p.From == machine.OnStack }) {
		c.asm.Mem(a64.Ldrx, a64.R19, c.displaced(a64.SP, frame+code.StateGoSP, a64.Ldrx))
	}
}

// place is an address in memory.
type place struct {
	base   a64.Reg
	offset int64
}

// outside is where p lies that comes in memory.
func (c *Compiler) outside(p machine.Param) place {
	if p.From == machine.OnStack {
		return place{a64.R19, int64(code.GoStack + p.N)}
	}
	return place{a64.R20, int64(8 * p.N)}
}

// passThrough stores all that comes in registers above the words that are passed, and loads it from there.
func (c *Compiler) passThrough(params []machine.Param, to []regalloc.Loc, words int, frame int64) {
	at := func(i int) place { return place{a64.SP, int64(8 * (words + i))} }
	for i, p := range params {
		switch l := places.From(p); {
		case !l.IsReg():
		case p.Type.IsFloat():
			c.asm.MemV(a64.Strd, vec(l), c.displaced(a64.SP, at(i).offset, a64.Strd))
		default:
			c.asm.Mem(a64.Strx, gp(l), c.displaced(a64.SP, at(i).offset, a64.Strx))
		}
	}
	c.loadGoSP(params, frame)
	for i, p := range params {
		if places.From(p).IsReg() {
			c.passMemory(p, at(i), to[i])
		} else {
			c.passOther(p, to[i])
		}
	}
}

// passOther makes p, which comes in no register.
func (c *Compiler) passOther(p machine.Param, to regalloc.Loc) {
	if p.From != machine.Fixed {
		c.passMemory(p, c.outside(p), to)
		return
	}
	v := int64(p.Value)
	if p.Type.Size() == 4 {
		v = int64(uint32(v))
	}
	r := a64.R16
	if to.IsReg() && !p.Type.IsFloat() {
		r = gp(to)
	}
	c.asm.MovRI(r, v)
	switch {
	case !to.IsReg():
		c.asm.Mem(a64.Strx, r, c.displaced(a64.SP, c.offsetOf(to), a64.Strx))
	case p.Type.IsFloat():
		c.asm.MovVR(kind(p.Type), vec(to), r)
	}
}

// passRegister moves p from a register to its place.
func (c *Compiler) passRegister(p machine.Param, from, to regalloc.Loc) {
	offset := c.offsetOf(to)
	switch {
	case p.Type.IsFloat() && to == from:
	case p.Type.IsFloat() && to.IsReg():
		c.asm.FloatRR(a64.Fmov, kind(p.Type), vec(to), vec(from))
	case p.Type.IsFloat():
		c.asm.MemV(a64.Strd, vec(from), c.displaced(a64.SP, offset, a64.Strd))
	case to.IsReg():
		c.extendParam(p, gp(to), gp(from))
	default:
		c.extendParam(p, a64.R16, gp(from))
		c.asm.Mem(a64.Strx, a64.R16, c.displaced(a64.SP, offset, a64.Strx))
	}
}

// extendParam extends an integer parameter to its type, with zeros above 32 bits.
func (c *Compiler) extendParam(p machine.Param, to, from a64.Reg) {
	w := width(p.Type)
	switch p.Mem {
	case ir.S8, ir.S16:
		c.asm.Sext(w, uint32(8*p.Mem.Size()), to, from)
	case ir.U8, ir.U16:
		c.asm.Zext(uint32(8*p.Mem.Size()), to, from)
	case ir.S32:
		if p.Type == ir.I64 {
			c.asm.Sext(w, 32, to, from)
			return
		}
		c.asm.MovRR(w, to, from)
	case ir.U32:
		c.asm.MovRR(a64.W32, to, from)
	default:
		if p.Type == ir.I32 || to != from {
			c.asm.MovRR(w, to, from)
		}
	}
}

// passMemory loads p to its place.
func (c *Compiler) passMemory(p machine.Param, at place, to regalloc.Loc) {
	m := p.Mem
	if m == ir.NoMem {
		m = [...]ir.Mem{ir.I32: ir.U32, ir.I64: ir.M64, ir.F32: ir.MF32, ir.F64: ir.MF64}[p.Type]
	}
	op := loadOf(m, p.Type)
	mem := c.displaced(at.base, at.offset, op)
	switch {
	case p.Type.IsFloat() && to.IsReg():
		c.asm.MemV(op, vec(to), mem)
	case p.Type.IsFloat():
		c.asm.MemV(op, a64.V31, mem)
		c.asm.MemV(a64.Strd, a64.V31, c.displaced(a64.SP, c.offsetOf(to), a64.Strd))
	case to.IsReg():
		c.asm.Mem(op, gp(to), mem)
	default:
		c.asm.Mem(op, a64.R16, mem)
		c.asm.Mem(a64.Strx, a64.R16, c.displaced(a64.SP, c.offsetOf(to), a64.Strx))
	}
}
