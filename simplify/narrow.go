package simplify

import "scf/scfml"

// This file moves small work into the arms of a scrutinee where the whole match is too much to move [SIM-CASE-CASE].

// narrow gives, for a let that takes a tuple apart and leaves components unused, a match that gives the used ones only, and
// the let that is then to be done:
//
//	let (p, _) = (case c of A => (x, e) | B => (y, e')) in body   becomes   let p = (case c of A => x | B => y) in body
//
// Where several components are used the scrutinee must end in tuples everywhere, as others would be built again.
func (b *builder) narrow(c *scfml.CaseExpr) (inner, outer *scfml.CaseExpr, ok bool) {
	if b.opts.DisableCaseOfCase || len(c.Arms) != 1 {
		return nil, nil, false
	}
	p, ok := c.Arms[0].Pat.(*scfml.TuplePat)
	if !ok {
		return nil, nil, false
	}
	var used []scfml.Pat
	var uses []scfml.Expr
	narrowed := &scfml.TuplePat{}
	for _, e := range p.Elems {
		switch e := e.(type) {
		case *scfml.WildPat:
			narrowed.Elems = append(narrowed.Elems, e)
		case *scfml.VarPat:
			x := &scfml.Var{Name: e.Var.Name}
			narrowed.Elems = append(narrowed.Elems, &scfml.VarPat{Var: x})
			used = append(used, e)
			uses = append(uses, &scfml.VarExpr{Var: x})
		default:
			return nil, nil, false
		}
	}
	tails, ok := tailsOf(c.Scrut, nil)
	if !ok || len(used) == 0 || len(used) == len(p.Elems) || len(used) > 1 && !allTuples(tails) {
		return nil, nil, false
	}
	if b.size(c.Arms[0].Body) <= len(used)+1 {
		return nil, nil, false // the body is narrow
	}
	var pat scfml.Pat = &scfml.TuplePat{Elems: used}
	var part scfml.Expr = &scfml.TupleExpr{Elems: uses}
	if len(used) == 1 {
		pat, part = used[0], uses[0]
	}
	inner = scfml.Let(narrowed, c.Scrut, part)
	return inner, &scfml.CaseExpr{Scrut: inner, Arms: []scfml.Arm{{Pat: pat, Body: c.Arms[0].Body}}, Pos: c.Pos}, true
}

func allTuples(es []scfml.Expr) bool {
	for _, e := range es {
		switch e := e.(type) {
		case *scfml.TupleExpr:
		case *scfml.Const:
			if _, ok := e.Value.(*scfml.Tuple); !ok {
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
func (b *builder) lifted(e scfml.Expr) *scfml.CaseExpr {
	if b.opts.DisableCaseOfCase {
		return nil
	}
	var operands []scfml.Expr
	_, isPrim := e.(*scfml.PrimExpr)
	scfml.Children(e, func(x scfml.Expr) { operands = append(operands, x) })
	at := -1
	for i, a := range operands {
		switch a.(type) {
		case *scfml.Const:
		case *scfml.VarExpr:
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
	tails, ok := tailsOf(operands[at], nil)
	if !ok || !anyConst(tails) {
		return nil
	}
	x := &scfml.Var{Name: "x"}
	op := scfml.Rebuild(e, func(o scfml.Expr) scfml.Expr {
		if o == operands[at] {
			return &scfml.VarExpr{Var: x}
		}
		return o
	})
	return scfml.Let(&scfml.VarPat{Var: x}, operands[at], op)
}

func anyConst(es []scfml.Expr) bool {
	for _, e := range es {
		if _, ok := e.(*scfml.Const); ok {
			return true
		}
	}
	return false
}
