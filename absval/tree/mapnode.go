package tree

import (
	"slices"

	"scf/scfml/core"
)

// Map nodes and their normal form (figures 5.3 and 5.5). A set is a map to bool in which an absent member and one mapped to false
// are the same thing; deleting stores false, so that what is known about the other members survives.
//
// Must entries have singleton keys and shadow the may entries. May keys are disjoint from each other as far as disjoint can tell.

// mustValue is what the map m maps the singleton key to in its must entries; nil if it has none.
func (t *Table) mustValue(m, key *Node) *Node {
	if i := MustIndex(m, key); i >= 0 {
		return m.Kids[i]
	}
	return nil
}

// fewKeys are so many that to go through them takes less time than to compare a few of them by Less.
const fewKeys = 256

// MustIndex is the position of a singleton key among the must keys of m; -1 if it is none.
func MustIndex(m, key *Node) int {
	if len(m.Keys) <= fewKeys {
		return slices.Index(m.Keys, key)
	}
	i, ok := slices.BinarySearchFunc(m.Keys, key, Less)
	if !ok {
		return -1
	}
	return i
}

// MayValue joins what the may entries of m hold for keys of key; Bottom if none does.
func (t *Table) MayValue(m, key *Node) *Node {
	v := t.Bottom
	for _, e := range m.May {
		if !t.Disjoint(e.Key, key) {
			v = t.Join(v, e.Val)
		}
	}
	return v
}

// SetLookup tells as a set of truths whether the singleton key is a member of the set m.
func (t *Table) SetLookup(m, key *Node) *Node {
	if v := t.mustValue(m, key); v != nil {
		return v
	}
	for _, e := range m.May {
		if !t.Disjoint(e.Key, key) {
			return t.Bases[core.BoolType]
		}
	}
	return t.Truths[0]
}

// Map is the map with these entries in normal form. The must keys are singletons, each once, in any order.
func (t *Table) Map(isSet bool, must, may []Entry) *Node {
	for _, e := range must {
		if e.Key == t.Bottom || e.Val == t.Bottom {
			return t.Bottom // [NF-ANDZ]
		}
	}
	return t.intern(t.mapShape(isSet, must, may, t.Join))
}

// Stored is the map or set m with the singleton key mapped to val, which for a set is true; nil where more than that entry may change: m has may entries, or val is
// nothing.
func (t *Table) Stored(m, key, val *Node) *Node {
	if len(m.May) > 0 || val == t.Bottom || t.opts.Without.MustMay || m.IsSet && val != t.Truths[1] {
		return nil
	}
	n := &Node{Kind: Map, IsSet: m.IsSet, Keys: m.Keys}
	if i := MustIndex(m, key); i >= 0 {
		n.Kids = slices.Clone(m.Kids)
		n.Kids[i] = val
	} else {
		i, _ := slices.BinarySearchFunc(m.Keys, key, Less)
		n.Keys = slices.Concat(m.Keys[:i], []*Node{key}, m.Keys[i:])
		n.Kids = slices.Concat(m.Kids[:i], []*Node{val}, m.Kids[i:])
	}
	return t.intern(n)
}

// mapShape is mapNode before interning, with values that may be raw and are joined by join.
func (t *Table) mapShape(isSet bool, must, may []Entry, join func(a, b *Node) *Node) *Node {
	must = slices.Clone(must)
	byKey := func(a, b Entry) int { return Less(a.Key, b.Key) }
	if !slices.IsSortedFunc(must, byKey) { // mostly they are
		slices.SortFunc(must, byKey)
	}
	if isSet {
		may = t.membersMay(may)
		must, may = t.splitFinite(must, may)
	}
	for len(may) > 0 {
		again := t.mergeMay(t.unshadowed(must, may), join)
		if sameEntries(again, may) {
			break
		}
		may = again
	}
	if isSet {
		must = t.informative(must, may)
	}
	if t.opts.Without.MustMay {
		must, may = nil, t.oneEntry(isSet, must, may, join)
	}
	n := &Node{Kind: Map, IsSet: isSet, May: may, Keys: make([]*Node, len(must)), Kids: make([]*Node, len(must))}
	for i, e := range must {
		n.Keys[i], n.Kids[i] = e.Key, e.Val
	}
	return n
}

// membersMay gives the may entries of a set the value true, and drops those that say nothing.
func (t *Table) membersMay(may []Entry) []Entry {
	var out []Entry
	for _, e := range may {
		if e.Key != t.Bottom && e.Val != t.Bottom && e.Val != t.Truths[0] {
			out = append(out, Entry{e.Key, t.Truths[1]})
		}
	}
	return out
}

