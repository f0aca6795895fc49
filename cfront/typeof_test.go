package cfront

import (
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/diag"
)

// TestTypeofTypes: typeof of a type is the type, wherever a declarator does not change what it says; the others are refused, never misread.
func TestTypeofTypes(t *testing.T) {
	const before = "typedef unsigned char u8;\ntypedef struct { int a; } pair;\nstruct s { int a; };\n"
	for _, c := range []struct{ src, want string }{
		{"typeof(struct s) x = {1}; return x.a + n;", "struct s x = {1};"},
		{"__typeof__(u8) x = n; return x;", "u8 x = n;"},
		{"typeof(pair) x = {n}; return x.a;", "pair x = {n};"},
		{"__typeof(int *) x = &n; return *x;", "int *x = &n;"},
		{"typeof( const int\n* ) x = &n; return *x;", "const int *x = &n;"},
		{"static typeof(u8 *) x; return x != 0;", "return x != 0;"},
		{"typeof(int *) x[2] = {&n, &n}; return *x[1];", "int *x[2] = {&n, &n};"},
		{"typeof(int *) *x, *y; return n;", refused},
		{"const typeof(int *) x = &n; return *x;", refused},
		{"const static typeof(int *) x; return x != 0;", refused},
		{"int g(void);\nextern typeof(int *) x; return *x + g();", "return *x + g();"},
		{"typeof(int *) x = &n, y = n; return *x;", refused},
		{"for (typeof(int *) x = &n, y = x; ; ) return *y;", refused},
		{"return sizeof(typeof(struct s *)) + sizeof(const typeof(u8));", "return 8UL + 1;"},
		{"int u = (typeof(u8))n; return u;", "int u = (u8)n;"},
		{"int g(typeof(int *) a, int b); return g(&n, n);", "return g(&n, n);"},
		{"#define PTR(T) typeof(T *)\nPTR(int) x = &n, y = &n; return *x + *y;", refused},
		{"#define PTR typeof(int *)\nconst PTR x = &n; return *x;", refused},
		{"#define SAME(u8) typeof(u8)\nSAME(n) x = n; return x;", "int x = n;"},
		{"#define SAME(u8) typeof(const u8)\nSAME(n) x = n; return x;", refused},
		{"#define LONG typeof(long)\nLONG x = n, y = n; return x + y;", "long x = n;"},
		{"int u8 = n; typeof(n) x = u8; return x;", "int x = u8;"},
	} {
		f, err := Parse(t.Context(), "x.c", []byte(before+"int f(int n) {\n"+c.src+"\n}\nint h(int x) { return x; }\n"), Options{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		tree, err := f.Lower("f")
		got := ""
		if err == nil {
			got = ast.PrintBody(tree, f.Style())
		} else {
			got = refused + diag.Render(err)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s\nis %s\nnot %s", c.src, got, c.want)
		}
		if _, err := f.Site("h"); err != nil {
			t.Error(err)
		}
	}
}

const refused = "refused: "
