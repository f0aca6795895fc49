package backend

import (
	"context"
	"errors"
	"math"
	"math/big"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"scf/ast"
	"scf/backend/mem"
)

var (
	char   = ast.Integer{Name: "char", Width: 8, Signed: true}
	long   = ast.Integer{Name: "long", Width: 64, Signed: true}
	short  = ast.Integer{Name: "short", Width: 16, Signed: true}
	double = ast.Floating{Name: "double", Width: 64}
	point  = ast.Record{Name: "struct point", Size: 16}
	flags  = ast.Record{Name: "struct flags", Size: 8}
)

var layouts = ast.Layouts{
	"struct point": {Align: 8, Fields: []ast.Field{{Name: "x", Ty: ast.Int}, {Name: "y", Offset: 8, Ty: double}}},
	"struct flags": {Align: 4, Fields: []ast.Field{{Name: "a", Ty: ast.Uint, Bits: 3}, {Name: "n", Offset: 4, Ty: short}}},
}

func pointerTo(t ast.Type) ast.Type { return ast.Pointer{Elem: t} }

func function(result ast.Type, params ...ast.Type) *ast.Function {
	return &ast.Function{Result: result, Params: params}
}

// sample is a unit with variables of all kinds.
func sample() *ast.Unit {
	return &ast.Unit{
		Funcs: []*ast.Func{{Name: "f", Result: ast.Int, Params: []ast.Param{{Name: "a", Ty: ast.Int}}}},
		Variables: []ast.Variable{
			{Name: "g", Ty: ast.Int, Size: 4, Align: 4, Init: []byte{7}},
			{Name: "g", Func: "f", Ty: long, Size: 8, Align: 8},
			{Name: "table", Ty: ast.Array{Elem: short, Len: 4}, Size: 8, Align: 64, Init: []byte{1, 0, 2}},
			{Name: "name", Ty: ast.Array{Elem: char, Len: 8}, Size: 8, Align: 1, Init: []byte("abc")},
			{Name: "p", Ty: point, Size: 16, Align: 8},
			{Name: "here", Ty: pointerTo(short), Size: 8, Align: 8, Addresses: []ast.Address{{Of: "table", Addend: 2}}},
			{Name: "call", Ty: pointerTo(function(ast.Int, ast.Int)), Size: 8, Align: 8, Addresses: []ast.Address{{Of: "f"}}},
		},
		Externs: []ast.Extern{
			{Name: "add", Ty: function(long, long, ast.Int)}, {Name: "strlen", Ty: function(long, pointerTo(char))},
			{Name: "lost", Ty: function(ast.Void{})}, {Name: "shared", Ty: ast.Int},
		},
		Layouts: layouts,
	}
}

