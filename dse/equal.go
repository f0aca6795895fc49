package dse

import (
	"scf/scfml/core"
)

// Equality of maps and sets [DSE-EQUAL]. It reads all keys, so that before it nothing is dead. Where the partial evaluator has recorded by which
// few keys two maps may differ, they are equal if they are so at these: then it is lookups of them, and what they have at all others is dead.

// equality prunes the comparison e, of whose value l is read.
func (w *walker) equality(e *core.PrimExpr, l *LivenessPattern) core.Expr {
	if ks := w.recorded(e); ks != w.lat.keys.all && len(ks.open) == 0 && len(ks.exact) <= w.s.options.EqualKeys && hasEqualValues(e.Mod) {
		return w.expr(w.s.lookups(e), l)
	}
	return withArgs(e, w.exprs(e.Args, w.elements(w.lat.live, len(e.Args)))...)
}

func hasEqualValues(m *core.Module) bool { return m.IsSet || core.AdmitsEquality(m.Value) }

// lookups is whether the maps, or sets, that e compares agree at the keys by which they may differ.
func (s *solver) lookups(e *core.PrimExpr) core.Expr {
	if out, ok := s.equalities[e]; ok {
		return out
	}
	a, b := &core.Var{Name: "m"}, &core.Var{Name: "m'"}
	out := core.Expr(&core.Const{Value: core.Bool(true)})
	for i := len(e.Keys.Pats) - 1; i >= 0; i-- {
		agree := core.Expr(&core.PrimExpr{Op: core.OpEq, Args: []core.Expr{at(e, a, e.Keys.Pats[i]), at(e, b, e.Keys.Pats[i])}, Pos: e.Pos})
		if i < len(e.Keys.Pats)-1 {
			agree = core.If(agree, out, &core.Const{Value: core.Bool(false)})
		}
		out = agree
	}
	if len(e.Keys.Pats) > 0 {
		out = core.Let(&core.VarPat{Var: a}, e.Args[0], core.Let(&core.VarPat{Var: b}, e.Args[1], out))
	}
	s.equalities[e] = out
	return out
}

// at is what m has at the key that p matches, or whether it is a member.
func at(e *core.PrimExpr, m *core.Var, p core.Pat) core.Expr {
	op := core.OpMapFind
	if e.Mod.IsSet {
		op = core.OpSetMember
	}
	return &core.PrimExpr{
		Op: op, Args: []core.Expr{&core.VarExpr{Var: m}, &core.Const{Value: core.KeyOf(p)}},
		Mod: e.Mod, Label: e.Label, Keys: &core.KeySet{Pats: []core.Pat{p}}, Pos: e.Pos,
	}
}
