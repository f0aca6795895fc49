package absval

import (
	"slices"

	"scf/absval/tree"
)

// Instantiation: what a contour's cached result says at one of its calls ([TAG-INST]). Tags are local to an activation, so a
// tag of the result means something to the caller only where it came in through the arguments: the place then holds what
// stands at the corresponding place of the actual arguments. Every other tag is replaced by a fresh one.

// Instantiate is result, which a contour with these formals returns, for a call with these actuals, which the formals include. Where the
// result is a part of the formals it becomes that part of the actuals, or keeps its structure if that is the smaller.
func (d *Domain) Instantiate(result *Value, formals, actuals []*Value) *Value {
	in := d.instance(false)
	w := d.walk(in.visit)
	for i := range formals {
		w.pair(formals[i], actuals[i])
	}
	new := in.value(result)
	d.forget()
	return new
}

// Refinement is what a match that succeeded says about other values of the activation: places equal to one that is now known
// better are known better too.
type Refinement struct{ in *instance }

// Refinement is for a value from of which the part to matched.
func (d *Domain) Refinement(from, to *Value) *Refinement {
	in := d.instance(true)
	d.walk(in.visit).pair(from, to)
	d.forget()
	return &Refinement{in}
}

// Apply is v in the light of the match. Tags stay.
func (r *Refinement) Apply(v *Value) *Value {
	if r.in.done.noted == nil {
		r.in.done.resetAs(8)
	}
	return r.in.value(v)
}

type instance struct {
	d     *Domain
	keep  bool  // tags that are not bound stay as they are
	roots roots // of the tags that are bound
	*instanceNotes
}

// instanceNotes are what an instance notes.
type instanceNotes struct {
	bound notes[ID, binding]
	other table[ID, ID]
	done  notes[uint64, *Value] // what has been made of values, by their numbers
}

// binding is what the caller has for a tag: what stands at its places, one of which counts for all where that place is present in every
// run; none where the caller has nothing. Once it has been asked for it is one value.
type binding struct {
	value  *Value // what stands at the first of its places
	others []*Value
	always bool
}

// instance notes where the domain's last one did that did not keep tags, which nobody asks any more; one that keeps them lives longer.
func (d *Domain) instance(keep bool) *instance {
	in := &instance{d: d, keep: keep}
	if keep {
		in.instanceNotes = &instanceNotes{}
		in.bound.resetAs(8)
	} else {
		in.instanceNotes = &d.instances
		in.bound.reset()
		in.done.reset()
		in.other.reset()
	}
	return in
}

// visit is bind, as a visitor of a whole walk.
func (in *instance) visit(formal, actual *Value, at *branch, own bool) bool {
	in.bind(formal, actual, at, own)
	return true
}

// bind notes what stands at a formal place. Of several places with one tag, those that are below alternatives may be absent: then each
// counts with all that it may be there, and where they are not identical the tag means nothing in particular to the caller. A place
// that is always present speaks for all. A place with a tag of its own follows from the one that it is in, where other alternatives may
// have it too.
func (in *instance) bind(formal, actual *Value, at *branch, own bool) {
	if own || in.keep && at != nil {
		return // an equal place may be present where this one is not
	}
	in.roots |= in.d.rootsOf(formal.id)
	old, known := in.bound.at(formal.id)
	switch {
	case !known || at == nil && !old.always:
		*old = binding{value: actual, always: at == nil}
	case at != nil && old.always:
	case at == nil:
		if in.d.trees.Leq(actual.node, old.value.node) {
			old.value = actual
		}
	case !actual.same(old.value) && !slices.ContainsFunc(old.others, actual.same):
		old.others = append(old.others, actual)
	}
}

// same reports whether v and w have the same structure and tag, and the same components recorded.
func (v *Value) same(w *Value) bool {
	return v == w || v.node == w.node && v.id == w.id && len(v.kids) == len(w.kids) && (len(v.kids) == 0 || &v.kids[0] == &w.kids[0])
}

