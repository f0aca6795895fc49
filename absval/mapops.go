package absval

import (
	"slices"

	"scf/scfml/core"
)

// Operations on maps and sets (§5.3.7.1 to 5.3.7.3). They work on a view, which has the must values with their tags.

// mustEntry is an entry that every map of the set has: its key is a singleton.
type mustEntry struct {
	key *Node
	val *Value
}

// mapView is a map taken apart.
type mapView struct {
	whole *Value // the map itself
	isSet bool
	must  []mustEntry // by key
	may   []entry
}

// MustEntry is an entry that every concrete map has; Key is a singleton. Of a set, Value reports whether Key is a member.
type MustEntry struct{ Key, Value *Value }

// MayEntry is what entries a concrete map may have beside the must keys: those whose key is one of Key and whose value is one of Value.
type MayEntry struct{ Key, Value *Value }

// MapEntries are the entries of v, a map or set; ok is false if v is neither. Keys and may values have no tags.
func (d *Domain) MapEntries(v *Value) (must []MustEntry, may []MayEntry, ok bool) {
	if v.node.kind != kindMap {
		return nil, nil, false
	}
	for i, k := range v.node.keys {
		must = append(must, MustEntry{k.plain, d.component(v, i)})
	}
	for _, e := range v.node.may {
		may = append(may, MayEntry{e.key.plain, e.val.plain})
	}
	return must, may, true
}

// IsSet reports whether v is a set, represented as a map to bool.
func (d *Domain) IsSet(v *Value) bool { return v.node.kind == kindMap && v.node.isSet }

// view takes v apart as a map, or as a set. ok is false where v is no such thing, which no typed program computes with.
func (d *Domain) view(v *Value, isSet bool) (m mapView, ok bool) {
	n := d.asMap(v.node, isSet)
	if n == nil {
		return m, false
	}
	m = mapView{whole: v, isSet: isSet, may: n.may}
	if v.node.kind == kindTop {
		return m, true
	}
	part := d.alternativesOf(v)[max(0, slices.Index(d.alternatives(v.node), n))]
	for i, k := range n.keys {
		m.must = append(m.must, mustEntry{k, d.component(part, i)})
	}
	return m, true
}

// mapValue is the map that m describes, in normal form, with tag id.
func (d *Domain) mapValue(id ID, m mapView) *Value {
	must := make([]entry, len(m.must))
	vals := make(map[*Node]*Value, len(m.must))
	for i, e := range m.must {
		must[i] = entry{e.key, e.val.node}
		vals[e.key] = e.val
	}
	n := d.mapNode(m.isSet, must, m.may)
	kids := make([]*Value, len(n.keys))
	for i, k := range n.keys {
		kids[i] = n.kids[i].plain
		if v := vals[k]; v != nil && v.node == n.kids[i] {
			kids[i] = v
		}
	}
	return d.value(n, id, kids)
}

// index is the position of a singleton key among m's must entries; -1 if it is none.
func (m *mapView) index(key *Node) int {
	i, ok := slices.BinarySearchFunc(m.must, key, func(e mustEntry, k *Node) int { return less(e.key, k) })
	if !ok {
		return -1
	}
	return i
}

// with is m with the singleton key mapped to v.
func (m mapView) with(key *Node, v *Value) mapView {
	i, ok := slices.BinarySearchFunc(m.must, key, func(e mustEntry, k *Node) int { return less(e.key, k) })
	m.must = slices.Clone(m.must)
	if ok {
		m.must[i].val = v
	} else {
		m.must = slices.Insert(m.must, i, mustEntry{key, v})
	}
	return m
}

// excludes reports whether no key of m is one of key; of a set, whether none is a member.
func (d *Domain) excludes(m mapView, key *Node) bool {
	for _, e := range m.must {
		if !d.disjoint(e.key, key) && !(m.isSet && e.val.node == d.truths[0]) {
			return false
		}
	}
	return !slices.ContainsFunc(m.may, func(e entry) bool {
		return !d.disjoint(e.key, key) && !(key.singleton && m.index(key) >= 0)
	})
}

