package absval

import (
	"fmt"
	"slices"
)

// Verify tells what is wrong with v, by the rules of doc.go; nil if nothing is. It is for tests and for debugging.
func (d *Domain) Verify(v *Value) error {
	c := &verifier{d: d, nodes: map[*Node]bool{}, values: map[*Value]bool{}}
	c.value(v)
	return c.err
}

type verifier struct {
	d      *Domain
	nodes  map[*Node]bool
	values map[*Value]bool
	err    error
}

func (c *verifier) fail(rule string, what fmt.Stringer) {
	if c.err == nil {
		c.err = fmt.Errorf("absval: [%s] does not hold for %s", rule, what)
	}
}

func (c *verifier) value(v *Value) {
	if c.values[v] {
		return
	}
	c.values[v] = true
	c.node(v.node)
	switch {
	case v.node.singleton && v != v.node.plain:
		c.fail("TAG-SINGLE", v)
	case v.id == 0 && v.kids == nil && v != v.node.plain:
		c.fail("TAG-PLAIN", v)
	case v.kids != nil && (len(v.kids) != len(v.node.kids) || isPlain(v.kids)):
		c.fail("TAG-KIDS", v)
	case c.err == nil && v.kids != nil && !sameNodes(nodesOf(v.kids), v.node.kids):
		c.fail("TAG-KIDS", v)
	}
	for _, k := range v.kids {
		if v.node.kind == kindAlt && k.id != 0 {
			c.fail("TAG-ALT", v)
		}
		c.value(k)
	}
}

func (c *verifier) node(n *Node) {
	if c.err != nil || c.nodes[n] {
		return
	}
	c.nodes[n] = true
	if n.raw || n.plain == nil || n.plain.node != n {
		c.fail("NF-INTERNED", n.plain)
		return
	}
	for _, p := range parts(n) {
		if p == c.d.bottom {
			c.fail("NF-ANDZ", n.plain)
		}
		c.node(p)
	}
	switch n.kind {
	case kindAlt:
		c.alternatives(n)
	case kindMap:
		c.mapping(n)
	}
	if c.err == nil && c.d.build(n) != n {
		c.fail("NF-FORM", n.plain)
	}
}

func (c *verifier) alternatives(n *Node) {
	if len(n.kids) < 2 || !slices.IsSortedFunc(n.kids, less) {
		c.fail("NF-OR-LT", n.plain)
	}
	keys := map[Key]bool{}
	for _, k := range n.kids {
		if k.kind == kindAlt || k.kind == kindTop {
			c.fail("NF-OR", n.plain)
		}
		if k.kind == kindCon && n.cyclic && keys[k.key()] {
			c.fail("NF-CYCLE", n.plain)
		}
		keys[k.key()] = k.kind == kindCon
	}
}

func (c *verifier) mapping(n *Node) {
	if !slices.IsSortedFunc(n.keys, less) || len(slices.Compact(slices.Clone(n.keys))) != len(n.keys) {
		c.fail("NF-MDOM", n.plain)
	}
	if slices.ContainsFunc(n.keys, func(k *Node) bool { return !k.singleton }) {
		c.fail("NF-MUST", n.plain)
	}
	for i, e := range n.may {
		for _, f := range n.may[:i] {
			if !c.d.disjoint(e.key, f.key) {
				c.fail("NF-MAY-APART", n.plain)
			}
		}
	}
}
