package simplify

import (
	"scf/scfml/core"
)

// This file simplifies operations on maps and sets together with what stands around them in the program [SIM-MAP]: insertions
// into insertions, and matches on what is found under a key that may be the one just inserted.

// insertions evaluates nested insertions together: one whose key a later one inserts again is left out. The maps between are
// used nowhere else, so nothing is done twice.
func (b *builder) insertions(e *core.PrimExpr) *value {
	nest := []*core.PrimExpr{e}
	for {
		inner, ok := e.Args[0].(*core.PrimExpr)
		if !ok || inner.Op != core.OpMapInsert {
			break
		}
		e = inner
		nest = append(nest, e)
	}
	m := b.eval(e.Args[0], nil)
	keys := make([]*value, len(nest))
	vals := make([]*value, len(nest))
	for i := len(nest) - 1; i >= 0; i-- {
		kv := b.operands(nest[i].Args[1:])
		keys[i], vals[i] = kv[0], kv[1]
	}
	for i := len(nest) - 1; i >= 0; i-- {
		if b.insertedAgain(keys[:i], keys[i]) {
			b.report.MapOps++
			continue
		}
		m = b.primitive(nest[i], core.OpMapInsert, []*value{b.resolve(m), keys[i], vals[i]})
	}
	return m
}

// insertedAgain reports whether one of the later keys is k.
func (b *builder) insertedAgain(later []*value, k *value) bool {
	for i := len(later) - 1; i >= max(0, len(later)-b.opts.Limits.Nested); i-- {
		if b.equal(later[i], k) == yes {
			return true
		}
	}
	return false
}

// compareKey is whether k is a member of s, which adds or deletes a key of which it is not known whether it is k, where it is
// known whether k is a member of what that was done to: then it takes a comparison of the keys. Otherwise nil.
func (b *builder) compareKey(e *core.PrimExpr, s, k *value) *value {
	if b.opts.DisablePrims || s.kind != primKind || s.prim.Op != core.OpSetAdd && s.prim.Op != core.OpSetDelete ||
		!core.AdmitsEquality(e.Mod.Key) {
		return nil
	}
	op, before := core.OpEq, absent
	if s.prim.Op == core.OpSetDelete {
		op, before = core.OpNe, present
	}
	_, _, is := b.lookup(e, b.resolve(s.args[0]), k)
	switch {
	case is == unknown:
		return nil
	case is == before:
		return b.primitive(&core.PrimExpr{Op: op, Pos: e.Pos}, op, []*value{s.args[1], k})
	}
	return b.constant(core.Bool(is == present)) // the key is what it was, whether k or not
}

// opened is what e, which finds args[1] in args[0], is where it takes one comparison of keys to know that, and the match k on
// it is decided by the outcome; otherwise nil:
//
//	case M.find (M.insert (M.empty, k, v), k') of SOME x => a | NONE => b   becomes   if k = k' then a[v/x] else b
func (b *builder) opened(e *core.PrimExpr, args []*value, k *cont) core.Expr {
	if b.opts.DisableMaps || b.opts.DisablePrims || b.opts.DisableCaseOfCase || !core.AdmitsEquality(e.Mod.Key) {
		return nil
	}
	m, _, _ := b.lookup(e, args[0], args[1])
	if m.kind != primKind || m.prim.Op != core.OpMapInsert && m.prim.Op != core.OpMapRemove ||
		b.equal(m.args[1], args[1]) != maybe {
		return nil
	}
	_, v, is := b.lookup(e, b.resolve(m.args[0]), args[1])
	if is == unknown {
		return nil
	}
	then, els := b.foundExpr(nil), b.foundExpr(nil)
	if m.prim.Op == core.OpMapInsert {
		then = b.foundExpr(m.args[2])
	}
	if is == present {
		els = b.foundExpr(v)
	}
	p := b.plan(k.match.Arms, []core.Expr{then, els})
	if p.decided != 2 || bindsWhole(k.match.Arms) {
		return nil
	}
	if added := p.added(b, k); added > b.opts.CaseOfCaseSize || !b.ledger.grants(added) {
		return nil
	}
	b.report.MapOps++
	same := b.primitive(&core.PrimExpr{Op: core.OpEq, Pos: e.Pos}, core.OpEq, []*value{m.args[1], args[1]})
	return core.If(b.named(same), then, els)
}

// foundExpr is the result of a find that finds v, or nothing where v is nil.
func (b *builder) foundExpr(v *value) core.Expr {
	if v == nil {
		return &core.Const{Value: b.none().lit}
	}
	return &core.ConExpr{Con: core.Some, Args: []core.Expr{b.named(v)}}
}

// named is an expression for v in the input.
func (b *builder) named(v *value) core.Expr {
	x := &core.Var{Name: v.name}
	b.env[x] = v
	return &core.VarExpr{Var: x}
}

// bindsWhole reports whether some arm binds the scrutinee itself.
func bindsWhole(arms []core.Arm) bool {
	for _, a := range arms {
		switch a.Pat.(type) {
		case *core.VarPat, *core.AsPat:
			return true
		}
	}
	return false
}
