package core_test

import (
	"runtime/debug"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
)

func TestCompareIsATotalOrder(t *testing.T) {
	p := scfmltest.ValueProgram(t)
	for _, typ := range p.Entry.ParamTypes {
		rapid.Check(t, func(r *rapid.T) {
			g := scfmltest.Values(typ, 2)
			a, b, c := g.Draw(r, "a"), g.Draw(r, "b"), g.Draw(r, "c")
			if core.Compare(a, a) != 0 {
				r.Fatalf("%v differs from itself", a)
			}
			if sign(core.Compare(a, b)) != -sign(core.Compare(b, a)) {
				r.Fatalf("Compare is not antisymmetric on %v and %v", a, b)
			}
			if core.Compare(a, b) <= 0 && core.Compare(b, c) <= 0 && core.Compare(a, c) > 0 {
				r.Fatalf("Compare is not transitive on %v, %v, %v", a, b, c)
			}
			if (core.FormatValue(a) == core.FormatValue(b)) != core.Equal(a, b) {
				r.Fatalf("%v and %v: equal is %v", a, b, core.Equal(a, b))
			}
			if core.Equal(a, b) && core.Hash(a) != core.Hash(b) {
				r.Fatalf("equal values %v and %v have different hashes", a, b)
			}
		})
	}
}

func sign(n int) int {
	return max(-1, min(1, n))
}

// The order between a few values, least first.
func TestCompareOrder(t *testing.T) {
	p := scfmltest.ValueProgram(t)
	for _, c := range []struct {
		typ    string
		values []string
	}{
		{"int", []string{"~9223372036854775808", "~1", "0", "1", "9223372036854775807"}},
		{"bool", []string{"false", "true"}},
		{"char", []string{`#"A"`, `#"a"`, `#"\255"`}},
		{"string", []string{`""`, `"B"`, `"a"`, `"aa"`, `"b"`}},
		{"int * bool", []string{"(1, false)", "(1, true)", "(2, false)"}},
		{"tree", []string{"leaf", "node(leaf, 1, leaf)", "node(leaf, 2, leaf)", "node(node(leaf, 0, leaf), 0, leaf)", `tree.fix("")`}},
		{"int list", []string{"[]", "[1]", "[1, 1]", "[2]"}},
		{"M.map", []string{"map{}", `map{(1, "a") -> leaf}`, `map{(1, "b") -> leaf}`, `map{(1, "a") -> leaf, (1, "b") -> leaf}`}},
		{"S.set", []string{"set{}", "set{leaf}", `set{tree.fix("a")}`, `set{leaf, tree.fix("a")}`}},
	} {
		typ, err := scfml.ParseType(c.typ, p)
		if err != nil {
			t.Fatal(err)
		}
		var vs []core.Value
		for _, text := range c.values {
			v, err := core.ParseValue(text, typ, p)
			if err != nil {
				t.Fatal(err)
			}
			vs = append(vs, v)
		}
		if !slices.IsSortedFunc(vs, core.Compare) || slices.IsSortedFunc([]core.Value{vs[1], vs[0]}, core.Compare) {
			t.Errorf("%v: not in order", vs)
		}
	}
}

// Kinds of values have an order too, and Dead comes first and is equal to itself.
func TestCompareKinds(t *testing.T) {
	kinds := []core.Value{core.Dead{}, core.Bool(true), core.Char(0), core.Int(0), core.Str(""), core.UnitValue, &core.ConValue{Con: core.Nil}, core.EmptyMap, core.EmptySet}
	for i, a := range kinds {
		for j, b := range kinds {
			if got := core.Compare(a, b); sign(got) != sign(i-j) {
				t.Errorf("Compare(%v, %v) = %d", a, b, got)
			}
		}
	}
}

// Constructors of two loads of a program are the same to Compare and Hash.
func TestEqualAcrossLoads(t *testing.T) {
	p, q := scfmltest.ValueProgram(t), scfmltest.ValueProgram(t)
	const text = `(node(leaf, 1, tree.fix("a")), empty, map{}, set{leaf}, NONE, map{leaf -> [1]})`
	a, b := scfmltest.Arg(t, p, text), scfmltest.Arg(t, q, text)
	if !core.Equal(a, b) || core.Hash(a) != core.Hash(b) {
		t.Errorf("%v of two loads: equal %v", a, core.Equal(a, b))
	}
	moved, err := core.Rebind(a, q)
	if err != nil {
		t.Fatal(err)
	}
	if con := moved.(*core.Tuple).Elems[0].(*core.ConValue).Con; con != b.(*core.Tuple).Elems[0].(*core.ConValue).Con {
		t.Errorf("after Rebind the constructor is still that of the other load")
	}
}

func TestRebindKeepsTheValue(t *testing.T) {
	p, q := scfmltest.ValueProgram(t), scfmltest.ValueProgram(t)
	rapid.Check(t, func(r *rapid.T) {
		v := scfmltest.Values(p.Entry.ArgType(), 3).Draw(r, "value")
		w, err := core.Rebind(v, q)
		if err != nil || !core.Equal(v, w) {
			r.Fatalf("%v becomes %v, %v", v, w, err)
		}
	})
}

