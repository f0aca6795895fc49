package tree

import (
	"encoding/binary"
	"slices"

	"scf/scfml/core"
)

// Recursive values ([NF-CYCLE]). A recursive value is a cycle of nodes; fix is notation for one. What builds cycles (reading text,
// importing, widening) makes a graph of raw nodes, which may refer to interned ones and to each other in any way, and interns it
// as a whole:
//
//  1. Alternatives are flattened; parts that have no finite member are left out (Bottom is the least solution).
//  2. Tuples and maps among alternatives are merged; inside a cycle the constructor applications of one key are merged argumentwise, so
//     that the alternatives there are told apart by their keys alone: the graph is a deterministic tree automaton.
//  3. Inside a cycle an alternative that is included in another is left out.
//  4. Strongly connected components are interned, those that others refer to first: single nodes by the smart constructors, cycles
//     by minimisation and comparison with the cycles that the domain has.
//
// After that two nodes are one pointer if and only if they denote the same regular tree. An unrolling of a recursive value is found
// in the table like any other node: its parts are the nodes of the cycle.

// Graph is a graph under construction.
type Graph struct {
	t      *Table
	unions map[string]*Node  // by the numbers of their members
	of     map[*Node][]*Node // the members of a union
	scc    map[*Node]int     // the component of a raw node
	cyc    map[int]bool      // the components that are cycles
	final  map[*Node]*Node   // interned nodes for raw ones
	order  [][]*Node         // components, successors first
}

func (t *Table) Graph() *Graph {
	return &Graph{t: t, unions: map[string]*Node{}, of: map[*Node][]*Node{}, final: map[*Node]*Node{}}
}

// Hole is a raw node to be filled with alternatives.
func (g *Graph) Hole() *Node { return &Node{Kind: Alt, Raw: true, Num: g.t.number()} }

// raw makes n a raw node, unless all that it refers to is interned: then build is called.
func (g *Graph) raw(n *Node, build func() *Node) *Node {
	open := false
	n.Successors(func(k *Node) { open = open || k.Raw })
	if !open {
		return build()
	}
	n.Raw, n.Num = true, g.t.number()
	return n
}

func (g *Graph) Tuple(kids []*Node) *Node {
	if len(kids) == 1 {
		return kids[0]
	}
	return g.raw(&Node{Kind: Tuple, Kids: kids}, func() *Node { return g.t.Tuple(kids) })
}

// Like is a constructor application, tuple or map with the head of n.
func (g *Graph) Like(n *Node, kids []*Node, may []Entry) *Node {
	g.t.Step()
	m := &Node{Kind: n.Kind, Con: n.Con, Keys: n.Keys, IsSet: n.IsSet, Kids: kids, May: may}
	return g.raw(m, func() *Node { return g.t.build(m) })
}

func (g *Graph) Mapping(isSet bool, must, may []Entry) *Node {
	n := g.t.mapShape(isSet, must, may, func(a, b *Node) *Node { return g.union(a, b) })
	return g.raw(n, func() *Node { return g.t.Map(isSet, must, may) })
}

// build is the interned node like n, whose successors are interned.
func (t *Table) build(n *Node) *Node {
	switch n.Kind {
	case Alt:
		return t.JoinAll(n.Kids)
	case Tuple:
		return t.Tuple(n.Kids)
	case Con:
		return t.Apply(n.Con, n.Kids)
	case Map:
		return t.Map(n.IsSet, n.must(), n.May)
	}
	return n
}

// union is the node whose alternatives are those of ns: the same node for the same members. Where there would be too many it is Top.
func (g *Graph) union(ns ...*Node) *Node {
	var members []*Node
	for _, n := range ns {
		if of := g.of[n]; of != nil {
			members = append(members, of...)
		} else {
			members = append(members, n)
		}
	}
	slices.SortFunc(members, func(a, b *Node) int { return int(a.Num) - int(b.Num) })
	members = slices.Compact(members)
	if len(members) == 1 {
		return members[0]
	}
	if !slices.ContainsFunc(members, func(n *Node) bool { return n.Raw }) {
		return g.t.JoinAll(members)
	}
	var key []byte
	for _, n := range members {
		key = binary.LittleEndian.AppendUint32(key, n.Num)
	}
	u := g.unions[string(key)]
	if u == nil {
		if len(g.unions) >= g.t.opts.MaxStates {
			return g.t.Top
		}
		u = g.Hole()
		u.Kids = members
		g.unions[string(key)], g.of[u] = u, members
	}
	return u
}

// Intern is the interned node for n.
func (g *Graph) Intern(n *Node) *Node {
	for n.Raw && g.final[n] == nil {
		n = g.simplify(n)
		if !n.Raw {
			return n
		}
		g.components(n)
		if g.mergeAlike() || g.dropIncluded() {
			continue
		}
		for _, component := range g.order {
			g.finish(component)
		}
	}
	if n.Raw {
		return g.final[n]
	}
	return n
}

// reachable lists the raw nodes that can be reached from n.
func (g *Graph) reachable(n *Node) []*Node {
	seen := map[*Node]bool{}
	var out []*Node
	work := []*Node{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n.Raw && !seen[n] {
			seen[n] = true
			out = append(out, n)
			n.Successors(func(k *Node) { work = append(work, k) })
		}
	}
	return out
}

