package valuegraph

import (
	"scf/internal/diag"
	"scf/scfml/core"
)

// This file defines the graph that a function's body is while it is simplified. A value is one computation; its operands are
// values. Only matches and iterators have blocks, which hold what is evaluated in one branch or for one entry. A value does
// not stand at a place: schedule finds one when the graph is complete, and what nothing uses has none and is gone.
//
// Invariants: operands are made before the values that use them (lower id); a value is used only in the block in which it was
// made or in blocks inside that one; constants are shared by all.

type kind uint8

const (
	paramKind kind = iota // a parameter of the function or of an iterator's body
	constKind
	deadKind
	conKind   // a constructor applied to args
	tupleKind // args as a tuple
	projKind  // component number index of args[0], which is made by con (nil: a tuple of arity components)
	primKind
	callKind
	iterKind
	matchKind
	selectKind // what the match args[0] decides: the alternative of the arm that it takes
)

// value is one computation of the graph.
type value struct {
	id      int // in order of making; constants have none
	slot    int // its number in the tables of phases, where a copy that a phase makes has its own
	kind    kind
	name    string // of the first variable that was bound to it
	args    []*value
	con     *core.Con // conKind, projKind
	index   int       // projKind
	arity   int       // projKind, out of a tuple
	lit     core.Value
	prim    *core.PrimExpr // primKind: everything but the operands
	call    *core.CallExpr // callKind: everything but the operands
	iter    *core.IterExpr // iterKind: everything but operands and body
	bound   []*value       // iterKind: the parameters of body
	body    *block         // iterKind
	match   *match
	alts    []*value  // selectKind: by arm
	part    part      // selectKind: what it is a component of
	instead *value    // selectKind: the load of that component
	asked   []*block  // of what belongs to a match: where it was asked for
	typ     core.Type // as typeOf found it; nil where it is not known

	home  *block // where it was made
	since int    // the id that tells what it was made before: its own, or that of the match to which it belongs
}

// match tests the columns arm by arm. The tests of the last arm are not done.
type match struct {
	cols []*value
	arms []*arm
	pos  diag.Pos

	start int // the values that were made before the match have lower ids
	value *value
	parts map[part]*value // the components of what it gives that were asked for
}

// before reports whether v was made before the match.
func (m *match) before(v *value) bool { return v.since < m.start }

// arm is taken when all its tests succeed. They test columns, or components of what an earlier test of the arm (or a fact
// about the column) shows to have them.
type arm struct {
	tests []test
	body  *block
}

// test asks whether v is made by a constructor, or is a scalar.
type test struct {
	v    *value
	head head
}

// head is what one test asks for: a constructor, or a scalar (Int, Bool, Char, Str).
type head struct {
	con *core.Con
	lit core.Value
}

// block is what is evaluated together: the body of a function, of an arm, of an iterator.
type block struct {
	result *value
	outer  *block // in which it was made; nil: the function's body
}

// shared reports whether other graphs have v, too.
func (v *value) shared() bool { return v.kind == constKind || v.kind == deadKind }

// label is what a variable that holds v is called.
func (v *value) label() string {
	if v.name == "" {
		return "x"
	}
	return v.name
}

// source is the value that v is a component of, or nil.
func (v *value) source() *value {
	if v.kind == projKind {
		return v.args[0]
	}
	return nil
}

// componentOf is the value that v is component i of as made by con, or nil; of a tuple also how many components it has.
func (v *value) componentOf(con *core.Con, i int) (x *value, arity int) {
	if v.kind == selectKind {
		v = v.instead
	}
	if v.kind != projKind || v.con != con || v.index != i {
		return nil, 0
	}
	return v.args[0], v.arity
}
