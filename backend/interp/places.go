package interp

import (
	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
)

// address is how the address of an object is found: the sum of a part that is known when the function is compiled and one that is
// not.
type address struct {
	kind   addressKind
	offset int64
	base   expr // computed, indexed
	index  expr // indexed: times scale
	scale  uint64
	of     object // fixed, inFrame: what it lies in
}

type addressKind uint8

const (
	fixed    addressKind = iota // offset is the address
	inFrame                     // behind the frame's memory
	computed                    // behind base
	indexed                     // behind base + index * scale
)

// plus is the address by bytes behind a.
func (a address) plus(by int64) address {
	a.offset += by
	return a
}

// word is the address as a value.
func (a address) word() expr {
	offset, base, index, scale := uint64(a.offset), a.base, a.index, a.scale
	switch {
	case a.kind == fixed:
		return func(*machine) uint64 { return offset }
	case a.kind == inFrame:
		return func(m *machine) uint64 { return m.memory + offset }
	case a.kind == indexed:
		return func(m *machine) uint64 { return base(m) + index(m)*scale + offset }
	case offset == 0:
		return base
	}
	return func(m *machine) uint64 { return base(m) + offset }
}

// object is the address of what a name means that is no word.
func (c *compiler) object(e *ast.Object) address {
	if o, ok := c.objects[e.Name]; ok {
		return c.objectAt(o)
	}
	if v, ok := c.program.module.Variable(c.tree.Name, e.Name); ok {
		return address{kind: fixed, offset: int64(v.Address), of: object{int64(v.Address), int64(v.Address) + v.Size}}
	}
	at, ok := c.program.module.Address(c.tree.Name, e.Name)
	if !ok {
		c.failf("the file declares %s and does not define it, and the program does not give it", e.Name)
	}
	return address{kind: fixed, offset: int64(at)}
}

func (c *compiler) objectAt(o storage) address {
	if o.indirect {
		slot := o.slot
		word := func(m *machine) uint64 { return m.vars[slot] }
		if c.program.checked {
			return whole(word, o.size)
		}
		return address{kind: computed, base: word}
	}
	return own(o.offset, o.size)
}

// place is the address of the object that e designates, or of the struct that it gives.
func (c *compiler) place(e ast.Expr) address {
	switch e := e.(type) {
	case *ast.Object:
		return c.object(e)
	case *ast.Str:
		at := int64(c.program.module.String(e))
		return address{kind: fixed, offset: at, of: object{at, at + max(backend.SizeOf(e.Ty), 1)}}
	case *ast.Deref:
		return c.pointed(e.X)
	case *ast.Index:
		return c.element(e)
	case *ast.Member:
		return c.place(e.X).plus(e.Offset)
	case *ast.Arrow:
		return c.pointed(e.X).plus(e.Offset)
	}
	if c.program.checked {
		return whole(c.expr(e), backend.SizeOf(ast.TypeOf(e)))
	}
	return address{kind: computed, base: c.expr(e)}
}

// pointed is the address that a pointer holds.
func (c *compiler) pointed(p ast.Expr) address {
	if c.program.checked {
		return c.pointer(p)
	}
	switch p := p.(type) {
	case *ast.AddressOf:
		return c.place(p.X)
	case *ast.Binary:
		if p.Op == ast.PtrAdd {
			return c.stepped(c.pointed(p.X), p.Y, elementSize(p.Ty))
		}
	}
	return address{kind: computed, base: c.expr(p)}
}

// element is the address of an element of an array, or behind a pointer.
func (c *compiler) element(e *ast.Index) address {
	size := uint64(backend.SizeOf(e.Ty))
	if a, ok := ast.TypeOf(e.X).(ast.Array); ok {
		return c.stepped(c.place(e.X), e.I, uint64(backend.SizeOf(a.Elem)))
	}
	return c.stepped(c.pointed(e.X), e.I, size)
}

// stepped is the address i elements behind a.
func (c *compiler) stepped(a address, i ast.Expr, size uint64) address {
	if k, ok := i.(*ast.Const); ok {
		return a.plus(int64(uint64(k.Value.(ast.IntConst)) * size))
	}
	if c.program.checked {
		return c.steppedWithin(a, i, size)
	}
	index := c.expr(i)
	if a.kind == indexed {
		inner := a
		inner.offset = 0
		return address{kind: indexed, offset: a.offset, base: inner.word(), index: index, scale: size}
	}
	offset := a.offset
	a.offset = 0
	base := a.word()
	if a.kind == fixed {
		at := uint64(offset)
		base, offset = func(*machine) uint64 { return at }, 0
	}
	return address{kind: indexed, offset: offset, base: base, index: index, scale: size}
}

// elementSize is the size of what a pointer type points to.
func elementSize(t ast.Type) uint64 {
	if p, ok := t.(ast.Pointer); ok {
		return uint64(backend.SizeOf(p.Elem))
	}
	return 1
}

