package absval

import "slices"

// What abstract values can do without, to see what it is worth (§8.3.1). Whatever is switched off, values still have all the members that
// they must have: what cannot be said is left open.

// Without switches parts of the representation off. The zero value switches none off.
type Without struct {
	// Tuples: a tuple or constructor application that is not one value is Top.
	Tuples bool
	// Alternatives: of scalars they are the base set, of anything else Top. The alternatives of a Bool are its base set anyway.
	Alternatives bool
	// Recursion: a recursive value is Top.
	Recursion bool
	// Tags: values have no identity tags, so that nothing but singletons is known to be equal.
	Tags bool
	// MustMay: a map has no must entries and one may entry, for all keys that it may have.
	MustMay bool
	// CarefulWidening: what grew becomes Top as soon as it is widened.
	CarefulWidening bool
}

func (w Without) forms() bool { return w.Tuples || w.Alternatives || w.Recursion }

// coarse is v without the forms that are switched off. Only what an operation gives is made coarse: inside of a match, what is
// matched is told apart as ever.
func (d *Domain) coarse(v *Value) *Value {
	if !d.opts.Without.forms() {
		return v
	}
	n := d.coarseNode(v.node)
	switch {
	case n == v.node:
		return v
	case n.kind != v.node.kind || n.kind == kindAlt || v.kids == nil:
		return d.value(n, v.id, nil)
	case n.kind == kindMap:
		m := mapView{isSet: n.isSet, may: n.may}
		for i, k := range v.node.keys {
			m.must = append(m.must, mustEntry{k, d.coarse(v.kid(i))})
		}
		return d.mapValue(v.id, m)
	}
	kids := make([]*Value, len(v.kids))
	for i, k := range v.kids {
		kids[i] = d.coarse(k)
	}
	return d.rebuild(v.node, v.id, kids)
}

// coarseAll is coarse of each of vs.
func (d *Domain) coarseAll(vs []*Value) []*Value {
	for i, v := range vs {
		vs[i] = d.coarse(v)
	}
	return vs
}

func (d *Domain) coarseNode(n *Node) *Node {
	if n.singleton {
		return n
	}
	m, ok := d.coarser[n]
	if !ok {
		if m = d.coarsen(n); m != n {
			m = d.coarseNode(m) // parts that became one, as may entries with the same keys, may have new forms
		}
		d.coarser[n] = m
	}
	return m
}

func (d *Domain) coarsen(n *Node) *Node {
	w := d.opts.Without
	switch {
	case n.cyclic:
		return d.top
	case n.kind == kindAlt && w.Alternatives:
		return d.oneForm(n)
	case (n.kind == kindTuple || n.kind == kindCon) && w.Tuples:
		return d.top
	case n.kind == kindMap:
		return d.mapNode(n.isSet, d.coarseEntries(n.must()), d.coarseEntries(n.may))
	case len(n.kids) == 0:
		return n
	}
	kids := make([]*Node, len(n.kids))
	for i, k := range n.kids {
		kids[i] = d.coarseNode(k)
	}
	return d.build(&Node{kind: n.kind, con: n.con, kids: kids})
}

func (d *Domain) coarseEntries(es []entry) []entry {
	out := make([]entry, len(es))
	for i, e := range es {
		out[i] = entry{d.coarseNode(e.key), d.coarseNode(e.val)}
	}
	return out
}

// oneForm is alternatives as one form: their base set, or Top.
func (d *Domain) oneForm(n *Node) *Node {
	first := n.kids[0]
	if slices.ContainsFunc(n.kids, func(k *Node) bool { return !k.isScalar() || k.base != first.base }) {
		return d.top
	}
	return d.bases[first.base]
}

// coarse is r with coarse values: what matched and what did not are forms that no operation gave before.
func (r MatchResult) coarse(d *Domain) MatchResult {
	if !d.opts.Without.forms() {
		return r
	}
	for i := range r.Bind {
		r.Bind[i].Value = d.coarse(r.Bind[i].Value)
	}
	r.Matched, r.Rest = d.coarse(r.Matched), d.coarse(r.Rest)
	return r
}

// oneEntry is the entries of a map in which must and may are not told apart: one may entry; of a set, its possible members.
func (d *Domain) oneEntry(isSet bool, must, may []entry, join func(a, b *Node) *Node) []entry {
	all := slices.Clone(may)
	for _, e := range must {
		switch {
		case !isSet:
			all = append(all, e)
		case e.val != d.truths[0]:
			all = append(all, entry{e.key, d.truths[1]})
		}
	}
	if len(all) == 0 {
		return nil
	}
	one := all[0]
	for _, e := range all[1:] {
		one = entry{d.join(one.key, e.key), join(one.val, e.val)}
	}
	return []entry{one}
}
