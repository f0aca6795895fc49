package simplify

import "slices"

// This file settles what matches give [SIM-THROUGH], when the graph of a function is complete. A match of which the whole is used
// keeps giving that, and its selections become the loads that they stand for. Of another match the selections that are used
// are what it gives: the only one as it is, several as a tuple.
//
// Nothing costs more by it: where a match gives selections every arm shows their components, so that it makes the whole or has
// it as a constant; one tuple instead costs no more, and the loads are as many.

// settler puts what stands for selections into one graph.
type settler struct {
	loads map[[2]*value]*value // what is only tested: a load, by what it is a copy of and what it loads from
	order []*value
}

// maxDemotions bounds how often the graph is gone through for selections that are better loads. One that is overlooked is correct, too.
const maxDemotions = 8

// settle gives the values that are used, operands first, once no selection is left.
func settle(params []*value, root *block, values []*value) []*value {
	if !slices.ContainsFunc(values, func(v *value) bool { return v.kind == selectKind }) {
		return values
	}
	markUsed(values, root)
	for range maxDemotions {
		if !demote(values) {
			break
		}
		markUsed(values, root)
	}
	giveSelections(values)
	s := &settler{loads: map[[2]*value]*value{}}
	return s.sorted(params, root)
}

// markUsed finds the values that are used. A selection uses what its arms select, unless it became a load.
func markUsed(values []*value, root *block) {
	for _, v := range values {
		v.live, v.whole = false, false
	}
	var work []*value
	whole := func(v *value) {
		if v = v.actual(); !v.shared() && !v.whole {
			v.whole = true
			work = append(work, v)
		}
	}
	whole(root.result)
	for len(work) > 0 {
		v := work[len(work)-1].actual()
		work = work[:len(work)-1]
		first := !v.live
		v.live = true
		switch v.kind {
		case selectKind:
			if first {
				work = append(work, v.args[0])
				for _, a := range v.alts {
					whole(a)
				}
			}
			continue
		case matchKind:
			if first {
				for _, c := range v.match.cols {
					whole(c)
				}
			}
			if v.whole {
				for _, a := range v.match.arms {
					whole(a.body.result)
				}
			}
		case iterKind:
			whole(v.body.result)
		}
		for _, a := range v.args {
			whole(a)
		}
	}
}

// actual is what stands for v.
func (v *value) actual() *value {
	for v.alias != nil {
		v = v.alias
	}
	return v
}

// demote makes loads of the selections that are components of something that is used as a whole, and of several that are all
// components of one thing, which is no more to make than a tuple of them. It reports whether there were any.
func demote(values []*value) bool {
	siblings := map[*value][]part{} // by match
	for _, v := range values {
		if !v.selected() {
			continue
		}
		if m := v.args[0]; !slices.Contains(siblings[m], v.part) {
			siblings[m] = append(siblings[m], v.part)
		}
	}
	changed := false
	for _, v := range values {
		if !v.selected() {
			continue
		}
		if p := v.base(siblings[v.args[0]]); p != nil {
			v.load(p)
			changed = true
		}
	}
	return changed
}

// selected reports whether v is a selection that is used.
func (v *value) selected() bool {
	return v.kind == selectKind && v.live && v.alias == nil
}

// base is what v had better be loaded from; nil where it is best as a selection. siblings are the parts that are used of its match.
func (v *value) base(siblings []part) *value {
	for p := v.part.of; p != nil; p = p.part.of {
		if p.whole {
			return p
		}
	}
	if len(siblings) == 1 || slices.ContainsFunc(siblings, func(p part) bool { return p.of != v.part.of }) {
		return nil
	}
	return v.part.of
}

// load makes v, a selection of a component of p or of a component of it, the loads that it stands for.
func (v *value) load(p *value) {
	for ; v != p; v = v.part.of {
		v.alias = v.instead
	}
}

// giveSelections makes the matches of which no whole is used give their selections.
func giveSelections(values []*value) {
	var matches []*value
	selected := map[*value][]*value{}
	for _, v := range values {
		if v.selected() {
			m := v.args[0]
			if selected[m] == nil {
				matches = append(matches, m)
			}
			selected[m] = append(selected[m], v)
		}
	}
	for _, m := range matches {
		m.give(distinct(selected[m]))
	}
}

// distinct leaves one of the selections that select the same, which stands for the others.
func distinct(list []*value) []*value {
	var out []*value
	for _, v := range list {
		i := slices.IndexFunc(out, func(w *value) bool { return slices.Equal(v.alts, w.alts) })
		if i >= 0 {
			v.alias = out[i]
			continue
		}
		out = append(out, v)
	}
	return out
}

// give makes the match m give the selections.
func (m *value) give(list []*value) {
	m.typ = nil
	if len(list) == 1 {
		v := list[0]
		for i, a := range m.match.arms {
			a.body.result = v.alts[i]
		}
		if m.name = v.name; m.name == "" {
			m.name = v.instead.name
		}
		v.alias = m
		return
	}
	for i, a := range m.match.arms {
		t := &value{id: m.id, kind: tupleKind, home: a.body}
		for _, v := range list {
			t.args = append(t.args, v.alts[i].actual())
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

// sorted are the values that are used, operands first, with what stands for selections in their place.
func (s *settler) sorted(params []*value, root *block) []*value {
	type visit struct {
		v    *value
		done bool
	}
	for _, p := range params {
		p.found = true
		s.order = append(s.order, p)
	}
	var work []visit
	push := func(slot **value) {
		if *slot = (*slot).actual(); !(*slot).found && !(*slot).shared() {
			work = append(work, visit{v: *slot})
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
		if v.found {
			continue
		}
		v.found = true
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
	return s.order
}

// tests puts what stands for selections into the tests of a, an arm of m.
func (s *settler) tests(m *match, a *arm) {
	for i := range a.tests {
		a.tests[i].v = s.tested(m, a.tests[i].v)
	}
}

// tested is what an arm of m tests for v: a column, or a component of one, which is a load there whatever it is elsewhere.
func (s *settler) tested(m *match, v *value) *value {
	if w := v.actual(); slices.Contains(m.cols, w) {
		return w
	}
	if v.instead != nil {
		v = v.instead
	}
	if v.kind != projKind {
		return v.actual()
	}
	of := s.tested(m, v.args[0])
	if of == v.args[0].actual() {
		v.args[0] = of
		return v
	}
	at := [2]*value{v, of}
	load := s.loads[at]
	if load == nil { // elsewhere it is loaded from what stands for the selection
		copied := *v
		copied.args, copied.found = []*value{of}, false
		load = &copied
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
