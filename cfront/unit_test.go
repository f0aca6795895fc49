package cfront

import (
	"fmt"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/testing/tier"
)

// TestUnitVariables: what initialisers say, as gcc takes it.
func TestUnitVariables(t *testing.T) {
	tier.Standard(t, "it parses many programs")
	tier.Same(t)
	for _, c := range []struct{ name, src string }{
		{"numbers", `int a = 3; char b = -1; unsigned long c = ~0UL; _Bool d = 7; short e = 1 << 14 | 'x'; enum {A = 5, B} f = B; long long g = -(1LL << 40);
			unsigned char h = 300; long i = sizeof(int[5]) * 2 + _Alignof(double), j = (char)200, k = 7 / -2, l = -7 % 3, m = 5 > 3 ? 1 + 1 : 2, n = !5 || 3 && 0; int z;`},
		{"floats", `float a = 1.1f; double b = 1e300, c = -0.0, d = 1 / 3.0, e = 3; float f = 0.1 + 0.2; long g = 3.99; double h = 1e300 * 10 + 1; float i = 16777217; int j = -2.5f;
			double k = 18446744073709551615UL; float l = 9223372036854775807L; _Bool m = 0.5; double n = 1.5 > 1, o = 0x1p-1074; long double p = 1.5L, q = -3, r = 0, s = 1e-310;`},
		{"arrays", `int a[] = {1, 2, 3}; int b[5] = {1, 2}; int c[2][3] = {{1}, {2, 3}}; int d[2][3] = {1, 2, 3, 4}; char e[] = "hello"; char f[3] = "abc"; char g[10] = {"xyz"};
			int h[] = {[3] = 5, 6, [0] = 1}; int i[10] = {[2 ... 4] = 7, 8}; int j[][2] = {1, 2, 3}; char k[][4] = {"a", "bcd", {'e'}}; unsigned char l[] = "\xff\0x"; int m[3]; extern int m[]; char n[2][2] = {[1] = "z"};`},
		{"structs", `struct s { int a; char b; double c; struct { short d, e; } f[2]; } x = {1, 2, 3.5, {{4, 5}, {6}}}, y = {.c = 1, .f[1].e = 3, .a = 2, 9}, z = {1, 2, 3, 4, 5, 6, 7};
			struct s v[] = {[1] = {.b = 3}, {7}, [0].f = {1, 2, 3}}; struct { struct { int p; union { int q; char r[4]; }; }; int s; } w = {.r = {1, 2}, 5}, w2 = {.q = 1, .r[1] = 2}, w3 = {1, 2, 3};
			struct f { int n; char text[]; } g = {3, "flexible"}, h = {.n = 4}; struct f2 { char n; int t[]; } k = {1, {2, 3}};`},
		{"unions", `union u { int a; double b; char c[3]; struct { short d, e; } f; }; union u p = {1}, q = {.b = 2.5}, r = {.c = "ab"}, s = {.f = {1, 2}}, t = {.a = -1, .f.e = 3};
			union u l[] = {{.b = 1}, {5}, [3].c[2] = 7}; union { union u x; long y; } n = {.x.f.e = 2}; struct { union u u; int k; } m = {.u.f.d = 1, .u.f.e = 2, .k = 4};`},
		{"addresses", `int a[10], *b = &a[3], *c = a + 2, *d = &a[5] - 1, e, *f = &e; struct s { int x; int y[4]; struct s *next; } g, *h = &g, i = {1, {2}, &i}; int *j = &g.y[2], *k = h0; 
			char *l = "text", *m = "more" + 2, n[] = "own", *const o = n + 1; const char *p[] = {"a", "bc", 0, "d"}; void *q = &q, **r = &q; long s = (long)&e, t = (long)a + 8; int (*u)[10] = &a; unsigned long v = (unsigned long)&a[1] - 4;
			_Bool w = &e; long x = &a[7] - &a[2]; int y = &e == 0, z = &a[1] > &a[0]; void *null = 0, *one = (void *)1; long off = (long)&((struct s *)0)->next; int *aa = &*b0; char *cc = &"string"[3]; int *dd = 1 ? &e : 0;`},
		{"functions", `int f(int x) { return x; } static int g(void) { return 1; } extern int h(int); int (*a)(int) = f, (*b)(int) = &f, (*c)(int) = h; int (*d[])(void) = {g, 0, g}; struct { int (*op)(int); const char *name; } e[] = {{f, "f"}, {h, "h"}}; void *p = (void *)f; extern int ext[]; int *q = ext + 2; extern int one; int *r = &one;`},
		{"compound literals", `int *a = (int[]){1, 2, 3}; struct s { int x; char *y; } *b = &(struct s){4, "five"}, c = (struct s){6, "seven"}; struct s d[] = {(struct s){1}, {2, "x"}}; int e[] = (int[]){1, 2}; int *f = &(int){9}; struct s **g = (struct s *[]){&(struct s){1}, b0};`},
		{"bit-fields", `struct s { char c; int b : 4; unsigned d : 9; char e; long f : 40; int : 0; _Bool g : 1; signed char h : 3; unsigned : 5; unsigned short i : 11; } a = {1, -3, 300, 4, -5, 1, -2, 1025}, b = {.d = 511, .f = 1}, c[] = {{.g = 1}, {.h = 3, 7}};
			union u { int x : 5; unsigned char y; } d = {-1}, e = {.y = 3}; struct { int a : 3; struct { char b; } c; int d : 3; } f = {1, {2}, 3}, g = {.a = {2}}; struct { unsigned long a : 33, b : 31; unsigned c : 32; } h = {0x1ffffffff, 0x7fffffff, 5};`},
		{"constants", `static const int n = 5; int a = n, b[] = {n + 1, n}; const double d = 2.5; double e = d * 2; const char t[] = "t"; const char *const u = t;`},
		{"statics", `int f(void) { static int n = 3, m[2] = {1, 2}; static const char *s[] = {"x", "y"}; static int *p = &n, *q = m + 1; struct in { int a; char b; }; static struct in r = {1, 2}; static struct in *t = &r; return n++ + m[0] + *p + *q + r.a + t->b + s[0][0]; }
			int g(void) { static int k = 4; static int (*self)(void) = g; return k + self(); }`},
		{"alignment", `_Alignas(64) char a[3] = "ab"; struct s { _Alignas(16) char c; int d; } b = {1, 2}; int c __attribute__((aligned(32))) = 5;`},
		{"tentative", `int a; int a = 3; int a; int b[]; int b[4]; extern int c; int c; int d[]; static int e; static int e = 2; int *p[] = {&a, b, &c, d, &e};`},
		{"fill", `char a[8] = "ab"; int b[4] = {}; struct { int x, y; } c = {}, d[3] = {{}, {1}}; int e = {3}; char *f = {"x"}; struct { char s[4]; int n; } g = {"abcd", 5}, h = {.s = "ab", .s[1] = 'z'}, i = {"a", 1, }; int j[2][2] = {[0][1] = 1, 2, [0][0] = 3};`},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.NewReplacer("h0", "&e", "&*b0", "&*(a + 1)", "b0", "0").Replace(c.src)
			if u := checkUnit(t, src+"\n"); len(u.Refused) > 0 {
				t.Error(u.Refused)
			}
		})
	}
}

