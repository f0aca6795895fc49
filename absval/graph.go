package absval

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

// graph is a graph under construction.
type graph struct {
	d      *Domain
	unions map[string]*Node  // by the numbers of their members
	of     map[*Node][]*Node // the members of a union
	scc    map[*Node]int     // the component of a raw node
	cyc    map[int]bool      // the components that are cycles
	final  map[*Node]*Node   // interned nodes for raw ones
	order  [][]*Node         // components, successors first
	subset *relation         // inclusion of raw nodes as they are now
}

func (d *Domain) graph() *graph {
	return &graph{d: d, unions: map[string]*Node{}, of: map[*Node][]*Node{}, final: map[*Node]*Node{}}
}

// hole is a raw node to be filled with alternatives.
func (g *graph) hole() *Node { return &Node{kind: kindAlt, raw: true, num: g.d.number()} }

// raw makes n a raw node, unless all that it refers to is interned: then build is called.
func (g *graph) raw(n *Node, build func() *Node) *Node {
	open := false
	n.successors(func(k *Node) { open = open || k.raw })
	if !open {
		return build()
	}
	n.raw, n.num = true, g.d.number()
	return n
}

func (g *graph) tuple(kids []*Node) *Node {
	if len(kids) == 1 {
		return kids[0]
	}
	return g.raw(&Node{kind: kindTuple, kids: kids}, func() *Node { return g.d.tuple(kids) })
}

// like is a constructor application, tuple or map with the head of n.
func (g *graph) like(n *Node, kids []*Node, may []entry) *Node {
	m := &Node{kind: n.kind, con: n.con, keys: n.keys, isSet: n.isSet, kids: kids, may: may}
	return g.raw(m, func() *Node { return g.d.build(m) })
}

func (g *graph) mapping(isSet bool, must, may []entry) *Node {
	n := g.d.mapShape(isSet, must, may, func(a, b *Node) *Node { return g.union(a, b) })
	return g.raw(n, func() *Node { return g.d.mapNode(isSet, must, may) })
}

// build is the interned node like n, whose successors are interned.
func (d *Domain) build(n *Node) *Node {
	switch n.kind {
	case kindAlt:
		return d.joinAll(n.kids)
	case kindTuple:
		return d.tuple(n.kids)
	case kindCon:
		return d.apply(n.con, n.kids)
	case kindMap:
		return d.mapNode(n.isSet, n.must(), n.may)
	}
	return n
}

// union is the node whose alternatives are those of ns: the same node for the same members. Where there would be too many it is Top.
func (g *graph) union(ns ...*Node) *Node {
	var members []*Node
	for _, n := range ns {
		if of := g.of[n]; of != nil {
			members = append(members, of...)
		} else {
			members = append(members, n)
		}
	}
	slices.SortFunc(members, func(a, b *Node) int { return int(a.num) - int(b.num) })
	members = slices.Compact(members)
	if len(members) == 1 {
		return members[0]
	}
	if !slices.ContainsFunc(members, func(n *Node) bool { return n.raw }) {
		return g.d.joinAll(members)
	}
	var key []byte
	for _, n := range members {
		key = binary.LittleEndian.AppendUint32(key, n.num)
	}
	u := g.unions[string(key)]
	if u == nil {
		if len(g.unions) >= g.d.opts.MaxStates {
			return g.d.top
		}
		u = g.hole()
		u.kids = members
		g.unions[string(key)], g.of[u] = u, members
	}
	return u
}