// simplify flattens alternatives, leaves out what has no member, and lets every reference lead to a node that is neither an
// alternatives node of one alternative nor one that is everything. It returns what became of n.
func (g *Graph) simplify(n *Node) *Node {
	nodes := g.reachable(n)
	flat := make([][]*Node, len(nodes))
	for i, n := range nodes {
		if n.Kind == Alt {
			flat[i] = flatten([]*Node{n})
		}
	}
	for i, n := range nodes {
		if n.Kind == Alt {
			n.Kids = flat[i]
		}
	}
	alive := g.productive(nodes)
	resolve := func(n *Node) *Node {
		if !n.Raw {
			return n
		}
		if !alive[n] {
			return g.t.Bottom
		}
		return n
	}
	for _, n := range nodes {
		g.rewrite(n, resolve)
		g.normalScalars(n)
	}
	resolve = func(n *Node) *Node {
		if n.Raw && n.Kind == Alt {
			switch {
			case slices.Contains(n.Kids, g.t.Top):
				return g.t.Top
			case len(n.Kids) == 0:
				return g.t.Bottom
			case len(n.Kids) == 1:
				return n.Kids[0]
			}
		}
		return n
	}
	for _, n := range nodes {
		if n.Kind != Alt {
			g.rewrite(n, resolve)
		}
	}
	for _, n := range nodes {
		n.label = g.t.labelOf(n)
	}
	if n.Raw && !alive[n] {
		return g.t.Bottom
	}
	return resolve(n)
}

// productive finds the raw nodes that have a finite member if interned nodes have: the least fixpoint.
func (g *Graph) productive(nodes []*Node) map[*Node]bool {
	alive := map[*Node]bool{}
	has := func(n *Node) bool { return alive[n] || !n.Raw && n != g.t.Bottom }
	for changed := true; changed; {
		changed = false
		for i := len(nodes) - 1; i >= 0; i-- {
			n := nodes[i]
			if !alive[n] && (n.Kind == Alt && slices.ContainsFunc(n.Kids, has) ||
				n.Kind != Alt && !slices.ContainsFunc(n.Kids, func(k *Node) bool { return !has(k) })) {
				alive[n] = true
				changed = true
			}
		}
	}
	return alive
}

// rewrite replaces the nodes that n refers to, leaving out alternatives and may entries that become Bottom.
func (g *Graph) rewrite(n *Node, f func(*Node) *Node) {
	kids := make([]*Node, 0, len(n.Kids))
	for _, k := range n.Kids {
		if k = f(k); k != g.t.Bottom || n.Kind != Alt {
			kids = append(kids, k)
		}
	}
	var may []Entry
	for _, e := range n.May {
		if v := f(e.Val); v != g.t.Bottom {
			may = append(may, Entry{e.Key, v})
		}
	}
	n.Kids, n.May = kids, may
}

// normalScalars brings the scalars among n's alternatives into normal form.
func (g *Graph) normalScalars(n *Node) {
	if n.Kind != Alt {
		return
	}
	var scalars, others []*Node
	for _, k := range n.Kids {
		if k.IsScalar() {
			scalars = append(scalars, k)
		} else {
			others = append(others, k)
		}
	}
	n.Kids = append(g.t.scalarUnion(scalars), others...)
}

// mergeAlike merges what may not stand side by side among alternatives; it reports whether there was any.
func (g *Graph) mergeAlike() bool {
	changed := false
	for _, component := range g.order {
		for _, n := range component {
			if n.Kind == Alt {
				changed = g.mergeKids(n) || changed
			}
		}
	}
	return changed
}

func (g *Graph) mergeKids(n *Node) bool {
	var out []*Node
	count := map[*core.Con]int{}
	for _, k := range n.Kids {
		count[k.Con]++
	}
	for _, k := range n.Kids {
		i := slices.IndexFunc(out, func(m *Node) bool {
			return g.alike(n, m, k) || k.Kind == Con && m.Con == k.Con && count[k.Con] > g.t.opts.MaxAlts
		})
		if i < 0 {
			out = append(out, k)
		} else {
			out[i] = g.merge(out[i], k)
		}
	}
	changed := len(out) < len(n.Kids)
	n.Kids = out
	return changed
}

// alike reports whether the alternatives a and b of n must be merged.
func (g *Graph) alike(n, a, b *Node) bool {
	if a.Kind == Con {
		return b.Kind == Con && g.cyc[g.scc[n]] && a.Key() == b.Key()
	}
	return !a.IsScalar() && Comparable(a, b)
}

func (g *Graph) merge(a, b *Node) *Node {
	if a.Kind == Map {
		n := g.t.joinMaps(a, b, func(a, b *Node) *Node { return g.union(a, b) })
		return g.Like(n, n.Kids, n.May)
	}
	kids := make([]*Node, len(a.Kids))
	for i := range kids {
		kids[i] = g.union(a.Kids[i], b.Kids[i])
	}
	n := g.Like(a, kids, nil)
	n.label = g.t.labelOf(n)
	return n
}

// dropIncluded leaves out alternatives of cycles that others include; it reports whether there were any.
func (g *Graph) dropIncluded() bool {
	subset := newRelation(g.t, leqStep)
	left := map[*Node][]*Node{}
	for _, component := range g.order {
		for _, n := range component {
			if n.Kind != Alt || !g.cyc[g.scc[n]] {
				continue
			}
			kids := slices.Clone(n.Kids)
			for i := 0; i < len(kids); {
				if included(subset, kids, kids[i]) {
					kids = slices.Delete(kids, i, i+1)
				} else {
					i++
				}
			}
			if len(kids) < len(n.Kids) {
				left[n] = kids
			}
		}
	}
	for n, kids := range left { // when all is decided about what there was
		n.Kids = kids
	}
	return len(left) > 0
}

// included reports whether another one of the alternatives includes k.
func included(subset *relation, alternatives []*Node, k *Node) bool {
	return slices.ContainsFunc(alternatives, func(m *Node) bool {
		return m != k && k.Kind == Con && m.Con == k.Con && subset.holds(k, m)
	})
}
