package absval

import (
	"slices"
	"testing"

	"scf/scfml/core"
)

// A whole activation: a random function body evaluated on the formals of a contour and, in step, on concrete arguments.

// activation is a body under evaluation: its values so far, abstract and concrete.
type activation struct {
	*source
	vals  []*Value
	run   []core.Value
	types []core.Type
}

func (a *activation) add(v *Value, c core.Value, t core.Type) {
	a.verified(v)
	a.vals, a.run, a.types = append(a.vals, v), append(a.run, c), append(a.types, t)
}

// step computes one more value: a part, a match, a sum, a structure, or a join.
func (a *activation) step() {
	i, j := a.n(len(a.vals)), a.n(len(a.vals))
	if a.p(4) && a.types[i].String() == a.types[j].String() {
		a.add(a.w.Join(a.vals[i], a.vals[j]), a.run[j], a.types[i])
		return
	}
	switch t := a.types[i].(type) {
	case *core.TupleType:
		k := a.n(len(t.Elems))
		a.add(a.w.Components(a.w.Expand(a.vals[i], t))[k], a.run[i].(*core.Tuple).Elems[k], t.Elems[k])
	case *core.DataType:
		a.match(i, t)
	case *core.MapType:
		a.lookup(i, j, t)
	case core.Base:
		if t == core.IntType && a.types[j] == core.Type(t) {
			sum, _ := core.EvalPrim(core.OpAdd, []core.Value{a.run[i], a.run[j]})
			a.add(a.w.Prim(core.OpAdd, []*Value{a.vals[i], a.vals[j]}), sum, t)
		}
	}
	if a.p(3) {
		pair := &core.TupleType{Elems: []core.Type{a.types[i], a.types[j]}}
		a.add(a.w.Tuple([]*Value{a.vals[i], a.vals[j]}), &core.Tuple{Elems: []core.Value{a.run[i], a.run[j]}}, pair)
	}
}

// match takes the arm of a case expression that the concrete value takes, and there sees the value refined.
func (a *activation) match(i int, t *core.DataType) {
	c := a.run[i].(*core.ConValue).Con
	types := c.ArgTypes(t)
	p := &core.ConPat{Con: c, Args: make([]core.Pat, len(types))}
	for k := range types {
		p.Args[k] = &core.VarPat{Var: &core.Var{Name: "x"}}
	}
	r := a.w.Match(p, a.vals[i])
	if !r.Possible {
		a.t.Fatalf("%s of %s does not match", a.run[i], a.vals[i])
	}
	for k, b := range r.Bind {
		a.add(b.Value, a.run[i].(*core.ConValue).Args[k], types[k])
	}
	a.add(r.Matched, a.run[i], t)
	if a.p(2) {
		known := a.w.Refinement(a.vals[i], r.Matched)
		for k, v := range a.vals {
			a.vals[k] = known.Apply(v)
			a.verified(a.vals[k])
		}
	}
}

func (a *activation) lookup(i, j int, t *core.MapType) {
	if a.types[j].String() != t.Key.String() {
		return
	}
	found, _ := core.EvalPrim(core.OpMapFind, []core.Value{a.run[i], a.run[j]})
	a.add(a.w.Prim(core.OpMapFind, []*Value{a.vals[i], a.vals[j]}), found, core.OptionOf(t.Value))
	less, _ := core.EvalPrim(core.OpMapRemove, []core.Value{a.run[i], a.run[j]})
	a.add(a.w.Prim(core.OpMapRemove, []*Value{a.vals[i], a.vals[j]}), less, t)
}

