package ast

import (
	"slices"
	"strings"
)

// Type is a C type: Void, Boolean, Integer, Floating, Pointer, Array, Record or *Function. The names in it are what the
// source calls it and serve the printer only: Same compares what matters to values.
type Type interface{ isType() }

// Void is no value.
type Void struct {
	Name string // in the source: void (empty means so too), or const void behind a pointer
}

// Boolean is _Bool: conversion to it compares with zero.
type Boolean struct{}

// Integer is every other integer type, enumerations included.
type Integer struct {
	Name   string // in the source: int, unsigned long, uint8_t, enum color
	Width  int64  // in bits: 8, 16, 32 or 64
	Signed bool
}

// Floating is a real floating type.
type Floating struct {
	Name  string
	Width int64 // in bits: 32, 64, 80 or 128
}

// Pointer is a pointer to Elem.
type Pointer struct{ Elem Type }

// Array is an array of Len elements; -1 where C does not say how many.
type Array struct {
	Elem Type
	Len  int64
}

// Record is a struct or union.
type Record struct {
	Name string // in the source: struct point, union u, or a typedef's name
	Size int64  // in bytes
}

// Function is the type of a function.
type Function struct {
	Result   Type
	Params   []Type
	Variadic bool
}

func (Void) isType()      {}
func (Boolean) isType()   {}
func (Integer) isType()   {}
func (Floating) isType()  {}
func (Pointer) isType()   {}
func (Array) isType()     {}
func (Record) isType()    {}
func (*Function) isType() {}

// The types of C's own making: what comparisons give and what narrower types are promoted to.
var (
	Int  = Integer{"int", 32, true}
	Uint = Integer{"unsigned int", 32, false}
)

// Same reports whether a and b are represented alike, so that a conversion from one to the other changes nothing.
func Same(a, b Type) bool {
	switch a := a.(type) {
	case Integer:
		b, ok := b.(Integer)
		return ok && a.Width == b.Width && a.Signed == b.Signed
	case Floating:
		b, ok := b.(Floating)
		return ok && a.Width == b.Width
	case Pointer:
		b, ok := b.(Pointer)
		return ok && Same(a.Elem, b.Elem)
	case Array:
		b, ok := b.(Array)
		return ok && a.Len == b.Len && Same(a.Elem, b.Elem)
	case *Function:
		b, ok := b.(*Function)
		return ok && sameFunction(a, b)
	case Record:
		b, ok := b.(Record)
		return ok && unqualified(a.Name) == unqualified(b.Name)
	case Void:
		_, ok := b.(Void)
		return ok
	}
	_, ok := b.(Boolean)
	return ok
}

const (
	constPrefix    = "const "
	volatilePrefix = "volatile "
)

// unqualified is a type's name without const and volatile, which stand in this order.
func unqualified(name string) string { return strings.TrimPrefix(unconst(name), volatilePrefix) }

func unconst(name string) string { return strings.TrimPrefix(name, constPrefix) }

// Qualified is t under the name that it has where a pointer points to it, or an array holds it, and it is not to be changed.
// Types without names stay.
func Qualified(t Type) Type {
	return renamed(t, func(name string) string { return constPrefix + unconst(name) })
}

// Volatile is t under the name that it has where a pointer points to it and every access counts; const stays. No expression reads
// or writes an object of such a type. A type without a name has none: ok is false.
func Volatile(t Type) (v Type, ok bool) {
	v = renamed(t, func(name string) string {
		if rest := unconst(name); rest != name {
			return constPrefix + volatilePrefix + unqualified(name)
		}
		return volatilePrefix + unqualified(name)
	})
	return v, IsVolatile(v)
}

// VolatileObject is t, a pointer or _Bool, as a Record whose name says volatile. C has it behind the star.
func VolatileObject(t Type, size int64) Record { return Record{volatilePrefix + TypeName(t), size} }

// IsQualified reports whether the name of t says const.
func IsQualified(t Type) bool { return strings.HasPrefix(elementName(t), constPrefix) }

// IsVolatile reports whether the name of t says volatile.
func IsVolatile(t Type) bool { return strings.HasPrefix(unconst(elementName(t)), volatilePrefix) }

// elementName is the name of t that renamed changes; of an array, its elements'. It is empty for a type without one.
func elementName(t Type) string {
	switch t := t.(type) {
	case Void, Integer, Floating:
		return baseName(t)
	case Record:
		return t.Name
	case Array:
		return elementName(t.Elem)
	}
	return ""
}

