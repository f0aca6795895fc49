package absval

import (
	"testing"

	"pgregory.net/rapid"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Widening: what it gives on the growth that loops make, and that it ends.

func TestWidenGrowth(t *testing.T) {
	w := newWorld(Options{})
	ints := core.ListOf(core.IntType)
	for _, c := range []struct {
		name string
		typ  core.Type
		vs   []string
		want string
	}{
		{"one context", w.tree, []string{"num 0", "num 0 | node(num 0, leaf)", "num 0 | node(num 0 | node(num 0, leaf), leaf)"},
			"fix X. num(0) | node(X, leaf)"},
		{"a loop's body keeps its labels", w.cmd, []string{
			"skip(L 5)",
			"skip(L 5) | seq(assign(\"x\", 1, L 7), skip(L 5), L 6)",
			"skip(L 5) | seq(assign(\"x\", 1, L 7), skip(L 5) | seq(assign(\"x\", 1, L 7), skip(L 5), L 6), L 6)"},
			`fix X. skip(L(5)) | seq(assign("x", 1, L(7)), X, L(6))`},
		{"other labels are other nodes", w.cmd, []string{
			"seq(skip(L 1), skip(L 5), L 9)",
			"seq(skip(L 1), skip(L 5) | seq(skip(L 2), skip(L 5), L 6), L 9)",
			"seq(skip(L 1), skip(L 5) | seq(skip(L 2), skip(L 5) | seq(skip(L 2), skip(L 5), L 6), L 6), L 9)"},
			"seq(skip(L(1)), fix X. skip(L(5)) | seq(skip(L(2)), X, L(6)), L(9))"},
		{"lists", ints, []string{"[]", "[] | [1]", "[] | [1] | [1, 1]"}, "fix X. [] | 1 :: X"},
		{"lists that grow in front", ints, []string{"[]", "[1]", "[2, 1]", "[3, 2, 1]"}, "fix X. [] | 'Int :: X"},
		{"a list of lists is no list", core.ListOf(ints), []string{"[[1]]", "[[1], [1]]", "[[1], [1], [1]]"}, "fix X. [] | [1] :: X"},
		{"integers", core.IntType, []string{"0", "1", "2"}, "'Int"},
		{"truths", core.BoolType, []string{"true", "false"}, "'Bool"},
		{"nullary constructors", core.OptionOf(core.BoolType), []string{"NONE", "SOME true"}, "NONE | SOME(true)"},
		{"components that do not grow", &core.TupleType{Elems: []core.Type{core.IntType, core.IntType}}, []string{"(1 | 2, 0)", "(1 | 2, 1)", "(1, 2)"}, "(1 | 2, 'Int)"},
		{"maps keep keys", &core.MapType{Key: core.StringType, Value: core.IntType},
			[]string{`map{"x" -> 0, "y" -> 1 | 2}`, `map{"x" -> 1, "y" -> 1 | 2}`, `map{"x" -> 2, "y" -> 1}`}, `map{"x" -> 'Int, "y" -> 1 | 2}`},
		{"figure 6.29", &core.MapType{Key: core.IntType, Value: core.IntType},
			[]string{"map{0 -> 0}", "map{0 -> 0, 8 -> 1}", "map{0 -> 0, 8 -> 2}", "map{0 -> 0, 8 -> 3}"}, "map{must [0 -> 0], may [8 -> 'Int]}"},
		{"copies' labels", w.label, []string{"U(L 8, 0)", "U(L 8, 1)", "U(L 8, 2)"}, "U(L(8), 'Int)"},
	} {
		v := w.parse(t, c.vs[0], c.typ)
		for _, text := range c.vs[1:] {
			v = w.Widen(v, w.parse(t, text, c.typ), 1)
			if err := w.Verify(v); err != nil {
				t.Error(err)
			}
		}
		if got := v.String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if again := w.Widen(v, v, 1); again.node != v.node {
			t.Errorf("%s: %s is widened to %s", c.name, v, again)
		}
	}
}

// context draws a function on values of type t that puts its argument into something larger.
func (s *source) context(t core.Type) func(v *Value) *Value {
	other, small := s.value(t), s.value(core.IntType)
	mode, k := s.n(4), s.n(8)
	return func(v *Value) *Value {
		v = s.wrap(t, v, other, small, k)
		if mode == 0 {
			return s.w.Join(v, other)
		}
		return v
	}
}

func (s *source) wrap(t core.Type, v, other, small *Value, k int) *Value {
	w := s.w
	next := w.Prim(core.OpAdd, []*Value{small, w.Const(core.Int(k))})
	switch t {
	case core.Type(w.tree):
		return w.Con(w.con("node"), [][]*Value{{v, other}, {other, v}, {v, v}, {v, w.Con(w.con("num"), []*Value{next})}}[k%4])
	case core.Type(w.cmd):
		label := w.Con(w.con("L"), []*Value{w.Const(core.Int(k))})
		if k > 4 {
			label = w.Con(w.con("U"), []*Value{label, next})
		}
		return w.Con(w.con("seq"), []*Value{v, other, label})
	}
	switch t := t.(type) {
	case core.Base:
		if t == core.IntType {
			return w.Prim(core.OpAdd, []*Value{v, next})
		}
		if t == core.StringType {
			return w.Prim(core.OpConcat, []*Value{v, other})
		}
	case *core.DataType:
		if t.Data == core.ListData && t.Args[0] == core.Type(core.IntType) {
			return w.Con(core.Cons, []*Value{next, v})
		}
		if t.Data == core.ListData {
			return w.Con(core.Cons, []*Value{w.Con(core.Cons, []*Value{w.anyBool(), w.Con(core.Nil, nil)}), v})
		}
	case *core.MapType:
		if t.Key == core.Type(core.IntType) {
			grown := w.MapMap(v, func(x *Value) *Value { return w.Prim(core.OpAdd, []*Value{x, w.Const(core.Int(1))}) })
			return w.Prim(core.OpMapInsert, []*Value{grown, next, next})
		}
		deeper := w.MapMap(v, func(x *Value) *Value { return w.Con(w.con("node"), []*Value{x, x}) })
		return w.Prim(core.OpMapInsert, []*Value{deeper, w.Con(core.Some, []*Value{next}), w.Con(w.con("leaf"), nil)})
	}
	return other
}

func TestWideningEnds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newSource(rt, Options{Trees: tree.Options{MaxMapKeys: 4}})
		ty := s.typ()
		v := s.value(ty)
		f, g := s.context(ty), s.context(ty)
		level := 1 + s.n(2)
		for i := range 200 {
			step := f
			if i%3 == 2 {
				step = g
			}
			next := s.w.Widen(v, step(v), level)
			s.verified(next)
			if next.node == v.node && i%3 == 2 {
				if s.w.Widen(v, f(v), level).node == v.node {
					return
				}
			}
			v = next
		}
		rt.Fatalf("still growing after 200 steps: %s", v)
	})
}

