package tree

import (
	"slices"

	"scf/scfml/core"
)

// Sets of scalars: constants, finite sets of constants (alternatives), and the base set of a type. All knowledge about what a set
// of integers can be is in this file; a domain of integers that knows more (ranges, multiples) would start here.

// BaseOf is the base type of a scalar.
func BaseOf(v core.Value) core.Base {
	switch v.(type) {
	case core.Int:
		return core.IntType
	case core.Bool:
		return core.BoolType
	case core.Char:
		return core.CharType
	}
	return core.StringType
}

func (n *Node) IsScalar() bool { return n.Kind == Const || n.Kind == Base }

// scalarUnion is the normal form of a set of scalars: a base set takes in its constants, both truths are Bool, too many constants are
// their base set ([NF-SCALARS]).
func (t *Table) scalarUnion(ns []*Node) []*Node {
	var byType [4][]*Node
	for _, n := range ns {
		byType[n.Base] = append(byType[n.Base], n)
	}
	var out []*Node
	for b, group := range byType {
		all := t.Bases[b]
		if slices.Contains(group, all) || len(group) > t.opts.MaxConsts || core.Base(b) == core.BoolType && len(group) == 2 {
			group = []*Node{all}
		}
		out = append(out, group...)
	}
	return out
}

// Members are the constants that the set n of scalars consists of; ok is false where n is no finite set of them.
func (t *Table) Members(n *Node) (vals []core.Value, ok bool) {
	for _, k := range t.Alternatives(n) {
		if k.Kind != Const {
			return nil, false
		}
		vals = append(vals, k.val)
	}
	return vals, true
}

// WithoutConst is n, a constant or a base set, without the constant c, as far as it can be expressed.
func (t *Table) WithoutConst(n, c *Node) *Node {
	switch {
	case n == c:
		return t.Bottom
	case n == t.Bases[core.BoolType] && c.Base == core.BoolType:
		return t.Const(!c.val.(core.Bool))
	}
	return n
}

// widenScalars is the set of scalars now, or the base set of each type in which it has grown from a set that had members of that
// type ([WIDEN-SCALAR]). Truths and characters are finitely many and stay.
func (t *Table) widenScalars(old, now []*Node) []*Node {
	out := slices.Clone(now)
	for i, n := range out {
		if n.Kind == Const && (n.Base == core.IntType || n.Base == core.StringType) &&
			hasBase(old, n.Base) && !slices.Contains(old, n) && !slices.Contains(old, t.Bases[n.Base]) {
			out[i] = t.Bases[n.Base]
		}
	}
	return out
}

func hasBase(ns []*Node, b core.Base) bool {
	return slices.ContainsFunc(ns, func(n *Node) bool { return n.Base == b })
}

// Constants is the set of constants.
func (t *Table) Constants(vs []core.Value) *Node {
	ns := make([]*Node, len(vs))
	for i, v := range vs {
		ns[i] = t.Const(v)
	}
	return t.union(ns)
}
