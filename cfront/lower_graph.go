package cfront

import (
	"cmp"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/internal/diag"
)

// This file lowers lists of statements to graphs, as routes.go has found. A label begins a node, and so does each place that control comes to in a
// statement that is taken apart. What the nodes declare for each other stands before the graph; values are given where C gives
// them. Where the loops of the graph have one way in each, loops and blocks take its place at once.

// graph is the graph that is being made. The commands of its last node are those of the lowerer.
type graph struct {
	nodes []*ast.Node
	// The nodes that computed gotos lead through, by the arrays that these use, and what is declared for them.
	through  map[*cc.Declarator]dispatch
	more     []*ast.Node
	declared []ast.Cmd
}

// graphOf lowers the items of a list that becomes a graph.
func (l *lowerer) graphOf(list item, items []item) {
	outer := l.graph
	g := &graph{through: map[*cc.Declarator]dispatch{}}
	l.graph, l.open[list] = g, g
	l.list(func() {
		l.begin(l.newLabel())
		l.nodeItems(items)
		l.end()
	})
	nodes := append(g.nodes, g.more...)
	l.graph = outer
	delete(l.open, list)
	l.emit(g.declared...)
	l.hoistFrom(nodes)
	c := ast.Structured(&ast.Graph{Nodes: nodes, Label: l.newLabel()})
	l.locate(c)
	l.emit(c)
}

// locate gives graphs in c the place where their first cycle begins, and commands that stand nowhere that of the one before them.
func (l *lowerer) locate(c ast.Cmd) {
	at := l.at
	ast.Walk(c, func(c ast.Cmd) {
		if g, ok := c.(*ast.Graph); ok {
			for _, n := range g.Cycles() {
				g.At = cmp.Or(g.At, firstPlace(n.Body))
			}
		}
		if p := ast.PlaceOf(c); p.IsValid() {
			at = p
		} else if ast.HasPlace(c) {
			ast.Locate(c, at)
		}
	}, nil, nil)
}

// firstPlace is where the first command of c stands that stands somewhere.
func firstPlace(c ast.Cmd) (at diag.Pos) {
	ast.Walk(c, func(c ast.Cmd) { at = cmp.Or(at, ast.PlaceOf(c)) }, nil, nil)
	return at
}

// begin begins a node, into which the one before it leads.
func (l *lowerer) begin(label ast.Label) {
	if len(l.graph.nodes) > 0 {
		l.jumpTo(label)
		l.end()
	}
	l.graph.nodes = append(l.graph.nodes, &ast.Node{Label: label})
}

// end ends the last node.
func (l *lowerer) end() {
	last := len(l.graph.nodes) - 1
	l.graph.nodes[last].Body = ast.SeqOf(l.cmds...)
	l.cmds = nil
}

// jumpTo jumps to a node; nothing comes behind a jump in a node.
func (l *lowerer) jumpTo(label ast.Label) {
	if n := len(l.cmds); n == 0 || ast.FallsOff(l.cmds[n-1]) {
		l.emit(&ast.Jump{To: label})
	}
}

// hoistFrom emits the declarations of the variables that are not only used in the node that declares them, and takes them out of it: all that
// the source declares, and what has an address.
func (l *lowerer) hoistFrom(nodes []*ast.Node) {
	bodies := make([]ast.Cmd, len(nodes))
	for i, n := range nodes {
		bodies[i] = n.Body
	}
	used := usesIn(bodies)
	for i, n := range nodes {
		var declared []ast.Cmd
		n.Body, declared = l.hoisted(n.Body, func(d *ast.Declare) bool {
			u, isUsed := used[d.Name]
			return l.madeFrom[d.Name] == "" || !ast.IsScalar(d.Ty) || l.literals[d.Name] || isUsed && u != uses{i, i}
		})
		l.emit(declared...)
	}
}

// nodeItems lowers items that become part of the graph.
func (l *lowerer) nodeItems(items []item) {
	for _, it := range items {
		switch {
		case it.isGotoLabel():
			if name := it.label.Token.SrcStr(); l.isNode(name) {
				l.begin(l.nodeLabel(name))
			}
		case it.isCase():
			if label, ok := l.cases[it.label]; ok {
				l.begin(label)
			} else {
				l.strayLabel(it.label)
			}
		case it.block != nil:
			l.item(it.block)
		case l.routes.apart[it.stmt]:
			l.takenApart(it.stmt)
		default:
			l.statement(it.stmt)
		}
	}
}

// isNode reports whether the label of that name is a node of a graph around.
func (l *lowerer) isNode(name string) bool {
	list, ok := l.routes.nodes[name]
	return ok && l.open[list] != nil
}

// nodeLabel is the label of the node that begins with the label of that name.
func (l *lowerer) nodeLabel(name string) ast.Label {
	if l.nodes[name] == nil {
		l.nodes[name] = l.newLabel()
	}
	return l.nodes[name]
}

// takenApart lowers a statement as nodes.
func (l *lowerer) takenApart(s *cc.Statement) {
	saved := l.at
	defer func() { l.at = saved }()
	l.at = position(s)
	switch s.Case {
	case cc.StatementCompound:
		l.scoped(func() { l.nodeItems(compoundItems(s.CompoundStatement)) })
	case cc.StatementSelection:
		if s.SelectionStatement.Case == cc.SelectionStatementSwitch {
			l.switchApart(s.SelectionStatement)
		} else {
			l.ifApart(s.SelectionStatement)
		}
	case cc.StatementIteration:
		l.scoped(func() { l.loopApart(s.IterationStatement) })
	}
}

