package dse

import (
	"scf/scfml/core"
)

// Operations on maps and sets (figures 7.11 and 7.16, corrected). The keys of a node are those that the partial evaluator
// recorded on it; any key where it recorded none.

// primitive prunes an operation of whose value l is read. What is no operation on a map or set reads all of its operands
// [DSE-PRIM].
func (w *walker) primitive(e *core.PrimExpr, l *LivenessPattern) core.Expr {
	switch e.Op {
	case core.OpMapInsert, core.OpSetAdd:
		return w.insert(e, w.lat.asMapping(l, e.Op == core.OpSetAdd))
	case core.OpMapRemove, core.OpSetDelete:
		return w.remove(e, w.lat.asMapping(l, e.Op == core.OpSetDelete))
	case core.OpMapFind, core.OpSetMember:
		return w.find(e, l)
	case core.OpMapEqual, core.OpSetEqual:
		return w.equality(e, l)
	case core.OpSetUnion, core.OpSetDifference:
		m := w.lat.asMapping(l, true)
		return withArgs(e, w.mapExpr(e.Args[0], m), w.mapExpr(e.Args[1], m))
	}
	return withArgs(e, w.exprs(e.Args, w.elements(w.lat.live, len(e.Args)))...)
}

func withArgs(e *core.PrimExpr, args ...core.Expr) *core.PrimExpr {
	out := *e
	out.Args = args
	return &out
}

// recorded is the set of keys on which e operates.
func (w *walker) recorded(e *core.PrimExpr) *keys {
	if w.s.options.IgnoreKeys {
		return w.lat.keys.all
	}
	return w.lat.keys.of(e.Keys)
}

// mapExpr prunes an expression of a map or set that some operation takes, so that it must be a map even where none of its
// keys is read.
func (w *walker) mapExpr(e core.Expr, m *LivenessPattern) core.Expr {
	if m.keys != w.lat.keys.none {
		return w.expr(e, w.lat.mapping(m.keys, m.value, m.isSet, m.iterated))
	}
	if m.isSet {
		return &core.Const{Value: core.EmptySet}
	}
	return &core.Const{Value: core.EmptyMap}
}

// insert vanishes where none of the keys that it may write is read [DSE-INSERT]. A key that it surely writes is not read of the
// map that it gets: a strong update.
func (w *walker) insert(e *core.PrimExpr, m *LivenessPattern) core.Expr {
	written := w.recorded(e)
	if w.lat.keys.disjoint(written, m.keys) {
		return w.mapExpr(e.Args[0], m)
	}
	args := []core.Expr{w.mapExpr(e.Args[0], w.without(m, written)), w.expr(e.Args[1], w.lat.live)}
	if e.Op == core.OpMapInsert {
		args = append(args, w.expr(e.Args[2], m.value))
	}
	return withArgs(e, args...)
}

// remove vanishes where none of the keys that it may remove is read, unless an iterator would then visit what is removed
// [DSE-REMOVE].
func (w *walker) remove(e *core.PrimExpr, m *LivenessPattern) core.Expr {
	removed := w.recorded(e)
	if !m.iterated && w.lat.keys.disjoint(removed, m.keys) {
		return w.mapExpr(e.Args[0], m)
	}
	return withArgs(e, w.mapExpr(e.Args[0], w.without(m, removed)), w.expr(e.Args[1], w.lat.live))
}

// without is m for the map before an operation that surely writes a key that is the only one of ks.
func (w *walker) without(m *LivenessPattern, ks *keys) *LivenessPattern {
	return &LivenessPattern{
		kind: mapping, keys: w.lat.keys.subtract(m.keys, ks), value: m.value, isSet: m.isSet, iterated: m.iterated,
	}
}

// find reads the keys that it may look up: whether they are there, and of their values what is read of its SOME
// [DSE-FIND].
func (w *walker) find(e *core.PrimExpr, l *LivenessPattern) core.Expr {
	value := w.lat.dead
	if e.Op == core.OpMapFind {
		value = someOf(l, w.lat)
	}
	m := &LivenessPattern{kind: mapping, keys: w.recorded(e), value: value, isSet: e.Op == core.OpSetMember}
	return withArgs(e, w.mapExpr(e.Args[0], m), w.expr(e.Args[1], w.lat.live))
}

// someOf is what l, the pattern of an option, reads of the value in SOME.
func someOf(l *LivenessPattern, t *lattice) *LivenessPattern {
	if l.kind != sum {
		return l
	}
	if a, ok := l.find(core.Some); ok {
		return a.args[0]
	}
	return t.dead
}

// iterate prunes M.map and M.unionWith (§7.2.8) [DSE-ITER]. The body makes the values of the result; what it reads of its
// parameters is read of the values of the maps. The maps' live keys are the result's, if the body returns whatever it is
// given: on keys that nobody reads the maps may hold values that the unpruned program's maps no longer hold.
func (w *walker) iterate(e *core.IterExpr, l *LivenessPattern) core.Expr {
	m := w.lat.asMapping(l, false)
	if len(e.Args) == 1 && m.value.isDead() {
		return w.mapExpr(e.Args[0], m) // only keys are read, and M.map keeps them
	}
	w.iterators++
	body := w.expr(e.Body, m.value)
	w.iterators--
	ks := m.keys
	if !w.s.iteratorTotal(e) {
		ks = w.lat.keys.all
	}
	out := *e
	out.Body = body
	out.Args = make([]core.Expr, len(e.Args))
	for i, a := range e.Args {
		value := w.variable(e.Params[i])
		if len(e.Args) == 2 {
			value = w.lat.join(value, m.value) // a key that only one map holds keeps its value
		}
		out.Args[i] = w.mapExpr(a, &LivenessPattern{kind: mapping, keys: ks, value: value, iterated: true})
	}
	return &out
}
