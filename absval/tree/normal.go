package tree

import (
	"cmp"
	"slices"

	"scf/scfml/core"
)

// Smart constructors: the only way to make interned nodes bottom up. Each takes interned nodes and gives the normal form
// (figure 5.3) of what is asked for.

// Tuple is the node of a tuple ([NF-ANDZ], [NF-TPL-ELIM]).
func (t *Table) Tuple(kids []*Node) *Node {
	if len(kids) == 1 {
		return kids[0]
	}
	if slices.Contains(kids, t.Bottom) {
		return t.Bottom
	}
	return t.intern(&Node{Kind: Tuple, Kids: kids})
}

// Join is the union of a and b, or a little more ([NF-OR-TPL], [NF-OR-MAP]).
func (t *Table) Join(a, b *Node) *Node {
	switch {
	case a == b || b.Kind == Bottom || a.Kind == Top:
		return a
	case a.Kind == Bottom || b.Kind == Top:
		return b
	}
	key := pair{min(a.Num, b.Num), max(a.Num, b.Num)}
	if n, ok := t.joins[key]; ok {
		return n
	}
	// Met again while it is computed, through tuples or map values alone, the pair counts as Top; no typed program has such values.
	t.joins[key] = t.Top
	var n *Node
	switch {
	case t.Leq(b, a):
		n = a
	case t.Leq(a, b):
		n = b
	default:
		n = t.union([]*Node{a, b})
	}
	t.joins[key] = n
	return n
}

// JoinAll is the union of several nodes.
func (t *Table) JoinAll(ns []*Node) *Node {
	switch len(ns) {
	case 1:
		return ns[0]
	case 2:
		return t.Join(ns[0], ns[1])
	}
	return t.union(ns)
}

// union is the alternatives node of parts, or simpler ([NF-OR]).
func (t *Table) union(parts []*Node) *Node {
	g := group(flatten(parts))
	if g.top {
		return t.Top
	}
	few := slices.Concat(t.scalarUnion(g.scalars), t.mergeLike(g.tuples), t.mergeLike(g.maps))
	slices.SortFunc(few, Less)
	at, _ := slices.BinarySearchFunc(few, Con, func(n *Node, k Kind) int { return cmp.Compare(n.Kind, k) })
	out := slices.Insert(few, at, t.conUnion(g.cons)...)
	switch len(out) {
	case 0:
		return t.Bottom
	case 1:
		return out[0]
	}
	return t.intern(&Node{Kind: Alt, Kids: out})
}

// flatten lists the alternatives of parts, each once.
func flatten(parts []*Node) []*Node {
	var out []*Node
	seen := map[*Node]bool{}
	var add func(n *Node)
	add = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if n.Kind != Alt {
			out = append(out, n)
			return
		}
		for _, k := range n.Kids {
			add(k)
		}
	}
	for _, p := range parts {
		add(p)
	}
	return out
}

// groups are alternatives by what merges them.
type groups struct {
	top                         bool
	scalars, tuples, maps, cons []*Node
}

func group(alts []*Node) groups {
	var g groups
	for _, n := range alts {
		switch n.Kind {
		case Top:
			g.top = true
		case Const, Base:
			g.scalars = append(g.scalars, n)
		case Tuple:
			g.tuples = append(g.tuples, n)
		case Map:
			g.maps = append(g.maps, n)
		case Con:
			g.cons = append(g.cons, n)
		}
	}
	return g
}

// mergeLike joins the tuples of one length, the maps, and the sets among ns.
func (t *Table) mergeLike(ns []*Node) []*Node {
	var out []*Node
	for _, n := range ns {
		i := slices.IndexFunc(out, func(m *Node) bool { return Comparable(m, n) })
		if i < 0 {
			out = append(out, n)
			continue
		}
		out[i] = t.mergePair(out[i], n)
	}
	return out
}

// mergePair is the tuple or map that takes in two of one kind.
func (t *Table) mergePair(a, b *Node) *Node {
	if t.Leq(b, a) {
		return a
	}
	if t.Leq(a, b) {
		return b
	}
	if a.Kind == Map {
		return t.joinMaps(a, b, t.Join)
	}
	return t.Tuple(t.joinEach(a.Kids, b.Kids))
}

func (t *Table) joinEach(as, bs []*Node) []*Node {
	out := make([]*Node, len(as))
	for i := range as {
		out[i] = t.Join(as[i], bs[i])
	}
	return out
}

// conUnion, in order, leaves out constructor applications that are subsets of others ([NF-OR-SUB]) and merges those of one key
// argumentwise where they are too many ([NF-OR-MANY]).
func (t *Table) conUnion(cons []*Node) []*Node {
	if len(cons) < 2 {
		return cons
	}
	slices.SortStableFunc(cons, Less)
	cons = t.dropSubsets(cons)
	if len(cons) <= t.opts.MaxAlts {
		return cons
	}
	return t.mergeMany(cons)
}

// dropSubsets leaves out of the sorted cons what is included in another; of two that include each other the later one.
func (t *Table) dropSubsets(cons []*Node) []*Node {
	out := make([]*Node, 0, len(cons))
	for len(cons) > 0 {
		like := 1
		for like < len(cons) && cons[like].Con == cons[0].Con {
			like++
		}
		first := len(out)
		out = append(out, cons[:like]...)
		for i := len(out) - 1; i >= first; i-- {
			n := out[i]
			if slices.ContainsFunc(out[first:], func(m *Node) bool { return m != n && t.Leq(n, m) }) {
				out = slices.Delete(out, i, i+1)
			}
		}
		cons = cons[like:]
	}
	return out
}

// mergeMany merges the applications of each key of which there are too many, and then, should there still be too many of one
// constructor, those.
func (t *Table) mergeMany(cons []*Node) []*Node {
	cons = t.mergeWhere(cons, func(a, b *Node) bool { return a.Key() == b.Key() })
	cons = t.mergeWhere(cons, func(a, b *Node) bool { return a.Con == b.Con })
	slices.SortStableFunc(cons, Less)
	return t.dropSubsets(cons)
}

// mergeWhere merges each class of same that has more than MaxAlts members; members of a class stand together in cons.
func (t *Table) mergeWhere(cons []*Node, same func(a, b *Node) bool) []*Node {
	var out []*Node
	for len(cons) > 0 {
		n := 1
		for n < len(cons) && same(cons[0], cons[n]) {
			n++
		}
		if n > t.opts.MaxAlts {
			out = append(out, t.mergeCons(cons[:n]))
		} else {
			out = append(out, cons[:n]...)
		}
		cons = cons[n:]
	}
	return out
}

// mergeCons is the application of one constructor that takes in those of cons.
func (t *Table) mergeCons(cons []*Node) *Node {
	args := cons[0].Kids
	for _, n := range cons[1:] {
		args = t.joinEach(args, n.Kids)
	}
	return t.intern(&Node{Kind: Con, Con: cons[0].Con, Kids: args})
}

// Apply is the node of a constructor application ([NF-ANDZ]).
func (t *Table) Apply(c *core.Con, kids []*Node) *Node {
	if slices.Contains(kids, t.Bottom) {
		return t.Bottom
	}
	return t.intern(&Node{Kind: Con, Con: c, Kids: kids})
}
