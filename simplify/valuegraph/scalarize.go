package valuegraph

import "slices"

// This file is scalar replacement of aggregates for what matches give [SIM-THROUGH], when the graph of a function is complete. A match that
// escapes, that is used itself, keeps giving what it gives, and its selections become the loads that they stand for. Of another match the
// selections that are used are what it gives: the only one as it is, several as a tuple.
//
// Nothing costs more by it: where a match gives selections every arm shows their components, so that it makes the whole or has
// it as a constant; one tuple instead costs no more, and the loads are as many.

// scalarizer puts what stands for selections into one graph.
type scalarizer struct {
	of    []scalarized         // by slot
	loads map[[2]*value]*value // what is only tested: a load, by what it is a copy of and what it loads from
	order []*value
}

// scalarized is what scalar replacement finds out about a value.
type scalarized struct {
	alias   *value // what stands for a selection
	live    bool   // it is used
	escapes bool   // a selection or match that is used itself, and not for its components
	found   bool   // it is among the values that are used in the end
}

// scalarize gives the values that are used, operands first, once no selection is left, and how many slots values have then. It goes through the
// graph so often for selections that are better loads; one that is overlooked is correct, too.
func scalarize(params []*value, root *block, values []*value, demotions int) (used []*value, slots int) {
	if !slices.ContainsFunc(values, func(v *value) bool { return v.kind == selectKind }) {
		return values, len(values)
	}
	s := &scalarizer{of: make([]scalarized, len(values)), loads: map[[2]*value]*value{}}
	s.markUsed(values, root)
	for range demotions {
		if !s.demote(values) {
			break
		}
		s.markUsed(values, root)
	}
	s.giveSelections(values)
	s.sort(params, root)
	return s.order, len(s.of)
}

// markUsed finds the values that are used. A selection uses what its arms select, unless it became a load.
func (s *scalarizer) markUsed(values []*value, root *block) {
	for _, v := range values {
		s.of[v.slot].live, s.of[v.slot].escapes = false, false
	}
	var work []*value
	escape := func(v *value) {
		if v = s.actual(v); !v.shared() && !s.of[v.slot].escapes {
			s.of[v.slot].escapes = true
			work = append(work, v)
		}
	}
	escape(root.result)
	for len(work) > 0 {
		v := s.actual(work[len(work)-1])
		work = work[:len(work)-1]
		first := !s.of[v.slot].live
		s.of[v.slot].live = true
		switch v.kind {
		case selectKind:
			if first {
				work = append(work, v.args[0])
				for _, a := range v.alts {
					escape(a)
				}
			}
			continue
		case matchKind:
			if first {
				for _, c := range v.match.cols {
					escape(c)
				}
			}
			if s.of[v.slot].escapes {
				for _, a := range v.match.arms {
					escape(a.body.result)
				}
			}
		case iterKind:
			escape(v.body.result)
		}
		for _, a := range v.args {
			escape(a)
		}
	}
}

// actual is what stands for v.
func (s *scalarizer) actual(v *value) *value {
	for !v.shared() && s.of[v.slot].alias != nil {
		v = s.of[v.slot].alias
	}
	return v
}

// demote makes loads of the selections that are components of something that is used as a whole, and of several that are all
// components of one thing, which is no more to make than a tuple of them. It reports whether there were any.
func (s *scalarizer) demote(values []*value) bool {
	siblings := map[*value][]part{} // by match
	for _, v := range values {
		if !s.selected(v) {
			continue
		}
		if m := v.args[0]; !slices.Contains(siblings[m], v.part) {
			siblings[m] = append(siblings[m], v.part)
		}
	}
	changed := false
	for _, v := range values {
		if !s.selected(v) {
			continue
		}
		if p := s.base(v, siblings[v.args[0]]); p != nil {
			s.load(v, p)
			changed = true
		}
	}
	return changed
}

// selected reports whether v is a selection that is used.
func (s *scalarizer) selected(v *value) bool {
	return v.kind == selectKind && s.of[v.slot].live && s.of[v.slot].alias == nil
}

// base is what v had better be loaded from; nil where it is best as a selection. siblings are the parts that are used of its match.
func (s *scalarizer) base(v *value, siblings []part) *value {
	for p := v.part.of; p != nil; p = p.part.of {
		if s.of[p.slot].escapes {
			return p
		}
	}
	if len(siblings) == 1 || slices.ContainsFunc(siblings, func(p part) bool { return p.of != v.part.of }) {
		return nil
	}
	return v.part.of
}

