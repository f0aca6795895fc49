package dse

import (
	"slices"

	"scf/scfml/core"
)

// keysOf is the set of these keys; several stand for one that may be any of them.
func keysOf(vs ...core.Value) *core.KeySet {
	vs = slices.Clone(vs)
	slices.SortFunc(vs, core.Compare)
	s := &core.KeySet{}
	for _, v := range slices.CompactFunc(vs, core.Equal) {
		s.Pats = append(s.Pats, core.PatOf(v))
	}
	return s
}
