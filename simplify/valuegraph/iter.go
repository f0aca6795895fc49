package valuegraph

import (
	"sort"

	"scf/scfml/core"
)

// This file simplifies the map iterators. Where all entries of their maps are known they are done entry by entry
// [SIM-MAP]: that takes an insertion for each entry of the result, and an iterator takes one operation more than that.

// iterate evaluates M.map and M.unionWith.
func (b *builder) iterate(e *core.IterExpr) *value {
	args := b.operands(e.Args)
	if b.readsDead(core.OpInvalid, args) {
		return fail
	}
	if !b.opts.DisableMaps {
		if v := b.iterateKnown(e, args); v != nil {
			b.report.MapOps++
			return v
		}
	}
	var bound []*value
	for _, p := range e.Params {
		x := b.newValue(paramKind, p.Name)
		b.env[p] = x
		bound = append(bound, x)
	}
	body := b.block(func() *value { return b.operand(e.Body) })
	v := b.newValue(iterKind, "", args...)
	v.iter, v.bound, v.body = e, bound, body
	return v
}

// iterateKnown is the iterator's result where some argument is empty or all entries are known; otherwise nil.
func (b *builder) iterateKnown(e *core.IterExpr, args []*value) *value {
	if len(args) == 2 {
		switch {
		case isEmpty(args[0]):
			return args[1]
		case isEmpty(args[1]):
			return args[0]
		}
	} else if isEmpty(args[0]) {
		return args[0]
	}
	var known [2][]entry
	applications := 0
	for i, a := range args {
		entries, ok := b.entries(a)
		if !ok {
			return nil
		}
		known[i] = entries
		applications = len(entries)
	}
	if added := (applications - 1) * b.size(e.Body); added > b.opts.CaseOfCaseSize || !b.grants(added) {
		return nil
	}
	if len(args) == 1 {
		return b.mapEntries(e, known[0])
	}
	return b.uniteEntries(e, args, known[0], known[1])
}

// entry is a key with its value in a map that is known.
type entry struct {
	key core.Value
	v   *value
}

// entries are the entries of m in the order of their keys; false where they are not all known or are many.
func (b *builder) entries(m *value) ([]entry, bool) {
	var decided []core.Value // the keys seen
	var list []entry
	for ; m.kind == primKind && (m.prim.Op == core.OpMapInsert || m.prim.Op == core.OpMapRemove); m = b.resolve(m.args[0]) {
		k := b.resolve(m.args[1])
		if k.kind != constKind || len(decided) > b.limits.Entries {
			return nil, false
		}
		if containsValue(decided, k.lit) {
			continue
		}
		decided = append(decided, k.lit)
		if m.prim.Op == core.OpMapInsert {
			list = append(list, entry{k.lit, m.args[2]})
		}
	}
	base, ok := m.lit.(*core.MapValue)
	if !ok || base.Len() > b.limits.Entries {
		return nil, false
	}
	for k, v := range base.All() {
		if !containsValue(decided, k) {
			list = append(list, entry{k, b.constant(v)})
		}
	}
	sort.Slice(list, func(i, j int) bool { return core.Compare(list[i].key, list[j].key) < 0 })
	return list, true
}

func containsValue(vs []core.Value, v core.Value) bool {
	for _, x := range vs {
		if core.Equal(x, v) {
			return true
		}
	}
	return false
}

// application evaluates the iterator's body on args in the current block.
func (b *builder) application(e *core.IterExpr, args ...*value) *value {
	for i, p := range e.Params {
		b.bindVar(p, args[i])
	}
	return b.operand(e.Body)
}

func (b *builder) mapEntries(e *core.IterExpr, entries []entry) *value {
	m := b.constant(core.EmptyMap)
	for _, x := range entries {
		m = b.insert(e, m, x.key, b.application(e, x.v))
	}
	return m
}

// uniteEntries inserts the shorter map's entries into the longer one.
func (b *builder) uniteEntries(e *core.IterExpr, args []*value, left, right []entry) *value {
	result, outer, inner, swapped := args[0], left, right, false
	if len(right) > len(left) {
		result, outer, inner, swapped = args[1], right, left, true
	}
	for _, x := range inner {
		v := x.v
		if other := find(outer, x.key); other != nil && swapped {
			v = b.application(e, x.v, other)
		} else if other != nil {
			v = b.application(e, other, x.v)
		}
		result = b.insert(e, result, x.key, v)
	}
	return result
}

// find is the value of k among sorted entries, or nil.
func find(entries []entry, k core.Value) *value {
	i := sort.Search(len(entries), func(i int) bool { return core.Compare(entries[i].key, k) >= 0 })
	if i < len(entries) && core.Equal(entries[i].key, k) {
		return entries[i].v
	}
	return nil
}

// insert is an insertion that an iterator becomes.
func (b *builder) insert(e *core.IterExpr, m *value, k core.Value, v *value) *value {
	template := &core.PrimExpr{Op: core.OpMapInsert, Mod: e.Mod, Label: e.Label}
	return b.primitive(template, core.OpMapInsert, []*value{m, b.constant(k), v})
}
