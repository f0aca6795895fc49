package absval

import (
	"encoding/binary"
	graphs "scf/internal/graph"
	"slices"
)

// The last step of interning a graph: components, minimisation, and the search for cycles that the domain already has.

// components finds the strongly connected components of the raw nodes that n reaches, successors first.
func (g *graph) components(n *Node) {
	g.scc, g.cyc = map[*Node]int{}, map[int]bool{}
	loops := map[*Node]bool{}
	g.order = graphs.Components([]*Node{n}, func(n *Node, visit func(*Node)) {
		n.successors(func(k *Node) {
			if k.raw {
				loops[n] = loops[n] || k == n
				visit(k)
			}
		})
	})
	for id, component := range g.order {
		g.cyc[id] = len(component) > 1 || loops[component[0]]
		for _, m := range component {
			g.scc[m] = id
		}
	}
}

// finish interns a component, all of whose successors are.
func (g *graph) finish(component []*Node) {
	for _, n := range component {
		g.rewrite(n, func(k *Node) *Node {
			if m := g.final[k]; m != nil {
				return m
			}
			return k
		})
	}
	first := component[0]
	if !g.cyc[g.scc[first]] {
		g.final[first] = g.d.build(first)
		return
	}
	for _, n := range component {
		if n.kind == kindAlt {
			slices.SortFunc(n.kids, less)
		}
	}
	if g.findKnown(component) {
		return
	}
	g.addCycle(component)
}

// shapeDepth is how deep nodes are hashed to find recursive nodes that may be equal.
const shapeDepth = 4

// shape hashes n down to a depth, alike for nodes that denote the same tree.
func (d *Domain) shape(n *Node, depth int) uint64 {
	h := d.head(n)
	if depth > 0 {
		n.successors(func(k *Node) { h.add(d.shape(k, depth-1)) })
	}
	return uint64(h)
}

// findKnown looks for the cycle among those of the domain. A node of a cycle that denotes the same tree as an interned node leads with
// it to interned nodes all around the cycle, so one node decides.
func (g *graph) findKnown(component []*Node) bool {
	for _, n := range g.d.cycles[g.d.shape(component[0], shapeDepth)] {
		same := map[*Node]*Node{}
		if !bisimilar(component[0], n, same) {
			continue
		}
		for _, m := range component {
			g.final[m] = same[m]
		}
		return true
	}
	return false
}

// bisimilar reports whether the raw node n denotes the tree of the interned node m, extending same by which raw nodes then denote which.
func bisimilar(n, m *Node, same map[*Node]*Node) bool {
	if !n.raw {
		return n == m
	}
	if k, ok := same[n]; ok {
		return k == m
	}
	if n.kind != m.kind || n.con != m.con || n.isSet != m.isSet || len(n.kids) != len(m.kids) ||
		len(n.may) != len(m.may) || !sameNodes(n.keys, m.keys) {
		return false
	}
	same[n] = m
	for i, k := range n.kids {
		if !bisimilar(k, m.kids[i], same) {
			return false
		}
	}
	for i, e := range n.may {
		if e.key != m.may[i].key || !bisimilar(e.val, m.may[i].val, same) {
			return false
		}
	}
	return true
}

// addCycle minimises the component and makes its classes nodes of the domain.
func (g *graph) addCycle(component []*Node) {
	class := g.minimise(component)
	made := map[int]*Node{}
	var fresh []*Node
	for _, n := range component {
		if made[class[n]] == nil {
			m := g.d.finish(&Node{kind: n.kind, con: n.con, keys: n.keys, isSet: n.isSet, cyclic: true})
			made[class[n]] = m
			fresh = append(fresh, m)
		}
		g.final[n] = made[class[n]]
	}
	done := map[*Node]bool{}
	for _, n := range component {
		if m := g.final[n]; !done[m] {
			done[m] = true
			g.link(m, n)
		}
	}
	for _, m := range fresh {
		m.label = labelOf(m)
		h := g.d.hash(m)
		g.d.table[h] = append(g.d.table[h], m)
		s := g.d.shape(m, shapeDepth)
		g.d.cycles[s] = append(g.d.cycles[s], m)
	}
}

// link gives m, the new node for n, its successors.
func (g *graph) link(m, n *Node) {
	final := func(k *Node) *Node {
		if k.raw {
			return g.final[k]
		}
		return k
	}
	for _, k := range n.kids {
		m.kids = append(m.kids, final(k))
	}
	for _, e := range n.may {
		m.may = append(m.may, entry{e.key, final(e.val)})
	}
}

// minimise numbers the classes of nodes of the component that denote the same tree: the coarsest partition in which nodes of one class
// have equal heads and successors of equal classes (Moore).
func (g *graph) minimise(component []*Node) map[*Node]int {
	class := map[*Node]int{}
	for count := 0; ; {
		next, sigs := map[*Node]int{}, map[string]int{}
		for _, n := range component {
			s := string(g.signature(n, class))
			if _, ok := sigs[s]; !ok {
				sigs[s] = len(sigs)
			}
			next[n] = sigs[s]
		}
		class = next
		if len(sigs) == count {
			return class
		}
		count = len(sigs)
	}
}

// signature is what tells n from other nodes, given the classes so far.
func (g *graph) signature(n *Node, class map[*Node]int) []byte {
	sig := binary.LittleEndian.AppendUint64(nil, uint64(g.d.head(n)))
	sig = binary.LittleEndian.AppendUint32(sig, uint32(class[n]))
	n.successors(func(k *Node) {
		if k.raw {
			sig = binary.LittleEndian.AppendUint32(append(sig, 'c'), uint32(class[k]))
		} else {
			sig = binary.LittleEndian.AppendUint32(append(sig, 'n'), k.num)
		}
	})
	return sig
}
