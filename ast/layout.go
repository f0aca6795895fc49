package ast

import (
	"maps"
	"slices"
)

// Field is one member of a struct or union.
type Field struct {
	Name   string // "" for an unnamed struct or union, whose own fields are those of its type
	Offset int64  // in bytes
	Ty     Type
	// Bits is the width of a bit-field, 0 for another field. Offset and Ty are those of the unit that it lies in; what an expression
	// of the tree has for them BitField says.
	Bits int64
	// Shift is how many bits of the unit, read as an integer, are lower than those of the bit-field.
	Shift int64
}

// InBits is the offset of bit-fields in the tree: they lie somewhere in their object.
const InBits = -1

// BitField is the bit-field f as members of the tree have it: at InBits, of an integer type as wide as it is.
func (f Field) BitField() Field {
	f.Offset = InBits
	if t, ok := f.Ty.(Integer); ok {
		t.Width = f.Bits
		f.Ty = t
	}
	return f
}

// IsBitField reports whether e is a bit-field. Its address cannot be taken, and there are no variables of its type.
func IsBitField(e Expr) bool {
	switch e := e.(type) {
	case *Member:
		return e.Offset == InBits
	case *Arrow:
		return e.Offset == InBits
	}
	return false
}

// Layout is the fields of a struct or union in the order of the source; those of a union all have the offset 0. A type that is
// declared but not defined, or whose fields the front end cannot describe, has no layout.
type Layout struct {
	Union bool
	// Fixed reports whether a field is const, or not described here, so that not all of them can be assigned; not kept in staged directories.
	Fixed  bool
	Align  int64 // in bytes
	Fields []Field
}

// Layouts are the layouts of structs and unions, by Record.Name without const and volatile. Records that lie in one another, or that pointers in
// them reach, are all there.
type Layouts map[string]Layout

// Of is the layout of t; ok is false where t is no Record or has none.
func (ls Layouts) Of(t Type) (l Layout, ok bool) {
	r, isRecord := t.(Record)
	if !isRecord {
		return Layout{}, false
	}
	l, ok = ls[unqualified(r.Name)]
	return l, ok
}

// Field finds a field by its name, also in unnamed structs and unions; Offset counts from the beginning of t.
func (ls Layouts) Field(t Type, name string) (f Field, ok bool) {
	l, _ := ls.Of(t)
	for _, f := range l.Fields {
		if f.Name == name {
			return f, true
		}
		if f.Name != "" {
			continue
		}
		if inner, ok := ls.Field(f.Ty, name); ok {
			inner.Offset += f.Offset
			return inner, true
		}
	}
	return Field{}, false
}

// names are the names of the records, sorted.
func (ls Layouts) names() []string { return slices.Sorted(maps.Keys(ls)) }
