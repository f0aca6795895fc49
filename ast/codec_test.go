package ast

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
)

// program is one that opens the tree's datatype.
func program(t testing.TB) *core.Program {
	t.Helper()
	p, _, err := scfml.Load("", scfml.Source{Name: "ast.scf-ml", Text: Source},
		scfml.Source{Name: "pass.scf-ml", Text: "structure P = struct open AST fun optimize (f: func, ls: lattice list): func = f end"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTable holds the table of constructors against ast.scf-ml: the same constructors, in the same order, with as many
// arguments as the Go type has fields.
func TestTable(t *testing.T) {
	tables := 0
	for _, d := range program(t).Datatypes {
		rows, ok := constructors[d.Name]
		if !ok {
			t.Errorf("no table for the datatype %s", d.Name)
			continue
		}
		tables++
		var want, got []string
		for i, c := range d.Cons {
			want = append(want, fmt.Sprintf("%s/%d", c.Name, len(c.Args)))
			if i < len(rows) {
				got = append(got, fmt.Sprintf("%s/%d", rows[i].name, arity(rows[i])))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(rows) != len(d.Cons) {
			t.Errorf("%s: %d constructors, %d rows\n%s", d.Name, len(d.Cons), len(rows), diff)
		}
	}
	if tables != len(constructors) {
		t.Errorf("%d datatypes for %d tables", tables, len(constructors))
	}
}

func arity(c constructor) int {
	if c.goType == nil {
		return 0
	}
	if s, ok := structOf(c.goType); ok {
		return arguments(s)
	}
	return 1
}

// TestValuesRoundTrip: random trees of every kind of node go to SCF-ML and come back the same.
func TestValuesRoundTrip(t *testing.T) {
	p := program(t)
	rapid.Check(t, func(r *rapid.T) {
		f := anyFunc(r)
		v, err := ToValue(f, p)
		if err != nil {
			r.Fatal(err)
		}
		back, err := FromValue(v)
		if err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(f, back); diff != "" {
			r.Fatal(diff)
		}
	})
}

func TestLatticesRoundTrip(t *testing.T) {
	p := program(t)
	ls := []Lattice{Undefined{}, NonConstant{}, Known{IntConst(-3)}, Known{FloatConst(1)},
		&KnownArray{[]Lattice{Known{IntConst(1)}, NonConstant{}}},
		&KnownRecord{[]LatticeField{{"size", Known{IntConst(8)}}, {"rest", &KnownArray{}}}},
		&KnownTable{&KnownArray{[]Lattice{&KnownLink{"states", 1}, &KnownLink{"states", 0}}}},
		&KnownFunction{"add", &Function{Result: Int, Params: []Type{Int}}, true}}
	list, err := LatticesToValue(ls, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range ls {
		cell := list.(*core.ConValue)
		back, err := decode[Lattice](cell.Args[0])
		if diff := cmp.Diff(l, back); err != nil || diff != "" {
			t.Errorf("%v: %v %s", l, err, diff)
		}
		if v, err := LatticeToValue(l, p); err != nil || !core.Equal(v, cell.Args[0]) {
			t.Errorf("%v alone and in a list differ: %v", l, err)
		}
		list = cell.Args[1]
	}
}

func TestToValueNeedsTheDatatype(t *testing.T) {
	p, _, err := scfml.Load("", scfml.Source{Name: "x", Text: "fun f x = x + 1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ToValue(&Func{Name: "f", Result: Int, Body: &Skip{L(2)}, Label: L(1)}, p); err == nil || !strings.Contains(err.Error(), "open AST") {
		t.Fatalf("got %v", err)
	}
	if _, err := ToValue(&Func{Name: "f", Result: Int, Label: L(1)}, program(t)); err == nil || err.Error() != "the tree lacks a cmd" {
		t.Fatalf("got %v", err)
	}
}

// TestFromValueErrors: what is not the tree of a function is an error that says where.
func TestFromValueErrors(t *testing.T) {
	p := program(t)
	value := func(text, typ string) core.Value {
		ty, err := scfml.ParseType(typ, p)
		if err != nil {
			t.Fatal(err)
		}
		v, err := core.ParseValue(text, ty, p)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return v
	}
	for _, c := range []struct {
		v    core.Value
		want string
	}{
		{core.Int(3), "the integer 3 stands where a func is wanted"},
		{value("skip(L 1)", "cmd"), "the constructor skip stands where a func is wanted"},
		{&core.ConValue{Con: &core.Con{Name: "func"}}, "func has 6 arguments, not 0"},
		{withBody(t, p, core.Dead{}), "a value that nothing should read stands where a cmd is wanted, in argument 4 of func"},
		{withBody(t, p, &core.ConValue{Con: &core.Con{Name: "skip"}, Args: []core.Value{core.Str("x")}}),
			`the string "x" stands where a label is wanted, in argument 1 of skip, in argument 4 of func`},
	} {
		if _, err := FromValue(c.v); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// withBody is the value of a function with another body.
func withBody(t *testing.T, p *core.Program, body core.Value) core.Value {
	v, err := ToValue(&Func{Name: "f", Result: Int, Body: &Skip{L(2)}, Label: L(1)}, p)
	if err != nil {
		t.Fatal(err)
	}
	v.(*core.ConValue).Args[3] = body
	return v
}

// TestFromValueNormalizes: a pass may leave more bits in a constant than its type has.
func TestFromValueNormalizes(t *testing.T) {
	f := &Func{"f", Int, nil, &Eval{X: &Const{IntConst(-1), Integer{"unsigned char", 8, false}, L(3)}, Label: L(2)}, false, L(1), nil}
	v, err := ToValue(f, program(t))
	if err != nil {
		t.Fatal(err)
	}
	back, err := FromValue(v)
	if err != nil {
		t.Fatal(err)
	}
	if got := back.Body.(*Eval).X.(*Const).Value; got != Constant(IntConst(255)) {
		t.Fatalf("got %v", got)
	}
}

func TestDeepTrees(t *testing.T) {
	tier.Standard(t, "deep trees")
	tier.Same(t)
	var c Cmd = &Skip{L(1)}
	for range maxDepth {
		c = &Scope{c, L(1)}
	}
	if _, err := ToValue(&Func{"f", Int, nil, c, false, L(1), nil}, program(t)); err == nil || !strings.Contains(err.Error(), "deep") {
		t.Fatalf("got %v", err)
	}
}

// anyFunc is a function of random nodes of every kind, not one that makes sense.
func anyFunc(r *rapid.T) *Func {
	f := randomValue(r, reflect.TypeFor[*Func](), 4).Interface().(*Func)
	Walk(f.Body, nil, normalize, nil)
	return f
}

// randomValue is a random value of one of the tree's Go types, nested up to about depth.
func randomValue(r *rapid.T, t reflect.Type, depth int) reflect.Value {
	x := reflect.New(t).Elem()
	rows := constructors[datatypeOf[t]]
	switch {
	case len(rows) > 0 && t.Kind() == reflect.Int:
		x.SetInt(int64(rapid.IntRange(0, len(rows)-1).Draw(r, "enum")))
	case t.Kind() == reflect.Interface:
		row := rows[0]
		if depth > 0 {
			row = rapid.SampledFrom(rows).Draw(r, "con")
		}
		x.Set(randomValue(r, row.goType, depth-1))
	case t.Kind() == reflect.Pointer:
		x.Set(reflect.New(t.Elem()))
		x.Elem().Set(randomValue(r, t.Elem(), depth))
	case t.Kind() == reflect.Struct:
		for i := range arguments(t) {
			x.Field(i).Set(randomValue(r, t.Field(i).Type, depth))
		}
	case t.Kind() == reflect.Slice:
		for range rapid.IntRange(0, min(2, max(depth, 0))).Draw(r, "len") {
			x.Set(reflect.Append(x, randomValue(r, t.Elem(), depth-1)))
		}
	case t.Kind() == reflect.String:
		x.SetString(rapid.SampledFrom([]string{"x", "y#2", "unsigned char"}).Draw(r, "name"))
	case t.Kind() == reflect.Bool:
		x.SetBool(rapid.Bool().Draw(r, "bool"))
	default:
		x.SetInt(rapid.Int64().Draw(r, "int"))
	}
	return x
}

// TestSharedParts: a value of few parts that stands for a tree of too many is an error.
func TestSharedParts(t *testing.T) {
	tier.OnlyLong(t, "large trees")
	p := program(t)
	v, err := ToValue(&Func{"f", Int, nil, &Skip{L(1)}, false, L(1), nil}, p)
	if err != nil {
		t.Fatal(err)
	}
	seq, err := findCon(p, "cmd", "seq")
	if err != nil {
		t.Fatal(err)
	}
	args := v.(*core.ConValue).Args
	label := args[5]
	for range 60 {
		args[3] = &core.ConValue{Con: seq, Args: []core.Value{args[3], args[3], label}}
	}
	if _, err := FromValue(v); err == nil || !strings.Contains(err.Error(), "parts") {
		t.Errorf("got %v", err)
	}
}
