package irgen

import (
	"math"

	"scf/backend/ir"
)

var (
	intTypes   = []ir.Type{ir.I32, ir.I64}
	floatTypes = []ir.Type{ir.F32, ir.F64}
	intOps     = []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub}
	divisions  = []ir.Op{ir.Div, ir.DivU, ir.Rem, ir.RemU}
	shifts     = []ir.Op{ir.Shl, ir.Sar, ir.Shr}
	unaries    = []ir.Op{ir.Neg, ir.Not, ir.Sext8, ir.Sext16, ir.Zext8, ir.Zext16}
	floatOps   = []ir.Op{ir.FAdd, ir.FSub, ir.FMul, ir.FDiv}
	floatUnary = []ir.Op{ir.FNeg, ir.FAbs, ir.FSqrt}
)

func oneOf[T any](g *gen, from []T) T { return from[g.choose(len(from))] }

// operation is a pure operation on values that are known.
func (g *gen) operation() ir.Value {
	t, f := oneOf(g, intTypes), oneOf(g, floatTypes)
	switch g.choose(14) {
	case 0, 1, 2:
		return g.b.Binary(oneOf(g, intOps), t, g.pick(t), g.pick(t))
	case 3:
		return g.division(t)
	case 4:
		amount := g.b.Binary(ir.And, ir.I32, g.pick(ir.I32), g.b.Const(ir.I32, 8*t.Size()-1))
		return g.b.Binary(oneOf(g, shifts), t, g.pick(t), amount)
	case 5:
		return g.b.Unary(oneOf(g, unaries), t, g.pick(t))
	case 6:
		return g.widths()
	case 7:
		return g.b.Binary(oneOf(g, floatOps), f, g.pick(f), g.pick(f))
	case 8:
		return g.b.Unary(oneOf(g, floatUnary), f, g.pick(f))
	case 9:
		return g.conversion(t, f)
	case 10, 11:
		return g.truth()
	case 12:
		t = ir.I32 + ir.Type(g.choose(4))
		if t.IsFloat() && g.choose(2) == 0 {
			return g.extreme(t)
		}
		return g.b.Select(g.truth(), g.pick(t), g.pick(t))
	}
	return g.b.Binary(oneOf(g, shifts), t, g.pick(t), g.b.Const(ir.I32, int64(g.choose(8*int(t.Size())))))
}

// division is a quotient, a remainder, or both of the same numbers, in some order.
func (g *gen) division(t ir.Type) ir.Value {
	x, y := g.pick(t), g.divisor(t)
	one := g.b.Binary(oneOf(g, divisions), t, x, y)
	if g.choose(3) > 0 {
		return one
	}
	return g.b.Binary(ir.Xor, t, one, g.b.Binary(oneOf(g, divisions), t, x, y))
}

// extreme is mostly the lesser or the greater of two numbers.
func (g *gen) extreme(t ir.Type) ir.Value {
	x, y := g.pick(t), g.pick(t)
	is := g.b.Compare(ir.FCmp, ir.Cond(g.choose(6)), x, y)
	if g.choose(2) == 0 {
		x, y = y, x
	}
	return g.b.Select(is, x, y)
}

func (g *gen) widths() ir.Value {
	switch g.choose(3) {
	case 0:
		return g.b.Unary(ir.Trunc, ir.I32, g.pick(ir.I64))
	case 1:
		return g.b.Unary(ir.Sext32, ir.I64, g.pick(ir.I32))
	}
	return g.b.Unary(ir.Zext32, ir.I64, g.pick(ir.I32))
}

// divisor is neither 0 nor -1.
func (g *gen) divisor(t ir.Type) ir.Value {
	if g.choose(2) == 0 {
		n := integer(g.choose)
		if t == ir.I32 {
			n = int64(int32(n))
		}
		if n != 0 && n != -1 {
			return g.b.Const(t, n)
		}
	}
	low := g.b.Binary(ir.And, t, g.pick(t), g.b.Const(t, 0x7ffe))
	return g.b.Binary(ir.Or, t, low, g.b.Const(t, 1))
}

func (g *gen) truth() ir.Value {
	if g.choose(4) == 0 {
		f := oneOf(g, floatTypes)
		return g.b.Compare(ir.FCmp, ir.Cond(g.choose(6)), g.pick(f), g.pick(f))
	}
	t := oneOf(g, intTypes)
	if g.choose(8) == 0 { // whether another one holds
		x := g.b.Compare(ir.Cmp, ir.Cond(g.choose(10)), g.pick(t), g.pick(t))
		if g.choose(2) == 0 {
			return g.b.Compare(ir.Cmp, ir.Cond(g.choose(10)), g.b.Unary(ir.Zext32, ir.I64, x), g.b.Const(ir.I64, int64(g.choose(3)-1)))
		}
		return g.b.Compare(ir.Cmp, ir.Cond(g.choose(10)), x, g.b.Const(ir.I32, int64(g.choose(3)-1)))
	}
	return g.b.Compare(ir.Cmp, ir.Cond(g.choose(10)), g.pick(t), g.pick(t))
}

