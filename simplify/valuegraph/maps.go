package valuegraph

import (
	"scf/scfml/core"
)

// This file forwards operations on maps and sets through the insertions and removals that made the map [SIM-MAP]. Keys are
// told apart where it is known that they are equal or that they differ.

// found is what is known about a key in a map.
type found int

const (
	unknown found = iota
	present
	absent
)

// lookup follows the insertions and removals that made m as far as k is known not to be their key. It reports whether k is in
// m and the value it has (nil for a set); where it does not know, base is the map at which it stopped, in which k is found as
// in m. e is the operation that asks.
func (b *builder) lookup(e *core.PrimExpr, m, k *value) (base, v *value, is found) {
	for steps := 0; m.kind == primKind && len(m.args) > 1; steps++ {
		var here found
		switch m.prim.Op {
		case core.OpMapInsert, core.OpSetAdd:
			here = present
		case core.OpMapRemove, core.OpSetDelete:
			here = absent
		default:
			return m, nil, unknown
		}
		if steps == b.limits.Lookups {
			return m, nil, unknown
		}
		switch b.equal(m.args[1], k) {
		case yes:
			if m.prim.Op == core.OpMapInsert {
				v = m.args[2]
			}
			return m, v, here
		case maybe:
			return m, nil, unknown
		}
		m = b.resolve(m.args[0])
	}
	if m.kind == matchKind || m.kind == selectKind {
		return b.lookupThrough(e, m, k)
	}
	v, is = b.lookupConst(m, k)
	return m, v, is
}

func (b *builder) lookupConst(m, k *value) (v *value, is found) {
	switch lit := m.lit.(type) {
	case *core.MapValue:
		if lit.Len() == 0 {
			return nil, absent
		}
		if k.kind == constKind {
			if x, ok := lit.Get(k.lit); ok {
				return b.constant(x), present
			}
			return nil, absent
		}
	case *core.SetValue:
		switch {
		case lit.Len() == 0, k.kind == constKind && !lit.Has(k.lit):
			return nil, absent
		case k.kind == constKind:
			return nil, present
		}
	}
	return nil, unknown
}

func isEmpty(m *value) bool {
	switch lit := m.lit.(type) {
	case *core.MapValue:
		return lit.Len() == 0
	case *core.SetValue:
		return lit.Len() == 0
	}
	return false
}

// mapOperation applies an operation on maps or sets.
func (b *builder) mapOperation(e *core.PrimExpr, op core.Op, args []*value) *value {
	if !b.opts.DisableMaps {
		if v := b.foldConsts(op, args); v != nil {
			b.report.MapOps++
			return v
		}
		if v := b.forward(e, op, args); v != nil {
			b.report.MapOps++
			return v
		}
	}
	return b.apply(e, op, args)
}

// forward is the result of the operation where another one gives it, or none; otherwise nil.
func (b *builder) forward(e *core.PrimExpr, op core.Op, args []*value) *value {
	m := args[0]
	switch op {
	case core.OpMapEqual, core.OpSetEqual:
		if m == args[1] {
			return b.constant(core.Bool(true))
		}
		return nil
	case core.OpSetUnion:
		switch {
		case m == args[1], isEmpty(args[1]):
			return m
		case isEmpty(m):
			return args[1]
		}
		return nil
	case core.OpSetDifference:
		switch {
		case m == args[1]:
			return b.constant(core.EmptySet)
		case isEmpty(m), isEmpty(args[1]):
			return m
		}
		return nil
	}
	base, v, is := b.lookup(e, m, args[1])
	switch op {
	case core.OpMapFind:
		return b.forwardFind(e, args, base, v, is)
	case core.OpSetMember:
		if is != unknown {
			return b.constant(core.Bool(is == present))
		}
		if v := b.memberThrough(e, base, args[1]); v != nil {
			return v
		}
		if v := b.compareKey(e, base, args[1]); v != nil {
			return v
		}
		if base != m {
			return b.mapOperation(e, op, []*value{base, args[1]})
		}
	case core.OpMapRemove, core.OpSetDelete:
		if is == absent || b.missing(base, args[1]) {
			return m
		}
		return b.overwritten(e, op, args)
	case core.OpSetAdd:
		if is == present || b.isMember(base, args[1]) {
			return m
		}
		return b.overwritten(e, op, args)
	case core.OpMapInsert:
		if is == present && v == args[2] || is == unknown && b.holds(base, args[1], args[2]) {
			return m
		}
		return b.overwritten(e, op, args)
	}
	return nil
}

func (b *builder) forwardFind(e *core.PrimExpr, args []*value, base, v *value, is found) *value {
	switch {
	case is == present:
		return b.construct(core.Some, []*value{v})
	case is == absent:
		return b.none()
	case base != args[0]:
		return b.mapOperation(e, core.OpMapFind, []*value{base, args[1]})
	}
	return nil
}

func (b *builder) none() *value { return b.constant(&core.ConValue{Con: core.None}) }

// overwritten applies op to the map without the insertion or removal of the same key that comes just before, or is nil.
func (b *builder) overwritten(e *core.PrimExpr, op core.Op, args []*value) *value {
	m := args[0]
	if m.kind != primKind || len(m.args) < 2 {
		return nil
	}
	switch m.prim.Op {
	case core.OpMapInsert, core.OpMapRemove, core.OpSetAdd, core.OpSetDelete:
	default:
		return nil
	}
	if b.equal(m.args[1], args[1]) != yes {
		return nil
	}
	return b.mapOperation(e, op, append([]*value{m.args[0]}, args[1:]...))
}

// asked is the result of an earlier find or member of k in m, if there was one.
func (b *builder) asked(op core.Op, m, k *value) *value {
	return b.scope.available[keyOf(primKind, op, 0, []*value{m, k})]
}

// missing reports whether an earlier operation did not find k in m.
func (b *builder) missing(m, k *value) bool {
	if v := b.asked(core.OpSetMember, m, k); v != nil {
		return b.resolve(v).lit == core.Bool(false)
	}
	v := b.asked(core.OpMapFind, m, k)
	if v == nil {
		return false
	}
	h, known := b.headOf(b.resolve(v))
	return known && h.con == core.None || b.excluded(v, head{con: core.Some}) && !b.unit.HasDead
}

func (b *builder) isMember(m, k *value) bool {
	v := b.asked(core.OpSetMember, m, k)
	return v != nil && b.resolve(v).lit == core.Bool(true)
}

// holds reports whether an earlier find found v under k in m.
func (b *builder) holds(m, k, v *value) bool {
	f := b.asked(core.OpMapFind, m, k)
	if f == nil {
		return false
	}
	if h, known := b.headOf(b.resolve(f)); !known || h.con != core.Some {
		return false
	}
	c := b.peek(b.resolve(f), core.Some, 0, 1)
	return c != nil && b.resolve(c) == v
}
