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
		is = slices.ContainsFunc(d.Cons, func(c *core.Con) bool {
			return slices.ContainsFunc(c.Args, func(t core.Type) bool { return core.Holds(t, d) })
		})
		a.recursive[d] = is
	}
	return is
}