func TestCounted(t *testing.T) {
	w := newWorld(Options{})
	pair := &core.TupleType{Elems: []core.Type{core.IntType, core.IntType}}
	numbers := &core.MapType{Key: core.StringType, Value: pair}
	for _, c := range []struct {
		typ            core.Type
		old, now, want string
	}{
		{core.IntType, "0", "1 | 2", "'Int"},
		{core.IntType, "1 | 2", "1 | 2 | 3", "'Int"},
		{core.IntType, "1 | 2", "1 | 2", "1 | 2"},
		{core.IntType, "0", "1", "1"},
		{core.BoolType, "true", "'Bool", "'Bool"},
		{pair, "(0, 5)", "(1 | 2, 5)", "('Int, 5)"},
		{w.label, "U(L 8, 0)", "U(L 8, 1 | 2)", "U(L(8), 'Int)"},
		{w.label, "L 8", "U(L 8, 1 | 2)", "U(L(8), 1 | 2)"},
		{w.label, "L 8 | U(L 8, 1 | 2)", "L 8 | U(L 8, 3 | 4)", "L(8) | U(L(8), 3 | 4)"},
		{numbers, `map{"a" -> (0, 5)}`, `map{must ["a" -> (1 | 2, 5)], may ["b" -> (1 | 2, 5)]}`, `map{must ["a" -> ('Int, 5)], may ["b" -> (1 | 2, 5)]}`},
		{numbers, `map{"a" -> (0, 5)}`, `map{must [], may ['String -> (0 | 1, 5)]}`, "map{must [], may ['String -> ('Int, 5)]}"},
	} {
		old, now := w.parse(t, c.old, c.typ), w.parse(t, c.now, c.typ)
		got := w.Counted([]*Value{old}, []*Value{now})[0]
		if err := w.Verify(got); err != nil {
			t.Error(err)
		}
		if got.String() != c.want {
			t.Errorf("%s behind %s: got %s, want %s", c.now, c.old, got, c.want)
		}
	}
}

// TestCountedCovers: what is counted has all that was there.
func TestCountedCovers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newSource(rt, Options{Trees: tree.Options{MaxMapKeys: 4}})
		ty := s.typ()
		old, now := s.value(ty), s.value(ty)
		got := s.w.Counted([]*Value{old, now}, []*Value{now, now})
		for _, v := range got {
			if err := s.w.Verify(v); err != nil {
				rt.Fatal(err)
			}
			if !s.w.LeqTaggedAll([]*Value{now}, []*Value{v}) {
				rt.Fatalf("%s of %s behind %s", v, now, old)
			}
		}
		if got[1] != now {
			rt.Fatalf("%s became %s", now, got[1])
		}
	})
}
