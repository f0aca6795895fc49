package absval

import (
	"iter"
	"slices"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Operations on maps and sets (§5.3.7.1 to 5.3.7.3). They work on a view, which has the must values with their tags.

// mustEntry is an entry that every map of the set has: its key is a singleton.
type mustEntry struct {
	key *tree.Node
	val *Value
}

// mapView is a map taken apart.
type mapView struct {
	whole *Value // the map itself
	isSet bool
	must  []mustEntry // by key
	may   []tree.Entry
}

// view takes v apart as a map, or as a set. ok is false where v is no such thing, which no typed program computes with.
func (d *Domain) view(v *Value, isSet bool) (m mapView, ok bool) {
	n := d.trees.AsMap(v.node, isSet)
	if n == nil {
		return m, false
	}
	m = mapView{whole: v, isSet: isSet, may: n.May}
	if part := d.mapPart(v, n); part != nil {
		m.must = make([]mustEntry, len(n.Keys))
		for i, k := range n.Keys {
			m.must[i] = mustEntry{k, d.component(part, i)}
		}
	}
	return m, true
}

// mapPart is the alternative of v that is the map n, with v's tag; nil where v may be anything.
func (d *Domain) mapPart(v *Value, n *tree.Node) *Value {
	if v.node.Kind == tree.Top {
		return nil
	}
	return d.alternativesOf(v)[max(0, slices.Index(d.trees.Alternatives(v.node), n))]
}

// atKey is what op gives for a map or set and a singleton key, for the operations that look at one must entry, or make one of a map that has nothing else: the others
// are not looked at, or stay where they are. ok is false where that does not do.
func (d *Domain) atKey(op core.Op, args []*Value, id ID) (v *Value, ok bool) {
	isSet, key := op >= core.OpSetAdd, args[1].node
	n := d.trees.AsMap(args[0].node, isSet)
	if n == nil || !key.Singleton {
		return nil, false
	}
	part := d.mapPart(args[0], n)
	if part == nil {
		return nil, false
	}
	m, at := mapView{whole: args[0], isSet: isSet, may: n.May}, tree.MustIndex(n, key)
	if at >= 0 {
		m.must = []mustEntry{{key, d.component(part, at)}}
	}
	switch op {
	case core.OpMapFind:
		return d.find(m, key, id), true
	case core.OpSetMember:
		return d.member(m, key, id), true
	case core.OpMapInsert:
		v = args[2]
	case core.OpSetAdd:
		v = d.plain(d.trees.Truths[1])
	default:
		return nil, false
	}
	if at >= 0 && d.Identical(m.must[0].val, v) {
		return args[0], true
	}
	stored := d.trees.Stored(n, key, v.node)
	if stored == nil {
		return nil, false
	}
	kids := d.components(part)
	if at >= 0 {
		kids[at] = v
	} else {
		kids = slices.Insert(kids, tree.MustIndex(stored, key), v)
	}
	return d.value(stored, id, kids), true
}

// mapValue is the map that m describes, in normal form, with tag id.
func (d *Domain) mapValue(id ID, m mapView) *Value {
	d.entries = d.entries[:0]
	for _, e := range m.must {
		d.entries = append(d.entries, tree.Entry{Key: e.key, Val: e.val.node})
	}
	n := d.trees.Map(m.isSet, d.entries, m.may)
	kids := make([]*Value, len(n.Keys))
	for i := range kids {
		kids[i] = d.plain(n.Kids[i])
	}
	next := 0 // mostly all entries stay, in their order
	for _, e := range m.must {
		i := next
		if i >= len(n.Keys) || n.Keys[i] != e.key {
			i = tree.MustIndex(n, e.key)
		}
		if i < 0 {
			continue
		}
		if next = i + 1; e.val.node == n.Kids[i] {
			kids[i] = e.val
		}
	}
	return d.value(n, id, kids)
}

// isEmpty reports whether m is the empty map alone.
func (m *mapView) isEmpty() bool { return len(m.must) == 0 && len(m.may) == 0 }

// index is the position of a singleton key among m's must entries; -1 if it is none.
func (m *mapView) index(key *tree.Node) int {
	i, ok := slices.BinarySearchFunc(m.must, key, func(e mustEntry, k *tree.Node) int { return tree.Less(e.key, k) })
	if !ok {
		return -1
	}
	return i
}

// with is m with the singleton key mapped to v.
func (m mapView) with(key *tree.Node, v *Value) mapView {
	i, ok := slices.BinarySearchFunc(m.must, key, func(e mustEntry, k *tree.Node) int { return tree.Less(e.key, k) })
	m.must = slices.Clone(m.must)
	if ok {
		m.must[i].val = v
	} else {
		m.must = slices.Insert(m.must, i, mustEntry{key, v})
	}
	return m
}

// excludes reports whether no key of m is one of key; of a set, whether none is a member.
func (d *Domain) excludes(m mapView, key *tree.Node) bool {
	for _, e := range m.must {
		if !d.trees.Disjoint(e.key, key) && !(m.isSet && e.val.node == d.trees.Truths[0]) {
			return false
		}
	}
	return !slices.ContainsFunc(m.may, func(e tree.Entry) bool {
		return !d.trees.Disjoint(e.Key, key) && !(key.Singleton && m.index(key) >= 0)
	})
}

// store maps key to v in m ([MAP-INSERT], figure 5.12): a singleton key becomes a must key; of another one, every must key that it may
// be keeps its place with either value, and the rest is a may entry.
func (d *Domain) store(m mapView, key *tree.Node, v *Value, id ID) *Value {
	if key.Singleton {
		if i := m.index(key); i >= 0 && d.Identical(m.must[i].val, v) {
			return m.whole
		}
		return d.mapValue(id, m.with(key, v))
	}
	m.must = slices.Clone(m.must)
	for i, e := range m.must {
		if !d.trees.Disjoint(e.key, key) {
			m.must[i].val = d.mergeAt(origin{of: id, key: e.key}, []*Value{e.val, v})
		}
	}
	m.may = append(slices.Clone(m.may), tree.Entry{Key: key, Val: v.node})
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
func (d *Domain) delete(m mapView, key *tree.Node, id ID) *Value {
	if d.excludes(m, key) {
		return m.whole
	}
	return d.store(m, key, d.plain(d.trees.Truths[0]), id)
}

// remove takes key out of the map m ([MAP-REMOVE]): a must entry that may go becomes a may entry, one that goes disappears.
func (d *Domain) remove(m mapView, key *tree.Node, id ID) *Value {
	if d.excludes(m, key) {
		return m.whole
	}
	out := mapView{may: slices.Clone(m.may)}
	if key.Singleton {
		for i := range out.may {
			out.may[i].Key = d.trees.Without(out.may[i].Key, key)
		}
	}
	for _, e := range m.must {
		switch {
		case d.trees.Disjoint(e.key, key):
			out.must = append(out.must, e)
		case !key.Singleton:
			out.may = append(out.may, tree.Entry{Key: e.key, Val: e.val.node})
		}
	}
	return d.mapValue(id, out)
}

// hits are the values that m may hold for keys of key, and whether it may hold none ([MAP-FIND], figure 5.14).
func (d *Domain) hits(m mapView, key *tree.Node) (vals []*Value, missing bool) {
	var rest []*tree.Node // what of key is no must key
	for _, k := range d.trees.Alternatives(key) {
		if !k.Singleton || m.index(k) < 0 {
			rest = append(rest, k)
		}
	}
	for _, e := range m.must {
		if !d.trees.Disjoint(e.key, key) {
			vals = append(vals, e.val)
		}
	}
	for _, e := range m.may {
		if slices.ContainsFunc(rest, func(k *tree.Node) bool { return !d.trees.Disjoint(e.Key, k) }) {
			vals = append(vals, d.plain(e.Val))
		}
	}
	return vals, len(rest) > 0
}

// find looks key up in the map m (figure 5.13).
func (d *Domain) find(m mapView, key *tree.Node, id ID) *Value {
	none := d.plain(d.trees.Apply(core.None, nil))
	vals, missing := d.hits(m, key)
	if len(vals) == 0 {
		return none
	}
	x := d.mergeAt(origin{of: id, con: core.Some}, vals)
	some := d.value(d.trees.Apply(core.Some, []*tree.Node{x.node}), id, []*Value{x})
	if !missing {
		return some
	}
	return d.gather(id, []*Value{none, some})
}

// member reports whether key is a member of the set m.
func (d *Domain) member(m mapView, key *tree.Node, id ID) *Value {
	vals, missing := d.hits(m, key)
	if missing {
		vals = append(vals, d.plain(d.trees.Truths[0]))
	}
	if len(vals) == 1 {
		return vals[0]
	}
	return d.gather(id, vals)
}

// lookup is what m has for the singleton key, which is its must entry at that index, if it has one; of a map nil where it may have nothing.
func (d *Domain) lookup(m mapView, key *tree.Node, at int) *Value {
	if at >= 0 {
		return m.must[at].val
	}
	if m.isSet {
		return d.member(m, key, d.newID())
	}
	return nil
}

// setUnion is the union of two sets; of a set and the empty one, or itself, the set itself.
func (d *Domain) setUnion(a, b mapView, id ID) *Value {
	switch {
	case b.isEmpty(), d.Identical(a.whole, b.whole):
		return a.whole
	case a.isEmpty():
		return b.whole
	}
	return d.memberwise(a, b, slices.Concat(a.may, b.may), d.either, id)
}

// setDifference is the set of the members of a that are none of b's; where b has none a itself.
func (d *Domain) setDifference(a, b mapView, id ID) *Value {
	switch {
	case a.isEmpty(), b.isEmpty():
		return a.whole
	case d.Identical(a.whole, b.whole):
		return d.mapValue(id, mapView{isSet: true})
	}
	return d.memberwise(a, b, a.may, d.without, id)
}

// memberwise is the set with those members of which op says so, by whether a and b have them, and perhaps those of may.
func (d *Domain) memberwise(a, b mapView, may []tree.Entry, op func(x, y *Value, o origin) *Value, id ID) *Value {
	out := mapView{isSet: true, may: may}
	for k, at := range mustKeys(a, b) {
		out.must = append(out.must, mustEntry{k, op(d.lookup(a, k, at.a), d.lookup(b, k, at.b), origin{of: id, key: k})})
	}
	return d.mapValue(id, out)
}

// without is whether x holds and y does not.
func (d *Domain) without(x, y *Value, o origin) *Value {
	switch {
	case x.node == d.trees.Truths[0] || y.node == d.trees.Truths[0]:
		return x
	case y.node == d.trees.Truths[1] || d.Identical(x, y):
		return d.plain(d.trees.Truths[0])
	}
	return d.value(d.trees.Bases[core.BoolType], d.derive(o), nil)
}

// either is the disjunction of two truths.
func (d *Domain) either(x, y *Value, o origin) *Value {
	switch {
	case x.node == d.trees.Truths[1] || y.node == d.trees.Truths[0] || d.Identical(x, y):
		return x
	case y.node == d.trees.Truths[1] || x.node == d.trees.Truths[0]:
		return y
	}
	return d.value(d.trees.Bases[core.BoolType], d.derive(o), nil)
}

// keyPlaces are the indexes of a key among the must entries of two maps; -1 where one has none.
type keyPlaces struct{ a, b int }

// mustKeys are the must keys of a and b, in order, and where they are.
func mustKeys(a, b mapView) iter.Seq2[*tree.Node, keyPlaces] {
	return func(yield func(*tree.Node, keyPlaces) bool) {
		for i, j := 0, 0; i < len(a.must) || j < len(b.must); {
			order := 0
			switch {
			case i == len(a.must):
				order = 1
			case j == len(b.must):
				order = -1
			case a.must[i].key != b.must[j].key:
				order = tree.Less(a.must[i].key, b.must[j].key)
			}
			at := keyPlaces{-1, -1}
			var key *tree.Node
			if order >= 0 {
				key, at.b, j = b.must[j].key, j, j+1
			}
			if order <= 0 {
				key, at.a, i = a.must[i].key, i, i+1
			}
			if !yield(key, at) {
				return
			}
		}
	}
}

// mapsEqual is whether two maps or sets are equal ([MAP-EQUAL], figure 5.15), as a set of truths.
func (d *Domain) mapsEqual(a, b *Value) *tree.Node {
	switch {
	case d.Identical(a, b):
		return d.trees.Truths[1]
	case d.trees.Disjoint(a.node, b.node):
		return d.trees.Truths[0]
	}
	return d.trees.Bases[core.BoolType]
}

// LiveKeys are the keys under which two maps, or two sets, may differ (figure 5.21), as a set of keys.
func (d *Domain) LiveKeys(a, b *Value) *tree.Node {
	if a.IsBottom() || b.IsBottom() || d.Identical(a, b) {
		return d.trees.Bottom
	}
	isSet := d.trees.AsMap(a.node, true) != nil && d.trees.AsMap(b.node, true) != nil
	x, okA := d.view(a, isSet)
	y, okB := d.view(b, isSet)
	if !okA || !okB {
		return d.trees.Top
	}
	keys := d.trees.Bottom
	for k, at := range mustKeys(x, y) {
		v, w := d.lookup(x, k, at.a), d.lookup(y, k, at.b)
		if v == nil || w == nil || !d.Identical(v, w) {
			keys = d.trees.Join(keys, k)
		}
	}
	for _, e := range slices.Concat(x.may, y.may) {
		keys = d.trees.Join(keys, e.Key)
	}
	return keys
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
	k := d.trees.Bottom
	var vals []*Value
	for _, e := range m.must {
		if !m.isSet || e.val.node != d.trees.Truths[0] {
			k = d.trees.Join(k, e.key)
			vals = append(vals, e.val)
		}
	}
	for _, e := range m.may {
		k = d.trees.Join(k, e.Key)
		vals = append(vals, d.plain(e.Val))
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
