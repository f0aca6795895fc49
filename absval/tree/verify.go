package tree

import (
	"slices"
)

// The invariants of nodes.

// Verifier checks nodes, each once.
type Verifier struct {
	t    *Table
	met  map[*Node]bool
	rule string // the first one that does not hold, and where
	at   *Node
}

func (t *Table) Verifier() *Verifier { return &Verifier{t: t, met: map[*Node]bool{}} }

// Broken is a rule that does not hold for a node in n; the node is nil where all hold.
func (c *Verifier) Broken(n *Node) (rule string, at *Node) {
	c.node(n)
	return c.rule, c.at
}

func (c *Verifier) fail(rule string, n *Node) {
	if c.at == nil {
		c.rule, c.at = rule, n
	}
}

func (c *Verifier) node(n *Node) {
	if c.at != nil || c.met[n] {
		return
	}
	c.met[n] = true
	if n.Raw {
		c.fail("NF-INTERNED", n)
		return
	}
	for _, p := range Parts(n) {
		if p == c.t.Bottom {
			c.fail("NF-ANDZ", n)
		}
		c.node(p)
	}
	switch n.Kind {
	case Alt:
		c.alternatives(n)
	case Map:
		c.mapping(n)
	}
	if c.at == nil && c.t.build(n) != n {
		c.fail("NF-FORM", n)
	}
}

func (c *Verifier) alternatives(n *Node) {
	if len(n.Kids) < 2 || !slices.IsSortedFunc(n.Kids, Less) {
		c.fail("NF-OR-LT", n)
	}
	keys := map[Key]bool{}
	for _, k := range n.Kids {
		if k.Kind == Alt || k.Kind == Top {
			c.fail("NF-OR", n)
		}
		if k.Kind == Con && n.Cyclic && keys[k.Key()] {
			c.fail("NF-CYCLE", n)
		}
		keys[k.Key()] = k.Kind == Con
	}
}

func (c *Verifier) mapping(n *Node) {
	if !slices.IsSortedFunc(n.Keys, Less) || len(slices.Compact(slices.Clone(n.Keys))) != len(n.Keys) {
		c.fail("NF-MDOM", n)
	}
	if slices.ContainsFunc(n.Keys, func(k *Node) bool { return !k.Singleton }) {
		c.fail("NF-MUST", n)
	}
	for i, e := range n.May {
		for _, f := range n.May[:i] {
			if !c.t.Disjoint(e.Key, f.Key) {
				c.fail("NF-MAY-DISJOINT", n)
			}
		}
	}
}