// ifApart lowers an if; of its branches those that no label stands in stay.
func (l *lowerer) ifApart(s *cc.SelectionStatement) {
	end := l.newLabel()
	c := &ast.If{Test: l.settle(l.tested(s.ExpressionList))}
	then, doThen := l.part(s.Statement, end)
	els, doElse := l.part(s.Statement2, end)
	c.Then, c.Else = then, els
	l.emit(c)
	l.jumpTo(end)
	doThen()
	doElse()
	l.begin(end)
}

// part is a branch: the statement, or, where that becomes nodes, a jump to them; then do lowers them, with a jump to the end behind.
func (l *lowerer) part(s *cc.Statement, end ast.Label) (c ast.Cmd, do func()) {
	items := statementItems(s)
	if len(items) == 0 || !l.routes.merged[items[0]] {
		return enclosed(l.list(func() { l.items(items) })), func() {}
	}
	label := l.newLabel()
	return &ast.Jump{To: label}, func() {
		l.begin(label)
		l.nodeItems(items)
		l.jumpTo(end)
	}
}

// loopApart lowers a loop.
func (l *lowerer) loopApart(s *cc.IterationStatement) {
	head, next, end := l.newLabel(), l.newLabel(), l.newLabel()
	body := func() {
		saved := l.jumps
		l.jumps = jumps{&target{label: end, isNode: true, vlas: len(l.vlas)}, &target{label: next, isNode: true, vlas: len(l.vlas)}}
		l.nodeItems(statementItems(s.Statement))
		l.jumps = saved
	}
	test, step := s.ExpressionList, cc.ExpressionNode(nil)
	switch s.Case {
	case cc.IterationStatementFor:
		l.effect(s.ExpressionList)
		test, step = s.ExpressionList2, s.ExpressionList3
	case cc.IterationStatementForDecl:
		l.declaration(s.Declaration)
		test, step = s.ExpressionList, s.ExpressionList2
	}
	l.begin(head)
	if s.Case == cc.IterationStatementDo {
		body()
		l.begin(next)
		l.unless(test, end)
	} else {
		l.unless(test, end)
		body()
		l.begin(next)
		l.effect(step)
	}
	l.jumpTo(head)
	l.begin(end)
}

// unless jumps where a loop's test does not hold.
func (l *lowerer) unless(test cc.ExpressionNode, end ast.Label) {
	if test != nil {
		l.emit(&ast.If{Test: not(l.settle(l.tested(test))), Then: &ast.Jump{To: end}, Else: &ast.Skip{}})
	}
}

// switchApart lowers a switch: one that jumps to the arms.
func (l *lowerer) switchApart(s *cc.SelectionStatement) {
	x := l.settle(l.integer(s.ExpressionList))
	t := ast.Promote(ast.TypeOf(x))
	c := &ast.Switch{Test: convert(t, x)}
	end := l.newLabel()
	items := switchItems(s.Statement)
	l.armsApart(c, t, items)
	l.emit(c)
	l.jumpTo(end)
	saved := l.jumps
	l.jumps.toBreak = &target{label: end, isNode: true, vlas: len(l.vlas)}
	for _, arm := range armsOf(items) {
		if len(arm.labels) > 0 {
			l.begin(l.cases[arm.labels[0]])
		}
		l.scoped(func() {
			if len(arm.items) > 0 && l.routes.merged[arm.items[0]] {
				l.nodeItems(arm.items)
			} else {
				l.items(arm.items)
			}
		})
	}
	l.jumps = saved
	l.begin(end)
}

// armsApart adds arms to c, whose test has type t, that jump to the case labels in items.
func (l *lowerer) armsApart(c *ast.Switch, t ast.Type, items []item) {
	for _, source := range armsOf(items) {
		if len(source.labels) > 0 {
			label := l.newLabel()
			arm := &ast.Arm{Body: &ast.Jump{To: label}}
			for _, s := range source.labels {
				l.caseLabel(arm, t, s)
				l.cases[s] = label
			}
			c.Arms = append(c.Arms, arm)
		}
		for _, it := range source.items {
			if it.stmt != nil && l.routes.apart[it.stmt] {
				l.armsIn(c, t, it.stmt)
			}
		}
	}
}

// armsIn adds arms for the case labels in a statement that is taken apart, but for those of another switch.
func (l *lowerer) armsIn(c *ast.Switch, t ast.Type, s *cc.Statement) {
	switch s.Case {
	case cc.StatementCompound:
		l.armsApart(c, t, compoundItems(s.CompoundStatement))
	case cc.StatementIteration:
		l.armsApart(c, t, statementItems(s.IterationStatement.Statement))
	case cc.StatementSelection:
		if sel := s.SelectionStatement; sel.Case != cc.SelectionStatementSwitch {
			l.armsApart(c, t, statementItems(sel.Statement))
			l.armsApart(c, t, statementItems(sel.Statement2))
		}
	}
}
