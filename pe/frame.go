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
	h := s.handedOn(f)
	if len(h.params) == 0 {
		return args
	}
	var told, handed []*absval.Value
	for i, v := range args {
		if slices.Contains(h.params, i) {
			handed = append(handed, v)
		} else {
			told = append(told, v)
		}
	}
	out := slices.Clone(args)
	for i, v := range s.frames.Without(told, handed, h.onlyReadMaps) {
		out[h.params[i]] = v
	}
	return out
}

// handed are the parameters of a function with sets of names that it may hand on to its result, none if it walks no tree.
type handed struct {
	params       []int
	onlyReadMaps bool // no map goes to the result
}

func (s *specializer) handedOn(f *core.Func) handed {
	h, known := s.handed[f]
	if known || s.o.NoFrames {
		return h
	}
	walks := false
	for i, p := range s.finite.Params(f) {
		switch {
		case p != finiteness.Finite && core.HoldsSet(f.ParamTypes[i]):
			h.params = append(h.params, i)
		case p == finiteness.Finite && !isBase(f.ParamTypes[i]):
			walks = true
		}
	}
	if !walks || !core.HoldsSet(f.Result) {
		h.params = nil
	}
	h.onlyReadMaps = !core.HoldsMap(f.Result)
	s.handed[f] = h
	return h
}

func isBase(t core.Type) bool { _, ok := t.(core.Base); return ok }
