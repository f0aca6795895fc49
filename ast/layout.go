package ast

// Field is one member of a struct or union.
type Field struct {
	Name   string // "" for an unnamed struct or union, whose own fields are those of its type
	Offset int64  // in bytes
	Ty     Type
	// BitField tells that the field is a bit-field: Offset and Ty are those of the unit that it lies in, and no expression of
	// the tree reads or writes it alone.
	BitField bool
}

// Layout is the fields of a struct or union in the order of the source; those of a union all have the offset 0. A type that is
// declared but not defined, or whose fields the front end cannot describe, has no layout.
type Layout struct {
	Union  bool
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
