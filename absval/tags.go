package absval

import (
	"slices"

	"scf/absval/tree"
)

// What tags say: equality at run time, partitions of places, and renaming.

// Identical reports whether a and b denote the same concrete value in every run: they have one tag, are the same singleton, or are
// built alike of identical parts. False means unknown.
func (d *Domain) Identical(a, b *Value) bool {
	switch {
	case a.id != 0 && a.id == b.id:
		return true
	case a.node == d.trees.Bottom || b.node == d.trees.Bottom:
		return true // there is no run
	case a.node.Singleton || b.node.Singleton:
		return a.node == b.node
	case !identicalHeads(a.node, b.node):
		return false
	}
	for i := range a.node.Kids {
		if !d.Identical(d.component(a, i), d.component(b, i)) {
			return false
		}
	}
	return true
}

// identicalHeads reports whether values of a and b differ at most in their components.
func identicalHeads(a, b *tree.Node) bool {
	switch a.Kind {
	case tree.Tuple, tree.Con:
		return b.Kind == a.Kind && a.Con == b.Con && len(a.Kids) == len(b.Kids)
	case tree.Map:
		return b.Kind == tree.Map && a.IsSet == b.IsSet && len(a.May) == 0 && len(b.May) == 0 && tree.SameNodes(a.Keys, b.Keys)
	}
	return false
}

// Forget is v without what its tags say: nothing inside is known to be equal to anything.
func (d *Domain) Forget(v *Value) *Value { return d.fresh(v.node) }

// tagSharing tells which tags of some values occur at two places or more: the others say nothing.
type tagSharing struct {
	ids  map[ID]bool
	memo map[*Value]bool
}

func newSharedTags(vs []*Value) *tagSharing {
	return &tagSharing{ids: sharedTags(vs), memo: map[*Value]bool{}}
}

// inside reports whether there is such a tag inside v.
func (s *tagSharing) inside(v *Value) bool {
	has, known := s.memo[v]
	if !known && v.kids != nil {
		has = slices.ContainsFunc(v.kids, func(k *Value) bool { return s.ids[k.id] || s.inside(k) })
		s.memo[v] = has
	}
	return has
}

// sharedTags are the tags that occur at two places or more.
func sharedTags(vs []*Value) map[ID]bool {
	count, visits := map[ID]int{}, map[*Value]int{}
	var visit func(v *Value)
	visit = func(v *Value) {
		if visits[v]++; visits[v] > 2 {
			return // what occurs twice has been counted twice
		}
		if v.id != 0 {
			count[v.id]++
		}
		for _, k := range v.kids {
			visit(k)
		}
	}
	for _, v := range vs {
		visit(v)
	}
	shared := map[ID]bool{}
	for id, n := range count {
		shared[id] = n > 1
	}
	return shared
}

// allPlain reports whether no value of vs has a tag inside.
func allPlain(vs []*Value) bool {
	return !slices.ContainsFunc(vs, func(v *Value) bool { return !v.isPlain() })
}
