package pe

import (
	"slices"

	"scf/absval"
	"scf/finiteness"
	"scf/scfml/core"
)

// Frames of calls ([PE-FRAME]): a function that walks a tree and hands sets of names on has contours that are not told of names that
// the tree does not mention. Calls that differ in such names alone are of one contour; what they know of them comes back with
// the tags of the result.

// framed are the arguments of a call of f without their frame.
func (s *specializer) framed(f *core.Func, args []*absval.Value) []*absval.Value {
	sets := s.handedOn(f)
	if len(sets) == 0 {
		return args
	}
	var told, handed []*absval.Value
	for i, v := range args {
		if slices.Contains(sets, i) {
			handed = append(handed, v)
		} else {
			told = append(told, v)
		}
	}
	out := slices.Clone(args)
	for i, v := range s.frames.Without(told, handed, !core.HoldsMap(f.Result)) {
		out[sets[i]] = v
	}
	return out
}

// handedOn are the parameters of f with sets of names that it may hand on to its result, none if it walks no tree.
func (s *specializer) handedOn(f *core.Func) []int {
	sets, known := s.handed[f]
	if known || s.o.NoFrames {
		return sets
	}
	walks := false
	for i, p := range s.finite.Params(f) {
		switch {
		case p != finiteness.Finite && core.HoldsSet(f.ParamTypes[i]):
			sets = append(sets, i)
		case p == finiteness.Finite && !isBase(f.ParamTypes[i]):
			walks = true
		}
	}
	if !walks || !core.HoldsSet(f.Result) {
		sets = nil
	}
	s.handed[f] = sets
	return sets
}

func isBase(t core.Type) bool { _, ok := t.(core.Base); return ok }
