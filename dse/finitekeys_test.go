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
		s.Pats = append(s.Pats, patternOf(v))
	}
	return s
}

// patternOf is the pattern that v alone matches.
func patternOf(v core.Value) core.Pat {
	parts := func(vs []core.Value) []core.Pat {
		out := make([]core.Pat, len(vs))
		for i, v := range vs {
			out[i] = patternOf(v)
		}
		return out
	}
	switch v := v.(type) {
	case *core.ConValue:
		return &core.ConPat{Con: v.Con, Args: parts(v.Args)}
	case *core.Tuple:
		return &core.TuplePat{Elems: parts(v.Elems)}
	}
	return &core.LitPat{Value: v}
}
