// Package scfmltest is what the tests of scfml and of the packages below it share.
//
//	scfmltest.go  programs and their arguments; what holds of every program
//	values.go     random values of many types
//	stack.go      how much of Go's stack something takes
package scfmltest

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scf/internal/diag"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/image"
	"scf/scfml/interp"
	"scf/scfml/syntax"
)

// Load loads one source text.
func Load(t testing.TB, text string) *core.Program {
	t.Helper()
	return LoadEntry(t, "", text)
}

// LoadEntry loads one source text, for an entry that may be empty.
func LoadEntry(t testing.TB, entry, text string) *core.Program {
	t.Helper()
	p, _, err := scfml.Load(entry, syntax.Source{Name: "prog", Text: text})
	if err != nil {
		t.Fatalf("%.400s\n%s", text, diag.Render(err))
	}
	return p
}

// CheckRoundTrip checks that p prints as a program that is well formed, and that prints the same again.
func CheckRoundTrip(t rapid.TB, p *core.Program) *core.Program {
	t.Helper()
	if err := core.VerifyLoaded(p); err != nil {
		t.Fatalf("not well formed: %v\n%s", err, p)
	}
	text := p.String()
	q, _, err := scfml.Load(p.Entry.Name, syntax.Source{Name: "printed", Text: text})
	if err != nil {
		t.Fatalf("what was printed does not load: %v\n%s", err, text)
	}
	if err := core.VerifyLoaded(q); err != nil {
		t.Fatalf("what was printed is not well formed: %v\n%s", err, text)
	}
	if diff := cmp.Diff(text, q.String()); diff != "" {
		t.Fatalf("printed again it differs (-first +second):\n%s", diff)
	}
	return q
}

// Arg reads the entry's argument.
func Arg(t testing.TB, p *core.Program, text string) core.Value {
	t.Helper()
	v, err := core.ParseValue(text, p.Entry.ArgType(), p)
	if err != nil {
		t.Fatalf("%s: %s", text, diag.Render(err))
	}
	return v
}

// CheckImage checks that the image of p is a program that is well formed and prints as p does, and has the same image; that the whole image is p.
func CheckImage(t testing.TB, p *core.Program) []byte {
	t.Helper()
	encoded := image.Encode(p)
	q, err := image.Decode(encoded)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	if err := core.VerifyLoaded(q); err != nil {
		t.Fatalf("not well formed: %v\n%s", err, p)
	}
	if p.String() != q.String() {
		t.Fatalf("the program\n%s\nbecomes\n%s", p, q)
	}
	if !bytes.Equal(image.Encode(q), encoded) {
		t.Errorf("the image of the image is another, of\n%s", p)
	}
	checkWholeImage(t, p)
	return encoded
}

func checkWholeImage(t testing.TB, p *core.Program) {
	t.Helper()
	whole := image.EncodeWhole(p)
	q, err := image.DecodeWhole(whole)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	if !bytes.Equal(image.EncodeWhole(q), whole) {
		t.Errorf("the whole image of the whole image is another, of\n%s", p)
	}
	if diff := cmp.Diff(annotations(p), annotations(q)); diff != "" {
		t.Errorf("the whole image tells something else (-of the program +of the image):\n%s", diff)
	}
}

// annotations are the positions and keys in p, in order.
func annotations(p *core.Program) []string {
	out := []string{p.Annotated()}
	for _, f := range p.Funcs {
		out = append(out, f.Name+" "+f.Pos.String())
		core.Each(f.Body, func(e core.Expr) { out = append(out, core.PlaceOf(e).String()) })
	}
	return out
}

// RunBriefly runs p for a few steps, on an argument of the right type if there is a simple one: the outcome may be an error.
func RunBriefly(t testing.TB, p *core.Program) {
	var args []core.Value
	for _, typ := range p.Entry.ParamTypes {
		v, ok := simplest(typ, 6)
		if !ok {
			return
		}
		args = append(args, v)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, _, _ = interp.New(p).Call(ctx, p.Entry, args, interp.Options{MaxDepth: 1000, MaxSteps: 10_000})
}

// simplest is a value of type t; ok is false where the search for one gets too deep.
func simplest(t core.Type, depth int) (v core.Value, ok bool) {
	if depth == 0 {
		return nil, false
	}
	switch t := t.(type) {
	case core.Base:
		return []core.Value{core.Int(3), core.Bool(true), core.Char('c'), core.Str("ab")}[t], true
	case *core.TupleType:
		elems, ok := simplestOf(t.Elems, depth)
		return &core.Tuple{Elems: elems}, ok
	case *core.MapType:
		return core.EmptyMap, true
	case *core.SetType:
		return core.EmptySet, true
	case *core.DataType:
		for _, c := range t.Data.Cons {
			if args, ok := simplestOf(c.ArgTypes(t), depth); ok {
				return &core.ConValue{Con: c, Args: args}, true
			}
		}
		return nil, false
	}
	return core.Int(1), true // a type variable stands for any type
}

func simplestOf(ts []core.Type, depth int) (vs []core.Value, ok bool) {
	for _, t := range ts {
		v, ok := simplest(t, depth-1)
		if !ok {
			return nil, false
		}
		vs = append(vs, v)
	}
	return vs, true
}
