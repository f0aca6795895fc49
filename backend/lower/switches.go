package lower

import (
	"cmp"
	"slices"

	"scf/ast"
	"scf/backend/ir"
)

// This file lowers switches.

// caseEdge says which arm a case leads to.
type caseEdge struct {
	value int64
	label int32
}

func (l *Lowerer) switchOn(c *ast.Switch) {
	end := l.newLabel()
	first := int32(len(l.labels))
	for range c.Arms {
		l.newLabel()
	}
	outer := l.enter()
	l.dispatch(c, first, end)
	for i, a := range c.Arms {
		lb := first + int32(i)
		if l.meet(lb) {
			l.cmd(a.Body)
			next := end
			if i+1 < len(c.Arms) {
				next = lb + 1
			}
			l.leaveTo(next)
			l.undo()
		}
	}
	l.mark = outer
	l.meet(end)
}

// dispatch leads to the arms, whose labels begin with first.
func (l *Lowerer) dispatch(c *ast.Switch, first, end int32) {
	otherwise := end
	from := len(l.cases)
	x := l.value(c.Test)
	t := l.b.Type(x)
	for i, a := range c.Arms {
		if a.Default {
			otherwise = first + int32(i)
		}
		for _, v := range a.Values {
			if t == ir.I32 {
				v = int64(int32(v))
			}
			l.cases = append(l.cases, caseEdge{v, first + int32(i)})
		}
	}
	cases := l.cases[from:]
	if len(cases) == 0 {
		l.jump(way{otherwise, 0})
		return
	}
	slices.SortFunc(cases, func(a, b caseEdge) int { return cmp.Compare(a.value, b.value) })
	l.switchTerm(x, otherwise, cases)
	l.cases = l.cases[:from]
}

func (l *Lowerer) switchTerm(x ir.Value, otherwise int32, cases []caseEdge) {
	values, blocks := l.caseValues[:0], l.caseBlocks[:0]
	for _, c := range cases {
		values, blocks = append(values, c.value), append(blocks, l.blockOf(c.label))
	}
	l.caseValues, l.caseBlocks = values, blocks
	from := l.b.Block()
	l.b.Switch(x, l.blockOf(otherwise), values, blocks)
	l.comes(way{otherwise, 0}, &from.Term.Edges[0])
	for i, c := range cases {
		l.comes(way{c.label, 0}, &from.Term.Edges[i+1])
	}
}
