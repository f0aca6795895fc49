package pe

import (
	"cmp"
	"slices"

	"scf/absval"
	"scf/scfml/core"
)

// The iterators over maps.

// iterate evaluates M.map and M.unionWith (figure 4.9). The residual body is the one for any entry; the value is found entry by
// entry where the body calls nothing, [PE-ITER], so that evaluating it often stays cheap.
func (s *specializer) iterate(e *core.IterExpr, fr *frame) (core.Expr, *absval.Value) {
	res, vs, ok := s.exprs(e.Args, fr)
	if !ok {
		return s.dead()
	}
	if isLeaf(e.Body) {
		if u, v, ok := s.update(e, fr, res, vs); ok {
			return s.rematerialize(u, v)
		}
	}
	out := *e
	out.Args = res
	out.Params = freshVars(e.Params)
	entry := make([]*absval.Value, len(e.Params))
	for i := range e.Params {
		_, entry[i] = s.d.CollapseMap(vs[i])
	}
	var each *absval.Value
	out.Body, each = s.iterBody(e, fr, out.Params, entry)
	body := func(...*absval.Value) *absval.Value { return s.d.Freshen(each) }
	if isLeaf(e.Body) {
		body = func(entry ...*absval.Value) *absval.Value {
			_, v := s.iterBody(e, fr, out.Params, entry)
			return v
		}
	}
	var v *absval.Value
	if len(vs) == 1 {
		v = s.d.MapMap(vs[0], func(x *absval.Value) *absval.Value { return body(x) })
	} else {
		v = s.d.UnionWith(vs[0], vs[1], func(x, y *absval.Value) *absval.Value { return body(x, y) })
	}
	return s.rematerialize(&out, v)
}

// update evaluates an iterator over maps of which the same keys are known, where the values of few become others than one of the maps has: it is that
// map then, with these inserted ([PE-UPDATE]). For each of them that takes two operations to look up what a map has, and one to insert what becomes
// of it; to go through all entries takes one for each entry of a map, and the body.
func (s *specializer) update(e *core.IterExpr, fr *frame, args []core.Expr, maps []*absval.Value) (core.Expr, *absval.Value, bool) {
	entries, ok := s.d.CommonEntries(maps)
	if !ok {
		return nil, nil, false
	}
	of := freshVars(e.Params) // the maps
	from := make([]updated, len(maps))
	for i := range maps {
		from[i] = updated{&core.VarExpr{Var: of[i]}, maps[i], 0}
	}
	u := from[0]
	preserved := map[*absval.Value]bool{}
	for _, x := range entries {
		one := isOne(x.Values)
		if one && preserved[x.Values[0]] {
			continue
		}
		params := freshVars(e.Params)
		body, v := s.iterBody(e, fr, params, x.Values)
		if s.preserves(e, fr, x.Values, v) {
			preserved[x.Values[0]] = preserved[x.Values[0]] || one
			continue
		}
		k, _ := x.Key.Concrete()
		operation := core.PrimExpr{Mod: e.Mod, Label: e.Label, Keys: s.keys(core.OpMapFind, []*absval.Value{nil, x.Key})}
		for i, p := range params {
			if isUsed(p, body) {
				find := operation
				find.Op, find.Args = core.OpMapFind, []core.Expr{&core.VarExpr{Var: of[i]}, s.literal(k)}
				body = core.Let(&core.ConPat{Con: core.Some, Args: []core.Pat{&core.VarPat{Var: p}}}, &find, body)
			}
		}
		for i, old := range x.Values {
			if u := &from[i]; !s.d.Identical(v, old) {
				insert := operation
				insert.Op, insert.Args = core.OpMapInsert, []core.Expr{u.expr, s.literal(k), body}
				*u = updated{&insert, s.d.Prim(core.OpMapInsert, []*absval.Value{u.v, x.Key, v}), u.changes + 1}
			}
		}
		u = slices.MinFunc(from, func(a, b updated) int { return cmp.Compare(a.changes, b.changes) })
		if u.changes*(1+2*len(maps)) > 1+len(entries)*len(maps) {
			return nil, nil, false
		}
	}
	for i, v := range of {
		u.expr = core.Let(&core.VarPat{Var: v}, args[i], u.expr)
	}
	return u.expr, u.v, true
}

// preserves reports whether an iterator's body, which makes made of the values, gives what it is given, where these are equal. Each alternative is asked by itself:
// more is known of it than of what the arms of a match on all give together.
func (s *specializer) preserves(e *core.IterExpr, fr *frame, values []*absval.Value, made *absval.Value) bool {
	for _, v := range values[1:] {
		if !s.d.Identical(v, values[0]) {
			return false
		}
	}
	if s.d.Identical(made, values[0]) {
		return true
	}
	for _, a := range s.d.Alternatives(values[0]) {
		entry := slices.Repeat([]*absval.Value{a}, len(values))
		if _, v := s.iterBody(e, fr, freshVars(e.Params), entry); !s.d.Identical(v, a) {
			return false
		}
	}
	return true
}

// isOne reports whether values are one and the same.
func isOne(values []*absval.Value) bool {
	return !slices.ContainsFunc(values, func(v *absval.Value) bool { return v != values[0] })
}

// updated is a map with some entries changed.
type updated struct {
	expr    core.Expr
	v       *absval.Value
	changes int
}

func freshVars(vs []*core.Var) []*core.Var {
	out := make([]*core.Var, len(vs))
	for i, v := range vs {
		out[i] = &core.Var{Name: v.Name}
	}
	return out
}

// isUsed reports whether v is used in e.
func isUsed(v *core.Var, e core.Expr) bool {
	used := false
	core.Each(e, func(x core.Expr) {
		if x, ok := x.(*core.VarExpr); ok && x.Var == v {
			used = true
		}
	})
	return used
}

// iterBody evaluates an iterator's body for entries with the given values; without any such entry it does nothing.
func (s *specializer) iterBody(e *core.IterExpr, fr *frame, params []*core.Var, entry []*absval.Value) (core.Expr, *absval.Value) {
	for _, v := range entry {
		if v.IsBottom() {
			return s.dead()
		}
	}
	for i, p := range e.Params {
		fr.env[p] = binding{entry[i], &core.VarExpr{Var: params[i]}}
	}
	fr.dynamic++
	defer func() { fr.dynamic-- }()
	return s.expr(e.Body, fr)
}

// isLeaf reports whether e calls no function.
func isLeaf(e core.Expr) bool {
	leaf := true
	core.Calls(e, func(*core.Func) { leaf = false })
	return leaf
}
