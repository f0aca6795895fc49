package absval

import (
	"math"
	"slices"

	"scf/absval/tree"
)

// Values as small as what their tags say. A tag inside a value that occurs at one place only means no more than where it stands, which the
// place's origin names as well ([TAG-DERIVE]); so it need not be recorded. On the other hand a tag may follow from one that another place
// has: then it stands, unrecorded, at a place inside that one too, and says that the two are equal. Values that pass from one
// activation to another are brought into a form that records just the tags that say something ([TAG-COMPACT]). Otherwise every value that is taken
// apart and put together would grow a tag at every place, and each call would walk over all of them.

// Freshen is v with every tag replaced by a fresh one, equal tags by equal ones (table 2, freshenIds).
func (d *Domain) Freshen(v *Value) *Value { return d.FreshenAll([]*Value{v})[0] }

// FreshenAll is Freshen of values that share their tags.
func (d *Domain) FreshenAll(vs []*Value) []*Value {
	r := d.occurrences(vs).rewriting()
	r.keep = func(id ID) bool { return r.count.get(id) > 1 }
	new := map[ID]ID{0: 0}
	r.id = func(id ID) ID {
		if _, ok := new[id]; !ok {
			new[id] = d.newID()
		}
		return new[id]
	}
	out := make([]*Value, len(vs))
	for i, v := range vs {
		if j := slices.Index(vs[:i], v); j >= 0 && v.id != 0 {
			out[i] = out[j]
		} else {
			out[i] = r.whole(d.Tagged(v))
		}
	}
	d.rewritten = emptied(d.rewritten)
	return out
}

// Compact is v, the result of a function whose arguments have tags up to last, without the tags inside that say nothing to a caller: those
// at one place that neither come from an argument nor have to do with another place of v. Of too many only the nearest are left.
func (d *Domain) Compact(v *Value, last ID) *Value {
	if v.kids == nil {
		return v
	}
	c := d.occurrences([]*Value{v})
	needed := &d.needed
	needed.reset()
	for _, t := range c.linked {
		_, depth := d.root(t)
		for highest := c.highestOf(t); depth >= highest && needed.get(t) == 0; depth-- {
			needed.set(t, 1)
			t = d.origin(t).of
		}
	}
	r := c.rewriting()
	r.keep = func(id ID) bool {
		return id != 0 && id <= last && !id.isPart() || needed.get(id) > 0 || r.count.get(id) > 1
	}
	r.id = func(id ID) ID { return id }
	w := r.whole(v)
	d.rewritten = emptied(d.rewritten)
	return d.nearest(w)
}

// nearest is v with what is recorded inside as many places as v has nodes, those nearest to the top; of large values fewer, of small ones a
// few more ([TAG-NEAR]). Up to a quarter beyond that stays as it is, so that a long list is not put together again at each element. Only what unrolls a recursive value has more, and each level of it would have as many again.
func (d *Domain) nearest(v *Value) *Value {
	most := d.opts.MaxRecorded
	places := d.recordedPlaces(v)
	if len(places) <= most/4 {
		return v
	}
	n := max(most/4, d.recordable(v))
	if len(places) <= n+n/4 {
		return v
	}
	cut := &cutting{d: d, made: map[*Value]*Value{}}
	for _, w := range places[n:] {
		cut.made[w] = d.value(w.node, w.id, nil)
	}
	return cut.value(v)
}

// recordedPlaces are the values in v, and v, that have tags inside, the nearest first.
func (d *Domain) recordedPlaces(v *Value) []*Value {
	met := &d.noted
	met.reset()
	met.set(v.num, 1)
	out := []*Value{v}
	for i := 0; i < len(out); i++ {
		for _, k := range out[i].kids {
			if k.kids != nil && met.get(k.num) == 0 {
				met.set(k.num, 1)
				out = append(out, k)
			}
		}
	}
	return out
}

// recordable is how many nodes v has, but no more than MaxRecorded.
func (d *Domain) recordable(v *Value) int {
	if n := d.recordables[v.node]; n != 0 {
		return n
	}
	met := &d.noted // nodes, by their numbers
	met.reset()
	met.set(uint64(v.node.Num), 1)
	nodes := []*tree.Node{v.node}
	for i := 0; i < len(nodes) && len(nodes) < d.opts.MaxRecorded; i++ {
		nodes[i].Successors(func(k *tree.Node) {
			if met.get(uint64(k.Num)) == 0 {
				met.set(uint64(k.Num), 1)
				nodes = append(nodes, k)
			}
		})
	}
	n := min(len(nodes), d.opts.MaxRecorded)
	d.recordables[v.node] = n
	return n
}

