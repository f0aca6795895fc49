package stager

import (
	"scf/absval"
	"scf/ast"
	"scf/scfml/core"
)

// This file reads labels of trees that passes gave: which node of the source one is of, and of which copy of it.

// sourceLabel is the number of a label of the source.
func sourceLabel(l ast.Label) int64 {
	for {
		switch x := l.(type) {
		case ast.L:
			return int64(x)
		case ast.U:
			l = x.Of
		default:
			return 0
		}
	}
}

// copied is a label of the node base of the source, or of a copy of it, the one with number last, or any.
type copied struct {
	base   int64
	isCopy bool
	last   int64
	isAny  bool
}

// labelReader reads sets of labels. lost reports whether some label may be of any node.
type labelReader struct {
	d    *absval.Domain
	lost bool
}

// labels are the labels of the set v.
func (r *labelReader) labels(v *absval.Value) []copied {
	if v.IsTop() {
		r.lost = true
		return nil
	}
	var out []copied
	for _, alt := range r.d.Alternatives(r.d.Untagged(v)) {
		switch parts := r.d.Components(alt); len(parts) {
		case 1:
			if n, ok := r.node(parts[0]); ok {
				out = append(out, copied{base: n})
			}
		case 2:
			for _, n := range r.bases(parts[0], map[int]bool{}) {
				out = append(out, r.copies(n, parts[1])...)
			}
		}
	}
	return out
}

// bases are the nodes of the source that the labels of the set v, which may be recursive, are copies of.
func (r *labelReader) bases(v *absval.Value, seen map[int]bool) []int64 {
	if v.IsTop() {
		r.lost = true
		return nil
	}
	if seen[v.StructureID()] {
		return nil
	}
	seen[v.StructureID()] = true
	var out []int64
	for _, alt := range r.d.Alternatives(r.d.Untagged(v)) {
		switch parts := r.d.Components(alt); len(parts) {
		case 1:
			if n, ok := r.node(parts[0]); ok {
				out = append(out, n)
			}
		case 2:
			out = append(out, r.bases(parts[0], seen)...)
		}
	}
	return out
}

// node is the number of a label's node, if it is known.
func (r *labelReader) node(v *absval.Value) (int64, bool) {
	n, ok := r.number(v)
	r.lost = r.lost || !ok
	return n, ok
}

// copies are the copies of base with the numbers of the set v.
func (r *labelReader) copies(base int64, v *absval.Value) []copied {
	var out []copied
	for _, alt := range r.d.Alternatives(v) {
		n, ok := r.number(alt)
		out = append(out, copied{base, true, n, !ok})
	}
	return out
}

func (r *labelReader) number(v *absval.Value) (int64, bool) {
	c, ok := v.Concrete()
	n, isInt := c.(core.Int)
	return int64(n), ok && isInt
}
