package kernel_test

import (
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/kernel"
)

const functionsSource = `
struct ops { int (*get)(int, int); int (*const *more)(int, int); };
static int calls;
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { calls++; return a * b; }
static int pass(int (*f)(int, int), int a, int b) { return f ? f(a, b) : -1; }
static int (*const all[])(int, int) = { add, &mul, 0 };
int f(int (*op)(int, int), const struct ops *o, int x, int y)
{
    int n = o->get(x, y) + pass(op, y, x) * 100;
    if (op == mul)
        n += 7;
    return n + o->more[1](x, 1) * 10000 + (op ? (*op)(1, y) : 0) + all[1](x, y) * 1000000 + calls;
}
`

// TestFunctions: constants that are pointers to functions are given by their names.
func TestFunctions(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	type ops struct {
		Get  string
		More []string
	}
	const known = "{get:CONSTANT, more:[CONSTANT*]}"
	for _, backend := range []string{"", "interp"} {
		k := newKernel(t, functionsSource, kernel.Options{Func: "f", Backend: backend, Abstract: map[string]string{"op": "CONSTANT", "o": known}})
		for _, c := range []struct {
			op   any
			o    any
			want int32
		}{
			{"add", ops{"mul", []string{"add", "add"}}, 15 + 800 + 40000 + 6 + 15000000 + 2},
			{"mul", ops{"add", []string{"add", "mul"}}, 8 + 1500 + 7 + 30000 + 5 + 15000000 + 4},
			{(*int)(nil), map[string]any{"get": "add", "more": []string{"mul", "add"}}, 8 - 100 + 40000 + 15000000 + 1},
		} {
			if err := k.Reset(); err != nil {
				t.Fatal(err)
			}
			f, err := kernel.Bind[func(x, y int32) (int32, error)](k, kernel.Values{"op": c.op, "o": c.o})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := f(3, 5); err != nil || got != c.want {
				t.Errorf("%s: f(%v, %v) is %d, %v, want %d", backend, c.op, c.o, got, err, c.want)
			}
		}
		if _, err := kernel.Bind[func(x, y int32) (int32, error)](k, kernel.Values{"op": "pass", "o": nil}); err == nil || !strings.Contains(err.Error(), "add, mul") {
			t.Error(err)
		}
	}
}
