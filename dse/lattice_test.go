package dse

import (
	"testing"

	"pgregory.net/rapid"

	"scf/scfml/core"
)

// A small universe of patterns: trees with values, over maps with integer keys.
var (
	testData  = &core.Datatype{Name: "t"}
	testLeaf  = &core.Con{Name: "leaf", Data: testData, Index: 0}
	testUnary = &core.Con{Name: "unary", Data: testData, Index: 1, Args: []core.Type{&core.DataType{Data: testData}}}
	testPair  = &core.Con{Name: "binary", Data: testData, Index: 2, Args: []core.Type{core.IntType, core.IntType}}
)

func init() { testData.Cons = []*core.Con{testLeaf, testUnary, testPair} }

// drawPattern draws a pattern of the type (int * t) * (int, t) map, or of a part of it.
func drawPattern(t *rapid.T, lat *lattice, depth int) *LivenessPattern {
	tree := func(label string) *LivenessPattern { return drawTree(t, lat, depth) }
	first := lat.product([]*LivenessPattern{drawLeaf(t, lat), tree("tree")})
	ks := lat.keys.of(keysOf(drawKeys(t)...))
	if ks == lat.keys.none {
		return lat.product([]*LivenessPattern{first, lat.dead})
	}
	m := lat.mapping(ks, tree("value"), false, rapid.Bool().Draw(t, "iterated"))
	return lat.product([]*LivenessPattern{first, m})
}

func drawKeys(t *rapid.T) []core.Value {
	var out []core.Value
	for _, n := range rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "keys") {
		out = append(out, core.Int(n))
	}
	return out
}

func drawLeaf(t *rapid.T, lat *lattice) *LivenessPattern {
	switch rapid.IntRange(0, 3).Draw(t, "leaf") {
	case 0:
		return lat.live
	case 1:
		return lat.literal(core.Int(rapid.IntRange(0, 2).Draw(t, "literal")))
	}
	return lat.dead
}

func drawTree(t *rapid.T, lat *lattice, depth int) *LivenessPattern {
	l := lat.dead
	if depth == 0 {
		return drawLive(t, lat)
	}
	if rapid.Bool().Draw(t, "leaf") {
		l = lat.join(l, lat.constructor(testLeaf, nil))
	}
	if rapid.Bool().Draw(t, "unary") {
		l = lat.join(l, lat.constructor(testUnary, []*LivenessPattern{drawTree(t, lat, depth-1)}))
	}
	if rapid.Bool().Draw(t, "binary") {
		l = lat.join(l, lat.constructor(testPair, []*LivenessPattern{drawLeaf(t, lat), drawLeaf(t, lat)}))
	}
	return l
}

func drawLive(t *rapid.T, lat *lattice) *LivenessPattern {
	if rapid.Bool().Draw(t, "live") {
		return lat.live
	}
	return lat.dead
}

func TestJoinLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat := newLattice(DefaultLimits().MaxDepth)
		a, b, c := drawPattern(t, lat, 3), drawPattern(t, lat, 3), drawPattern(t, lat, 3)
		ab := lat.join(a, b)
		if ab != lat.join(b, a) {
			t.Fatalf("join of %s and %s depends on their order", a, b)
		}
		if lat.join(ab, c) != lat.join(a, lat.join(b, c)) {
			t.Fatalf("join of %s, %s and %s depends on their grouping", a, b, c)
		}
		if lat.join(a, a) != a || lat.join(ab, a) != ab {
			t.Fatalf("join of %s and %s is no upper bound", a, b)
		}
		if lat.join(a, lat.dead) != a || lat.join(a, lat.live) != lat.live {
			t.Fatalf("D and L are not the bounds of %s", a)
		}
	})
}

// TestWiden checks that widening is above both patterns, and that no chain of growing patterns is widened for ever.
func TestWiden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat := newLattice(DefaultLimits().MaxDepth)
		l := drawPattern(t, lat, 2)
		changes := 0
		for range 60 {
			grown := drawPattern(t, lat, 5)
			w := lat.widen(l, grown)
			if lat.join(w, l) != w || lat.join(w, grown) != w {
				t.Fatalf("widening of %s to %s gives %s", l, grown, w)
			}
			if w != l {
				changes++
			}
			l = w
		}
		if changes > 40 {
			t.Fatalf("%d changes, last to %s", changes, l)
		}
	})
}

// TestWidenGrowth widens what a recursion over trees asks for: each iteration one level deeper.
func TestWidenGrowth(t *testing.T) {
	lat := newLattice(DefaultLimits().MaxDepth)
	l := lat.constructor(testUnary, []*LivenessPattern{lat.dead})
	for i := range 10 {
		grown := lat.join(l, lat.constructor(testUnary, []*LivenessPattern{l}))
		w := lat.widen(l, grown)
		if w == l {
			if got := l.String(); got != "unary L" {
				t.Errorf("widened to %s", got)
			}
			return
		}
		if i == 9 {
			t.Fatalf("still growing: %s", w)
		}
		l = w
	}
}

// TestString checks the notation on the examples of figure 7.4.
func TestString(t *testing.T) {
	lat := newLattice(DefaultLimits().MaxDepth)
	cons := func(args ...*LivenessPattern) *LivenessPattern { return lat.constructor(core.Cons, args) }
	two := []core.Value{core.Int(1332), core.Int(1), core.Int(21)}
	for _, test := range []struct {
		l    *LivenessPattern
		want string
	}{
		{lat.product([]*LivenessPattern{lat.dead, lat.dead}), "D"},
		{lat.product([]*LivenessPattern{lat.live, lat.live}), "L"},
		{lat.product([]*LivenessPattern{lat.dead, cons(lat.dead, lat.dead)}), "(D, ::(D, D))"},
		{lat.product([]*LivenessPattern{lat.dead, lat.constructor(core.Nil, nil)}), "(D, nil)"},
		{lat.product([]*LivenessPattern{lat.dead, lat.join(
			lat.constructor(testUnary, []*LivenessPattern{lat.dead}),
			lat.constructor(testPair, []*LivenessPattern{lat.dead, lat.dead}))}), "(D, unary D | binary(D, D))"},
		{lat.product([]*LivenessPattern{lat.dead, lat.live}), "(D, L)"},
		{lat.mapping(lat.keys.of(keysOf(two...)), lat.constructor(testUnary, []*LivenessPattern{lat.dead}), false, false),
			"[1 | 21 | 1332, unary D]"},
		{lat.mapping(lat.keys.of(keysOf(two...)), lat.dead, true, true), "{1 | 21 | 1332}*"},
		{lat.join(lat.constructor(core.None, nil), lat.constructor(core.Some, []*LivenessPattern{lat.live})), "L"},
		{lat.join(lat.literal(core.Int(12)), lat.literal(core.Int(7))), "7 | 12"},
		{lat.join(lat.literal(core.Bool(true)), lat.literal(core.Bool(false))), "L"},
	} {
		if got := test.l.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
