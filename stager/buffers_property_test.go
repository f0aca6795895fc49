package stager_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// bufferGenerator writes functions that hand local arrays to helpers, which walk through them by pointers, test these for null, compare and subtract them,
// and call each other, by name or through pointers to functions.
type bufferGenerator struct {
	r       *rand.Rand
	element string // the type of the arrays' elements
	helpers int
	moving  int // of the helpers that return pointers
}

func (g *bufferGenerator) pick(texts ...string) string { return texts[g.r.IntN(len(texts))] }

// number is an expression without effects.
func (g *bufferGenerator) number() string {
	switch g.r.IntN(7) {
	case 0:
		return fmt.Sprint(g.r.IntN(40))
	case 1:
		return "k"
	case 2:
		return fmt.Sprintf("(x & %d)", 1+g.r.IntN(7))
	case 3:
		return fmt.Sprintf("*%s", g.pick("p", "q", "dst"))
	case 4:
		return fmt.Sprintf("%s[%d]", g.pick("p", "q", "dst"), g.r.IntN(6))
	case 5:
		return fmt.Sprintf("(int)(%s - %s)", g.pick("p", "q", "e"), g.pick("dst", "q", "p"))
	}
	return "(x ^ k)"
}

// null is a test of the pointer, true where it is null.
func (g *bufferGenerator) null(pointer string) string {
	return fmt.Sprintf(g.pick("%s == NULL", "NULL == %s", "!%s", "%s == 0", "(%s ? 0 : 1)", "!(%s != NULL)"), pointer)
}

func (g *bufferGenerator) test() string {
	switch g.r.IntN(8) {
	case 0:
		return g.null(g.pick("p", "q", "dst", "e"))
	case 1:
		return fmt.Sprintf("%s && %s > %s", g.pick("p", "p != NULL", "NULL != q"), g.pick("p", "e"), g.pick("q", "dst"))
	case 2:
		return fmt.Sprintf("%s %s %s", g.pick("p", "q"), g.pick("==", "!=", "<", ">="), g.pick("q", "dst", "e"))
	case 3:
		return fmt.Sprintf("p - dst %s %d", g.pick(">", "==", "<="), g.r.IntN(9))
	case 4:
		return g.null("out")
	}
	return fmt.Sprintf("%s %s %s", g.number(), g.pick("<", "!=", "=="), g.number())
}

func (g *bufferGenerator) step(depth int) string {
	p := g.pick("p", "p", "q")
	switch n := g.r.IntN(15); {
	case n < 3:
		return fmt.Sprintf("if (%s < e) { T v = %s; *%[1]s++ = v; }", p, g.number())
	case n < 5:
		return fmt.Sprintf("if (%s > dst) x %s *--%[1]s;", p, g.pick("+=", "^=", "-="))
	case n == 5:
		return fmt.Sprintf("%s = %s;", p, g.pick("dst", "dst + 3", "&dst[k & 7]", "q", "p", "e - 2", "dst + (x & 15)"))
	case n == 6:
		return fmt.Sprintf("if (e - %s > 4) %[1]s += %s;", p, g.pick("3", "k & 3", "x & 3"))
	case n == 7 && depth > 0:
		return fmt.Sprintf("if (%s) { %s } else { %s }", g.test(), g.step(depth-1), g.step(depth-1))
	case n == 8 && depth > 0:
		return fmt.Sprintf("for (int i = 0; i < %s; i++) { %s %s }", g.pick("k", "3", "(x & 3)"), g.step(depth-1), g.step(depth-1))
	case n == 9:
		return fmt.Sprintf("for (%s = dst; %[1]s < e && *%[1]s != %s; %[1]s++) x += *%[1]s;", p, g.number())
	case n == 10:
		return fmt.Sprintf("if (out != NULL) *out = %s;", g.number())
	case n == 11:
		return fmt.Sprintf("dst[%s] = %s;", g.pick("0", "k & 7", "x & 7", "5"), g.number())
	case n == 12 && g.helpers > 0:
		return fmt.Sprintf("x += %s;", g.call("dst", g.pick("out", "&t", "NULL")))
	case n == 13 && g.moving > 0:
		return fmt.Sprintf("%s = past%d(%s, e, %s);", p, g.r.IntN(g.moving), g.pick("p", "q", "dst"), g.number())
	}
	return fmt.Sprintf("if (%s) %s", g.test(), g.pick("return x;", "return (int)(p - dst);", "x++;", "say(x, \"-\");", "t = k;"))
}

