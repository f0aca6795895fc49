package absval

import (
	"encoding/binary"

	"scf/absval/tree"
	"scf/scfml/core"
)

// What the partial evaluator needs to tell arguments of contours apart.

// Structure is v's structure: tags aside, the set of values that v denotes.
func (v *Value) Structure() *tree.Node { return v.node }

// StructureID identifies v's structure within its domain: equal for values of the same structure, and for no others.
func (v *Value) StructureID() int { return int(v.node.Num) }

// TaggedKey identifies the structures of vs and which of their places are equal: values with the same key are SameTagged, and values that
// are SameTagged have the same key unless they share their parts differently in memory.
func (d *Domain) TaggedKey(vs []*Value) string {
	d.names.reset()
	k := keyWriter{occurrences: d.occurrences(vs), met: &d.noted}
	d.noted.reset()
	for _, v := range vs {
		k.number(v.StructureID())
		k.tag(v.id)
		k.inside(v, v.id)
	}
	return string(k.key)
}

// keyWriter writes a key; parts that are shared are written once.
type keyWriter struct {
	*occurrences
	key         []byte
	last, parts int32                 // the last numbers of a tag, of a part
	met         *table[uint64, int32] // of a part that has been written, by its number: what follows
}

// What has been written of a part: nothing, since no tag inside says anything, or the part with a number of at least firstPart.
const (
	saysNothing int32 = iota + 1
	firstPart
)

func (k *keyWriter) number(n int) { k.key = binary.AppendUvarint(k.key, uint64(n)) }

// tag writes the number of a tag that stands at several places; it reports whether it does.
func (k *keyWriter) tag(id ID) bool {
	if id == 0 || k.count.get(id) < 2 {
		k.number(0)
		return false
	}
	n := k.d.names.get(id)
	if n == 0 {
		k.last++
		n = k.last
		k.d.names.set(id, n)
	}
	k.number(int(n))
	return true
}

// inside writes the tags inside v, at a place tagged id; it reports whether there are some that say something.
func (k *keyWriter) inside(v *Value, id ID) bool {
	if !k.mayRepeat(v, id) {
		k.key = append(k.key, '.')
		return false
	}
	if v.kids != nil {
		switch n := k.met.get(v.num); {
		case n >= firstPart:
			k.key = append(k.key, '@')
			k.number(int(n))
			return true
		case n == saysNothing:
			k.key = append(k.key, '.')
			return false
		}
	}
	start := len(k.key)
	k.key = append(k.key, '(')
	said := k.components(v, id)
	if !said {
		k.key = append(k.key[:start], '.')
	}
	switch {
	case v.kids != nil && said:
		k.parts++
		k.met.set(v.num, firstPart+k.parts)
	case v.kids != nil:
		k.met.set(v.num, saysNothing)
	}
	return said
}

// mayRepeat reports whether tags inside v, at a place tagged id, may stand at several places.
func (k *keyWriter) mayRepeat(v *Value, id ID) bool {
	switch parent := k.isParent(id); {
	case v.kids == nil && !parent || k.repeated == 0:
		return false
	case parent:
		return (v.roots|k.d.rootsOf(id))&k.repeated != 0
	}
	return v.roots&k.repeated != 0
}

func (k *keyWriter) components(v *Value, id ID) bool {
	said := false
	for i := range v.node.Kids {
		p := k.d.kid(v, i)
		at := id
		if v.node.Kind != tree.Alt {
			if at = p.id; at == 0 && k.isParent(id) {
				at = k.d.derived.find(originOf(id, v.node, i))
			}
			said = k.tag(at) || said
		}
		if p.node.Singleton {
			k.key = append(k.key, '.')
			continue
		}
		said = k.inside(p, at) || said
	}
	return said
}

// Expand makes a tuple of v, a value of type t, if t is a type of tuples and v says nothing of its components.
func (d *Domain) Expand(v *Value, t core.Type) *Value {
	tuple, ok := t.(*core.TupleType)
	if !ok || !v.IsTop() {
		return v
	}
	parts := make([]*Value, len(tuple.Elems))
	for i := range parts {
		parts[i] = d.Top()
	}
	return d.value(d.trees.Tuple(nodesOf(parts)), d.newID(), parts)
}
