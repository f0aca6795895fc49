package absval

import (
	"testing"

	"pgregory.net/rapid"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Recursive values have one form, however they are written.

func TestOneFormOfRecursion(t *testing.T) {
	ints := core.ListOf(core.IntType)
	w := newWorld(Options{})
	for _, c := range []struct {
		typ   core.Type
		texts []string // of one value
	}{
		{ints, []string{
			"fix X. nil | 1 :: X",
			"nil | 1 :: fix X. nil | 1 :: X",
			"fix X. nil | 1 :: (nil | 1 :: X)",
			"fix X. nil | 1 :: fix Y. nil | 1 :: X",
			"fix X. nil | 1 :: fix Y. nil | 1 :: Y",
			"[] | [1] | fix X. nil | 1 :: X",
			"[1] | 1 :: 1 :: (fix X. nil | 1 :: X) | fix X. nil | 1 :: X",
		}},
		{ints, []string{"fix X. nil | 1 :: X | 2 :: X", "fix X. nil | (1 | 2) :: X", "nil | (1|2) :: fix X. [] | 2 :: X | 1 :: X"}},
		{ints, []string{"Nothing", "fix X. 1 :: X", "fix X. X", "fix X. X | 1 :: X", "fix X. 1 :: fix Y. 2 :: X", "1 :: fix X. X"}},
		{ints, []string{"1 :: Any", "1 :: fix X. Any | 1 :: X", "1 :: fix X. X | Any"}},
		{w.tree, []string{
			"fix X. leaf | node(X, X)",
			"fix X. leaf | node(X, fix Y. leaf | node(Y, Y))",
			"fix X. leaf | node(X, fix Y. leaf | node(X, Y))",
			"leaf | node(fix X. leaf | node(X, X), fix Y. node(Y, leaf | node(Y, Y)) | leaf)",
		}},
		{w.tree, []string{
			"fix X. leaf | node(X, fix Y. leaf | num 1 | node(Y, X))",
			"fix X. leaf | node(fix Z. leaf | node(Z, fix Y. leaf | num 1 | node(Y, X)), fix Y. num 1 | leaf | node(Y, X))",
		}},
		{w.tree, []string{
			"fix X. many([]) | many(fix Y. [] | X :: Y)",
			"many(fix Y. nil | many(Y) :: Y)",
		}},
		{w.cmd, []string{
			"fix X. skip(L 1) | seq(skip(L 2), X, L 3)",
			"fix X. skip(L 1) | seq(skip(L 2), X, L 3) | seq(skip(L 2), X, L 3)",
			"skip(L 1) | seq(skip(L 2), fix X. skip(L 1) | seq(skip(L 2), X, L 3), L 3)",
		}},
	} {
		first := w.parse(t, c.texts[0], c.typ)
		for _, text := range c.texts {
			v := w.parse(t, text, c.typ)
			if v.node != first.node {
				t.Errorf("%s is %s, %s is %s", c.texts[0], first, text, v)
			}
			if err := w.Verify(v); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestLabelledAlternativesStayApart(t *testing.T) {
	w := newWorld(Options{})
	for _, c := range []struct{ text, want string }{
		{"fix X. skip(L 1) | seq(X, skip(L 2), L 3) | seq(X, skip(L 2), L 4)",
			"fix X. skip(L(1)) | seq(X, skip(L(2)), L(3)) | seq(X, skip(L(2)), L(4))"},
		{"fix X. skip(L 1) | seq(X, skip(L 2), U(L 3, 1)) | seq(X, skip(L 2), U(L 3, 2))",
			"fix X. skip(L(1)) | seq(X, skip(L(2)), U(L(3), 1) | U(L(3), 2))"},
		{"fix X. skip(L 1) | seq(X, skip(L 2), U(L 3, 'Int)) | seq(X, skip(L 2), L 3)",
			"fix X. skip(L(1)) | seq(X, skip(L(2)), L(3) | U(L(3), 'Int))"},
	} {
		if got := w.parse(t, c.text, w.cmd).String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.text, got, c.want)
		}
	}
}

// A random system of equations, written as it is, and with every variable twice or three times.
func TestBisimilarGraphsAreOneNode(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newSource(rt, Options{})
		n := 1 + s.n(4)
		type alt struct{ con, left, right int }
		eqs := make([][]alt, n)
		for i := range eqs {
			for con := range 3 {
				if s.p(2) {
					eqs[i] = append(eqs[i], alt{con, s.n(n), s.n(n)})
				}
			}
		}
		build := func(d *Domain, copies int, pick func() int) *tree.Node {
			g := d.trees.Graph()
			vars := make([]*tree.Node, n*copies)
			for i := range vars {
				vars[i] = g.Hole()
			}
			ref := func(i int) *tree.Node { return vars[i*copies+pick()] }
			for i, v := range vars {
				for _, a := range eqs[i/copies] {
					switch a.con {
					case 0:
						v.Kids = append(v.Kids, d.trees.Apply(s.w.con("leaf"), nil))
					case 1:
						v.Kids = append(v.Kids, d.trees.Apply(s.w.con("num"), []*tree.Node{d.trees.Const(core.Int(a.left))}))
					default:
						v.Kids = append(v.Kids, g.Like(&tree.Node{Kind: tree.Con, Con: s.w.con("node")}, []*tree.Node{ref(a.left), ref(a.right)}, nil))
					}
				}
			}
			return g.Intern(vars[0])
		}
		one := build(s.w.Domain, 1, func() int { return 0 })
		s.verified(s.w.plain(one))
		two := build(s.w.Domain, 2, func() int { return s.n(2) })
		if one != two {
			rt.Fatalf("%v is %s and %s", eqs, s.w.plain(one), s.w.plain(two))
		}
		other := newWorld(Options{}).Domain
		three := build(other, 3, func() int { return s.n(3) })
		if other.plain(three).String() != s.w.plain(one).String() {
			rt.Fatalf("%v is %s and %s", eqs, s.w.plain(one), other.plain(three))
		}
	})
}

