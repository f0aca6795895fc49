package params

import (
	"encoding/binary"
	"slices"

	"scf/ast"
	"scf/backend"
)

// This file gives variables that are never written: what their initialisers say is constant.

// maxInitial bounds the values of a variable that are known by its initialiser: more would make staging slow, for tables of which mostly little is read.
const maxInitial = 4096

// Initial is what the bytes of the variable fn.name of u say, where it is const: numbers, null pointers, those of the functions that are pointed to, and what pointers to other such variables lead to. Of a
// variable with more than a few thousand values nothing is known. A pointer to one of the tables, those of Tables that are parameters here, is a link.
func Initial(u *ast.Unit, fn, name string, functions []Function, tables map[*ast.Variable]bool) Abstract {
	v := u.Variable(fn, name)
	if v == nil || !v.Const {
		return Abstract{}
	}
	r := &initialReader{unit: u, functions: functions, tables: tables, passed: map[located]bool{}}
	a := r.value(v, 0, v.Ty)
	if r.values > maxInitial {
		return Abstract{}
	}
	if tables[v] && a.IsConstant() {
		return a.AsTable()
	}
	return a
}

// Literal is a string literal as a parameter of which everything is known.
func Literal(g ast.Global) Param {
	p := New(g.Name, g.Ty, nil)
	p.Variable = true
	text, _ := ast.Literal(g.Name)
	chars, ok := g.Ty.(ast.Array)
	if !ok || int64(len(text)) >= min(chars.Len, maxInitial) {
		return p
	}
	a := &array{typ: chars.Elem}
	for i := range chars.Len {
		var c int64
		if i < int64(len(text)) {
			c = int64(text[i])
		}
		a.elems = append(a.elems, one(scalar{ast.Wrap(c, chars.Elem), chars.Elem}))
	}
	p.Initial = one(a)
	return p
}

// initialReader reads what variables begin with.
type initialReader struct {
	unit      *ast.Unit
	functions []Function // that pointers may lead to
	values    int
	tables    map[*ast.Variable]bool
	passed    map[located]bool // where the pointers that are followed lead to
	depth     int              // how many they are
}

// located is the offset in the variable.
type located struct {
	v      *ast.Variable
	offset int64
}

// maxFollowed bounds how many pointers lead from one to the next.
const maxFollowed = 64

// value is the value of type t at the offset in v.
func (r *initialReader) value(v *ast.Variable, offset int64, t ast.Type) Abstract {
	if r.values++; r.values > maxInitial {
		return Abstract{}
	}
	switch t := ast.Unqualified(t).(type) {
	case ast.Array:
		return r.array(v, offset, t.Elem, t.Len)
	case ast.Record:
		return r.record(v, offset, t)
	case ast.Pointer:
		return r.pointer(v, offset, t)
	}
	if !ast.IsInteger(t) && !isFloat(t) || r.addressAt(v, offset) != nil {
		return Abstract{}
	}
	s := scalar{ast.Wrap(int64(r.word(v, offset, backend.SizeOf(t))), t), t}
	if isFloat(t) {
		s = scalar{int64(r.word(v, offset, backend.SizeOf(t))), t}
		if isSignalling(s) {
			return Abstract{}
		}
	}
	return one(s)
}

func (r *initialReader) array(v *ast.Variable, offset int64, elem ast.Type, n int64) Abstract {
	a := &array{typ: ast.Unqualified(elem)}
	for i := range n {
		if r.values > maxInitial {
			return Abstract{}
		}
		a.elems = append(a.elems, r.value(v, offset+i*backend.SizeOf(elem), elem))
	}
	return one(a)
}

// record is the value of a struct, or of the member of a union that its initialiser begins.
func (r *initialReader) record(v *ast.Variable, offset int64, t ast.Record) Abstract {
	fields, ok := fieldsOf(t, r.unit.Layouts)
	if !ok {
		return Abstract{}
	}
	known := newRecord(fields, func(f ast.Field) Abstract {
		at, ok := r.unit.Layouts.Field(t, f.Name)
		if !ok || !r.begins(v, offset, t, f.Name) {
			return Abstract{}
		}
		if at.Bits > 0 {
			return r.bitField(v, offset+at.Offset, at)
		}
		return r.value(v, offset+at.Offset, at.Ty)
	})
	if layout, _ := r.unit.Layouts.Of(t); layout.Union && len(known.fields) == 0 {
		return Abstract{}
	}
	return one(known)
}

