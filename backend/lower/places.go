package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers what denotes objects: to an address, of which the constant part is kept apart for the accesses.

// place is where an object lies: off bytes behind a value, a slot or a symbol.
type place struct {
	base   baseKind
	index  int32 // the value's, slot's or symbol's
	off    int64
	anyone bool     // accesses of any type may meet it: it is part of a union, or volatile
	bits   bitField // of a bit-field
	region region   // where it is checked that accesses lie in, if the base is a value
}

type baseKind uint8

const (
	atValue baseKind = iota
	atSlot
	atSymbol
)

// bitField is where in its unit a bit-field lies; the width is 0 where there is none.
type bitField struct {
	unit         ir.Mem // without sign
	shift, width int64
}

func at(v ir.Value) place { return place{base: atValue, index: int32(v)} }

// base is the value that a place is p.off bytes behind.
func (l *Lowerer) base(p place) ir.Value {
	switch p.base {
	case atSlot:
		return l.stackAddr(ir.Slot(p.index), 0)
	case atSymbol:
		return l.b.Emit(ir.Instr{Op: ir.Addr, Type: ir.I64, Symbol: ir.Symbol(p.index)})
	}
	return ir.Value(p.index)
}

// near is p at an offset that accesses can have.
func (l *Lowerer) near(p place) place {
	if ir.FitsOffset(p.off) && ir.FitsOffset(p.off+8) {
		return p
	}
	q := at(l.address(p))
	q.anyone, q.bits, q.region = p.anyone, p.bits, p.region
	return q
}

func (l *Lowerer) stackAddr(s ir.Slot, off int64) ir.Value {
	return l.b.Emit(ir.Instr{Op: ir.StackAddr, Type: ir.I64, Slot: s, Imm: off})
}

// address is the address of a place.
func (l *Lowerer) address(p place) ir.Value {
	if p.base != atValue && !ir.FitsOffset(p.off) {
		far := p.off
		p = at(l.base(p))
		p.off = far
	}
	switch {
	case p.base == atSlot:
		return l.stackAddr(ir.Slot(p.index), p.off)
	case p.base == atSymbol:
		return l.b.Emit(ir.Instr{Op: ir.Addr, Type: ir.I64, Symbol: ir.Symbol(p.index), Imm: p.off})
	case p.off == 0:
		return ir.Value(p.index)
	}
	return l.b.Binary(ir.Add, ir.I64, ir.Value(p.index), l.b.Const(ir.I64, p.off))
}

// place is where the object that e denotes lies; of a struct that is no object (the result of a call), where its value does.
func (l *Lowerer) place(e ast.Expr) place {
	switch e := e.(type) {
	case *ast.Object:
		return l.objectPlace(e)
	case *ast.Deref:
		return l.pointed(e.X)
	case *ast.Index:
		return l.element(e)
	case *ast.Member:
		p := l.place(e.X)
		l.field(&p, ast.TypeOf(e.X), e.Field, e.Offset)
		return p
	case *ast.Arrow:
		p := l.pointed(e.X)
		if t, ok := ast.TypeOf(e.X).(ast.Pointer); ok {
			l.field(&p, t.Elem, e.Field, e.Offset)
		}
		return p
	case *ast.Str:
		return place{base: atSymbol, index: int32(l.str(e))}
	}
	return l.within(l.value(e), ast.TypeOf(e))
}

// within is the place of an object of type t that is all that lies at v.
func (l *Lowerer) within(v ir.Value, t ast.Type) place {
	p := at(v)
	if l.o.Checked {
		q := p
		q.off = sizeOf(t)
		p.region = region{lo: v, hi: l.address(q)}
	}
	return p
}

func (l *Lowerer) objectPlace(e *ast.Object) place {
	_, isFunction := e.Ty.(*ast.Function)
	m := l.object(e.Name, isFunction)
	switch m.kind {
	case isSlot:
		return place{base: atSlot, index: m.index}
	case isRecordParam:
		return l.within(ir.Value(m.index), e.Ty)
	case isVariable:
		l.fail("the address of " + e.Name + ", which lies in no memory,")
	}
	return place{base: atSymbol, index: m.index, anyone: ast.IsVolatile(e.Ty)}
}