func TestRecursionOperations(t *testing.T) {
	w := newWorld(Options{})
	ints := core.ListOf(core.IntType)
	f := w.parse(t, "fix X. nil | 1 :: X", ints)
	g := w.parse(t, "fix X. nil | (1 | 2) :: X", ints)
	odd := w.parse(t, "fix X. [1] | 1 :: 1 :: X", ints)
	even := w.parse(t, "fix X. [] | 1 :: 1 :: X", ints)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"F <= G", w.leq(f, g), true},
		{"G <= F", w.leq(g, f), false},
		{"odd <= F", w.leq(odd, f), true},
		{"odd and even are disjoint", w.disjoint(odd, even), true},
		{"odd and F are disjoint", w.disjoint(odd, f), false},
		{"F | G", w.Join(f, g).node == g.node, true},
		{"1 :: F is in F", w.leq(w.Con(core.Cons, []*Value{w.Const(core.Int(1)), f}), f), true},
		{"size of F", w.Size(f), 4},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
		}
	}
	x, y := &core.Var{Name: "x"}, &core.Var{Name: "y"}
	p := &core.ConPat{Con: core.Cons, Args: []core.Pat{&core.VarPat{Var: x},
		&core.ConPat{Con: core.Cons, Args: []core.Pat{&core.VarPat{Var: y}, &core.WildPat{}}}}}
	r := w.Match(p, g)
	if !r.Possible || r.Certain || len(r.Bind) != 2 || w.Identical(r.Bind[0].Value, r.Bind[1].Value) {
		t.Errorf("%s is matched by %v", g, r)
	}
	if got := r.Rest.String(); got != "[] | [1 | 2]" {
		t.Errorf("the rest is %s", got)
	}
	if again := w.Match(p, g); !w.Identical(r.Bind[1].Value, again.Bind[1].Value) {
		t.Error("taking a part of a recursive value twice gives different tags")
	}
}
