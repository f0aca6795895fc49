package cfront

import (
	"slices"

	"modernc.org/cc/v4"
)

// This file finds where gotos lead, before a function is lowered. Statements stand in lists: the items of a compound statement, of an arm of a
// switch, or of a body without braces. A goto and its label have an innermost list in common. A label behind the goto in that list itself is the end of a
// block there. Otherwise the list becomes a graph: where control goes back, and where the label stands inside a statement of the list that the goto is
// not in, or is in by another way. Such a statement is taken apart, as far down as the label's list: what it is made of becomes nodes of the graph, too.
// A case label inside another statement of its switch is like a label that the switch goes to.

// routes are what is found.
type routes struct {
	graphs map[item]stretch       // the lists that become graphs, by their first items
	apart  map[*cc.Statement]bool // the statements that are taken apart
	merged map[item]bool          // the lists in them that become part of a graph
	nodes  map[string]item        // of each label that is a node, the list that becomes its graph
}

// stretch is the part of a list that its gotos and labels take up.
type stretch struct{ from, to int }

func newRoutes() *routes {
	return &routes{graphs: map[item]stretch{}, apart: map[*cc.Statement]bool{}, merged: map[item]bool{}, nodes: map[string]item{}}
}

// path says where a statement or label stands: in which item of the outermost list, and so on.
type path []step

// step is an item of a list, which is known by its first item.
type step struct {
	list  item
	index int
	stmt  *cc.Statement // nil for labels and declarations
}

// way is a goto, or a switch with a label inside another statement of its body; label is empty then.
type way struct {
	from, to path
	label    string
}

// add finds the routes in a list that stands in no other; leads says where a jump may lead.
func (r *routes) add(items []item, leads func(*cc.JumpStatement) []string) {
	s := &surveyor{labels: map[string]path{}, leads: leads}
	s.list(items, nil, nil)
	var gotos []way
	hard := s.inside
	for _, w := range s.gotos {
		if to, ok := s.labels[w.label]; ok {
			w.to = to
			gotos = append(gotos, w)
			if at := common(w.from, to); at < len(to)-1 || w.from[at].index > to[at].index {
				hard = append(hard, w)
			}
		}
	}
	for _, w := range hard {
		r.takeApart(w)
	}
	for _, w := range hard {
		r.include(w)
	}
	for _, w := range gotos {
		if _, ok := r.graphs[r.listOf(w.to)]; ok {
			r.nodes[w.label] = r.listOf(w.to)
			r.include(w)
		}
	}
}

// common is how deep the innermost list is that both paths go through.
func common(a, b path) int {
	at := 0
	for at+1 < len(a) && at+1 < len(b) && a[at].index == b[at].index && a[at+1].list == b[at+1].list {
		at++
	}
	return at
}

// takeApart takes apart what is around the end of the way and not around all of it.
func (r *routes) takeApart(w way) {
	for i := common(w.from, w.to); i < len(w.to)-1; i++ {
		r.apart[w.to[i].stmt] = true
		r.merged[w.to[i+1].list] = true
	}
}

// depth is how deep the list is that the end of p becomes part of.
func (r *routes) depth(p path) int {
	d := len(p) - 1
	for r.merged[p[d].list] {
		d--
	}
	return d
}

func (r *routes) listOf(p path) item { return p[r.depth(p)].list }

// include adds the items that the way goes from and to to the graph that their list becomes.
func (r *routes) include(w way) {
	d := r.depth(w.to)
	a, b := w.from[d].index, w.to[d].index
	e, ok := r.graphs[w.to[d].list]
	if !ok {
		e = stretch{a, a}
	}
	r.graphs[w.to[d].list] = stretch{min(a, b, e.from), max(a+1, b+1, e.to)}
}

// surveyor goes through statements.
type surveyor struct {
	labels map[string]path
	gotos  []way
	inside []way // from switches to labels
	leads  func(*cc.JumpStatement) []string
}

// list goes through items, which stand in the statements of a path; the innermost switch around stands where inSwitch says. The paths of items that follow
// each other are in the same memory, so that what keeps one keeps a copy.
func (s *surveyor) list(items []item, around, inSwitch path) {
	for i, it := range items {
		here := append(around, step{items[0], i, it.stmt})
		switch {
		case it.isGotoLabel():
			s.labels[it.label.Token.SrcStr()] = slices.Clone(here)
		case it.isCase() && inSwitch != nil:
			s.inside = append(s.inside, way{from: slices.Clone(inSwitch), to: slices.Clone(here)})
		case it.stmt != nil:
			s.statement(it.stmt, here, inSwitch)
		}
	}
}

func (s *surveyor) statement(st *cc.Statement, here, inSwitch path) {
	switch st.Case {
	case cc.StatementCompound:
		s.list(compoundItems(st.CompoundStatement), here, inSwitch)
	case cc.StatementSelection:
		sel := st.SelectionStatement
		if sel.Case == cc.SelectionStatementSwitch {
			for _, arm := range armsOf(switchItems(sel.Statement)) {
				s.list(arm.items, here, here)
			}
			return
		}
		s.list(statementItems(sel.Statement), here, inSwitch)
		s.list(statementItems(sel.Statement2), here, inSwitch)
	case cc.StatementIteration:
		s.list(statementItems(st.IterationStatement.Statement), here, inSwitch)
	case cc.StatementJump:
		for _, label := range s.leads(st.JumpStatement) {
			s.gotos = append(s.gotos, way{from: slices.Clone(here), label: label})
		}
	}
}

// sourceArm is an arm of a switch: its labels, none where it is what stands before the first one, and the items behind them.
type sourceArm struct {
	labels []*cc.LabeledStatement
	items  []item
}

// armsOf are the items of a switch's body arm by arm.
func armsOf(items []item) []sourceArm {
	var arms []sourceArm
	for i := 0; i < len(items); {
		var arm sourceArm
		for ; i < len(items) && items[i].isCase(); i++ {
			arm.labels = append(arm.labels, items[i].label)
		}
		from := i
		for i < len(items) && !items[i].isCase() {
			i++
		}
		arm.items = items[from:i]
		arms = append(arms, arm)
	}
	return arms
}

// leadsOf are the labels that a jump may lead to.
func (l *lowerer) leadsOf(s *cc.JumpStatement) []string {
	switch s.Case {
	case cc.JumpStatementGoto:
		return []string{s.Token2.SrcStr()}
	case cc.JumpStatementGotoExpr:
		return l.addressed()
	}
	return nil
}

// compoundItems are the items of a compound statement.
func compoundItems(c *cc.CompoundStatement) []item {
	var items []item
	for list := c.BlockItemList; list != nil; list = list.BlockItemList {
		items = append(items, itemsOf(list.BlockItem)...)
	}
	return items
}
