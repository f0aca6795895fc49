package params

import (
	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
)

// This file lays out values as C has them in memory, and reads them from there, for those who run optimised functions.

// Placed is a value of a parameter as C has it.
type Placed struct {
	Word uint64 // package backend says what the words of C's values are; a pointer's is the address of what it points to
	// Whole reports whether all of it is known. Memory that nothing is known of is zero.
	Whole bool
	// Missing is the name of a function or variable whose address it has and nobody gives; empty if there is none.
	Missing string

	param Param
	known Abstract
	at    map[form]uint64 // where arrays, records and functions lie that pointers lead to
}

// Word is the word of a number or of the null pointer; ok is false where l is memory, or not known.
func (l Late) Word() (w uint64, ok bool) {
	if l.IsConstant() {
		if s, isScalar := l.known.forms[0].(scalar); isScalar {
			return uint64(s.bits), true
		}
	}
	return 0, false
}

// Memory is where values are laid out.
type Memory struct {
	Alloc    func(size, align int64) uint64         // gives the address of zero bytes, aligned, that stay
	Function func(name string) (at uint64, ok bool) // the address of the function of that name
	Variable func(name string) (at uint64, ok bool) // that of the variable
}

// Place lays out the value of the parameter p: memory that a pointer leads to is taken from m.
func (l Late) Place(p Param, m Memory) *Placed {
	out := &Placed{Whole: true, param: p, known: l.known, at: map[form]uint64{}}
	out.Word = (&placer{out, m}).word(l.known, p.Type)
	return out
}

type placer struct {
	*Placed
	Memory
}

// word is a value of the scalar type t.
func (p *placer) word(a Abstract, t ast.Type) uint64 {
	if !a.IsConstant() {
		p.Whole = false
		return 0
	}
	switch f := a.forms[0].(type) {
	case scalar:
		return uint64(f.bits)
	case *function:
		at, ok := p.Function(f.Name)
		p.found(f, f.Name, at, ok)
		return at
	case *link:
		at, ok := p.Variable(f.table.Name)
		at += uint64(f.element * backend.SizeOf(f.table.elem()))
		p.found(f, f.table.Name, at, ok)
		return at
	case *array:
		elem := ast.Unqualified(f.typ)
		p.at[f] = p.Alloc(max(backend.SizeOf(elem)*int64(len(f.elems)), 1), backend.AlignOf(elem, p.param.Layouts))
		p.elements(p.at[f], f, elem)
		return p.at[f]
	case *record:
		elem := ast.Unqualified(t.(ast.Pointer).Elem)
		p.at[f] = p.Alloc(max(p.extent(f, elem), 1), backend.AlignOf(elem, p.param.Layouts))
		p.fields(p.at[f], f, elem)
		return p.at[f]
	}
	p.Whole = false
	return 0
}

// found notes that the address of what is called name, which f has, is at.
func (p *placer) found(f form, name string, at uint64, ok bool) {
	p.at[f] = at
	if !ok {
		p.Whole, p.Missing = false, name
	}
}

// store writes a value of type t.
func (p *placer) store(at uint64, a Abstract, t ast.Type) {
	if inner, isArray := t.(ast.Array); isArray && a.IsConstant() {
		if f, ok := a.forms[0].(*array); ok {
			p.elements(at, f, ast.Unqualified(inner.Elem))
		}
		return
	}
	if _, isRecord := t.(ast.Record); isRecord && a.IsConstant() {
		if f, ok := a.forms[0].(*record); ok {
			p.fields(at, f, t)
		}
		return
	}
	if !ast.IsScalar(t) || !a.IsConstant() {
		p.Whole = false
		return
	}
	backend.Store(at, t, p.word(a, t))
}

// extent is how many bytes the record f of type t takes, with all elements of an array at its end.
func (p *placer) extent(f *record, t ast.Type) int64 {
	size := backend.SizeOf(t)
	for _, x := range f.fields {
		at, ok := p.param.Layouts.Field(t, x.name)
		if !ok || !x.value.IsConstant() {
			continue
		}
		switch inner := x.value.forms[0].(type) {
		case *array:
			if array, ok := at.Ty.(ast.Array); ok {
				size = max(size, at.Offset+int64(len(inner.elems))*backend.SizeOf(array.Elem))
			}
		case *record:
			if isRecord(at.Ty) {
				size = max(size, at.Offset+p.extent(inner, at.Ty))
			}
		}
	}
	return size
}

func (p *placer) elements(at uint64, f *array, elem ast.Type) {
	for i, x := range f.elems {
		p.store(at+uint64(int64(i)*backend.SizeOf(elem)), x, elem)
	}
}

