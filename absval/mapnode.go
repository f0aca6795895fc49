package absval

import (
	"slices"

	"scf/scfml/core"
)

// Map nodes and their normal form (figures 5.3 and 5.5). A set is a map to bool in which an absent member and one mapped to false
// are the same thing; deleting stores false, so that what is known about the other members survives.
//
// Must entries have singleton keys and shadow the may entries. May keys are disjoint from each other as far as disjoint can tell.

// mustValue is what the map m maps the singleton key to in its must entries; nil if it has none.
func (d *Domain) mustValue(m, key *Node) *Node {
	if i := mustIndex(m, key); i >= 0 {
		return m.kids[i]
	}
	return nil
}

func mustIndex(m, key *Node) int {
	i, ok := slices.BinarySearchFunc(m.keys, key, less)
	if !ok {
		return -1
	}
	return i
}

// mayValue joins what the may entries of m hold for keys of key; Bottom if none does.
func (d *Domain) mayValue(m, key *Node) *Node {
	v := d.bottom
	for _, e := range m.may {
		if !d.disjoint(e.key, key) {
			v = d.join(v, e.val)
		}
	}
	return v
}

// setLookup tells as a set of truths whether the singleton key is a member of the set m.
func (d *Domain) setLookup(m, key *Node) *Node {
	if v := d.mustValue(m, key); v != nil {
		return v
	}
	for _, e := range m.may {
		if !d.disjoint(e.key, key) {
			return d.bases[core.BoolType]
		}
	}
	return d.truths[0]
}

// mapNode is the map with these entries in normal form. The must keys are singletons, each once, in any order.
func (d *Domain) mapNode(isSet bool, must, may []entry) *Node {
	for _, e := range must {
		if e.key == d.bottom || e.val == d.bottom {
			return d.bottom // [NF-ANDZ-MUST]
		}
	}
	return d.intern(d.mapShape(isSet, must, may, d.join))
}

// mapShape is mapNode before interning, with values that may be raw and are joined by join.
func (d *Domain) mapShape(isSet bool, must, may []entry, join func(a, b *Node) *Node) *Node {
	must = slices.Clone(must)
	slices.SortFunc(must, func(a, b entry) int { return less(a.key, b.key) })
	if isSet {
		may = d.membersMay(may)
		must, may = d.splitFinite(must, may)
	}
	may = d.mergeMay(d.unshadowed(must, may), join)
	for {
		again := d.mergeMay(d.unshadowed(must, may), join)
		if sameEntries(again, may) {
			break
		}
		may = again
	}
	if isSet {
		must = d.informative(must, may)
	}
	if d.opts.Without.MustMay {
		must, may = nil, d.oneEntry(isSet, must, may, join)
	}
	n := &Node{kind: kindMap, isSet: isSet, may: may}
	for _, e := range must {
		n.keys = append(n.keys, e.key)
		n.kids = append(n.kids, e.val)
	}
	return n
}

// membersMay gives the may entries of a set the value true, and drops those that say nothing.
func (d *Domain) membersMay(may []entry) []entry {
	var out []entry
	for _, e := range may {
		if e.key != d.bottom && e.val != d.bottom && e.val != d.truths[0] {
			out = append(out, entry{e.key, d.truths[1]})
		}
	}
	return out
}

// splitFinite turns the single members that the may keys of a set have into must members that are true or false ([NF-SET-SPLIT]).
func (d *Domain) splitFinite(must, may []entry) (newMust, newMay []entry) {
	for _, e := range may {
		rest := d.bottom
		for _, k := range d.alternatives(e.key) {
			if !k.singleton {
				rest = d.join(rest, k)
				continue
			}
			i, found := slices.BinarySearchFunc(must, k, func(e entry, k *Node) int { return less(e.key, k) })
			if !found {
				must = slices.Insert(must, i, entry{k, d.bases[core.BoolType]})
			}
		}
		if rest != d.bottom {
			newMay = append(newMay, entry{rest, e.val})
		}
	}
	return must, newMay
}

