package passes_test

import (
	"errors"
	"flag"
	"fmt"
	"reflect"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"scf/ast"
	"scf/passes"
)

var statistics = flag.Bool("passes.stats", false, "print how many runs the soundness test judged")

// TestSoundness optimizes random functions and runs them: each pass must keep what can be observed, for all arguments that agree
// with what it was told about the parameters.
func TestSoundness(t *testing.T) { holdSound(t, load(t)) }

// TestClassicSoundness does the same with the classic passes, in pipelines of their own.
func TestClassicSoundness(t *testing.T) { holdSound(t, runners(t, passes.Classic())) }

func holdSound(t *testing.T, rs []*runner) {
	judged, undefined, long := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f := function(t)
		if err := ast.Verify(f); err != nil {
			t.Fatalf("the test's own function: %v\n%s", err, ast.PrintFunc(f, ast.DefaultStyle()))
		}
		known := lattices(t, f)
		versions := []*ast.Func{f}
		for _, r := range order(t, rs) {
			g, _, err := r.run(versions[len(versions)-1], known)
			if err != nil {
				t.Fatalf("%v\n%s", err, ast.PrintFunc(f, ast.DefaultStyle()))
			}
			versions = append(versions, g)
		}
		for range 3 {
			args := arguments(t, f, known)
			want, err := outcome(f, args)
			switch {
			case errors.Is(err, errUndefined):
				undefined++
				continue
			case err != nil:
				long++
				continue
			}
			judged++
			for i, g := range versions[1:] {
				if got, err := outcome(g, args); got != want || err != nil {
					t.Fatalf("arguments %v: after pass %d: %v\n%s\nwant\n%s\n%s\noptimized:\n%s", args, i+1, err, got, want,
						ast.PrintFunc(f, ast.DefaultStyle()), ast.PrintFunc(g, ast.DefaultStyle()))
				}
			}
		}
	})
	if *statistics {
		fmt.Printf("judged %d, undefined %d, too long %d\n", judged, undefined, long)
	}
}

// order draws a pipeline: most of the time the standard one.
func order(t *rapid.T, rs []*runner) []*runner {
	if rapid.IntRange(0, 2).Draw(t, "order") > 0 {
		return rs
	}
	return rapid.SliceOfN(rapid.SampledFrom(rs), 1, 5).Draw(t, "pipeline")
}

// lattices draws what is known of the parameters.
func lattices(t *rapid.T, f *ast.Func) []ast.Lattice {
	var known []ast.Lattice
	for _, p := range f.Params {
		known = append(known, lattice(t, p.Ty))
	}
	return known[:rapid.IntRange(0, len(known)).Draw(t, "told")]
}

// lattice draws what is known of a value of type ty, or of an object that a pointer to it reaches.
func lattice(t *rapid.T, ty ast.Type) ast.Lattice {
	kind := rapid.IntRange(0, 3).Draw(t, "known")
	switch ty := ty.(type) {
	case ast.Pointer:
		if kind > 0 {
			if ast.Same(ty.Elem, frozen) && kind == 1 {
				return lattice(t, frozen)
			}
			return lattice(t, ast.Array{Elem: ty.Elem, Len: 2})
		}
	case ast.Array:
		a := &ast.KnownArray{}
		for range rapid.Int64Range(0, ty.Len).Draw(t, "elements") {
			a.Elems = append(a.Elems, lattice(t, ty.Elem))
		}
		return a
	case ast.Record:
		r := &ast.KnownRecord{}
		for _, f := range fields[ty.Name] {
			if rapid.Bool().Draw(t, "named") {
				r.Fields = append(r.Fields, ast.LatticeField{Name: f.name, Value: lattice(t, f.ty)})
			}
		}
		return r
	}
	switch kind {
	case 0:
		return ast.NonConstant{}
	case 1:
		return ast.Undefined{}
	}
	if isPointer(ty) {
		return ast.Known{Value: ast.IntConst(0)}
	}
	return ast.Known{Value: valueOf(t, ty).Value}
}

// valueOf draws a constant of type t.
func valueOf(t *rapid.T, ty ast.Type) *ast.Const {
	if f, ok := ty.(ast.Floating); ok {
		x := rapid.SampledFrom(interestingFloats).Draw(t, "value")
		return &ast.Const{Value: ast.FloatConst(toBits(word{f: x}, f)), Ty: f}
	}
	return number(rapid.SampledFrom(interesting).Draw(t, "value"), ty).(*ast.Const)
}

