package tree

import (
	"scf/scfml/core"
)

// Node is the structure of an abstract value, without tags: hash-consed, immutable once interned. Two interned nodes of a
// domain are the same pointer where they denote the same regular tree. Nodes form a graph that may be cyclic; every cycle
// passes through an alternatives node or through a may entry, or else the node would denote no value.
type Node struct {
	Kind  Kind
	Num   uint32 // unique in the domain, by creation: for memos and hashing, never for order
	Base  core.Base
	val   core.Value
	Con   *core.Con
	Kids  []*Node // of a tuple or constructor application its components, of alternatives those, of a map the must values
	Keys  []*Node // of a map: the must keys, parallel to kids, in order
	May   []Entry // of a map, by key
	IsSet bool    // of a map: it is a set, seen as a map to bool

	Singleton bool
	Cyclic    bool // lies on a cycle
	Raw       bool // not interned: part of a graph under construction
	label     baseLabel
	concrete  core.Value // of a singleton, once it has been asked for
}

type Kind uint8

const (
	Bottom Kind = iota
	Top
	Const // one scalar: val, of type base
	Base  // every scalar of type base
	Tuple
	Con
	Map
	Alt // two or more, in order, none of them alternatives
)

// Entry is a may entry of a map: keys of the set key may be there, with values of the set val.
type Entry struct{ Key, Val *Node }

// pair is a key of memos over two nodes.
type pair [2]uint32

// Successors calls f on the nodes that n directly refers to, except keys, which never lie on a cycle with n.
func (n *Node) Successors(f func(*Node)) {
	for _, k := range n.Kids {
		f(k)
	}
	for _, e := range n.May {
		f(e.Val)
	}
}

// Alternatives are the members of the set that n is, as nodes: n's kids if it is an alternatives node, both truths for Bool.
func (t *Table) Alternatives(n *Node) []*Node {
	switch {
	case n.Kind == Alt:
		return n.Kids
	case n == t.Bases[core.BoolType]:
		return t.Truths[:]
	}
	return []*Node{n}
}

// Const is the node of a scalar.
func (t *Table) Const(v core.Value) *Node {
	if n, ok := t.consts[v]; ok {
		return n
	}
	n := t.finish(&Node{Kind: Const, val: v, Base: BaseOf(v), Singleton: true, concrete: v})
	t.consts[v] = n
	return n
}

// intern is the node with the structure of n, whose successors are interned.
func (t *Table) intern(n *Node) *Node {
	t.Step()
	h := t.hash(n)
	for _, m := range t.table[h] {
		if sameShallow(m, n) {
			return m
		}
	}
	n.Singleton = isSingleton(n)
	n.label = t.labelOf(n)
	t.table[h] = append(t.table[h], t.finish(n))
	return n
}

// finish numbers a node that becomes part of the domain.
func (t *Table) finish(n *Node) *Node {
	n.Num = t.number()
	return n
}

func (t *Table) number() uint32 {
	t.nextNum++
	return t.nextNum
}

// isSingleton reports whether n denotes exactly one value.
func isSingleton(n *Node) bool {
	switch n.Kind {
	case Const:
		return true
	case Tuple, Con, Map:
		for _, k := range n.Kids {
			if !k.Singleton {
				return false
			}
		}
		return len(n.May) == 0
	}
	return false
}

func sameShallow(a, b *Node) bool {
	return a.Kind == b.Kind && a.Con == b.Con && a.Base == b.Base && a.val == b.val && a.IsSet == b.IsSet &&
		SameNodes(a.Kids, b.Kids) && SameNodes(a.Keys, b.Keys) && sameEntries(a.May, b.May)
}

func SameNodes(a, b []*Node) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) > 0 && &a[0] == &b[0] {
		return true
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func sameEntries(a, b []Entry) bool {
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
func (t *Table) head(n *Node) hasher {
	h := hashSeed
	h.add(uint64(n.Kind))
	h.add(uint64(n.Base))
	if n.IsSet {
		h.add(1)
	}
	if n.Kind == Const {
		h.add(uint64(n.Num))
	}
	if n.Con != nil {
		h.add(uint64(t.ordinal(n.Con)))
	}
	h.add(uint64(len(n.Kids)))
	for _, k := range n.Keys {
		h.add(uint64(k.Num))
	}
	for _, e := range n.May {
		h.add(uint64(e.Key.Num))
	}
	return h
}

func (t *Table) hash(n *Node) uint64 {
	h := t.head(n)
	n.Successors(func(k *Node) { h.add(uint64(k.Num)) })
	return uint64(h)
}