// store maps key to v in m ([MAP-INSERT], figure 5.12): a singleton key becomes a must key; of another one, every must key that it may
// be keeps its place with either value, and the rest is a may entry.
func (d *Domain) store(m mapView, key *Node, v *Value, id ID) *Value {
	if key.singleton {
		if i := m.index(key); i >= 0 && d.Identical(m.must[i].val, v) {
			return m.whole
		}
		return d.mapValue(id, m.with(key, v))
	}
	m.must = slices.Clone(m.must)
	for i, e := range m.must {
		if !d.disjoint(e.key, key) {
			m.must[i].val = d.mergeAt(origin{of: id, key: e.key}, []*Value{e.val, v})
		}
	}
	m.may = append(slices.Clone(m.may), entry{key, v.node})
	return d.mapValue(id, m)
}

// mergeAt is the value of a place that is one of vs: with the tag that they share, or else the one that o names.
func (d *Domain) mergeAt(o origin, vs []*Value) *Value {
	if commonToken(vs).kind != 0 {
		return d.gather(vs[0].id, vs)
	}
	return d.gather(d.derive(o), vs)
}

// delete takes the member key out of the set m by storing false ([SET-DELETE]).
func (d *Domain) delete(m mapView, key *Node, id ID) *Value {
	if d.excludes(m, key) {
		return m.whole
	}
	return d.store(m, key, d.truths[0].plain, id)
}

// remove takes key out of the map m ([MAP-REMOVE]): a must entry that may go becomes a may entry, one that goes disappears.
func (d *Domain) remove(m mapView, key *Node, id ID) *Value {
	if d.excludes(m, key) {
		return m.whole
	}
	out := mapView{may: slices.Clone(m.may)}
	if key.singleton {
		for i := range out.may {
			out.may[i].key = d.without(out.may[i].key, key)
		}
	}
	for _, e := range m.must {
		switch {
		case d.disjoint(e.key, key):
			out.must = append(out.must, e)
		case !key.singleton:
			out.may = append(out.may, entry{e.key, e.val.node})
		}
	}
	return d.mapValue(id, out)
}

// without is n without the singleton k, as far as it can be expressed.
func (d *Domain) without(n, k *Node) *Node {
	if k.kind == kindConst && n.isScalar() {
		return d.withoutConst(n, k)
	}
	alts := d.alternatives(n)
	if !slices.Contains(alts, k) {
		return n
	}
	return d.joinAll(slices.DeleteFunc(slices.Clone(alts), func(a *Node) bool { return a == k }))
}

// hits are the values that m may hold for keys of key, and whether it may hold none ([MAP-FIND], figure 5.14).
func (d *Domain) hits(m mapView, key *Node) (vals []*Value, missing bool) {
	var rest []*Node // what of key is no must key
	for _, k := range d.alternatives(key) {
		if !k.singleton || m.index(k) < 0 {
			rest = append(rest, k)
		}
	}
	for _, e := range m.must {
		if !d.disjoint(e.key, key) {
			vals = append(vals, e.val)
		}
	}
	for _, e := range m.may {
		if slices.ContainsFunc(rest, func(k *Node) bool { return !d.disjoint(e.key, k) }) {
			vals = append(vals, e.val.plain)
		}
	}
	return vals, len(rest) > 0
}

// find looks key up in the map m (figure 5.13).
func (d *Domain) find(m mapView, key *Node, id ID) *Value {
	none := d.apply(core.None, nil).plain
	vals, missing := d.hits(m, key)
	if len(vals) == 0 {
		return none
	}
	x := d.mergeAt(origin{of: id, con: core.Some}, vals)
	some := d.value(d.apply(core.Some, []*Node{x.node}), id, []*Value{x})
	if !missing {
		return some
	}
	return d.gather(id, []*Value{none, some})
}

