package absval

import (
	"slices"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Value is an abstract value: a set of concrete values (its structure, a Node) and what is known to be equal in every one of them
// (identity tags). Values are immutable.
//
// A tag is a fact of one activation: all places with one tag hold the same concrete value there, those of alternatives that
// are not the actual one excepted (§3.2.2.3). Singletons carry no tags, being equal anyway. A place without a tag inside a
// tagged value has one all the same, which its origin names ([TAG-DERIVE]); component works it out where it is asked for.
type Value struct {
	node *tree.Node
	id   ID
	// kids are the tagged components, parallel to node.kids: the components of a tuple or constructor application, the must
	// values of a map, the alternatives of a set, whose own id is zero, since they are at the place of the set. nil where no
	// place inside has a tag.
	kids  []*Value
	num   uint64 // unique in the domain: for memos and marks, never for order
	roots roots  // of the tags of v and inside
}

// value is n with a tag; the tag is dropped where n is a singleton or empty, kids where none has a tag.
func (d *Domain) value(n *tree.Node, id ID, kids []*Value) *Value {
	if n.Singleton || n.Kind == tree.Bottom {
		return d.plain(n)
	}
	if allPlain(kids) {
		kids = nil
	}
	if id == 0 && kids == nil {
		return d.plain(n)
	}
	return d.newValue(n, id, kids)
}

// chunkOfValues is how many values are made together. One that is in use keeps all of them, and what these are made of: what lives longest stands by itself (plain, Detached).
const chunkOfValues = 64

func (d *Domain) newValue(n *tree.Node, id ID, kids []*Value) *Value {
	if len(d.spareValues) == 0 {
		d.spareValues = make([]Value, chunkOfValues)
	}
	v := &d.spareValues[0]
	d.spareValues = d.spareValues[1:]
	d.lastValue++
	v.node, v.id, v.kids, v.num, v.roots = n, id, kids, d.lastValue, d.rootsOf(id)
	for _, k := range kids {
		v.roots |= k.roots
	}
	return v
}

// roots is a set of tags that follow from no other, a bit for each 64th of them: what it tells is that others are not in it.
type roots uint64

// rootsOf is the set of what id follows from.
func (d *Domain) rootsOf(id ID) roots {
	if id == 0 {
		return 0
	}
	root, _ := d.root(id)
	return 1 << (uint64(root/2) % 64)
}

// plain is n without tags.
func (d *Domain) plain(n *tree.Node) *Value {
	for int(n.Num) >= len(d.plains) {
		d.plains = append(d.plains, nil)
	}
	v := d.plains[n.Num]
	if v == nil {
		d.lastValue++
		v = &Value{node: n, num: d.lastValue}
		d.plains[n.Num] = v
	}
	return v
}

// Detached is v once more, in memory that no other value is in: what has been made beside v may be forgotten.
func (d *Domain) Detached(v *Value) *Value {
	d.spareValues = nil
	done := map[*Value]*Value{}
	var again func(v *Value) *Value
	again = func(v *Value) *Value {
		if v.isPlain() {
			return v
		}
		w := done[v]
		if w == nil {
			kids := slices.Clone(v.kids)
			for i, k := range kids {
				kids[i] = again(k)
			}
			w = d.newValue(v.node, v.id, kids)
			done[v] = w
		}
		return w
	}
	v = again(v)
	d.spareValues = nil
	return v
}

// isPlain reports whether v has no tags.
func (v *Value) isPlain() bool { return v.id == 0 && v.kids == nil }

// fresh is n with a tag of its own.
func (d *Domain) fresh(n *tree.Node) *Value { return d.value(n, d.newID(), nil) }

// Bottom is no value.
func (d *Domain) Bottom() *Value { return d.plain(d.trees.Bottom) }

// Top is any value.
func (d *Domain) Top() *Value { return d.fresh(d.trees.Top) }

// AnyInt is any integer.
func (d *Domain) AnyInt() *Value { return d.fresh(d.trees.Bases[core.IntType]) }

// Tuple is the tuple of vs; one value alone is itself, none are unit (figure 5.9).
func (d *Domain) Tuple(vs []*Value) *Value {
	if len(vs) == 1 {
		return vs[0]
	}
	return d.coarse(d.value(d.trees.Tuple(nodesOf(vs)), d.newID(), slices.Clone(vs)))
}

// Con is the constructor c applied to all its arguments (figure 5.10).
func (d *Domain) Con(c *core.Con, args []*Value) *Value {
	return d.coarse(d.value(d.trees.Apply(c, nodesOf(args)), d.newID(), slices.Clone(args)))
}

func nodesOf(vs []*Value) []*tree.Node {
	ns := make([]*tree.Node, len(vs))
	for i, v := range vs {
		ns[i] = v.node
	}
	return ns
}

// kid is the i-th component as it is stored: untagged where nothing is recorded.
func (d *Domain) kid(v *Value, i int) *Value {
	if v.kids != nil {
		return v.kids[i]
	}
	return d.plain(v.node.Kids[i])
}

// known reports whether the places inside v have identities of their own: recorded tags, or they are singletons.
func (v *Value) known() bool { return v.kids != nil || v.node.Singleton }

// component is the i-th component of v, a tuple, constructor application or map, with a tag. What has none recorded gets the
// one that its origin names, so that taking it twice gives equal tags.
func (d *Domain) component(v *Value, i int) *Value {
	k := d.kid(v, i)
	if k.id != 0 || k.node.Singleton {
		return k
	}
	return d.value(k.node, d.derive(originOf(v.id, v.node, i)), k.kids)
}

// originOf is the origin of the i-th component of a value of n tagged id.
func originOf(id ID, n *tree.Node, i int) origin {
	if n.Kind == tree.Map {
		return origin{of: id, key: n.Keys[i]}
	}
	return origin{of: id, con: n.Con, index: i}
}

// components are all components of v.
func (d *Domain) components(v *Value) []*Value {
	out := make([]*Value, len(v.node.Kids))
	for i := range out {
		out[i] = d.component(v, i)
	}
	return out
}

// alternativesOf are the alternatives of v, each with v's tag; v itself where it has none.
func (d *Domain) alternativesOf(v *Value) []*Value {
	if v.node.Kind != tree.Alt {
		return []*Value{v}
	}
	out := make([]*Value, len(v.node.Kids))
	for i := range out {
		k := d.kid(v, i)
		out[i] = d.value(k.node, v.id, k.kids)
	}
	return out
}

// Alternatives are the top-level alternatives of v, each a value with v's tag; v itself if there is but one. Bool has two, a
// recursive value those of its first unrolling, Bottom none.
func (d *Domain) Alternatives(v *Value) []*Value {
	switch {
	case v.node == d.trees.Bottom:
		return nil
	case v.node == d.trees.Bases[core.BoolType]:
		return []*Value{d.plain(d.trees.Truths[0]), d.plain(d.trees.Truths[1])}
	}
	return d.alternativesOf(v)
}

// Untagged is v's structure, without any tags: cheaper to take apart.
func (d *Domain) Untagged(v *Value) *Value { return d.plain(v.node) }

// Components are the components of a tuple or the arguments of a single constructor application; nil for any other value.
func (d *Domain) Components(v *Value) []*Value {
	if v.node.Kind != tree.Tuple && v.node.Kind != tree.Con {
		return nil
	}
	return d.components(v)
}

// IsTuple reports whether v is one tuple or unit.
func (v *Value) IsTuple() bool { return v.node.Kind == tree.Tuple }

// Con is the constructor of v if v is a single constructor application, nil otherwise.
func (v *Value) Con() *core.Con { return v.node.Con }

// IsBottom reports whether v denotes no value.
func (v *Value) IsBottom() bool { return v.node.Kind == tree.Bottom }

// IsTop reports whether v denotes every value.
func (v *Value) IsTop() bool { return v.node.Kind == tree.Top }

// IsSingleton reports whether v denotes exactly one value.
func (v *Value) IsSingleton() bool { return v.node.Singleton }

// IsScalar reports whether every member of v is an integer, a truth, a character or a string (figure 5.8).
func (v *Value) IsScalar() bool {
	if v.node.Kind == tree.Alt {
		return !slices.ContainsFunc(v.node.Kids, func(n *tree.Node) bool { return !n.IsScalar() })
	}
	return v.node.IsScalar()
}

// SameStructure reports whether v and w denote the same set, tags aside (figure 5.7, mustBeEqual).
func (v *Value) SameStructure(w *Value) bool { return v.node == w.node }

// Size is the number of distinct nodes of v.
func (d *Domain) Size(v *Value) int { return d.trees.Size(v.node) }
