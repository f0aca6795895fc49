package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers goto. A label behind the goto, in the same compound statement or one around it, is the end of a block that
// begins with the first statement from which a goto leads there. Blocks that overlap are nested: the later one begins with the
// earlier. Lists with other gotos have become graphs (routes.go), and their labels nodes.

// item is one item of a compound statement, or one label before it.
type item struct {
	block *cc.BlockItem // nil for a label, and for a statement that is not an item
	stmt  *cc.Statement
	label *cc.LabeledStatement
}

// itemsOf is an item of a compound statement with the labels before it apart.
func itemsOf(b *cc.BlockItem) []item {
	if b.Case == cc.BlockItemStmt {
		return statementItems(b.Statement)
	}
	return []item{{block: b}}
}

// statementItems is a statement with the labels before it apart.
func statementItems(s *cc.Statement) []item {
	var items []item
	for s != nil && s.Case == cc.StatementLabeled {
		items = append(items, item{label: s.LabeledStatement})
		s = s.LabeledStatement.Statement
	}
	if s != nil {
		items = append(items, item{stmt: s})
	}
	return items
}

func (i item) isCase() bool      { return i.label != nil && i.label.Case != cc.LabeledStatementLabel }
func (i item) isGotoLabel() bool { return i.label != nil && i.label.Case == cc.LabeledStatementLabel }

// items lowers the items of a list.
func (l *lowerer) items(items []item) {
	if len(items) == 0 {
		return
	}
	if e, ok := l.routes.graphs[items[0]]; ok {
		l.withBlocks(items[:e.from])
		l.graphOf(items[0], items[e.from:e.to])
		items = items[e.to:]
	}
	l.withBlocks(items)
}

// withBlocks lowers items, with a block before each label.
func (l *lowerer) withBlocks(items []item) {
	blocks := l.blocksOf(items)
	l.itemsFrom(items, 0, len(items), blocks)
}

// labelBlock is the items from start to the label number end.
type labelBlock struct {
	name       string
	start, end int
}

// blocksOf are the blocks that end with the labels among items, those that end later first.
func (l *lowerer) blocksOf(items []item) []labelBlock {
	var blocks []labelBlock
	for end, it := range items {
		if !it.isGotoLabel() {
			continue
		}
		name := it.label.Token.SrcStr()
		start := -1
		for i := 0; i < end && start < 0; i++ {
			if items[i].stmt != nil && l.leadsTo(items[i].stmt, name) {
				start = i
			}
		}
		if start < 0 {
			continue // nothing leads forward to it
		}
		for _, b := range blocks {
			if start < b.end {
				start = min(start, b.start)
			}
		}
		blocks = append([]labelBlock{{name, start, end}}, blocks...)
	}
	return blocks
}

// itemsFrom lowers the items from lo to hi, with the blocks that lie there.
func (l *lowerer) itemsFrom(items []item, lo, hi int, blocks []labelBlock) {
	for i, b := range blocks {
		if b.start < lo || b.end > hi {
			continue
		}
		l.itemsFrom(items, lo, b.start, blocks[i+1:])
		label := l.newLabel()
		outer, had := l.labels[b.name]
		l.labels[b.name] = label
		body := l.list(func() { l.itemsFrom(items, b.start, b.end, blocks[i+1:]) })
		delete(l.labels, b.name)
		if had {
			l.labels[b.name] = outer
		}
		l.emit(&ast.Block{Body: ast.SeqOf(body...), Label: label})
		l.itemsFrom(items, b.end, hi, blocks[i+1:])
		return
	}
	for _, it := range items[lo:hi] {
		switch {
		case it.isGotoLabel():
		case it.isCase():
			l.strayLabel(it.label)
		case it.block != nil:
			l.item(it.block)
		default:
			l.statement(it.stmt)
		}
	}
}

// gotoLabel leaves the block that the label ends, or jumps to the node that begins with it.
func (l *lowerer) gotoLabel(s *cc.JumpStatement) {
	l.goTo(s, s.Token2.SrcStr())
}

func (l *lowerer) goTo(s *cc.JumpStatement, name string) {
	l.restore(l.depths[name])
	if to, ok := l.labels[name]; ok {
		l.emit(&ast.Exit{To: to})
		return
	}
	if l.isNode(name) {
		l.emit(&ast.Jump{To: l.nodeLabel(name)})
		return
	}
	if _, ok := s.Label().(*cc.LabeledStatement); !ok && s.Case == cc.JumpStatementGoto {
		l.failf(s, "there is no label %s", name)
		return
	}
	l.refuse(s, "a goto out of an expression", "use a function in place of the statements in the expression")
}

// leadsTo reports whether a goto in s may lead to the label of that name.
func (l *lowerer) leadsTo(s *cc.Statement, name string) bool {
	switch s.Case {
	case cc.StatementJump:
		return slices.Contains(l.leadsOf(s.JumpStatement), name)
	case cc.StatementLabeled:
		return l.leadsTo(s.LabeledStatement.Statement, name)
	case cc.StatementIteration:
		return l.leadsTo(s.IterationStatement.Statement, name)
	case cc.StatementSelection:
		sel := s.SelectionStatement
		return l.leadsTo(sel.Statement, name) || sel.Statement2 != nil && l.leadsTo(sel.Statement2, name)
	case cc.StatementCompound:
		for n := s.CompoundStatement.BlockItemList; n != nil; n = n.BlockItemList {
			if n.BlockItem.Case == cc.BlockItemStmt && l.leadsTo(n.BlockItem.Statement, name) {
				return true
			}
		}
	}
	return false
}