// call is one of a helper.
func (g *bufferGenerator) call(buffer, out string) string {
	f := "(*one)"
	if g.r.IntN(5) > 0 {
		f = fmt.Sprintf(g.pick("help%d", "help%d", "help%d", "all[%d]"), g.r.IntN(g.helpers))
	}
	return fmt.Sprintf("%s(k, %s, x, %s)", f, buffer, out)
}

// program is a file with functions f1 and so on.
func (g *bufferGenerator) program() string {
	var b strings.Builder
	g.element = g.pick("unsigned char", "short", "int", "signed char")
	fmt.Fprintf(&b, "#include <stdio.h>\n#include <stddef.h>\ntypedef %s T;\nstruct box { int n; T b[40]; int z; };\nstatic int total;\n", g.element)
	b.WriteString("static void say(int n, const char *s) { total = total * 3 + n + *s; }\n")
	for range g.r.IntN(3) {
		fmt.Fprintf(&b, "static T *past%d(T *p, T *e, int x) { while (%s) p%s; %sreturn p; }\n", g.moving,
			g.pick("p < e && *p == x", "p != NULL && p < e && *p != x", "p < e && p[1] > x"), g.pick("++", " += 1", "++"), g.pick("", "if (!p) return NULL; ", "if (p == e) return e; "))
		g.moving++
	}
	n := 2 + g.r.IntN(3)
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("help%d", i))
		fmt.Fprintf(&b, "static int %s(int k, T *dst, int x, int *out);\n", names[i])
	}
	fmt.Fprintf(&b, "static int (*const all[])(int, T *, int, int *) = { %s };\n", strings.Join(names, ", "))
	for i := range n {
		fmt.Fprintf(&b, "static int help%d(int k, T *dst, int x, int *out)\n{\n    T *p, *q; int t = 0;\n", i)
		if g.helpers > 0 {
			fmt.Fprintf(&b, "    int (*one)(int, T *, int, int *) = help%d;\n", g.r.IntN(g.helpers+1))
		}
		fmt.Fprintf(&b, "    if (%s%s) return -%d;\n", g.null("dst"), g.pick("", " || k < 1", " || x == 6"), 1+i)
		fmt.Fprintf(&b, "    T *e = dst + %s;\n    %s\n", g.pick("24", "k + 9", "(x & 15) + 8"), g.pick("p = dst, q = dst;", "p = q = dst + 1;", "q = dst; p = q + (k & 3);"))
		if g.helpers > 0 {
			g.recursion(&b)
		}
		for range 2 + g.r.IntN(5) {
			fmt.Fprintf(&b, "    %s\n", g.step(2))
		}
		fmt.Fprintf(&b, "    return %s;\n}\n", g.pick("x", "(int)(p - dst) + x", "t + x", "(int)(e - p)"))
		g.helpers++
	}
	fmt.Fprintf(&b, "struct cur { T *p, *e; const T *from; int n; };\nstatic int take(struct cur *c) { if (%s) return -1; c->n++; return *c->p%s; }\n",
		g.null("c->p")+g.pick(" || c->p >= c->e", " || c->p == c->e", ""), g.pick("++", "", "++"))
	fmt.Fprintf(&b, "static void put(struct cur *c, int v) { if (%s) return; if (c->p < c->e) %s }\n", g.null(g.pick("c->p", "c->e", "c->from")),
		g.pick("*c->p++ = v;", "*c->p = v, c->p++;", "{ c->p[0] = v; c->p += 1; c->n = (int)(c->p - c->from); }"))
	fmt.Fprintf(&b, "static int left(const struct cur *c) { return %s; }\n", g.pick("(int)(c->e - c->p)", "c->from != NULL ? (int)(c->p - c->from) : -1", "c->p ? *c->p : 9"))
	b.WriteString("static void back(struct cur *c) { if (c->from && c->p > c->from) c->p--; }\n")
	for i := range 3 {
		g.function(&b, i+1)
	}
	b.WriteString("int main(void)\n{\n    for (int x = -2; x < 40; x += 3) {\n        T b[40] = { 1, 2, 3 };\n")
	for i := range 3 {
		fmt.Fprintf(&b, "        printf(\"%%d \", f%d(3, x, b)); printf(\"%%d \", f%[1]d(3, x, NULL)); printf(\"%%d \", total);\n        total = 0;\n", i+1)
	}
	b.WriteString("        printf(\"\\n\");\n    }\n}\n")
	return b.String()
}

