package valuegraph

import (
	"fmt"

	"scf/scfml/core"
)

// This file writes a graph whose values are placed as a core expression. A value that is used once is written where it is
// used; others are bound by let in their block, and components by patterns (pattern.go).

// emitter writes one graph.
type emitter struct {
	schedule *scheduler
	deepest  int       // how deep values are written inside their users
	of       []writing // by slot
	loads    map[*region]loads
	pats     map[*arm][]core.Pat // a pattern for each column
}

// loads are the components that are loaded in a region.
type loads struct {
	components map[*value][]*value // by what they are components of
	lets       map[*value]core.Pat // the patterns that bind those that no arm's pattern binds, by the first component that they bind
}

// writing is what the emitter finds out about a value.
type writing struct {
	out   *core.Var // the variable that holds it, where it has one
	taken int       // uses that patterns make superfluous
	nest  int       // how deep its expression is; 0: not known yet
	named bool      // a pattern binds it
}

func newEmitter(s *scheduler, deepest int) *emitter {
	return &emitter{s, deepest, make([]writing, len(s.of)), map[*region]loads{}, map[*arm][]core.Pat{}}
}

// function is the expression of the function whose body is root.
func (m *emitter) function(root *block) core.Expr {
	m.bindComponents(m.schedule.placed)
	return m.block(root)
}

// statement is a binding: of v, or of components of v by the pattern.
type statement struct {
	v   *value
	pat core.Pat // nil: v itself
}

func (m *emitter) block(of *block) core.Expr {
	b := m.schedule.region[of]
	var stmts []statement
	for i := len(b.placed) - 1; i >= 0; i-- {
		v := b.placed[i]
		switch {
		case v.kind == projKind:
			if p := m.loads[b].lets[v]; p != nil {
				stmts = append(stmts, statement{v.args[0], p})
			}
		case !m.inline(v):
			stmts = append(stmts, statement{v: v})
		}
	}
	result := m.operand(of.result)
	for i := len(stmts) - 1; i >= 0; i-- {
		s := stmts[i]
		if s.pat != nil {
			result = core.Let(s.pat, m.operand(s.v), result)
		} else {
			result = core.Let(&core.VarPat{Var: m.variable(s.v)}, m.operation(s.v), result)
		}
	}
	return result
}

// remaining is how many uses v has that name it or compute it.
func (m *emitter) remaining(v *value) int {
	return len(m.schedule.of[v.slot].uses) - m.of[v.slot].taken
}

// take notes that patterns make n more uses of v superfluous.
func (m *emitter) take(v *value, n int) {
	if !v.shared() {
		m.of[v.slot].taken += n
	}
}

// inline reports whether v is written where it is used. A match is where a match or the end of a block can stand.
func (m *emitter) inline(v *value) bool {
	at := &m.schedule.of[v.slot]
	if v.kind == paramKind || v.kind == projKind || m.remaining(v) != 1 || at.meet != at.place {
		return false
	}
	return at.shown || v.kind != matchKind && m.nesting(v) <= m.deepest
}

// nesting is how deep v's expression is. A list is as deep as its elements.
func (m *emitter) nesting(v *value) int {
	w := &m.of[v.slot]
	if w.nest == 0 {
		w.nest = 1
		for i, a := range v.args {
			if a.shared() || !m.inline(a) {
				continue
			}
			depth := m.nesting(a) + 1
			if v.kind == conKind && v.con == core.Cons && i == 1 {
				depth--
			}
			w.nest = max(w.nest, depth)
		}
	}
	return w.nest
}

// variable is the variable that holds v.
func (m *emitter) variable(v *value) *core.Var {
	w := &m.of[v.slot]
	if w.out == nil {
		w.out = &core.Var{Name: v.label()}
	}
	return w.out
}

func (m *emitter) operands(vs []*value) []core.Expr {
	es := make([]core.Expr, len(vs))
	for i, v := range vs {
		es[i] = m.operand(v)
	}
	return es
}

func (m *emitter) operand(v *value) core.Expr {
	switch {
	case v.kind == constKind:
		return &core.Const{Value: v.lit}
	case v.kind == deadKind:
		return &core.DeadExpr{}
	case m.inline(v):
		return m.operation(v)
	}
	return &core.VarExpr{Var: m.variable(v)}
}

func (m *emitter) operation(v *value) core.Expr {
	switch v.kind {
	case conKind:
		return &core.ConExpr{Con: v.con, Args: m.operands(v.args)}
	case tupleKind:
		return &core.TupleExpr{Elems: m.operands(v.args)}
	case primKind:
		e := *v.prim
		e.Args = m.operands(v.args)
		return &e
	case callKind:
		return &core.CallExpr{Func: v.call.Func, Args: m.operands(v.args), Pos: v.call.Pos}
	case iterKind:
		return m.iterator(v)
	case matchKind:
		return m.match(v.match)
	}
	panic(fmt.Sprintf("simplify: no such operation: %d", v.kind))
}

func (m *emitter) iterator(v *value) core.Expr {
	e := *v.iter
	e.Args = m.operands(v.args)
	e.Params = make([]*core.Var, len(v.bound))
	for i, p := range v.bound {
		e.Params[i] = m.variable(p)
	}
	e.Body = m.block(v.body)
	return &e
}

func (m *emitter) match(of *match) core.Expr {
	e := &core.CaseExpr{Pos: of.pos}
	cols := m.operands(of.cols)
	if len(cols) == 1 {
		e.Scrut = cols[0]
	} else {
		e.Scrut = &core.TupleExpr{Elems: cols}
	}
	for _, a := range of.arms {
		var p core.Pat
		if len(cols) == 1 {
			p = m.pats[a][0]
		} else {
			p = &core.TuplePat{Elems: m.pats[a]}
		}
		e.Arms = append(e.Arms, core.Arm{Pat: p, Body: m.block(a.body)})
	}
	return goOn(e)
}

// goOn is e with the arms of the match on the same variable, where its last arm leads to one at once.
func goOn(e *core.CaseExpr) *core.CaseExpr {
	v, onVar := e.Scrut.(*core.VarExpr)
	last := e.Arms[len(e.Arms)-1]
	inner, ok := last.Body.(*core.CaseExpr)
	if _, wild := last.Pat.(*core.WildPat); onVar && wild && ok && core.IsVar(inner.Scrut, v.Var) {
		e.Arms = append(e.Arms[:len(e.Arms)-1], inner.Arms...)
	}
	return e
}
