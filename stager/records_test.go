package stager_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

var (
	recordPrograms     = tier.Flag("stager.records", 10, 60, 600, "how many random functions TestRecords has that use structs by value and pointers to locals")
	firstRecordProgram = tier.Flag("stager.first-record", 0, 0, 0, "the first seed of TestRecords")
)

// TestRecords optimizes random functions with local structs and arrays that are copied, passed and returned by value, and pointed to, with their helpers inlined
// or not: compiled they do what the original does. Every tenth is staged too.
func TestRecords(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	p := pipeline(t, stager.DefaultPipeline)
	var out, tests strings.Builder
	out.WriteString("#include <stdio.h>\n#include <string.h>\n" + recordTypes)
	for seed := firstRecordProgram.Uint64(); seed < firstRecordProgram.Uint64()+recordPrograms.Uint64(); seed++ {
		name := fmt.Sprintf("records_%d", seed)
		src := newRecordProgram(seed).function(name)
		f, err := stager.ParseC(t.Context(), name+".c", []byte(recordTypes+src), name, stager.CConfig{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if f, err = f.Inline(stager.Inlining{Size: []int{0, 3, 30}[seed%3]}); err != nil {
			t.Fatal(diag.Render(err))
		}
		n := fmt.Sprint([]int{0, 1, 2, 5}[seed%4])
		late, err := f.ParseLate(map[string]string{"n": n})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		r, err := stager.RunUnstaged(t.Context(), f, p, late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if err := ast.Verify(r.Func); err != nil {
			t.Errorf("%v\n%s", err, src)
		}
		text, err := r.C(stager.Output{As: name + "_optimized", Only: true})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		fmt.Fprintf(&out, "%s%s\n", src, text)
		fmt.Fprintf(&tests, "    {%[1]q, %[1]s, %[1]s_optimized, %[2]s},\n", name, n)
		if seed%10 == 0 {
			sameStaged(t, f, p, late, string(text))
		}
	}
	fmt.Fprintf(&out, recordsMain, tests.String())
	if wrong := toolchain.Output(t, []byte(out.String())); wrong != "" {
		t.Errorf("other results:\n%s", wrong)
	}
}

// sameStaged stages the function for any n, and compares what comes of it with what the unstaged pipeline made.
func sameStaged(t *testing.T, f *stager.Function, p stager.Pipeline, late map[string]stager.Late, want string) {
	t.Helper()
	abstract, err := f.ParseAbstract(map[string]string{"n": "CONSTANT(Int)"})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	staged, err := stager.Stage(t.Context(), f, p, abstract, stager.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	r, err := staged.Run(t.Context(), late)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	text, err := r.C(stager.Output{As: f.Name + "_optimized", Only: true})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if string(text) != want {
		t.Errorf("staged:\n%s\nunstaged:\n%s", text, want)
	}
}

const recordTypes = `
typedef struct { int x; short y; unsigned char z; } A;
typedef struct { A a; int k; A b; } B;
typedef struct { int x; int v[3]; A e; } D;
typedef struct { int st[8]; int *sp; int n; } P;
static A mk(int x, int y) { A r = { x, y, x ^ y }; return r; }
static A add(A p, A q) { p.x += q.x; p.y += q.y; p.z ^= q.z; return p; }
static void bump(A *p, int k) { p->x += k; p->y -= 1; }
static int sum(const A *p) { return p->x + p->y * 3 + p->z; }
static void both(B *p, A *q) { A t = p->a; p->a = *q; *q = t; p->k++; }
static B pair(A a, int k) { return (B){ a, k, { k, 1, 2 } }; }
static void put(D *d, int v) { d->v[d->x & 1] = v; d->x++; }
static void push(P *m, int v) { if (m->sp < m->st + 8) *m->sp++ = v; else m->n++; }
static int pop(P *m) { return m->sp > m->st ? *--m->sp : -1; }
static int peek(const int *q) { return q[0] * 2; }
static int total(const int *q, int k) { int t = 0; for (const int *e = q + k; q < e; q++) t += *q; return t; }
static int first(A *q) { return q->z + q->x; }
static A ga; static B gb; static A garr[4]; static const A *view = garr;
`

const recordsMain = `
typedef B function(int, int, int, B *, A *);
static struct { const char *name; function *original, *optimized; int n; } all[] = {
%s};
static struct state { B out; A arr[4]; A ga; B gb; A garr[4]; B result; } run(function *f, int n, int x, int y)
{
    struct state s;
    memset(&s, 0, sizeof s);
    s.out = (B){ { x, y, 1 }, 2, { 3, 4, 5 } };
    for (int i = 0; i < 4; i++) s.arr[i] = (A){ i, x + i, y }, garr[i] = (A){ y, i, x };
    ga = (A){ 1, 2, 3 };
    gb = s.out;
    s.result = f(n, x, y, &s.out, s.arr);
    s.ga = ga;
    s.gb = gb;
    for (int i = 0; i < 4; i++) s.garr[i] = garr[i];
    return s;
}
static int sameA(A a, A b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static int sameB(B a, B b) { return sameA(a.a, b.a) && sameA(a.b, b.b) && a.k == b.k; }
int main(void)
{
    static const int xs[] = { 0, 1, 3, -7 };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 16; k++) {
            struct state a = run(all[i].original, all[i].n, xs[k %% 4], k / 4), b = run(all[i].optimized, all[i].n, xs[k %% 4], k / 4);
            int same = sameB(a.result, b.result) && sameB(a.out, b.out) && sameA(a.ga, b.ga) && sameB(a.gb, b.gb);
            for (int j = 0; j < 4; j++) same = same && sameA(a.arr[j], b.arr[j]) && sameA(a.garr[j], b.garr[j]);
            if (!same) { printf("%%s: %%d, optimized %%d\n", all[i].name, a.result.k, b.result.k); break; }
        }
    return 0;
}
`

// recordProgram makes functions; as, bs and ps are the structs, and pointers to them, that are in scope.
type recordProgram struct {
	*rand.Rand
	as, bs, ps []string
	names      int
	text       strings.Builder
}

func newRecordProgram(seed uint64) *recordProgram {
	return &recordProgram{Rand: rand.New(rand.NewPCG(seed, 2)), as: []string{"p0", "p1"}, bs: []string{"b0"}}
}

func (g *recordProgram) one(texts ...string) string { return texts[g.IntN(len(texts))] }

func (g *recordProgram) line(depth int, format string, args ...any) {
	fmt.Fprintf(&g.text, strings.Repeat("    ", depth)+format+"\n", args...)
}

func (g *recordProgram) fresh(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

func (g *recordProgram) function(name string) string {
	g.line(0, "B %s(int n, int x, int y, B *out, A *arr)\n{", name)
	g.line(1, "int s = 0, v0[4] = { n, x, 1 }, *w0 = v0, u0[4] = { 2, 3 };")
	g.line(1, "A p0 = { n, x, y }, p1 = { x, 2, 3 };\n    B b0 = { p0, n, p1 };\n    D d0 = { 0, { n, 2, x }, p0 };")
	g.line(1, "P m0 = { { 5, 6, 7 } };\n    m0.sp = m0.st;\n    A t0[4] = { p0, { n, 1 } }, *z0 = t0 + 1;")
	for range 6 + g.IntN(10) {
		g.command(1)
	}
	g.line(1, "s += pop(&m0);\n    s += m0.n + v0[0] + v0[1] * 3 + v0[2] * 5 + v0[3] + u0[2] + (w0 - v0) + t0[1].x;")
	g.line(1, "B result = { d0.e, s + sum(&p0) + sum(&p1) * 3 + b0.a.x + b0.k + d0.x + d0.v[0] + d0.v[1] * 5, b0.b };\n    return result;\n}")
	return g.text.String()
}

// number is an expression of type int; it calls nothing twice, since C does not say in which order.
func (g *recordProgram) number(depth int) string {
	switch c := g.IntN(10); {
	case depth == 0 || c < 2:
		return g.one("n", "x", "y", "s", fmt.Sprint(g.IntN(8)))
	case c < 6:
		return g.scalar()
	case c < 7:
		return "sum(&" + g.one(g.as...) + ")"
	}
	return fmt.Sprintf("(%s %s %s)", g.number(depth-1), g.one("+", "-", "^", "*", "&"), g.number(depth-1))
}

func (g *recordProgram) scalar() string {
	switch c := g.IntN(8); {
	case c < 5:
		return g.place() + "." + g.one("x", "y", "z")
	case c < 6:
		return g.one(g.bs...) + ".k"
	case c < 7:
		return "d0.x"
	}
	return "d0.v[" + g.one("0", "1", "2", "n & 1", "s & 1") + "]"
}

// place is an object of type A.
func (g *recordProgram) place() string {
	switch c := g.IntN(9); {
	case c < 4:
		return g.one(g.as...)
	case c < 6:
		return g.one(g.bs...) + g.one(".a", ".b")
	case c == 6:
		return "d0.e"
	case c == 7 && len(g.ps) > 0:
		return "(*" + g.one(g.ps...) + ")"
	}
	return g.one("ga", "arr[n & 3]", "garr[y & 3]", "out->a", "(*arr)", "(*z0)", "arr["+g.one(g.as...)+".x & 3]")
}

// value is an expression of type A.
func (g *recordProgram) value() string {
	switch c := g.IntN(8); {
	case c < 4:
		return g.place()
	case c == 4:
		return fmt.Sprintf("mk(%s, %s)", g.number(1), g.number(1))
	case c == 5:
		return fmt.Sprintf("add(%s, %s)", g.place(), g.place())
	case c == 6:
		return fmt.Sprintf("(A){ %s, %s, %s }", g.number(1), g.number(1), g.number(1))
	}
	return fmt.Sprintf("%s & 1 ? %s : %s", g.number(1), g.place(), g.place())
}

func (g *recordProgram) pairOf() string {
	if g.IntN(2) == 0 {
		return g.one(append(slices.Clone(g.bs), "gb", "(*out)")...)
	}
	return fmt.Sprintf("pair(%s, %s)", g.place(), g.number(1))
}

func (g *recordProgram) command(depth int) {
	switch c := g.IntN(20); {
	case c < 9:
		g.pointers(depth)
	case c == 9:
		from := g.value()
		g.line(depth, "A %s = %s;", g.declare(&g.as, "a"), from)
	case c == 10:
		from := g.one(g.pairOf(), fmt.Sprintf("{ %s, %s, %s }", g.place(), g.number(1), g.place()), "{ { n }, 2 }")
		g.line(depth, "B %s = %s;", g.declare(&g.bs, "b"), from)
	case c == 11:
		to := g.place()
		g.line(depth, "A *%s = &%s;", g.declare(&g.ps, "q"), to)
	case c < 14:
		g.line(depth, "%s = %s;", g.scalar(), g.number(2))
	case c < 16:
		g.line(depth, "%s = %s;", g.place(), g.value())
	case c == 16:
		g.line(depth, "%s = %s;", g.one(append(slices.Clone(g.bs), "gb", "*out")...), g.pairOf())
	case c == 17:
		g.line(depth, "%s", g.one("bump(&"+g.place()+", n);", "both(&"+g.one(g.bs...)+", &"+g.one(g.as...)+");", "put(&d0, "+g.number(1)+");", "{ D d1 = d0; d1.x++; d0 = d1; }",
			"*((int *)&view[n & 3].x) = "+g.number(1)+";", "((A *)view)[y & 3].y ^= n;"))
	case c == 18 && g.IntN(4) == 0:
		g.line(depth, "if (s == %d) return %s;", g.IntN(9), g.one(g.bs...))
	case depth < 3:
		g.inner(depth)
	default:
		g.line(depth, "s += %s;", g.number(2))
	}
}

// declare is a new name that is in scope from here on.
func (g *recordProgram) declare(of *[]string, prefix string) string {
	name := g.fresh(prefix)
	*of = append(slices.Clone(*of), name)
	return name
}

func (g *recordProgram) inner(depth int) {
	as, bs, ps := g.as, g.bs, g.ps
	if i := g.fresh("i"); g.IntN(2) == 0 {
		g.line(depth, "for (int %[1]s = 0; %[1]s < %[2]s; %[1]s++) {", i, g.one("3", "(n & 3)", "(y & 3)"))
	} else {
		g.line(depth, "if (%s) {", g.number(2))
	}
	for range 1 + g.IntN(3) {
		g.command(depth + 1)
	}
	g.line(depth, "}")
	g.as, g.bs, g.ps = as, bs, ps
}

// pointers is a command with pointers into arrays.
func (g *recordProgram) pointers(depth int) {
	e := g.number(1)
	commands := map[string]bool{
		"w0 = v0 + (%s & 3);": true, "if (w0 < v0 + 3) *w0++ = %s;": true, "if (w0 != v0) s += *--w0;": false, "s ^= *w0 + (w0 - v0);": false,
		"w0 = &v0[%s & 3];": true, "for (int *q = v0; q < v0 + 4; ++q) *q += %s;": true, "push(&m0, %s);": true, "s += pop(&m0);": false,
		"{ int g = pop(&m0); g += pop(&m0) * %s; push(&m0, g); }": true, "{ int *k = w0; w0 = v0; s += *k + w0[1]; w0 = k; }": false,
		"u0[%s & 3] = *w0;": true, "z0 = t0 + (%s & 3);": true, "z0->x += %s; s += z0->y;": true, "s += total(v0, 3) + u0[1];": false, "s += total(m0.st, 2);": false,
		"if (x > 2) s += peek(w0);": false, "if (s == 7) { w0 = u0; s += *w0; w0 = v0; }": false, "if (s == 9) s += first(z0);": false,
	}
	format := g.one(slices.Sorted(maps.Keys(commands))...)
	if !commands[format] {
		g.line(depth, "%s", format)
		return
	}
	g.line(depth, format, e)
}
