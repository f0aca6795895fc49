package absval

import (
	"slices"

	"scf/absval/tree"
)

// Formal values beside actual ones: which places correspond, and whether what the formals' tags say holds of the actual values.
// Besides tags that occur twice, a tag says something that follows from another's place ([TAG-DERIVE]): that the place has the part.

// LeqTaggedAll is LeqTagged for lists that share their tags.
func (d *Domain) LeqTaggedAll(as, formals []*Value) bool {
	if len(as) != len(formals) {
		return false
	}
	for i := range as {
		if !d.trees.Leq(as[i].node, formals[i].node) {
			return false
		}
	}
	c := d.aliasesOf()
	w := d.walk(c.check)
	for i := range as {
		w.pair(formals[i], as[i])
	}
	return c.hold(w)
}

// LeqTaggedGiven reports whether v is in w where both are of an activation with these formals: whether what w's tags say of v and of the formals is
// true. What the formals' say is so by definition: LeqTaggedAll may find it refuted, of a place that is never present together with another.
func (d *Domain) LeqTaggedGiven(formals []*Value, v, w *Value) bool {
	if !d.trees.Leq(v.node, w.node) {
		return false
	}
	c := d.aliasesOf()
	walk := d.walk(c.given)
	for _, f := range formals {
		walk.pair(f, f)
	}
	walk.f, c.within = c.check, true
	walk.pair(w, v)
	return c.hold(walk)
}

// aliases checks that what formals say is equal is identical in the actual values.
type aliases struct {
	d      *Domain
	in     *instance // what stands at the formals' tags
	parts  []part    // what stands at places whose tags say that they are parts of others
	within bool      // both sides are of one activation: what has a tag is what that says
}

// part is what stands at the places with a tag that follows from another.
type part struct {
	id     ID
	actual *Value
}

// alias is what stands at places with a certain tag: values that are identical.
type alias struct {
	actual *Value
	common *branch   // the choices that all of the places are below
	at     []*branch // the choices of each
	next   int32     // the position of what else stands at places with the tag; 0 for nothing
}

// excludes reports whether no place of a can be present together with one below the choices at.
func (a *alias) excludes(at *branch) bool {
	return at.excludes(a.common) || !slices.ContainsFunc(a.at, func(b *branch) bool { return !at.excludes(b) })
}

// add is for another place of a, below the choices at.
func (a *alias) add(at *branch) {
	if last := len(a.at) - 1; a.at[last] != at {
		a.at = append(a.at, at)
		a.common = a.common.meet(at)
	}
}

// aliasesOf knows of no places yet.
func (d *Domain) aliasesOf() *aliases {
	d.seen.reset()
	d.aliases = append(d.aliases, alias{})
	return &aliases{d: d, in: d.instance(false)}
}

// hold reports whether w came to its end without a contradiction; it is over.
func (c *aliases) hold(w *walker) bool {
	holds := !w.ended && !slices.ContainsFunc(c.parts, c.refuted)
	c.d.forget()
	return holds
}

// check is a visitor; holds is false where what stands at formal's place may differ from what stands at another with its tag.
func (c *aliases) check(formal, actual *Value, at *branch, own bool) (holds bool) {
	c.in.bind(formal, actual, at, own)
	same, differs := c.others(formal, actual, at)
	if differs {
		return false
	}
	if !same && formal.id.isPart() && !own && !(c.within && actual.id == formal.id) {
		c.parts = append(c.parts, part{formal.id, actual})
	}
	return true
}

// given is a visitor of formals beside themselves.
func (c *aliases) given(formal, actual *Value, at *branch, own bool) bool {
	c.in.bind(formal, actual, at, own)
	c.others(formal, actual, at)
	return true
}

// others notes what stands at formal's place, and reports whether it is what stands at another with its tag, and whether it may differ from one that
// is present too.
func (c *aliases) others(formal, actual *Value, at *branch) (same, differs bool) {
	first := c.d.seen.get(formal.id)
	known := int32(0)
	for i := first; i != 0; i = c.d.aliases[i].next {
		switch a := &c.d.aliases[i]; {
		case c.d.Identical(a.actual, actual):
			known = i
		case !a.excludes(at):
			return false, true
		}
	}
	if known != 0 {
		c.d.aliases[known].add(at)
		return true, false
	}
	c.d.seen.set(formal.id, int32(len(c.d.aliases)))
	c.d.aliases = append(c.d.aliases, alias{actual, at, []*branch{at}, first})
	return false, false
}

// refuted reports whether a place may be another than the part that its tag says, of a value that is there too.
func (c *aliases) refuted(p part) bool {
	o := c.d.origin(p.id)
	of := c.in.resolve(o.of)
	if of == nil {
		return false
	}
	part := c.d.take(of, o)
	return part == nil || !c.d.Identical(part, p.actual)
}

// walk visits the tagged places of formal values beside the places of actual values that are included in them, until the visitor ends it.
func (d *Domain) walk(f visitor) *walker {
	d.noted.reset()
	d.visits = append(d.visits, visit{})
	return &walker{d: d, f: f, met: &d.noted}
}