// Where the other load declares the constructors in another order, maps are sorted anew.
func TestRebindSorts(t *testing.T) {
	p := scfmltest.Load(t, "datatype t = A | B  structure M = MapFn(type key = t type value = int)  fun main (m : M.map) = m")
	q := scfmltest.Load(t, "datatype t = B | A  structure M = MapFn(type key = t type value = int)  fun main (m : M.map) = M.find (m, A)")
	v, err := core.Rebind(scfmltest.Arg(t, p, "map{A -> 1, B -> 2}"), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := core.FormatValue(v); got != "map{B -> 2, A -> 1}" {
		t.Errorf("the map is %s", got)
	}
}

// Names that are unique in one program only lead back to the source's.
func TestRebindRenamed(t *testing.T) {
	p := scfmltest.Load(t, "datatype t = A | B  fun main (x : t) = x")
	q := scfmltest.Load(t, "datatype u = B  structure T = struct datatype t = A | B fun main (x : t) = x end")
	for from, to := range map[*core.Program]*core.Program{p: q, q: p} {
		v, err := core.Rebind(scfmltest.Arg(t, from, "B"), to)
		if err != nil || v.(*core.ConValue).Con.Data != to.Entry.ParamTypes[0].(*core.DataType).Data {
			t.Errorf("B becomes %v, %v", v, err)
		}
	}
}

func TestRebindErrors(t *testing.T) {
	p := scfmltest.Load(t, "datatype t = A of int | B  datatype u = U  fun main (x : t, y : u) = x")
	for _, c := range []struct{ other, arg, want string }{
		{"datatype t = A of int | B  fun main (x : t) = x", "(B, U)",
			"the program has no datatype u, of which the value's constructor U is"},
		{"datatype t = A of int  datatype u = U  fun main (x : t) = x", "(B, U)",
			"the program's datatype t has no constructor B, which the value has"},
		{"datatype t = A of int * int | B  datatype u = U  fun main (x : t) = x", "(A 1, U)",
			"constructor A of datatype t takes 2 arguments in the program, but 1 in the value"},
	} {
		if _, err := core.Rebind(scfmltest.Arg(t, p, c.arg), scfmltest.Load(t, c.other)); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// Maps against Go's.
func TestMapsAndSets(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m, s, model := core.EmptyMap, core.EmptySet, map[core.Int]core.Int{}
		for range rapid.IntRange(0, 200).Draw(r, "steps") {
			k := core.Int(rapid.IntRange(0, 60).Draw(r, "key"))
			if rapid.Bool().Draw(r, "insert") {
				v := core.Int(rapid.IntRange(0, 9).Draw(r, "value"))
				m, s, model[k] = m.Insert(k, v), s.Insert(k), v
				continue
			}
			before := m
			if m = m.Remove(k); m.Len() == before.Len() && m != before {
				r.Fatalf("removing an absent key makes another map")
			}
			s = s.Remove(k)
			delete(model, k)
		}
		if m.Len() != len(model) || s.Len() != len(model) {
			r.Fatalf("%v and %v should have %d elements", m, s, len(model))
		}
		last := core.Int(-1)
		for k, v := range m.All() {
			if k.(core.Int) <= last || model[k.(core.Int)] != v || !s.Has(k) {
				r.Fatalf("entry %v -> %v of %v; the members are %v", k, v, m, s)
			}
			last = k.(core.Int)
		}
	})
}

// A value nested hundreds of thousands of levels deep, in any argument, needs no deep stack.
func TestDeepValues(t *testing.T) {
	tier.Standard(t, "deep values")
	old := debug.SetMaxStack(1 << 20)
	defer debug.SetMaxStack(old)
	p := scfmltest.ValueProgram(t)
	typ := &core.DataType{Data: p.Datatypes[0]}
	leaf, node := typ.Data.Cons[0], typ.Data.Cons[1]
	depth := tier.Pick(50_000, 50_000, 200_000)
	for _, side := range []int{0, 2} {
		build := func() core.Value {
			v := &core.ConValue{Con: leaf}
			for range depth {
				args := []core.Value{&core.ConValue{Con: leaf}, core.Int(1), &core.ConValue{Con: leaf}}
				args[side] = v
				v = &core.ConValue{Con: node, Args: args}
			}
			return v
		}
		a, b := build(), build()
		if !core.Equal(a, b) || core.Hash(a) != core.Hash(b) {
			t.Error("equal deep values differ")
		}
		if _, err := core.Rebind(a, p); err != nil {
			t.Error(err)
		}
		if n := len(core.FormatValue(a)); n < 10*depth {
			t.Errorf("a deep value prints as %d bytes", n)
		}
		if s := core.AbbreviateValue(a, 20); len(s) != 23 {
			t.Errorf("a deep value abbreviated is %s", s)
		}
	}
}
