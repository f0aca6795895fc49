package tree

import (
	"cmp"
	"slices"
	"strings"

	"scf/scfml/core"
)

// The order of normal form ([NF-ORDER]): a total order on nodes that depends on what they denote, never on addresses or on the
// history of the domain. The shallowest difference between two trees decides, and of several at one depth the leftmost. So
// it is defined for recursive nodes too, which are infinite trees that differ at some finite depth where they differ.

// Less orders alternatives: by kind, constructor and base label first, so that the alternatives of a node inside a cycle, which
// have distinct keys, are in order whatever lies below them. A set, as a key, stands where its first alternative would.
func Less(a, b *Node) int {
	if a == b {
		return 0
	}
	if c := compareHeads(lead(a), lead(b)); c != 0 {
		return c
	}
	if c := a.label.compare(b.label); c != 0 {
		return c
	}
	return compareNodes(a, b)
}

func lead(n *Node) *Node {
	if n.Kind == Alt {
		return n.Kids[0]
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
		xs, ys := Parts(p[0]), Parts(p[1])
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

// Parts are all nodes that n refers to, keys included, in order. Nodes of equal heads have equally many.
func Parts(n *Node) []*Node {
	if n.Kind != Map {
		return n.Kids
	}
	ps := slices.Concat(n.Keys, n.Kids)
	for _, e := range n.May {
		ps = append(ps, e.Key, e.Val)
	}
	return ps
}

// Size is the number of distinct nodes of n.
func (t *Table) Size(n *Node) (size int) {
	if t.marking++; int(t.nextNum) >= len(t.marks) || t.marking == 0 {
		t.marks, t.marking = make([]uint32, t.nextNum+t.nextNum/2+1), 1
	}
	work := append(make([]*Node, 0, 64), n)
	for len(work) > 0 {
		n, work = work[len(work)-1], work[:len(work)-1]
		if t.marks[n.Num] == t.marking {
			continue
		}
		t.marks[n.Num] = t.marking
		size++
		work = append(append(work, n.Kids...), n.Keys...)
		for _, e := range n.May {
			work = append(work, e.Key, e.Val)
		}
	}
	return size
}

// compareHeads orders nodes by all but their parts.
func compareHeads(a, b *Node) int {
	if c := cmp.Compare(a.Kind, b.Kind); c != 0 {
		return c
	}
	switch a.Kind {
	case Base:
		return cmp.Compare(a.Base, b.Base)
	case Const:
		return compareScalars(a.val, b.val)
	case Con:
		return compareCons(a.Con, b.Con)
	}
	if c := cmpBool(a.IsSet, b.IsSet); c != 0 {
		return c
	}
	if c := cmp.Compare(len(a.Kids), len(b.Kids)); c != 0 {
		return c
	}
	return cmp.Compare(len(a.May), len(b.May))
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
	if c := cmp.Compare(BaseOf(a), BaseOf(b)); c != 0 {
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
