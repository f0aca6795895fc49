package tree

import (
	"encoding/binary"
	"slices"

	graphs "scf/internal/graph"
)

// The last step of interning a graph: components, minimisation, and the search for cycles that the domain already has.

// components finds the strongly connected components of the raw nodes that n reaches, successors first.
func (g *Graph) components(n *Node) {
	g.scc, g.cyc = map[*Node]int{}, map[int]bool{}
	loops := map[*Node]bool{}
	g.order = graphs.Components([]*Node{n}, func(n *Node, visit func(*Node)) {
		n.Successors(func(k *Node) {
			if k.Raw {
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
func (g *Graph) finish(component []*Node) {
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
		g.final[first] = g.t.build(first)
		return
	}
	for _, n := range component {
		if n.Kind == Alt {
			slices.SortFunc(n.Kids, Less)
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
func (t *Table) shape(n *Node, depth int) uint64 {
	h := t.head(n)
	if depth > 0 {
		n.Successors(func(k *Node) { h.add(t.shape(k, depth-1)) })
	}
	return uint64(h)
}

// findKnown looks for the cycle among those of the domain. A node of a cycle that denotes the same tree as an interned node leads with
// it to interned nodes all around the cycle, so one node decides.
func (g *Graph) findKnown(component []*Node) bool {
	for _, n := range g.t.cycles[g.t.shape(component[0], shapeDepth)] {
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
	if !n.Raw {
		return n == m
	}
	if k, ok := same[n]; ok {
		return k == m
	}
	if n.Kind != m.Kind || n.Con != m.Con || n.IsSet != m.IsSet || len(n.Kids) != len(m.Kids) ||
		len(n.May) != len(m.May) || !SameNodes(n.Keys, m.Keys) {
		return false
	}
	same[n] = m
	for i, k := range n.Kids {
		if !bisimilar(k, m.Kids[i], same) {
			return false
		}
	}
	for i, e := range n.May {
		if e.Key != m.May[i].Key || !bisimilar(e.Val, m.May[i].Val, same) {
			return false
		}
	}
	return true
}

// addCycle minimises the component and makes its classes nodes of the domain.
func (g *Graph) addCycle(component []*Node) {
	class := g.minimise(component)
	made := map[int]*Node{}
	var fresh []*Node
	for _, n := range component {
		if made[class[n]] == nil {
			m := g.t.finish(&Node{Kind: n.Kind, Con: n.Con, Keys: n.Keys, IsSet: n.IsSet, Cyclic: true})
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
		m.label = g.t.labelOf(m)
		h := g.t.hash(m)
		g.t.table[h] = append(g.t.table[h], m)
		s := g.t.shape(m, shapeDepth)
		g.t.cycles[s] = append(g.t.cycles[s], m)
	}
}

// link gives m, the new node for n, its successors.
func (g *Graph) link(m, n *Node) {
	final := func(k *Node) *Node {
		if k.Raw {
			return g.final[k]
		}
		return k
	}
	for _, k := range n.Kids {
		m.Kids = append(m.Kids, final(k))
	}
	for _, e := range n.May {
		m.May = append(m.May, Entry{e.Key, final(e.Val)})
	}
}

// minimise numbers the classes of nodes of the component that denote the same tree: the coarsest partition in which nodes of one class
// have equal heads and successors of equal classes (Moore).
func (g *Graph) minimise(component []*Node) map[*Node]int {
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
func (g *Graph) signature(n *Node, class map[*Node]int) []byte {
	sig := binary.LittleEndian.AppendUint64(nil, uint64(g.t.head(n)))
	sig = binary.LittleEndian.AppendUint32(sig, uint32(class[n]))
	n.Successors(func(k *Node) {
		if k.Raw {
			sig = binary.LittleEndian.AppendUint32(append(sig, 'c'), uint32(class[k]))
		} else {
			sig = binary.LittleEndian.AppendUint32(append(sig, 'n'), k.Num)
		}
	})
	return sig
}
