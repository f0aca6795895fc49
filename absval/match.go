package absval

import (
	"fmt"
	"slices"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Matching against a pattern (§5.3.8, figures 5.16 and 5.17, corrected: a component that cannot match fails the tuple; what a
// tuple leaves unmatched is the union over its components).

// MatchResult tells how a value fares against a pattern.
type MatchResult struct {
	Possible bool      // some member may match
	Certain  bool      // every member matches: Rest is Bottom; false for Bottom
	Bind     []Binding // of the pattern's variables, from left to right, if Possible
	Matched  *Value    // the members that may match, with the value's tag
	Rest     *Value    // the members that may not match, with the value's tag
}

// Binding is what a variable of a pattern is bound to, with the tag of its place.
type Binding struct {
	Var   *core.Var
	Value *Value
	at    *place
}

// place is where in the matched value something stands; it names a tag for what several alternatives may put there.
type place struct {
	of    *place
	con   *core.Con
	index int
	id    ID // once it is known
}

func (p *place) tag(d *Domain) ID {
	if p.id == 0 && p.of != nil {
		p.id = d.derive(origin{of: p.of.tag(d), con: p.con, index: p.index})
	}
	return p.id
}

// Match matches v against p.
func (d *Domain) Match(p core.Pat, v *Value) MatchResult {
	if v.IsBottom() {
		return MatchResult{Matched: v, Rest: v}
	}
	v = d.Tagged(v)
	r := d.match(p, v, &place{id: v.id})
	r.Certain = r.Possible && r.Rest.IsBottom()
	return r.coarse(d)
}

// match is Match without Certain, of a value at a place, which is not Bottom.
func (d *Domain) match(p core.Pat, v *Value, at *place) MatchResult {
	switch p := p.(type) {
	case *core.VarPat:
		return MatchResult{Possible: true, Bind: []Binding{{p.Var, v, at}}, Matched: v, Rest: d.Bottom()}
	case *core.AsPat:
		r := d.match(p.Pat, v, at)
		if r.Possible {
			r.Bind = append([]Binding{{p.Var, r.Matched, at}}, r.Bind...)
		}
		return r
	case *core.LitPat:
		return d.matchEach(v, func(a *Value) MatchResult { return d.matchLit(p.Value, a) })
	case *core.ConPat:
		return d.matchEach(d.expandCon(p.Con, v), func(a *Value) MatchResult {
			if a.node.Con != p.Con {
				return d.mismatch(a)
			}
			return d.matchParts(p.Args, a, at)
		})
	case *core.TuplePat:
		return d.matchEach(d.expandTuple(len(p.Elems), v), func(a *Value) MatchResult {
			if a.node.Kind != tree.Tuple || len(a.node.Kids) != len(p.Elems) {
				return d.mismatch(a)
			}
			return d.matchParts(p.Elems, a, at)
		})
	}
	return MatchResult{Possible: true, Matched: v, Rest: d.Bottom()} // a wildcard
}

func (d *Domain) mismatch(v *Value) MatchResult {
	return MatchResult{Matched: d.Bottom(), Rest: v}
}

// matchLit matches an alternative against a literal.
func (d *Domain) matchLit(lit core.Value, v *Value) MatchResult {
	c := d.trees.Const(lit)
	if v.node.Kind != tree.Top && !tree.Comparable(v.node, c) {
		return d.mismatch(v)
	}
	rest := d.value(d.trees.WithoutConst(v.node, c), v.id, nil)
	return MatchResult{Possible: true, Matched: d.plain(c), Rest: rest}
}

// matchEach matches the alternatives of v one by one and joins what comes of them (§5.3.8.1). What a variable is bound to in several of
// them has the tag that they share, or else one that v and the tags there name.
func (d *Domain) matchEach(v *Value, match func(*Value) MatchResult) MatchResult {
	if v.node.Kind != tree.Alt {
		return match(v)
	}
	var hits []MatchResult
	var matched, rest []*Value
	for _, a := range d.alternativesOf(v) {
		r := match(a)
		rest = appendNonBottom(rest, r.Rest)
		if r.Possible {
			hits = append(hits, r)
			matched = append(matched, r.Matched)
		}
	}
	return MatchResult{
		Possible: len(hits) > 0,
		Bind:     d.joinBindings(v, hits),
		Matched:  d.gather(v.id, matched),
		Rest:     d.gather(v.id, rest),
	}
}

func appendNonBottom(vs []*Value, v *Value) []*Value {
	if v.node.Kind == tree.Bottom {
		return vs
	}
	return append(vs, v)
}

// joinBindings joins the bindings of several matching alternatives of v, variable by variable, keeping what is equal in all.
func (d *Domain) joinBindings(v *Value, hits []MatchResult) []Binding {
	if len(hits) == 0 {
		return nil
	}
	j := d.joiner()
	j.name = func(identities string) ID {
		return d.deriveResult(fmt.Sprint("match ", v.id, " ", v.node.Num, " ", identities))
	}
	sides := make([][]*Value, len(hits[0].Bind))
	for i, b := range hits[0].Bind {
		for _, hit := range hits {
			sides[i] = append(sides[i], hit.Bind[i].Value)
		}
		// Every alternative that matches has the variable's place, so the place may name the class.
		j.nameClass(sides[i], func() ID { return b.at.tag(d) })
	}
	out := make([]Binding, len(sides))
	for i, b := range hits[0].Bind {
		out[i] = Binding{b.Var, j.values(sides[i]...), b.at}
	}
	return out
}

// matchParts matches the components of v, a tuple or constructor application, against patterns (§5.3.8.2).
func (d *Domain) matchParts(ps []core.Pat, v *Value, at *place) MatchResult {
	if len(ps) == 0 {
		return MatchResult{Possible: true, Matched: v, Rest: d.Bottom()}
	}
	out := MatchResult{Possible: true, Rest: d.Bottom()}
	parts := d.components(v)
	matched := parts
	var results []MatchResult // nil where all components match whatever they are
	for i, p := range ps {
		r := d.match(p, parts[i], &place{of: at, con: v.node.Con, index: i})
		if !r.Possible {
			return d.mismatch(v)
		}
		out.Bind = append(out.Bind, r.Bind...)
		if results == nil && (r.Matched != parts[i] || !r.Rest.IsBottom()) {
			matched, results = slices.Clone(parts), make([]MatchResult, len(ps))
			for j := range i {
				results[j] = MatchResult{Matched: parts[j], Rest: d.Bottom()}
			}
		}
		if results != nil {
			matched[i], results[i] = r.Matched, r
		}
	}
	out.Matched = d.withParts(v, matched)
	if results != nil {
		out.Rest = d.restOfParts(v, parts, results)
	}
	return out
}

// withParts is v with other components.
func (d *Domain) withParts(v *Value, parts []*Value) *Value {
	for i, k := range v.node.Kids {
		if parts[i].node != k {
			return d.rebuild(v.node, v.id, parts)
		}
	}
	if v.kids == nil {
		return v // parts that are v's own need not be recorded
	}
	return d.value(v.node, v.id, parts)
}

// restOfParts is what of v some component does not match. The members are told apart by the first component that does not match: those
// before it are matched, those behind it are anything. So a constructor application is split into one alternative for each
// component that may not match ([MATCH-REST]); merging those of a tuple ([NF-OR-TPL])
// would give all of it.
func (d *Domain) restOfParts(v *Value, parts []*Value, results []MatchResult) *Value {
	var cases []*Value
	before := slices.Clone(parts)
	for i, r := range results {
		if !r.Rest.IsBottom() {
			now := slices.Clone(before)
			now[i] = r.Rest
			cases = append(cases, d.withParts(v, now))
		}
		before[i] = r.Matched
	}
	if len(cases) > 1 && v.node.Kind == tree.Tuple || len(cases) > d.opts.MaxRestCases {
		return v
	}
	return d.gather(v.id, cases)
}

// expandCon is v with Top replaced by the alternatives of c's datatype.
func (d *Domain) expandCon(c *core.Con, v *Value) *Value {
	if v.node.Kind != tree.Top {
		return v
	}
	var alts []*Value
	for _, other := range c.Data.Cons {
		args := make([]*tree.Node, len(other.Args))
		for i, t := range other.Args {
			args[i] = d.trees.TopOf(t)
		}
		alts = append(alts, d.value(d.trees.Apply(other, args), v.id, nil))
	}
	return d.gather(v.id, alts)
}

// expandTuple is v with Top replaced by a tuple of n Tops.
func (d *Domain) expandTuple(n int, v *Value) *Value {
	if v.node.Kind != tree.Top {
		return v
	}
	parts := make([]*tree.Node, n)
	for i := range parts {
		parts[i] = d.trees.Top
	}
	return d.value(d.trees.Tuple(parts), v.id, nil)
}
