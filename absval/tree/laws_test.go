package tree

import (
	"testing"

	"pgregory.net/rapid"

	"scf/internal/testing/tier"
	"scf/scfml/core"
)

// The laws of sets of values, with membership as the judge. A set is made of random members, joined and widened, so that members of it are
// known: recursive sets come about by widening.

// source draws types, values and sets.
type source struct {
	*rapid.T
	table *Table
	types []core.Type
	tree  *core.DataType
}

// check checks a property of random sets, in tables with the usual limits and with tight ones.
func check(t *testing.T, property func(s *source)) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{}
		if rapid.Bool().Draw(t, "tight") {
			o = Options{MaxWidening: 60, MaxConsts: 2, MaxAlts: 1, MaxMapKeys: 2, MaxStates: 20}
		}
		property(newSource(t, New(o)))
	})
}

func newSource(t *rapid.T, table *Table) *source {
	data := &core.Datatype{Name: "tree"}
	s := &source{T: t, table: table, tree: &core.DataType{Data: data}}
	data.Cons = []*core.Con{
		{Name: "leaf", Data: data},
		{Name: "num", Data: data, Index: 1, Args: []core.Type{core.IntType}},
		{Name: "node", Data: data, Index: 2, Args: []core.Type{s.tree, s.tree}},
		{Name: "children", Data: data, Index: 3, Args: []core.Type{&core.MapType{Key: core.IntType, Value: s.tree}}},
	}
	s.types = []core.Type{
		core.IntType, core.BoolType, core.StringType, core.CharType, s.tree, core.ListOf(core.IntType),
		&core.TupleType{Elems: []core.Type{s.tree, core.BoolType}},
		&core.MapType{Key: core.IntType, Value: core.ListOf(core.BoolType)},
		&core.MapType{Key: core.StringType, Value: s.tree},
		&core.SetType{Elem: core.IntType},
	}
	return s
}

func (s *source) n(n int) int    { return rapid.IntRange(0, n-1).Draw(s.T, "n") }
func (s *source) typ() core.Type { return rapid.SampledFrom(s.types).Draw(s.T, "type") }

// value draws a value of the type.
func (s *source) value(t core.Type, depth int) core.Value {
	switch t := t.(type) {
	case core.Base:
		return s.scalar(t)
	case *core.TupleType:
		v := &core.Tuple{}
		for _, e := range t.Elems {
			v.Elems = append(v.Elems, s.value(e, depth-1))
		}
		return v
	case *core.MapType:
		m := core.EmptyMap
		for range s.n(1 + max(depth, 0)) {
			m = m.Insert(s.value(t.Key, depth-1), s.value(t.Value, depth-1))
		}
		return m
	case *core.SetType:
		m := core.EmptySet
		for range s.n(1 + max(depth, 0)) {
			m = m.Insert(s.value(t.Elem, depth-1))
		}
		return m
	}
	d := t.(*core.DataType)
	if d.Data == core.ListData {
		var items []core.Value
		for range s.n(1 + max(depth, 0)) {
			items = append(items, s.value(d.Args[0], depth-1))
		}
		return core.ListValue(items...)
	}
	cons := d.Data.Cons
	if depth <= 0 {
		cons = cons[:2]
	}
	v := &core.ConValue{Con: cons[s.n(len(cons))]}
	for _, a := range v.Con.Args {
		v.Args = append(v.Args, s.value(a, depth-1))
	}
	return v
}

func (s *source) scalar(t core.Base) core.Value {
	switch t {
	case core.BoolType:
		return core.Bool(s.n(2) == 0)
	case core.CharType:
		return core.Char('a' + s.n(4))
	case core.StringType:
		return core.Str("abcd"[:s.n(4)])
	}
	return core.Int(s.n(6))
}

