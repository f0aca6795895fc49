package ast

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scf/scfml/core"
)

// TestFastReader: random trees are read as by the table of constructors, and numbered as by Number.
func TestFastReader(t *testing.T) {
	p := program(t)
	rapid.Check(t, func(r *rapid.T) {
		v, err := ToValue(anyFunc(r), p)
		if err != nil {
			r.Fatal(err)
		}
		want, err := decode[*Func](v)
		if err != nil {
			r.Fatal(err)
		}
		Walk(want.Body, nil, normalize, nil)
		got, ok := readTree(v, (*reader).function)
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			r.Fatal(ok, diff)
		}
		Number(want)
		got, ok = readTree(v, (*reader).numberedFunction)
		anywhere := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".To" }, cmp.Ignore()) // those to no block around
		if diff := cmp.Diff(want, got, anywhere); !ok || diff != "" {
			r.Fatal(ok, diff)
		}
	})
}

// TestFastReaderExits: exits lead out of the innermost block around that has their label.
func TestFastReaderExits(t *testing.T) {
	exit := func(to Label) Cmd { return &Exit{To: to, Label: L(0)} }
	inner := &Block{Body: SeqOf(exit(U{L(7), 1}), exit(L(7)), exit(L(7))), Label: U{L(7), 1}}
	f := &Func{Name: "f", Result: Void{}, Body: &Block{Body: &Seq{First: inner, Second: exit(L(7)), Label: L(0)}, Label: L(7)}, Label: L(0)}
	Walk(f.Body, func(c Cmd) {
		if s, ok := c.(*Seq); ok {
			s.Label = L(0)
		}
	}, nil, nil)
	v, err := ToValue(f, program(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := FromUnlabelled(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(got); err != nil {
		t.Fatal(err)
	}
	Number(f)
	if diff := cmp.Diff(f, got); diff != "" {
		t.Error(diff)
	}
}

// TestFastReaderAllocates: a tree of many nodes is read with few allocations.
func TestFastReaderAllocates(t *testing.T) {
	var body []Cmd
	for range 100 {
		x := &Binary{Op: Add, Ty: Int, X: &Var{Name: "x", Ty: Int}, Y: &Const{Value: IntConst(1), Ty: Int}}
		body = append(body, &Assign{Name: "x", Ty: Int, X: x})
	}
	f := &Func{Name: "f", Result: Int, Params: []Param{{Name: "x", Ty: Int}}, Body: SeqOf(append(body, &Return{X: &Var{Name: "x", Ty: Int}})...)}
	Number(f)
	v, err := ToValue(f, program(t))
	if err != nil {
		t.Fatal(err)
	}
	allocs := testing.AllocsPerRun(20, func() {
		if _, err := FromUnlabelled(v); err != nil {
			t.Fatal(err)
		}
	})
	if nodes := 501.0; allocs > 0.1*nodes {
		t.Errorf("%v allocations for %v nodes", allocs, nodes)
	}
}

// TestFastReaderPlaces: a value that has become another since a tree was read stands for what it is now, where types are concerned, too.
func TestFastReaderPlaces(t *testing.T) {
	p := program(t)
	value := func(ty Type) *core.ConValue {
		v, err := ToValue(&Func{Name: "f", Result: ty, Body: &Skip{Label: L(2)}, Label: L(1)}, p)
		if err != nil {
			t.Fatal(err)
		}
		return v.(*core.ConValue)
	}
	integer := func(name string) Type { return Integer{Name: name, Width: 32, Signed: true} }
	types := []Type{
		integer("int"), integer("long"), Void{}, Boolean{}, Floating{"double", 64}, Floating{"float", 32}, Array{integer("int"), 3}, Array{integer("long"), 3},
		Record{"a", 8}, Record{"b", 8}, Pointer{Pointer{integer("int")}}, Pointer{Pointer{integer("long")}},
		&Function{Result: Void{}, Params: []Type{integer("int")}}, &Function{Result: Void{}, Params: []Type{integer("long")}},
		&Function{Result: Void{}, Params: []Type{integer("long")}, Variadic: true}, &Function{Result: integer("long"), Params: []Type{integer("long")}, Variadic: true},
	}
	f := value(Void{})
	place := f.Args[1].(*core.ConValue)
	for _, ty := range types {
		*place = *value(ty).Args[1].(*core.ConValue)
		for range 2 {
			got, err := FromValue(f)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(ty, got.Result); diff != "" {
				t.Errorf("%v: %s", ty, diff)
			}
		}
	}
	inner := value(Pointer{Pointer{integer("int")}})
	pointee := inner.Args[1].(*core.ConValue).Args[0].(*core.ConValue)
	for _, ty := range types {
		*pointee = *value(ty).Args[1].(*core.ConValue)
		got, err := FromValue(inner)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Pointer{ty}, got.Result); diff != "" {
			t.Errorf("a pointer to %v: %s", ty, diff)
		}
	}
}
