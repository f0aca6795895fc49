package kernel_test

import (
	"errors"
	"strings"
	"testing"

	"scf/backend"
	"scf/internal/testing/tier"
	"scf/kernel"
)

// goesWrong are functions that go wrong for some n: in the line that says so. The array has four elements, 1, 2, 3 and 4, unless a function takes characters.
const goesWrong = `void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long), *memset(void *, int, unsigned long);
void *memchr(const void *, int, unsigned long), *malloc(unsigned long);
int memcmp(const void *, const void *, unsigned long), strcmp(const char *, const char *);
unsigned long strlen(const char *), strnlen(const char *, unsigned long);
char *strcpy(char *, const char *), *strcat(char *, const char *);
double frexp(double, int *);
void free(void *), abort(void);
struct pair { int a; long b; };
struct node { struct node *next; int n; };
struct bits { unsigned a : 3, b : 7; int c; };
int table[4] = {1, 2, 3, 4};
struct pair pairs[2];
int read_(int *a, int n) { return a[n]; } // wrong
int write_(int *a, int n) {
    a[0] = 7;
    a[n] = 3; // wrong
    return a[0];
}
int sum(int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i]; // wrong
    return s;
}
int table_(int *a, int n) { return table[n]; } // wrong
int local(int *a, int n) { int x[3] = {1, 2, 3}; return x[n]; } // wrong
int chars(int *a, int n) { return "abc"[n]; } // wrong
int field(int *a, int n) { return (int)pairs[n].b; } // wrong
int copy(int *a, int n) {
    struct pair p = {1, 2};
    pairs[n] = p; // wrong
    return 0;
}
int bits_(int *a, int n) { struct bits x[2] = {{1, 2, 3}, {3, 4, 5}}; return x[n].b; } // wrong
int moved(int *a, int n) {
    int *p = a;
    for (int k = 0; k < n; k++)
        p++;
    return *p; // wrong
}
int backwards(int *a, int n) {
    int *p = a + 4;
    while (n-- > 0)
        p -= 1;
    return *p; // wrong
}
int chosen(int *a, int n) {
    int x = 7;
    int *p = n & 1 ? &x : table;
    return p[n / 2]; // wrong
}
int callee(int *p, int i) { return p[i]; } int passed(int *a, int n) { int x[2] = {5, 6}; return callee(x, n); } // wrong in passed
int kept(int *a, int n) { int x = 5; int *p = &x; int **q = &p; return (*q)[n]; } // wrong
int null(int *a, int n) { int *p = n ? 0 : a; return *p; } // wrong
int number(int *a, int n) { int *p = (int *)((unsigned long)a + n); return *p; } // wrong
int divided(int *a, int n) { return 12 / n; } // wrong
int remainder_(int *a, int n) {
    int x = 5;
    x %= n; // wrong
    return x;
}
int overflow(int *a, int n) { return (-2147483647 - 1) / n; } // wrong
static int one(int x) { return x + 1; }
int called(int *a, int n) {
    int (*f)(int) = n ? (int (*)(int))(unsigned long)table : one;
    return f(1); // wrong
}
int listed(int *a, int n) {
    struct node x = {0, 1}, y = {&x, 2}, *p = &y;
    while (n-- > 0)
        p = p->next;
    return p->n; // wrong
}
int inside(int *a, int n) { int x[2][3] = {{1, 2, 3}, {4, 5, 6}}; return x[0][n]; } // wrong
int two(int *a, int n) { int r[2] = {1, 2}, *row[2] = {a, r}; return row[n / 4][n % 4]; } // wrong
int unset(int *a, int n) {
    int *p;
    if (n)
        p = a;
    return *p; // wrong
}
static struct pair made(struct pair p, int n) { p.b += n; return p; }
int structs(int *a, int n) {
    struct pair p = made(pairs[n], 4); // wrong
    return (int)p.b;
}
int forged(int *a, int n) {
    long (*f)(long, int) = (long (*)(long, int))made; // its parameters are not what it is called with
    return n ? (int)f((long)a, 1) : 1;
}
int filled(int *a, int n) {
    char b[10];
    memset(b, 1, n); // wrong
    return b[0];
}
int copied(int *a, int n) {
    char b[20];
    memcpy(b, a, n); // wrong
    return b[0];
}
int small(int *a, int n) {
    int b[2];
    memmove(b, a, n); // wrong
    return b[0];
}
int compared(int *a, int n) { return memcmp(a, table, n) != 0; } // wrong
int found(int *a, int n) { return memchr(a, n, 17) != 0; } // wrong
int length(int *a, int n) {
    char b[4] = "abcd";
    b[n] = 0; // wrong beyond
    return (int)strlen(b); // wrong unless it ends
}
int strings(int *a, int n) {
    char b[4] = "", c[8] = "abcdef";
    c[n] = 0;
    strcpy(b, c); // wrong
    return b[1];
}
int joined(int *a, int n) {
    char b[8] = "abcd", c[8] = "efghij";
    c[n] = 0;
    strcat(b, c); // wrong
    return b[4];
}
int ordered(int *a, int n) {
    char b[3] = "abc", c[4] = "abcd";
    b[n] = 'x';
    return strcmp(b, c); // wrong
}
int counted(int *a, int n) { return (int)strnlen((char *)a + 1, n); } // wrong
int exponent(int *a, int n) {
    frexp(8, a + n); // wrong
    return a[0];
}
int freed(int *a, int n) {
    int *p = malloc(8);
    p[1] = n;
    if (n)
        free(p);
    return p[1]; // wrong
}
int twice(int *a, int n) {
    void *p = malloc(8);
    free(p);
    if (n)
        free(p); // wrong
    return 0;
}
int unreachable(int *a, int n) {
    if (n)
        __builtin_unreachable(); // wrong
    return 1;
}
int ended(int *a, int n) {
    if (n)
        abort(); // wrong
    return 1;
}
int deep(int *a, int n) { return n < 0 ? 0 : 1 + deep(a, n + 1); } // wrong
int endless(int *a, int n) {
    int s = 0;
    while (n) // wrong
        s++;
    return s;
}
int counts(int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 10; k++)
            s += one(k);
    return s;
}
int given(int);
int hosted(int *a, int n) {
    int s = 1;
    s += given(n); // wrong
    return s;
}
`

