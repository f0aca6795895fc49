package stager_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/ccompiler"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// guarded is a function of numbers, floating numbers, memory, and null pointers, that does not depend on what its constants are for
// the result alone: seen tells which version ran.
const guarded = `
struct part { int n; struct part *next; const double *weights; char name[4]; };
double total(const struct part *p, const int (*grid)[2], unsigned char c, double x)
{
    double sum = c * x + grid[0][0] + 10 * grid[1][1];
    if (p->next)
        sum += p->next->n;
    return sum + p->n * p->weights[1] + p->name[0];
}
`

const guardedDriver = `
int printf(const char *, ...);
#define SHOW(what, ...) printf("%s %a\n", what, total(__VA_ARGS__))
int main(void)
{
    double weights[] = {0.5, -0.0}, others[] = {0.5, 0.0};
    struct part last = {4, 0, 0, ""}, p = {3, &last, weights, "ab"}, q = p, r = p, s = p, t = p;
    int grid[][2] = {{1, 2}, {3, 4}}, grid2[][2] = {{1, 2}, {3, 5}};
    q.weights = others;
    r.next = 0;
    s.name[0] = 'x';
    t.n = 5;
    SHOW("all as they are", &p, grid, 200, 1.5);
    SHOW("another grid", &p, grid2, 200, 1.5);
    SHOW("another number", &p, grid, 201, 1.5);
    SHOW("another zero", &q, grid, 200, 1.5);
    SHOW("a null pointer", &r, grid, 200, 1.5);
    SHOW("another text", &s, grid, 200, 1.5);
    SHOW("another field", &t, grid, 200, 1.5);
    return 0;
}
`

