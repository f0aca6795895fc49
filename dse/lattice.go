package dse

import (
	"scf/scfml/core"
)

// The lattice of liveness patterns (figure 7.5) and its widening (figure 7.6). The dissertation's meet is the union of the
// live fields, here join; D is the least pattern and L the greatest.

// join is the least pattern that promises what a and b promise [DSE-JOIN]. Patterns of different types, which the uses of one
// polymorphic function can bring together, join to L.
func (t *lattice) join(a, b *LivenessPattern) *LivenessPattern {
	switch {
	case a == b || b.kind == dead || a.kind == live:
		return a
	case a.kind == dead || b.kind == live:
		return b
	case a.kind != b.kind:
		return t.live
	case a.id > b.id:
		a, b = b, a
	}
	pair := [2]int{a.id, b.id}
	j, ok := t.joins[pair]
	if !ok {
		j = t.joinSameKind(a, b)
		t.joins[pair] = j
	}
	return j
}

// joinAll is the join of ls, of which halves are joined first: one of many literals has as many alternatives.
func (t *lattice) joinAll(ls []*LivenessPattern) *LivenessPattern {
	switch n := len(ls); n {
	case 0:
		return t.dead
	case 1:
		return ls[0]
	default:
		return t.join(t.joinAll(ls[:n/2]), t.joinAll(ls[n/2:]))
	}
}

func (t *lattice) joinSameKind(a, b *LivenessPattern) *LivenessPattern {
	switch {
	case a.kind == product && len(a.elems) == len(b.elems):
		return t.product(zip(a.elems, b.elems, t.join))
	case a.kind == sum && a.alts[0].sameType(b.alts[0]):
		return t.sum(mergeAlternatives(a.alts, b.alts, t.join, func(l *LivenessPattern) *LivenessPattern { return l }))
	case a.kind == mapping && a.isSet == b.isSet:
		return t.mapping(t.keys.join(a.keys, b.keys), t.join(a.value, b.value), a.isSet, a.iterated || b.iterated)
	}
	return t.live
}

// mergeAlternatives merges two sorted lists: the arguments of a constructor on both sides by both, those of one that only
// the second list has by fresh.
func mergeAlternatives(as, bs []alternative, both func(a, b *LivenessPattern) *LivenessPattern,
	fresh func(*LivenessPattern) *LivenessPattern) []alternative {
	out := make([]alternative, 0, max(len(as), len(bs)))
	for len(as) > 0 || len(bs) > 0 {
		switch order := headOrder(as, bs); {
		case order < 0:
			out, as = append(out, as[0]), as[1:]
		case order > 0:
			b := bs[0]
			args := make([]*LivenessPattern, len(b.args))
			for i, l := range b.args {
				args[i] = fresh(l)
			}
			out, bs = append(out, alternative{b.con, b.lit, args}), bs[1:]
		default:
			args := zip(as[0].args, bs[0].args, both)
			out, as, bs = append(out, alternative{as[0].con, as[0].lit, args}), as[1:], bs[1:]
		}
	}
	return out
}

func headOrder(as, bs []alternative) int {
	switch {
	case len(bs) == 0:
		return -1
	case len(as) == 0:
		return 1
	}
	return as[0].compare(bs[0])
}

func zip(as, bs []*LivenessPattern, f func(a, b *LivenessPattern) *LivenessPattern) []*LivenessPattern {
	out := make([]*LivenessPattern, len(as))
	for i := range as {
		out[i] = f(as[i], bs[i])
	}
	return out
}

// widen is a pattern above both, where grown is old after one more iteration: only what changed goes to L, and the keys of
// maps are kept [DSE-WIDEN]. Iterated, it ends: keys are joins of the finitely many sets that the program records; a place
// that was dead takes no sum with arguments but L; a new alternative's arguments are live; so the sums with places below
// them never increase, and products and maps nest only as deep as types without sums do.
func (t *lattice) widen(old, grown *LivenessPattern) *LivenessPattern {
	grown = t.join(old, grown)
	switch {
	case old == grown:
		return old
	case old.kind == dead:
		return t.cut(grown)
	case old.kind != grown.kind:
		return t.live
	}
	pair := [2]int{old.id, grown.id}
	w, ok := t.widened[pair]
	if !ok {
		w = t.widenSameKind(old, grown)
		t.widened[pair] = w
	}
	return w
}

func (t *lattice) widenSameKind(old, grown *LivenessPattern) *LivenessPattern {
	switch {
	case old.kind == product:
		return t.product(zip(old.elems, grown.elems, t.widen))
	case old.kind == sum:
		return t.sum(mergeAlternatives(old.alts, grown.alts, t.widen,
			func(*LivenessPattern) *LivenessPattern { return t.live }))
	}
	return t.mapping(grown.keys, t.widen(old.value, grown.value), grown.isSet, grown.iterated)
}

// cut is l with every sum that has arguments live.
func (t *lattice) cut(l *LivenessPattern) *LivenessPattern {
	switch l.kind {
	case product:
		elems := make([]*LivenessPattern, len(l.elems))
		for i, e := range l.elems {
			elems[i] = t.cut(e)
		}
		return t.product(elems)
	case sum:
		for _, a := range l.alts {
			if len(a.args) > 0 {
				return t.live
			}
		}
	case mapping:
		return t.mapping(l.keys, t.cut(l.value), l.isSet, l.iterated)
	}
	return l
}

// ofPattern is the fields that a match reads of its value, given the patterns of the variables that it binds (figure 7.7)
// [DSE-MATCH].
func (t *lattice) ofPattern(p core.Pat, vars func(*core.Var) *LivenessPattern) *LivenessPattern {
	list := func(ps []core.Pat) []*LivenessPattern {
		out := make([]*LivenessPattern, len(ps))
		for i, x := range ps {
			out[i] = t.ofPattern(x, vars)
		}
		return out
	}
	switch p := p.(type) {
	case *core.VarPat:
		return vars(p.Var)
	case *core.LitPat:
		return t.literal(p.Value)
	case *core.ConPat:
		return t.constructor(p.Con, list(p.Args))
	case *core.TuplePat:
		return t.product(list(p.Elems))
	case *core.AsPat:
		return t.join(vars(p.Var), t.ofPattern(p.Pat, vars))
	}
	return t.dead
}