func TestActivationLaws(t *testing.T) {
	check(t, func(s *source) {
		types := []core.Type{s.typ(), s.typ(), core.IntType}
		var call, earlier []*Value
		for _, ty := range types {
			call, earlier = append(call, s.value(ty)), append(earlier, s.value(ty))
		}
		if s.p(2) {
			call = s.w.FreshenAll(call) // as where the caller is a contour itself
		}
		ts, ok := s.members(call, types...)
		if !ok {
			return
		}
		formals := call
		if s.p(2) {
			formals = s.w.JoinFormals(s.w.FreshenAll(earlier), call)
		}
		formals = s.w.FreshenAll(formals)
		a := &activation{source: s}
		for i, f := range formals {
			a.add(f, ts[i], types[i])
		}
		for range 1 + s.n(6) {
			a.step()
		}
		s.holds("refined", a.vals, a.run)
		result, c := s.w.Tuple(a.vals[3:]), core.Value(&core.Tuple{Elems: a.run[3:]})
		if len(a.vals) == 4 {
			c = a.run[3]
		}
		s.holds("activation", append(formals, result), append(ts, c))
		if !s.w.LeqTaggedGiven(formals, result, result) {
			s.t.Fatalf("%v is not in itself, given %v", result, formals)
		}
		other := slices.Clone(a.vals)
		for i := 3; i < len(other); i++ {
			if j := s.n(len(other)); a.types[i].String() == a.types[j].String() {
				other[i] = s.w.Join(other[i], a.vals[j])
			}
		}
		if other := s.w.Tuple(other[3:]); len(a.vals) > 4 && s.w.LeqTaggedGiven(formals, result, other) {
			s.holds("LeqTaggedGiven", append(formals[:len(formals):len(formals)], other), append(ts[:len(ts):len(ts)], c))
		}
		inst := s.w.Instantiate(result, formals, call)
		s.verified(inst)
		s.holds("Instantiate", append(call, inst), append(ts, c))
	})
}

// TestFirstCallLaws is about formals that are the first caller's own values, so that the callee has the caller's tags: what it finds must
// hold for the first caller, who takes the result as it is, and for any other whose values the formals include.
func TestFirstCallLaws(t *testing.T) {
	check(t, func(s *source) {
		types := []core.Type{s.typ(), s.typ(), core.IntType}
		var given []*Value
		for _, ty := range types {
			given = append(given, s.w.Tagged(s.value(ty)))
		}
		ts, ok := s.members(given, types...)
		if !ok {
			return
		}
		caller := &activation{source: s}
		for i, v := range given {
			caller.add(v, ts[i], types[i])
		}
		for range s.n(5) {
			caller.step()
		}
		args := &activation{source: s}
		for range 3 {
			i := s.n(len(caller.vals))
			args.add(s.w.Tagged(caller.vals[i]), caller.run[i], caller.types[i])
		}
		formals, actuals, run := args.vals, args.vals, args.run
		last := s.w.LastID()
		if second := s.w.FreshenAll(formals); s.p(2) && s.w.LeqTaggedAll(second, formals) {
			ts, ok := s.members(second, args.types...)
			if !ok {
				return
			}
			actuals, run = second, ts
		}
		end := s.w.Activation()
		callee := &activation{source: s}
		for i, f := range formals {
			callee.add(f, run[i], args.types[i])
		}
		for range 1 + s.n(6) {
			callee.step()
		}
		end()
		s.holds("callee", callee.vals, callee.run)
		result, c := s.w.Tuple(callee.vals[2:]), core.Value(&core.Tuple{Elems: callee.run[2:]})
		if len(callee.vals) == 3 {
			c = callee.run[2]
		}
		result = s.w.Compact(result, last)
		s.verified(result)
		s.holds("compact", append(formals[:3:3], result), append(run[:3:3], c))
		inst := s.w.Instantiate(result, formals, actuals)
		s.verified(inst)
		s.holds("Instantiate", append(actuals[:3:3], inst), append(run[:3:3], c))
		if &actuals[0] == &formals[0] {
			s.holds("adopted", append(caller.vals[:len(caller.vals):len(caller.vals)], result), append(caller.run[:len(caller.run):len(caller.run)], c))
		}
	})
}
