package absval

import (
	"slices"

	"scf/scfml/core"
)

// Value is an abstract value: a set of concrete values (its structure, a Node) and what is known to be equal in every one of them
// (identity tags). Values are immutable.
//
// A tag is a fact of one activation: all places with one tag hold the same concrete value there, those of alternatives that
// are not the actual one excepted (§3.2.2.3). Singletons carry no tags, being equal anyway. A place without a tag inside a
// tagged value has one all the same, which its origin names ([TAG-DERIVE]); component works it out where it is asked for.
type Value struct {
	node *Node
	id   ID
	// kids are the tagged components, parallel to node.kids: the components of a tuple or constructor application, the must
	// values of a map, the alternatives of a set, whose own id is zero, since they are at the place of the set. nil where no
	// place inside has a tag.
	kids []*Value

	traversal traversal // the last one that noted something
	noted     int32
}

// value is n with a tag; the tag is dropped where n is a singleton or empty, kids where none has a tag.
func (d *Domain) value(n *Node, id ID, kids []*Value) *Value {
	if n.singleton || n.kind == kindBottom {
		return n.plain
	}
	if isPlain(kids) {
		kids = nil
	}
	if id == 0 && kids == nil {
		return n.plain
	}
	if len(d.spareValues) == 0 {
		d.spareValues = make([]Value, 64)
	}
	v := &d.spareValues[0]
	d.spareValues = d.spareValues[1:]
	v.node, v.id, v.kids = n, id, kids
	return v
}

// fresh is n with a tag of its own.
func (d *Domain) fresh(n *Node) *Value { return d.value(n, d.newID(), nil) }

// Bottom is no value.
func (d *Domain) Bottom() *Value { return d.bottom.plain }

// Top is any value.
func (d *Domain) Top() *Value { return d.fresh(d.top) }

// AnyInt is any integer.
func (d *Domain) AnyInt() *Value { return d.fresh(d.bases[core.IntType]) }

// AnyBool is true or false.
func (d *Domain) AnyBool() *Value { return d.fresh(d.bases[core.BoolType]) }

// AnyChar is any character.
func (d *Domain) AnyChar() *Value { return d.fresh(d.bases[core.CharType]) }

// AnyString is any string.
func (d *Domain) AnyString() *Value { return d.fresh(d.bases[core.StringType]) }

// EmptyMap is the map without entries.
func (d *Domain) EmptyMap() *Value { return d.mapNode(false, nil, nil).plain }

// EmptySet is the set without members.
func (d *Domain) EmptySet() *Value { return d.mapNode(true, nil, nil).plain }

// Tuple is the tuple of vs; one value alone is itself, none are unit (figure 5.9).
func (d *Domain) Tuple(vs []*Value) *Value {
	if len(vs) == 1 {
		return vs[0]
	}
	return d.coarse(d.value(d.tuple(nodesOf(vs)), d.newID(), slices.Clone(vs)))
}

// Con is the constructor c applied to all its arguments (figure 5.10).
func (d *Domain) Con(c *core.Con, args []*Value) *Value {
	return d.coarse(d.value(d.apply(c, nodesOf(args)), d.newID(), slices.Clone(args)))
}

// apply is the node of a constructor application ([NF-ANDZ-CON]).
func (d *Domain) apply(c *core.Con, kids []*Node) *Node {
	if slices.Contains(kids, d.bottom) {
		return d.bottom
	}
	return d.intern(&Node{kind: kindCon, con: c, kids: kids})
}

func nodesOf(vs []*Value) []*Node {
	ns := make([]*Node, len(vs))
	for i, v := range vs {
		ns[i] = v.node
	}
	return ns
}

// kid is the i-th component as it is stored: untagged where nothing is recorded.
func (v *Value) kid(i int) *Value {
	if v.kids != nil {
		return v.kids[i]
	}
	return v.node.kids[i].plain
}

// known reports whether the places inside v have identities of their own: recorded tags, or they are singletons.
func (v *Value) known() bool { return v.kids != nil || v.node.singleton }

