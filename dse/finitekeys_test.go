package dse

import (
	"slices"
	"strings"

	"scf/scfml"
)

// finite is a set of keys for tests: its members, sorted; several stand for one that may be any of them.
type finite []scfml.Value

func keysOf(vs ...scfml.Value) finite {
	slices.SortFunc(vs, scfml.Compare)
	return slices.CompactFunc(finite(vs), scfml.Equal)
}

func (f finite) String() string {
	parts := make([]string, len(f))
	for i, v := range f {
		parts[i] = scfml.FormatValue(v)
	}
	return strings.Join(parts, " | ")
}

// finiteAlgebra is the exact algebra of finite sets.
type finiteAlgebra struct{}

func (finiteAlgebra) none() scfml.KeySet { return finite{} }

func (finiteAlgebra) join(a, b scfml.KeySet) scfml.KeySet {
	return keysOf(slices.Concat(a.(finite), b.(finite))...)
}

func (finiteAlgebra) subtract(a, b scfml.KeySet) scfml.KeySet {
	if len(b.(finite)) != 1 {
		return a
	}
	var out finite
	for _, v := range a.(finite) {
		if !scfml.Equal(v, b.(finite)[0]) {
			out = append(out, v)
		}
	}
	return out
}

func (finiteAlgebra) disjoint(a, b scfml.KeySet) bool {
	for _, v := range a.(finite) {
		for _, w := range b.(finite) {
			if scfml.Equal(v, w) {
				return false
			}
		}
	}
	return true
}

func (finiteAlgebra) identity(a scfml.KeySet) any { return a.String() }

func (finiteAlgebra) isAll(scfml.KeySet) bool { return false }

func (finiteAlgebra) isNone(a scfml.KeySet) bool { return len(a.(finite)) == 0 }

func (finiteAlgebra) members(a scfml.KeySet, limit int) ([]scfml.Value, bool) {
	return a.(finite), len(a.(finite)) <= limit
}

func (finiteAlgebra) only(v scfml.Value) scfml.KeySet { return finite{v} }
