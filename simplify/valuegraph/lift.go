package valuegraph

import (
	"scf/scfml/core"
)

// This file binds operands that are matches by lets, which then move into the arms [SIM-CASE-CASE].

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
