package c_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"scf/backend"
	"scf/backend/c"
	"scf/backend/code"
	"scf/backend/program"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/judge"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var (
	programs = tier.Flag("programs", 0, 2, 4, "how many random programs TestRandom makes")
	first    = flag.Uint64("first", 1, "the seed of the first")
	size     = flag.Int("size", 8, "their size")
	without  = flag.String("without", "longdoubles,typeof", "constructs that they do without")
)

func available(t testing.TB) backend.Backend {
	t.Helper()
	b := c.New()
	if err := b.Available(); err != nil {
		toolchain.Compiler(t)
		t.Skip(err)
	}
	return b
}

// TestRandom runs random programs. To see a failure alone: -run TestRandom -first SEED -programs 1.
func TestRandom(t *testing.T) {
	b := available(t)
	out, unknown := cprog.ParseSet(*without)
	if len(unknown) > 0 {
		t.Fatal(unknown)
	}
	r := judge.Random{Sides: []judge.Side{judge.In{Backend: b}}, Size: *size, Without: out}
	r.Check(t, *first, programs.Int())
}

// refusedPrograms are those that this back end does not take, and why.
var refusedPrograms = map[string]string{"numbers.c": "long double cannot be passed to a Go function"}

// TestPrograms runs the programs that the front end is tested with.
func TestPrograms(t *testing.T) {
	tier.Standard(t, "each program is compiled")
	b := available(t)
	files, _ := filepath.Glob("../../cfront/testdata/programs/*.c")
	own, _ := filepath.Glob("../interp/testdata/*.c")
	if len(files) == 0 || len(own) == 0 {
		t.Fatal("no programs")
	}
	for i, file := range append(files, own...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tier.Case(t, i, 0, 3)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			run := program.Run{Backend: b, Refused: func(name string, err error) { t.Logf("refused: %s", diag.Render(err)) }}
			got, err := run.Output(t.Context(), file, text)
			if why := refusedPrograms[filepath.Base(file)]; why != "" {
				if err == nil || !strings.Contains(err.Error(), why) {
					t.Errorf("%v, want %s", err, why)
				}
				return
			}
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			if want := toolchain.Output(t, text); got != want {
				x, y := judge.FirstDifference(got, want)
				t.Errorf("the program prints\n  %s\nand compiled it prints\n  %s", x, y)
			}
		})
	}
}

// compile is the function f of a C text.
func compile(t testing.TB, text string, hosts backend.Hosts, o backend.Options) (backend.Code, *backend.Module) {
	t.Helper()
	b := available(t)
	m, _, err := program.Run{Hosts: hosts}.Module(context.Background(), "f.c", []byte(text))
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	f, ok := m.Function("f")
	if !ok || f.Tree == nil {
		t.Fatalf("no function f: %+v", f)
	}
	code, err := b.Compile(context.Background(), m, f.Tree, o)
	if err != nil {
		t.Fatal(err)
	}
	return code, m
}

func TestFaults(t *testing.T) {
	tier.Standard(t, "each program is compiled")
	failed := errors.New("not today")
	hosts := backend.Hosts{
		"fail": func() error { return failed },
		"oops": func() { panic("oops") },
	}
	for _, c := range []struct {
		name, text string
		args       []uint64
		want       string
	}{
		{"division", "int f(int a) {\n    return 1 / a;\n}\n", []uint64{0}, "f.c:2:5: division by zero in f"},
		{"remainder", "int g(int a) { return a; }\nint f(int a) {\n    int x = 3;\n    return x % g(a);\n}\n", []uint64{0}, "f.c:4:5: division by zero in f"},
		{"recursion", "int g(int *);\nint f(int a) {\n    int b[10] = {a};\n    return g(b) / b[3];\n}\nint g(int *b) { b[3]++; return f(b[0]) * b[2]; }\n", []uint64{0}, "calls are nested too deeply in"},
		{"no function", "int f(int (*p)(int)) {\n    return p(1);\n}\n", []uint64{16}, "f.c:2:5: a call of what is no function in f"},
		{"missing", "int g(int);\nint f(int a) {\n    return g(a);\n}\n", []uint64{1}, "f.c:3:5: a call of what is no function in f: the file declares g and does not define it"},
		{"failing", "void fail(void);\nint f(int a) {\n    fail();\n    return a;\n}\n", []uint64{1}, "f.c:3:5: a function of the program failed in f: not today"},
		{"panicking", "void oops(void);\nint f(int a) {\n    oops();\n    return a;\n}\n", []uint64{1}, "f.c:3:5: a function of the program failed in f: panic: oops"},
		{"abort", "void abort(void);\nint f(int a) {\n    abort();\n    return a;\n}\n", []uint64{1}, "f.c:3:5: a place that the code says is never reached in f: abort"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, _ := compile(t, c.text, hosts, backend.Options{})
			for range 3 {
				_, err := code.Call(t.Context(), c.args)
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %s", err, c.want)
				}
			}
		})
	}
}

