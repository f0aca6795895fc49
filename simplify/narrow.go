package simplify

import (
	"scf/scfml/core"
)

// This file moves small work into the arms of a scrutinee where the whole match is too much to move [SIM-CASE-CASE].

// narrow gives, for a let that takes a tuple apart and leaves components unused, a match that gives the used ones only, and
// the let that is then to be done:
//
//	let (p, _) = (case c of A => (x, e) | B => (y, e')) in body   becomes   let p = (case c of A => x | B => y) in body
//
// Where several components are used the scrutinee must end in tuples everywhere, as others would be built again.
func (b *builder) narrow(c *core.CaseExpr) (inner, outer *core.CaseExpr, ok bool) {
	if b.opts.DisableCaseOfCase || len(c.Arms) != 1 {
		return nil, nil, false
	}
	p, ok := c.Arms[0].Pat.(*core.TuplePat)
	if !ok {
		return nil, nil, false
	}
	var used []core.Pat
	var uses []core.Expr
	narrowed := &core.TuplePat{}
	for _, e := range p.Elems {
		switch e := e.(type) {
		case *core.WildPat:
			narrowed.Elems = append(narrowed.Elems, e)
		case *core.VarPat:
			x := &core.Var{Name: e.Var.Name}
			narrowed.Elems = append(narrowed.Elems, &core.VarPat{Var: x})
			used = append(used, e)
			uses = append(uses, &core.VarExpr{Var: x})
		default:
			return nil, nil, false
		}
	}
	tails, ok := b.tails(c.Scrut)
	if !ok || len(used) == 0 || len(used) == len(p.Elems) || len(used) > 1 && !allTuples(tails) {
		return nil, nil, false
	}
	if b.size(c.Arms[0].Body) <= len(used)+1 {
		return nil, nil, false // the body is narrow
	}
	var pat core.Pat = &core.TuplePat{Elems: used}
	var part core.Expr = &core.TupleExpr{Elems: uses}
	if len(used) == 1 {
		pat, part = used[0], uses[0]
	}
	inner = core.Let(narrowed, c.Scrut, part)
	return inner, &core.CaseExpr{Scrut: inner, Arms: []core.Arm{{Pat: pat, Body: c.Arms[0].Body}}, Pos: c.Pos}, true
}

func allTuples(es []core.Expr) bool {
	for _, e := range es {
		switch e := e.(type) {
		case *core.TupleExpr:
		case *core.Const:
			if _, ok := e.Value.(*core.Tuple); !ok {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// lifted is e, a primitive or a constructor applied to operands, with its operand that is a match bound by a let, where some
// arm of the match gives a constant and the other operands are constants, or for a primitive at least simple; otherwise nil.
func (b *builder) lifted(e core.Expr) *core.CaseExpr {
	if b.opts.DisableCaseOfCase {
		return nil
	}
	var operands []core.Expr
	_, isPrim := e.(*core.PrimExpr)
	core.Children(e, func(x core.Expr) { operands = append(operands, x) })
	at := -1
	for i, a := range operands {
		switch a.(type) {
		case *core.Const:
		case *core.VarExpr:
			if !isPrim {
				return nil
			}
		default:
			if at >= 0 || !branches(a) {
				return nil
			}
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	tails, ok := b.tails(operands[at])
	if !ok || !anyConst(tails) {
		return nil
	}
	x := &core.Var{Name: "x"}
	op := core.Rebuild(e, func(o core.Expr) core.Expr {
		if o == operands[at] {
			return &core.VarExpr{Var: x}
		}
		return o
	})
	return core.Let(&core.VarPat{Var: x}, operands[at], op)
}

func anyConst(es []core.Expr) bool {
	for _, e := range es {
		if _, ok := e.(*core.Const); ok {
			return true
		}
	}
	return false
}
