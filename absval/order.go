package absval

import (
	"cmp"
	"slices"
	"strings"

	"scf/scfml/core"
)

// The order of normal form ([NF-ORDER]): a total order on nodes that depends on what they denote, never on addresses or on the
// history of the domain. The shallowest difference between two trees decides, and of several at one depth the leftmost. So
// it is defined for recursive nodes too, which are infinite trees that differ at some finite depth where they differ.

// less orders alternatives: by kind, constructor and base label first, so that the alternatives of a node inside a cycle, which
// have distinct keys, are in order whatever lies below them. A set, as a key, stands where its first alternative would.
func less(a, b *Node) int {
	if c := compareHeads(lead(a), lead(b)); c != 0 {
		return c
	}
	if c := a.label.compare(b.label); c != 0 {
		return c
	}
	return compareNodes(a, b)
}

func lead(n *Node) *Node {
	if n.kind == kindAlt {
		return n.kids[0]
	}
	return n
}

func (l baseLabel) compare(m baseLabel) int {
	if l.labelled != m.labelled {
		return cmpBool(l.labelled, m.labelled)
	}
	return cmp.Compare(l.label, m.label)
}

// compareNodes walks both graphs in step, breadth first; pairs of equal nodes and pairs met before cannot hold the first difference.
func compareNodes(a, b *Node) int {
	if a == b {
		return 0
	}
	queue := [][2]*Node{{a, b}}
	seen := map[[2]*Node]bool{}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if c := compareHeads(p[0], p[1]); c != 0 {
			return c
		}
		xs, ys := parts(p[0]), parts(p[1])
		for i, x := range xs {
			q := [2]*Node{x, ys[i]}
			if x != ys[i] && !seen[q] {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	return 0
}

// parts are all nodes that n refers to, keys included, in order. Nodes of equal heads have equally many.
func parts(n *Node) []*Node {
	if n.kind != kindMap {
		return n.kids
	}
	ps := slices.Concat(n.keys, n.kids)
	for _, e := range n.may {
		ps = append(ps, e.key, e.val)
	}
	return ps
}

// compareHeads orders nodes by all but their parts.
func compareHeads(a, b *Node) int {
	if c := cmp.Compare(a.kind, b.kind); c != 0 {
		return c
	}
	switch a.kind {
	case kindBase:
		return cmp.Compare(a.base, b.base)
	case kindConst:
		return compareScalars(a.val, b.val)
	case kindCon:
		return compareCons(a.con, b.con)
	}
	if c := cmpBool(a.isSet, b.isSet); c != 0 {
		return c
	}
	if c := cmp.Compare(len(a.kids), len(b.kids)); c != 0 {
		return c
	}
	return cmp.Compare(len(a.may), len(b.may))
}

// compareCons orders constructors by datatype and declaration index.
func compareCons(a, b *core.Con) int {
	if a == b {
		return 0
	}
	return cmp.Or(strings.Compare(a.Data.Name, b.Data.Name), cmp.Compare(a.Index, b.Index),
		strings.Compare(a.Name, b.Name), cmp.Compare(len(a.Args), len(b.Args)))
}

func compareScalars(a, b core.Value) int {
	if c := cmp.Compare(baseOf(a), baseOf(b)); c != 0 {
		return c
	}
	switch a := a.(type) {
	case core.Int:
		return cmp.Compare(a, b.(core.Int))
	case core.Bool:
		return cmpBool(bool(a), bool(b.(core.Bool)))
	case core.Char:
		return cmp.Compare(a, b.(core.Char))
	default:
		return cmp.Compare(a.(core.Str), b.(core.Str))
	}
}

func cmpBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
