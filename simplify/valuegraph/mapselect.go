package valuegraph

import (
	"scf/scfml/core"
)

// This file looks keys up in maps that a match decides [SIM-THROUGH], [SIM-MAP]: what is found there is a selection of what is found in the
// arms. So a map whose keys are constants is as good as a variable for each of them.

// lookedUp is the outcome of a lookup, as lookup gives it.
type lookedUp struct {
	base, v *value
	is      found
}

// lookupThrough looks k up in m, what a match gives or a selection, in every arm. It knows k's value where all arms have one, and where k is
// absent, or to be found in one other map, in all of them.
func (b *builder) lookupThrough(e *core.PrimExpr, m, k *value) (base, v *value, is found) {
	at := [2]*value{m, k}
	l, ok := b.scope.looked[at]
	if !ok {
		l = b.lookupArms(e, m, k)
		b.scope.look(at, l)
	}
	return l.base, l.v, l.is
}

func (b *builder) lookupArms(e *core.PrimExpr, m, k *value) lookedUp {
	list := b.lookups(e, m, k)
	if list == nil {
		return lookedUp{m, nil, unknown}
	}
	first := list[0]
	for _, l := range list {
		if l.is != first.is || l.is == unknown && (l.base != first.base || !m.choice().before(l.base)) {
			return lookedUp{m, nil, unknown}
		}
	}
	switch {
	case first.is == unknown:
		return first
	case first.v == nil:
		return lookedUp{m, nil, first.is}
	}
	find := b.valueOf(m.choice(), primKind, m, k)
	find.prim = &core.PrimExpr{Op: core.OpMapFind, Mod: e.Mod, Label: e.Label, Pos: e.Pos}
	instead := b.valueOf(m.choice(), projKind, find)
	instead.con, instead.arity = core.Some, 1
	v := b.selected(m, k, instead, func(i int) *value { return list[i].v })
	return lookedUp{m, v, present}
}

// lookups are the outcomes in the arms, or nil where m is not looked through.
func (b *builder) lookups(e *core.PrimExpr, m, k *value) []lookedUp {
	if b.opts.DisableThrough || m.kind != matchKind && m.kind != selectKind || k.kind != constKind && !m.choice().before(k) {
		return nil
	}
	alts := m.alternatives()
	if len(alts) > b.limits.Arms {
		return nil
	}
	list := make([]lookedUp, len(alts))
	for i, a := range alts {
		list[i].base, list[i].v, list[i].is = b.lookup(e, a, k)
	}
	return list
}

// selected is the selection of what the arms of m have under the key k, or what they all have; instead finds it.
func (b *builder) selected(m, k, instead *value, alternative func(i int) *value) *value {
	i := -1
	v := b.selection(m.choice(), m.alternatives(), func(*value) *value {
		i++
		return alternative(i)
	})
	if v.kind == selectKind && v.instead == nil {
		v.instead, v.part = instead, part{of: m, key: k}
	}
	return v
}

// memberThrough reports whether k is a member of m, a set that a match decides, where every arm knows it; otherwise nil.
func (b *builder) memberThrough(e *core.PrimExpr, m, k *value) *value {
	list := b.lookups(e, m, k)
	if list == nil {
		return nil
	}
	for _, l := range list {
		if l.is == unknown {
			return nil
		}
	}
	instead := b.valueOf(m.choice(), primKind, m, k)
	instead.prim = &core.PrimExpr{Op: core.OpSetMember, Mod: e.Mod, Label: e.Label, Pos: e.Pos}
	return b.selected(m, k, instead, func(i int) *value { return b.constant(core.Bool(list[i].is == present)) })
}
