package stager

import (
	"slices"

	"scf/absval"
	"scf/ast"
	"scf/inl"
	"scf/scfml/core"
)

// This file finds what passes left of a function: the nodes of the source that are in what they gave, by their labels. Package causes tells from
// it why the rest was not decided.

// leftover is what is in the tree, or in the trees of an abstract value: the numbers of the labels of nodes that are left, constants apart, of
// the tests and loops among them, and of the nodes that are left for some late values and decided by others.
type leftover struct {
	nodes, tests, open map[int64]bool
	made               bool // a function is called that passes have made
}

// leftInTree is what is left in one tree.
func leftInTree(f *ast.Func) leftover {
	out := leftover{nodes: map[int64]bool{}, tests: map[int64]bool{}}
	note := func(l ast.Label) { out.nodes[sourceLabel(l)] = true }
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c.(type) {
		case *ast.Skip:
			return
		case *ast.If, *ast.Switch, *ast.While, *ast.DoWhile, *ast.For:
			out.tests[sourceLabel(ast.LabelOf(c))] = true
		}
		note(ast.LabelOf(c))
	}, func(e ast.Expr) {
		if _, isConst := e.(*ast.Const); !isConst {
			note(ast.LabelOfExpr(e))
		}
		if name, ok := inl.Called(e); ok && baseName(name) != name {
			out.made = true
		}
	}, nil)
	return out
}

// leftInValue is what is left in the trees of v; ok is false where nothing is known of some node.
func leftInValue(d *absval.Domain, v *absval.Value) (l leftover, ok bool) {
	s := &leftSurvey{labelReader: labelReader{d: d}, leftover: leftover{nodes: map[int64]bool{}, tests: map[int64]bool{}, open: map[int64]bool{}}, seen: map[int]bool{}}
	s.visit(v)
	return s.leftover, !s.lost
}

type leftSurvey struct {
	leftover
	labelReader
	seen map[int]bool // by structure
}

func (s *leftSurvey) visit(v *absval.Value) {
	if v.IsTop() {
		s.lost = true
	}
	if s.lost || s.seen[v.StructureID()] {
		return
	}
	s.seen[v.StructureID()] = true
	alternatives := s.d.Alternatives(s.d.Untagged(v))
	choice := choice{whole: map[int64]int{}, loads: map[int64]bool{}, consts: map[int64]bool{}}
	for _, alt := range alternatives {
		s.alternative(alt, &choice)
	}
	for label, n := range choice.whole {
		if n < len(alternatives) {
			s.open[label] = true
		}
	}
	for label := range choice.loads {
		if choice.consts[label] {
			s.open[label] = true
		}
	}
}

// choice are the alternatives for one node: how many have the label of a command or operation, and which loads and constants there are. A command
// or operation that is not all of them is open, and a load that may be a constant in its place.
type choice struct {
	whole         map[int64]int
	loads, consts map[int64]bool
}

// alternative visits one alternative.
func (s *leftSurvey) alternative(alt *absval.Value, c *choice) {
	con, parts := alt.Con(), s.d.Components(alt)
	switch {
	case alt.IsTuple():
	case con == nil || len(parts) == 0:
		return
	case con.Data.Name == "cmd" || con.Data.Name == "case_arm" || con.Data.Name == "expr":
		s.made = s.made || con.Name == "object" && s.isMade(parts[0], parts[1])
		last := len(parts) - 1
		for _, n := range s.bases(parts[last], map[int]bool{}) {
			s.node(con.Name, n, c)
		}
		parts = parts[:last]
	}
	for _, part := range parts {
		if s.holdsNodes(part) {
			s.visit(part)
		}
	}
}

// isMade reports whether an object of that name and type is a function that passes have made.
func (s *leftSurvey) isMade(name, ty *absval.Value) bool {
	if con := ty.Con(); con == nil || con.Name != "function" {
		return false
	}
	return slices.ContainsFunc(s.d.Alternatives(s.d.Untagged(name)), func(alt *absval.Value) bool {
		v, ok := alt.Concrete()
		if !ok {
			return false
		}
		text, ok := v.(core.Str)
		return ok && baseName(string(text)) != string(text)
	})
}

// node notes a node that the constructor makes with the label number n.
func (s *leftSurvey) node(con string, n int64, c *choice) {
	switch con {
	case "skip":
		return
	case "const":
		c.consts[n] = true
		return
	case "index", "deref", "arrow", "member", "object", "var":
		c.loads[n] = true
	case "if_else", "switch", "while_do", "do_while", "for_loop":
		s.tests[n] = true
		c.whole[n]++
	default:
		c.whole[n]++
	}
	s.nodes[n] = true
}

// nodeTypes are the datatypes of the tree whose values are nodes, or are made of them.
var nodeTypes = map[string]bool{"func": true, "cmd": true, "case_arm": true, "graph_node": true, "expr": true, "init": true, "list": true}

// holdsNodes reports whether v may hold nodes.
func (s *leftSurvey) holdsNodes(v *absval.Value) bool {
	if v.IsTop() {
		return true
	}
	return slices.ContainsFunc(s.d.Alternatives(s.d.Untagged(v)), func(alt *absval.Value) bool {
		con := alt.Con()
		return alt.IsTuple() || con != nil && nodeTypes[con.Data.Name]
	})
}
