package absval

import (
	"cmp"
	"slices"
)

// Smart constructors: the only way to make interned nodes bottom up. Each takes interned nodes and gives the normal form
// (figure 5.3) of what is asked for.

// tuple is the node of a tuple ([NF-ANDZ-TPL], [NF-TPL-ELIM]).
func (d *Domain) tuple(kids []*Node) *Node {
	if len(kids) == 1 {
		return kids[0]
	}
	if slices.Contains(kids, d.bottom) {
		return d.bottom
	}
	return d.intern(&Node{kind: kindTuple, kids: kids})
}

// join is the union of a and b, or a little more ([NF-OR-TPL], [NF-OR-MAP]).
func (d *Domain) join(a, b *Node) *Node {
	switch {
	case a == b || b.kind == kindBottom || a.kind == kindTop:
		return a
	case a.kind == kindBottom || b.kind == kindTop:
		return b
	}
	key := pair{min(a.num, b.num), max(a.num, b.num)}
	if n, ok := d.joins[key]; ok {
		return n
	}
	// Met again while it is computed, through tuples or map values alone, the pair counts as Top; no typed program has such values.
	d.joins[key] = d.top
	var n *Node
	switch {
	case d.leq(b, a):
		n = a
	case d.leq(a, b):
		n = b
	default:
		n = d.union([]*Node{a, b})
	}
	d.joins[key] = n
	return n
}

// joinAll is the union of several nodes.
func (d *Domain) joinAll(ns []*Node) *Node {
	switch len(ns) {
	case 1:
		return ns[0]
	case 2:
		return d.join(ns[0], ns[1])
	}
	return d.union(ns)
}

// union is the alternatives node of parts, or simpler ([NF-OR]).
func (d *Domain) union(parts []*Node) *Node {
	g := group(flatten(parts))
	if g.top {
		return d.top
	}
	few := slices.Concat(d.scalarUnion(g.scalars), d.mergeLike(g.tuples), d.mergeLike(g.maps))
	slices.SortFunc(few, less)
	at, _ := slices.BinarySearchFunc(few, kindCon, func(n *Node, k kind) int { return cmp.Compare(n.kind, k) })
	out := slices.Insert(few, at, d.conUnion(g.cons)...)
	switch len(out) {
	case 0:
		return d.bottom
	case 1:
		return out[0]
	}
	return d.intern(&Node{kind: kindAlt, kids: out})
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
		if n.kind != kindAlt {
			out = append(out, n)
			return
		}
		for _, k := range n.kids {
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
		switch n.kind {
		case kindTop:
			g.top = true
		case kindConst, kindBase:
			g.scalars = append(g.scalars, n)
		case kindTuple:
			g.tuples = append(g.tuples, n)
		case kindMap:
			g.maps = append(g.maps, n)
		case kindCon:
			g.cons = append(g.cons, n)
		}
	}
	return g
}

// mergeLike joins the tuples of one length, the maps, and the sets among ns.
func (d *Domain) mergeLike(ns []*Node) []*Node {
	var out []*Node
	for _, n := range ns {
		i := slices.IndexFunc(out, func(m *Node) bool { return comparable(m, n) })
		if i < 0 {
			out = append(out, n)
			continue
		}
		out[i] = d.mergePair(out[i], n)
	}
	return out
}

// mergePair is the tuple or map that takes in two of one kind.
func (d *Domain) mergePair(a, b *Node) *Node {
	if d.leq(b, a) {
		return a
	}
	if d.leq(a, b) {
		return b
	}
	if a.kind == kindMap {
		return d.joinMaps(a, b, d.join)
	}
	return d.tuple(d.joinEach(a.kids, b.kids))
}

func (d *Domain) joinEach(as, bs []*Node) []*Node {
	out := make([]*Node, len(as))
	for i := range as {
		out[i] = d.join(as[i], bs[i])
	}
	return out
}

// conUnion, in order, leaves out constructor applications that are subsets of others ([NF-OR-SUB]) and merges those of one key
// argumentwise where they are too many ([NF-OR-MANY]).
func (d *Domain) conUnion(cons []*Node) []*Node {
	if len(cons) < 2 {
		return cons
	}
	slices.SortStableFunc(cons, less)
	cons = d.dropSubsets(cons)
	if len(cons) <= d.opts.MaxAlts {
		return cons
	}
	return d.mergeMany(cons)
}

// dropSubsets leaves out of the sorted cons what is included in another; of two that include each other the later one.
func (d *Domain) dropSubsets(cons []*Node) []*Node {
	out := slices.Clone(cons)
	for i := len(out) - 1; i >= 0; i-- {
		n := out[i]
		if slices.ContainsFunc(out, func(m *Node) bool { return m != n && m.con == n.con && d.leq(n, m) }) {
			out = slices.Delete(out, i, i+1)
		}
	}
	return out
}

// mergeMany merges the applications of each key of which there are too many, and then, should there still be too many of one
// constructor, those.
func (d *Domain) mergeMany(cons []*Node) []*Node {
	cons = d.mergeWhere(cons, func(a, b *Node) bool { return a.key() == b.key() })
	cons = d.mergeWhere(cons, func(a, b *Node) bool { return a.con == b.con })
	slices.SortStableFunc(cons, less)
	return d.dropSubsets(cons)
}

// mergeWhere merges each class of same that has more than MaxAlts members; members of a class stand together in cons.
func (d *Domain) mergeWhere(cons []*Node, same func(a, b *Node) bool) []*Node {
	var out []*Node
	for len(cons) > 0 {
		n := 1
		for n < len(cons) && same(cons[0], cons[n]) {
			n++
		}
		if n > d.opts.MaxAlts {
			out = append(out, d.mergeCons(cons[:n]))
		} else {
			out = append(out, cons[:n]...)
		}
		cons = cons[n:]
	}
	return out
}

// mergeCons is the application of one constructor that takes in those of cons.
func (d *Domain) mergeCons(cons []*Node) *Node {
	args := cons[0].kids
	for _, n := range cons[1:] {
		args = d.joinEach(args, n.kids)
	}
	return d.intern(&Node{kind: kindCon, con: cons[0].con, kids: args})
}