// described is what is in a unit, one word each.
func described(u *ast.Unit) string {
	var words []string
	for _, f := range u.Funcs {
		words = append(words, f.Name+"()")
	}
	for _, v := range u.Variables {
		words = append(words, strings.TrimPrefix(v.Func+"."+v.Name, "."))
	}
	for _, e := range u.Externs {
		words = append(words, "extern:"+e.Name)
	}
	for _, r := range u.Refused {
		words = append(words, "refused:"+r.Name)
	}
	return strings.Join(words, " ")
}

// TestUnitReaches: what the roots reach, by calls, addresses and initialisers, and no more.
func TestUnitReaches(t *testing.T) {
	for _, c := range []struct{ name, roots, src, want string }{
		{"calls", "f", `int g(void) { return 1; } int unused(void) { return 2; } int f(void) { return g() + h(3); } int h(int x) { return x ? h(x - 1) : 0; }`, "g() f() h()"},
		{"by a table", "f", `static int a(void) { return 1; } int b(void) { return 2; } int (*const t[])(void) = {a, b}; int f(int i) { return t[i](); }`, "a() b() f() t"},
		{"variables", "f", `int a = 1, b = 2, *p = &a; int f(void) { return *p; }`, "f() a p"},
		{"a string", "f", `const char *s[] = {"x"}; int f(void) { return s[0][0] + "y"[0]; }`, "f() #string1 s"},
		{"static variables", "f g", `int f(void) { static int n; return n++; } int g(void) { static int n = 2; static int *p = &n; return *p; }`, "f() g() f.n g.n g.p"},
		{"externs", "f", `extern int e; int puts(const char *); int f(void) { extern long far; return puts("") + e + far; }`, "f() extern:e extern:far extern:puts"},
		{"refused", "f", `int g(int n, ...) { return n; } int f(void) { return g(1); }`, "f() refused:g"},
		{"a refused root", "g", `int g(int n, ...) { return n; }`, "refused:g"},
		{"with assembly", "f", `int g(int n) { __asm__("nop"); return n; } int f(void) { return g(1); }`, "f() refused:g"},
		{"unreadable", "f", `int g(int n) { return n +; } int g(int); int f(void) { return g(1); }`, "f() refused:g"},
		{"of each thread", "f h", `_Thread_local int n; int g(void) { return n; } int f(void) { return g(); } int h(void) { int *p = &n; return *p; }`, "f() refused:n refused:g refused:h"},
		{"no constant", "f g", `int m(void); int n = 3, *q[2] = {&n, (int *)m()}; int f(void) { return *q[0]; } int g(void) { return n; } int **r = q; int h(void) { return **r; }`, "g() n refused:q refused:f"},
		{"points to what is refused", "h", `int m(void); int *q[2] = {(int *)m()}; int **r = q; int h(void) { return **r; }`, "refused:q refused:r refused:h"},
		{"all", "", `int a; static int b = 2; extern int c; int f(void) { return 1; } static int g(void) { return b; }`, "f() g() a b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := described(unitOf(t, c.src+"\n", strings.Fields(c.roots)...)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestUnitLayouts: each of two structs with one name has its fields.
func TestUnitLayouts(t *testing.T) {
	u := unitOf(t, `struct s { char a; int b : 3; } v = {1, 2};
int f(void) { return v.b; }
int g(void) { struct s { long x; short y; } w = {1, 2}; return w.y; }
int h(void) { struct s { int y; int z; } w = {1, 2}; return w.z; }
`)
	for fn, want := range map[string]string{"f": "b 0 8", "g": "y 8 0", "h": "z 4 0"} {
		got := ""
		ast.Walk(u.Function(fn).Body, nil, func(e ast.Expr) {
			if m, ok := e.(*ast.Member); ok {
				f, _ := u.Layouts.Field(ast.TypeOf(m.X), m.Field)
				got = fmt.Sprintf("%s %d %d", f.Name, f.Offset, f.Shift)
			}
		}, nil)
		if got != want {
			t.Errorf("%s: got %s, want %s", fn, got, want)
		}
	}
}

// TestUnitOfUnknown: it is an error that there is no such function.
func TestUnitOfUnknown(t *testing.T) {
	f, err := Parse(t.Context(), "x.c", []byte("int f(void) { return 1; }\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Unit("g"); err == nil || !strings.Contains(err.Error(), "no function g") {
		t.Errorf("got %v", err)
	}
}
