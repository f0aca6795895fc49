package absval

import (
	"scf/scfml/core"
)

// Node is the structure of an abstract value, without tags: hash-consed, immutable once interned. Two interned nodes of a
// domain are the same pointer where they denote the same regular tree. Nodes form a graph that may be cyclic; every cycle
// passes through an alternatives node or through a may entry, or else the node would denote no value.
type Node struct {
	kind  kind
	num   uint32 // unique in the domain, by creation: for memos and hashing, never for order
	base  core.Base
	val   core.Value
	con   *core.Con
	kids  []*Node // of a tuple or constructor application its components, of alternatives those, of a map the must values
	keys  []*Node // of a map: the must keys, parallel to kids, in order
	may   []entry // of a map, by key
	isSet bool    // of a map: it is a set, seen as a map to bool

	singleton bool
	cyclic    bool // lies on a cycle
	raw       bool // not interned: part of a graph under construction
	label     baseLabel
	plain     *Value     // the node without tags
	concrete  core.Value // of a singleton, once it has been asked for
}

type kind uint8

const (
	kindBottom kind = iota
	kindTop
	kindConst // one scalar: val, of type base
	kindBase  // every scalar of type base
	kindTuple
	kindCon
	kindMap
	kindAlt // two or more, in order, none of them alternatives
)

// entry is a may entry of a map: keys of the set key may be there, with values of the set val.
type entry struct{ key, val *Node }

// pair is a key of memos over two nodes.
type pair [2]uint32

// successors calls f on the nodes that n directly refers to, except keys, which never lie on a cycle with n.
func (n *Node) successors(f func(*Node)) {
	for _, k := range n.kids {
		f(k)
	}
	for _, e := range n.may {
		f(e.val)
	}
}

// alternatives are the members of the set that n is, as nodes: n's kids if it is an alternatives node, both truths for Bool.
func (d *Domain) alternatives(n *Node) []*Node {
	switch {
	case n.kind == kindAlt:
		return n.kids
	case n == d.bases[core.BoolType]:
		return d.truths[:]
	}
	return []*Node{n}
}

// constant is the node of a scalar.
func (d *Domain) constant(v core.Value) *Node {
	if n, ok := d.consts[v]; ok {
		return n
	}
	n := d.finish(&Node{kind: kindConst, val: v, base: baseOf(v), singleton: true, concrete: v})
	d.consts[v] = n
	return n
}

// intern is the node with the structure of n, whose successors are interned.
func (d *Domain) intern(n *Node) *Node {
	h := d.hash(n)
	for _, m := range d.table[h] {
		if sameShallow(m, n) {
			return m
		}
	}
	n.singleton = isSingleton(n)
	n.label = labelOf(n)
	d.table[h] = append(d.table[h], d.finish(n))
	return n
}

// finish numbers a node that becomes part of the domain.
func (d *Domain) finish(n *Node) *Node {
	n.num = d.number()
	n.plain = &Value{node: n}
	return n
}

func (d *Domain) number() uint32 {
	d.nextNum++
	return d.nextNum
}

// isSingleton reports whether n denotes exactly one value.
func isSingleton(n *Node) bool {
	switch n.kind {
	case kindConst:
		return true
	case kindTuple, kindCon, kindMap:
		for _, k := range n.kids {
			if !k.singleton {
				return false
			}
		}
		return len(n.may) == 0
	}
	return false
}

func sameShallow(a, b *Node) bool {
	return a.kind == b.kind && a.con == b.con && a.base == b.base && a.val == b.val && a.isSet == b.isSet &&
		sameNodes(a.kids, b.kids) && sameNodes(a.keys, b.keys) && sameEntries(a.may, b.may)
}

func sameNodes(a, b []*Node) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func sameEntries(a, b []entry) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// hasher is an FNV-1a hash over words.
type hasher uint64

const hashSeed hasher = 14695981039346656037

func (h *hasher) add(x uint64) { *h = (*h ^ hasher(x)) * 1099511628211 }

// head hashes what n is, without its successors.
func (d *Domain) head(n *Node) hasher {
	h := hashSeed
	h.add(uint64(n.kind))
	h.add(uint64(n.base))
	if n.isSet {
		h.add(1)
	}
	if n.kind == kindConst {
		h.add(uint64(n.num))
	}
	if n.con != nil {
		h.add(uint64(d.ordinal(n.con)))
	}
	h.add(uint64(len(n.kids)))
	for _, k := range n.keys {
		h.add(uint64(k.num))
	}
	for _, e := range n.may {
		h.add(uint64(e.key.num))
	}
	return h
}

func (d *Domain) hash(n *Node) uint64 {
	h := d.head(n)
	n.successors(func(k *Node) { h.add(uint64(k.num)) })
	return uint64(h)
}
