package scfml

import (
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// valueTypes declares the datatypes of the random values.
const valueTypes = `
	datatype tree = leaf | node of tree * int * tree | fix of string | tagged of pair
	and 'a box = empty | box of 'a * 'a box
	and pair = pair of int * char
	structure M = MapFn(type key = int * string type value = tree)
	structure N = MapFn(type key = tree type value = int list)
	structure S = SetFn(type value = tree)
	fun main (a : tree, b : int box, c : M.map, d : S.set, e : (bool * char) list option, f : N.map) = a`

func valueProgram(t testing.TB) *Program { return load(t, valueTypes) }

// genValue makes random values of a type.
func genValue(t Type, depth int) *rapid.Generator[Value] {
	return rapid.Custom(func(r *rapid.T) Value { return drawValue(r, t, depth) })
}

func drawValue(r *rapid.T, t Type, depth int) Value {
	switch t := t.(type) {
	case Base:
		return drawScalar(r, t)
	case *TupleType:
		return &Tuple{drawAll(r, t.Elems, depth)}
	case *DataType:
		return drawCon(r, t, depth)
	case *MapType:
		m := EmptyMap
		for range rapid.IntRange(0, 3).Draw(r, "entries") {
			m = m.Insert(drawValue(r, t.Key, depth-1), drawValue(r, t.Value, depth-1))
		}
		return m
	case *SetType:
		s := EmptySet
		for range rapid.IntRange(0, 3).Draw(r, "members") {
			s = s.Insert(drawValue(r, t.Elem, depth-1))
		}
		return s
	}
	panic(fmt.Sprintf("no values of type %s", t))
}

func drawAll(r *rapid.T, ts []Type, depth int) []Value {
	vs := make([]Value, len(ts))
	for i, t := range ts {
		vs[i] = drawValue(r, t, depth)
	}
	return vs
}

func drawScalar(r *rapid.T, t Base) Value {
	switch t {
	case IntType:
		return Int(rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64()).Draw(r, "int"))
	case BoolType:
		return Bool(rapid.Bool().Draw(r, "bool"))
	case CharType:
		return Char(rapid.Byte().Draw(r, "char"))
	}
	return Str(rapid.SliceOfN(rapid.OneOf(rapid.ByteRange('a', 'c'), rapid.Byte()), 0, 4).Draw(r, "string"))
}

// drawCon takes the first constructor without arguments once depth is used up.
func drawCon(r *rapid.T, t *DataType, depth int) Value {
	cons := t.Data.Cons
	if depth <= 0 {
		for _, c := range cons {
			if len(c.Args) == 0 {
				return &ConValue{Con: c}
			}
		}
	}
	c := rapid.SampledFrom(cons).Draw(r, "constructor")
	return &ConValue{Con: c, Args: drawAll(r, c.ArgTypes(t), depth-1)}
}