// TestGuard compiles functions with guards and calls them with the memory that they were optimised for, and with other memory.
func TestGuard(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	toolchain.Compiler(t)
	t.Parallel()
	f, err := stager.ParseC(context.Background(), "guarded.c", []byte(guarded), "total", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	late, err := f.ParseLate(map[string]string{
		"p": `{n:3, next:{n:4}, weights:[0.5,-0.0], name:"ab"}`, "grid": "[[1,2],[3,4]]", "c": "200",
	})
	if err != nil {
		t.Fatal(err)
	}
	result, err := stager.RunUnstaged(context.Background(), f, pipeline(t, stager.DefaultPipeline), late)
	if err != nil {
		t.Fatal(err)
	}
	text, err := result.C(stager.Output{Guard: true})
	if err != nil {
		t.Fatal(err)
	}
	if want, got := runC(t, guarded+guardedDriver), runC(t, string(text)+guardedDriver); got != want {
		t.Errorf("with a guard\n%swithout\n%s\n%s", got, want, text)
	}
	// The optimised function runs where the guard holds, and only there.
	marked := strings.Replace(string(text), "return total__spec(", `return printf("* "), total__spec(`, 1)
	got := runC(t, "int printf(const char *, ...);\n"+marked+guardedDriver)
	if !strings.HasPrefix(got, "* all as they are") || strings.Count(got, "*") != 1 {
		t.Errorf("the optimised function runs where * stands:\n%s", got)
	}
}

// runC compiles a program and gives what it prints.
func runC(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(ccompiler.Find(), "-w", "-fwrapv", "-fno-strict-aliasing", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text)
	}
	out, err := exec.Command(program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestGuardTooLarge: a guard has a bound.
func TestGuardTooLarge(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	f := parseC(t, "int f(const int *v, int i) { return v[i]; }")
	late, err := f.Late(map[string]any{"v": make([]int32, 1000)})
	if err != nil {
		t.Fatal(err)
	}
	result, err := stager.RunUnstaged(context.Background(), f, pipeline(t, "cnp"), late)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := result.C(stager.Output{}); err != nil {
		t.Error(err)
	}
	_, err = result.C(stager.Output{Guard: true})
	if want := "test.c: the guard of f would compare 1001 values, and 256 are the most"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestRecursionWithMemory: a function that calls itself is replaced only where it passes the memory on that it was optimised for.
func TestRecursionWithMemory(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	cnp := pipeline(t, "cnp")
	for source, want := range map[string]string{
		"int f(const int *v, int n) { return n ? v[0] + f(v, n - 1) : 0; }":                              "",
		"int f(const int *v, int n) { return n ? v[0] + f(v + 1, n - 1) : 0; }":                          "test.c:1:5: f calls itself, and perhaps with another v",
		"int f(const int *v, int n) { v++; return n ? v[-1] + f(v, n - 1) : 0; }":                        "test.c:1:5: f calls itself, and perhaps with another v",
		"int f(const int *v, int n) { return n ? v[0] + f((int *)0, n - 1) : v[0]; }":                    "", // f_1 calls itself
		"int g(int); int f(const int *v, int n) { return n ? v[0] + f((int *)0 + g(n), n - 1) : v[0]; }": "test.c:1:17: f calls itself, and perhaps with another v",
	} {
		f := parseC(t, source)
		late, err := f.ParseLate(map[string]string{"v": "[1,2]"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = text(stager.RunUnstaged(context.Background(), f, cnp, late))
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

// TestRecursionByAddressWithVariables: what is told of variables alone holds whoever calls.
func TestRecursionByAddressWithVariables(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	f := parseC(t, "int g(int (*)(int)); int mode; int f(int x) { return mode ? g(f) + x : f(x - 1); }")
	late, err := f.ParseLate(map[string]string{"mode": "1"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := stager.RunUnstaged(t.Context(), f, pipeline(t, "cnp"), late)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := result.C(stager.Output{}); err != nil {
		t.Error(err)
	}
}

// forFive is the function f of the source, optimised for n = 5.
func forFive(t *testing.T, source, passes string) *stager.Result {
	t.Helper()
	f, err := stager.ParseC(t.Context(), "test.c", []byte(source), "f", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	late, err := f.ParseLate(map[string]string{"n": "5"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := stager.RunUnstaged(t.Context(), f, pipeline(t, passes), late)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestRecursionThroughOthers: nor is one replaced that others call, which it calls, unless they pass on what they are given.
func TestRecursionThroughOthers(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	for source, want := range map[string]string{
		"int f(int n, int x);\nstatic int g(int k, int x) { return k <= 0 ? x : f(k - 1, x + 1) + 1; }\nint f(int n, int x) { return n == 0 ? -x : g(x & 3, x); }":                                                       "through g",
		"int f(int n, int x);\nstatic int g(int k, int x) { return x <= 0 ? k : f(k, x - 1) + 1; }\nint f(int n, int x) { return n == 0 ? -x : g(n, x & 3); }":                                                           "",
		"int f(int n, int x);\nstatic int g(int k, int x) { return x <= 0 ? k : f(5, x - 1) + 1; }\nint f(int n, int x) { return n == 0 ? -x : g(x, x & 3); }":                                                           "",
		"int f(int n, int x);\nstatic int h(int x, int k) { return x <= 0 ? k : f(k, x - 1); }\nstatic int g(int k, int x) { return h(x, k) + h(x - 1, x); }\nint f(int n, int x) { return n == 0 ? -x : g(n, x & 3); }": "through h",
		"int f(int n, int x);\nstatic int g(int k, int x) { k--; return x <= 0 ? k : f(k, x - 1); }\nint f(int n, int x) { return n == 0 ? -x : g(n, x & 3); }":                                                          "through g",
		"int f(int n, int x); int each(int (*)(int, int));\nstatic int g(int x) { return each(f) + x; }\nint f(int n, int x) { return n == 0 ? -x : g(x & 3); }":                                                         "away through g",
	} {
		result := forFive(t, source, "dae")
		if _, err := result.C(stager.Output{}); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
		if _, err := result.C(stager.Output{Guard: true}); err != nil {
			t.Errorf("%s, with a guard: %v", source, err)
		}
	}
}

// TestRecursionByAddress: nor is one replaced that may call itself through its address.
func TestRecursionByAddress(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	const given = "test.c:%d:5: f gives its own address away, where it may be called with another n"
	for source, line := range map[string]int{
		"static int app(int (*h)(int, int), int a, int b) { return h ? h(a, b) : b; }\nint f(int n, int x) { return n < 2 ? x + n : app(f, n - 2, x) + app(x & 1 ? f : 0, 1, n); }": 2,
		"int g(int (*)(int, int));\nint f(int n, int x) { return g(f) + n + x; }":                                                                                                   2,
		"int g(int (*)(int, int));\nint f(int n, int x) { return g(&f) + n + x; }":                                                                                                  2,
		"int f(int n, int (*h)(int, int)) { return h == f || h != &f ? 3 : n; }":                                                                                                    0,
		"int (*h)(int, int); int f(int n, int x) { if (n > 9) h = f; return n + x; }":                                                                                               0,
	} {
		want := ""
		if line > 0 {
			want = fmt.Sprintf(given, line)
		}
		result := forFive(t, source, "cnp")
		if _, err := result.C(stager.Output{}); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
		if _, err := result.C(stager.Output{As: "f5"}); err != nil {
			t.Errorf("%s, beside it: %v", source, err)
		}
	}
}

// TestRecursionOfMade: nor do functions that are made for the new one call it with other memory.
func TestRecursionOfMade(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	f := parseC(t, `struct tree { int n; const struct tree *left, *right; };
int f(const struct tree *t) { return t->n ? t->n * f(t->left) + f(t->right) : 0; }`)
	leaf := "{n:3, left:{n:0}, right:_}" // f_1, which is called twice, calls f of what is right of it
	late, err := f.ParseLate(map[string]string{"t": "{n:2, left:" + leaf + ", right:" + leaf + "}"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := stager.RunUnstaged(context.Background(), f, pipeline(t, "cnp"), late)
	if err != nil {
		t.Fatal(err)
	}
	_, err = result.C(stager.Output{})
	if want := "test.c:2:5: f calls itself, and perhaps with another t"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err = result.C(stager.Output{Guard: true}); err != nil {
		t.Error(err)
	}
}
