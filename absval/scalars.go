package absval

import (
	"slices"

	"scf/scfml/core"
)

// Sets of scalars: constants, finite sets of constants (alternatives), and the base set of a type. All knowledge about what a set
// of integers can be is in this file; a domain of integers that knows more (ranges, multiples) would start here.

// baseOf is the base type of a scalar.
func baseOf(v core.Value) core.Base {
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

func (n *Node) isScalar() bool { return n.kind == kindConst || n.kind == kindBase }

// scalarUnion is the normal form of a set of scalars: a base set takes in its constants, both truths are Bool, too many constants are
// their base set ([NF-SCALARS]).
func (d *Domain) scalarUnion(ns []*Node) []*Node {
	var byType [4][]*Node
	for _, n := range ns {
		byType[n.base] = append(byType[n.base], n)
	}
	var out []*Node
	for b, group := range byType {
		all := d.bases[b]
		if slices.Contains(group, all) || len(group) > d.opts.MaxConsts || core.Base(b) == core.BoolType && len(group) == 2 {
			group = []*Node{all}
		}
		out = append(out, group...)
	}
	return out
}

// members are the constants that the set n of scalars consists of; ok is false where n is no finite set of them.
func (d *Domain) members(n *Node) (vals []core.Value, ok bool) {
	for _, k := range d.alternatives(n) {
		if k.kind != kindConst {
			return nil, false
		}
		vals = append(vals, k.val)
	}
	return vals, true
}

// withoutConst is the set n of scalars without the constant c, as far as it can be expressed.
func (d *Domain) withoutConst(n, c *Node) *Node {
	switch {
	case n == c:
		return d.bottom
	case n == d.bases[core.BoolType] && c.base == core.BoolType:
		return d.constant(!c.val.(core.Bool))
	}
	return n
}

// widenScalars is the set of scalars now, or the base set of each type in which it has grown from a set that had members of that
// type ([WIDEN-SCALAR]). Truths and characters are finitely many and stay.
func (d *Domain) widenScalars(old, now []*Node) []*Node {
	out := slices.Clone(now)
	for i, n := range out {
		if n.kind == kindConst && (n.base == core.IntType || n.base == core.StringType) &&
			hasBase(old, n.base) && !slices.Contains(old, n) && !slices.Contains(old, d.bases[n.base]) {
			out[i] = d.bases[n.base]
		}
	}
	return out
}

func hasBase(ns []*Node, b core.Base) bool {
	return slices.ContainsFunc(ns, func(n *Node) bool { return n.base == b })
}