func (g *gen) conversion(t, f ir.Type) ir.Value {
	switch g.choose(7) {
	case 0:
		return g.b.Unary(ir.FromInt, f, g.pick(t))
	case 1:
		return g.b.Unary(ir.FromUint, f, g.pick(t))
	case 2:
		return g.b.Unary(ir.ToInt, t, g.small(g.pick(f)))
	case 3:
		return g.b.Unary(ir.ToUint, t, g.b.Unary(ir.FAbs, f, g.small(g.pick(f))))
	case 4:
		return g.b.Unary(ir.FWiden, ir.F64, g.pick(ir.F32))
	case 5:
		return g.b.Unary(ir.FNarrow, ir.F32, g.pick(ir.F64))
	}
	if f == ir.F32 {
		return g.b.Unary(ir.Bits, ir.I32, g.number(g.pick(f)))
	}
	return g.b.Unary(ir.Bits, ir.I64, g.number(g.pick(f)))
}

func (g *gen) constant(t ir.Type, v float64) ir.Value {
	if t == ir.F32 {
		return g.b.FConst(t, uint64(math.Float32bits(float32(v))))
	}
	return g.b.FConst(t, math.Float64bits(v))
}

// small is x where its magnitude is below 1e9, else 0.
func (g *gen) small(x ir.Value) ir.Value {
	t := g.b.Type(x)
	fits := g.b.Compare(ir.FCmp, ir.Lt, g.b.Unary(ir.FAbs, t, x), g.constant(t, 1e9))
	return g.b.Select(fits, x, g.constant(t, 0))
}

// number is x, or 1 where it is not a number: which bits such a value has is not defined.
func (g *gen) number(x ir.Value) ir.Value {
	return g.b.Select(g.b.Compare(ir.FCmp, ir.Eq, x, x), x, g.constant(g.b.Type(x), 1))
}

var mems = []ir.Mem{ir.S8, ir.U8, ir.S16, ir.U16, ir.S32, ir.S32, ir.U32, ir.M64, ir.MF32, ir.MF64}

// place is where an access of n bytes goes: an address, an offset, a class. The two halves of the memory have the classes 1 and 2.
func (g *gen) place(n int64, write bool) (address ir.Value, offset int64, class uint16) {
	switch k := g.choose(8); {
	case k == 0:
		s := ir.Slot(g.choose(2))
		if s == 0 && g.choose(4) == 0 {
			i := g.b.Binary(ir.And, ir.I32, g.pick(ir.I32), g.b.Const(ir.I32, 7))
			scaled := g.b.Binary(ir.Shl, ir.I64, g.b.Unary(ir.Sext32, ir.I64, i), g.b.Const(ir.I32, 2))
			return g.b.Binary(ir.Add, ir.I64, g.b.Emit(ir.Instr{Op: ir.StackAddr, Type: ir.I64}), scaled), int64(g.choose(20)), 0
		}
		return g.b.Emit(ir.Instr{Op: ir.StackAddr, Type: ir.I64, Slot: s}), int64(g.choose(int(g.b.Func.Slots[s].Size - n + 1))), 0
	case k == 1 && g.Data && !write:
		return g.b.Emit(ir.Instr{Op: ir.Addr, Type: ir.I64, Imm: int64(g.choose(32))}), int64(g.choose(200)), 0
	}
	half := int64(g.choose(2))
	offset = half*MemSize/2 + int64(g.choose(4))*n + int64(g.choose(8)/7)
	if g.choose(2) == 0 {
		class = uint16(half) + 1
	}
	return g.b.Binary(ir.Add, ir.I64, g.mem, g.index(n)), offset, class
}

// index is an offset in bytes from 0 to 1900: of the counters of loops, or a value cut down.
func (g *gen) index(n int64) ir.Value {
	scaled := func(x ir.Value, by int64) ir.Value {
		if g.choose(2) == 0 {
			return g.b.Unary(ir.Sext32, ir.I64, g.b.Binary(ir.Mul, ir.I32, x, g.b.Const(ir.I32, by)))
		}
		return g.b.Binary(ir.Mul, ir.I64, g.b.Unary(ir.Sext32, ir.I64, x), g.b.Const(ir.I64, by))
	}
	k := len(g.counts)
	switch {
	case k > 1 && g.choose(2) == 0:
		return g.b.Binary(ir.Add, ir.I64, scaled(g.counts[k-1], n), scaled(g.counts[k-2], 16*n/min(n, 2)))
	case k > 0 && g.choose(4) > 0:
		return scaled(g.counts[g.choose(k)], n*int64(1+g.choose(4)))
	}
	low := g.b.Binary(ir.And, ir.I32, g.pick(ir.I32), g.b.Const(ir.I32, 0xff))
	return g.b.Unary(ir.Zext32, ir.I64, low)
}

func memType(g *gen, m ir.Mem) ir.Type {
	switch m {
	case ir.M64:
		return ir.I64
	case ir.MF32:
		return ir.F32
	case ir.MF64:
		return ir.F64
	}
	return intTypes[g.choose(4)/3]
}

func (g *gen) load() {
	m := oneOf(g, mems)
	at, offset, class := g.place(m.Size(), false)
	in := ir.Instr{Op: ir.Load, Type: memType(g, m), Mem: m, Args: [3]ir.Value{at}, Imm: offset, Class: class, Volatile: g.choose(16) == 0}
	v := g.b.Emit(in)
	if in.Type.IsFloat() {
		v = g.number(v)
	}
	g.add(v)
}

func (g *gen) store() {
	m := oneOf(g, mems)
	at, offset, class := g.place(m.Size(), true)
	t := memType(g, m)
	x := g.pick(t)
	if t.IsFloat() {
		x = g.number(x)
	}
	g.b.Emit(ir.Instr{Op: ir.Store, Mem: m, Args: [3]ir.Value{at, x}, Imm: offset, Class: class, Volatile: g.choose(16) == 0})
}
