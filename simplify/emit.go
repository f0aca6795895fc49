package simplify

import (
	"fmt"

	"scf/scfml/core"
)

// This file writes a graph whose values are placed as a core expression. A value that is used once is written where it is
// used; others are bound by let in their block, and components by patterns (pattern.go).

// maxNesting bounds how deep values are written inside their users.
const maxNesting = 12

// emit is the expression of the function whose body is root.
func emit(root *block, values []*value) core.Expr {
	bindComponents(values)
	return emitBlock(root)
}

// statement is a binding: of v, or of components of v by the pattern.
type statement struct {
	v   *value
	pat core.Pat // nil: v itself
}

func emitBlock(b *block) core.Expr {
	var stmts []statement
	for i := len(b.placed) - 1; i >= 0; i-- {
		v := b.placed[i]
		switch {
		case v.kind == projKind:
			if p := b.lets[v]; p != nil {
				stmts = append(stmts, statement{v.args[0], p})
			}
		case !v.inline():
			stmts = append(stmts, statement{v: v})
		}
	}
	result := emitOperand(b.result)
	for i := len(stmts) - 1; i >= 0; i-- {
		s := stmts[i]
		if s.pat != nil {
			result = core.Let(s.pat, emitOperand(s.v), result)
		} else {
			result = core.Let(&core.VarPat{Var: s.v.variable()}, emitOperation(s.v), result)
		}
	}
	return result
}

// remaining is how many uses v has that name it or compute it.
func (v *value) remaining() int { return len(v.uses) - v.taken }

// inline reports whether v is written where it is used. A match is where a match or the end of a block can stand.
func (v *value) inline() bool {
	if v.kind == paramKind || v.kind == projKind || v.remaining() != 1 || v.meet != v.place {
		return false
	}
	return v.shown || v.kind != matchKind && v.nesting() <= maxNesting
}

// nesting is how deep v's expression is. A list is as deep as its elements.
func (v *value) nesting() int {
	if v.nest == 0 {
		v.nest = 1
		for i, a := range v.args {
			if a.shared() || !a.inline() {
				continue
			}
			depth := a.nesting() + 1
			if v.kind == conKind && v.con == core.Cons && i == 1 {
				depth--
			}
			v.nest = max(v.nest, depth)
		}
	}
	return v.nest
}

// variable is the variable that holds v.
func (v *value) variable() *core.Var {
	if v.out == nil {
		name := v.name
		if name == "" {
			name = "x"
		}
		v.out = &core.Var{Name: name}
	}
	return v.out
}

func emitOperands(vs []*value) []core.Expr {
	es := make([]core.Expr, len(vs))
	for i, v := range vs {
		es[i] = emitOperand(v)
	}
	return es
}

func emitOperand(v *value) core.Expr {
	switch {
	case v.kind == constKind:
		return &core.Const{Value: v.lit}
	case v.kind == deadKind:
		return &core.DeadExpr{}
	case v.inline():
		return emitOperation(v)
	}
	return &core.VarExpr{Var: v.variable()}
}

func emitOperation(v *value) core.Expr {
	switch v.kind {
	case conKind:
		return &core.ConExpr{Con: v.con, Args: emitOperands(v.args)}
	case tupleKind:
		return &core.TupleExpr{Elems: emitOperands(v.args)}
	case primKind:
		e := *v.prim
		e.Args = emitOperands(v.args)
		return &e
	case callKind:
		return &core.CallExpr{Func: v.call.Func, Args: emitOperands(v.args), Pos: v.call.Pos}
	case iterKind:
		return emitIterator(v)
	case matchKind:
		return emitMatch(v.match)
	}
	panic(fmt.Sprintf("simplify: no such operation: %d", v.kind))
}

func emitIterator(v *value) core.Expr {
	e := *v.iter
	e.Args = emitOperands(v.args)
	e.Params = make([]*core.Var, len(v.bound))
	for i, p := range v.bound {
		e.Params[i] = p.variable()
	}
	e.Body = emitBlock(v.body)
	return &e
}

func emitMatch(m *match) core.Expr {
	e := &core.CaseExpr{Pos: m.pos}
	cols := emitOperands(m.cols)
	if len(cols) == 1 {
		e.Scrut = cols[0]
	} else {
		e.Scrut = &core.TupleExpr{Elems: cols}
	}
	for _, a := range m.arms {
		var p core.Pat
		if len(cols) == 1 {
			p = a.pats[0]
		} else {
			p = &core.TuplePat{Elems: a.pats}
		}
		e.Arms = append(e.Arms, core.Arm{Pat: p, Body: emitBlock(a.body)})
	}
	return goOn(e)
}

// goOn is e with the arms of the match on the same variable, where its last arm leads to one at once.
func goOn(e *core.CaseExpr) *core.CaseExpr {
	v, onVar := e.Scrut.(*core.VarExpr)
	last := e.Arms[len(e.Arms)-1]
	inner, ok := last.Body.(*core.CaseExpr)
	if _, wild := last.Pat.(*core.WildPat); onVar && wild && ok && isVar(inner.Scrut, v.Var) {
		e.Arms = append(e.Arms[:len(e.Arms)-1], inner.Arms...)
	}
	return e
}