// unshadowed takes the must keys out of the finite may keys ([NF-MAY-SHADOW]) and drops empty entries ([NF-ANDZ-MAY]).
func (d *Domain) unshadowed(must, may []entry) []entry {
	isMust := make(map[*Node]bool, len(must))
	for _, e := range must {
		isMust[e.key] = true
	}
	var out []entry
	for _, e := range may {
		alts := d.alternatives(e.key)
		if slices.ContainsFunc(alts, func(k *Node) bool { return isMust[k] }) {
			e.key = d.joinAll(slices.DeleteFunc(slices.Clone(alts), func(k *Node) bool { return isMust[k] }))
		}
		if e.key != d.bottom && e.val != d.bottom {
			out = append(out, e)
		}
	}
	return out
}

// mergeMay joins may entries whose keys overlap (figure 5.5, insertSoft), until none do, and sorts them ([NF-MAY-APART]).
func (d *Domain) mergeMay(may []entry, join func(a, b *Node) *Node) []entry {
	var out []entry
	for _, e := range may {
		for i := 0; i < len(out); {
			if d.disjoint(out[i].key, e.key) {
				i++
				continue
			}
			e = entry{d.join(out[i].key, e.key), join(out[i].val, e.val)}
			out = slices.Delete(out, i, i+1)
			i = 0 // the joined key may overlap keys that neither overlapped
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b entry) int { return less(a.key, b.key) })
	return out
}

// informative leaves out must members of a set about which the may entries say the same ([NF-SET-MUST]): a member that is true or
// false and that a may key contains, and a member that is false and that no may key could contain.
func (d *Domain) informative(must, may []entry) []entry {
	return slices.DeleteFunc(must, func(m entry) bool {
		switch m.val {
		case d.truths[0]:
			return !slices.ContainsFunc(may, func(e entry) bool { return !d.disjoint(e.key, m.key) })
		case d.bases[core.BoolType]:
			return slices.ContainsFunc(may, func(e entry) bool { return d.leq(m.key, e.key) })
		}
		return false
	})
}

// must lists the must entries of a map node.
func (n *Node) must() []entry {
	out := make([]entry, len(n.keys))
	for i, k := range n.keys {
		out[i] = entry{k, n.kids[i]}
	}
	return out
}

// joinMaps is the union of two maps or of two sets (figure 5.5, meetMaps): a key of both musts stays a must key; the other must
// entries of maps become may entries, those of sets remain, since absence is a value there. Values are joined by join.
func (d *Domain) joinMaps(a, b *Node, join func(a, b *Node) *Node) *Node {
	var must []entry
	may := slices.Concat(a.may, b.may)
	add := func(x, y *Node, shared bool) {
		for i, k := range x.keys {
			v := d.mustValue(y, k)
			switch {
			case v == nil && x.isSet:
				must = append(must, entry{k, d.join(x.kids[i], d.setLookup(y, k))})
			case v == nil:
				may = append(may, entry{k, x.kids[i]})
			case shared:
				must = append(must, entry{k, join(x.kids[i], v)})
			}
		}
	}
	add(a, b, true)
	add(b, a, false)
	n := d.mapShape(a.isSet, must, may, join)
	if a.raw || b.raw {
		return n
	}
	return d.intern(n)
}

// asMap is the map among the alternatives of n, with Top seen as the map of which nothing is known; nil if there is none.
func (d *Domain) asMap(n *Node, isSet bool) *Node {
	if n.kind == kindTop {
		val := d.top
		if isSet {
			val = d.truths[1]
		}
		return d.mapNode(isSet, nil, []entry{{d.top, val}})
	}
	for _, k := range d.alternatives(n) {
		if k.kind == kindMap && k.isSet == isSet {
			return k
		}
	}
	return nil
}
