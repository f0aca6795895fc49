package tree

import (
	"scf/scfml/core"
)

// What alternatives are grouped by: the constructor and, where the constructors of a datatype have a label (Options.Label), the innermost
// constant of it: of a node of a program's tree that tells which node it is, or is a copy of.

// Key tells which alternatives of a recursive value are the same part of it: inside a cycle there is one alternative of each key
// ([NF-CYCLE]), and widening folds along equal keys ([WIDEN-FOLD]).
type Key struct {
	Con   *core.Con
	Label int64 // the base label, if Labelled
	// Labelled reports whether the constructor has a label whose innermost constant is one.
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
func (t *Table) labelOf(n *Node) baseLabel {
	if n.Kind != Con || t.opts.Label == nil {
		return baseLabel{}
	}
	i := t.opts.Label(n.Con)
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

// labelSearch collects the innermost constants of a label: those of its constructors that have one argument, a constant, found by way of
// the first argument of those that have two.
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