// member reports whether key is a member of the set m.
func (d *Domain) member(m mapView, key *Node, id ID) *Value {
	vals, missing := d.hits(m, key)
	if missing {
		vals = append(vals, d.truths[0].plain)
	}
	if len(vals) == 1 {
		return vals[0]
	}
	return d.gather(id, vals)
}

// lookup is what m has for the singleton key; of a map nil where it may have nothing.
func (d *Domain) lookup(m mapView, key *Node) *Value {
	if i := m.index(key); i >= 0 {
		return m.must[i].val
	}
	if m.isSet {
		return d.member(m, key, d.newID())
	}
	return nil
}

// unionSets is the union of two sets.
func (d *Domain) unionSets(a, b mapView, id ID) *Value {
	out := mapView{isSet: true, may: slices.Concat(a.may, b.may)}
	for _, k := range mustKeys(a, b) {
		x, y := d.lookup(a, k), d.lookup(b, k)
		out = out.with(k, d.either(x, y, origin{of: id, key: k}))
	}
	return d.mapValue(id, out)
}

// either is the disjunction of two truths.
func (d *Domain) either(x, y *Value, o origin) *Value {
	switch {
	case x.node == d.truths[1] || y.node == d.truths[0] || d.Identical(x, y):
		return x
	case y.node == d.truths[1] || x.node == d.truths[0]:
		return y
	}
	return d.value(d.bases[core.BoolType], d.derive(o), nil)
}

// mustKeys are the must keys of a and b, in order.
func mustKeys(a, b mapView) []*Node {
	var keys []*Node
	for _, e := range slices.Concat(a.must, b.must) {
		keys = append(keys, e.key)
	}
	slices.SortFunc(keys, less)
	return slices.Compact(keys)
}

// mapsEqual is whether two maps or sets are equal ([MAP-EQUAL], figure 5.15), as a set of truths.
func (d *Domain) mapsEqual(a, b *Value) *Node {
	switch {
	case d.Identical(a, b):
		return d.truths[1]
	case d.disjoint(a.node, b.node):
		return d.truths[0]
	}
	return d.bases[core.BoolType]
}

// LiveKeys are the keys under which two maps, or two sets, may differ (figure 5.21), as a key set.
func (d *Domain) LiveKeys(a, b *Value) *Value {
	if d.IsBottom(a) || d.IsBottom(b) || d.Identical(a, b) {
		return d.Bottom()
	}
	isSet := d.asMap(a.node, true) != nil && d.asMap(b.node, true) != nil
	x, okA := d.view(a, isSet)
	y, okB := d.view(b, isSet)
	if !okA || !okB {
		return d.AllKeys()
	}
	keys := d.bottom
	for _, k := range mustKeys(x, y) {
		v, w := d.lookup(x, k), d.lookup(y, k)
		if v == nil || w == nil || !d.Identical(v, w) {
			keys = d.join(keys, k)
		}
	}
	for _, e := range slices.Concat(x.may, y.may) {
		keys = d.join(keys, e.key)
	}
	return keys.plain
}

// CollapseMap joins all keys and all values of a map or set (figure 5.20); of a set, the members and whether there can be any.
func (d *Domain) CollapseMap(v *Value) (keys, values *Value) {
	m, ok := d.view(v, false)
	if !ok {
		m, ok = d.view(v, true)
	}
	if !ok {
		return d.Bottom(), d.Bottom()
	}
	k := d.bottom
	var vals []*Value
	for _, e := range m.must {
		if !m.isSet || e.val.node != d.truths[0] {
			k = d.join(k, e.key)
			vals = append(vals, e.val)
		}
	}
	for _, e := range m.may {
		k = d.join(k, e.key)
		vals = append(vals, e.val.plain)
	}
	return d.fresh(k), d.Tagged(d.gather(0, vals))
}

// Tagged is v with a tag, a fresh one if it has none.
func (d *Domain) Tagged(v *Value) *Value {
	if v.id == 0 {
		return d.value(v.node, d.newID(), v.kids)
	}
	return v
}