// load makes v, a selection of a component of p or of a component of it, the loads that it stands for.
func (s *scalarizer) load(v, p *value) {
	for ; v != p; v = v.part.of {
		s.of[v.slot].alias = v.instead
		v.instead.asked = v.asked
	}
}

// giveSelections makes the matches of which no whole is used give their selections.
func (s *scalarizer) giveSelections(values []*value) {
	var matches []*value
	selected := map[*value][]*value{}
	for _, v := range values {
		if s.selected(v) {
			m := v.args[0]
			if selected[m] == nil {
				matches = append(matches, m)
			}
			selected[m] = append(selected[m], v)
		}
	}
	for _, m := range matches {
		s.give(m, s.distinct(selected[m]))
	}
}

// distinct leaves one of the selections that select the same, which stands for the others.
func (s *scalarizer) distinct(list []*value) []*value {
	var out []*value
	for _, v := range list {
		i := slices.IndexFunc(out, func(w *value) bool { return slices.Equal(v.alts, w.alts) })
		if i >= 0 {
			s.of[v.slot].alias = out[i]
			out[i].asked = slices.Concat(out[i].asked, v.asked)
			continue
		}
		out = append(out, v)
	}
	return out
}

// give makes the match m give the selections.
func (s *scalarizer) give(m *value, list []*value) {
	m.typ = nil
	if len(list) == 1 {
		v := list[0]
		for i, a := range m.match.arms {
			a.body.result = v.alts[i]
		}
		if m.name = v.name; m.name == "" {
			m.name = v.instead.name
		}
		s.of[v.slot].alias = m
		return
	}
	for i, a := range m.match.arms {
		t := s.added(value{id: m.id, kind: tupleKind, home: a.body})
		for _, v := range list {
			t.args = append(t.args, s.actual(v.alts[i]))
		}
		if a.body.result = t; t.rebuilds() != nil {
			a.body.result = t.rebuilds()
		}
	}
	for i, v := range list {
		v.kind, v.con, v.index, v.arity, v.home = projKind, nil, i, len(list), m.home
		v.alts = nil
	}
}

// added is v with a slot of its own.
func (s *scalarizer) added(v value) *value {
	v.slot = len(s.of)
	s.of = append(s.of, scalarized{})
	return &v
}

// sort puts the values that are used into their order, operands first, with what stands for selections in their place.
func (s *scalarizer) sort(params []*value, root *block) {
	type visit struct {
		v    *value
		done bool
	}
	for _, p := range params {
		s.of[p.slot].found = true
		s.order = append(s.order, p)
	}
	var work []visit
	push := func(v **value) {
		if *v = s.actual(*v); !(*v).shared() && !s.of[(*v).slot].found {
			work = append(work, visit{v: *v})
		}
	}
	push(&root.result)
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		v := w.v
		if w.done {
			s.order = append(s.order, v)
			continue
		}
		if s.of[v.slot].found {
			continue
		}
		s.of[v.slot].found = true
		work = append(work, visit{v, true})
		for i := range v.args {
			push(&v.args[i])
		}
		switch v.kind {
		case iterKind:
			for _, p := range v.bound {
				push(&p)
			}
			push(&v.body.result)
		case matchKind:
			for i := range v.match.cols {
				push(&v.match.cols[i])
			}
			for _, a := range v.match.arms {
				push(&a.body.result)
			}
			for _, a := range v.match.arms {
				s.tests(v.match, a)
			}
		}
	}
}

// tests puts what stands for selections into the tests of a, an arm of m.
func (s *scalarizer) tests(m *match, a *arm) {
	for i := range a.tests {
		a.tests[i].v = s.tested(m, a.tests[i].v)
	}
}

// tested is what an arm of m tests for v: a column, or a component of one, which is a load there whatever it is elsewhere.
func (s *scalarizer) tested(m *match, v *value) *value {
	if w := s.actual(v); slices.Contains(m.cols, w) {
		return w
	}
	if v.instead != nil {
		v = v.instead
	}
	if v.kind != projKind {
		return s.actual(v)
	}
	of := s.tested(m, v.args[0])
	if of == s.actual(v.args[0]) {
		v.args[0] = of
		return v
	}
	at := [2]*value{v, of}
	load := s.loads[at]
	if load == nil { // elsewhere it is loaded from what stands for the selection
		load = s.added(*v)
		load.args = []*value{of}
		s.loads[at] = load
	}
	return load
}

// rebuilds is the tuple that v puts together again, or nil.
func (v *value) rebuilds() *value {
	for i, a := range v.args {
		if x, arity := a.componentOf(nil, i); x == nil || x != v.args[0].args[0] || arity != len(v.args) {
			return nil
		}
	}
	return v.args[0].args[0]
}