// goingWrong is a function of goesWrong, an n for which it is all right, and what it gives then, and others for which it goes wrong.
type goingWrong struct {
	name    string
	right   int32
	want    int32
	wrong   []int32
	kind    backend.FaultKind // OutOfBounds if it is 0
	special bool              // whether it is made for n, too
	mark    string            // of the line that it goes wrong in; "wrong", after the name, if it is empty
}

var wrongs = []goingWrong{
	{name: "read_", special: true, right: 3, want: 4, wrong: []int32{4, -1, 1 << 30}},
	{name: "write_", right: 3, want: 7, wrong: []int32{4, -1}},
	{name: "sum", special: true, right: 4, want: 10, wrong: []int32{5}},
	{name: "table_", right: 3, want: 4, wrong: []int32{4, -1}},
	{name: "local", right: 2, want: 3, wrong: []int32{3, -1}},
	{name: "chars", right: 3, want: 0, wrong: []int32{4, -1}},
	{name: "field", special: true, right: 1, want: 0, wrong: []int32{2, -1}},
	{name: "copy", right: 1, want: 0, wrong: []int32{2, 1 << 27}},
	{name: "bits_", right: 1, want: 4, wrong: []int32{2, -1}},
	{name: "moved", right: 3, want: 4, wrong: []int32{4}},
	{name: "backwards", right: 4, want: 1, wrong: []int32{5, 0}},
	{name: "chosen", right: 1, want: 7, wrong: []int32{3, 8}},
	{name: "passed", special: true, right: 1, want: 6, wrong: []int32{2, -1}, mark: "wrong in passed"},
	{name: "kept", right: 0, want: 5, wrong: []int32{1}},
	{name: "null", right: 0, want: 1, wrong: []int32{1}},
	{name: "number", right: 4, want: 2, wrong: []int32{14}},
	{name: "divided", special: true, right: 3, want: 4, wrong: []int32{0}, kind: backend.DivisionByZero},
	{name: "remainder_", right: 3, want: 2, wrong: []int32{0}, kind: backend.DivisionByZero},
	{name: "overflow", right: -1, want: -1 << 31, wrong: []int32{0}, kind: backend.DivisionByZero},
	{name: "called", right: 0, want: 2, wrong: []int32{1}, kind: backend.NoFunction},
	{name: "listed", right: 1, want: 1, wrong: []int32{2}},
	{name: "inside", right: 5, want: 6, wrong: []int32{6, -1}},
	{name: "two", right: 3, want: 4, wrong: []int32{6, 8}},
	{name: "unset", right: 1, want: 1, wrong: []int32{0}},
	{name: "structs", special: true, right: 1, want: 4, wrong: []int32{2}},
	{name: "filled", special: true, right: 10, want: 1, wrong: []int32{11, -1}},
	{name: "copied", right: 16, want: 1, wrong: []int32{17, -1}},
	{name: "small", right: 8, want: 1, wrong: []int32{9}},
	{name: "compared", right: 16, want: 0, wrong: []int32{17}},
	{name: "found", right: 4, want: 1, wrong: []int32{9}},
	{name: "length", special: true, right: 3, want: 3, wrong: []int32{4}, mark: "wrong beyond"},
	{name: "strings", right: 3, want: 'b', wrong: []int32{4}},
	{name: "joined", right: 3, want: 'e', wrong: []int32{4}},
	{name: "ordered", right: 2, want: 'x' - 'c', wrong: []int32{3}, mark: "b[n] = 'x'"},
	{name: "counted", right: 15, want: 0, wrong: []int32{}},
	{name: "exponent", right: 0, want: 4, wrong: []int32{4, -1}},
	{name: "freed", right: 0, want: 0, wrong: []int32{}},
	{name: "twice", right: 0, want: 0, wrong: []int32{1}},
	{name: "unreachable", right: 0, want: 1, wrong: []int32{1}, kind: backend.Unreachable},
	{name: "ended", right: 0, want: 1, wrong: []int32{1}, kind: backend.Unreachable},
	{name: "deep", right: -1, want: 0, wrong: []int32{0}, kind: backend.OutOfStack},
	{name: "endless", special: true, right: 0, want: 0, wrong: []int32{1}, kind: backend.OutOfSteps},
	{name: "counts", right: 10, want: 550, wrong: []int32{1 << 20}, kind: backend.OutOfSteps, mark: "s += one"},
	{name: "hosted", special: true, right: 1, want: 3, wrong: []int32{0}, kind: backend.HostFailed},
}

