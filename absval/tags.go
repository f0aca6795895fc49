package absval

import "slices"

// What tags say: equality at run time, partitions of places, and renaming.

// Identical reports whether a and b denote the same concrete value in every run: they have one tag, are the same singleton, or are
// built alike of identical parts. False means unknown.
func (d *Domain) Identical(a, b *Value) bool {
	switch {
	case a.id != 0 && a.id == b.id:
		return true
	case a.node == d.bottom || b.node == d.bottom:
		return true // there is no run
	case a.node.singleton || b.node.singleton:
		return a.node == b.node
	case !identicalHeads(a.node, b.node):
		return false
	}
	for i := range a.node.kids {
		if !d.Identical(d.component(a, i), d.component(b, i)) {
			return false
		}
	}
	return true
}

// identicalHeads reports whether values of a and b differ at most in their components.
func identicalHeads(a, b *Node) bool {
	switch a.kind {
	case kindTuple, kindCon:
		return b.kind == a.kind && a.con == b.con && len(a.kids) == len(b.kids)
	case kindMap:
		return b.kind == kindMap && a.isSet == b.isSet && len(a.may) == 0 && len(b.may) == 0 && sameNodes(a.keys, b.keys)
	}
	return false
}

// Forget is v without what its tags say: nothing inside is known to be equal to anything.
func (d *Domain) Forget(v *Value) *Value { return d.fresh(v.node) }

// SameTagged reports whether as and bs have the same structures and the same places are equal in both; a tag that occurs once says
// nothing. (Where a tag of a result matters because an argument has it, compare them together.)
func (d *Domain) SameTagged(as, bs []*Value) bool {
	if len(as) != len(bs) {
		return false
	}
	c := comparison{sharedTags(as), sharedTags(bs), map[ID]ID{}, map[ID]ID{}, map[[2]*Value]bool{}}
	for i := range as {
		if as[i].node != bs[i].node || !c.same(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// comparison holds the correspondence of tags found so far.
type comparison struct {
	sharedA, sharedB map[ID]bool
	forth, back      map[ID]ID
	seen             map[[2]*Value]bool
}

// same compares the tags of two values of one structure.
func (c *comparison) same(a, b *Value) bool {
	if c.seen[[2]*Value{a, b}] {
		return true
	}
	c.seen[[2]*Value{a, b}] = true
	if !c.sameID(a.id, b.id) {
		return false
	}
	if a.kids == nil && b.kids == nil {
		return true
	}
	for i := range a.node.kids {
		if !c.same(a.kid(i), b.kid(i)) {
			return false
		}
	}
	return true
}

func (c *comparison) sameID(a, b ID) bool {
	if !c.sharedA[a] || !c.sharedB[b] {
		return c.sharedA[a] == c.sharedB[b]
	}
	x, okA := c.forth[a]
	y, okB := c.back[b]
	if !okA && !okB {
		c.forth[a], c.back[b] = b, a
		return true
	}
	return okA && okB && x == b && y == a
}

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

// isPlain reports whether no value of vs has a tag inside.
func isPlain(vs []*Value) bool {
	return !slices.ContainsFunc(vs, func(v *Value) bool { return v != v.node.plain })
}
