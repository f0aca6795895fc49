package absval

import (
	"strconv"
	"strings"

	"scf/scfml"
)

// What the partial evaluator needs to tell arguments of contours apart.

// StructureID identifies v's structure within its domain: equal for values of the same structure, and for no others.
func (v *Value) StructureID() int { return int(v.node.num) }

// TaggedKey identifies the structures of vs and which of their places are equal: values with the same key are SameTagged, and values that
// are SameTagged have the same key unless they share their parts differently in memory.
func (d *Domain) TaggedKey(vs []*Value) string {
	k := keyWriter{shared: newSharedTags(vs), ids: map[ID]int{}, seen: map[*Value]int{}}
	for _, v := range vs {
		k.b.WriteString(strconv.Itoa(v.StructureID()))
		k.tags(v)
	}
	return k.b.String()
}

type keyWriter struct {
	b      strings.Builder
	shared *tagSharing
	ids    map[ID]int
	seen   map[*Value]int
}

func (k *keyWriter) tags(v *Value) {
	inside := k.shared.inside(v)
	if !inside && !k.shared.ids[v.id] {
		k.b.WriteByte('.')
		return
	}
	if n, ok := k.seen[v]; ok {
		k.b.WriteString("@" + strconv.Itoa(n))
		return
	}
	k.seen[v] = len(k.seen)
	if k.shared.ids[v.id] {
		if _, ok := k.ids[v.id]; !ok {
			k.ids[v.id] = len(k.ids)
		}
		k.b.WriteString("#" + strconv.Itoa(k.ids[v.id]))
	}
	if inside {
		k.b.WriteByte('(')
		for _, c := range v.kids {
			k.tags(c)
		}
		k.b.WriteByte(')')
	}
}

// Expand makes a tuple of v, a value of type t, if t is a type of tuples and v says nothing of its components.
func (d *Domain) Expand(v *Value, t scfml.Type) *Value {
	tuple, ok := t.(*scfml.TupleType)
	if !ok || !d.IsTop(v) {
		return v
	}
	parts := make([]*Value, len(tuple.Elems))
	for i := range parts {
		parts[i] = d.Top()
	}
	return d.value(d.tuple(nodesOf(parts)), d.newID(), parts)
}
