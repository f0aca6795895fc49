package tree

import (
	"fmt"
	"slices"

	"scf/internal/diag"
	"scf/scfml/core"
)

// Nodes of one table as nodes of another, with the constructors of another program.

// Translator makes nodes of one table for those of another.
type Translator struct {
	into  *Table
	p     *core.Program
	g     *Graph
	nodes map[*Node]*Node
	Err   error
}

// Translator has the constructors of p that have the same datatype's and constructor's names.
func (t *Table) Translator(p *core.Program) *Translator {
	return &Translator{into: t, p: p, g: t.Graph(), nodes: map[*Node]*Node{}}
}

// Node is the interned node for n.
func (t *Translator) Node(n *Node) *Node {
	m := t.g.Intern(t.draft(n))
	t.nodes[n] = m
	return m
}

// draft is the node for n, raw if n lies on a cycle.
func (t *Translator) draft(n *Node) *Node {
	if m, ok := t.nodes[n]; ok {
		return m
	}
	var m *Node
	if n.Cyclic && (n.Kind == Alt || n.Kind == Map) {
		m = t.cyclic(n)
	} else {
		m = t.acyclic(n)
	}
	t.nodes[n] = m
	return m
}

// cyclic makes the raw node for an alternatives node or a map on a cycle; every cycle has one.
func (t *Translator) cyclic(n *Node) *Node {
	m := t.g.Hole()
	t.nodes[n] = m
	if n.Kind == Alt {
		m.Kids = t.parts(n)
		return m
	}
	must, may := t.entries(n)
	m.Kids = []*Node{t.g.Mapping(n.IsSet, must, may)}
	return m
}

func (t *Translator) acyclic(n *Node) *Node {
	switch n.Kind {
	case Bottom:
		return t.into.Bottom
	case Top:
		return t.into.Top
	case Const:
		return t.into.Const(n.val)
	case Base:
		return t.into.Bases[n.Base]
	case Tuple:
		return t.g.Tuple(t.parts(n))
	case Con:
		return t.g.Like(&Node{Kind: Con, Con: t.Con(n.Con)}, t.parts(n), nil)
	case Map:
		must, may := t.entries(n)
		return t.g.Mapping(n.IsSet, must, may)
	}
	return t.into.JoinAll(t.parts(n))
}

// parts are the nodes for n's kids: raw ones only if n lies on a cycle.
func (t *Translator) parts(n *Node) []*Node {
	out := make([]*Node, len(n.Kids))
	for i, k := range n.Kids {
		out[i] = t.part(n, k)
	}
	return out
}

func (t *Translator) part(n, k *Node) *Node {
	if n.Cyclic {
		return t.draft(k)
	}
	return t.Node(k)
}

func (t *Translator) entries(n *Node) (must, may []Entry) {
	for i, k := range n.Keys {
		must = append(must, Entry{t.Node(k), t.part(n, n.Kids[i])})
	}
	for _, e := range n.May {
		may = append(may, Entry{t.Node(e.Key), t.part(n, e.Val)})
	}
	return must, may
}

// Con is the constructor of the program for c.
func (t *Translator) Con(c *core.Con) *core.Con {
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
	if t.Err == nil {
		t.Err = diag.Errorf(diag.Pos{}, "the program has no constructor `%s` with %s in a datatype `%s`",
			c.Name, CountArgs(len(c.Args)), c.Data.Name).
			WithHint("the value is of a program with other datatypes; stage both with the same ones")
	}
	return c
}

// CountArgs is n arguments in words, for messages.
func CountArgs(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}
