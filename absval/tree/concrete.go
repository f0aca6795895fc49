package tree

import (
	"scf/scfml/core"
)

// Concrete values as nodes, and the one value of a singleton.

// OfValue is the node of one concrete value, shared parts once. A Dead value, of which nothing is known, is Top.
func (t *Table) OfValue(v core.Value) *Node {
	c := &importer{t: t, done: map[core.Value]*Node{}}
	return c.node(v)
}

// importer makes nodes of concrete values.
type importer struct {
	t    *Table
	done map[core.Value]*Node // by identity, of structured values
}

func (c *importer) node(v core.Value) *Node {
	switch v := v.(type) {
	case *core.Tuple:
		return c.memo(v, func() *Node { return c.t.Tuple(c.nodes(v.Elems)) })
	case *core.ConValue:
		return c.spine(v)
	case *core.MapValue:
		return c.memo(v, func() *Node { return c.mapping(v) })
	case *core.SetValue:
		return c.memo(v, func() *Node { return c.set(v) })
	case core.Dead:
		return c.t.Top
	}
	return c.t.Const(v)
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
		n = c.t.Apply(app.Con, args)
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
	return c.t.Apply(app.Con, nil)
}

func (c *importer) mapping(m *core.MapValue) *Node {
	var must []Entry
	var may []Entry
	for k, v := range m.All() {
		must, may = c.entry(must, may, Entry{c.node(k), c.node(v)})
	}
	return c.t.Map(false, must, may)
}

func (c *importer) set(s *core.SetValue) *Node {
	var must, may []Entry
	for k := range s.All() {
		must, may = c.entry(must, may, Entry{c.node(k), c.t.Truths[1]})
	}
	return c.t.Map(true, must, may)
}

// entry adds an entry; one whose key has a Dead value inside is known only as a may entry.
func (c *importer) entry(must, may []Entry, e Entry) (newMust, newMay []Entry) {
	if e.Key.Singleton {
		return append(must, e), may
	}
	return must, append(may, e)
}

// Value is the one value of a singleton. Shared nodes give shared values.
func (n *Node) Value() core.Value {
	if n.concrete != nil {
		return n.concrete
	}
	var open []*Node // down the last components
	for m := n; m.concrete == nil; m = m.Kids[len(m.Kids)-1] {
		open = append(open, m)
		if len(m.Kids) == 0 {
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
	case n.Kind == Map && n.IsSet:
		s := core.EmptySet
		for i, k := range n.Keys {
			if n.Kids[i].val == core.Bool(true) {
				s = s.Insert(k.Value())
			}
		}
		return s
	case n.Kind == Map:
		m := core.EmptyMap
		for i, k := range n.Keys {
			m = m.Insert(k.Value(), n.Kids[i].Value())
		}
		return m
	}
	parts := make([]core.Value, len(n.Kids))
	for i, k := range n.Kids {
		parts[i] = k.Value()
	}
	if n.Kind == Tuple {
		return &core.Tuple{Elems: parts}
	}
	return &core.ConValue{Con: n.Con, Args: parts}
}
