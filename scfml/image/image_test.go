package image_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"scf/internal/testing/progen"
	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/passes"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/image"
	"scf/scfml/syntax"
)

func loaded(t testing.TB, pass passes.Pass) *core.Program {
	t.Helper()
	p, _, err := scfml.Load("", pass.Sources()...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestImage(t *testing.T) {
	all := passes.All()
	for _, pass := range all[:tier.Pick(0, 2, len(all))] {
		scfmltest.CheckImage(t, loaded(t, pass))
	}
	for seed := range uint64(tier.Pick(5, 20, 80)) {
		c := progen.Generate(seed)
		scfmltest.CheckImage(t, scfmltest.LoadEntry(t, c.Entry, c.Source))
	}
	scfmltest.CheckImage(t, scfmltest.LoadEntry(t, "f", `structure M = MapFn (type key = int type value = string list)
		structure S = SetFn (type value = int * bool)
		val m = M.insert (M.insert (M.empty, ~7, ["a", ""]), 3, [])
		val s = S.add (S.empty, (1, true))
		datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
		fun size t = case t of Leaf => 0 | Node (l, _, r) => size l + 1 + size r
		fun f (x, c) = (M.equal (m, x), S.equal (s, S.empty), size (Node (Leaf, #"\000", Leaf)), M.map (fn v => c :: v) x)`))
}

// TestImageOfEqualConstants: which constants a program shares makes no difference.
func TestImageOfEqualConstants(t *testing.T) {
	p := scfmltest.LoadEntry(t, "f", "fun f () = ([1, 2], [2])")
	tail := core.ListValue(core.Int(2))
	list := func(tail core.Value) core.Value {
		return &core.ConValue{Con: core.Cons, Args: []core.Value{core.Int(1), tail}}
	}
	p.Entry.Body = &core.TupleExpr{Elems: []core.Expr{&core.Const{Value: list(tail)}, &core.Const{Value: tail}}}
	shared := image.Encode(p)
	p.Entry.Body = &core.TupleExpr{Elems: []core.Expr{&core.Const{Value: list(core.ListValue(core.Int(2)))}, &core.Const{Value: tail}}}
	if !bytes.Equal(image.Encode(p), shared) {
		t.Error("the images differ")
	}
}

// TestImageOfLongList: constants are as long as one likes.
func TestImageOfLongList(t *testing.T) {
	tier.OnlyLong(t, "a list of a million")
	const length = 1_000_000
	p := scfmltest.LoadEntry(t, "f", "fun f () = [1]")
	var list core.Value = &core.ConValue{Con: core.Nil}
	for i := range length {
		list = &core.ConValue{Con: core.Cons, Args: []core.Value{core.Int(i % 7), list}}
	}
	p.Entry.Body = &core.Const{Value: list}
	q, err := image.Decode(image.Encode(p))
	if err != nil {
		t.Fatal(err)
	}
	if !core.Equal(q.Entry.Body.(*core.Const).Value, list) {
		t.Error("it is another list")
	}
}

// TestImageDamaged: what is no image is an error, and nothing else goes wrong.
func TestImageDamaged(t *testing.T) {
	tier.Standard(t, "many damaged images")
	encoded := scfmltest.CheckImage(t, loaded(t, passes.All()[0]))
	for n := range tier.Pick(30, 30, 100) {
		if _, err := image.Decode(encoded[:len(encoded)*n/200]); err == nil {
			t.Errorf("%d bytes of %d are an image", len(encoded)*n/200, len(encoded))
		}
	}
	if _, err := image.Decode(append(bytes.Clone(encoded), 0)); err == nil {
		t.Error("a byte behind an image is part of it")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range tier.Pick(0, 100, 2000) {
		other := bytes.Clone(encoded)
		for range 1 + random.IntN(4) {
			other[random.IntN(len(other))] = byte(random.Uint32())
		}
		_, _ = image.Decode(other)
	}
	whole := image.EncodeWhole(loaded(t, passes.All()[0]))
	for range tier.Pick(0, 50, 1000) {
		other := bytes.Clone(whole)
		other[random.IntN(len(other))] = byte(random.Uint32())
		_, _ = image.DecodeWhole(other)
	}
}

// TestImageIllFormed: an image whose program is not well formed is an error. The images are written of programs that are damaged, so that all
// of their numbers are right.
func TestImageIllFormed(t *testing.T) {
	x := &core.Var{Name: "x"}
	number := &core.Const{Value: core.Int(1)}
	for name, damage := range map[string]func(p *core.Program){
		"type of a result":   func(p *core.Program) { p.Entry.Result = core.StringType },
		"type of a constant": func(p *core.Program) { p.Entry.Body = &core.Const{Value: core.Str("a")} },
		"scope": func(p *core.Program) {
			p.Func("g").Body = &core.TupleExpr{Elems: []core.Expr{core.Let(&core.VarPat{Var: x}, number, number), &core.VarExpr{Var: x}}}
		},
		"arguments of a call":     func(p *core.Program) { p.Entry.Body = &core.CallExpr{Func: p.Func("g")} },
		"arguments of a con":      func(p *core.Program) { p.Entry.Body = &core.ConExpr{Con: p.Con("B"), Args: []core.Expr{number}} },
		"arguments of a constant": func(p *core.Program) { p.Entry.Body = &core.Const{Value: &core.ConValue{Con: p.Con("B")}} },
		"arguments of a pattern": func(p *core.Program) {
			p.Entry.Body = &core.CaseExpr{Scrut: number, Arms: []core.Arm{{Pat: &core.ConPat{Con: core.Some}, Body: number}}}
		},
		"tuple of one": func(p *core.Program) { p.Entry.Body = &core.TupleExpr{Elems: []core.Expr{number}} },
		"no arms":      func(p *core.Program) { p.Entry.Body = &core.CaseExpr{Scrut: number} },
		"operands":     func(p *core.Program) { p.Entry.Body = &core.PrimExpr{Op: core.OpAdd, Args: []core.Expr{number}} },
		"no structure": func(p *core.Program) {
			p.Entry.Body = &core.PrimExpr{Op: core.OpMapFind, Label: 1, Args: []core.Expr{number, number}}
		},
		"types of a type": func(p *core.Program) { p.Entry.Result = &core.DataType{Data: core.ListData} },
		"type variables":  func(p *core.Program) { p.Con("B").Args = []core.Type{&core.TypeVar{Name: "'z"}, core.IntType} },
		"literal": func(p *core.Program) {
			p.Entry.Body = core.Let(&core.LitPat{Value: core.UnitValue}, number, number)
		},
		"mixed set": func(p *core.Program) {
			p.Entry.Body = &core.Const{Value: core.EmptySet.Insert(core.Int(1)).Insert(core.Str("a"))}
		},
		"depth":             func(p *core.Program) { p.Entry.Body = negations(60_000) },
		"a graph of tuples": func(p *core.Program) { p.Entry.Body = &core.Const{Value: doubled(p, 60)} },
	} {
		p := scfmltest.LoadEntry(t, "f", "datatype t = A | B of t * int\nfun g n = n + 1\nfun f () = g 2")
		damage(p)
		if _, err := image.Decode(image.Encode(p)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// negations is an expression that nests so deeply.
func negations(n int) core.Expr {
	e := core.Expr(&core.Const{Value: core.Int(1)})
	for range n {
		e = &core.PrimExpr{Op: core.OpNeg, Args: []core.Expr{e}}
	}
	return e
}

// doubled is a constant of 2^n parts, of which n are different.
func doubled(p *core.Program, n int) core.Value {
	v := core.Value(core.Int(1))
	for range n {
		v = &core.Tuple{Elems: []core.Value{v, v}}
	}
	return v
}

// FuzzDecode: whatever the bytes, they are an error or a program that prints, runs and has an image.
func FuzzDecode(f *testing.F) {
	for seed := range uint64(5) {
		c := progen.Generate(seed)
		p, _, err := scfml.Load(c.Entry, syntax.Source{Name: "progen", Text: c.Source})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(image.Encode(p))
	}
	f.Fuzz(func(t *testing.T, encoded []byte) {
		p, err := image.Decode(encoded)
		if err != nil {
			return
		}
		_ = p.String()
		if again, err := image.Decode(image.Encode(p)); err != nil || !bytes.Equal(image.Encode(again), image.Encode(p)) {
			t.Fatalf("the image of an image's program is another, or none: %v", err)
		}
		scfmltest.RunBriefly(t, p)
	})
}

func BenchmarkDecode(b *testing.B) {
	encoded := image.Encode(loaded(b, passes.All()[0]))
	b.SetBytes(int64(len(encoded)))
	for b.Loop() {
		if _, err := image.Decode(encoded); err != nil {
			b.Fatal(err)
		}
	}
}
