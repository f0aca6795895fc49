package simplify

import "scf/scfml"

// This file simplifies operations on maps and sets together with what stands around them in the program [SIM-MAP]: insertions
// into insertions, and matches on what is found under a key that may be the one just inserted.

// insertions evaluates nested insertions together: one whose key a later one inserts again is left out. The maps between are
// used nowhere else, so nothing is done twice.
func (b *builder) insertions(e *scfml.PrimExpr) *value {
	nest := []*scfml.PrimExpr{e}
	for {
		inner, ok := e.Args[0].(*scfml.PrimExpr)
		if !ok || inner.Op != scfml.OpMapInsert {
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
		m = b.primitive(nest[i], scfml.OpMapInsert, []*value{b.resolve(m), keys[i], vals[i]})
	}
	return m
}

// maxNest bounds how far insertedAgain looks.
const maxNest = 64

// insertedAgain tells whether one of the later keys is k.
func (b *builder) insertedAgain(later []*value, k *value) bool {
	for i := len(later) - 1; i >= max(0, len(later)-maxNest); i-- {
		if b.equal(later[i], k) == yes {
			return true
		}
	}
	return false
}

// compareKey is whether k is a member of s, which adds or deletes a key of which it is not known whether it is k, where it is
// known whether k is a member of what that was done to: then it takes a comparison of the keys. Otherwise nil.
func (b *builder) compareKey(e *scfml.PrimExpr, s, k *value) *value {
	if b.opts.DisablePrims || s.kind != primKind || s.prim.Op != scfml.OpSetAdd && s.prim.Op != scfml.OpSetDelete ||
		!equalityType(e.Mod.Key, nil) {
		return nil
	}
	op, before := scfml.OpEq, absent
	if s.prim.Op == scfml.OpSetDelete {
		op, before = scfml.OpNe, present
	}
	_, _, is := b.lookup(e, b.resolve(s.args[0]), k)
	switch {
	case is == unknown:
		return nil
	case is == before:
		return b.primitive(&scfml.PrimExpr{Op: op, Pos: e.Pos}, op, []*value{s.args[1], k})
	}
	return b.constant(scfml.Bool(is == present)) // the key is what it was, whether k or not
}

// opened is what e, which finds args[1] in args[0], is where it takes one comparison of keys to know that, and the match k on
// it is decided by the outcome; otherwise nil:
//
//	case M.find (M.insert (M.empty, k, v), k') of SOME x => a | NONE => b   becomes   if k = k' then a[v/x] else b
func (b *builder) opened(e *scfml.PrimExpr, args []*value, k *cont) scfml.Expr {
	if b.opts.DisableMaps || b.opts.DisablePrims || b.opts.DisableCaseOfCase || !equalityType(e.Mod.Key, nil) {
		return nil
	}
	m, _, _ := b.lookup(e, args[0], args[1])
	if m.kind != primKind || m.prim.Op != scfml.OpMapInsert && m.prim.Op != scfml.OpMapRemove ||
		b.equal(m.args[1], args[1]) != maybe {
		return nil
	}
	_, v, is := b.lookup(e, b.resolve(m.args[0]), args[1])
	if is == unknown {
		return nil
	}
	then, els := b.foundExpr(nil), b.foundExpr(nil)
	if m.prim.Op == scfml.OpMapInsert {
		then = b.foundExpr(m.args[2])
	}
	if is == present {
		els = b.foundExpr(v)
	}
	p := b.plan(k.match.Arms, []scfml.Expr{then, els})
	if p.decided != 2 || bindsWhole(k.match.Arms) {
		return nil
	}
	if added := p.added(b, k); added > b.opts.CaseOfCaseSize || !b.grow(added) {
		return nil
	}
	b.report.MapOps++
	same := b.primitive(&scfml.PrimExpr{Op: scfml.OpEq, Pos: e.Pos}, scfml.OpEq, []*value{m.args[1], args[1]})
	return scfml.If(b.named(same), then, els)
}

// foundExpr is the result of a find that finds v, or nothing where v is nil.
func (b *builder) foundExpr(v *value) scfml.Expr {
	if v == nil {
		return &scfml.Const{Value: b.none().lit}
	}
	return &scfml.ConExpr{Con: scfml.Some, Args: []scfml.Expr{b.named(v)}}
}

// named is an expression for v in the input.
func (b *builder) named(v *value) scfml.Expr {
	x := &scfml.Var{Name: v.name}
	b.env[x] = v
	return &scfml.VarExpr{Var: x}
}

// bindsWhole tells whether some arm binds the scrutinee itself.
func bindsWhole(arms []scfml.Arm) bool {
	for _, a := range arms {
		switch a.Pat.(type) {
		case *scfml.VarPat, *scfml.AsPat:
			return true
		}
	}
	return false
}

// equalityType tells whether the primitive = applies to values of type t; inside are the datatypes around t.
func equalityType(t scfml.Type, inside []*scfml.Datatype) bool {
	all := func(ts []scfml.Type, inside []*scfml.Datatype) bool {
		for _, t := range ts {
			if !equalityType(t, inside) {
				return false
			}
		}
		return true
	}
	switch t := t.(type) {
	case scfml.Base, *scfml.TypeVar:
		return true
	case *scfml.TupleType:
		return all(t.Elems, inside)
	case *scfml.DataType:
		if !all(t.Args, inside) {
			return false
		}
		for _, d := range inside {
			if d == t.Data {
				return true
			}
		}
		inside = append(inside[:len(inside):len(inside)], t.Data)
		for _, c := range t.Data.Cons {
			if !all(c.Args, inside) {
				return false
			}
		}
		return true
	}
	return false
}
