package tree

import (
	"scf/scfml/core"
)

// What a type tells of a value of which nothing else is known.

// TopOf is every value of type ty, as far as a finite value can say.
func (t *Table) TopOf(ty core.Type) *Node {
	switch ty := ty.(type) {
	case core.Base:
		return t.Bases[ty]
	case *core.TupleType:
		parts := make([]*Node, len(ty.Elems))
		for i, e := range ty.Elems {
			parts[i] = t.TopOf(e)
		}
		return t.Tuple(parts)
	case *core.MapType:
		return t.Map(false, nil, []Entry{{t.TopOf(ty.Key), t.TopOf(ty.Value)}})
	case *core.SetType:
		return t.Map(true, nil, []Entry{{t.TopOf(ty.Elem), t.Truths[1]}})
	}
	return t.Top
}
