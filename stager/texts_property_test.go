package stager_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// textGenerator writes functions that go through texts, literals and others, with helpers that take and return pointers into them, or move pointers that are
// passed by their addresses.
type textGenerator struct {
	r     *rand.Rand
	steps int // how many helpers there are that do random steps
}

func (g *textGenerator) pick(texts ...string) string { return texts[g.r.IntN(len(texts))] }

func (g *textGenerator) literal() string {
	var b strings.Builder
	for range g.r.IntN(6) {
		b.WriteString(g.pick("a", "b", "c", "1", "2", "+", "*", " ", "ab"))
	}
	return `"` + b.String() + `"`
}

// text is a pointer to a text, not null.
func (g *textGenerator) text() string {
	switch g.r.IntN(8) {
	case 0, 1, 2:
		return g.literal()
	case 3:
		return "names[" + g.pick("0", "k", "x & 3") + "]"
	case 4:
		return fmt.Sprintf("(%s ? %s : %s)", g.test(), g.literal(), g.pick("p", "q"))
	}
	return g.pick("p", "q", "p", "given")
}

func (g *textGenerator) char() string { return g.pick("'a'", "'b'", "'1'", "'+'", "'*'") }

func (g *textGenerator) test() string {
	switch g.r.IntN(9) {
	case 0:
		return g.pick("*p", "*q == 0", "!*p", "*p != '\\0'")
	case 1:
		return fmt.Sprintf("*%s == %s", g.pick("p", "q"), g.char())
	case 2:
		return fmt.Sprintf("%s(%s, %s)%s", g.pick("strcmp", "differ", "strcmp"), g.pick("p", "q"), g.literal(), g.pick("", " == 0", " > 0"))
	case 3:
		return g.pick("p == q", "p != given", "q == p + 1", "x & 1", "k > 2")
	case 4:
		return fmt.Sprintf("glob(%s, %s)", g.literal(), g.pick("p", "q", g.literal()))
	case 5:
		return fmt.Sprintf("%s(%s, %s) %s NULL", g.pick("strchr", "find"), g.pick("p", "q"), g.char(), g.pick("==", "!="))
	}
	return fmt.Sprintf("r %s %d", g.pick("<", ">", "=="), g.r.IntN(50))
}

func (g *textGenerator) step(depth int) string {
	p := g.pick("p", "p", "q")
	switch n := g.r.IntN(18); {
	case n < 2:
		return fmt.Sprintf("%s = %s;", p, g.text())
	case n == 2:
		return fmt.Sprintf("%s = skip(%s, %s);", p, g.pick("p", "q"), g.char())
	case n == 3:
		return fmt.Sprintf("{ const char *t = find(%s, %s); if (%s) %s = t; else r++; }", g.pick("p", "q"), g.char(), g.pick("t", "t != NULL", "NULL != t"), p)
	case n == 4:
		return fmt.Sprintf("r += number(&%s);", p)
	case n == 5:
		return fmt.Sprintf("if (*%s) %[1]s++;", p)
	case n == 6:
		return fmt.Sprintf("while (*%s) { switch (*%[1]s++) { case %s: r += 2; break; case '2': r ^= x; %s default: r = r * 3 + 1; } }", p, g.pick("'a'", "'1'", "'+'"), g.pick("break;", "continue;", ""))
	case n == 7:
		return fmt.Sprintf("for (const char *t = %s; *t; t++) r = r * 3 + *t;", g.text())
	case n == 8 && depth > 0:
		return fmt.Sprintf("if (%s) { %s } else { %s }", g.test(), g.step(depth-1), g.step(depth-1))
	case n == 9 && depth > 0:
		return fmt.Sprintf("for (int i = 0; i < %s; i++) { %s %s }", g.pick("k", "2", "(x & 3)"), g.step(depth-1), g.step(depth-1))
	case n == 10:
		return fmt.Sprintf("{ int i = 0; for (; i < %s && *%s; i++) buf[i] = *%[2]s++; buf[i] = 0; r += (int)strlen(buf); }", g.pick("7", "k"), p)
	case n == 11:
		return fmt.Sprintf("r = r * 5 + value(&%s, %s);", p, g.pick("k", "2", "x & 3"))
	case n == 12:
		return fmt.Sprintf("r += (int)strlen(%s) * %s;", g.text(), g.pick("3", "k"))
	case n == 13:
		return fmt.Sprintf("r += differ(%s, %s);", g.text(), g.text())
	case n == 14 && g.steps > 0:
		return fmt.Sprintf("r ^= step%d(k, x, %s);", g.r.IntN(g.steps), g.text())
	case n == 15 && g.steps > 0:
		return fmt.Sprintf("{ int (*one)(int, int, const char *) = step%d; if (x > 5) one = step%d; r += one(k, x + 1, %s); }", g.r.IntN(g.steps), g.r.IntN(g.steps), g.text())
	case n == 16:
		return fmt.Sprintf("if (*%s) r += %[1]s[1] + *(%[1]s + 1);", p)
	}
	return fmt.Sprintf("if (%s) r %s;", g.test(), g.pick("++", "= -r", "+= *p", "^= k"))
}