// resolve is what the caller has for a tag of the callee: of a formal, or of a part of one that the callee took out of it.
func (in *instance) resolve(id ID) *Value {
	if id == 0 {
		return nil
	}
	b, known := in.bound.at(id)
	switch {
	case !known:
		if o := in.d.origin(id); o.of != 0 {
			if of := in.resolve(o.of); of != nil {
				v := in.d.take(of, o)
				b, _ = in.bound.at(id) // which may stand elsewhere now
				b.value = v
			}
		}
	case len(b.others) > 0:
		b.value, b.others = in.gather(append([]*Value{b.value}, b.others...)), nil
	}
	return b.value
}

// gather is the value that is one of vs, which stand at places that are equal as far as they are present.
func (in *instance) gather(vs []*Value) *Value {
	id := vs[0].id
	if slices.ContainsFunc(vs, func(v *Value) bool { return !in.d.Identical(v, vs[0]) }) {
		id = in.d.newID()
	}
	return in.d.gather(id, vs)
}

// take is the part of v at the origin o; nil if v has no such part.
func (d *Domain) take(v *Value, o origin) *Value {
	o.of = v.id
	if v.node.Kind == tree.Top {
		return d.value(d.trees.Top, d.derive(o), nil)
	}
	var sources []*Value
	for _, a := range d.alternativesOf(v) {
		if part := d.partAt(a, o); part != nil {
			sources = append(sources, part)
		}
	}
	switch len(sources) {
	case 0:
		return nil
	case 1:
		return sources[0]
	}
	return d.mergeAt(o, sources)
}

// partAt is the part of v, which has no alternatives, at the place in it that o names; nil if v has none. Of sets, every key has a place.
func (d *Domain) partAt(v *Value, o origin) *Value {
	if o.key == nil {
		if v.node.Con != o.con || v.node.Kind != tree.Con && v.node.Kind != tree.Tuple || o.index >= len(v.node.Kids) {
			return nil
		}
		return d.component(v, o.index)
	}
	if v.node.Kind != tree.Map {
		return nil
	}
	i := tree.MustIndex(v.node, o.key)
	switch {
	case i >= 0:
		return d.component(v, i)
	case v.node.IsSet:
		return d.value(d.trees.SetLookup(v.node, o.key), d.derive(o), nil)
	}
	return nil
}

// value is v for the caller, or in the light of a match: then it is v itself where no tag of it follows from what is bound.
func (in *instance) value(v *Value) *Value {
	if v.isPlain() || in.keep && v.roots&in.roots == 0 {
		return v
	}
	w, known := in.done.at(v.num)
	if known {
		return *w
	}
	new := in.make(v)
	w, _ = in.done.at(v.num)
	*w = new
	return new
}

func (in *instance) make(v *Value) *Value {
	act := in.resolve(v.id)
	if act != nil && in.d.trees.Leq(act.node, v.node) {
		return act
	}
	id := in.otherID(v.id)
	if act != nil {
		if !in.d.trees.Leq(v.node, act.node) {
			return act
		}
		id = act.id
	}
	kids := make([]*Value, len(v.kids))
	for i, k := range v.kids {
		kids[i] = in.value(k)
	}
	return in.d.rebuild(v.node, id, kids)
}

func (in *instance) otherID(id ID) ID {
	if id == 0 || in.keep {
		return id
	}
	new := in.other.get(id)
	if new == 0 {
		new = in.d.newID()
		in.other.set(id, new)
	}
	return new
}

// rebuild is a value of n with other components, whose structures may have changed; none where n has none recorded.
func (d *Domain) rebuild(n *tree.Node, id ID, kids []*Value) *Value {
	if len(kids) == 0 || tree.SameNodes(nodesOf(kids), n.Kids) {
		return d.value(n, id, kids)
	}
	switch n.Kind {
	case tree.Tuple:
		return d.value(d.trees.Tuple(nodesOf(kids)), id, kids)
	case tree.Con:
		return d.value(d.trees.Apply(n.Con, nodesOf(kids)), id, kids)
	case tree.Map:
		m := mapView{isSet: n.IsSet, may: n.May}
		for i, k := range n.Keys {
			m.must = append(m.must, mustEntry{k, kids[i]})
		}
		return d.mapValue(id, m)
	}
	alts := make([]*Value, len(kids))
	for i, k := range kids {
		alts[i] = d.value(k.node, id, k.kids)
	}
	return d.gather(id, alts)
}