// splitFinite turns the single members that the may keys of a set have into must members that are true or false ([NF-SET-SPLIT]).
func (t *Table) splitFinite(must, may []Entry) (newMust, newMay []Entry) {
	for _, e := range may {
		rest := t.Bottom
		for _, k := range t.Alternatives(e.Key) {
			if !k.Singleton {
				rest = t.Join(rest, k)
				continue
			}
			i, found := slices.BinarySearchFunc(must, k, func(e Entry, k *Node) int { return Less(e.Key, k) })
			if !found {
				must = slices.Insert(must, i, Entry{k, t.Bases[core.BoolType]})
			}
		}
		if rest != t.Bottom {
			newMay = append(newMay, Entry{rest, e.Val})
		}
	}
	return must, newMay
}

// unshadowed takes the must keys out of the finite may keys ([NF-MAY-SHADOW]) and drops empty entries ([NF-ANDZ]).
func (t *Table) unshadowed(must, may []Entry) []Entry {
	isMust := make(map[*Node]bool, len(must))
	for _, e := range must {
		isMust[e.Key] = true
	}
	var out []Entry
	for _, e := range may {
		alts := t.Alternatives(e.Key)
		if slices.ContainsFunc(alts, func(k *Node) bool { return isMust[k] }) {
			e.Key = t.JoinAll(slices.DeleteFunc(slices.Clone(alts), func(k *Node) bool { return isMust[k] }))
		}
		if e.Key != t.Bottom && e.Val != t.Bottom {
			out = append(out, e)
		}
	}
	return out
}

// mergeMay joins may entries whose keys overlap (figure 5.5, insertSoft), until none do, and sorts them ([NF-MAY-DISJOINT]).
func (t *Table) mergeMay(may []Entry, join func(a, b *Node) *Node) []Entry {
	var out []Entry
	for _, e := range may {
		for i := 0; i < len(out); {
			if t.Disjoint(out[i].Key, e.Key) {
				i++
				continue
			}
			e = Entry{t.Join(out[i].Key, e.Key), join(out[i].Val, e.Val)}
			out = slices.Delete(out, i, i+1)
			i = 0 // the joined key may overlap keys that neither overlapped
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return Less(a.Key, b.Key) })
	return out
}

// informative leaves out must members of a set about which the may entries say the same ([NF-SET-MUST]): a member that is true or
// false and that a may key contains, and a member that is false and that no may key could contain.
func (t *Table) informative(must, may []Entry) []Entry {
	return slices.DeleteFunc(must, func(m Entry) bool {
		switch m.Val {
		case t.Truths[0]:
			return !slices.ContainsFunc(may, func(e Entry) bool { return !t.Disjoint(e.Key, m.Key) })
		case t.Bases[core.BoolType]:
			return slices.ContainsFunc(may, func(e Entry) bool { return t.Leq(m.Key, e.Key) })
		}
		return false
	})
}

// must lists the must entries of a map node.
func (n *Node) must() []Entry {
	out := make([]Entry, len(n.Keys))
	for i, k := range n.Keys {
		out[i] = Entry{k, n.Kids[i]}
	}
	return out
}

// joinMaps is the union of two maps or of two sets (figure 5.5, meetMaps): a key of both musts stays a must key; the other must
// entries of maps become may entries, those of sets remain, since absence is a value there. Values are joined by join.
func (t *Table) joinMaps(a, b *Node, join func(a, b *Node) *Node) *Node {
	var must []Entry
	may := slices.Concat(a.May, b.May)
	add := func(x, y *Node, shared bool) {
		for i, k := range x.Keys {
			v := t.mustValue(y, k)
			switch {
			case v == nil && x.IsSet:
				must = append(must, Entry{k, t.Join(x.Kids[i], t.SetLookup(y, k))})
			case v == nil:
				may = append(may, Entry{k, x.Kids[i]})
			case shared:
				must = append(must, Entry{k, join(x.Kids[i], v)})
			}
		}
	}
	add(a, b, true)
	add(b, a, false)
	n := t.mapShape(a.IsSet, must, may, join)
	if a.Raw || b.Raw {
		return n
	}
	return t.intern(n)
}

// AsMap is the map among the alternatives of n, with Top seen as the map of which nothing is known; nil if there is none.
func (t *Table) AsMap(n *Node, isSet bool) *Node {
	if n.Kind == Top {
		val := t.Top
		if isSet {
			val = t.Truths[1]
		}
		return t.Map(isSet, nil, []Entry{{t.Top, val}})
	}
	for _, k := range t.Alternatives(n) {
		if k.Kind == Map && k.IsSet == isSet {
			return k
		}
	}
	return nil
}

// Without is n without the singleton k, as far as it can be expressed.
func (t *Table) Without(n, k *Node) *Node {
	if k.Kind == Const && n.IsScalar() {
		return t.WithoutConst(n, k)
	}
	alts := t.Alternatives(n)
	if !slices.Contains(alts, k) {
		return n
	}
	return t.JoinAll(slices.DeleteFunc(slices.Clone(alts), func(a *Node) bool { return a == k }))
}
