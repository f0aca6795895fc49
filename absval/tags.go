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
	shared := sharedTags(formals)
	first := map[ID]*Value{}
	ok := true
	w := d.walk(func(formal, actual *Value) {
		if !ok || !shared[formal.id] {
			return
		}
		if a := first[formal.id]; a == nil {
			first[formal.id] = actual
		} else {
			ok = d.Identical(a, actual)
		}
	})
	for i := range as {
		w.pair(formals[i], as[i])
	}
	return ok
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
func (d *Domain) walk(f func(formal, actual *Value)) *walker {
	return &walker{d: d, f: f, seen: map[[2]*Value]bool{}}
}

type walker struct {
	d    *Domain
	f    func(formal, actual *Value)
	seen map[[2]*Value]bool
}

// pair visits formal and actual, whose structure is included in formal's.
func (w *walker) pair(formal, actual *Value) {
	if w.seen[[2]*Value{formal, actual}] {
		return
	}
	w.seen[[2]*Value{formal, actual}] = true
	if formal.id != 0 {
		w.f(formal, actual)
	}
	if formal.kids == nil {
		return
	}
	if formal.node.kind != kindAlt {
		w.inside(formal, w.d.alternativesOf(actual))
		return
	}
	into := make([][]*Value, len(formal.kids))
	for _, a := range w.d.alternativesOf(actual) {
		if i := w.d.takenInto(formal.node, a.node); i >= 0 {
			into[i] = append(into[i], a)
		}
	}
	for i, k := range formal.kids {
		w.inside(k, into[i])
	}
}

// inside visits the components of formal beside those that alts, alternatives of one value, have there.
func (w *walker) inside(formal *Value, alts []*Value) {
	if len(alts) == 0 {
		return
	}
	j := w.d.joiner(true)
	for i, k := range formal.kids {
		sides := j.componentSides(formal.node, i, [][]*Value{alts})
		actual := sides[0][0]
		if soleSource(sides) == nil {
			actual = w.d.merged(formal.node, i, alts, sides[0])
		}
		w.pair(k, actual)
	}
}

// merged is the i-th component of a value that is one of alts: its tag is the one that its origin names.
func (d *Domain) merged(n *Node, i int, alts, sources []*Value) *Value {
	o := origin{of: alts[0].id, con: n.con, index: i}
	if n.kind == kindMap {
		o.key, o.index = n.keys[i], 0
	}
	if _, ok := identity(sources); ok {
		return d.gather(sources[0].id, sources)
	}
	return d.gather(d.derive(o), sources)
}

// isPlain tells whether no value of vs has a tag inside.
func isPlain(vs []*Value) bool {
	return !slices.ContainsFunc(vs, func(v *Value) bool { return v != v.node.plain })
}