func TestCompareIsATotalOrder(t *testing.T) {
	p := valueProgram(t)
	for _, typ := range p.Entry.ParamTypes {
		rapid.Check(t, func(r *rapid.T) {
			g := genValue(typ, 2)
			a, b, c := g.Draw(r, "a"), g.Draw(r, "b"), g.Draw(r, "c")
			if Compare(a, a) != 0 {
				r.Fatalf("%v differs from itself", a)
			}
			if sign(Compare(a, b)) != -sign(Compare(b, a)) {
				r.Fatalf("Compare is not antisymmetric on %v and %v", a, b)
			}
			if Compare(a, b) <= 0 && Compare(b, c) <= 0 && Compare(a, c) > 0 {
				r.Fatalf("Compare is not transitive on %v, %v, %v", a, b, c)
			}
			if (FormatValue(a) == FormatValue(b)) != Equal(a, b) {
				r.Fatalf("%v and %v: equal is %v", a, b, Equal(a, b))
			}
			if Equal(a, b) && Hash(a) != Hash(b) {
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
	p := valueProgram(t)
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
		typ, err := ParseType(c.typ, p)
		if err != nil {
			t.Fatal(err)
		}
		var vs []Value
		for _, text := range c.values {
			v, err := ParseValue(text, typ, p)
			if err != nil {
				t.Fatal(err)
			}
			vs = append(vs, v)
		}
		if !slices.IsSortedFunc(vs, Compare) || slices.IsSortedFunc([]Value{vs[1], vs[0]}, Compare) {
			t.Errorf("%v: not in order", vs)
		}
	}
}

// Kinds of values have an order too, and Dead comes first and is equal to itself.
func TestCompareKinds(t *testing.T) {
	kinds := []Value{Dead{}, Bool(true), Char(0), Int(0), Str(""), UnitValue, &ConValue{Con: Nil}, EmptyMap, EmptySet}
	for i, a := range kinds {
		for j, b := range kinds {
			if got := Compare(a, b); sign(got) != sign(i-j) {
				t.Errorf("Compare(%v, %v) = %d", a, b, got)
			}
		}
	}
}

// Constructors of two loads of a program are the same to Compare and Hash.
func TestEqualAcrossLoads(t *testing.T) {
	p, q := valueProgram(t), valueProgram(t)
	const text = `(node(leaf, 1, tree.fix("a")), empty, map{}, set{leaf}, NONE, map{leaf -> [1]})`
	a, b := parseArg(t, p, text), parseArg(t, q, text)
	if !Equal(a, b) || Hash(a) != Hash(b) {
		t.Errorf("%v of two loads: equal %v", a, Equal(a, b))
	}
	moved, err := Rebind(a, q)
	if err != nil {
		t.Fatal(err)
	}
	if con := moved.(*Tuple).Elems[0].(*ConValue).Con; con != b.(*Tuple).Elems[0].(*ConValue).Con {
		t.Errorf("after Rebind the constructor is still that of the other load")
	}
}

func TestRebindKeepsTheValue(t *testing.T) {
	p, q := valueProgram(t), valueProgram(t)
	rapid.Check(t, func(r *rapid.T) {
		v := genValue(p.Entry.ArgType(), 3).Draw(r, "value")
		w, err := Rebind(v, q)
		if err != nil || !Equal(v, w) {
			r.Fatalf("%v becomes %v, %v", v, w, err)
		}
	})
}

// Where the other load declares the constructors in another order, maps are sorted anew.
func TestRebindSorts(t *testing.T) {
	p := load(t, "datatype t = A | B  structure M = MapFn(type key = t type value = int)  fun main (m : M.map) = m")
	q := load(t, "datatype t = B | A  structure M = MapFn(type key = t type value = int)  fun main (m : M.map) = M.find (m, A)")
	v, err := Rebind(parseArg(t, p, "map{A -> 1, B -> 2}"), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := FormatValue(v); got != "map{B -> 2, A -> 1}" {
		t.Errorf("the map is %s", got)
	}
}

// Names that are unique in one program only lead back to the source's.
func TestRebindRenamed(t *testing.T) {
	p := load(t, "datatype t = A | B  fun main (x : t) = x")
	q := load(t, "datatype u = B  structure T = struct datatype t = A | B fun main (x : t) = x end")
	for from, to := range map[*Program]*Program{p: q, q: p} {
		v, err := Rebind(parseArg(t, from, "B"), to)
		if err != nil || v.(*ConValue).Con.Data != to.Entry.ParamTypes[0].(*DataType).Data {
			t.Errorf("B becomes %v, %v", v, err)
		}
	}
}

func TestRebindErrors(t *testing.T) {
	p := load(t, "datatype t = A of int | B  datatype u = U  fun main (x : t, y : u) = x")
	for _, c := range []struct{ other, arg, want string }{
		{"datatype t = A of int | B  fun main (x : t) = x", "(B, U)",
			"the program has no datatype u, of which the value's constructor U is"},
		{"datatype t = A of int  datatype u = U  fun main (x : t) = x", "(B, U)",
			"the program's datatype t has no constructor B, which the value has"},
		{"datatype t = A of int * int | B  datatype u = U  fun main (x : t) = x", "(A 1, U)",
			"constructor A of datatype t takes 2 arguments in the program, but 1 in the value"},
	} {
		if _, err := Rebind(parseArg(t, p, c.arg), load(t, c.other)); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// Maps against Go's.
func TestMapsAndSets(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m, s, model := EmptyMap, EmptySet, map[Int]Int{}
		for range rapid.IntRange(0, 200).Draw(r, "steps") {
			k := Int(rapid.IntRange(0, 60).Draw(r, "key"))
			if rapid.Bool().Draw(r, "insert") {
				v := Int(rapid.IntRange(0, 9).Draw(r, "value"))
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
		last := Int(-1)
		for k, v := range m.All() {
			if k.(Int) <= last || model[k.(Int)] != v || !s.Has(k) {
				r.Fatalf("entry %v -> %v of %v; the members are %v", k, v, m, s)
			}
			last = k.(Int)
		}
	})
}

// A value nested hundreds of thousands of levels deep, in any argument, needs no deep stack.
func TestDeepValues(t *testing.T) {
	old := debug.SetMaxStack(1 << 20)
	defer debug.SetMaxStack(old)
	p := valueProgram(t)
	typ := &DataType{Data: p.Datatypes[0]}
	leaf, node := typ.Data.Cons[0], typ.Data.Cons[1]
	const depth = 200_000
	for _, side := range []int{0, 2} {
		build := func() Value {
			v := &ConValue{Con: leaf}
			for range depth {
				args := []Value{&ConValue{Con: leaf}, Int(1), &ConValue{Con: leaf}}
				args[side] = v
				v = &ConValue{Con: node, Args: args}
			}
			return v
		}
		a, b := build(), build()
		if !Equal(a, b) || Hash(a) != Hash(b) {
			t.Error("equal deep values differ")
		}
		if _, err := Rebind(a, p); err != nil {
			t.Error(err)
		}
		if n := len(FormatValue(a)); n < 10*depth {
			t.Errorf("a deep value prints as %d bytes", n)
		}
		if s := AbbreviateValue(a, 20); len(s) != 23 {
			t.Errorf("a deep value abbreviated is %s", s)
		}
	}
}
