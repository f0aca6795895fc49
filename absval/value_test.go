package absval

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/absval/tree"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/scfml/core"
)

func TestConcreteAndBack(t *testing.T) {
	check(t, func(s *source) {
		ty := s.typ()
		c := (&sampler{d: s.w.Domain, rng: s.rng()}).ofType(ty, 3)
		v := s.w.Const(c)
		s.verified(v)
		back, ok := v.Concrete()
		if !ok || !core.Equal(c, back) || !v.IsSingleton() || !s.w.Contains(v, c) {
			s.t.Fatalf("%s is %s and back %v", c, v, back)
		}
		if w := s.w.parse(s.t, core.FormatValue(c), ty); w.node != v.node {
			s.t.Fatalf("%s as text is %s", c, w)
		}
		if v.String() != core.FormatValue(c) {
			s.t.Fatalf("%s prints as %s", c, v)
		}
	})
}

func TestDeadIsUnknown(t *testing.T) {
	w := newWorld(Options{})
	for _, c := range []struct {
		v    core.Value
		want string
	}{
		{core.Dead{}, "Any"},
		{&core.Tuple{Elems: []core.Value{core.Int(1), core.Dead{}}}, "(1, Any)"},
		{core.SomeValue(core.Dead{}), "SOME(Any)"},
		{core.EmptyMap.Insert(core.Int(1), core.Dead{}), "map{1 -> Any}"},
	} {
		if got := w.Const(c.v).String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// Lists of any length must not need the stack that a recursion down their tails would.
func TestLongLists(t *testing.T) {
	tier.Standard(t, "long lists")
	tier.Same(t)
	w := newWorld(Options{})
	vs := make([]core.Value, 200_000)
	for i := range vs {
		vs[i] = core.Int(i % 7)
	}
	v := w.Const(core.ListValue(vs...))
	c, ok := v.Concrete()
	if !ok || !core.Equal(c, core.ListValue(vs...)) {
		t.Error("a long list is not itself")
	}
	u := w.Const(core.ListValue(append(vs, core.Int(9))...))
	j := w.Join(u, v)
	if !w.leq(v, j) || w.leq(j, v) {
		t.Error("the join of two long lists")
	}
}

func TestAccessors(t *testing.T) {
	w := newWorld(Options{})
	v := w.parse(t, "node(num 1 | leaf, Any)", w.tree)
	if v.Con() != w.con("node") || len(w.Components(v)) != 2 || len(w.Alternatives(v)) != 1 {
		t.Errorf("%s taken apart", v)
	}
	first := w.Components(v)[0]
	if got := w.Alternatives(first); len(got) != 2 || got[0].Con() != w.con("leaf") || first.Con() != nil {
		t.Errorf("%s taken apart", first)
	}
	if !w.Identical(first, w.Components(v)[0]) {
		t.Error("taking a component twice gives different tags")
	}
	if got := w.Alternatives(w.anyBool()); len(got) != 2 || !got[0].IsSingleton() {
		t.Errorf("Bool is %v", got)
	}
	if k := w.parse(t, "seq(skip(L 1), skip(L 2), U(U(L 7, 'Int), 3))", w.cmd).node.Key(); !k.Labelled || k.Label != 7 {
		t.Errorf("the key is %v", k)
	}
	m := w.parse(t, "map{must [1 -> 2 | 3], may [4 | 5 -> 6]}", w.types[9])
	if n := m.node; len(n.Keys) != 1 || len(n.May) != 1 || n.Keys[0].String() != "1" || n.May[0].Key.String() != "4 | 5" || n.IsSet {
		t.Errorf("%s has keys %v, may entries %v", m, n.Keys, n.May)
	}
	if w.Tuple(nil) != w.Const(core.UnitValue) || w.Tuple([]*Value{m}) != m {
		t.Error("tuples of none or one")
	}
	if !w.Con(w.con("num"), []*Value{w.Bottom()}).IsBottom() || !w.Top().IsTop() || w.Size(w.Const(core.Int(3))) != 1 {
		t.Error("Bottom, Top, Size")
	}
}

func TestKeySets(t *testing.T) {
	w := newWorld(Options{})
	key := func(text string) *tree.Node { return w.parse(t, text, core.IntType).Structure() }
	ts := w.trees
	for _, c := range []struct{ got, want *tree.Node }{
		{ts.Join(key("1"), key("2")), key("1 | 2")},
		{ts.Join(ts.Bottom, key("2")), key("2")},
		{ts.Join(ts.Top, key("2")), ts.Top},
		{ts.Without(key("1 | 2"), key("2")), key("1")},
		{ts.Without(key("1"), key("1")), ts.Bottom},
		{ts.Without(ts.Top, key("1")), ts.Top},
		{ts.Without(key("'Int"), key("1")), key("'Int")},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if !ts.Disjoint(key("1"), key("2 | 3")) || ts.Disjoint(key("'Int"), key("3")) || !ts.Leq(key("1"), key("1 | 2")) {
		t.Error("relations of key sets")
	}
}

func TestParseErrors(t *testing.T) {
	w := newWorld(Options{})
	for _, c := range []struct {
		text string
		typ  core.Type
		want string
	}{
		{"true", core.IntType, "input:1:1: true, a value of type bool, where a value of type int should be"},
		{"'Bool", core.IntType, "input:1:1: 'Bool where a value of type int should be"},
		{"(1, 2)", core.IntType, "input:1:1: a tuple where a value of type int should be"},
		{"(1, true, 2)", w.types[7], "input:1:1: a tuple of 3 where a value of type int * bool should be"},
		{"nodes(leaf)", w.tree, "input:1:1: `nodes` is no constructor of type tree"},
		{"node(leaf)", w.tree, "input:1:1: constructor `node` takes 2 arguments, not 1"},
		{"leaf 3", w.tree, "input:1:1: constructor `leaf` takes no arguments, not 1"},
		{"[1, true]", w.types[5], "input:1:5: true, a value of type bool, where a value of type int should be"},
		{"fix X. X :: nil", w.types[5], "input:1:8: X, which stands for a value of type int list, where a value of type int should be"},
		{"map{1 | 2 -> 3}", w.types[9], "input:1:5: the key 1 | 2 is no single value"},
		{"map{1 -> 3, 1 -> 4}", w.types[9], "input:1:13: the key 1 stands twice"},
		{"set{1}", w.types[9], "input:1:1: a set where a value of type (int, int) map should be"},
		{"foo", core.IntType, "input:1:1: `foo` where a value of type int should be"},
		{"fix X. leaf | node(X", w.tree, "input:1:21: "},
	} {
		_, err := w.Parse(c.text, c.typ, w.prog)
		var d *diag.Error
		if !errors.As(err, &d) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.text, err, c.want)
		} else if d.Line == "" {
			t.Errorf("%s: the message shows no source", c.text)
		}
	}
}

func TestImportNeedsConstructors(t *testing.T) {
	w := newWorld(Options{})
	_, err := New(Options{}).Import(w.parse(t, "node(leaf, leaf)", w.tree), &core.Program{})
	if err == nil || !strings.Contains(err.Error(), "`node` with 2 arguments in a datatype `tree`") {
		t.Errorf("got %v", err)
	}
}

// A contour's result at two calls: what came in through the arguments is the caller's, all else is not equal for two calls.
func TestInstantiate(t *testing.T) {
	w := newWorld(Options{})
	tree := func(text string) *Value { return w.parse(t, text, w.tree) }
	call1, call2 := tree("num 'Int"), tree("num 'Int")
	formals := w.FreshenAll(w.JoinFormals([]*Value{call1}, []*Value{call2}))
	made := w.Con(w.con("num"), []*Value{w.AnyInt()})
	part := w.Components(formals[0])[0]
	result := w.Tuple([]*Value{formals[0], part, made, made})
	one, two := w.Instantiate(result, formals, []*Value{call1}), w.Instantiate(result, formals, []*Value{call2})
	c1, c2 := w.Components(one), w.Components(two)
	for _, c := range []struct {
		what string
		a, b *Value
		want bool
	}{
		{"the argument comes back", c1[0], call1, true},
		{"a part of the argument comes back", c1[1], w.Components(call1)[0], true},
		{"two calls with different arguments", c1[0], c2[0], false},
		{"what the function made, twice in one result", c1[2], c1[3], true},
		{"what the function made, in two calls", c1[2], c2[2], false},
		{"what the function made and the result in the cache", c1[2], made, false},
	} {
		if got := w.Identical(c.a, c.b); got != c.want {
			t.Errorf("%s: identical is %t", c.what, got)
		}
	}
	precise := w.Instantiate(formals[0], formals, []*Value{tree("num 3")})
	if precise.String() != "num(3)" {
		t.Errorf("a single argument comes back as %s", precise)
	}
	if w.leqTagged(w.Tuple([]*Value{call1, call2}), w.Tuple([]*Value{made, made})) {
		t.Error("different arguments fit formals that are equal")
	}
	if !w.leqTagged(w.Tuple([]*Value{call1, call1}), w.Tuple([]*Value{made, made})) {
		t.Error("equal arguments do not fit formals that are equal")
	}
}

// A place may be a part of a value that another place of that value knows not to be there: then the two are never present together, and as values
// of one activation they do not contradict one another.
func TestTagsOfOneActivation(t *testing.T) {
	w := newWorld(Options{})
	x, y := &core.VarPat{Var: &core.Var{Name: "x"}}, &core.VarPat{Var: &core.Var{Name: "y"}}
	cons := func(a, b core.Pat) core.Pat { return &core.ConPat{Con: core.Cons, Args: []core.Pat{a, b}} }
	list := w.Tagged(w.parse(t, "fix X. nil | 'Int :: X", w.types[5]))
	second := w.Match(cons(&core.WildPat{}, cons(x, y)), list).Bind[0].Value
	one := w.Match(cons(x, &core.ConPat{Con: core.Nil}), list).Matched
	both := w.Tuple([]*Value{one, second})
	if w.leqTagged(both, both) {
		t.Error("this is about places of which one is a part that the other does not have")
	}
	if !w.LeqTaggedGiven(nil, both, both) || !w.LeqTaggedGiven([]*Value{one}, second, second) {
		t.Error("a value is not in itself")
	}
	if w.LeqTaggedGiven([]*Value{one}, w.AnyInt(), second) || w.LeqTaggedGiven([]*Value{list}, w.Forget(one), one) {
		t.Error("any value is the one that is given")
	}
}

// A tag that follows from an argument's claims as much as one that an argument has.
func TestPartsAreClaims(t *testing.T) {
	w := newWorld(Options{})
	head := func(v *Value) *Value {
		return w.Match(&core.ConPat{Con: core.Cons, Args: []core.Pat{&core.VarPat{Var: &core.Var{Name: "x"}}, &core.WildPat{}}}, v).Bind[0].Value
	}
	list := w.parse(t, "fix X. nil | 'Int :: X", w.types[5])
	formals := w.FreshenAll([]*Value{list})
	claim := []*Value{formals[0], head(formals[0])}
	if !w.LeqTaggedAll([]*Value{list, head(list)}, claim) {
		t.Error("a list and its head do not fit a list and its head")
	}
	if w.LeqTaggedAll([]*Value{list, w.AnyInt()}, claim) {
		t.Error("a list and any integer fit a list and its head")
	}
	if got := w.Instantiate(claim[1], formals, []*Value{list}); !w.Identical(got, head(list)) {
		t.Error("the head of an argument does not come back as such")
	}
}

// A match says nothing about values that are equal to a part which is there in some alternatives alone.
func TestRefinementOfAlternatives(t *testing.T) {
	w := newWorld(Options{})
	both := w.parse(t, "(node((leaf | num 1)#1, leaf) | num 7, (leaf | num 1)#1)", &core.TupleType{Elems: []core.Type{w.tree, w.tree}})
	v, same := w.Components(both)[0], w.Components(both)[1]
	node := func(p core.Pat) core.Pat {
		return &core.ConPat{Con: w.con("node"), Args: []core.Pat{p, &core.WildPat{}}}
	}
	r := w.Match(node(&core.ConPat{Con: w.con("num"), Args: []core.Pat{&core.WildPat{}}}), v)
	if got := w.Refinement(v, r.Matched).Apply(same).String(); got != "num(1)" {
		t.Errorf("the equal value is %s where the match succeeds", got)
	}
	if got := w.Refinement(v, r.Rest).Apply(same).String(); got != "leaf | num(1)" {
		t.Errorf("the equal value is %s where the match fails", got)
	}
}

// Tags at places that exclude each other: what is known of one place says nothing of the other.
func TestInstantiateExclusivePlaces(t *testing.T) {
	w := newWorld(Options{})
	x := &core.Var{Name: "x"}
	p := &core.ConPat{Con: w.con("seq"), Args: []core.Pat{&core.VarPat{Var: x}, &core.WildPat{}, &core.WildPat{}}}
	first := func(v *Value) *Value { return w.Match(p, v).Bind[0].Value }

	call := w.parse(t, "seq((skip(L 0) | skip(L 1))#1, skip(L 9), L 1) | seq(Any#1, skip(L 9), L 2)", w.cmd)
	formals := w.FreshenAll([]*Value{call})
	if got := w.Instantiate(first(formals[0]), formals, []*Value{call}).String(); got != "Any" {
		t.Errorf("a part that is Any at the other place comes back as %s", got)
	}

	formals = w.FreshenAll([]*Value{w.parse(t, "seq(Any#1, skip(L 9), L 1) | seq(Any#1, skip(L 9), L 2)", w.cmd)})
	call = w.parse(t, "seq((skip(L 0) | skip(L 1))#1, skip(L 9), L 1) | seq((skip(L 2) | skip(L 3))#2, skip(L 9), L 2)", w.cmd)
	got := w.Instantiate(first(formals[0]), formals, []*Value{call})
	if got.String() != "skip(L(0)) | skip(L(1)) | skip(L(2)) | skip(L(3))" {
		t.Errorf("one of two parts comes back as %s", got)
	}
	for i, a := range w.Alternatives(call) {
		if w.Identical(got, w.Components(a)[0]) {
			t.Errorf("one of two parts is said to be the one of alternative %d", i)
		}
	}
}

// A class of equal places must not be named after the origin of one of them: that is another place in another alternative.
func TestClassesOfPlaces(t *testing.T) {
	w := newWorld(Options{})
	text := "seq(Any, (skip(L 0) | skip(L 1))#1, L 1) | seq((skip(L 0) | skip(L 1))#1, Any, L 2)"
	j := w.Join(w.parse(t, text, w.cmd), w.parse(t, text, w.cmd))
	member, err := core.ParseValue("seq(skip(L 0), skip(L 5), L 2)", w.cmd, w.prog)
	if err != nil {
		t.Fatal(err)
	}
	if !w.Contains(j, member) {
		t.Errorf("%s is not in %s", member, j)
	}
	x := w.parse(t, "leaf | num 'Int", w.tree)
	num := w.Match(&core.ConPat{Con: w.con("num"), Args: []core.Pat{&core.WildPat{}}}, x).Matched
	pair := w.Join(w.Tuple([]*Value{num, w.Const(core.Int(1))}), w.Tuple([]*Value{x, w.Const(core.Int(2))}))
	if !w.Identical(w.Components(pair)[0], x) {
		t.Error("what is the same on both sides of a join is not the same after it")
	}
}

// What is recorded of a recursive value's unrollings does not grow as it is joined with them again and again.
func TestRecordedDepth(t *testing.T) {
	w := newWorld(Options{})
	v := w.parse(t, "fix X. nil | 'Int :: X", w.types[5])
	for range 5 {
		v = w.Join(v, w.Con(core.Cons, []*Value{w.AnyInt(), v}))
	}
	if v.kids != nil {
		t.Errorf("%s has recorded parts", v)
	}
}

func TestPrimIdentities(t *testing.T) {
	w := newWorld(Options{})
	x, c := w.AnyInt(), func(i int) *Value { return w.Const(core.Int(i)) }
	for _, k := range []struct {
		op   core.Op
		a, b *Value
		want *Value
	}{
		{core.OpAdd, x, c(0), x}, {core.OpAdd, c(0), x, x}, {core.OpSub, x, c(0), x}, {core.OpSub, x, x, c(0)},
		{core.OpMul, x, c(1), x}, {core.OpMul, c(0), x, c(0)}, {core.OpDiv, x, c(1), x}, {core.OpDiv, x, c(0), w.Bottom()},
		{core.OpAndb, x, c(0), c(0)}, {core.OpAndb, x, c(-1), x}, {core.OpXorb, x, x, c(0)}, {core.OpMin, x, x, x},
		{core.OpLe, x, x, w.Const(core.Bool(true))}, {core.OpLtu, x, x, w.Const(core.Bool(false))},
		{core.OpZext, c(64), x, x}, {core.OpShl, x, c(0), x},
	} {
		if got := w.Prim(k.op, []*Value{k.a, k.b}); !w.Identical(got, k.want) || got.node != k.want.node {
			t.Errorf("operation %d on %s, %s gives %s", k.op, k.a, k.b, got)
		}
	}
	if a, b := w.Prim(core.OpAdd, []*Value{x, c(5)}), w.Prim(core.OpAdd, []*Value{x, c(5)}); !w.Identical(a, b) {
		t.Error("the same sum twice is not identical")
	}
	m := w.parse(t, "map{must [1 -> 'Int], may ['Int -> 0]}", w.types[9])
	if got := w.Prim(core.OpMapInsert, []*Value{m, c(1), w.Components(w.Prim(core.OpMapFind, []*Value{m, c(1)}))[0]}); !w.Identical(got, m) {
		t.Error("inserting what is there gives another map")
	}
}

func TestLimits(t *testing.T) {
	w := newWorld(Options{Trees: tree.Options{MaxConsts: 3, MaxAlts: 2}, MaxProduct: 3})
	for _, c := range []struct {
		text string
		typ  core.Type
		want string
	}{
		{"1 | 2 | 3", core.IntType, "1 | 2 | 3"},
		{"1 | 2 | 3 | 4", core.IntType, "'Int"},
		{"num 1 | num 2", w.tree, "num(1) | num(2)"},
		{"num 1 | num 2 | num 3", w.tree, "num(1 | 2 | 3)"},
		{"skip(L 1) | skip(L 2) | skip(L 3)", w.cmd, "skip(L(1 | 2 | 3))"},
	} {
		if got := w.parse(t, c.text, c.typ).String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.text, got, c.want)
		}
	}
	two := w.parse(t, "1 | 2", core.IntType)
	if got := w.Prim(core.OpAdd, []*Value{two, w.parse(t, "1 | 2", core.IntType)}).String(); got != "'Int" {
		t.Errorf("too many combinations give %s", got)
	}
}