// argument is the value of a parameter; where it is a pointer to memory that does not change, its memory.
type argument struct {
	value *ast.Const
	known ast.Lattice
}

// arguments draws arguments that agree with known. What nothing is known of has values by chance.
func arguments(t *rapid.T, f *ast.Func, known []ast.Lattice) []argument {
	var args []argument
	for i, p := range f.Params {
		a := argument{value: valueOf(t, p.Ty)}
		if i < len(known) {
			a.known = known[i]
		}
		args = append(args, a)
	}
	return args
}

// argument is the value of a for a parameter of type t; it makes the memory that it points to.
func (m *machine) argument(a argument, name string, t ast.Type) word {
	switch k := a.known.(type) {
	case ast.Known:
		return constant(&ast.Const{Value: k.Value, Ty: t})
	case *ast.KnownArray, *ast.KnownRecord:
		return m.unchanging(k, "what "+name+" points to", t.(ast.Pointer).Elem)
	}
	if p, ok := t.(ast.Pointer); ok && !ast.Same(t, pointer) {
		return m.unchanging(nil, "what "+name+" points to", p.Elem)
	} else if ok && a.value.Value != ast.IntConst(0) {
		return word{i: m.base("array")}
	}
	return constant(a.value)
}

// unchanging makes memory for two objects of type t, of which the first are as known, and gives its address.
func (m *machine) unchanging(known ast.Lattice, name string, t ast.Type) word {
	at := m.base(name)
	two := ast.Array{Elem: t, Len: 2}
	m.room(at, two)
	if _, ok := known.(*ast.KnownRecord); ok {
		known = &ast.KnownArray{Elems: []ast.Lattice{known}}
	}
	m.place(at, two, known, name)
	for i := range sizeOf(two) {
		m.frozen[at+i] = true
	}
	return word{i: at}
}

// place fills an object as known says, and otherwise with what differs from place to place.
func (m *machine) place(at int64, t ast.Type, known ast.Lattice, name string) {
	switch t := t.(type) {
	case ast.Array:
		k, _ := known.(*ast.KnownArray)
		for i := range t.Len {
			var elem ast.Lattice
			if k != nil && i < int64(len(k.Elems)) {
				elem = k.Elems[i]
			}
			m.place(at+i*sizeOf(t.Elem), t.Elem, elem, fmt.Sprint(name, i))
		}
		return
	case ast.Record:
		k, _ := known.(*ast.KnownRecord)
		for _, f := range fields[t.Name] {
			var value ast.Lattice
			for i := 0; k != nil && i < len(k.Fields); i++ {
				if k.Fields[i].Name == f.name {
					value = k.Fields[i].Value
				}
			}
			m.place(at+f.offset, f.ty, value, name+f.name)
		}
		return
	}
	switch k := known.(type) {
	case ast.Known:
		m.store(at, t, constant(&ast.Const{Value: k.Value, Ty: t}))
	case *ast.KnownArray:
		m.store(at, t, m.unchanging(k, name, ast.Int))
	default:
		m.fill(at, t)
	}
}

// TestCoverage checks that the soundness test meets every constructor of the tree.
func TestCoverage(t *testing.T) {
	seen := map[string]bool{}
	note := func(x any) { seen[reflect.TypeOf(x).String()] = true }
	function := rapid.Custom(function)
	for i := range 200 {
		f := function.Example(i)
		ast.Walk(f.Body, func(c ast.Cmd) {
			note(c)
			if d, ok := c.(*ast.Declare); ok {
				note(d.Init)
			}
		}, func(e ast.Expr) {
			note(e)
			switch e := e.(type) {
			case *ast.Unary:
				seen[fmt.Sprint("unary ", e.Op)] = true
			case *ast.Binary:
				seen[fmt.Sprint("binary ", e.Op)] = true
			}
		}, nil)
	}
	const commands, expressions, initializers, operators = 19, 16, 3, 3 + 19
	if len(seen) != commands+expressions+initializers+operators {
		var names []string
		for n := range seen {
			names = append(names, n)
		}
		sort.Strings(names)
		t.Errorf("only %d constructors: %v", len(names), names)
	}
}
