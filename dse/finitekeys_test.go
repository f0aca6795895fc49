package dse

import (
	"slices"
	"strings"

	"scf/scfml/core"
)

// finite is a set of keys for tests: its members, sorted; several stand for one that may be any of them.
type finite []core.Value

func keysOf(vs ...core.Value) finite {
	slices.SortFunc(vs, core.Compare)
	return slices.CompactFunc(finite(vs), core.Equal)
}

func (f finite) String() string {
	parts := make([]string, len(f))
	for i, v := range f {
		parts[i] = core.FormatValue(v)
	}
	return strings.Join(parts, " | ")
}

// TextSize is the number of keys.
func (f finite) TextSize() int { return len(f) }

// finiteAlgebra is the exact algebra of finite sets.
type finiteAlgebra struct{}

func (finiteAlgebra) none() core.KeySet { return finite{} }

func (finiteAlgebra) join(a, b core.KeySet) core.KeySet {
	return keysOf(slices.Concat(a.(finite), b.(finite))...)
}

func (finiteAlgebra) subtract(a, b core.KeySet) core.KeySet {
	if len(b.(finite)) != 1 {
		return a
	}
	var out finite
	for _, v := range a.(finite) {
		if !core.Equal(v, b.(finite)[0]) {
			out = append(out, v)
		}
	}
	return out
}

func (finiteAlgebra) disjoint(a, b core.KeySet) bool {
	for _, v := range a.(finite) {
		for _, w := range b.(finite) {
			if core.Equal(v, w) {
				return false
			}
		}
	}
	return true
}

func (finiteAlgebra) identity(a core.KeySet) any { return a.String() }

func (finiteAlgebra) isAll(core.KeySet) bool { return false }

func (finiteAlgebra) isNone(a core.KeySet) bool { return len(a.(finite)) == 0 }
