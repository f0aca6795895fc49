package pe

import (
	"scf/absval"
	"scf/scfml/core"
)

// This file is expression specialization (§6.2.2): where several alternatives of a value match one arm, binding its variables
// would mix them up, so the arm is split by discriminating patterns, each of which matches fewer of the alternatives.
//
// Where figure 6.26 generates all patterns of growing cost and keeps those that match one alternative, here the places under the
// arm's pattern are looked at in order of their cost, and at the first at which the alternatives differ they are parted, by
// constructor or literal; the parts are split further as far as the cost allows. The last part keeps the pattern as it was, which
// costs no test.

// discriminate are the patterns that p is split into for v; p alone where there is nothing to tell apart.
func (s *specializer) discriminate(p core.Pat, v *absval.Value) []core.Pat {
	if s.o.NoExpressionSpecialization || !losesCorrelation(p) {
		return []core.Pat{p}
	}
	var matching []*absval.Value
	for _, alt := range s.d.Alternatives(v) {
		if s.d.Match(p, alt).Possible {
			matching = append(matching, alt)
		}
	}
	if len(matching) < 2 {
		return []core.Pat{p}
	}
	split := s.split(p, matching, s.o.ExtraMatchOps)
	if len(split) > s.o.MaxDiscriminators {
		return []core.Pat{p}
	}
	return split
}

// losesCorrelation reports whether p takes alternatives of a constructor apart into two variables or more.
func losesCorrelation(p core.Pat) bool {
	con, ok := withoutAs(p).(*core.ConPat)
	if !ok {
		return false
	}
	vars := 0
	for _, a := range con.Args {
		vars += len(core.PatVars(a))
	}
	return vars >= 2
}

// split parts alts, all of which may match p, at a cost of at most budget a pattern.
func (s *specializer) split(p core.Pat, alts []*absval.Value, budget int) []core.Pat {
	if len(alts) < 2 {
		return []core.Pat{p}
	}
	for _, place := range s.places(p, alts, budget) {
		groups := s.groupAt(place, alts)
		if len(groups) < 2 {
			continue
		}
		var out []core.Pat
		for i, g := range groups {
			q := p
			if i < len(groups)-1 {
				q = refineAt(p, place.path, g.head.pattern())
			}
			out = append(out, s.split(q, g.alts, budget-place.cost)...)
		}
		return out
	}
	return []core.Pat{p}
}

// place is a place under a pattern: the steps that lead to it, and what testing it costs (figure 6.25: 1 for each load, 2 for
// the test).
type place struct {
	path []step
	cost int
}

// step goes to a component of a tuple (con is nil) or of an application of con, of which there are arity.
type step struct {
	con          *core.Con
	arity, index int
}

// head is what a value has at a place: a constructor, or a scalar.
type head struct {
	con    *core.Con
	scalar core.Value
}

func (h head) pattern() core.Pat {
	if h.con == nil {
		return &core.LitPat{Value: h.scalar}
	}
	args := make([]core.Pat, len(h.con.Args))
	for i := range args {
		args[i] = &core.WildPat{}
	}
	return &core.ConPat{Con: h.con, Args: args}
}

func (h head) same(g head) bool {
	return h.con == g.con && (h.con != nil || core.Equal(h.scalar, g.scalar))
}

// headOf is the head of v; ok is false where members of v may differ in it.
func (s *specializer) headOf(v *absval.Value) (h head, ok bool) {
	if c := v.Con(); c != nil {
		return head{con: c}, true
	}
	if v.IsSingleton() && v.IsScalar() {
		c, _ := v.Concrete()
		return head{scalar: c}, true
	}
	return head{}, false
}