// recursion may call the function itself, a few times.
func (g *bufferGenerator) recursion(b *strings.Builder) {
	if g.r.IntN(3) == 0 {
		fmt.Fprintf(b, "    if (x > 30) one = help%d;\n", g.r.IntN(g.helpers))
	}
	if g.r.IntN(3) > 0 {
		fmt.Fprintf(b, "    if (k > %d && total < 50) { total += 9; x ^= (*one)(k - 1, dst, x + 1, &t); }\n", g.r.IntN(4))
	}
	b.WriteString("    one = help0;\n")
}

func (g *bufferGenerator) function(b *strings.Builder, i int) {
	fmt.Fprintf(b, "int f%d(int k, int x, T *given)\n{\n    T a[40] = { %d, 5, %d };\n    struct box s = { 1, { 4 }, 2 };\n    int t = 0, r = 0, (*one)(int, T *, int, int *) = help%d;\n", i, g.r.IntN(9), g.r.IntN(99), g.r.IntN(g.helpers))
	if g.r.IntN(2) == 0 {
		fmt.Fprintf(b, "    int (*self)(int, int, T *) = f%d;\n    if (total < 20) { total += 9; say(x, \"+\"); r = self(k, x + 1, given); }\n", i)
	}
	for range 2 + g.r.IntN(3) {
		fmt.Fprintf(b, "    r = r * 7 + %s;\n", g.call(g.pick("a", "a", "a + 2", "s.b", "&s.b[1]", "given", "NULL", "k > 2 ? a : NULL", "x > 4 ? s.b : a", "x > 4 ? a : NULL"), g.pick("&t", "NULL", "&s.n")))
		if g.r.IntN(3) == 0 {
			fmt.Fprintf(b, "    x %s;\n", g.pick("+= t", "^= r & 7", "= a[2]"))
		}
	}
	if g.r.IntN(2) == 0 {
		from := g.pick("a", "a", "s.b", "given", "x > 3 ? a : s.b")
		fmt.Fprintf(b, "    struct cur c = { %s, %[1]s ? %[1]s + 20 : NULL, %[1]s, 0 };\n", "("+from+")")
		if from == "a" || from == "s.b" {
			b.WriteString("    c = (struct cur){ " + from + ", " + from + " + 20, " + from + ", 0 };\n")
		}
		for range 2 + g.r.IntN(5) {
			step := g.pick("put(&c, x);", "put(&c, k + t);", "r += take(&c);", "r = r * 3 + left(&c);", "back(&c);", "c.p = c.p && c.p + 3 < c.e ? c.p + 2 : c.p;", "if (c.p != c.from) x++;")
			fmt.Fprintf(b, g.pick("    %s\n", "    %s\n", "    for (int i = 0; i < k; i++) { %s }\n", "    if (x & 2) { %s }\n"), step)
		}
		b.WriteString("    r += c.n;\n")
	}
	b.WriteString("    for (int i = 0; i < 40; i++) r = r * 31 + a[i] * 3 + s.b[i];\n    return r + t + s.n + s.z + (given != NULL ? given[1] : 0);\n}\n")
}

// TestBuffers: functions that hand arrays to helpers do what they did where these are looked into.
func TestBuffers(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	t.Parallel()
	for seed := range uint64(tier.Pick(2, 5, 15)) {
		sameForThree(t, (&bufferGenerator{r: rand.New(rand.NewPCG(seed, 77))}).program())
	}
}

// sameForThree compares the program with what becomes of it, its functions f optimised for k = 3.
func sameForThree(t *testing.T, src string) {
	t.Helper()
	optimised := withEachOptimised(t, []byte(src), func(_ int, name string) map[string]string {
		if !strings.HasPrefix(name, "f") || strings.HasPrefix(name, "find") {
			return nil
		}
		return map[string]string{"k": "3"}
	})
	if want, got := toolchain.Output(t, []byte(src)), toolchain.Output(t, optimised); want != got {
		t.Errorf("%s\n%s\n%s\n%s", want, got, src, optimised)
	}
}
