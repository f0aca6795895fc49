package tree

import (
	"scf/scfml/core"
)

// What the type of a node can be seen to be. Nodes have no types; but widening must not fold a list into the list of lists that it is an
// element of, and constructors of polymorphic datatypes do not tell those apart.

// shape is a type as far as it is known; nil where it is not.
type shape struct {
	kind Kind
	base core.Base      // of scalars
	data *core.Datatype // of constructor applications
	args []*shape       // the datatype's parameters, a tuple's elements, a map's key and value
}

// shapes finds shapes, each node's once.
type shapes map[*Node]*shape

func (ss shapes) of(n *Node) *shape {
	s, seen := ss[n]
	if !seen {
		ss[n] = nil // while it is being found
		s = ss.find(n)
		ss[n] = s
	}
	return s
}

func (ss shapes) find(n *Node) *shape {
	switch n.Kind {
	case Const, Base:
		return &shape{kind: Base, base: n.Base}
	case Tuple:
		s := &shape{kind: Tuple}
		for _, k := range n.Kids {
			s.args = append(s.args, ss.of(k))
		}
		return s
	case Map:
		return ss.mapping(n)
	case Con:
		s := &shape{kind: Con, data: n.Con.Data}
		for _, p := range n.Con.Data.Params {
			s.args = append(s.args, ss.param(n, p))
		}
		return s
	case Alt:
		return ss.meet(n.Kids)
	}
	return nil
}

// meet is the shape that all of ns have, with what any of them knows.
func (ss shapes) meet(ns []*Node) *shape {
	var s *shape
	for _, n := range ns {
		s = s.refine(ss.of(n))
	}
	return s
}

// refine is s with what is unknown in it taken from t.
func (s *shape) refine(t *shape) *shape {
	if s == nil {
		return t
	}
	if t == nil || len(s.args) != len(t.args) {
		return s
	}
	out := *s
	out.args = make([]*shape, len(s.args))
	for i := range s.args {
		out.args[i] = s.args[i].refine(t.args[i])
	}
	return &out
}

func (ss shapes) mapping(n *Node) *shape {
	var keys, vals []*Node
	keys, vals = append(keys, n.Keys...), append(vals, n.Kids...)
	for _, e := range n.May {
		keys, vals = append(keys, e.Key), append(vals, e.Val)
	}
	return &shape{kind: Map, args: []*shape{ss.meet(keys), ss.meet(vals)}}
}

// param is what the parameter p of n's datatype is, from the first argument that tells.
func (ss shapes) param(n *Node, p *core.TypeVar) *shape {
	for i, t := range n.Con.Args {
		if !mentions(t, p) {
			continue
		}
		if s := bound(t, ss.of(n.Kids[i]), p); s != nil {
			return s
		}
	}
	return nil
}

func mentions(t core.Type, p *core.TypeVar) bool {
	if t == core.Type(p) {
		return true
	}
	for _, a := range typeArgs(t) {
		if mentions(a, p) {
			return true
		}
	}
	return false
}

// typeArgs are the parts of a type, in the order of a shape's args.
func typeArgs(t core.Type) []core.Type {
	switch t := t.(type) {
	case *core.TupleType:
		return t.Elems
	case *core.DataType:
		return t.Args
	case *core.MapType:
		return []core.Type{t.Key, t.Value}
	case *core.SetType:
		return []core.Type{t.Elem, core.BoolType}
	}
	return nil
}

// bound is what p stands for where a node of type t has shape s.
func bound(t core.Type, s *shape, p *core.TypeVar) *shape {
	if t == core.Type(p) || s == nil {
		return s
	}
	args := typeArgs(t)
	if len(args) != len(s.args) {
		return nil
	}
	for i, a := range args {
		if mentions(a, p) {
			if b := bound(a, s.args[i], p); b != nil {
				return b
			}
		}
	}
	return nil
}

// compatible reports whether two nodes may be of one type.
func (s *shape) compatible(t *shape) bool {
	if s == nil || t == nil {
		return true
	}
	if s.kind != t.kind || s.base != t.base || s.data != t.data || len(s.args) != len(t.args) {
		return false
	}
	for i := range s.args {
		if !s.args[i].compatible(t.args[i]) {
			return false
		}
	}
	return true
}
