package interp_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scf/backend"
	"scf/backend/interp"
	"scf/backend/program"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/judge"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var (
	programs = tier.Flag("programs", 2, 4, 8, "how many random programs TestRandom makes")
	first    = flag.Uint64("first", 1, "the seed of the first")
	size     = flag.Int("size", 14, "their size")
	without  = flag.String("without", "longdoubles,typeof", "constructs that they do without")
)

// TestRandom runs random programs. To see a failure alone: -run TestRandom -first SEED -programs 1.
func TestRandom(t *testing.T) {
	toolchain.Compiler(t)
	out, unknown := cprog.ParseSet(*without)
	if len(unknown) > 0 {
		t.Fatal(unknown)
	}
	r := judge.Random{Sides: []judge.Side{judge.In{Backend: interp.New()}}, Size: *size, Without: out}
	r.Check(t, *first, programs.Int())
}

// refusedPrograms are those that interp does not take, and why.
var refusedPrograms = map[string]string{"numbers.c": "long double is not computed with here"}

// TestPrograms runs the programs that the front end is tested with.
func TestPrograms(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	files, _ := filepath.Glob("../../cfront/testdata/programs/*.c")
	own, _ := filepath.Glob("testdata/*.c")
	if len(files) == 0 || len(own) == 0 {
		t.Fatal("no programs")
	}
	for i, file := range append(files, own...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tier.Case(t, i, 0, 2)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			run := program.Run{Backend: interp.New(), Refused: func(name string, err error) { t.Logf("refused: %s", diag.Render(err)) }}
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
func compile(t testing.TB, text string, hosts backend.Hosts, o backend.Options) backend.Code {
	t.Helper()
	m, _, err := program.Run{Hosts: hosts}.Module(context.Background(), "f.c", []byte(text))
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	f, ok := m.Function("f")
	if !ok || f.Tree == nil {
		t.Fatalf("no function f: %+v", f)
	}
	code, err := interp.New().Compile(context.Background(), m, f.Tree, o)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestFaults(t *testing.T) {
	cases := []struct {
		name, text string
		args       []uint64
		want       string
	}{
		{"division", "int f(int a) {\n    return 1 / a;\n}\n", []uint64{0}, "f.c:2:5: division by zero in f"},
		{"remainder", "int g(int a) { return a; }\nint f(int a) {\n    int x = 3;\n    return x % g(a);\n}\n", []uint64{0}, "f.c:4:5: division by zero in f"},
		{"recursion", "int f(int a) {\n    return f(a + 1) + 1;\n}\n", []uint64{0}, "f.c:2:5: calls are nested too deeply in f"},
		{"steps", "int f(int a) {\n    while (1)\n        a++;\n    return a;\n}\n", []uint64{0}, "f.c:2:5: more steps than are allowed in f"},
		{"null", "int f(int *p) { return *p; }\n", []uint64{0}, "an access outside of the memory that was given in f"},
		{"nowhere", "int f(int *p) { return *p; }\n", []uint64{1 << 44}, "an access outside of the memory that was given in f"},
		{"no function", "int f(int (*p)(int)) { return p(1); }\n", []uint64{8}, "f.c:1:24: a call of what is no function in f"},
		{"missing", "int g(int);\nint f(int a) { return g(a); }\n", []uint64{8}, "the file declares g and does not define it"},
		{"abort", "void abort(void);\nint f(int a) {\n    if (a)\n        abort();\n    return 1;\n}\n", []uint64{8},
			"f.c:4:9: a place that the code says is never reached in f: abort"},
		{"host", "int host(int);\nint f(int a) { return host(a); }\n", []uint64{8}, "f.c:2:16: a function of the program failed in f: out of luck"},
		{"panic", "int panics(int);\nint f(int a) { return panics(a); }\n", []uint64{8}, "a function of the program failed in f: panic: oh"},
	}
	hosts := backend.Hosts{
		"host":   func(int32) (int32, error) { return 0, errors.New("out of luck") },
		"panics": func(int32) int32 { panic("oh") },
	}
	for _, c := range cases {
		code := compile(t, c.text, hosts, backend.Options{Steps: 1e6})
		for range 2 { // a machine that failed is used again
			_, err := code.Call(t.Context(), c.args)
			var f *backend.Fault
			if !errors.As(err, &f) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		}
	}
}

func TestContext(t *testing.T) {
	code := compile(t, "int f(int a) { for (;;) a++; return a; }\n", nil, backend.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := code.Call(ctx, []uint64{1}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, err := code.Call(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "takes 1 words") {
		t.Error(err)
	}
}

// TestRefused checks what is said of types that there are no words for.
func TestRefused(t *testing.T) {
	m, _, err := program.Run{}.Module(t.Context(), "f.c", []byte("long double g(long double x) {\n    return x + 1;\n}\nint f(int a) { return a ? (int)g(2) : 3; }\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := m.Function("g")
	if _, err := interp.New().Compile(t.Context(), m, g.Tree, backend.Options{}); err == nil || !strings.Contains(err.Error(), "long double is not computed with here") {
		t.Error(err)
	}
}

// TestNoAllocations checks that calls do not allocate once everything is there.
func TestNoAllocations(t *testing.T) {
	code := compile(t, "struct s { long a[4]; };\nstruct s g(struct s x, int i) { x.a[i]++; return x; }\ndouble sqrt(double);\n"+
		"int f(int n) { struct s s = {{1}}; for (int i = 0; i < n; i++) s = g(s, i & 3); return s.a[0] + (int)sqrt(n) + (n > 0 ? f(n - 1) : 0); }\n", nil, backend.Options{})
	args := []uint64{100}
	call := func() {
		if _, err := code.Call(context.Background(), args); err != nil {
			t.Fatal(err)
		}
	}
	call()
	if n := testing.AllocsPerRun(50, call); n >= 1 {
		t.Errorf("%v allocations a call", n)
	}
}

// TestConcurrent calls one function from many goroutines.
func TestConcurrent(t *testing.T) {
	code := compile(t, "int f(int n) { int s = 0; int a[8] = {0}; for (int i = 0; i < n; i++) a[i & 7] += i; for (int i = 0; i < 8; i++) s += a[i]; return s; }\n", nil, backend.Options{})
	errs := make(chan error, 8)
	for g := range uint64(8) {
		go func() {
			for i := range uint64(200) {
				n := g*10 + i
				if r, err := code.Call(context.Background(), []uint64{n}); err != nil || r != n*(n-1)/2 && n > 0 {
					errs <- fmt.Errorf("%d: %d, %v", n, r, err)
					return
				}
			}
			errs <- nil
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkLoop(b *testing.B) {
	code := compile(b, "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * 3 ^ s; return s; }\n", nil, backend.Options{})
	for b.Loop() {
		if _, err := code.Call(context.Background(), []uint64{1000}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	code := compile(b, "int f(int n) { return n; }\n", nil, backend.Options{})
	args := []uint64{1}
	for b.Loop() {
		if _, err := code.Call(context.Background(), args); err != nil {
			b.Fatal(err)
		}
	}
}