// load is the value of the object at a: of a struct its address.
func (c *compiler) load(a address, t ast.Type) expr {
	c.refuseType(t)
	if _, isRecord := t.(ast.Record); isRecord || kindOf(t) != isNone {
		a = c.accessed(a, backend.SizeOf(t))
	}
	switch kindOf(t) {
	case isI8:
		return loaded[int8](a)
	case isI16:
		return loaded[int16](a)
	case isI32:
		return loaded[int32](a)
	case isU8:
		return loaded[uint8](a)
	case isU16:
		return loaded[uint16](a)
	case isU32, isF32:
		return loaded[uint32](a)
	case isBool:
		byte := loaded[uint8](a)
		return func(m *machine) uint64 { return truth(byte(m) != 0) }
	case isNone:
		return a.word()
	}
	return loaded[uint64](a)
}

// loaded is load for integers that lie in memory as a T.
func loaded[T mem.Integer](a address) expr {
	offset, base, index, scale := uint64(a.offset), a.base, a.index, a.scale
	switch a.kind {
	case fixed:
		return func(*machine) uint64 { return uint64(mem.Load[T](offset)) }
	case inFrame:
		return func(m *machine) uint64 { return uint64(mem.Load[T](m.memory + offset)) }
	case computed:
		return func(m *machine) uint64 { return uint64(mem.Load[T](base(m) + offset)) }
	}
	return func(m *machine) uint64 { return uint64(mem.Load[T](base(m) + index(m)*scale + offset)) }
}

// store is an assignment to the object that dest designates.
func (c *compiler) store(dest, x ast.Expr) cmd {
	if f, at, ok := c.bitField(dest); ok {
		return c.storeBits(at, f, c.expr(x))
	}
	return c.storeAt(c.place(dest), ast.TypeOf(dest), c.expr(x))
}

// storeAt sets the object of type t at a.
func (c *compiler) storeAt(a address, t ast.Type, value expr) cmd {
	c.refuseType(t)
	a = c.accessed(a, backend.SizeOf(t))
	switch backend.SizeOf(t) {
	case 1:
		if kindOf(t) != isNone {
			return stored[uint8](a, value)
		}
	case 2:
		if kindOf(t) != isNone {
			return stored[uint16](a, value)
		}
	case 4:
		if kindOf(t) != isNone {
			return stored[uint32](a, value)
		}
	case 8:
		if kindOf(t) != isNone {
			return stored[uint64](a, value)
		}
	}
	to, size := a.word(), int(backend.SizeOf(t))
	return func(m *machine) signal {
		at := to(m)
		mem.Move(at, value(m), size)
		return next
	}
}

// stored is storeAt for what lies in memory as a T.
func stored[T mem.Integer](a address, value expr) cmd {
	offset, base, index, scale := uint64(a.offset), a.base, a.index, a.scale
	switch a.kind {
	case fixed:
		return func(m *machine) signal { mem.Store(offset, T(value(m))); return next }
	case inFrame:
		return func(m *machine) signal { mem.Store(m.memory+offset, T(value(m))); return next }
	case computed:
		return func(m *machine) signal {
			at := base(m) + offset
			mem.Store(at, T(value(m)))
			return next
		}
	}
	return func(m *machine) signal {
		at := base(m) + index(m)*scale + offset
		mem.Store(at, T(value(m)))
		return next
	}
}

// bitField is the bit-field that e designates, and the address of the unit that it lies in.
func (c *compiler) bitField(e ast.Expr) (f ast.Field, at address, ok bool) {
	if !ast.IsBitField(e) {
		return f, at, false
	}
	var of ast.Type
	var name string
	switch e := e.(type) {
	case *ast.Member:
		of, name, at = ast.TypeOf(e.X), e.Field, c.place(e.X)
	case *ast.Arrow:
		p, _ := ast.TypeOf(e.X).(ast.Pointer)
		of, name, at = p.Elem, e.Field, c.pointed(e.X)
	}
	f, known := c.layouts.Field(ast.Unqualified(of), name)
	if !known || f.Bits == 0 {
		c.failf("the bit-field %s of %s is not known", name, ast.TypeName(of))
	}
	return f, at.plus(f.Offset), true
}

// loadBits is the value of a bit-field whose unit is at a.
func (c *compiler) loadBits(a address, f ast.Field) expr {
	a = c.accessed(a, backend.SizeOf(f.Ty))
	at, shift, bits := a.word(), f.Shift, f.Bits
	if t, ok := f.Ty.(ast.Integer); ok && t.Signed {
		up := uint(64 - bits)
		return func(m *machine) uint64 { return uint64(int64(mem.LoadBits(at(m), shift, bits)<<up) >> up) }
	}
	return func(m *machine) uint64 { return mem.LoadBits(at(m), shift, bits) }
}

func (c *compiler) storeBits(a address, f ast.Field, value expr) cmd {
	a = c.accessed(a, backend.SizeOf(f.Ty))
	at, shift, bits := a.word(), f.Shift, f.Bits
	return func(m *machine) signal {
		to := at(m)
		mem.StoreBits(to, shift, bits, value(m))
		return next
	}
}
