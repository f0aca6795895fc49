package lower

import (
	"context"
	"errors"
	"testing"

	"scf/backend"
	"scf/backend/ir/eval"
)

const wrongSource = `
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct pair { int a; long b; };
struct node { struct node *next; int n; };
int table[4] = {1, 2, 3, 4};
struct pair pairs[2];
int read_(int *p, int i) { return p[i]; }
int index_(int i) { return table[i]; }
int local(int i) { int a[3] = {1, 2, 3}; return a[i]; }
int chars(int i) { return "abc"[i]; }
long field(int i) { return pairs[i].b; }
void copy(int i) { struct pair p = {1, 2}; pairs[i] = p; }
int moved(int i) { int *p = table; for (int k = 0; k < i; k++) p++; return *p; }
int backwards(int i) { int *p = table + 4; while (i-- > 0) p--; return *p; }
int chosen(int i) { int x = 7; int *p = i & 1 ? &x : table; return p[i / 2]; }
int passed(int i) { int x[2] = {5, 6}; return read_(x, i); }
int kept(int i) { int x = 5; int *p = &x; int **q = &p; return (*q)[i]; }
int null(int i) { int *p = i ? 0 : table; return *p; }
int number(int i) { int *p = (int *)((unsigned long)table + i); return *p; }
int filled(int i) { char b[10]; memset(b, 1, i); return b[0]; }
int copied(int i) { char b[20]; memcpy(b, table, i); return b[0]; }
int divided(int i) { return 12 / i; }
int remainder_(int i) { return -2147483647 - 1 == i ? i % -1 : 5 % i; }
int overflow(int i) { return (-2147483647 - 1) / i; }
int called(int i) { int (*f)(int) = i ? (int (*)(int))(unsigned long)table : index_; return f(1); }
int listed(int i) { struct node a = {0, 1}, b = {&a, 2}, *p = &b; while (i-- > 0) p = p->next; return p->n; }
int inside(int i) { int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; return a[0][i]; }
`

// TestGoesWrong calls checked functions with an argument that is all right and one with which they go wrong.
func TestGoesWrong(t *testing.T) {
	u, err := parse(t, wrongSource).Unit()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		right      int32
		want       int32
		wrong      int32
		kind       backend.FaultKind
		otherWrong int32
	}{
		{name: "index_", right: 3, want: 4, wrong: 4, otherWrong: -1},
		{name: "local", right: 2, want: 3, wrong: 3, otherWrong: -1},
		{name: "chars", right: 3, want: 0, wrong: 4, otherWrong: -1},
		{name: "field", right: 1, want: 0, wrong: 2, otherWrong: -1},
		{name: "copy", right: 1, wrong: 2, otherWrong: 1 << 27},
		{name: "moved", right: 3, want: 4, wrong: 4},
		{name: "backwards", right: 4, want: 1, wrong: 5, otherWrong: -1},
		{name: "chosen", right: 1, want: 7, wrong: 3, otherWrong: 8},
		{name: "passed", right: 1, want: 6, wrong: 2, otherWrong: -1},
		{name: "kept", right: 0, want: 5, wrong: 1},
		{name: "null", right: 0, want: 1, wrong: 1},
		{name: "number", right: 4, want: 2, wrong: 14},
		{name: "filled", right: 10, want: 1, wrong: 11, otherWrong: -1},
		{name: "copied", right: 16, want: 1, wrong: 17, otherWrong: -1},
		{name: "divided", right: 3, want: 4, wrong: 0, kind: backend.DivisionByZero},
		{name: "remainder_", right: -1 << 31, want: 0, wrong: 0, kind: backend.DivisionByZero},
		{name: "overflow", right: -1, want: -1 << 31, wrong: 0, kind: backend.DivisionByZero},
		{name: "called", right: 0, want: 2, wrong: 1, kind: backend.NoFunction},
		{name: "listed", right: 1, want: 1, wrong: 2},
		{name: "inside", right: 5, want: 6, wrong: 6, otherWrong: -1},
	} {
		if c.kind == 0 {
			c.kind = backend.OutOfBounds
		}
		r := newRunner(t, u, Options{Checked: true}, nil)
		got, err := r.call(c.name, uint64(uint32(c.right)))
		if err != nil || int32(got) != c.want {
			t.Errorf("%s(%d): %d, %v", c.name, c.right, int32(got), err)
		}
		for _, x := range []int32{c.wrong, c.otherWrong} {
			if x == 0 && c.wrong != 0 {
				continue
			}
			var trap *eval.Trap
			var fault *backend.Fault
			_, err := r.call(c.name, uint64(uint32(x)))
			traps := errors.As(err, &trap) && trap.Code == int64(c.kind) && trap.Place != "-" && trap.Place != ""
			if fails := errors.As(err, &fault) && fault.Kind == c.kind; !traps && !fails { // where one of C's library goes wrong
				t.Errorf("%s(%d): %v, not trap %d\n%v", c.name, x, err, c.kind, r.lowered[c.name])
			}
		}
	}
}

// TestSteps counts what calls take: iterations, and calls of functions of the file.
func TestSteps(t *testing.T) {
	u, err := parse(t, `
int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int nested(int n) { int s = 0; for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) s += k; return s; }
static int one(int x) { return x + 1; }
int calls(int n) { int s = 0; while (n > 0) { n--; s = one(s); } return s; }
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int first(int n) { do n--; while (n > 0); return n; }
int pointer(int n) { int (*f)(int) = one; return f(n); }
`).Unit()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		arg, steps int64
	}{{"loop", 10, 10}, {"nested", 5, 30}, {"calls", 7, 14}, {"fib", 5, 14}, {"first", 3, 3}, {"first", 0, 1}, {"pointer", 3, 1}} {
		for _, steps := range []int64{c.steps, c.steps - 1} {
			r := newRunner(t, u, Options{Steps: true}, nil)
			_, err := backend.WithSteps(r.ctx, steps, func(context.Context) (uint64, error) { return r.call(c.name, uint64(c.arg)) })
			var trap *eval.Trap
			if steps == c.steps && err != nil || steps < c.steps && (!errors.As(err, &trap) || trap.Code != int64(backend.OutOfSteps) || trap.Place == "") {
				t.Errorf("%s(%d) in %d steps: %v\n%v", c.name, c.arg, steps, err, r.lowered[c.name])
			}
		}
	}
}
