package finiteness

import (
	"slices"

	"scf/scfml/core"
)

// This file tells which datatypes are recursive: of the others only finitely many values can be made of finitely many parts.

// isRecursive reports whether values of d can have values of d inside.
func (a *Analysis) isRecursive(d *core.Datatype) bool {
	is, known := a.recursive[d]
	if !known {
		is = mentions(d, d, map[*core.Datatype]bool{})
		a.recursive[d] = is
	}
	return is
}

// mentions reports whether the types of the arguments of in's constructors mention d, or datatypes whose constructors do. seen are the
// datatypes that have been looked at.
func mentions(in, d *core.Datatype, seen map[*core.Datatype]bool) bool {
	if seen[in] {
		return false
	}
	seen[in] = true
	var does func(t core.Type) bool
	does = func(t core.Type) bool {
		switch t := t.(type) {
		case *core.TupleType:
			return slices.ContainsFunc(t.Elems, does)
		case *core.MapType:
			return does(t.Key) || does(t.Value)
		case *core.SetType:
			return does(t.Elem)
		case *core.DataType:
			return t.Data == d || slices.ContainsFunc(t.Args, does) || mentions(t.Data, d, seen)
		}
		return false
	}
	return slices.ContainsFunc(in.Cons, func(c *core.Con) bool { return slices.ContainsFunc(c.Args, does) })
}
