package pointsto_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"scf/ast"
	"scf/cfront"
	"scf/inl"
	"scf/internal/pointsto"
)

// steps begins each of the files.
const steps = `
struct m; typedef void step(struct m *);
struct insn { step *run; const struct insn *to; int arg; };
struct m { const struct insn *ip; int x; };
static void up(struct m *m) { m->x++; }
static void down(struct m *m) { m->x--; }
static void other(struct m *m) { m->x = 0; }
extern void unknown(void *);
extern const struct insn *given(void);
static const struct insn ups[] = { { up }, { up } }, both[] = { { up, ups }, { down, both, 1 } }, others[] = { { other } };
static const struct insn *variable = others;
`

// TestCallees: what the calls through pointers in f may lead to, those of the functions that it calls among them.
func TestCallees(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"table", `void f(struct m *m, int n) { ups[n].run(m); }`, "up"},
		{"pointer", `void f(struct m *m) { for (const struct insn *p = both; p->run; p++) p->run(m); }`, "up down"},
		{"element", `void f(struct m *m, int n) { const struct insn *p = &both[n]; (p - 1)->run(m); }`, "up down"},
		{"chosen", `void f(struct m *m, int n) { const struct insn *p = n ? ups : others; p->run(m); }`, "up other"},
		{"link", `void f(struct m *m) { const struct insn *p = &both[1]; p = p->to; p->to->run(m); }`, "up down"},
		{"links", `void f(struct m *m, int n) { const struct insn *p = both; while (n--) p = p->to; p->run(m); }`, "up down"},
		{"parameter", `void f(struct m *m, const struct insn *p) { p->run(m); }`, "?"},
		{"variable", `void f(struct m *m) { variable->run(m); }`, "?"},
		{"result", `void f(struct m *m) { given()->run(m); }`, "?"},
		{"null", `void f(struct m *m) { const struct insn *p = 0; p->run(m); }`, "?"},
		{"function", `void f(struct m *m, int n) { step *s = n ? up : down; s(m); }`, "up down"},
		{"object", `void f(void) { struct m m = { ups }; m.ip++; m.ip->run(&m); }`, "up"},
		{"its address", `void f(void) { struct m m; struct m *p = &m; p->ip = ups; m.ip->run(p); }`, "up"},
		{"a field's address", `void f(void) { struct m m; const struct insn **p = &m.ip; *p = ups; m.ip->run(&m); }`, "up"},
		{"uninitialised", `void f(void) { struct m m; m.ip->run(&m); }`, "?"},
		{"another field", `struct two { const struct insn *a, *b; }; void f(struct m *m) { struct two t; t.a = ups; t.b = others; t.a->run(m); }`, "up"},
		{"escaped", `void f(void) { struct m m; m.ip = ups; unknown(&m); m.ip->run(&m); }`, "?"},
		{"a field escaped", `void f(void) { struct m m; m.ip = ups; unknown(&m.x); m.ip->run(&m); }`, "?"},
		{"in another object", `struct at { struct m *m; }; void f(void) { struct m m; struct at a; m.ip = ups; a.m = &m; a.m->ip = others; m.ip->run(&m); }`, "?"},
		{"in a variable of the file", `struct m *shown; void f(void) { struct m m; shown = &m; m.ip = ups; m.ip->run(&m); }`, "?"},
		{"as a number", `void f(void) { struct m m; long n = (long)&m; m.ip = ups; ((struct m *)n)->ip = others; m.ip->run(&m); }`, "?"},
		{"whole", `void f(void) { struct m m = { ups }, n = { both }; m = n; m.ip->run(&m); }`, "?"},
		{"bytes", `void f(int c) { struct m m = { ups }; char *p = (char *)&m; p[3] = c; m.ip->run(&m); }`, "?"},
		{"elements of a field", `struct deep { const struct insn *ip; int st[4]; }; void f(struct m *m) { struct deep d = { ups }; int *sp = d.st; *sp++ = 7; d.ip->run(m); }`, "up"},
		{"a union", `union u { const struct insn *p; long n; }; void f(struct m *m) { union u u; u.p = ups; u.n += 16; u.p->run(m); }`, "?"},
		{"a union of words", `union w { step *run; long n; }; static const union w ws[] = { { up }, { .n = 7 }, { down } };
			void f(struct m *m) { const union w *p = ws; (p++)->run(m); p += p->n; p->run(m); }`, "up down, up down"},
		{"the first member's owner", `struct own { struct m b; const struct insn *ip; }; static void away(struct m *b) { ((struct own *)b)->ip = others; } void f(void) { struct own o = { { 0 }, ups }; away(&o.b); o.ip->run(&o.b); }`, "up other"},
		{"a member's owner", `struct own { const struct insn *ip; int link; }; static void away(int *l) { ((struct own *)((char *)l - 8))->ip = others; }
			void f(struct m *m) { struct own o; o.ip = ups; away(&o.link); o.ip->run(m); }`, "up other"},
		{"an unnamed union", `struct own { union { const struct insn *ip; long n; }; }; void f(struct m *m) { struct own o; o.ip = ups; o.n += 16; o.ip->run(m); }`, "?"},
		{"an unnamed union of pointers", `struct own { union { const struct insn *ip; const void *p; }; }; void f(struct m *m) { struct own o; o.ip = ups; o.p = others; o.ip->run(m); }`, "?"},
		{"bytes of a member", `void f(int i) { struct m m; const struct insn *o = others; m.ip = ups; ((char *)&m.ip)[i] = ((char *)&o)[i]; m.ip->run(&m); }`, "?"},
		{"a member as a number", `void f(void) { struct m m; m.ip = ups; *(unsigned long *)&m.ip = (unsigned long)others; m.ip->run(&m); }`, "?"},
		{"bytes of a table", `void f(struct m *m) { const struct insn *p = both; ((const struct insn *)((char *)p + 8))->run(m); }`, "up down"},
		{"deep", `struct in { struct { int n; struct { const struct insn *ip; } b; } a; }; void f(struct m *m) { struct in o; o.a.b.ip = ups; o.a.b.ip->run(m); }`, "up"},
		{"numbers in a member", `struct own { const struct insn *ip; unsigned char b[8]; int n; }; static void set(unsigned char *b, int *n) { b[1] = 3; *n = 4; }
			void f(struct m *m) { struct own o; o.ip = ups; set(o.b, &o.n); o.ip->run(m); }`, "up"},
		{"nested", `struct in { int n; const struct insn *ip; }; struct out { int a; struct in in; }; void f(struct m *m) { struct out o; o.in.ip = ups; o.in.ip->run(m); }`, "up"},
		{"nested table", `struct in { step *a, *b; }; static const struct { struct in in; step *c; } ts[] = { { { up, down }, other } }; void f(struct m *m) { ts[0].in.b(m); ts[0].c(m); }`, "up down other, other"},
		{"array of pointers", `void f(struct m *m, int i) { const struct insn *ps[2] = { ups, others }; ps[i]->run(m); }`, "up other"},
		{"array in a table", `static const struct { int n; step *s[2]; } ts[] = { { 1, { up, down } } }; void f(struct m *m, int i) { ts[0].s[i](m); }`, "up down"},
		{"handed down", `static void g(struct m *m, const struct insn *p) { p->run(m); } void f(struct m *m) { g(m, ups); g(m, others); }`, "up other"},
		{"handed up", `static const struct insn *g(int n) { return n ? ups : others; } void f(struct m *m, int n) { g(n)->run(m); }`, "up other"},
		{"set in a step", `static void jump(struct m *m) { m->ip = others; } static const struct insn js[] = { { jump } }; void f(void) { struct m m = { js }; m.ip->run(&m); }`, "other jump"},
		{"set by a helper", `static void set(const struct insn **to, const struct insn *p) { *to = p; } void f(void) { struct m m; set(&m.ip, ups); m.ip->run(&m); }`, "up"},
		{"recursion", `static void g(struct m *m, const struct insn *p, int n) { if (n) g(m, p + 1, n - 1); p->run(m); } void f(struct m *m) { g(m, both, 1); }`, "up down"},
		{"also from elsewhere", `static void g(struct m *m, const struct insn *p) { p->run(m); } void (*h)(struct m *, const struct insn *) = g;
			void f(struct m *m) { g(m, ups); h(m, variable); }`, "?, ?"},
		{"a pointer that escapes", `extern void sets(const struct insn **); void f(struct m *m) { const struct insn *p = ups; sets(&p); p->run(m); }`, "?"},
		{"through a pointer that escapes", `extern void reads(struct m **); void f(void) { struct m m = { ups }, *p = &m; reads(&p); m.ip->run(&m); }`, "?"},
		{"a mutable element", `static struct insn ws[2] = { { up } }; void f(struct m *m) { const struct insn *p = ws; p->run(m); }`, "?"},
		{"volatile", `void f(struct m *m) { const struct insn *volatile p = ups; p->run(m); }`, "too much"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := callees(t, steps+test.body); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// callees are those of the calls through pointers in f and the functions that it calls, but the first ones of steps: "up down, ?".
func callees(t *testing.T, text string) string {
	file, err := cfront.Parse(context.Background(), "x.c", []byte(text), cfront.Options{OS: "linux", Arch: "amd64"})
	if err != nil {
		t.Fatal(err)
	}
	front, err := file.Function("f")
	if err != nil {
		t.Fatal(err)
	}
	a := pointsto.Analyze(front.Tree, front.Layouts, source(t, file), 1000)
	if a == nil {
		return "too much"
	}
	var found []string
	for _, name := range a.Functions() {
		ast.Walk(a.Tree(name).Body, nil, func(e ast.Expr) {
			c, ok := e.(*ast.Call)
			if _, byName := inl.Called(e); !ok || byName {
				return
			}
			names, known := a.Callees(name, c)
			if !known {
				names = []string{"?"}
			}
			found = append(found, strings.Join(names, " "))
		}, nil)
	}
	return strings.Join(found, ", ")
}

func source(t *testing.T, file *cfront.File) pointsto.Source {
	return pointsto.Source{
		Function: func(name string) (*ast.Func, ast.Layouts) {
			if !file.HasDefinition(name) {
				return nil, nil
			}
			front, _, err := file.Callee(name)
			if err != nil {
				t.Fatal(err)
			}
			return front.Tree, front.Layouts
		},
		Table: func(fn, name string) *ast.Variable {
			u, err := file.Constants([]string{name})
			if err != nil {
				t.Fatal(err)
			}
			return u.Variable("", name)
		},
	}
}

// TestTooMuch: nothing is said of more functions than may be looked through, or of such with C in them that is kept.
func TestTooMuch(t *testing.T) {
	text, err := os.ReadFile("../../stager/testdata/threads.c")
	if err != nil {
		t.Fatal(err)
	}
	file, err := cfront.Parse(context.Background(), "x.c", text, cfront.Options{OS: "linux", Arch: "amd64"})
	if err != nil {
		t.Fatal(err)
	}
	front, err := file.Function("f1")
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{10, 100} {
		if a := pointsto.Analyze(front.Tree, front.Layouts, source(t, file), most); a != nil {
			t.Errorf("%v is looked through with at most %d nodes", a.Functions(), most)
		}
	}
	if a := pointsto.Analyze(front.Tree, front.Layouts, source(t, file), 1000); a == nil || len(a.Functions()) != 6 {
		t.Errorf("f1 and its five steps are not looked through")
	}
}
