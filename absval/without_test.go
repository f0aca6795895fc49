package absval

import (
	"testing"

	"pgregory.net/rapid"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Laws of values that do without something: they have all the members that they must have, and none of the forms.

// checkWithout is check with something switched off.
func checkWithout(t *testing.T, property func(s *source)) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		off := func(name string) bool { return rapid.Bool().Draw(rt, name) }
		property(newSource(rt, Options{Without: Without{
			Tuples: off("tuples"), Alternatives: off("alternatives"), Recursion: off("recursion"), Tags: off("tags"), MustMay: off("must and may"),
			CarefulWidening: off("careful widening"),
		}}))
	})
}

// lacks fails if v has a form that is switched off.
func (s *source) lacks(vs ...*Value) {
	s.t.Helper()
	for _, v := range vs {
		if form := s.w.form(v.node, map[*tree.Node]bool{}); form != "" {
			s.t.Fatalf("%s has %s", v, form)
		}
		if s.w.opts.Without.Tags && !v.isPlain() {
			s.t.Fatalf("%s has tags", v)
		}
	}
}

func (w *world) form(n *tree.Node, seen map[*tree.Node]bool) string {
	o := w.opts.Without
	if seen[n] || n.Singleton {
		return ""
	}
	seen[n] = true
	switch {
	case n.Cyclic && o.forms():
		return "recursion"
	case n.Kind == tree.Alt && o.Alternatives:
		return "alternatives"
	case (n.Kind == tree.Tuple || n.Kind == tree.Con) && o.Tuples:
		return "a tuple or constructor application"
	case n.Kind == tree.Map && o.MustMay && (len(n.Keys) > 0 || len(n.May) > 1):
		return "must keys or several may keys"
	}
	for _, k := range tree.Parts(n) {
		if form := w.form(k, seen); form != "" {
			return form
		}
	}
	return ""
}

func TestCoarse(t *testing.T) {
	checkWithout(t, func(s *source) {
		ty, other := s.typ(), s.typ()
		v, w := s.value(ty), s.value(other)
		c := s.w.coarse(v)
		s.verified(c)
		s.lacks(c)
		if again := s.w.coarse(c); again != c {
			s.t.Fatalf("%s is made coarse again: %s", c, again)
		}
		if ts, ok := s.members([]*Value{v, w}, ty, other); ok {
			s.holds("coarse", []*Value{c, w}, ts)
		}
	})
}

func TestWithoutJoinAndWiden(t *testing.T) {
	checkWithout(t, func(s *source) {
		ty := s.typ()
		a, b := s.w.coarse(s.value(ty)), s.w.coarse(s.value(ty))
		for level := range 3 {
			v := s.w.Widen(a, b, level)
			s.verified(v)
			s.lacks(v)
			for _, from := range []*Value{a, b} {
				if ts, ok := s.members([]*Value{from}, ty); ok {
					s.holds("Widen", []*Value{v}, ts)
				}
			}
		}
	})
}

func TestWithoutMatch(t *testing.T) {
	checkWithout(t, func(s *source) {
		ty := s.typ()
		v, p := s.w.coarse(s.value(ty)), s.pattern(ty, 3)
		r := s.w.Match(p, v)
		s.verified(r.Matched, r.Rest)
		s.lacks(r.Matched, r.Rest)
		for range 3 {
			ts, ok := s.members([]*Value{v}, ty)
			if !ok {
				return
			}
			bound, matches := matchConcrete(p, ts[0], nil)
			switch {
			case !matches && r.Certain:
				s.t.Fatalf("%s of %s does not match", ts[0], v)
			case !matches:
				s.holds("Rest", []*Value{v, r.Rest}, []core.Value{ts[0], ts[0]})
			case !r.Possible:
				s.t.Fatalf("%s of %s matches", ts[0], v)
			default:
				vs, all := []*Value{v, r.Matched}, []core.Value{ts[0], ts[0]}
				for i, b := range r.Bind {
					s.lacks(b.Value)
					vs, all = append(vs, b.Value), append(all, bound[i])
				}
				s.holds("Match", vs, all)
			}
		}
	})
}

func TestWithoutPrim(t *testing.T) {
	checkWithout(t, func(s *source) {
		sigs := s.w.signatures()
		sig := sigs[s.n(len(sigs))]
		args := make([]*Value, len(sig.args))
		for i, ty := range sig.args {
			args[i] = s.w.coarse(s.value(ty))
		}
		v := s.w.Prim(sig.op, args)
		s.verified(v)
		s.lacks(v)
		ts, ok := s.members(args, sig.args...)
		if !ok {
			return
		}
		if result, err := core.EvalPrim(sig.op, ts); err == nil {
			s.holds("Prim", append(args[:len(args):len(args)], v), append(ts, result))
		}
	})
}
