package absval

import (
	"encoding/binary"

	"scf/scfml"
)

// What the partial evaluator needs to tell arguments of contours apart.

// StructureID identifies v's structure within its domain: equal for values of the same structure, and for no others.
func (v *Value) StructureID() int { return int(v.node.num) }

// TaggedKey identifies the structures of vs, which CanonTags gave, and which of their places are equal: values with the same key are
// SameTagged, and values that are SameTagged have the same key unless they share their parts differently in memory.
func (d *Domain) TaggedKey(vs []*Value) string {
	k := keyWriter{met: d.traversal()}
	for _, v := range vs {
		k.number(v.StructureID())
		k.tags(v)
	}
	return string(k.key)
}

// keyWriter writes a key; parts that are shared are written once.
type keyWriter struct {
	key  []byte
	met  traversal // the numbers of the values that have been written
	last int32
}

func (k *keyWriter) number(n int) { k.key = binary.AppendUvarint(k.key, uint64(n)) }

func (k *keyWriter) tags(v *Value) {
	k.number(int(v.id))
	if v.kids == nil {
		k.key = append(k.key, '.')
		return
	}
	n := k.met.note(v)
	if *n > 0 {
		k.key = append(k.key, '@')
		k.number(int(*n))
		return
	}
	k.last++
	*n = k.last
	k.key = append(k.key, '(')
	for _, c := range v.kids {
		k.tags(c)
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
