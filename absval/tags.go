package absval

import "slices"

// What tags say: equality at run time, partitions of places, and renaming.

// Identical tells whether a and b denote the same concrete value in every run: they have one tag, are the same singleton, or are
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

// identicalHeads tells whether values of a and b differ at most in their components.
func identicalHeads(a, b *Node) bool {
	switch a.kind {
	case kindTuple, kindCon:
		return b.kind == a.kind && a.con == b.con && len(a.kids) == len(b.kids)
	case kindMap:
		return b.kind == kindMap && a.isSet == b.isSet && len(a.may) == 0 && len(b.may) == 0 && sameNodes(a.keys, b.keys)
	}
	return false
}

// visit calls f on v and on the places inside that are recorded, in order.
func (v *Value) visit(f func(*Value)) {
	f(v)
	for _, k := range v.kids {
		k.visit(f)
	}
}

// renaming maps the tags of values one to one. Values that are shared stay shared.
type renaming struct {
	d    *Domain
	next func() ID
	ids  map[ID]ID
	done map[*Value]*Value
}

func (d *Domain) renaming(next func() ID) *renaming {
	return &renaming{d: d, next: next, ids: map[ID]ID{}, done: map[*Value]*Value{}}
}

func (r *renaming) value(v *Value) *Value {
	if v == v.node.plain {
		return v
	}
	w, ok := r.done[v]
	if !ok {
		w = &Value{node: v.node, id: r.id(v.id)}
		if v.kids != nil {
			w.kids = make([]*Value, len(v.kids))
		}
		for i, k := range v.kids {
			w.kids[i] = r.value(k)
		}
		r.done[v] = w
	}
	return w
}

func (r *renaming) id(id ID) ID {
	if id == 0 {
		return 0
	}
	if _, ok := r.ids[id]; !ok {
		r.ids[id] = r.next()
	}
	return r.ids[id]
}

// Freshen is v with every tag replaced by a fresh one, equal tags by equal ones (table 2, freshenIds).
func (d *Domain) Freshen(v *Value) *Value {
	if v.id == 0 {
		v = d.value(v.node, d.newID(), v.kids)
	}
	return d.renaming(d.newID).value(v)
}

// CanonTags numbers the tags of vs from 1 in the order in which they occur. Such numbers name the places of a contour's formals; they never
// clash with tags that are made later.
func (d *Domain) CanonTags(vs []*Value) []*Value {
	var last ID
	r := d.renaming(func() ID { last++; return last })
	out := make([]*Value, len(vs))
	for i, v := range vs {
		if v.id == 0 {
			v = d.value(v.node, d.newID(), v.kids)
		}
		out[i] = r.value(v)
	}
	return out
}

// SameTagged tells whether as and bs have the same structures and the same places are equal in both; a tag that occurs once says
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
	c := claims{d: d, shared: sharedTags(formals), seen: map[ID][]claim{}, ok: true}
	w := d.walk(c.check)
	for i := range as {
		w.pair(formals[i], as[i], nil)
	}
	return c.ok
}

// claims checks that what formals say is equal is identical in the actual values.
type claims struct {
	d      *Domain
	shared map[ID]bool
	seen   map[ID][]claim
	ok     bool
}

// claim is what stands at a place with a certain tag.
type claim struct {
	actual *Value
	at     *branch
}

func (c *claims) check(formal, actual *Value, at *branch) {
	if !c.ok || !c.shared[formal.id] {
		return
	}
	for _, other := range c.seen[formal.id] {
		if !c.d.Identical(other.actual, actual) && !at.excludes(other.at) {
			c.ok = false
			return
		}
	}
	c.seen[formal.id] = append(c.seen[formal.id], claim{actual, at})
}

// tagSharing tells which tags of some values occur at two places or more: the others say nothing.
type tagSharing struct {
	ids  map[ID]bool
	memo map[*Value]bool
}

func newSharedTags(vs []*Value) *tagSharing {
	return &tagSharing{ids: sharedTags(vs), memo: map[*Value]bool{}}
}

// inside tells whether there is such a tag inside v.
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

// walk visits the tagged places of formal values beside the places of actual values that are included in them.
func (d *Domain) walk(f func(formal, actual *Value, at *branch)) *walker {
	return &walker{d: d, f: f, seen: map[visit]bool{}}
}

type walker struct {
	d    *Domain
	f    func(formal, actual *Value, at *branch)
	seen map[visit]bool
}

type visit struct {
	formal, actual *Value
	at             *branch
}

// branch is an alternative chosen at a place, below an earlier choice; nil where none has been made.
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
func (w *walker) pair(formal, actual *Value, at *branch) {
	if w.seen[visit{formal, actual, at}] {
		return
	}
	w.seen[visit{formal, actual, at}] = true
	if formal.id != 0 {
		w.f(formal, actual, at)
	}
	if formal.kids == nil {
		return
	}
	if formal.node.kind != kindAlt {
		w.inside(formal, w.d.alternativesOf(actual), at)
		return
	}
	into := make([][]*Value, len(formal.kids))
	for _, a := range w.d.alternativesOf(actual) {
		if i := w.d.takenInto(formal.node, a.node); i >= 0 {
			into[i] = append(into[i], a)
		}
	}
	place := &visit{formal, actual, at}
	for i, k := range formal.kids {
		w.inside(k, into[i], &branch{at, place})
	}
}

// inside visits the components of formal beside those that alts, alternatives of one value, have there.
func (w *walker) inside(formal *Value, alts []*Value, at *branch) {
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
		w.pair(k, actual, at)
	}
}

// merged is the i-th component of a value that is one of alts: its tag is the one that its origin names.
func (d *Domain) merged(n *Node, i int, alts, sources []*Value) *Value {
	return d.mergeAt(originOf(alts[0].id, n, i), sources)
}

// isPlain tells whether no value of vs has a tag inside.
func isPlain(vs []*Value) bool {
	return !slices.ContainsFunc(vs, func(v *Value) bool { return v != v.node.plain })
}
