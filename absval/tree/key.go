package tree

import (
	"scf/scfml/core"
)

// What alternatives are grouped by: the constructor and, for the nodes of a program's tree, the base label (see
// ast/ast.scf-ml): that of the node that it is, or of the node that it is a copy of.

// Key tells which alternatives of a recursive value are the same part of it: inside a cycle there is one alternative of each key
// ([NF-CYCLE]), and widening folds along equal keys ([WIDEN-FOLD]).
type Key struct {
	Con   *core.Con
	Label int64 // the base label, if Labelled
	// Labelled reports whether the constructor has an argument of a datatype `label` whose innermost L is one constant.
	Labelled bool
}

// baseLabel is the part of a Key that is not the constructor.
type baseLabel struct {
	label    int64
	labelled bool
}

// Key is the key of n, which must be a constructor application.
func (n *Node) Key() Key { return Key{n.Con, n.label.label, n.label.labelled} }

// labelOf is the base label of a constructor application.
func labelOf(n *Node) baseLabel {
	if n.Kind != Con {
		return baseLabel{}
	}
	i := labelArg(n.Con)
	if i < 0 {
		return baseLabel{}
	}
	s := labelSearch{seen: map[*Node]bool{}}
	s.search(n.Kids[i])
	return baseLabel{s.label, s.found && !s.many}.normal()
}

func (l baseLabel) normal() baseLabel {
	if !l.labelled {
		l.label = 0
	}
	return l
}

// labelArg is the position of c's own label among its arguments, the last one of a datatype named label; -1 without one.
func labelArg(c *core.Con) int {
	for i := len(c.Args) - 1; i >= 0; i-- {
		if t, ok := c.Args[i].(*core.DataType); ok && t.Data != c.Data && isLabelType(t.Data) {
			return i
		}
	}
	return -1
}

func isLabelType(t *core.Datatype) bool {
	return t.Name == "label" && len(t.Cons) == 2 &&
		t.Cons[0].Name == "L" && len(t.Cons[0].Args) == 1 && t.Cons[0].Args[0] == core.IntType &&
		t.Cons[1].Name == "U" && len(t.Cons[1].Args) == 2
}

// labelSearch collects the constants of the innermost Ls of a label.
type labelSearch struct {
	seen        map[*Node]bool
	label       int64
	found, many bool
}

func (s *labelSearch) search(n *Node) {
	if s.seen[n] || s.many {
		return
	}
	s.seen[n] = true
	switch {
	case n.Kind == Alt:
		for _, k := range n.Kids {
			s.search(k)
		}
	case n.Kind == Con && len(n.Kids) == 2:
		s.search(n.Kids[0])
	case n.Kind == Con && len(n.Kids) == 1 && n.Kids[0].Kind == Const:
		s.add(n.Kids[0].val)
	default:
		s.many = true
	}
}

func (s *labelSearch) add(v core.Value) {
	i, ok := v.(core.Int)
	s.many = s.many || !ok || s.found && s.label != int64(i)
	s.found, s.label = true, int64(i)
}