// cutting puts values together again from those that have been made.
type cutting struct {
	d    *Domain
	made map[*Value]*Value
}

func (c *cutting) value(v *Value) *Value {
	if v.kids == nil {
		return v
	}
	w, ok := c.made[v]
	if !ok {
		w = c.d.changed(v, v.id, c.d.mapped(v, func(_ int, k *Value) *Value { return c.value(k) }))
		c.made[v] = w
	}
	return w
}

// changed is v with another tag and other kids; v itself if these are its own.
func (d *Domain) changed(v *Value, id ID, kids []*Value) *Value {
	if id == v.id && slices.Equal(kids, v.kids) {
		return v
	}
	return d.value(v.node, id, kids)
}

// mapped are what f makes of v's kids; v's own where it makes nothing else of any.
func (d *Domain) mapped(v *Value, f func(int, *Value) *Value) []*Value {
	out := v.kids
	same := true
	for i := range v.node.Kids {
		k := d.kid(v, i)
		new := f(i, k)
		if same && new != k {
			same, out = false, make([]*Value, len(v.node.Kids))
			for j := range i {
				out[j] = d.kid(v, j)
			}
		}
		if !same {
			out[i] = new
		}
	}
	return out
}

// occurrences counts at how many places the tags of some values stand, recorded or not.
type occurrences struct {
	d        *Domain
	visits   *table[uint64, int32] // how often a value has been visited, by its number
	count    *table[ID, int32]
	repeated roots // of the tags that stand at several places
	// linked are the recorded tags that follow from others and stand elsewhere than there.
	linked []ID
	// within are the tags that stand unrecorded inside a place with one of the tags in parents, if there are any.
	within, parents *table[ID, int32]
	unrecorded      bool
	tops            *table[ID, ID]    // of tags that no place has
	highest         *table[ID, int32] // by a root, the least depth of the tags that follow from it, and 1
}

func (d *Domain) occurrences(vs []*Value) *occurrences {
	d.counts.reset()
	d.within.reset()
	d.parents.reset()
	d.tops.reset()
	d.highest.reset()
	d.noted.reset()
	c := &occurrences{
		d: d, visits: &d.noted, count: &d.counts, within: &d.within, parents: &d.parents, tops: &d.tops, highest: &d.highest, linked: d.linked[:0],
	}
	for _, v := range vs {
		c.visit(v, false)
	}
	d.linked = c.linked
	for _, t := range c.linked {
		c.link(t)
	}
	return c
}

func (c *occurrences) add(id ID) {
	n := c.count.get(id)
	c.count.set(id, n+1)
	if n > 0 {
		c.repeated |= c.d.rootsOf(id)
		return
	}
	root, depth := c.d.root(id)
	if h := c.highest.get(root); h == 0 || depth < h-1 {
		c.highest.set(root, depth+1)
	}
}

// highestOf is the least depth of the tags at places that follow from the root that t follows from; what t follows from at lesser depths stands
// nowhere, and is not worth climbing to: where a long list is walked, the tag of its rest follows from that of the whole in as many steps.
func (c *occurrences) highestOf(t ID) int32 {
	root, _ := c.d.root(t)
	if h := c.highest.get(root); h > 0 {
		return h - 1
	}
	return math.MaxInt32
}

// visit counts the tags of v; own reports whether v's tag is the one that follows from where it is.
func (c *occurrences) visit(v *Value, own bool) {
	if v.isPlain() {
		return
	}
	n := c.visits.get(v.num)
	if n == 2 {
		return // what occurs twice has been counted twice
	}
	c.visits.set(v.num, n+1)
	if v.id != 0 {
		c.add(v.id)
		if v.id.isPart() && !own {
			c.linked = append(c.linked, v.id)
		}
	}
	if v.node.Kind != tree.Alt {
		c.inside(v, v.id)
		return
	}
	for _, k := range v.kids {
		c.inside(k, v.id)
	}
}

// inside visits the components of v at a place tagged id.
func (c *occurrences) inside(v *Value, id ID) {
	for i, k := range v.kids {
		own := id != 0 && k.id.isPart() && c.d.origin(k.id) == originOf(id, v.node, i)
		c.visit(k, own)
	}
}