// set draws a set of values of the type, and some of its members.
func (s *source) set(t core.Type) (*Node, []core.Value) {
	if s.n(12) == 0 {
		return s.table.TopOf(t), []core.Value{s.value(t, 3)}
	}
	n := s.table.Bottom
	var members []core.Value
	for range 1 + s.n(5) {
		v := s.value(t, 3)
		members = append(members, v)
		now := s.table.Join(n, s.table.OfValue(v))
		if n != s.table.Bottom && s.n(3) == 0 {
			now = s.table.Widening(s.n(6) == 0).Closed(n, now)
		}
		n = now
	}
	s.sound(n, members)
	return n, members
}

// sound fails unless the set is in normal form and has the members.
func (s *source) sound(n *Node, members []core.Value) {
	s.Helper()
	if rule, at := s.table.Verifier().Broken(n); at != nil {
		s.Fatalf("%s: %s of %s", rule, at, n)
	}
	for _, v := range members {
		if !s.table.Has(n, v) {
			s.Fatalf("%s lacks %s", n, core.FormatValue(v))
		}
	}
}

func TestJoinLaws(t *testing.T) {
	check(t, func(s *source) {
		ty := s.typ()
		a, as := s.set(ty)
		b, bs := s.set(ty)
		j := s.table.Join(a, b)
		s.sound(j, append(as, bs...))
		switch {
		case s.table.Join(b, a) != j:
			s.Fatalf("Join(%s, %s) is not commutative", a, b)
		case s.table.Join(a, a) != a:
			s.Fatalf("Join(%s) with itself is another set", a)
		case s.table.Join(j, a) != j:
			s.Fatalf("Join(%s, %s) = %s grows by what it has", a, b, j)
		case !s.table.Leq(a, j) || !s.table.Leq(b, j):
			s.Fatalf("Join(%s, %s) = %s does not include both", a, b, j)
		}
	})
}

// TestInclusion: what is said to be included is, and what is said to be disjoint has no member of the other.
func TestInclusion(t *testing.T) {
	check(t, func(s *source) {
		ty := s.typ()
		a, as := s.set(ty)
		b, bs := s.set(ty)
		if s.table.Leq(a, b) {
			s.sound(b, as)
			if s.table.Leq(b, a) && a != b {
				s.Fatalf("%s and %s are the same set and two nodes", a, b)
			}
		}
		if s.table.Disjoint(a, b) != s.table.Disjoint(b, a) {
			s.Fatalf("Disjoint(%s, %s) is not symmetric", a, b)
		}
		if s.table.Disjoint(a, b) {
			for _, v := range bs {
				if s.table.Has(a, v) {
					s.Fatalf("%s is in %s and in %s", core.FormatValue(v), a, b)
				}
			}
		}
		for _, v := range append(as, bs...) {
			if single := s.table.OfValue(v); s.table.Has(a, v) == s.table.Disjoint(a, single) {
				s.Fatalf("%s and %s", core.FormatValue(v), a)
			}
		}
	})
}

// TestOnStep: work on nodes calls the function all the time, which may end it.
func TestOnStep(t *testing.T) {
	table, calls := New(Options{}), 0
	table.OnStep(func() {
		if calls++; calls == 3 {
			panic("enough")
		}
	})
	defer func() {
		if r := recover(); r != "enough" || calls != 3 {
			t.Errorf("%d calls, then %v", calls, r)
		}
	}()
	for i := range 1 << 20 {
		table.OfValue(core.EmptyMap.Insert(core.Int(1), core.Int(i)))
	}
	t.Error("it goes on")
}

// TestSingletons: a set of one value knows which.
func TestSingletons(t *testing.T) {
	check(t, func(s *source) {
		v, other := s.value(s.typ(), 3), s.value(s.typ(), 3)
		n := s.table.OfValue(v)
		s.sound(n, []core.Value{v})
		if got := n.Value(); got == nil || core.Compare(got, v) != 0 {
			s.Fatalf("%s has the one value %v", core.FormatValue(v), got)
		}
		if s.table.OfValue(v) != n {
			s.Fatalf("two nodes of %s", n)
		}
		if (s.table.OfValue(other) == n) != (core.Compare(v, other) == 0) {
			s.Fatalf("%s, %s", core.FormatValue(v), core.FormatValue(other))
		}
	})
}

