package amd64

import (
	"slices"

	x86 "scf/backend/asm/amd64"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// Entry is the code that Go enters to call a function, which its references refer to (symbol 0): it moves the arguments from where Go has them. It may destroy
// R12, and R13 and RBP.
func (c *Compiler) Entry(e *machine.Entry) machine.Code {
	c.asm.Reset()
	to := c.entryTo[:0]
	p := places
	for _, param := range e.Params {
		to = append(to, p.Next(param.Type, regalloc.Out))
	}
	c.entryTo = to
	through := !placesOfGo.InOrder(e.Params, to)
	frame := int32(8 * p.Words)
	if through {
		frame += int32(8 * len(e.Params))
	}
	plain := e.Result.IsInt() && frame == 0
	if !plain {
		frame = (frame+15)&^15 + 8
		c.asm.AluRI(x86.Sub, x86.W64, x86.RSP, frame)
	} else {
		frame = 0
	}
	if through {
		c.passThrough(e, to, p.Words, frame)
	} else {
		c.pass(e, to, frame)
	}
	if plain {
		c.asm.JmpRef(0)
	} else {
		c.callEntered(e, frame)
	}
	return machine.Code{Code: c.asm.Finish(), Frame: int(frame) + 8}
}

// callEntered calls the function and puts its result where Go's thunk wants it.
func (c *Compiler) callEntered(e *machine.Entry, frame int32) {
	c.asm.CallRef(0)
	switch {
	case e.Result.IsFloat() && e.Float:
		c.asm.MovRX(x86.Width(e.Result.Size()), x86.RAX, x86.X0)
	case !e.Result.IsInt():
		c.asm.Zero(x86.RAX)
	}
	c.asm.AluRI(x86.Add, x86.W64, x86.RSP, frame)
	c.asm.Ret()
}

// pass moves what comes in registers, and then loads the rest.
func (c *Compiler) pass(e *machine.Entry, to []regalloc.Loc, frame int32) {
	params := e.Params
	words := slices.ContainsFunc(params, func(p machine.Param) bool { return p.From == machine.InWords })
	if words {
		c.asm.MovRR(x86.W64, x86.R12, gp(regalloc.Loc(placesOfGo.Ints[e.Words])))
	}
	for i, p := range params {
		if l := placesOfGo.From(p); l.IsReg() {
			c.passRegister(p, l, to[i])
		}
	}
	loaded := false
	for i, p := range params {
		switch p.From {
		case machine.OnStack:
			if !loaded {
				c.asm.MovRM(x86.W64, x86.R13, x86.At(x86.RSP, frame+8+code.StateGoSP))
				loaded = true
			}
			c.passMemory(p, x86.At(x86.R13, code.GoStack+int32(p.N)), to[i])
		case machine.InWords:
			c.passMemory(p, x86.At(x86.R12, int32(8*p.N)), to[i])
		case machine.Fixed:
			c.passFixed(p, to[i])
		}
	}
}

// passThrough stores all that comes in registers above the words that are passed, and loads it from there.
func (c *Compiler) passThrough(e *machine.Entry, to []regalloc.Loc, words int, frame int32) {
	params := e.Params
	at := func(i int) x86.Mem { return x86.At(x86.RSP, int32(8*(words+i))) }
	for i, p := range params {
		switch l := placesOfGo.From(p); {
		case !l.IsReg():
		case isX(l):
			c.asm.MovMX(x86.Movsd, at(i), xmm(l))
		default:
			c.asm.MovMR(x86.W64, at(i), gp(l))
		}
	}
	c.asm.MovRR(x86.W64, x86.R12, gp(regalloc.Loc(placesOfGo.Ints[e.Words])))
	c.asm.MovRM(x86.W64, x86.R13, x86.At(x86.RSP, frame+8+code.StateGoSP))
	for i, p := range params {
		m := at(i)
		switch p.From {
		case machine.Fixed:
			c.passFixed(p, to[i])
			continue
		case machine.OnStack:
			m = x86.At(x86.R13, code.GoStack+int32(p.N))
		case machine.InWords:
			m = x86.At(x86.R12, int32(8*p.N))
		}
		c.passMemory(p, m, to[i])
	}
}

// passRegister moves p from a register to its place.
func (c *Compiler) passRegister(p machine.Param, from, to regalloc.Loc) {
	switch {
	case isX(from) && to.IsReg():
		c.moveX(xmm(to), xmm(from))
	case isX(from):
		c.asm.MovMX(moveF(p.Type), c.word(to), xmm(from))
	case to.IsReg():
		c.widen32(p, gp(to), gp(from))
	default:
		c.widen32(p, x86.RBP, gp(from))
		c.asm.MovMR(x86.W64, c.word(to), x86.RBP)
	}
}

// widen32 extends an integer parameter to its type, with zeros above 32 bits.
func (c *Compiler) widen32(p machine.Param, to, from x86.Reg) {
	n := x86.Width(p.Mem.Size())
	switch p.Mem {
	case ir.S8, ir.S16:
		c.asm.MovsxRR(width(p.Type), n, to, from)
	case ir.U8, ir.U16:
		c.asm.MovzxRR(n, to, from)
	case ir.S32:
		if p.Type == ir.I64 {
			c.asm.MovsxRR(x86.W64, x86.W32, to, from)
			return
		}
		fallthrough
	case ir.U32:
		c.asm.MovRR(x86.W32, to, from)
	default:
		if p.Type == ir.I32 || to != from {
			c.asm.MovRR(width(p.Type), to, from)
		}
	}
}

// passFixed makes a parameter that is always the same.
func (c *Compiler) passFixed(p machine.Param, to regalloc.Loc) {
	v := int64(p.Value)
	if p.Type.Size() == 4 {
		v = int64(uint32(v))
	}
	r := x86.RBP
	if to.IsReg() && !isX(to) {
		r = gp(to)
	}
	c.asm.MovRI(r, v)
	switch {
	case isX(to):
		c.asm.MovXR(x86.W64, xmm(to), r)
	case !to.IsReg():
		c.asm.MovMR(x86.W64, c.word(to), r)
	}
}

// passMemory loads p to its place.
func (c *Compiler) passMemory(p machine.Param, m x86.Mem, to regalloc.Loc) {
	if p.Type.IsFloat() {
		x := scratch
		if to.IsReg() {
			x = xmm(to)
		}
		c.asm.MovXM(moveF(p.Type), x, m)
		if !to.IsReg() {
			c.asm.MovMX(moveF(p.Type), c.word(to), x)
		}
		return
	}
	r := x86.RBP
	if to.IsReg() {
		r = gp(to)
	}
	switch n := x86.Width(p.Mem.Size()); p.Mem {
	case ir.S8, ir.S16:
		c.asm.MovsxRM(width(p.Type), n, r, m)
	case ir.U8, ir.U16:
		c.asm.MovzxRM(n, r, m)
	default:
		c.asm.MovRM(x86.W32, r, m)
		if p.Type == ir.I64 && p.Mem == ir.S32 {
			c.asm.MovsxRR(x86.W64, x86.W32, r, r)
		} else if p.Type == ir.I64 && p.Mem != ir.U32 {
			c.asm.MovRM(x86.W64, r, m)
		}
	}
	if !to.IsReg() {
		c.asm.MovMR(x86.W64, c.word(to), r)
	}
}
