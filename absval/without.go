package absval

import "scf/absval/tree"

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

// forms reports whether values have to be made coarse.
func (w Without) forms() bool { return w.Tuples || w.Alternatives || w.Recursion }

// trees is what structures do without.
func (w Without) trees() tree.Without {
	return tree.Without{Tuples: w.Tuples, Alternatives: w.Alternatives, Recursion: w.Recursion, MustMay: w.MustMay}
}

// coarse is v without the forms that are switched off. Only what an operation gives is made coarse: inside of a match, what is
// matched is told apart as ever.
func (d *Domain) coarse(v *Value) *Value {
	if !d.opts.Without.forms() {
		return v
	}
	n := d.trees.Coarse(v.node)
	switch {
	case n == v.node:
		return v
	case n.Kind != v.node.Kind || n.Kind == tree.Alt || v.kids == nil:
		return d.value(n, v.id, nil)
	case n.Kind == tree.Map:
		m := mapView{isSet: n.IsSet, may: n.May}
		for i, k := range v.node.Keys {
			m.must = append(m.must, mustEntry{k, d.coarse(d.kid(v, i))})
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
