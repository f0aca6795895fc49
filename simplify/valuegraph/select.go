package valuegraph

import (
	"scf/scfml/core"
)

// This file looks through matches [SIM-THROUGH]. Where every arm of a match gives a construction of one shape, a component of the match is
// what the arms put there: one of these, as the match decides, is a value of its own, a selection. It is known as far as the
// arms agree. Where only components of a match are used the match gives those, and the construction is never made.
//
// Whether that is so shows when the graph is complete. Until then a selection also holds the load that it would be otherwise
// (value.instead); scalarize decides.

// part names a component of what a match gives, or of a selection: what con puts together (a tuple for nil) at index, or what a map
// or set has under key.
type part struct {
	of    *value
	con   *core.Con
	index int
	key   *value
}

// through is component i of x as made by con (of a tuple of arity components for nil), where x is what a match gives and every
// arm shows the component; otherwise nil. Wherever x is there, it may be loaded.
func (b *builder) through(x *value, con *core.Con, i, arity int) *value {
	if !b.looksThrough(x) {
		return nil
	}
	m := x.choice()
	p := part{of: x, con: con, index: i}
	v, ok := m.parts[p]
	if !ok {
		v = b.selection(m, x.alternatives(), func(a *value) *value { return b.within(a, con, i, arity) })
		if v.isNewSelection() {
			v.standsFor(p, b.valueOf(m, projKind, x), arity)
		}
		if m.parts == nil {
			m.parts = map[part]*value{}
		}
		m.parts[p] = v
	}
	v.askedIn(b.current)
	return v
}

// askedIn notes that v, where it is a selection, is asked for in a block.
func (v *value) askedIn(at *block) {
	if v != nil && v.kind == selectKind && (len(v.asked) == 0 || v.asked[len(v.asked)-1] != at) {
		v.asked = append(v.asked, at)
	}
}

func (b *builder) looksThrough(x *value) bool {
	return !b.opts.DisableThrough && (x.kind == matchKind || x.kind == selectKind)
}

// isNewSelection reports whether v is a selection without a load that it stands for.
func (v *value) isNewSelection() bool { return v != nil && v.kind == selectKind && v.instead == nil }

// standsFor makes v the selection of p, and load its load, where a tuple has arity components.
func (v *value) standsFor(p part, load *value, arity int) {
	load.con, load.index, load.arity = p.con, p.index, arity
	v.part, v.instead = p, load
}

// choice is the match that makes x, what a match gives or a selection.
func (v *value) choice() *match {
	if v.kind == selectKind {
		return v.args[0].match
	}
	return v.match
}

// alternatives are what x, what a match gives or a selection, is by the match's arms.
func (v *value) alternatives() []*value {
	if v.kind == selectKind {
		return v.alts
	}
	alts := make([]*value, len(v.match.arms))
	for i, a := range v.match.arms {
		alts[i] = a.body.result
	}
	return alts
}

// selection is what of gives for each of alts, what the arms of m give; nil where it does not know for one of them. Where all
// give the same it is that.
func (b *builder) selection(m *match, alts []*value, of func(alt *value) *value) *value {
	if len(alts) > b.limits.Arms {
		return nil
	}
	out := make([]*value, len(alts))
	same := true
	for i, a := range alts {
		if out[i] = of(a); out[i] == nil {
			return nil
		}
		same = same && out[i] == out[0]
	}
	if same && (out[0].shared() || m.before(out[0])) {
		return out[0]
	}
	v := b.valueOf(m, selectKind, m.value)
	v.alts = out
	return v
}

// valueOf makes a value that belongs to m: it is there as soon as m is, wherever it is first asked for.
func (b *builder) valueOf(m *match, k kind, args ...*value) *value {
	v := b.newValue(k, "", args...)
	v.home, v.since = m.value.home, m.value.since
	return v
}

// within is component i of a as made by con, where that shows without a load; otherwise nil.
func (b *builder) within(a *value, con *core.Con, i, arity int) *value {
	switch a.kind {
	case conKind, tupleKind, constKind:
		if !madeBy(a, con) {
			return nil
		}
		if a.kind == constKind {
			return b.constComponent(a, con, i)
		}
		return a.args[i]
	case matchKind, selectKind:
		return b.through(a, con, i, arity)
	}
	return nil
}

// knownHead is a test that succeeds on a value, if there is one.
type knownHead struct {
	head head
	ok   bool
}

// commonHead is the test that succeeds on all alternatives of x, what a match gives or a selection.
func (b *builder) commonHead(x *value) (head, bool) {
	h, ok := b.heads[x]
	if !ok {
		h.head, h.ok = b.headOfAll(x.alternatives())
		b.heads[x] = h
	}
	return h.head, h.ok
}

func (b *builder) headOfAll(alts []*value) (head, bool) {
	var common head
	for i, r := range alts {
		h, ok := head{con: r.con}, r.kind == conKind
		switch r.kind {
		case constKind:
			h, ok = headOfConst(r.lit)
		case matchKind, selectKind:
			h, ok = b.commonHead(r)
		}
		if !ok || i > 0 && h != common {
			return head{}, false
		}
		common = h
	}
	return common, true
}

// madeBy reports whether r, a construction or a constant, is made by con (a tuple for nil).
func madeBy(r *value, con *core.Con) bool {
	if r.kind != constKind {
		return r.con == con
	}
	switch lit := r.lit.(type) {
	case *core.ConValue:
		return lit.Con == con
	case *core.Tuple:
		return con == nil
	}
	return false
}
