package tree

import "slices"

// Forms that nodes can do without.

// Without switches forms off. The zero value switches none off.
type Without struct {
	Tuples       bool // a tuple or constructor application that is not one value is Top
	Alternatives bool // of scalars they are the base set, of anything else Top; the alternatives of a Bool are its base set anyway
	Recursion    bool // a recursive value is Top
	MustMay      bool // a map has no must entries and one may entry, for all keys that it may have
}

// Coarse is n without the forms that are switched off.
func (t *Table) Coarse(n *Node) *Node {
	if n.Singleton {
		return n
	}
	m, ok := t.coarser[n]
	if !ok {
		if m = t.coarsen(n); m != n {
			m = t.Coarse(m) // parts that became one, as may entries with the same keys, may have new forms
		}
		t.coarser[n] = m
	}
	return m
}

func (t *Table) coarsen(n *Node) *Node {
	w := t.opts.Without
	switch {
	case n.Cyclic:
		return t.Top
	case n.Kind == Alt && w.Alternatives:
		return t.oneForm(n)
	case (n.Kind == Tuple || n.Kind == Con) && w.Tuples:
		return t.Top
	case n.Kind == Map:
		return t.Map(n.IsSet, t.coarseEntries(n.must()), t.coarseEntries(n.May))
	case len(n.Kids) == 0:
		return n
	}
	kids := make([]*Node, len(n.Kids))
	for i, k := range n.Kids {
		kids[i] = t.Coarse(k)
	}
	return t.build(&Node{Kind: n.Kind, Con: n.Con, Kids: kids})
}

func (t *Table) coarseEntries(es []Entry) []Entry {
	out := make([]Entry, len(es))
	for i, e := range es {
		out[i] = Entry{t.Coarse(e.Key), t.Coarse(e.Val)}
	}
	return out
}

// oneForm is alternatives as one form: their base set, or Top.
func (t *Table) oneForm(n *Node) *Node {
	first := n.Kids[0]
	if slices.ContainsFunc(n.Kids, func(k *Node) bool { return !k.IsScalar() || k.Base != first.Base }) {
		return t.Top
	}
	return t.Bases[first.Base]
}

// oneEntry is the entries of a map in which must and may are not told apart: one may entry; of a set, its possible members.
func (t *Table) oneEntry(isSet bool, must, may []Entry, join func(a, b *Node) *Node) []Entry {
	all := slices.Clone(may)
	for _, e := range must {
		switch {
		case !isSet:
			all = append(all, e)
		case e.Val != t.Truths[0]:
			all = append(all, Entry{e.Key, t.Truths[1]})
		}
	}
	if len(all) == 0 {
		return nil
	}
	one := all[0]
	for _, e := range all[1:] {
		one = Entry{t.Join(one.Key, e.Key), join(one.Val, e.Val)}
	}
	return []Entry{one}
}
