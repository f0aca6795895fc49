package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers loads and stores. Each says which others may meet it: C lets objects be accessed by their own type, with or without
// sign, and by types of characters.

// The classes of accesses. Pointers are one class, whatever they point to; long and long long are one.
const (
	anyClass uint16 = iota
	boolClass
	shortClass
	intClass
	longClass
	pointerClass
	floatClass
	doubleClass
)

func (l *Lowerer) class(p place, t ast.Type) uint16 {
	if p.anyone || l.o.FreeAliasing {
		return anyClass
	}
	switch t := t.(type) {
	case ast.Integer:
		switch t.Width {
		case 16:
			return shortClass
		case 32:
			return intClass
		case 64:
			return longClass
		}
	case ast.Pointer:
		return pointerClass
	case ast.Floating:
		if t.Width == 32 {
			return floatClass
		}
		return doubleClass
	case ast.Boolean:
		return boolClass
	}
	return anyClass
}

// accessed is how many bytes an access to an object of type t at p touches.
func (l *Lowerer) accessed(p place, t ast.Type) int64 {
	if p.bits.width > 0 {
		return p.bits.unit.Size()
	}
	return sizeOf(t)
}

// load is the value of the scalar object of type t at p.
func (l *Lowerer) load(p place, t ast.Type) ir.Value {
	l.check(p, l.accessed(p, t))
	p = l.near(p)
	if p.bits.width > 0 {
		return l.loadBits(p, t)
	}
	return l.b.Emit(ir.Instr{Op: ir.Load, Type: l.typeOf(t), Mem: l.memOf(t), Volatile: ast.IsVolatile(t), Class: l.class(p, t),
		Args: [3]ir.Value{l.base(p)}, Imm: p.off})
}

// storeTo gives the scalar object of type t at p the value x.
func (l *Lowerer) storeTo(p place, t ast.Type, x ir.Value) {
	l.check(p, l.accessed(p, t))
	p = l.near(p)
	if p.bits.width > 0 {
		l.storeBits(p, t, x)
		return
	}
	l.b.Emit(ir.Instr{Op: ir.Store, Mem: l.memOf(t), Volatile: ast.IsVolatile(t), Class: l.class(p, t),
		Args: [3]ir.Value{l.base(p), x}, Imm: p.off})
}

// unitType is the type in which the unit of a bit-field is operated on.
func (b bitField) unitType() ir.Type {
	if b.unit == ir.M64 {
		return ir.I64
	}
	return ir.I32
}

// asMemory reports whether a bit-field is an integer that can be accessed by itself: of whole bytes, at its offset from the unit's beginning.
func (b bitField) asMemory(signed bool) (m ir.Mem, offset int64, ok bool) {
	switch b.width {
	case 8, 16, 32, 64:
		return integerMem(b.width, signed), b.shift / 8, b.shift%8 == 0
	}
	return 0, 0, false
}

func (l *Lowerer) loadBits(p place, t ast.Type) ir.Value {
	signed, want := integerOf(t).Signed, l.typeOf(t)
	if m, off, ok := p.bits.asMemory(signed); ok {
		return l.b.Load(want, m, l.base(p), p.off+off)
	}
	ut := p.bits.unitType()
	v := l.b.Load(ut, p.bits.unit, l.base(p), p.off)
	all := bitsOf(ut)
	if signed {
		v = l.shift(ir.Shl, ut, v, all-p.bits.shift-p.bits.width)
		v = l.shift(ir.Sar, ut, v, all-p.bits.width)
	} else {
		v = l.shift(ir.Shr, ut, v, p.bits.shift)
		v = l.b.Binary(ir.And, ut, v, l.b.Const(ut, mask(p.bits.width)))
	}
	if want == ir.I32 && ut == ir.I64 {
		v = l.b.Unary(ir.Trunc, ir.I32, v)
	}
	return v
}

func (l *Lowerer) storeBits(p place, t ast.Type, x ir.Value) {
	base := l.base(p)
	if m, off, ok := p.bits.asMemory(false); ok {
		l.b.Store(m, base, p.off+off, x)
		return
	}
	ut := p.bits.unitType()
	if ut == ir.I64 && l.b.Type(x) == ir.I32 {
		x = l.b.Unary(ir.Zext32, ir.I64, x)
	}
	m := mask(p.bits.width)
	if integerOf(t).Signed {
		x = l.b.Binary(ir.And, ut, x, l.b.Const(ut, m))
	}
	x = l.shift(ir.Shl, ut, x, p.bits.shift)
	old := l.b.Binary(ir.And, ut, l.b.Load(ut, p.bits.unit, base, p.off), l.b.Const(ut, ^(m<<p.bits.shift)))
	l.b.Store(p.bits.unit, base, p.off, l.b.Binary(ir.Or, ut, old, x))
}

// mask has the lowest width bits set.
func mask(width int64) int64 { return int64(^uint64(0) >> (64 - width)) }

// shift shifts by a constant.
func (l *Lowerer) shift(op ir.Op, t ir.Type, v ir.Value, by int64) ir.Value {
	if by == 0 {
		return v
	}
	return l.b.Binary(op, t, v, l.b.Const(ir.I32, by))
}

// bitsOf is the width of t in bits.
func bitsOf(t ir.Type) int64 {
	if t == ir.I64 || t == ir.F64 {
		return 64
	}
	return 32
}
