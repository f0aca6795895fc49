package absval

import (
	"fmt"

	"scf/absval/tree"
)

// Verify tells what is wrong with v, by the rules of doc.go; nil if nothing is. It is for tests and for debugging.
func (d *Domain) Verify(v *Value) error {
	c := &verifier{d: d, nodes: d.trees.Verifier(), values: map[*Value]bool{}}
	c.value(v)
	return c.err
}

type verifier struct {
	d      *Domain
	nodes  *tree.Verifier
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
	if rule, n := c.nodes.Broken(v.node); n != nil {
		c.fail(rule, c.d.plain(n))
	}
	switch {
	case v.node.Singleton && !v.isPlain():
		c.fail("TAG-SINGLE", v)
	case v.isPlain() && v != c.d.plain(v.node):
		c.fail("TAG-PLAIN", v)
	case v.kids != nil && (len(v.kids) != len(v.node.Kids) || allPlain(v.kids)):
		c.fail("TAG-KIDS", v)
	case c.err == nil && v.kids != nil && !tree.SameNodes(nodesOf(v.kids), v.node.Kids):
		c.fail("TAG-KIDS", v)
	}
	for _, k := range v.kids {
		if v.node.Kind == tree.Alt && k.id != 0 {
			c.fail("TAG-ALT", v)
		}
		c.value(k)
	}
}
