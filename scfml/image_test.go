package scfml_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
	"time"

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

// TestImageIllFormed: an image whose program is not well formed is an error. The images are written of programs that are damaged, so that all
// of their numbers are right.
func TestImageIllFormed(t *testing.T) {
	x := &scfml.Var{Name: "x"}
	number := &scfml.Const{Value: scfml.Int(1)}
	for name, damage := range map[string]func(p *scfml.Program){
		"type of a result":   func(p *scfml.Program) { p.Entry.Result = scfml.StringType },
		"type of a constant": func(p *scfml.Program) { p.Entry.Body = &scfml.Const{Value: scfml.Str("a")} },
		"scope": func(p *scfml.Program) {
			p.Func("g").Body = &scfml.TupleExpr{Elems: []scfml.Expr{scfml.Let(&scfml.VarPat{Var: x}, number, number), &scfml.VarExpr{Var: x}}}
		},
		"arguments of a call":     func(p *scfml.Program) { p.Entry.Body = &scfml.CallExpr{Func: p.Func("g")} },
		"arguments of a con":      func(p *scfml.Program) { p.Entry.Body = &scfml.ConExpr{Con: p.Con("B"), Args: []scfml.Expr{number}} },
		"arguments of a constant": func(p *scfml.Program) { p.Entry.Body = &scfml.Const{Value: &scfml.ConValue{Con: p.Con("B")}} },
		"arguments of a pattern": func(p *scfml.Program) {
			p.Entry.Body = &scfml.CaseExpr{Scrut: number, Arms: []scfml.Arm{{Pat: &scfml.ConPat{Con: scfml.Some}, Body: number}}}
		},
		"tuple of one": func(p *scfml.Program) { p.Entry.Body = &scfml.TupleExpr{Elems: []scfml.Expr{number}} },
		"no arms":      func(p *scfml.Program) { p.Entry.Body = &scfml.CaseExpr{Scrut: number} },
		"operands":     func(p *scfml.Program) { p.Entry.Body = &scfml.PrimExpr{Op: scfml.OpAdd, Args: []scfml.Expr{number}} },
		"no structure": func(p *scfml.Program) {
			p.Entry.Body = &scfml.PrimExpr{Op: scfml.OpMapFind, Label: 1, Args: []scfml.Expr{number, number}}
		},
		"types of a type": func(p *scfml.Program) { p.Entry.Result = &scfml.DataType{Data: scfml.ListData} },
		"type variables":  func(p *scfml.Program) { p.Con("B").Args = []scfml.Type{&scfml.TypeVar{Name: "'z"}, scfml.IntType} },
		"literal": func(p *scfml.Program) {
			p.Entry.Body = scfml.Let(&scfml.LitPat{Value: scfml.UnitValue}, number, number)
		},
		"mixed set": func(p *scfml.Program) {
			p.Entry.Body = &scfml.Const{Value: scfml.EmptySet.Insert(scfml.Int(1)).Insert(scfml.Str("a"))}
		},
		"depth":             func(p *scfml.Program) { p.Entry.Body = negations(60_000) },
		"a graph of tuples": func(p *scfml.Program) { p.Entry.Body = &scfml.Const{Value: doubled(p, 60)} },
	} {
		p := mustLoad(t, "f", "datatype t = A | B of t * int\nfun g n = n + 1\nfun f () = g 2")
		damage(p)
		if _, err := scfml.LoadImage(p.Image()); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// negations is an expression that nests so deeply.
func negations(n int) scfml.Expr {
	e := scfml.Expr(&scfml.Const{Value: scfml.Int(1)})
	for range n {
		e = &scfml.PrimExpr{Op: scfml.OpNeg, Args: []scfml.Expr{e}}
	}
	return e
}

// doubled is a constant of 2^n parts, of which n are different.
func doubled(p *scfml.Program, n int) scfml.Value {
	v := scfml.Value(scfml.Int(1))
	for range n {
		v = &scfml.Tuple{Elems: []scfml.Value{v, v}}
	}
	return v
}

// FuzzLoadImage: whatever the bytes, they are an error or a program that prints, runs and has an image.
func FuzzLoadImage(f *testing.F) {
	for seed := range uint64(5) {
		c := progen.Generate(seed)
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p.Image())
	}
	f.Fuzz(func(t *testing.T, image []byte) {
		p, err := scfml.LoadImage(image)
		if err != nil {
			return
		}
		_ = p.String()
		if again, err := scfml.LoadImage(p.Image()); err != nil || !bytes.Equal(again.Image(), p.Image()) {
			t.Fatalf("the image of an image's program is another, or none: %v", err)
		}
		runBriefly(t, p)
	})
}

// runBriefly runs p for a few steps, on an argument of the right type if there is a simple one: the outcome may be an error.
func runBriefly(t *testing.T, p *scfml.Program) {
	var args []scfml.Value
	for _, typ := range p.Entry.ParamTypes {
		v, ok := simplest(typ, 6)
		if !ok {
			return
		}
		args = append(args, v)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, _, _ = scfml.NewInterp(p).Call(ctx, p.Entry, args, scfml.RunOptions{MaxDepth: 1000, MaxSteps: 10_000})
}

// simplest is a value of type t; ok is false where the search for one gets too deep.
func simplest(t scfml.Type, depth int) (v scfml.Value, ok bool) {
	if depth == 0 {
		return nil, false
	}
	switch t := t.(type) {
	case scfml.Base:
		return []scfml.Value{scfml.Int(3), scfml.Bool(true), scfml.Char('c'), scfml.Str("ab")}[t], true
	case *scfml.TupleType:
		elems, ok := simplestOf(t.Elems, depth)
		return &scfml.Tuple{Elems: elems}, ok
	case *scfml.MapType:
		return scfml.EmptyMap, true
	case *scfml.SetType:
		return scfml.EmptySet, true
	case *scfml.DataType:
		for _, c := range t.Data.Cons {
			if args, ok := simplestOf(c.ArgTypes(t), depth); ok {
				return &scfml.ConValue{Con: c, Args: args}, true
			}
		}
		return nil, false
	}
	return scfml.Int(1), true // a type variable stands for any type
}

func simplestOf(ts []scfml.Type, depth int) (vs []scfml.Value, ok bool) {
	for _, t := range ts {
		v, ok := simplest(t, depth-1)
		if !ok {
			return nil, false
		}
		vs = append(vs, v)
	}
	return vs, true
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
