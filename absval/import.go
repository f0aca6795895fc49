package absval

import (
	"slices"

	"scf/internal/diag"
	"scf/scfml/core"
)

// Import is v, of any domain, as a value of this one: its constructors are those of p that have the same datatype's and
// constructor's names, its tags are fresh. It is an error if p has no such constructor.
func (d *Domain) Import(v *Value, p *core.Program) (*Value, error) {
	t := &translator{d: d, p: p, g: d.graph(), nodes: map[*Node]*Node{}, ids: map[ID]ID{}, values: map[*Value]*Value{}}
	out := t.value(v)
	if t.err != nil {
		return nil, t.err
	}
	return d.coarse(d.Tagged(out)), nil
}

type translator struct {
	d      *Domain
	p      *core.Program
	g      *graph
	nodes  map[*Node]*Node
	ids    map[ID]ID
	values map[*Value]*Value
	err    error
}

func (t *translator) value(v *Value) *Value {
	if w, ok := t.values[v]; ok {
		return w
	}
	w := t.make(v)
	t.values[v] = w
	return w
}

func (t *translator) make(v *Value) *Value {
	id := t.id(v.id)
	if v.kids == nil || t.err != nil {
		return t.d.value(t.node(v.node), id, nil)
	}
	kids := make([]*Value, len(v.kids))
	for i, k := range v.kids {
		kids[i] = t.value(k)
	}
	switch v.node.kind {
	case kindTuple:
		return t.d.value(t.d.tuple(nodesOf(kids)), id, kids)
	case kindCon:
		return t.d.value(t.d.apply(t.con(v.node.con), nodesOf(kids)), id, kids)
	case kindMap:
		m := mapView{isSet: v.node.isSet}
		for i, k := range v.node.keys {
			m = m.with(t.node(k), kids[i])
		}
		for _, e := range v.node.may {
			m.may = append(m.may, entry{t.node(e.key), t.node(e.val)})
		}
		return t.d.mapValue(id, m)
	}
	for i, k := range kids {
		kids[i] = t.d.value(k.node, id, k.kids)
	}
	return t.d.gather(id, kids)
}

func (t *translator) id(id ID) ID {
	if id == 0 {
		return 0
	}
	if _, ok := t.ids[id]; !ok {
		t.ids[id] = t.d.newID()
	}
	return t.ids[id]
}

// node is the interned node for n.
func (t *translator) node(n *Node) *Node {
	m := t.g.intern(t.draft(n))
	t.nodes[n] = m
	return m
}

// draft is the node for n, raw if n lies on a cycle.
func (t *translator) draft(n *Node) *Node {
	if m, ok := t.nodes[n]; ok {
		return m
	}
	var m *Node
	if n.cyclic && (n.kind == kindAlt || n.kind == kindMap) {
		m = t.cyclic(n)
	} else {
		m = t.acyclic(n)
	}
	t.nodes[n] = m
	return m
}

// cyclic makes the raw node for an alternatives node or a map on a cycle; every cycle has one.
func (t *translator) cyclic(n *Node) *Node {
	m := t.g.hole()
	t.nodes[n] = m
	if n.kind == kindAlt {
		m.kids = t.parts(n)
		return m
	}
	must, may := t.entries(n)
	m.kids = []*Node{t.g.mapping(n.isSet, must, may)}
	return m
}

func (t *translator) acyclic(n *Node) *Node {
	switch n.kind {
	case kindBottom:
		return t.d.bottom
	case kindTop:
		return t.d.top
	case kindConst:
		return t.d.constant(n.val)
	case kindBase:
		return t.d.bases[n.base]
	case kindTuple:
		return t.g.tuple(t.parts(n))
	case kindCon:
		return t.g.like(&Node{kind: kindCon, con: t.con(n.con)}, t.parts(n), nil)
	case kindMap:
		must, may := t.entries(n)
		return t.g.mapping(n.isSet, must, may)
	}
	return t.d.joinAll(t.parts(n))
}

// parts are the nodes for n's kids: raw ones only if n lies on a cycle.
func (t *translator) parts(n *Node) []*Node {
	out := make([]*Node, len(n.kids))
	for i, k := range n.kids {
		out[i] = t.part(n, k)
	}
	return out
}

func (t *translator) part(n, k *Node) *Node {
	if n.cyclic {
		return t.draft(k)
	}
	return t.node(k)
}

func (t *translator) entries(n *Node) (must, may []entry) {
	for i, k := range n.keys {
		must = append(must, entry{t.node(k), t.part(n, n.kids[i])})
	}
	for _, e := range n.may {
		may = append(may, entry{t.node(e.key), t.part(n, e.val)})
	}
	return must, may
}

// con is the constructor of the program for c.
func (t *translator) con(c *core.Con) *core.Con {
	if c.Data == core.OptionData || c.Data == core.ListData {
		return c
	}
	for _, data := range t.p.Datatypes {
		if data.Name != c.Data.Name {
			continue
		}
		i := slices.IndexFunc(data.Cons, func(k *core.Con) bool { return k.Name == c.Name && len(k.Args) == len(c.Args) })
		if i >= 0 {
			return data.Cons[i]
		}
	}
	if t.err == nil {
		t.err = diag.Errorf(diag.Pos{}, "the program has no constructor `%s` with %s in a datatype `%s`",
			c.Name, countArgs(len(c.Args)), c.Data.Name).
			WithHint("the value is of a program with other datatypes; stage both with the same ones")
	}
	return c
}