// component is the i-th component of v, a tuple, constructor application or map, with a tag. What has none recorded gets the
// one that its origin names, so that taking it twice gives equal tags.
func (d *Domain) component(v *Value, i int) *Value {
	k := v.kid(i)
	if k.id != 0 || k.node.singleton {
		return k
	}
	return d.value(k.node, d.derive(originOf(v.id, v.node, i)), k.kids)
}

// originOf is the origin of the i-th component of a value of n tagged id.
func originOf(id ID, n *Node, i int) origin {
	if n.kind == kindMap {
		return origin{of: id, key: n.keys[i]}
	}
	return origin{of: id, con: n.con, index: i}
}

// components are all components of v.
func (d *Domain) components(v *Value) []*Value {
	out := make([]*Value, len(v.node.kids))
	for i := range out {
		out[i] = d.component(v, i)
	}
	return out
}

// alternativesOf are the alternatives of v, each with v's tag; v itself where it has none.
func (d *Domain) alternativesOf(v *Value) []*Value {
	if v.node.kind != kindAlt {
		return []*Value{v}
	}
	out := make([]*Value, len(v.node.kids))
	for i := range out {
		k := v.kid(i)
		out[i] = d.value(k.node, v.id, k.kids)
	}
	return out
}

// Alternatives are the top-level alternatives of v, each a value with v's tag; v itself if there is but one. Bool has two, a
// recursive value those of its first unrolling, Bottom none.
func (d *Domain) Alternatives(v *Value) []*Value {
	switch {
	case v.node == d.bottom:
		return nil
	case v.node == d.bases[core.BoolType]:
		return []*Value{d.truths[0].plain, d.truths[1].plain}
	}
	return d.alternativesOf(v)
}

// Untagged is v's structure, without any tags: cheaper to take apart.
func (v *Value) Untagged() *Value { return v.node.plain }

// Components are the components of a tuple or the arguments of a single constructor application; nil for any other value.
func (d *Domain) Components(v *Value) []*Value {
	if v.node.kind != kindTuple && v.node.kind != kindCon {
		return nil
	}
	return d.components(v)
}

// IsTuple reports whether v is one tuple or unit.
func (d *Domain) IsTuple(v *Value) bool { return v.node.kind == kindTuple }

// ConOf is the constructor of v if v is a single constructor application, nil otherwise.
func (d *Domain) ConOf(v *Value) *core.Con { return v.node.con }

// IsBottom reports whether v denotes no value.
func (d *Domain) IsBottom(v *Value) bool { return v.node == d.bottom }

// IsTop reports whether v denotes every value.
func (d *Domain) IsTop(v *Value) bool { return v.node == d.top }

// IsSingleton reports whether v denotes exactly one value.
func (d *Domain) IsSingleton(v *Value) bool { return v.node.singleton }

// IsScalar reports whether every member of v is an integer, a truth, a character or a string (figure 5.8).
func (d *Domain) IsScalar(v *Value) bool {
	return !slices.ContainsFunc(d.alternatives(v.node), func(n *Node) bool { return !n.isScalar() })
}

// SameStructure reports whether a and b denote the same set, tags aside (figure 5.7, mustBeEqual).
func (d *Domain) SameStructure(a, b *Value) bool { return a.node == b.node }

// Leq reports whether every value of a is one of b, tags aside; false means unknown.
func (d *Domain) Leq(a, b *Value) bool { return d.leq(a.node, b.node) }

// Disjoint reports whether a and b have no value in common; false means unknown.
func (d *Domain) Disjoint(a, b *Value) bool { return d.disjoint(a.node, b.node) }

// Size is the number of distinct nodes of v.
func (d *Domain) Size(v *Value) int {
	seen := map[*Node]bool{}
	work := []*Node{v.node}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[n] {
			seen[n] = true
			work = append(work, parts(n)...)
		}
	}
	return len(seen)
}