// Unqualified is t without const and volatile.
func Unqualified(t Type) Type { return renamed(t, unqualified) }

// renamed is t under another name; of an array, its elements'.
func renamed(t Type, f func(string) string) Type {
	switch t := t.(type) {
	case Void:
		return Void{f(t.cName())}
	case Integer:
		t.Name = f(t.Name)
		return t
	case Floating:
		t.Name = f(t.Name)
		return t
	case Record:
		t.Name = f(t.Name)
		return t
	case Array:
		t.Elem = renamed(t.Elem, f)
		return t
	}
	return t
}

func (t Void) cName() string {
	if t.Name == "" {
		return "void"
	}
	return strings.TrimSpace(t.Name)
}

// IsVoid reports whether t is no value.
func IsVoid(t Type) bool {
	_, ok := t.(Void)
	return ok
}

func sameFunction(a, b *Function) bool {
	if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic || !Same(a.Result, b.Result) {
		return false
	}
	for i, p := range a.Params {
		if !Same(p, b.Params[i]) {
			return false
		}
	}
	return true
}

// IsInteger reports whether t is an integer type: Boolean or Integer.
func IsInteger(t Type) bool {
	switch t.(type) {
	case Boolean, Integer:
		return true
	}
	return false
}

// IsArithmetic reports whether t is an integer or a floating type.
func IsArithmetic(t Type) bool {
	_, floating := t.(Floating)
	return floating || IsInteger(t)
}

// IsScalar reports whether a value of type t can be tested against zero.
func IsScalar(t Type) bool {
	_, pointer := t.(Pointer)
	return pointer || IsArithmetic(t)
}

// IsVaList reports whether t is va_list. What C passes of one is where it lies, and no assignment copies it.
func IsVaList(t Type) bool {
	r, ok := t.(Record)
	return ok && unqualified(r.Name) == "__builtin_va_list"
}

// foreignNames are how the names of types begin, or vectors' go on, that only a C compiler computes with.
var foreignNames = []string{"_Complex ", "__int128", "unsigned __int128", "_Float", "_Decimal", "__builtin_va_list"}

// IsForeign reports whether t is a complex number, a vector, or another type whose values the tree does not look into: a Record
// that is no struct or union of C.
func IsForeign(t Type) bool {
	r, ok := t.(Record)
	if !ok {
		return false
	}
	name := unqualified(r.Name)
	return strings.Contains(name, " __attribute__((vector_size(") ||
		slices.ContainsFunc(foreignNames, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// IsNarrow reports whether C promotes operands of type t to int.
func IsNarrow(t Type) bool {
	switch t := t.(type) {
	case Boolean:
		return true
	case Integer:
		return t.Width < Int.Width
	}
	return false
}

// Promote is what C's integer promotions make of t.
func Promote(t Type) Type {
	if IsNarrow(t) {
		return Int
	}
	return t
}

// PromoteArg is what C's default argument promotions make of t: where no prototype says what the argument becomes.
func PromoteArg(t Type) Type {
	if f, ok := t.(Floating); ok && f.Width < 64 {
		return Floating{"double", 64}
	}
	return Promote(t)
}

// Usual is the type in which C operates on operands of arithmetic types a and b: the usual arithmetic conversions. Of two
// types represented alike it is the first one.
func Usual(a, b Type) Type {
	a, b = Promote(a), Promote(b)
	fa, aFloats := a.(Floating)
	fb, bFloats := b.(Floating)
	switch {
	case aFloats && bFloats:
		if fb.Width > fa.Width {
			return b
		}
		return a
	case aFloats:
		return a
	case bFloats:
		return b
	}
	ia, ib := a.(Integer), b.(Integer)
	if ib.Width > ia.Width || ib.Width == ia.Width && ia.Signed && !ib.Signed {
		return b
	}
	return a
}

// Wrap is the value of type t that conversion of the integer v to t gives, as constants of t hold it: sign-extended for a
// signed type, zero-extended for another. Types that are no integers keep v.
func Wrap(v int64, t Type) int64 {
	switch t := t.(type) {
	case Boolean:
		if v != 0 {
			return 1
		}
		return 0
	case Integer:
		if t.Width >= 64 {
			return v
		}
		shift := uint(64 - t.Width)
		if t.Signed {
			return v << shift >> shift
		}
		return int64(uint64(v) << shift >> shift)
	}
	return v
}
