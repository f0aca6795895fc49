package absval

import (
	"slices"

	"scf/absval/tree"
)

// The map iterators, whose function is an abstract one (§5.3.9, §5.3.10).
//
// A must entry is one entry of the concrete map, so what the function makes of it may keep its tags. A may entry stands for any
// number of entries; the function is evaluated once for all of them, and nothing that it makes is equal for two of them, so
// may values have no tags ([MAP-MAY]).

// MapMap is v with every value replaced by what f gives for it (figure 5.18).
func (d *Domain) MapMap(v *Value, f func(*Value) *Value) *Value {
	m, ok := d.view(v, false)
	if !ok {
		return d.Bottom()
	}
	out := mapView{}
	for _, e := range m.must {
		out.must = append(out.must, mustEntry{e.key, f(e.val)})
	}
	for _, e := range m.may {
		out.may = append(out.may, tree.Entry{Key: e.Key, Val: f(d.fresh(e.Val)).node})
	}
	return d.coarse(d.mapValue(d.newID(), out))
}

// CommonEntry is what maps have at a key.
type CommonEntry struct {
	Key    *Value
	Values []*Value
}

// CommonEntries are the entries of maps that have the same keys, all of them known, in their order; ok is false where they may have others.
func (d *Domain) CommonEntries(maps []*Value) (entries []CommonEntry, ok bool) {
	for i, v := range maps {
		m, ok := d.view(v, false)
		if !ok || len(m.may) > 0 || i > 0 && len(m.must) != len(entries) {
			return nil, false
		}
		if i == 0 {
			entries = make([]CommonEntry, len(m.must))
		}
		for j, e := range m.must {
			x := &entries[j]
			if i > 0 && x.Key.node != e.key {
				return nil, false
			}
			*x = CommonEntry{d.plain(e.key), append(x.Values, e.val)}
		}
	}
	return entries, true
}

// UnionWith is the union of two maps, with f applied to the values of a key of both, a's first (figure 5.19).
func (d *Domain) UnionWith(a, b *Value, f func(x, y *Value) *Value) *Value {
	x, okA := d.view(a, false)
	y, okB := d.view(b, false)
	if !okA || !okB {
		return d.Bottom()
	}
	u := &unionWith{d: d, f: f}
	out := mapView{}
	for k, at := range mustKeys(x, y) {
		out.must = append(out.must, mustEntry{k, u.must(x, y, k, at)})
	}
	out.may = slices.Concat(u.may(x.may, y.may), y.may)
	return d.coarse(d.mapValue(d.newID(), out))
}

type unionWith struct {
	d *Domain
	f func(x, y *Value) *Value
}

// must is the value of a key that one of the maps must have.
func (u *unionWith) must(x, y mapView, key *tree.Node, at keyPlaces) *Value {
	switch {
	case at.a >= 0 && at.b >= 0:
		return u.f(x.must[at.a].val, y.must[at.b].val)
	case at.a >= 0:
		v := x.must[at.a].val
		return u.unlessMissing(y, key, v, func(w *Value) *Value { return u.f(v, w) })
	}
	w := y.must[at.b].val
	return u.unlessMissing(x, key, w, func(v *Value) *Value { return u.f(v, w) })
}

// unlessMissing is v, or what f gives where the map m, which need not have the key, has it.
func (u *unionWith) unlessMissing(m mapView, key *tree.Node, v *Value, f func(*Value) *Value) *Value {
	other, _ := u.d.hits(m, key)
	if len(other) == 0 {
		return v
	}
	return u.d.Join(v, f(u.d.Tagged(u.d.gather(0, other))))
}

// may are the may entries of the first map, with values as they are or as f makes them with those of overlapping entries of the other. The
// entries of the other map need no f: they are joined with these where they overlap ([NF-MAY-DISJOINT]).
func (u *unionWith) may(es, others []tree.Entry) []tree.Entry {
	var out []tree.Entry
	for _, e := range es {
		v := e.Val
		for _, o := range others {
			if !u.d.trees.Disjoint(e.Key, o.Key) {
				v = u.d.trees.Join(v, u.f(u.d.fresh(e.Val), u.d.fresh(o.Val)).node)
			}
		}
		out = append(out, tree.Entry{Key: e.Key, Val: v})
	}
	return out
}
