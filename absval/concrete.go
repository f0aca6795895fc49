package absval

import (
	"scf/scfml/core"
)

// Singletons and concrete values.

// Const is the abstract value of one concrete value, shared parts once. A Dead value, of which nothing is known, is Top.
func (d *Domain) Const(v core.Value) *Value {
	c := &importer{d: d, done: map[core.Value]*Node{}}
	n := c.node(v)
	if n.singleton {
		return n.plain
	}
	return d.coarse(d.fresh(n))
}

// importer makes nodes of concrete values.
type importer struct {
	d    *Domain
	done map[core.Value]*Node // by identity, of structured values
}

func (c *importer) node(v core.Value) *Node {
	switch v := v.(type) {
	case *core.Tuple:
		return c.memo(v, func() *Node { return c.d.tuple(c.nodes(v.Elems)) })
	case *core.ConValue:
		return c.spine(v)
	case *core.MapValue:
		return c.memo(v, func() *Node { return c.mapping(v) })
	case *core.SetValue:
		return c.memo(v, func() *Node { return c.set(v) })
	case core.Dead:
		return c.d.top
	}
	return c.d.constant(v)
}

func (c *importer) memo(v core.Value, make func() *Node) *Node {
	n, ok := c.done[v]
	if !ok {
		n = make()
		c.done[v] = n
	}
	return n
}

func (c *importer) nodes(vs []core.Value) []*Node {
	ns := make([]*Node, len(vs))
	for i, v := range vs {
		ns[i] = c.node(v)
	}
	return ns
}

// spine makes a constructor application, walking down its last arguments, so that long lists need no deep recursion.
func (c *importer) spine(v *core.ConValue) *Node {
	var open []*core.ConValue
	var last core.Value = v
	for {
		app, ok := last.(*core.ConValue)
		if !ok || len(app.Args) == 0 || c.done[app] != nil {
			break
		}
		open = append(open, app)
		last = app.Args[len(app.Args)-1]
	}
	n := c.tip(last)
	for i := len(open) - 1; i >= 0; i-- {
		app := open[i]
		args := append(c.nodes(app.Args[:len(app.Args)-1]), n)
		n = c.d.apply(app.Con, args)
		c.done[app] = n
	}
	return n
}

// tip is the node at the end of a spine.
func (c *importer) tip(v core.Value) *Node {
	app, ok := v.(*core.ConValue)
	switch {
	case !ok:
		return c.node(v)
	case c.done[app] != nil:
		return c.done[app]
	}
	return c.d.apply(app.Con, nil)
}

func (c *importer) mapping(m *core.MapValue) *Node {
	var must []entry
	var may []entry
	for k, v := range m.All() {
		must, may = c.entry(must, may, entry{c.node(k), c.node(v)})
	}
	return c.d.mapNode(false, must, may)
}

func (c *importer) set(s *core.SetValue) *Node {
	var must, may []entry
	for k := range s.All() {
		must, may = c.entry(must, may, entry{c.node(k), c.d.truths[1]})
	}
	return c.d.mapNode(true, must, may)
}

// entry adds an entry; one whose key has a Dead value inside is known only as a may entry.
func (c *importer) entry(must, may []entry, e entry) (newMust, newMay []entry) {
	if e.key.singleton {
		return append(must, e), may
	}
	return must, append(may, e)
}

// Concrete is the one value that v denotes; ok is false if v is no singleton.
func (d *Domain) Concrete(v *Value) (t core.Value, ok bool) {
	if !v.node.singleton {
		return nil, false
	}
	return v.node.value(), true
}

// value is the one value of a singleton. Shared nodes give shared values.
func (n *Node) value() core.Value {
	if n.concrete != nil {
		return n.concrete
	}
	var open []*Node // down the last components
	for m := n; m.concrete == nil; m = m.kids[len(m.kids)-1] {
		open = append(open, m)
		if len(m.kids) == 0 {
			break
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		open[i].concrete = open[i].build()
	}
	return n.concrete
}

func (n *Node) build() core.Value {
	switch {
	case n.kind == kindMap && n.isSet:
		s := core.EmptySet
		for i, k := range n.keys {
			if n.kids[i].val == core.Bool(true) {
				s = s.Insert(k.value())
			}
		}
		return s
	case n.kind == kindMap:
		m := core.EmptyMap
		for i, k := range n.keys {
			m = m.Insert(k.value(), n.kids[i].value())
		}
		return m
	}
	parts := make([]core.Value, len(n.kids))
	for i, k := range n.kids {
		parts[i] = k.value()
	}
	if n.kind == kindTuple {
		return &core.Tuple{Elems: parts}
	}
	return &core.ConValue{Con: n.con, Args: parts}
}