func newModule(t *testing.T, hosts Hosts) *Module {
	t.Helper()
	u := sample()
	for i := range u.Funcs {
		u.Funcs[i].Body = &ast.Skip{}
	}
	m, err := NewModule(u, hosts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModule(t *testing.T) {
	shared := int32(5)
	m := newModule(t, Hosts{"shared": &shared, "add": func(a int64, b int32) int64 { return a + int64(b) }})
	at := func(function, name string) uint64 {
		a, ok := m.Address(function, name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		return a
	}
	if at("f", "g") == at("", "g") || at("h", "g") != at("", "g") {
		t.Error("a static variable and a global one are mixed up")
	}
	if at("", "table")%64 != 0 || mem.Load64(at("", "here")) != at("", "table")+2 || mem.Load64(at("", "call")) != at("", "f") {
		t.Error("addresses are wrong")
	}
	if f := m.FunctionAt(at("", "f")); f == nil || f.Name != "f" || m.FunctionAt(at("", "f")+1) != nil || m.FunctionAt(0) != nil {
		t.Error("the cell of f does not stand for f")
	}
	if mem.Load32(at("", "shared")) != 5 {
		t.Error("the program's variable is another one")
	}
	s := &ast.Str{Text: "ab", Ty: ast.Array{Elem: char, Len: 3}}
	if m.String(s) != m.String(&ast.Str{Text: "ab", Ty: ast.Array{Elem: char, Len: 3}}) || text(m.String(s)) != "ab" {
		t.Error("strings")
	}
	if err := m.Missing(); err == nil || !strings.Contains(err.Error(), "lost") || strings.Contains(err.Error(), "strlen") {
		t.Errorf("missing: %v", err)
	}
}

func TestVariables(t *testing.T) {
	m := newModule(t, nil)
	type goPoint struct {
		X int32
		_ int32
		Y float64
	}
	var (
		g     int
		table = make([]int16, 3)
		name  [8]byte
		p     goPoint
		here  *int16
		small int8
	)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(m.Set("", "g", 300))
	must(m.Get("", "g", &g))
	must(m.Get("", "table", table))
	must(m.Set("", "name", "hello"))
	must(m.Get("", "name", &name))
	must(m.Set("", "p", goPoint{X: 3, Y: 4}))
	must(m.Get("", "p", &p))
	must(m.Get("", "here", &here))
	if g != 300 || table[1] != 2 || string(name[:6]) != "hello\x00" || p.X != 3 || p.Y != 4 || *here != 2 {
		t.Errorf("got %v %v %q %v %v", g, table, name, p, *here)
	}
	other := int16(9)
	must(m.Set("", "here", &other))
	must(m.Get("", "here", &here))
	if *here != 9 {
		t.Error("the pointer is not set")
	}
	must(m.Reset())
	if must(m.Get("", "g", &g)); g != 7 {
		t.Errorf("after Reset g is %d", g)
	}
	for want, err := range map[string]error{
		"no variable h":          m.Set("", "h", 1),
		"does not fit into int8": func() error { _ = m.Set("", "g", 300); return m.Get("", "g", &small) }(),
		"is no value of int":     m.Set("", "g", 1<<40),
		"has 8 characters":       m.Set("", "name", "123456789"),
		"the slice 5":            m.Set("", "table", make([]int16, 5)),
		"which is int16 in Go":   m.Set("", "table", make([]int32, 2)),
		"has 16 bytes":           m.Set("", "p", struct{ X, Y int32 }{}),
		"is no pointer":          m.Get("", "g", 3),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

func TestLayouts(t *testing.T) {
	type list struct {
		Next *list
		V    int32
	}
	type flagsInGo struct {
		Bits uint32
		N    int16
	}
	ls := ast.Layouts{
		"struct list": {Align: 8, Fields: []ast.Field{{Name: "next", Ty: pointerTo(ast.Record{Name: "struct list", Size: 16})}, {Name: "v", Offset: 8, Ty: ast.Int}}},
		"union u":     {Union: true, Align: 8, Fields: []ast.Field{{Name: "l", Ty: long}, {Name: "d", Ty: double}}},
	}
	for name, l := range layouts {
		ls[name] = l
	}
	rec := func(name string, size int64) ast.Record { return ast.Record{Name: name, Size: size} }
	cases := []struct {
		value any
		c     ast.Type
		want  string
	}{
		{list{}, rec("struct list", 16), ""},
		{flagsInGo{}, flags, ""},
		{struct {
			Bits *int16
		}{}, flags, "is at the offset 4"},
		{float64(0), rec("union u", 8), ""},
		{[8]byte{}, rec("union u", 8), ""},
		{&list{}, rec("union u", 8), "none of its members"},
		{int8(0), char, ""},
		{uint8(0), char, ""},
		{uint32(0), ast.Int, "int32 in Go, and not uint32"},
		{int(0), long, ""},
		{uint32(0), ast.Integer{Name: "enum e", Width: 32, Signed: true}, ""},
		{struct{ X, Z, Y float64 }{}, point, "has 24"},
		{struct {
			X int32
			Y float32
			Z float64
		}{}, point, "is at the offset 8, and Y"},
	}
	for _, c := range cases {
		err := SameLayout(reflect.TypeOf(c.value), c.c, ls)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T as %s: %v, want %q", c.value, ast.TypeName(c.c), err, c.want)
		}
	}
}

func TestHosts(t *testing.T) {
	boom := errors.New("boom")
	m := newModule(t, Hosts{"add": func(ctx context.Context, a int64, b int32) (int64, error) {
		if b == 0 {
			return 0, boom
		}
		return a + int64(b), nil
	}})
	add, _ := m.Function("add")
	if v, err := add.Host(t.Context(), []uint64{40, math.MaxUint64}); v != 39 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
	if _, err := add.Host(t.Context(), []uint64{40, 0}); !errors.Is(err, boom) {
		t.Errorf("%v", err)
	}
	for want, host := range map[string]any{
		"parameter 2: C has int here, which is int32 in Go, and not int64": func(a, b int64) int64 { return 0 },
		"it has 1 parameter, and C declares 2":                             func(a int64) int64 { return 0 },
		"it gives nothing":                                                 func(a int64, b int32) {},
		"give a Go func":                                                   3,
	} {
		if _, err := NewModule(sample(), Hosts{"add": host}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

func TestLibrary(t *testing.T) {
	m := newModule(t, nil)
	b := mem.Alloc(64, 16)
	copy(b.Bytes(), "hello\x00help\x00")
	s, u := b.Address(), b.Address()+6
	call := func(name string, args ...uint64) uint64 {
		t.Helper()
		f := m.library(name)
		if f == nil {
			t.Fatalf("no %s", name)
		}
		v, err := f(t.Context(), args)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	d, f := math.Float64bits, func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	for i, c := range []struct{ got, want uint64 }{
		{call("strlen", s), 5}, {call("strcmp", s, u), ^uint64(3)}, {call("strncmp", s, u, 3), 0},
		{call("strchr", s, 'l'), s + 2}, {call("strrchr", s, 'l'), s + 3}, {call("memchr", s, 'z', 5), 0},
		{call("strpbrk", s, u), s}, {call("strspn", s, u), 4}, {call("__builtin_popcountl", ^uint64(0)), 64},
		{call("abs", word32(-3)), 3}, {call("abs", word32(math.MinInt32)), word32(math.MinInt32)},
		{call("fmin", d(math.NaN()), d(2)), d(2)}, {call("fmaxf", f(1), f(2)), f(2)}, {call("rint", d(2.5)), d(2)},
		{call("sqrtf", f(2)), f(math.Sqrt2)}, {call("ldexpf", f(1.5), word32(-149)), f(0x1p-148)},
		{call("isnan", d(math.NaN())), 1}, {call("lround", d(-2.5)), uint64(math.MaxUint64 - 2)},
	} {
		if c.got != c.want {
			t.Errorf("%d: %x, want %x", i, c.got, c.want)
		}
	}
	p := call("malloc", 10)
	call("strcpy", p, s)
	p = call("realloc", p, 100)
	if text(p) != "hello" {
		t.Errorf("%q", text(p))
	}
	call("free", p)
	if _, err := m.library("free")(t.Context(), []uint64{p}); err == nil {
		t.Error("freed twice")
	}
	if _, err := m.library("abort")(t.Context(), nil); err == nil {
		t.Error("abort comes back")
	}
	if m.library("printf") != nil {
		t.Error("printf is the program's to give")
	}
}

// TestFma compares with numbers of any precision.
func TestFma(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Custom(func(t *rapid.T) float32 {
			return math.Float32frombits(uint32(rapid.IntRange(100, 150).Draw(t, "exponent"))<<23 | rapid.Uint32Range(0, 1<<23-1).Draw(t, "mantissa")&rapid.SampledFrom([]uint32{1<<23 - 1, 3, 7 << 20}).Draw(t, "mask"))
		})
		x, y, z := number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")
		if rapid.Bool().Draw(t, "negative") {
			z = -z
		}
		exact := func(v float32) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(float64(v)) }
		product := exact(x)
		product.Mul(product, exact(y))
		want, _ := product.Add(product, exact(z)).Float32()
		if got := float32(fmaOdd(float64(x), float64(y), float64(z))); got != want {
			t.Fatalf("%x*%x + %x = %x, want %x", x, y, z, got, want)
		}
	})
}

type fake struct {
	Backend
	name string
	err  error
}

func (f fake) Name() string     { return f.name }
func (f fake) Available() error { return f.err }

func TestChoose(t *testing.T) {
	list := []Backend{fake{name: "native", err: errors.New("not on this machine")}, fake{name: "interp"}}
	if b, err := Choose("", list...); err != nil || b.Name() != "interp" {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := Choose("native", list...); err == nil || err.Error() != "the back end native is not available: not on this machine" {
		t.Error(err)
	}
	if _, err := Choose("jit", list...); err == nil || err.Error() != "there is no back end jit: choose one of native, interp" {
		t.Error(err)
	}
}

// TestMemoryStays checks that what a module's memory holds survives collections.
func TestMemoryStays(t *testing.T) {
	m := newModule(t, nil)
	at, _ := m.Address("", "g")
	for range 3 {
		runtime.GC()
	}
	if *(*int32)(unsafe.Add(nil, uintptr(at))) != 7 {
		t.Error("the variable is lost")
	}
	runtime.GC()
	m.Functions()
}
