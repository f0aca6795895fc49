package absval

import "scf/scfml/core"

// What tests ask of values.

// leq reports whether every value of a is one of b, tags aside; false means unknown.
func (d *Domain) leq(a, b *Value) bool { return d.trees.Leq(a.node, b.node) }

// disjoint reports whether a and b have no value in common; false means unknown.
func (d *Domain) disjoint(a, b *Value) bool { return d.trees.Disjoint(a.node, b.node) }

// emptyMap is the map without entries.
func (d *Domain) emptyMap() *Value { return d.plain(d.trees.Map(false, nil, nil)) }

// anyBool is true or false.
func (d *Domain) anyBool() *Value { return d.fresh(d.trees.Bases[core.BoolType]) }

// leqTagged reports whether every value of a is one of formal, tags included: a's structure is included in formal's, and what formal
// says is equal is identical in a.
func (d *Domain) leqTagged(a, formal *Value) bool {
	return d.LeqTaggedAll([]*Value{a}, []*Value{formal})
}

// sameTagged reports whether as and bs have the same structures and the same places are equal in both; a tag that occurs once says
// nothing. (Where a tag of a result matters because an argument has it, compare them together.)
func (d *Domain) sameTagged(as, bs []*Value) bool {
	if len(as) != len(bs) {
		return false
	}
	c := comparison{d, sharedTags(as), sharedTags(bs), map[ID]ID{}, map[ID]ID{}, map[[2]*Value]bool{}}
	for i := range as {
		if as[i].node != bs[i].node || !c.same(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// comparison holds the correspondence of tags found so far.
type comparison struct {
	d                *Domain
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
	for i := range a.node.Kids {
		if !c.same(c.d.kid(a, i), c.d.kid(b, i)) {
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
