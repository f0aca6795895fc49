package absval

import "slices"

// Formal values beside actual ones: which places correspond, and whether what the formals' tags say holds of the actual values.
// Besides tags that occur twice, a tag says something that follows from another's place ([TAG-DERIVE]): that the place has the part.

// LeqTagged tells whether every value of a is one of formal, tags included: a's structure is included in formal's, and what formal
// says is equal is identical in a.
func (d *Domain) LeqTagged(a, formal *Value) bool {
	return d.LeqTaggedAll([]*Value{a}, []*Value{formal})
}

// LeqTaggedAll is LeqTagged for lists that share their tags.
func (d *Domain) LeqTaggedAll(as, formals []*Value) bool {
	if len(as) != len(formals) {
		return false
	}
	for i := range as {
		if !d.Leq(as[i], formals[i]) {
			return false
		}
	}
	c := claims{d: d, in: d.instance(false), shared: sharedTags(formals), seen: map[ID][]claim{}, ok: true}
	w := d.walk(c.check)
	for i := range as {
		w.pair(formals[i], as[i], nil)
	}
	return c.ok && !slices.ContainsFunc(c.parts, c.refuted)
}

// claims checks that what formals say is equal is identical in the actual values.
type claims struct {
	d      *Domain
	in     *instance // what stands at the formals' tags
	shared map[ID]bool
	seen   map[ID][]claim
	parts  []claim // places whose tags say that they are parts of others
	ok     bool
}

// claim is what stands at a place with a certain tag.
type claim struct {
	id     ID
	actual *Value
	at     *branch
}

func (c *claims) check(formal, actual *Value, at *branch, own bool) {
	c.in.bind(formal, actual, at, own)
	new := claim{formal.id, actual, at}
	if _, ok := c.d.origins[formal.id]; ok && !own {
		c.parts = append(c.parts, new)
	}
	if !c.ok || !c.shared[formal.id] {
		return
	}
	for _, other := range c.seen[formal.id] {
		if !c.d.Identical(other.actual, actual) && !at.excludes(other.at) {
			c.ok = false
			return
		}
	}
	c.seen[formal.id] = append(c.seen[formal.id], new)
}

// refuted tells whether a place may be another than the part that its tag says, of a value that is there too.
func (c *claims) refuted(p claim) bool {
	o := c.d.origins[p.id]
	of := c.in.resolve(o.of)
	if of == nil {
		return false
	}
	part := c.d.take(of, o)
	return part == nil || !c.d.Identical(part, p.actual)
}

// walk visits the tagged places of formal values beside the places of actual values that are included in them.
func (d *Domain) walk(f visitor) *walker {
	return &walker{d: d, f: f, seen: map[visit]bool{}}
}

type walker struct {
	d    *Domain
	f    visitor
	seen map[visit]bool
}

// visitor is called on a tagged formal place; own tells whether its tag is the one that follows from where the place is.
type visitor func(formal, actual *Value, at *branch, own bool)

type visit struct {
	formal, actual *Value
	at             *branch
}

// branch is an alternative chosen at a place where the actual value has several, below an earlier choice; nil where there is no choice.
type branch struct {
	above *branch
	place *visit // where the choice is made
}

// excludes tells whether two places cannot both be present: they are below different alternatives of one place.
func (b *branch) excludes(c *branch) bool {
	for x := b; x != nil; x = x.above {
		for y := c; y != nil; y = y.above {
			if x != y && x.place == y.place {
				return true
			}
		}
	}
	return false
}

// pair visits formal and actual, whose structure is included in formal's.
func (w *walker) pair(formal, actual *Value, at *branch) { w.visit(formal, actual, at, false) }

func (w *walker) visit(formal, actual *Value, at *branch, own bool) {
	if w.seen[visit{formal, actual, at}] {
		return
	}
	w.seen[visit{formal, actual, at}] = true
	if formal.id != 0 {
		w.f(formal, actual, at, own)
	}
	if formal.kids == nil {
		return
	}
	if formal.node.kind != kindAlt {
		w.inside(formal, formal.id, w.d.alternativesOf(actual), at)
		return
	}
	into := make([][]*Value, len(formal.kids))
	for _, a := range w.d.alternativesOf(actual) {
		if i := w.d.takenInto(formal.node, a.node); i >= 0 {
			into[i] = append(into[i], a)
		}
	}
	place := &visit{formal, actual, at}
	chosen := 0
	for _, alts := range into {
		chosen += min(1, len(alts))
	}
	for i, k := range formal.kids {
		below := at
		if chosen > 1 {
			below = &branch{at, place}
		}
		w.inside(k, formal.id, into[i], below)
	}
}

// inside visits the components of formal, at a place tagged id, beside those that alts, alternatives of one value, have there.
func (w *walker) inside(formal *Value, id ID, alts []*Value, at *branch) {
	if len(alts) == 0 {
		return
	}
	j := w.d.joiner()
	for i, k := range formal.kids {
		sides := j.componentSides(formal.node, i, [][]*Value{alts})
		actual := sides[0][0]
		if soleSource(sides) == nil {
			actual = w.d.merged(formal.node, i, alts, sides[0])
		}
		own := id != 0 && k.id != 0 && w.d.origins[k.id] == originOf(id, formal.node, i)
		w.visit(k, actual, at, own)
	}
}

// merged is the i-th component of a value that is one of alts: its tag is the one that its origin names.
func (d *Domain) merged(n *Node, i int, alts, sources []*Value) *Value {
	return d.mergeAt(originOf(alts[0].id, n, i), sources)
}