// begins reports whether the field of the t at the offset is in no union, or in the members that v's initialiser begins.
func (r *initialReader) begins(v *ast.Variable, offset int64, t ast.Type, field string) bool {
	layout, _ := r.unit.Layouts.Of(t)
	for i, f := range layout.Fields {
		if f.Name == "" {
			if _, inside := r.unit.Layouts.Field(f.Ty, field); !inside || !r.begins(v, offset+f.Offset, f.Ty, field) {
				continue
			}
		} else if f.Name != field {
			continue
		}
		union := ast.UnionMember{Offset: offset, Union: ast.Unqualified(t).(ast.Record).Name, Index: int64(i)}
		return !layout.Union || slices.Contains(v.Members, union)
	}
	return false
}

// bitField is the value of a bit-field whose unit lies at the offset in v.
func (r *initialReader) bitField(v *ast.Variable, offset int64, f ast.Field) Abstract {
	r.values++
	t := f.BitField().Ty
	offset, shift := offset+f.Shift/8, f.Shift%8
	if shift+f.Bits > 64 {
		return Abstract{}
	}
	bits := r.word(v, offset, 8) >> shift & (1<<f.Bits - 1)
	return one(scalar{ast.Wrap(int64(bits), t), t})
}

// pointer is the null pointer, or what a pointer to a variable that is const, too, leads to.
func (r *initialReader) pointer(v *ast.Variable, offset int64, t ast.Pointer) Abstract {
	a := r.addressAt(v, offset)
	if a == nil {
		if r.word(v, offset, 8) == 0 && canBeConstant(t) {
			return one(scalar{0, t})
		}
		return Abstract{}
	}
	if _, toFunction := functionOf(t); toFunction {
		if f, ok := find(r.functions, a.Of); ok && a.Addend == 0 && f.fits(t) {
			return one(&function{f, t})
		}
		return Abstract{}
	}
	to := r.unit.Variable(a.Func, a.Of)
	if to == nil || !to.Const || !canBeConstant(t) {
		return Abstract{}
	}
	if r.tables[to] {
		return Table{to.Name, to.Ty}.linkTo(a.Addend, t)
	}
	at := located{to, a.Addend}
	if r.depth == maxFollowed || r.passed[at] {
		return Abstract{}
	}
	r.depth++
	r.passed[at] = true
	defer func() { r.depth--; r.passed[at] = false }()
	return r.pointee(at, t)
}

// pointee is what a pointer of type t leads to that is located there.
func (r *initialReader) pointee(at located, t ast.Pointer) Abstract {
	elem, size := ast.Unqualified(t.Elem), backend.SizeOf(t.Elem)
	if inner, isArray := at.v.Ty.(ast.Array); isArray && ast.Same(ast.Unqualified(inner.Elem), elem) && size > 0 && at.offset >= 0 && at.offset%size == 0 {
		return r.array(at.v, at.offset, elem, inner.Len-at.offset/size)
	}
	if at.offset != 0 || !ast.Same(at.v.Ty, elem) {
		return Abstract{}
	}
	if record, isRecord := elem.(ast.Record); isRecord {
		return r.record(at.v, 0, record)
	}
	return r.array(at.v, 0, elem, 1)
}

// addressAt is the address that lies at the offset; nil for none.
func (r *initialReader) addressAt(v *ast.Variable, offset int64) *ast.Address {
	for i := range v.Addresses {
		if v.Addresses[i].Offset == offset {
			return &v.Addresses[i]
		}
	}
	return nil
}

// word is the bytes from the offset on as a number; behind Init they are zeros.
func (r *initialReader) word(v *ast.Variable, offset, size int64) uint64 {
	var bytes [8]byte
	if offset < int64(len(v.Init)) {
		copy(bytes[:min(size, 8)], v.Init[offset:])
	}
	return binary.LittleEndian.Uint64(bytes[:])
}

// Behind is what is known of a pointer to a variable of type t of which a is known.
func (a Abstract) Behind(t ast.Type) Abstract {
	if !a.IsConstant() || !ast.IsScalar(t) {
		return a
	}
	return one(&array{elems: []Abstract{a}, typ: t})
}

// Behind is what is known of a pointer to a variable of type t that has the value l.
func (l Late) Behind(t ast.Type) Late { return Late{l.known.Behind(t)} }

// Store writes the value to a variable p that lies at the address. Memory that pointers in it lead to is taken from m. What is not known of it is left as it is.
func (l Late) Store(p Param, address uint64, m Memory) {
	w := &placer{&Placed{param: p, at: map[form]uint64{}}, m}
	w.store(address, l.known, p.Type)
}