// places are the places at which p does not look, breadth first, so in order of their cost.
func (s *specializer) places(p core.Pat, alts []*absval.Value, budget int) []place {
	type item struct {
		place
		pat core.Pat // nil below p's leaves
		at  []*absval.Value
	}
	var out []place
	queue := []item{{place{nil, 2}, p, alts}}
	for len(queue) > 0 && len(out) < s.o.MaxPlaces {
		it := queue[0]
		queue = queue[1:]
		pat := withoutAs(it.pat)
		if pat == nil {
			out = append(out, it.place)
		}
		for i := 0; ; i++ {
			below, st, ok := s.component(it.at, i)
			if !ok {
				break
			}
			path := append(it.path[:len(it.path):len(it.path)], st)
			cost := it.cost
			if pat == nil || patArg(pat, i) == nil {
				cost++
			}
			if cost <= budget {
				queue = append(queue, item{place{path, cost}, patArg(pat, i), below})
			}
		}
	}
	return out
}

// withoutAs strips as-patterns; a pattern that looks no further is nil.
func withoutAs(p core.Pat) core.Pat {
	switch p := p.(type) {
	case *core.AsPat:
		return withoutAs(p.Pat)
	case *core.WildPat, *core.VarPat:
		return nil
	}
	return p
}

func patArg(p core.Pat, i int) core.Pat {
	switch p := p.(type) {
	case *core.ConPat:
		return withoutAs(p.Args[i])
	case *core.TuplePat:
		return withoutAs(p.Elems[i])
	}
	return nil
}

// component is the i-th component of each of vs, if they all are tuples or applications of one constructor.
func (s *specializer) component(vs []*absval.Value, i int) ([]*absval.Value, step, bool) {
	out := make([]*absval.Value, len(vs))
	st := step{con: vs[0].Con(), arity: len(s.d.Components(vs[0])), index: i}
	for j, v := range vs {
		parts := s.d.Components(v)
		if i >= len(parts) || len(parts) != st.arity || v.Con() != st.con {
			return nil, st, false
		}
		out[j] = parts[i]
	}
	return out, st, true
}

// group are alternatives that have the same head at a place.
type group struct {
	head head
	alts []*absval.Value
}

// groupAt parts alts by their heads at pl; nil where one of them has no single head there.
func (s *specializer) groupAt(pl place, alts []*absval.Value) []group {
	var groups []group
next:
	for _, alt := range alts {
		v := alt
		for _, st := range pl.path {
			v = s.d.Components(v)[st.index]
		}
		h, ok := s.headOf(v)
		if !ok {
			return nil
		}
		for k := range groups {
			if groups[k].head.same(h) {
				groups[k].alts = append(groups[k].alts, alt)
				continue next
			}
		}
		groups = append(groups, group{h, []*absval.Value{alt}})
	}
	return groups
}

// refineAt is p with the pattern at put at path, where p looks no further than path's beginning.
func refineAt(p core.Pat, path []step, at core.Pat) core.Pat {
	switch p := p.(type) {
	case *core.AsPat:
		return &core.AsPat{Var: p.Var, Pat: refineAt(p.Pat, path, at)}
	case *core.VarPat:
		return &core.AsPat{Var: p.Var, Pat: refineAt(&core.WildPat{}, path, at)}
	case *core.ConPat:
		return &core.ConPat{Con: p.Con, Args: refineArg(p.Args, path, at)}
	case *core.TuplePat:
		return &core.TuplePat{Elems: refineArg(p.Elems, path, at)}
	}
	if len(path) == 0 {
		return at
	}
	args := make([]core.Pat, path[0].arity)
	for i := range args {
		args[i] = &core.WildPat{}
	}
	args = refineArg(args, path, at)
	if path[0].con == nil {
		return &core.TuplePat{Elems: args}
	}
	return &core.ConPat{Con: path[0].con, Args: args}
}

func refineArg(ps []core.Pat, path []step, at core.Pat) []core.Pat {
	out := append([]core.Pat(nil), ps...)
	i := path[0].index
	out[i] = refineAt(ps[i], path[1:], at)
	return out
}
