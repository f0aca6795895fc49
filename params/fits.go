package params

import (
	"slices"

	"scf/ast"
)

// Fits reports whether a may be said of p: what was made for a parameter of another type says nothing about it.
func (a Abstract) Fits(p Param) bool { return a.fits(place{name: p.Name, typ: p.Type}, p.Layouts) }

// Fits reports whether l may be a value of p.
func (l Late) Fits(p Param) bool { return l.known.Fits(p) }

// fits reports whether all that is in a are values of the place's type.
func (a Abstract) fits(at place, layouts ast.Layouts) bool {
	return !slices.ContainsFunc(a.forms, func(f form) bool {
		switch f := f.(type) {
		case every:
			return !ast.Same(f.typ, at.typ)
		case scalar:
			return !ast.Same(f.typ, at.typ)
		case *function:
			return !ast.Same(f.typ, at.typ)
		case *link:
			return !ast.Same(f.typ, at.typ)
		case *table:
			return !f.known.fits(at, layouts)
		case *array:
			return !f.fits(at, layouts)
		case *record:
			return !f.fits(at, layouts)
		}
		return true
	})
}

// fits reports whether a's elements may be those of an array at the place, or those that a pointer there leads to.
func (a *array) fits(at place, layouts ast.Layouts) bool {
	elem, count, ok := elements(at, 0)
	return ok && ast.Same(a.typ, elem.typ) && (count < 0 || int64(len(a.elems)) == count) &&
		!slices.ContainsFunc(a.elems, func(e Abstract) bool { return !e.fits(elem, layouts) })
}

// fits reports whether there is a struct with r's fields at the place, or a pointer to one.
func (r *record) fits(at place, layouts ast.Layouts) bool {
	s, ok := structOf(at.typ)
	if !ok {
		return false
	}
	fields, _ := fieldsOf(s, layouts)
	return !slices.ContainsFunc(r.fields, func(f field) bool {
		i := slices.IndexFunc(fields, func(l ast.Field) bool { return l.Name == f.name })
		return i < 0 || !f.value.fits(fieldPlace(at, fields[i], layouts), layouts)
	})
}
