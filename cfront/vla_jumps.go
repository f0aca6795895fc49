package cfront

import (
	"slices"

	"modernc.org/cc/v4"
)

// This file finds in the scope of which arrays of variable length labels stand, for jumps to give back the memory of those that they leave, and says which
// jumps lead into such a scope: C has none (C11 6.8.4.2, 6.8.6.1), but the parser lets them pass.

// vlaScope is where a declaration is in scope that has a size in it that is known only at run time; nil is where none is.
type vlaScope struct {
	outer  *vlaScope
	arrays int // how many arrays of variable length are in scope
}

// depth is how many arrays of variable length are in scope.
func (e *vlaScope) depth() int {
	if e == nil {
		return 0
	}
	return e.arrays
}

// covers reports whether f is e or lies in it.
func (e *vlaScope) covers(f *vlaScope) bool {
	for f != nil && f != e {
		f = f.outer
	}
	return f == e
}

// with is e, behind a declaration.
func (e *vlaScope) with(d *cc.Declaration) *vlaScope {
	for list := d.InitDeclaratorList; list != nil; list = list.InitDeclaratorList {
		if isVariable(list.InitDeclarator.Declarator.Type()) {
			return &vlaScope{outer: e, arrays: e.depth() + variableArrays(d)}
		}
	}
	return e
}

// vlaScopes are those of the labels in a list of items.
type vlaScopes struct {
	l      *lowerer
	labels map[string]*vlaScope
	gotos  []gotoFrom
}

type gotoFrom struct {
	at   *cc.JumpStatement
	from *vlaScope
}

// vlaScopesOf notes, for each label among items, how many arrays of variable length are in scope there, depth around them.
func (l *lowerer) vlaScopesOf(items []item, depth int) {
	x := &vlaScopes{l: l, labels: map[string]*vlaScope{}}
	around := &vlaScope{arrays: depth}
	x.items(items, around, around)
	for name, e := range x.labels {
		l.depths[name] = e.depth()
	}
	for _, g := range x.gotos {
		if to, ok := x.labels[g.at.Token2.SrcStr()]; ok && !to.covers(g.from) {
			l.intoScope(g.at, "a goto")
		}
	}
}

func (l *lowerer) intoScope(at node, what string) {
	l.failf(at, "%s into the scope of an array of variable length", what).Hint = "C has no such jump; declare the array before it, or in a compound statement of its own"
}

// items are in the scope of e; the switch around them is in that of outer.
func (x *vlaScopes) items(items []item, e, outer *vlaScope) {
	for _, it := range items {
		switch {
		case it.isGotoLabel():
			x.labels[it.label.Token.SrcStr()] = e
		case it.isCase():
			if e != outer {
				x.l.intoScope(it.label, "a jump of a switch")
			}
		case it.block != nil && it.block.Case == cc.BlockItemDecl:
			e = e.with(it.block.Declaration)
		case it.stmt != nil:
			x.statement(it.stmt, e, outer)
		}
	}
}

func (x *vlaScopes) statement(s *cc.Statement, e, outer *vlaScope) {
	switch s.Case {
	case cc.StatementJump:
		if s.JumpStatement.Case == cc.JumpStatementGoto {
			x.gotos = append(x.gotos, gotoFrom{s.JumpStatement, e})
		}
	case cc.StatementCompound:
		x.items(compoundItems(s.CompoundStatement), e, outer)
	case cc.StatementSelection:
		if s.SelectionStatement.Case == cc.SelectionStatementSwitch {
			outer = e
		}
		x.items(slices.Concat(statementItems(s.SelectionStatement.Statement), statementItems(s.SelectionStatement.Statement2)), e, outer)
	case cc.StatementIteration:
		if s.IterationStatement.Case == cc.IterationStatementForDecl {
			e = e.with(s.IterationStatement.Declaration)
		}
		x.items(statementItems(s.IterationStatement.Statement), e, outer)
	}
}