func (p *placer) fields(at uint64, f *record, t ast.Type) {
	l, _ := p.param.Layouts.Of(t)
	p.Whole = p.Whole && (len(f.fields) == len(l.Fields) || l.Union)
	for _, x := range f.fields {
		r, _ := structOf(t)
		if len(alternatives(r, x.name, p.param.Layouts)) > 0 && !(l.Union && backend.SizeOf(x.typ) == backend.SizeOf(t)) {
			p.Whole = false // another member may be larger
		}
		switch field, ok := p.param.Layouts.Field(t, x.name); {
		case !ok || field.Bits > 0 && !x.value.IsConstant():
			p.Whole = false
		case field.Bits > 0:
			mem.StoreBits(at+uint64(field.Offset), field.Shift, field.Bits, p.word(x.value, field.Ty))
		default:
			p.store(at+uint64(field.Offset), x.value, field.Ty)
		}
	}
}

// Now is the value again, with what lies now in the memory that was laid out.
func (p *Placed) Now() Late { return Late{p.now(p.known, p.Word, p.param.Type)} }

// now is what a has become, whose word is w.
func (p *Placed) now(a Abstract, w uint64, t ast.Type) Abstract {
	if !a.IsConstant() {
		return a
	}
	switch f := a.forms[0].(type) {
	case scalar:
		return one(scalar{int64(w), f.typ})
	case *function, *link:
		if w != p.at[f] {
			return Abstract{}
		}
		return a
	case *array:
		return p.arrayNow(f, p.at[f])
	case *record:
		return p.recordNow(f, p.at[f], ast.Unqualified(t.(ast.Pointer).Elem))
	}
	return a
}

func (p *Placed) arrayNow(f *array, at uint64) Abstract {
	out := *f
	out.elems = make([]Abstract, len(f.elems))
	elem := ast.Unqualified(f.typ)
	for i, x := range f.elems {
		out.elems[i] = p.load(x, at+uint64(int64(i)*backend.SizeOf(elem)), elem)
	}
	return one(&out)
}

func (p *Placed) recordNow(f *record, at uint64, t ast.Type) Abstract {
	out := &record{}
	for _, x := range f.fields {
		switch field, ok := p.param.Layouts.Field(t, x.name); {
		case !ok || !x.value.IsConstant():
		case field.Bits > 0:
			x.value = bitField(at+uint64(field.Offset), field)
		default:
			x.value = p.load(x.value, at+uint64(field.Offset), field.Ty)
		}
		out.fields = append(out.fields, x)
	}
	return one(out)
}

// load is what a, of type t, has become at the address.
func (p *Placed) load(a Abstract, at uint64, t ast.Type) Abstract {
	if !a.IsConstant() {
		return a
	}
	switch f := a.forms[0].(type) {
	case *array:
		if _, inside := t.(ast.Array); inside {
			return p.arrayNow(f, at)
		}
	case *record:
		if _, inside := t.(ast.Record); inside {
			return p.recordNow(f, at, t)
		}
	}
	return p.now(a, backend.Load(at, t), t)
}

// ValueOf is the value of the scalar type t with that word; of a struct type what lies at the address that the word is. Of pointers it is known
// only where they are null.
func ValueOf(word uint64, t ast.Type, layouts ast.Layouts) Late {
	return Late{valueOf(word, t, layouts)}
}

func valueOf(word uint64, t ast.Type, layouts ast.Layouts) Abstract {
	switch t := t.(type) {
	case ast.Pointer:
		if word != 0 {
			return Abstract{}
		}
	case ast.Record:
		l, _ := layouts.Of(t)
		out := &record{}
		for _, f := range l.Fields {
			out.fields = append(out.fields, field{f.Name, f.Ty, fieldAt(word, f, layouts)})
		}
		return one(out)
	case ast.Array:
		out := &array{typ: t.Elem}
		for i := range max(t.Len, 0) {
			at := word + uint64(i*backend.SizeOf(t.Elem))
			out.elems = append(out.elems, fieldAt(at, ast.Field{Ty: ast.Unqualified(t.Elem)}, layouts))
		}
		return one(out)
	}
	return one(scalar{int64(word), t})
}

// bitField is the value of a bit-field whose unit lies at the address.
func bitField(at uint64, f ast.Field) Abstract {
	t := f.BitField().Ty
	return one(scalar{ast.Wrap(int64(mem.LoadBits(at, f.Shift, f.Bits)), t), t})
}

// fieldAt is the value of a field of what lies at the address.
func fieldAt(at uint64, f ast.Field, layouts ast.Layouts) Abstract {
	at += uint64(f.Offset)
	switch {
	case f.Bits > 0:
		return bitField(at, f)
	case ast.IsScalar(f.Ty):
		return valueOf(backend.Load(at, f.Ty), f.Ty, layouts)
	}
	return valueOf(at, f.Ty, layouts)
}
