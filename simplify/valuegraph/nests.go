package valuegraph

import (
	"scf/scfml/core"
)

// This file simplifies insertions into insertions, and tests for a key that may be the one just added [SIM-MAP].

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
	for i := len(later) - 1; i >= max(0, len(later)-b.limits.Nested); i-- {
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