// intern is the interned node for n.
func (g *graph) intern(n *Node) *Node {
	for n.raw && g.final[n] == nil {
		n = g.simplify(n)
		if !n.raw {
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
	if n.raw {
		return g.final[n]
	}
	return n
}

// reachable lists the raw nodes that can be reached from n.
func (g *graph) reachable(n *Node) []*Node {
	seen := map[*Node]bool{}
	var out []*Node
	work := []*Node{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n.raw && !seen[n] {
			seen[n] = true
			out = append(out, n)
			n.successors(func(k *Node) { work = append(work, k) })
		}
	}
	return out
}

// simplify flattens alternatives, leaves out what has no member, and lets every reference lead to a node that is neither an
// alternatives node of one alternative nor one that is everything. It returns what became of n.
func (g *graph) simplify(n *Node) *Node {
	nodes := g.reachable(n)
	flat := make([][]*Node, len(nodes))
	for i, n := range nodes {
		if n.kind == kindAlt {
			flat[i] = flatten([]*Node{n})
		}
	}
	for i, n := range nodes {
		if n.kind == kindAlt {
			n.kids = flat[i]
		}
	}
	alive := g.productive(nodes)
	resolve := func(n *Node) *Node {
		if !n.raw {
			return n
		}
		if !alive[n] {
			return g.d.bottom
		}
		return n
	}
	for _, n := range nodes {
		g.rewrite(n, resolve)
		g.normalScalars(n)
	}
	resolve = func(n *Node) *Node {
		if n.raw && n.kind == kindAlt {
			switch {
			case slices.Contains(n.kids, g.d.top):
				return g.d.top
			case len(n.kids) == 0:
				return g.d.bottom
			case len(n.kids) == 1:
				return n.kids[0]
			}
		}
		return n
	}
	for _, n := range nodes {
		if n.kind != kindAlt {
			g.rewrite(n, resolve)
		}
	}
	for _, n := range nodes {
		n.label = labelOf(n)
	}
	if n.raw && !alive[n] {
		return g.d.bottom
	}
	return resolve(n)
}

// productive finds the raw nodes that have a finite member if interned nodes have: the least fixpoint.
func (g *graph) productive(nodes []*Node) map[*Node]bool {
	alive := map[*Node]bool{}
	has := func(n *Node) bool { return alive[n] || !n.raw && n != g.d.bottom }
	for changed := true; changed; {
		changed = false
		for i := len(nodes) - 1; i >= 0; i-- {
			n := nodes[i]
			if !alive[n] && (n.kind == kindAlt && slices.ContainsFunc(n.kids, has) ||
				n.kind != kindAlt && !slices.ContainsFunc(n.kids, func(k *Node) bool { return !has(k) })) {
				alive[n] = true
				changed = true
			}
		}
	}
	return alive
}

// rewrite replaces the nodes that n refers to, leaving out alternatives and may entries that become Bottom.
func (g *graph) rewrite(n *Node, f func(*Node) *Node) {
	kids := make([]*Node, 0, len(n.kids))
	for _, k := range n.kids {
		if k = f(k); k != g.d.bottom || n.kind != kindAlt {
			kids = append(kids, k)
		}
	}
	var may []entry
	for _, e := range n.may {
		if v := f(e.val); v != g.d.bottom {
			may = append(may, entry{e.key, v})
		}
	}
	n.kids, n.may = kids, may
}

// normalScalars brings the scalars among n's alternatives into normal form.
func (g *graph) normalScalars(n *Node) {
	if n.kind != kindAlt {
		return
	}
	var scalars, others []*Node
	for _, k := range n.kids {
		if k.isScalar() {
			scalars = append(scalars, k)
		} else {
			others = append(others, k)
		}
	}
	n.kids = append(g.d.scalarUnion(scalars), others...)
}

// mergeAlike merges what may not stand side by side among alternatives; it reports whether there was any.
func (g *graph) mergeAlike() bool {
	changed := false
	for _, component := range g.order {
		for _, n := range component {
			if n.kind == kindAlt {
				changed = g.mergeKids(n) || changed
			}
		}
	}
	return changed
}

func (g *graph) mergeKids(n *Node) bool {
	var out []*Node
	count := map[*core.Con]int{}
	for _, k := range n.kids {
		count[k.con]++
	}
	for _, k := range n.kids {
		i := slices.IndexFunc(out, func(m *Node) bool {
			return g.alike(n, m, k) || k.kind == kindCon && m.con == k.con && count[k.con] > g.d.opts.MaxAlts
		})
		if i < 0 {
			out = append(out, k)
		} else {
			out[i] = g.merge(out[i], k)
		}
	}
	changed := len(out) < len(n.kids)
	n.kids = out
	return changed
}

// alike reports whether the alternatives a and b of n must be merged.
func (g *graph) alike(n, a, b *Node) bool {
	if a.kind == kindCon {
		return b.kind == kindCon && g.cyc[g.scc[n]] && a.key() == b.key()
	}
	return !a.isScalar() && comparable(a, b)
}

func (g *graph) merge(a, b *Node) *Node {
	if a.kind == kindMap {
		n := g.d.joinMaps(a, b, func(a, b *Node) *Node { return g.union(a, b) })
		return g.like(n, n.kids, n.may)
	}
	kids := make([]*Node, len(a.kids))
	for i := range kids {
		kids[i] = g.union(a.kids[i], b.kids[i])
	}
	n := g.like(a, kids, nil)
	n.label = labelOf(n)
	return n
}

// dropIncluded leaves out alternatives of cycles that others include; it reports whether there was any.
func (g *graph) dropIncluded() bool {
	g.subset = newRelation(g.d, leqStep)
	for _, component := range g.order {
		for _, n := range component {
			if n.kind == kindAlt && g.cyc[g.scc[n]] {
				if i := slices.IndexFunc(n.kids, func(k *Node) bool { return g.included(n, k) }); i >= 0 {
					n.kids = slices.Delete(slices.Clone(n.kids), i, i+1)
					return true
				}
			}
		}
	}
	return false
}

func (g *graph) included(n, k *Node) bool {
	return slices.ContainsFunc(n.kids, func(m *Node) bool {
		return m != k && k.kind == kindCon && m.con == k.con && g.subset.holds(k, m)
	})
}
