package arm64

import (
	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
)

// loadOf is the load of m as a t, storeOf the store.
func loadOf(m ir.Mem, t ir.Type) a64.Access {
	if t == ir.I64 {
		switch m {
		case ir.S8:
			return a64.Ldrsb
		case ir.S16:
			return a64.Ldrsh
		case ir.S32:
			return a64.Ldrsw
		}
	}
	return [...]a64.Access{ir.S8: a64.Ldrsbw, ir.U8: a64.Ldrb, ir.S16: a64.Ldrshw, ir.U16: a64.Ldrh, ir.S32: a64.Ldrw, ir.U32: a64.Ldrw,
		ir.M64: a64.Ldrx, ir.MF32: a64.Ldrs, ir.MF64: a64.Ldrd}[m]
}

func storeOf(m ir.Mem) a64.Access {
	return [...]a64.Access{ir.S8: a64.Strb, ir.U8: a64.Strb, ir.S16: a64.Strh, ir.U16: a64.Strh, ir.S32: a64.Strw, ir.U32: a64.Strw,
		ir.M64: a64.Strx, ir.MF32: a64.Strs, ir.MF64: a64.Strd}[m]
}

func (c *Compiler) load(v ir.Value, in *ir.Instr) {
	op := loadOf(in.Mem, in.Type)
	m := c.memory(v, in.Args[0], in.Imm, op)
	if in.Type.IsFloat() {
		if dst := c.dstV(v); c.Emits() {
			c.asm.MemV(op, dst, m)
		}
		return
	}
	if dst := c.dst(v); c.Emits() {
		c.asm.Mem(op, dst, m)
	}
}

func (c *Compiler) store(v ir.Value, in *ir.Instr) {
	op := storeOf(in.Mem)
	m := c.memory(v, in.Args[0], in.Imm, op)
	x := in.Args[1]
	if c.F.Values[x].Type.IsFloat() && !c.isPositiveZero(x) {
		r := c.inV(x)
		if c.none(); c.Emits() {
			c.asm.MemV(op, r, m)
		}
		return
	}
	r := a64.ZR
	if !c.isPositiveZero(x) {
		r = c.inOrZero(c.lowest(x, in.Mem))
	}
	if c.none(); c.Emits() {
		c.asm.Mem(op&^(1<<26), r, m)
	}
}

// isPositiveZero reports whether v is the floating constant whose bits are all 0.
func (c *Compiler) isPositiveZero(v ir.Value) bool {
	in := &c.F.Values[v]
	return in.Op == ir.FConst && in.Imm == 0
}

// lowest is v without what only concerns bits that a store of m leaves out.
func (c *Compiler) lowest(v ir.Value, m ir.Mem) ir.Value {
	for {
		in := &c.F.Values[v]
		keeps := int64(0)
		switch in.Op {
		case ir.Sext8, ir.Zext8:
			keeps = 1
		case ir.Sext16, ir.Zext16:
			keeps = 2
		case ir.Sext32, ir.Zext32, ir.Trunc:
			keeps = 4
		}
		if m.Size() > keeps || !c.SameLoop(v) {
			return v
		}
		v = in.Args[0]
	}
}

// copyUnrolled is how many bytes are copied or cleared without a loop.
const copyUnrolled = 256

// copy copies with the registers V30 and V31.
func (c *Compiler) copy(in *ir.Instr) {
	to, from := c.in(in.Args[0]), c.in(in.Args[1])
	if c.none(); !c.Emits() {
		return
	}
	c.pieces(in.Imm, func(size, at int64) {
		switch size {
		case 32:
			c.asm.PairV(a64.Ldpq, a64.V30, a64.V31, a64.At(from, int32(at)))
			c.asm.PairV(a64.Stpq, a64.V30, a64.V31, a64.At(to, int32(at)))
		case 16, 8, 4:
			load, store := vectorAccess(size)
			c.asm.MemV(load, a64.V30, a64.At(from, int32(at)))
			c.asm.MemV(store, a64.V30, a64.At(to, int32(at)))
		default:
			load, store := narrowAccess(size)
			c.asm.Mem(load, a64.R16, a64.At(from, int32(at)))
			c.asm.Mem(store, a64.R16, a64.At(to, int32(at)))
		}
	}, func(index a64.Mem) {
		index.Base = from
		c.asm.MemV(a64.Ldrq, a64.V30, index)
		index.Base = to
		c.asm.MemV(a64.Strq, a64.V30, index)
	})
}

// zero clears with the register V31.
func (c *Compiler) zero(in *ir.Instr) {
	to := c.in(in.Args[0])
	if c.none(); !c.Emits() {
		return
	}
	if in.Imm >= 16 {
		c.asm.ZeroV(a64.V31)
	}
	c.pieces(in.Imm, func(size, at int64) {
		m := a64.At(to, int32(at))
		switch size {
		case 32:
			c.asm.PairV(a64.Stpq, a64.V31, a64.V31, m)
		case 16:
			c.asm.MemV(a64.Strq, a64.V31, m)
		case 8:
			c.asm.Mem(a64.Strx, a64.ZR, m)
		case 4:
			c.asm.Mem(a64.Strw, a64.ZR, m)
		default:
			_, store := narrowAccess(size)
			c.asm.Mem(store, a64.ZR, m)
		}
	}, func(index a64.Mem) {
		index.Base = to
		c.asm.MemV(a64.Strq, a64.V31, index)
	})
}

func vectorAccess(size int64) (load, store a64.Access) {
	switch size {
	case 16:
		return a64.Ldrq, a64.Strq
	case 8:
		return a64.Ldrd, a64.Strd
	}
	return a64.Ldrs, a64.Strs
}

func narrowAccess(size int64) (load, store a64.Access) {
	if size == 2 {
		return a64.Ldrh, a64.Strh
	}
	return a64.Ldrb, a64.Strb
}

// pieces goes through n bytes: in pieces of 32, 16, 8, 4, 2 and 1 that do not overlap; or, where they are many, 16 at a time, the last of which may
// lie over those before, with the offset in R16.
func (c *Compiler) pieces(n int64, piece func(size, at int64), indexed func(index a64.Mem)) {
	if n > copyUnrolled {
		c.loop(n, indexed)
		return
	}
	at := int64(0)
	for size := int64(32); size >= 1; size /= 2 {
		for ; n-at >= size; at += size {
			piece(size, at)
		}
	}
}

func (c *Compiler) loop(n int64, indexed func(index a64.Mem)) {
	index := a64.Mem{Index: a64.R16, Mode: a64.Lsl}
	head := c.asm.NewLabel()
	c.asm.MovRI(a64.R16, 0)
	c.asm.MovRI(a64.R17, n&^15)
	c.asm.Bind(head)
	indexed(index)
	c.asm.AluRRI(a64.Add, a64.W64, a64.R16, a64.R16, 16)
	c.asm.Cmp(a64.W64, a64.R16, a64.R17)
	c.asm.Bcond(a64.LO, head)
	if n&15 != 0 {
		c.asm.AluRRI(a64.Sub, a64.W64, a64.R16, a64.R16, 16-n&15)
		indexed(index)
	}
}