// Every pair of values of a small universe: joins, inclusion and disjointness against the members themselves.
func TestSmallUniverse(t *testing.T) {
	w := newWorld(Options{})
	pairs := w.types[7]
	ints, bools := []string{"1", "2", "1 | 2", "'Int"}, []string{"true", "false", "'Bool"}
	var vs []*Value
	var members []core.Value
	for _, i := range ints {
		for _, b := range bools {
			vs = append(vs, w.parse(t, "("+i+", "+b+")", pairs))
		}
	}
	for i := range 4 {
		for _, b := range []bool{false, true} {
			members = append(members, &core.Tuple{Elems: []core.Value{core.Int(i), core.Bool(b)}})
		}
	}
	for _, a := range vs {
		for _, b := range vs {
			j := w.Join(a, b)
			subset, common := true, false
			for _, m := range members {
				inA, inB := w.Contains(a, m), w.Contains(b, m)
				if (inA || inB) && !w.Contains(j, m) {
					t.Errorf("%s of %s or %s is not in %s", m, a, b, j)
				}
				subset, common = subset && (!inA || inB), common || inA && inB
			}
			if w.leq(a, b) != subset || w.disjoint(a, b) == common {
				t.Errorf("%s, %s: Leq is %t, Disjoint %t", a, b, w.leq(a, b), w.disjoint(a, b))
			}
		}
	}
}