// forget empties the memory of a walk that is over, so that nothing in it keeps values.
func (d *Domain) forget() {
	d.visits = emptied(d.visits)
	d.aliases = emptied(d.aliases)
	d.instances.bound.noted = emptied(d.instances.bound.noted)
	d.instances.done.noted = emptied(d.instances.done.noted)
}

func emptied[T any](s []T) []T {
	clear(s)
	return s[:0]
}

type walker struct {
	d   *Domain
	f   visitor
	met *table[uint64, int32] // the position in the domain's visits of the last one of a formal value, by its number

	ended bool // by the visitor
}

// visitor is called on a tagged formal place; own reports whether its tag is the one that follows from where the place is. It reports whether the
// walk goes on.
type visitor func(formal, actual *Value, at *branch, own bool) bool

// visit is what has been visited of a formal value: beside which actual value, and below which choices.
type visit struct {
	actual  *Value
	at      *branch
	earlier int32 // the one before, of the same formal value
}

// branch is an alternative chosen at a place where the actual value has several, below an earlier choice; nil where there is no choice.
type branch struct {
	above *branch
	place int32 // the position of its visit
	alt   int
}

// excludes reports whether two places cannot both be present: they are below different alternatives of one place.
func (b *branch) excludes(c *branch) bool {
	for x := b; x != nil; x = x.above {
		for y := c; y != nil; y = y.above {
			if x.place == y.place && x.alt != y.alt {
				return true
			}
		}
	}
	return false
}

// meet are the choices of b that c makes too; b itself where it makes all of them.
func (b *branch) meet(c *branch) *branch {
	if b == nil || b == c {
		return b
	}
	above := b.above.meet(c)
	for y := c; y != nil; y = y.above {
		if b.place == y.place && b.alt == y.alt {
			if above == b.above {
				return b
			}
			return &branch{above, b.place, b.alt}
		}
	}
	return above
}

// pair visits formal and actual, whose structure is included in formal's.
func (w *walker) pair(formal, actual *Value) { w.visit(formal, actual, nil, false) }

func (w *walker) visit(formal, actual *Value, at *branch, own bool) {
	w.d.trees.Step()
	if formal.id != 0 && !w.f(formal, actual, at, own) {
		w.ended = true
	}
	if formal.kids == nil || w.ended {
		return
	}
	at, place, again := w.enter(formal, actual, at)
	if !again {
		return
	}
	if formal.node.Kind != tree.Alt {
		w.inside(formal, formal.id, w.d.alternativesOf(actual), at)
		return
	}
	into := make([][]*Value, len(formal.kids))
	chosen := 0
	for _, a := range w.d.alternativesOf(actual) {
		if i := w.d.takenInto(formal.node, a.node); i >= 0 {
			if into[i] == nil {
				chosen++
			}
			into[i] = append(into[i], a)
		}
	}
	for i, k := range formal.kids {
		below := at
		if chosen > 1 {
			below = &branch{at, place, i}
		}
		w.inside(k, formal.id, into[i], below)
	}
}

// enter notes a visit of the inside of formal beside actual below the choices at. A value may be reached in many ways, as many as there are
// paths; what is inside is visited again only where that makes the choices fewer: those that all ways have in common.
func (w *walker) enter(formal, actual *Value, at *branch) (common *branch, place int32, again bool) {
	visits := w.d.visits
	last := w.met.get(formal.num)
	for i := last; i != 0; i = visits[i].earlier {
		v := &visits[i]
		if !v.actual.same(actual) {
			continue
		}
		common = v.at.meet(at)
		again = common != v.at
		v.at = common
		return common, i, again
	}
	place = int32(len(visits))
	w.d.visits = append(visits, visit{actual, at, last})
	w.met.set(formal.num, place)
	return at, place, true
}

// inside visits the components of formal, at a place tagged id, beside those that alts, alternatives of one value, have there.
func (w *walker) inside(formal *Value, id ID, alts []*Value, at *branch) {
	if len(alts) == 0 {
		return
	}
	for i, k := range formal.kids {
		if k.isPlain() {
			continue // no tag is there
		}
		own := id != 0 && k.id.isPart() && w.d.origin(k.id) == originOf(id, formal.node, i)
		if w.visit(k, w.d.part(formal.node, i, alts), at, own); w.ended {
			return
		}
	}
}

// part is what a value that is one of alts has at the i-th component of n, which includes them.
func (d *Domain) part(n *tree.Node, i int, alts []*Value) *Value {
	if len(alts) == 1 {
		return d.componentAt(n, i, alts[0])
	}
	sources := make([]*Value, len(alts))
	same := true
	for j, a := range alts {
		sources[j] = d.componentAt(n, i, a)
		same = same && sources[j] == sources[0]
	}
	if same {
		return sources[0]
	}
	return d.merged(n, i, alts, sources)
}

// merged is the i-th component of a value that is one of alts: its tag is the one that its origin names.
func (d *Domain) merged(n *tree.Node, i int, alts, sources []*Value) *Value {
	return d.mergeAt(originOf(alts[0].id, n, i), sources)
}
