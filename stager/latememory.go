package stager

import (
	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
)

// This file lays out late values as C has them, for those who call optimised functions without giving what is constant.

// Place is the word (package backend) of the parameter p where it has the value l: memory that a pointer leads to is taken from
// alloc, which gives the address of zero bytes, aligned, that stay. It is not ok where nothing is known of p, or not all of what it leads to.
func (l Late) Place(p Param, alloc func(size, align int64) uint64) (word uint64, ok bool) {
	pl := placer{p.Layouts, alloc}
	return pl.word(l.known, p.Type)
}

type placer struct {
	layouts ast.Layouts
	alloc   func(size, align int64) uint64
}

// word is a value of the scalar type t.
func (p placer) word(a Abstract, t ast.Type) (word uint64, ok bool) {
	if !a.isConstant() {
		return 0, false
	}
	pointer, _ := t.(ast.Pointer)
	switch f := a.forms[0].(type) {
	case scalar:
		return uint64(f.bits), true
	case *array:
		elem := ast.Unqualified(f.typ)
		size := backend.SizeOf(elem)
		at := p.alloc(max(size*int64(len(f.elems)), 1), backend.AlignOf(elem, p.layouts))
		return at, p.elements(at, f, elem)
	case *record:
		elem := ast.Unqualified(pointer.Elem)
		at := p.alloc(max(backend.SizeOf(elem), 1), backend.AlignOf(elem, p.layouts))
		return at, p.fields(at, f, elem)
	}
	return 0, false
}

// store writes a value of type t.
func (p placer) store(at uint64, a Abstract, t ast.Type) bool {
	if !a.isConstant() {
		return false
	}
	switch f := a.forms[0].(type) {
	case *array:
		if inner, ok := t.(ast.Array); ok {
			return p.elements(at, f, ast.Unqualified(inner.Elem))
		}
	case *record:
		if _, ok := t.(ast.Record); ok {
			return p.fields(at, f, t)
		}
	}
	word, ok := p.word(a, t)
	if ok {
		backend.Store(at, t, word)
	}
	return ok
}

func (p placer) elements(at uint64, f *array, elem ast.Type) bool {
	for i, x := range f.elems {
		if !p.store(at+uint64(int64(i)*backend.SizeOf(elem)), x, elem) {
			return false
		}
	}
	return true
}

func (p placer) fields(at uint64, f *record, t ast.Type) bool {
	l, ok := p.layouts.Of(t)
	if !ok || len(f.fields) < len(l.Fields) {
		return false
	}
	for _, x := range f.fields {
		field, ok := p.layouts.Field(t, x.name)
		if !ok || !p.field(at+uint64(field.Offset), x.value, field) {
			return false
		}
	}
	return true
}

func (p placer) field(at uint64, a Abstract, f ast.Field) bool {
	if f.Bits == 0 {
		return p.store(at, a, f.Ty)
	}
	word, ok := p.word(a, f.Ty)
	if ok {
		mem.StoreBits(at, f.Shift, f.Bits, word)
	}
	return ok
}