// Parse never panics, and what it accepts is in normal form.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"fix X. leaf | node(X, X)", "node(num (1 | 2)#1, num (1 | 2)#1)", "many([leaf, Any])", "fix X. many(fix Y. nil | X :: Y)", "tag(3, 'Bool)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := newWorld(Options{Trees: tree.Options{MaxStates: 64}})
		v, err := w.Parse(text, w.tree, w.prog)
		if err != nil {
			return
		}
		if err := w.Verify(v); err != nil {
			t.Error(err)
		}
		if back := w.parse(t, v.String(), w.tree); back.node != v.node {
			t.Errorf("%s reads back as %s", v, back)
		}
	})
}

// Domains do not share anything: the same work gives the same text in each, whatever was done before.
func TestHistoryDoesNotShow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newSource(rt, Options{})
		ty := s.typ()
		a, b := s.text(ty, 3, nil), s.text(ty, 3, nil)
		one := s.w.Join(s.w.parse(rt, a, ty), s.w.parse(rt, b, ty))
		fresh := newWorld(Options{})
		two := fresh.Join(fresh.parse(rt, a, ty), fresh.parse(rt, b, ty))
		if one.String() != two.String() {
			rt.Fatalf("%s and %s", one, two)
		}
	})
}

// TestPrimOfUntagged: of operations on what has no tag nothing is known to be equal.
func TestPrimOfUntagged(t *testing.T) {
	d := New(Options{})
	x := d.Untagged(d.AnyInt())
	sum, product := d.Prim(core.OpAdd, []*Value{x, x}), d.Prim(core.OpMul, []*Value{x, x})
	if d.Identical(sum, product) {
		t.Errorf("%v + %[1]v and %[1]v * %[1]v are identical", x)
	}
}
