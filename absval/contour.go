package absval

import (
	"strconv"
	"strings"

	"scf/scfml"
)

// What the partial evaluator needs to tell arguments of contours apart.

// StructureID identifies v's structure within its domain: equal for values of the same structure, and for no others.
func (v *Value) StructureID() int { return int(v.node.num) }

// TaggedKey identifies the structures of vs and the partition of their places by tags: values that are SameTagged and share subvalues alike
// have the same key, and values with the same key are SameTagged.
func (d *Domain) TaggedKey(vs []*Value) string {
	k := keyWriter{ids: map[ID]int{}, seen: map[*Value]int{}}
	for _, v := range vs {
		k.b.WriteString(strconv.Itoa(v.StructureID()))
		if v.id == 0 {
			v = d.value(v.node, d.newID(), v.kids)
		}
		k.tags(v)
	}
	return k.b.String()
}

type keyWriter struct {
	b    strings.Builder
	ids  map[ID]int
	seen map[*Value]int
}

func (k *keyWriter) tags(v *Value) {
	if v == v.node.plain {
		k.b.WriteByte('.')
		return
	}
	if n, ok := k.seen[v]; ok {
		k.b.WriteString("@" + strconv.Itoa(n))
		return
	}
	k.seen[v] = len(k.seen)
	if _, ok := k.ids[v.id]; !ok {
		k.ids[v.id] = len(k.ids)
	}
	k.b.WriteString("#" + strconv.Itoa(k.ids[v.id]))
	if v.kids != nil {
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
	return d.Tuple(parts)
}