// link counts the place inside another from whose tag t follows, if there is one.
func (c *occurrences) link(t ID) {
	top := c.top(t)
	if top == 0 || c.within.get(t) > 0 {
		return
	}
	c.unrecorded = true
	c.add(t)
	for t != top && c.within.get(t) == 0 {
		c.within.set(t, 1)
		t = c.d.origin(t).of
		c.parents.set(t, 1)
	}
}

// isParent reports whether tags stand unrecorded inside a place tagged id.
func (c *occurrences) isParent(id ID) bool { return c.unrecorded && c.parents.get(id) > 0 }

// top is the nearest of the tags from which t follows that a place has; 0 if none has one.
func (c *occurrences) top(t ID) ID {
	var passed []ID
	top := c.d.origin(t).of
	_, depth := c.d.root(t)
	for highest := c.highestOf(t); c.count.get(top) == 0; {
		if depth--; depth <= highest {
			top = 0
			break
		}
		if known := c.tops.get(top); known != 0 {
			top = known - 1
			break
		}
		passed = append(passed, top)
		top = c.d.origin(top).of
	}
	for _, id := range passed {
		c.tops.set(id, top+1) // 0 is nothing known
	}
	return top
}

// rewriting makes values of other tags. Parts that are shared stay shared.
type rewriting struct {
	*occurrences
	keep  func(ID) bool         // whether a tag inside says something
	id    func(ID) ID           // the new tag
	met   *table[uint64, int32] // the position in the domain's rewritten of what has been made of a value, by its number
	other map[occurrence]*Value // what has been made of it at places with other tags
}

// rewritten is what has been made of a value at a place with a tag.
type rewritten struct {
	id  ID
	new *Value
}

// occurrence is a value at a place with a tag.
type occurrence struct {
	v  *Value
	id ID
}

func (c *occurrences) rewriting() *rewriting {
	c.d.noted.reset()
	c.d.rewritten = append(c.d.rewritten, rewritten{})
	return &rewriting{occurrences: c, met: &c.d.noted}
}

// whole is v, which is part of no other value.
func (r *rewriting) whole(v *Value) *Value {
	if v.isPlain() {
		return v
	}
	return r.d.changed(v, r.id(v.id), r.kids(v, v.id))
}

// part is v, which stands inside another value at a place tagged id.
func (r *rewriting) part(v *Value, id ID) *Value {
	if v.isPlain() {
		if v.node.Singleton || !(r.unrecorded && r.within.get(id) > 0) {
			return v
		}
		return r.made(v, id) // plain values are at many places
	}
	i := r.met.get(v.num)
	if i == 0 {
		i = int32(len(r.d.rewritten))
		r.met.set(v.num, i)
		r.d.rewritten = append(r.d.rewritten, rewritten{id: id})
		w := r.make(v, id)
		r.d.rewritten[i].new = w
		return w
	}
	if m := r.d.rewritten[i]; m.id == id {
		return m.new
	}
	return r.made(v, id)
}

func (r *rewriting) made(v *Value, id ID) *Value {
	at := occurrence{v, id}
	w, ok := r.other[at]
	if !ok {
		if r.other == nil {
			r.other = map[occurrence]*Value{}
		}
		w = r.make(v, id)
		r.other[at] = w
	}
	return w
}

func (r *rewriting) make(v *Value, id ID) *Value {
	var tag ID
	if r.keep(id) {
		tag = r.id(id)
	}
	return r.d.changed(v, tag, r.kids(v, id))
}

// kids are what is recorded inside v, at a place tagged id.
func (r *rewriting) kids(v *Value, id ID) []*Value {
	if v.node.Kind != tree.Alt {
		return r.components(v, id)
	}
	if v.kids == nil && !r.isParent(id) {
		return nil
	}
	return r.d.mapped(v, func(_ int, k *Value) *Value { return r.d.changed(k, 0, r.components(k, id)) })
}

func (r *rewriting) components(v *Value, id ID) []*Value {
	if v.kids == nil && !r.isParent(id) {
		return nil
	}
	return r.d.mapped(v, func(i int, k *Value) *Value {
		at := k.id
		if at == 0 && r.isParent(id) {
			at = r.d.derived.find(originOf(id, v.node, i))
		}
		return r.part(k, at)
	})
}