// body declares what steps use, does some, and ends.
func (g *textGenerator) body(steps int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n    const char *p = given, *q = %s; char buf[8] = %s; int r = %s;\n", g.literal(), g.pick(`""`, `"ab"`), g.pick("0", "x", "k"))
	for range steps {
		fmt.Fprintf(&b, "    %s\n", g.step(2))
	}
	b.WriteString("    return r + buf[0] + *p + (int)(*q);\n}\n")
	return b.String()
}

// helpers are what texts are gone through with.
func (g *textGenerator) helpers() string {
	return "static const char *skip(const char *s, int c) { while (*s" + g.pick(" && *s == c", " && *s != c", " == c && *s") + ") " + g.pick("s++", "++s", "s += 1") + "; return s; }\n" +
		"static const char *find(const char *s, int c) { for (; *s; s++) if (*s == c) return s; return " + g.pick("NULL", "NULL", "c == '*' ? s : NULL") + "; }\n" +
		"static int differ(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a - *b; }\n" +
		"static int number(const char **s) { int n = 0; while (**s >= '0' && **s <= '9') n = n * 10 + *(*s)++ - '0'; return n; }\n" +
		"static int glob(const char *p, const char *s)\n{\n    for (; *p; p++, s++) {\n" +
		"        if (*p == '*') { do { if (glob(p + 1, s)) return 1; } while (*s++); return 0; }\n        if (*s == 0 || *p != *s) return 0;\n    }\n    return *s == 0;\n}\n" +
		"static int value(const char **s, int depth)\n{\n    int v = number(s);\n    while (**s == '+' || **s == '*') {\n        int c = *(*s)++;\n" +
		"        int w = depth > 0 ? value(s, depth - 1) : number(s);\n        v = c == '+' ? v + w : v * w;\n    }\n    return v;\n}\n"
}

// program is a file with functions f1 and so on.
func (g *textGenerator) program() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#include <stdio.h>\n#include <stddef.h>\n#include <string.h>\nstatic const char *const names[4] = { %s, %s, %s, %s };\n", g.literal(), g.literal(), g.literal(), g.literal())
	b.WriteString(g.helpers())
	for i := range 1 + g.r.IntN(2) {
		fmt.Fprintf(&b, "static int step%d(int k, int x, const char *given)\n%s", i, g.body(1+g.r.IntN(3)))
		g.steps++
	}
	for i := range 3 {
		fmt.Fprintf(&b, "int f%d(int k, int x, const char *given)\n%s", i+1, g.body(3+g.r.IntN(5)))
	}
	b.WriteString("int main(void)\n{\n    static const char *const all[] = { \"\", \"a\", \"12+3*2\", \"abcab\", \" b1*c\", \"*\", \"c2a+1\" };\n    for (int x = -2; x < 9; x++)\n        for (int i = 0; i < 7; i++)\n" +
		"            printf(\"%d %d %d\\n\", f1(3, x, all[i]), f2(3, x, all[i]), f3(3, x, all[i]));\n}\n")
	return b.String()
}

// TestTexts: functions that go through texts do what they did.
func TestTexts(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	t.Parallel()
	for seed := range uint64(tier.Pick(2, 5, 15)) {
		sameForThree(t, (&textGenerator{r: rand.New(rand.NewPCG(seed, 78))}).program())
	}
}
