package causes

import "scf/ast"

// Left is what passes left of a function: the nodes of the source of which something is in what they made.
type Left struct {
	// Nodes has the numbers of the labels of what is left, constants apart; nil where it is not known: then a test is kept if this package
	// finds that it is not known.
	Nodes map[int64]bool
	// Tests are those of Nodes that are left as ifs, switches and loops: an unrolled loop is left as something else.
	Tests map[int64]bool
	// Final is Tests of what all passes made, where Tests is of one of them; nil if that is the last.
	Final map[int64]bool
	// Open are the nodes that other late values decide.
	Open map[int64]bool
	// Made reports whether calls are left of functions that were made for their arguments.
	Made bool
}

// has reports whether something of the node with that label is left.
func (l Left) has(label ast.Label) bool {
	n, ok := label.(ast.L)
	return ok && l.Nodes[int64(n)]
}

// keeps reports whether the test of c is kept, in some copy of c at least; unknown is whether it is not known.
func (l Left) keeps(c ast.Cmd, unknown bool) bool {
	if l.Nodes == nil {
		return unknown
	}
	return l.Tests[number(ast.LabelOf(c))]
}

// decides reports whether some late values decide the node with that label.
func (l Left) decides(label ast.Label) bool { return !l.has(label) || l.Open[number(label)] }

// dropped reports whether nothing is left of c, since it is never reached. A declaration may stay for its scope.
func (l Left) dropped(c ast.Cmd) bool { return l.Nodes != nil && !l.has(ast.LabelOf(c)) }

// without reports whether nothing is left of e, which is a constant then, or never evaluated.
func (l Left) without(e ast.Expr) bool {
	if l.Nodes == nil {
		return false
	}
	found := false
	ast.WalkExpr(e, func(x ast.Expr) { found = found || l.has(ast.LabelOfExpr(x)) })
	return !found
}
