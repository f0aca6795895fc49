package absval

import (
	"testing"

	"scf/scfml/core"
)

// A function that is told a tree is not told what its sets say of other names, and each caller gets back what it knows.
func TestFrames(t *testing.T) {
	w := newWorld(Options{})
	names := &core.SetType{Elem: core.StringType}
	parse := func(text string) *Value { return w.Tagged(w.parse(t, text, names)) }
	tree := w.parse(t, `seq(assign("x", 'Int, L(1)), assign("y", 'Int, L(2)), L(3))`, w.cmd)
	part := w.Components(tree)[0]
	frames := w.Frames([]*Value{tree})
	without := func(v *Value) *Value { return frames.Without([]*Value{part}, []*Value{v}, false)[0] }

	one, two := parse(`map{"x" -> true, "a" -> true}`), parse(`map{"x" -> true, "b" -> true, "y" -> true}`)
	without(one)
	without(two)
	if a, b := without(one), without(two); a.node != b.node {
		t.Errorf("told %s and %s", a, b)
	}
	for _, c := range []struct{ set, told string }{
		{`map{"x" -> true, "a" -> true}`, `map{"a" -> 'Bool, "b" -> 'Bool, "x" -> true, "y" -> 'Bool}`},
		{`map{must ["a" -> true], may ['String -> true]}`, `map{must ["a" -> true], may ['String -> true]}`},
		{`map{"a" -> Any, "x" -> true}`, `map{"a" -> Any, "b" -> 'Bool, "x" -> true, "y" -> 'Bool}`},
	} {
		v := parse(c.set)
		told := without(v)
		if told.String() != c.told || !w.LeqTaggedAll([]*Value{v}, []*Value{told}) {
			t.Errorf("of %s is told %s, not %s", v, told, c.told)
		}
		formals := w.FreshenAll([]*Value{told})
		if back := w.Instantiate(formals[0], formals, []*Value{v}); !w.Identical(back, v) {
			t.Errorf("%s comes back as %s", v, back)
		}
		added := w.store(mustView(t, w, formals[0]), w.parse(t, `"x"`, core.StringType).node, w.plain(w.trees.Truths[1]), w.newID())
		back, want := w.Instantiate(added, formals, []*Value{v}), w.store(mustView(t, w, v), w.parse(t, `"x"`, core.StringType).node, w.plain(w.trees.Truths[1]), w.newID())
		if !w.leq(back, want) {
			t.Errorf(`%s with "x" comes back as %s`, v, back)
		}
	}
}

func mustView(t *testing.T, w *world, v *Value) mapView {
	m, ok := w.view(v, true)
	if !ok {
		t.Fatalf("%s is no set", v)
	}
	return m
}

// Of a map that is only read, what it has at labels that the tree does not mention is anything.
func TestFramesOfMaps(t *testing.T) {
	w := newWorld(Options{})
	of := &core.MapType{Key: w.label, Value: core.IntType}
	tree := w.parse(t, `skip(U(L(1), 'Int))`, w.cmd)
	v := w.Tagged(w.parse(t, `map{L(1) -> 7, L(2) -> 8}`, of))
	frames := w.Frames([]*Value{tree})
	told := frames.Without([]*Value{tree}, []*Value{v}, true)[0]
	if got, want := told.String(), "map{L(1) -> 7, L(2) -> Any}"; got != want {
		t.Errorf("told %s, not %s", got, want)
	}
	if frames.Without([]*Value{tree}, []*Value{v}, false)[0] != v {
		t.Error("of a map that may be handed on not all is told")
	}
}

// More names than the limit are told all the same.
func TestFramesOfManyNames(t *testing.T) {
	w := newWorld(Options{MaxNames: 2})
	tree := w.parse(t, `assign("x", 'Int, L(1))`, w.cmd)
	v := w.parse(t, `map{"a" -> true, "b" -> true, "c" -> true}`, &core.SetType{Elem: core.StringType})
	if got := w.Frames([]*Value{tree}).Without([]*Value{tree}, []*Value{v}, false)[0]; got != v {
		t.Errorf("told %s", got)
	}
}

// What a function is told includes what there is, in all its relations, and what it hands on is for its caller what there was.
func TestFrameLaws(t *testing.T) {
	check(t, func(s *source) {
		types := []core.Type{core.Type(s.w.cmd), s.typ(), s.typ()}
		args := []*Value{s.value(types[0]), s.value(types[1]), s.value(types[2])}
		frames := s.w.Frames(args[:1])
		frames.Without(args[:1], []*Value{s.value(types[1])}, false)
		told := append(args[:1:1], frames.Without(args[:1], args[1:], s.n(2) == 0)...)
		if !s.w.LeqTaggedAll(args, told) {
			s.t.Fatalf("%v are not among\n%v", args, told)
		}
		ts, ok := s.members(args, types...)
		if !ok {
			return
		}
		s.holds("Without", told, ts)
		formals := s.w.FreshenAll(told)
		back := s.w.Instantiate(s.w.Tuple(formals), formals, args)
		s.holds("Instantiate without frames", append(args[:3:3], back), append(ts, &core.Tuple{Elems: ts}))
	})
}