// TestWords passes and returns values of all kinds.
func TestWords(t *testing.T) {
	tier.Standard(t, "each program is compiled")
	for _, c := range []struct {
		text string
		args []uint64
		want uint64
	}{
		{"signed char f(signed char a, unsigned char b) { return a + b; }", []uint64{^uint64(0), 200}, ^uint64(56)},
		{"unsigned short f(short a) { return a; }", []uint64{^uint64(0)}, 65535},
		{"_Bool f(double x) { return x; }", []uint64{0x3ff0000000000000}, 1},
		{"float f(float x, double y, int n) { return x * n + y; }", []uint64{0x40000000, 0x3ff0000000000000, 3}, 0x40e00000},
		{"double f(float x) { return x; }", []uint64{0x40000000}, 0x4000000000000000},
		{"unsigned f(long a) { return a; }", []uint64{^uint64(0)}, 1<<32 - 1},
		{"int f(int a) { return a % -1 + a / -1; }", []uint64{1<<64 - 1<<31}, 1<<64 - 1<<31},
		{"int f(int a, int b) { return a % b + a / b; }", []uint64{1<<64 - 1<<31, ^uint64(0)}, 1<<64 - 1<<31},
	} {
		code, _ := compile(t, c.text, nil, backend.Options{})
		if got, err := code.Call(t.Context(), c.args); got != c.want || err != nil {
			t.Errorf("%s: %#x, %v; want %#x", c.text, got, err, c.want)
		}
	}
}

// TestState has the code share the variables of its module with others.
func TestState(t *testing.T) {
	code, m := compile(t, "int total = 5; int f(int a) { static int calls; total += a; return ++calls; }", nil, backend.Options{})
	for i := range uint64(3) {
		if got, err := code.Call(t.Context(), []uint64{10}); got != i+1 || err != nil {
			t.Errorf("%d, %v", got, err)
		}
	}
	var total int32
	if err := m.Get("", "total", &total); err != nil || total != 35 {
		t.Errorf("%d, %v", total, err)
	}
}

// TestNothingStays checks that no files are left.
func TestNothingStays(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	compile(t, "int f(int a) { return a; }", nil, backend.Options{})
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	code, _ := compile(t, "void stop(void); int f(int a) { for (int i = 0; i >= 0; i++) stop(); return a; }", backend.Hosts{"stop": func() { cancel() }}, backend.Options{})
	if _, err := code.Call(ctx, []uint64{1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := code.Call(ctx, []uint64{1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNested has a Go function call the code that calls it, and errors go through both.
func TestNested(t *testing.T) {
	var code backend.Code
	hosts := backend.Hosts{"again": func(ctx context.Context, n int32) (int32, error) {
		if n == 0 {
			return 0, errors.New("bottom")
		}
		v, err := code.Call(ctx, []uint64{uint64(n)})
		if err != nil && n > 3 {
			return -n, nil
		}
		return int32(v), err
	}}
	code, _ = compile(t, "int again(int); int f(int n) { return again(n - 1) * 2; }", hosts, backend.Options{})
	if got, err := code.Call(t.Context(), []uint64{6}); int64(got) != -16 || err != nil {
		t.Errorf("%d, %v", int64(got), err)
	}
}

func TestRefused(t *testing.T) {
	b := available(t)
	m, _, err := program.Run{}.Module(context.Background(), "f.c", []byte("long double f(int a) { return a; }"))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := m.Function("f")
	if _, err := b.Compile(t.Context(), m, f.Tree, backend.Options{}); err == nil || !strings.Contains(err.Error(), "long double cannot be passed from Go") {
		t.Error(err)
	}
}

// TestRestrict compiles a loop whose pointers are said to lead to different memory.
func TestRestrict(t *testing.T) {
	code, m := compile(t, "int a[100], b[100]; int *from = a, *to = b; void f(int *to, const int *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i] + 3; }",
		nil, backend.Options{Restrict: []int{0, 1, 2, 7}})
	from, _ := m.Address("", "a")
	to, _ := m.Address("", "b")
	if _, err := code.Call(t.Context(), []uint64{to, from, 100}); err != nil {
		t.Fatal(err)
	}
	b := make([]int32, 100)
	if err := m.Get("", "b", b); err != nil || b[0] != 3 || b[99] != 3 {
		t.Errorf("%v, %v", b, err)
	}
}

// BenchmarkCall is a call of a function that does next to nothing, by words and as a Go func.
func BenchmarkCall(b *testing.B) {
	compiled, _ := compile(b, "int f(int a, int b) { return a + b; }", nil, backend.Options{})
	b.Run("words", func(b *testing.B) {
		b.ReportAllocs()
		args := []uint64{3, 4}
		for b.Loop() {
			if r, err := compiled.Call(context.Background(), args); r != 7 || err != nil {
				b.Fatal(r, err)
			}
		}
	})
	b.Run("func", func(b *testing.B) {
		sig, err := code.Analyze(reflect.TypeFor[func(a, b int32) int32]())
		if err != nil {
			b.Fatal(err)
		}
		entered, err := backend.Enter(compiled, sig, []backend.Argument{backend.Given(0), backend.Given(1)})
		if err != nil {
			b.Fatal(err)
		}
		f := code.Func[func(a, b int32) int32](code.Bind(sig, entered))
		b.ReportAllocs()
		for b.Loop() {
			if r := f(3, 4); r != 7 {
				b.Fatal(r)
			}
		}
	})
}
