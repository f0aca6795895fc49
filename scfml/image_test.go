package scfml_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"scf/internal/progen"
	"scf/passes"
	"scf/scfml"
)

// checkImage checks that the image of p is a program that is well formed and prints as p does, and has the same image.
func checkImage(t *testing.T, p *scfml.Program) []byte {
	t.Helper()
	image := p.Image()
	q, err := scfml.LoadImage(image)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	if err := scfml.VerifyLoaded(q); err != nil {
		t.Fatalf("not well formed: %v\n%s", err, p)
	}
	if p.String() != q.String() {
		t.Fatalf("the program\n%s\nbecomes\n%s", p, q)
	}
	if !bytes.Equal(q.Image(), image) {
		t.Errorf("the image of the image is another, of\n%s", p)
	}
	return image
}

func loaded(t testing.TB, pass passes.Pass) *scfml.Program {
	t.Helper()
	p, _, err := scfml.Load("", pass.Sources()...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestImage(t *testing.T) {
	for _, pass := range passes.All() {
		checkImage(t, loaded(t, pass))
	}
	for seed := range uint64(150) {
		c := progen.Generate(seed)
		checkImage(t, mustLoad(t, c.Entry, c.Source))
	}
	checkImage(t, mustLoad(t, "f", `structure M = MapFn (type key = int type value = string list)
		structure S = SetFn (type value = int * bool)
		val m = M.insert (M.insert (M.empty, ~7, ["a", ""]), 3, [])
		val s = S.add (S.empty, (1, true))
		datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
		fun size t = case t of Leaf => 0 | Node (l, _, r) => size l + 1 + size r
		fun f (x, c) = (M.equal (m, x), S.equal (s, S.empty), size (Node (Leaf, #"\000", Leaf)), M.map (fn v => c :: v) x)`))
}

// TestImageOfEqualConstants: which constants a program shares makes no difference.
func TestImageOfEqualConstants(t *testing.T) {
	p := mustLoad(t, "f", "fun f () = ([1, 2], [2])")
	tail := scfml.ListValue(scfml.Int(2))
	list := func(tail scfml.Value) scfml.Value {
		return &scfml.ConValue{Con: scfml.Cons, Args: []scfml.Value{scfml.Int(1), tail}}
	}
	p.Entry.Body = &scfml.TupleExpr{Elems: []scfml.Expr{&scfml.Const{Value: list(tail)}, &scfml.Const{Value: tail}}}
	shared := p.Image()
	p.Entry.Body = &scfml.TupleExpr{Elems: []scfml.Expr{&scfml.Const{Value: list(scfml.ListValue(scfml.Int(2)))}, &scfml.Const{Value: tail}}}
	if !bytes.Equal(p.Image(), shared) {
		t.Error("the images differ")
	}
}

// TestImageOfLongList: constants are as long as one likes.
func TestImageOfLongList(t *testing.T) {
	const length = 1_000_000
	p := mustLoad(t, "f", "fun f () = [1]")
	var list scfml.Value = &scfml.ConValue{Con: scfml.Nil}
	for i := range length {
		list = &scfml.ConValue{Con: scfml.Cons, Args: []scfml.Value{scfml.Int(i % 7), list}}
	}
	p.Entry.Body = &scfml.Const{Value: list}
	q, err := scfml.LoadImage(p.Image())
	if err != nil {
		t.Fatal(err)
	}
	if !scfml.Equal(q.Entry.Body.(*scfml.Const).Value, list) {
		t.Error("it is another list")
	}
}

// TestImageDamaged: what is no image is an error, and nothing else goes wrong.
func TestImageDamaged(t *testing.T) {
	image := checkImage(t, loaded(t, passes.All()[0]))
	for n := range 200 {
		if _, err := scfml.LoadImage(image[:len(image)*n/200]); err == nil {
			t.Errorf("%d bytes of %d are an image", len(image)*n/200, len(image))
		}
	}
	if _, err := scfml.LoadImage(append(bytes.Clone(image), 0)); err == nil {
		t.Error("a byte behind an image is part of it")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		other := bytes.Clone(image)
		for range 1 + random.IntN(4) {
			other[random.IntN(len(other))] = byte(random.Uint32())
		}
		_, _ = scfml.LoadImage(other)
	}
}

func FuzzLoadImage(f *testing.F) {
	for seed := range uint64(5) {
		c := progen.Generate(seed)
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p.Image())
	}
	f.Fuzz(func(t *testing.T, image []byte) { _, _ = scfml.LoadImage(image) })
}

func BenchmarkLoadImage(b *testing.B) {
	image := loaded(b, passes.All()[0]).Image()
	b.SetBytes(int64(len(image)))
	for b.Loop() {
		if _, err := scfml.LoadImage(image); err != nil {
			b.Fatal(err)
		}
	}
}