var errGiven = errors.New("given nothing")

// checkers are the back ends that check.
func checkers(t *testing.T) []string {
	var out []string
	for _, b := range kernel.Backends() {
		if b.Available() == nil && b.Name() != "c" {
			out = append(out, b.Name())
		}
	}
	return out
}

// line is the number of the line behind start that contains the mark.
func line(t *testing.T, start, mark string) int {
	at := strings.Index(goesWrong, start)
	to := strings.Index(goesWrong[max(at, 0):], mark)
	if strings.HasPrefix(mark, "wrong in") {
		at, to = 0, strings.Index(goesWrong, mark)
	}
	if at < 0 || to < 0 {
		t.Fatalf("no line %s %s", start, mark)
	}
	return 1 + strings.Count(goesWrong[:at+to], "\n")
}

// TestCheckedGoesWrong calls functions that go wrong: each is an error that names the line in C, the same in all back ends, of the function as it is and of the one that is
// made for n.
func TestCheckedGoesWrong(t *testing.T) {
	tier.Standard(t, "it waits and measures")
	hosts := kernel.Hosts{"given": func(n int32) (int32, error) {
		if n == 0 {
			return 0, errGiven
		}
		return 2 * n, nil
	}}
	for _, name := range checkers(t) {
		t.Run(name, func(t *testing.T) {
			if name == "interp" {
				tier.OnlyLong(t, "machine code does the same")
			}
			for i, c := range wrongs {
				o := kernel.Options{Func: c.name, Backend: name, Checked: true, Steps: 1e5, Hosts: hosts}
				goWrong(t, c, o)
				if c.special && i%tier.Pick(3, 3, 1) == 0 {
					o.Abstract, o.NoGeneral = kernel.Abstract{"n": "CONSTANT"}, true
					goWrong(t, c, o)
				}
			}
		})
	}
}