// TestWideningStops: a chain of ever deeper values, each a part of the next, has the values of all and changes a few times only.
func TestWideningStops(t *testing.T) {
	const most = 24
	rounds := tier.Pick(28, 32, 40)
	check(t, func(s *source) {
		v := core.Value(&core.ConValue{Con: s.tree.Data.Cons[0]})
		n, members, changes := s.table.OfValue(v), []core.Value{v}, 0
		for i := range rounds {
			switch con := s.tree.Data.Cons[2+s.n(2)]; {
			case con.Name == "children":
				v = &core.ConValue{Con: con, Args: []core.Value{core.EmptyMap.Insert(core.Int(1), v)}}
			case s.n(2) == 0:
				v = &core.ConValue{Con: con, Args: []core.Value{v, &core.ConValue{Con: s.tree.Data.Cons[1], Args: []core.Value{core.Int(i)}}}}
			default:
				v = &core.ConValue{Con: con, Args: []core.Value{v, v}}
			}
			members = append(members, v)
			now := s.table.Widening(false).Closed(n, s.table.Join(n, s.table.OfValue(v)))
			if now != n {
				changes++
			}
			n = now
		}
		s.sound(n, members)
		if changes > most {
			s.Fatalf("changes %d times: %s", changes, n)
		}
	})
}

// TestCyclesAreShared: recursive sets that denote the same trees are one node, however they came about.
func TestCyclesAreShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSource(t, New(Options{}))
		leaf, node := s.tree.Data.Cons[0], s.tree.Data.Cons[2]
		trees := []*Node{s.table.Apply(leaf, nil)}
		for range 4 {
			last := trees[len(trees)-1]
			trees = append(trees, s.table.Apply(node, []*Node{last, trees[s.n(len(trees))]}))
		}
		binary := func(from int) *Node {
			n := trees[0]
			for _, m := range trees[from:] {
				n = s.table.Widening(false).Closed(n, s.table.Join(n, m))
			}
			for range 3 { // both branches grow
				n = s.table.Widening(false).Closed(n, s.table.Join(n, s.table.Apply(node, []*Node{n, n})))
			}
			return n
		}
		if a, b := binary(1), binary(1+s.n(len(trees)-1)); a != b {
			s.Fatalf("%s\n%s", a, b)
		}
	})
}

// TestTranslator: a set has the same members and the same text in another table, and is the same again when it comes back.
func TestTranslator(t *testing.T) {
	check(t, func(s *source) {
		n, members := s.set(s.typ())
		p := &core.Program{Datatypes: []*core.Datatype{s.tree.Data}}
		into := newSource(s.T, New(s.table.opts))
		to := into.table.Translator(p)
		m := to.Node(n)
		if to.Err != nil {
			s.Fatal(to.Err)
		}
		into.sound(m, members)
		if m.String() != n.String() {
			s.Fatalf("%s becomes %s", n, m)
		}
		if back := s.table.Translator(p); back.Node(m) != n {
			s.Fatalf("%s comes back as another set", n)
		}
	})
}

// TestWithout: what is taken out is all that is taken out.
func TestWithout(t *testing.T) {
	check(t, func(s *source) {
		ty := rapid.SampledFrom([]core.Type{core.IntType, core.BoolType, core.StringType, core.CharType}).Draw(s.T, "scalar")
		n, members := s.set(ty)
		c := s.value(ty, 1)
		rest := s.table.WithoutConst(n, s.table.Const(c))
		for _, v := range members {
			if core.Compare(v, c) != 0 && !s.table.Has(rest, v) {
				s.Fatalf("%s without %s lacks %s", n, core.FormatValue(c), core.FormatValue(v))
			}
		}
		if vals, ok := s.table.Members(n); ok && n.Kind != Alt && s.table.Has(rest, c) {
			s.Fatalf("%s = %v without %s is %s", n, vals, core.FormatValue(c), rest)
		}
		if !s.table.Leq(rest, n) {
			s.Fatalf("%s without %s is %s", n, core.FormatValue(c), rest)
		}
	})
}
