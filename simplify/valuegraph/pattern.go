package valuegraph

import (
	"slices"

	"scf/scfml/core"
)

// This file makes patterns: those of arms, which test and bind components, and those of a let that takes a value apart.
//
// Invariants: the pattern of an arm that is not the last has the tests of the arm, and no other. Each component that is loaded in a
// block is bound by one pattern.

// bindComponents makes the patterns of all arms and notes what they bind.
func (m *emitter) bindComponents(placed []*value) {
	for _, v := range placed {
		if v.kind == projKind {
			at := m.schedule.of[v.slot].place
			if _, ok := m.loads[at]; !ok {
				m.loads[at] = loads{map[*value][]*value{}, map[*value]core.Pat{}}
			}
			of := m.loads[at].components
			of[v.args[0]] = append(of[v.args[0]], v)
		}
	}
	for _, v := range placed {
		if v.kind == matchKind {
			for i, a := range v.match.arms {
				m.patterns(v.match, a, i == len(v.match.arms)-1)
			}
		}
	}
	for _, v := range placed {
		if v.kind == projKind && !m.of[v.slot].named {
			m.letPattern(m.schedule.of[v.slot].place, v.args[0])
		}
	}
}

// shape is how a value is taken apart.
type shape struct {
	con   *core.Con
	lit   core.Value // not nil: a scalar
	arity int        // of a tuple or of con
}

func shapeOf(h head) shape {
	if h.con == nil {
		return shape{lit: h.lit}
	}
	return shape{con: h.con, arity: len(h.con.Args)}
}

// around is the shape of the value that v is a component of.
func around(v *value) shape {
	if v.con == nil {
		return shape{arity: v.arity}
	}
	return shapeOf(head{con: v.con})
}

// patterns makes the patterns for one block.
type patterns struct {
	m      *emitter
	loads  loads
	shapes map[*value]shape    // what the arm tests, and what contains it
	tested map[*value][]*value // the components that it tests, by what they are components of
	shown  map[*value]bool     // those of shapes that a pattern shows
	free   bool                // tests cost nothing
}

// patterns makes those of a, an arm of of.
func (m *emitter) patterns(of *match, a *arm, last bool) {
	p := patterns{m: m, loads: m.loads[m.schedule.region[a.body]], shapes: map[*value]shape{}, tested: map[*value][]*value{}, shown: map[*value]bool{}, free: last}
	column := map[*value]bool{}
	for _, c := range of.cols {
		column[c] = true
	}
	for _, t := range a.tests {
		p.add(t, column)
	}
	pats := make([]core.Pat, len(of.cols))
	m.pats[a] = pats
	for i, c := range of.cols {
		pats[i] = orWild(p.pattern([]*value{c}, true))
	}
	for _, t := range a.tests {
		if !last && !p.shown[t.v] {
			panic("simplify: a pattern lacks a test of its arm")
		}
	}
}

// add notes the test t and the shapes of the values around what it tests, up to a column.
func (p *patterns) add(t test, column map[*value]bool) {
	p.shapes[t.v] = shapeOf(t.head)
	v := t.v
	for ; v.kind == projKind && !column[v]; v = v.args[0] {
		src := v.args[0]
		if !slices.Contains(p.tested[src], v) {
			p.tested[src] = append(p.tested[src], v)
		}
		if _, ok := p.shapes[src]; !ok {
			p.shapes[src] = around(v)
		}
	}
	if !column[v] && !p.free { // what is certain in the last arm may be in no column
		panic("simplify: no column has what an arm tests")
	}
}

func orWild(p core.Pat) core.Pat {
	if p == nil {
		return &core.WildPat{}
	}
	return p
}

// pattern takes what all of vs are apart as the arm's tests and the components loaded in the block need it; nil: not at all. What lies at the
// root of the scrutinee shows its test though nothing needs it.
//
// Several values of a graph may be the same component of the same thing, one of them tested and another one loaded.
func (p *patterns) pattern(vs []*value, root bool) core.Pat {
	loaded := p.unbound(vs)
	s, ok := p.shape(vs)
	switch {
	case ok && p.free && !root && len(loaded) == 0 && !p.loadedInside(vs):
		return nil
	case !ok && len(loaded) == 0:
		return nil
	case !ok:
		s = around(loaded[0])
		if s.con != nil && !p.free {
			return nil
		}
	}
	if s.lit != nil {
		return &core.LitPat{Value: s.lit}
	}
	parts := make([]core.Pat, s.arity)
	for i := range parts {
		parts[i] = orWild(p.component(vs, i, loaded))
	}
	if s.con == nil {
		return &core.TuplePat{Elems: parts}
	}
	return &core.ConPat{Con: s.con, Args: parts}
}

// shape is what is known of the shape of what all of vs are, which is shown now.
func (p *patterns) shape(vs []*value) (s shape, ok bool) {
	for _, v := range vs {
		if known, is := p.shapes[v]; is {
			s, ok, p.shown[v] = known, true, true
		}
	}
	return s, ok
}

// loadedInside reports whether a component of a tested component of one of vs is loaded in the block.
func (p *patterns) loadedInside(vs []*value) bool {
	for _, v := range vs {
		if c := p.tested[v]; len(p.unbound(c)) > 0 || p.loadedInside(c) {
			return true
		}
	}
	return false
}

// unbound are the components of vs that the block loads and nothing binds yet.
func (p *patterns) unbound(vs []*value) []*value {
	var out []*value
	for _, v := range vs {
		for _, c := range p.loads.components[v] {
			if !p.m.of[c.slot].named {
				out = append(out, c)
			}
		}
	}
	return out
}

// component is the pattern for component i of what all of vs are.
func (p *patterns) component(vs []*value, i int, loaded []*value) core.Pat {
	var bound []*value
	for _, c := range loaded {
		if c.index == i {
			bound = append(bound, c)
		}
	}
	all := slices.Clone(bound)
	for _, v := range vs {
		for _, c := range p.tested[v] {
			if c.index == i && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return p.bind(bound, all)
}

// bind binds those of all, the same component, that the block loads, and takes it apart. It gets a name only where something uses that.
func (p *patterns) bind(loaded, all []*value) core.Pat {
	for _, c := range loaded {
		p.m.of[c.slot].named = true
		p.m.take(c.args[0], 1)
	}
	sub := p.pattern(all, false)
	var name *core.Var
	for _, c := range loaded {
		switch {
		case p.m.remaining(c) == 0:
		case name == nil:
			name = p.m.variable(c)
		default:
			p.m.of[c.slot].out = name
		}
	}
	switch {
	case name == nil:
		return sub
	case sub == nil:
		return &core.VarPat{Var: name}
	}
	return &core.AsPat{Var: name, Pat: sub}
}

// letPattern makes the pattern of a let that binds the components of v that are loaded there. The let stands where the first of them does.
func (m *emitter) letPattern(at *region, v *value) {
	p := patterns{m: m, loads: m.loads[at], free: true}
	of := []*value{v}
	first := p.unbound(of)[0]
	p.loads.lets[first] = p.pattern(of, true)
	m.take(v, -1) // the let itself uses v
}