func goWrong(t *testing.T, c goingWrong, o kernel.Options) {
	k := newKernel(t, goesWrong, o)
	call := func(n int32) (int32, error) {
		var values kernel.Values
		if o.NoGeneral {
			values = kernel.Values{"n": n}
		}
		s, err := k.Specialize(t.Context(), values)
		if err == nil {
			err = s.Err()
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		f, err := kernel.As[func(a []int32, n int32) (int32, error)](s)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		return f([]int32{1, 2, 3, 4}, n)
	}
	if got, err := call(c.right); err != nil || got != c.want {
		t.Errorf("%s(%d) (constant: %v): %d, %v", c.name, c.right, o.NoGeneral, got, err)
	}
	kind, mark := c.kind, c.mark
	if kind == backend.NoFault {
		kind = backend.OutOfBounds
	}
	if mark == "" {
		mark = "wrong"
	}
	for _, n := range c.wrong {
		_, err := call(n)
		var fault *backend.Fault
		if !errors.As(err, &fault) || fault.Kind != kind || fault.Pos.Line != line(t, "int "+c.name+"(", mark) {
			t.Errorf("%s(%d) (constant: %v): %v, and not %v in line %d", c.name, n, o.NoGeneral, err, kind, line(t, "int "+c.name+"(", mark))
		}
		if kind == backend.HostFailed && !errors.Is(err, errGiven) {
			t.Errorf("%s(%d): %v", c.name, n, err)
		}
	}
}

// TestCheckedNotByC says why there is no checked code of a C compiler.
func TestCheckedNotByC(t *testing.T) {
	tier.Same(t)
	for _, o := range []kernel.Options{{Checked: true}, {Steps: 10}} {
		k := newKernel(t, mulAdd, kernel.Options{Checked: o.Checked, Steps: o.Steps, Abstract: kernel.Abstract{"a": "CONSTANT"}})
		s, err := k.Specialize(t.Context(), kernel.Values{"a": 3})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Optimize(t.Context()); err == nil || !strings.Contains(err.Error(), "C compiler makes") {
			t.Error(err)
		}
		o.Backend = "c"
		if k, err := kernel.New(t.Context(), "test.c", []byte(mulAdd), o); err == nil {
			_, err = kernel.Bind[func(a, b, c int32) int32](k, nil)
			if err == nil || !strings.Contains(err.Error(), "use native or interp") {
				t.Error(err)
			}
		}
	}
}

// TestOptimizedPlace says of a fault in optimised code where in C it is, too.
func TestOptimizedPlace(t *testing.T) {
	tier.Same(t)
	k := newKernel(t, "int f(int a, int b) {\n    int c = a * 3;\n    return c / b;\n}\n", kernel.Options{Abstract: kernel.Abstract{"a": "CONSTANT"}})
	s, err := k.Specialize(t.Context(), kernel.Values{"a": 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Optimize(t.Context()); err != nil {
		t.Skip(err)
	}
	f, err := kernel.As[func(b int32) (int32, error)](s)
	if err != nil {
		t.Fatal(err)
	}
	var fault *backend.Fault
	if _, err := f(0); !errors.As(err, &fault) || fault.Kind != backend.DivisionByZero || fault.Pos.Line != 3 {
		t.Error(err)
	}
}