// str is the symbol of a string.
func (l *Lowerer) str(e *ast.Str) ir.Symbol {
	for i := range l.b.Func.Symbols {
		if s := &l.b.Func.Symbols[i]; len(s.Name) == len(e.Text)+1 && s.Name[0] == '"' && s.Name[1:] == e.Text {
			return ir.Symbol(i)
		}
	}
	return l.newSymbol(ir.Sym{Name: `"` + e.Text, Kind: ir.Data})
}

// pointed is where the pointer e points. Constant parts of e are taken apart.
func (l *Lowerer) pointed(e ast.Expr) place {
	switch x := e.(type) {
	case *ast.AddressOf:
		return l.place(x.X)
	case *ast.Binary:
		if x.Op == ast.PtrAdd || x.Op == ast.PtrSub {
			return l.moved(x)
		}
	case *ast.Convert:
		if from := ast.TypeOf(x.X); isPointer(x.Ty) && isPointer(from) {
			return l.pointed(x.X)
		}
	}
	if l.o.Checked {
		return l.pointer(e)
	}
	return at(l.value(e))
}

func isPointer(t ast.Type) bool { _, ok := t.(ast.Pointer); return ok }

// moved is where a pointer and an integer added to it, or subtracted, point.
func (l *Lowerer) moved(e *ast.Binary) place {
	p := l.pointed(e.X)
	size := int64(1)
	if t, ok := e.Ty.(ast.Pointer); ok {
		size = sizeOf(t.Elem)
	}
	return l.plus(p, e.Y, size, e.Op == ast.PtrSub)
}

// element is an element of an array, or one behind a pointer.
func (l *Lowerer) element(e *ast.Index) place {
	var p place
	if _, isArray := ast.TypeOf(e.X).(ast.Array); isArray {
		p = l.place(e.X)
	} else {
		p = l.pointed(e.X)
	}
	return l.plus(p, e.I, sizeOf(e.Ty), false)
}

// plus is the place i times size bytes behind p, or before it.
func (l *Lowerer) plus(p place, i ast.Expr, size int64, before bool) place {
	if c, ok := i.(*ast.Const); ok {
		n := int64(c.Value.(ast.IntConst)) * size
		if before {
			n = -n
		}
		p.off += n
		return p
	}
	i, constant := apart(i)
	base := l.base(p)
	t := ast.TypeOf(i)
	by := l.scaled(l.integerToInteger(l.value(i), integerOf(t), integerOf(differenceType)), size)
	op := ir.Add
	if before {
		op = ir.Sub
		constant = -constant
	}
	q := at(l.b.Binary(op, ir.I64, base, by))
	q.off, q.anyone = p.off+constant*size, p.anyone
	if l.o.Checked {
		q.region = l.regionOf(p)
	}
	return q
}

// apart is i without a constant that is added to it in 64 bits, and the constant.
func apart(i ast.Expr) (ast.Expr, int64) {
	b, ok := i.(*ast.Binary)
	if !ok || b.Op != ast.Add && b.Op != ast.Sub || integerOf(b.Ty).Width != 64 {
		return i, 0
	}
	c, ok := b.Y.(*ast.Const)
	if !ok {
		return i, 0
	}
	n := int64(c.Value.(ast.IntConst))
	if b.Op == ast.Sub {
		n = -n
	}
	return b.X, n
}

// recordKind is what accesses to the fields of a record need to know of it; the last one that was asked for is remembered.
type recordKind struct {
	name    string
	isUnion bool
}

func (l *Lowerer) isUnion(t ast.Type) bool {
	r, ok := t.(ast.Record)
	if !ok {
		return false
	}
	if r.Name != l.lastRec.name {
		layout, _ := l.u.layouts.Of(t)
		l.lastRec = recordKind{r.Name, layout.Union}
	}
	return l.lastRec.isUnion
}

// field moves p, an object of type t, to a field of it.
func (l *Lowerer) field(p *place, t ast.Type, name string, offset int64) {
	p.anyone = p.anyone || l.isUnion(t)
	if offset != ast.InBits {
		p.off += offset
		return
	}
	f, ok := l.u.layouts.Field(t, name)
	if !ok {
		l.fail("the bit-field " + name)
	}
	p.off += f.Offset
	p.bits = bitField{integerMem(8*sizeOf(f.Ty), false), f.Shift, f.Bits}
	p.anyone = true
}
