package stager_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// parserGenerator writes recursive-descent evaluators whose cursor is passed by its address: a struct with a pointer or an index in it, or a pointer by itself.
type parserGenerator struct {
	r                    *rand.Rand
	params, args         string // of each function
	current, step        string // the character at the cursor, and the statement that moves it
	x, failed            string // the variable's value and the flag of errors
	define, start, first string // the struct, how calc begins, and its first call
	peeks                bool
}

func (g *parserGenerator) pick(texts ...string) string { return texts[g.r.IntN(len(texts))] }

func newParserGenerator(r *rand.Rand) *parserGenerator {
	g := &parserGenerator{r: r, peeks: r.IntN(2) == 0}
	switch g.pick("pointer", "index", "itself", "span") {
	case "span":
		g.params, g.args, g.current, g.step = "struct ps *p", "p", g.pick("(p->s < p->end ? *p->s : 0)", "(p->s == p->end ? 0 : p->s[0])"), g.pick("p->s++", "p->s += 1")
		g.x, g.failed, g.define, g.first = "p->x", "p->bad", "struct ps { const char *s, *end; int x, bad; };\n", "expr(&p)"
		g.start = g.pick("struct ps p = { e, e + strlen(e), x, 0 }", "struct ps p; p.s = p.end = e; while (*p.end) p.end++; p.x = x; p.bad = 0")
	case "itself":
		g.params, g.args, g.current, g.step = "const char **s, int x, int *bad", "s, x, bad", "**s", g.pick("(*s)++", "*s += 1", "*s = *s + 1")
		g.x, g.failed, g.start, g.first = "x", "*bad", "int bad = 0", "expr(&e, x, &bad)"
	case "index":
		g.params, g.args, g.current, g.step = "struct ps *p, const char *e", "p, e", "e[p->i]", g.pick("p->i++", "++p->i", "p->i += 1")
		g.x, g.failed, g.define, g.first = "p->x", "p->bad", "struct ps { int i, x, bad; };\n", "expr(&p, e)"
		g.start = g.pick("struct ps p = { 0, x, 0 }", "struct ps p; p.i = p.bad = 0; p.x = x", "struct ps p; memset(&p, 0, sizeof p); p.x = x")
	default:
		g.params, g.args, g.current, g.step = "struct ps *p", "p", "*p->s", g.pick("p->s++", "p->s += 1")
		g.x, g.failed, g.define, g.first = "p->x", "p->bad", "struct ps { const char *s; int x; unsigned char bad; };\n", "expr(&p)"
		g.start = g.pick("struct ps p = { e, x, 0 }", "struct ps p; p.s = e; p.x = x; p.bad = 0", "struct ps p; memset(&p, 0, sizeof p); p.x = x; p.s = e")
	}
	return g
}

// call is a call of one of the functions with an argument behind the others, or none.
func (g *parserGenerator) call(name, more string) string {
	return name + "(" + g.args + more + ")"
}

func (g *parserGenerator) function(name, more, body string) string {
	pointer, _, _ := strings.Cut(g.args, ",")
	guard := g.pick("", "", fmt.Sprintf("if (!%s) return 0; ", pointer), fmt.Sprintf("if (%s == NULL || %s) return 0; ", pointer, g.failed))
	return fmt.Sprintf("static int %s(%s%s) { %s%s }\n", name, g.params, more, guard, body)
}

// operators is a loop, or a recursive call, for operands behind the operator.
func (g *parserGenerator) operators(op, operand, all string) string {
	accept := g.call("accept", ", '"+op+"'")
	return g.pick(
		fmt.Sprintf("while (%s == '%s') { %s; v = v %s %s; }", g.current, op, g.step, op, g.call(operand, "")),
		fmt.Sprintf("while (%s) v %s= %s;", accept, op, g.call(operand, "")),
		fmt.Sprintf("for (;;) { if (!%s) break; v %s= %s; }", accept, op, g.call(operand, "")),
		fmt.Sprintf("if (%s) v = v %s %s;", accept, op, g.call(all, "")),
		fmt.Sprintf("do { if (%s != '%s') return v; %s; v %s= %s; } while (%s || 1);", g.current, op, g.step, op, g.call(operand, ""), g.failed))
}

// program is the functions with calc, which evaluates e.
func (g *parserGenerator) program(op string) string {
	peek := g.current
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <string.h>\n" + g.define)
	if g.peeks {
		b.WriteString(g.function("peek", "", "return "+g.current+";"))
		peek = g.call("peek", "")
	}
	b.WriteString(g.function("accept", ", int c", fmt.Sprintf("if (%s != c) return 0; %s; return 1;", peek, g.step)))
	fmt.Fprintf(&b, "static int expr(%s);\nstatic int term(%s);\n", g.params, g.params)
	group := g.pick(
		fmt.Sprintf("if (%s) { int v = %s; if (!%s) %s = 1; return v; }", g.call("accept", ", '('"), g.call("expr", ""), g.call("accept", ", ')'"), g.failed),
		fmt.Sprintf("if (%s == '(') { %s; int v = %s; %s; return v; }", peek, g.step, g.call("expr", ""), g.step))
	if g.define != "" && g.r.IntN(3) == 0 {
		save, restore := g.pick("struct ps save = *p;", "struct ps save; save = *p;"), g.pick("*p = save;", "p->bad = 0; *p = save;", "{ int bad = p->bad; *p = save; p->bad = bad; }")
		group = fmt.Sprintf("%s if (%s) { int v = %s; if (%s) return v; %s %s; %s; return v; }", save, g.call("accept", ", '('"), g.call("expr", ""), g.call("accept", ", ')'"), restore, g.step, g.failed+" = 1")
	}
	variable := g.pick("return "+g.x+";", fmt.Sprintf("return %s > 5 ? %s * 2 : %s;", g.x, g.x, g.x), fmt.Sprintf("if (%s == 3) %s = 1; return %s;", g.x, g.failed, g.x))
	number := fmt.Sprintf("int n = 0; while (%s >= '0' && %s <= '9') { n = n * 10 + (%s - '0'); %s; } return n;", g.current, peek, g.current, g.step)
	b.WriteString(g.function("prim", "", group+" if ("+g.call("accept", ", 'x'")+") { "+variable+" } "+number))
	b.WriteString(g.function("term", "", "int v = "+g.call("prim", "")+"; "+g.operators("*", "prim", "term")+" return v;"))
	b.WriteString(g.function("expr", "", "int v = "+g.call("term", "")+"; "+g.operators(op, "term", "expr")+" return v;"))
	result := "v * 2 + bad"
	if g.define != "" {
		result = g.pick("v * 2 + p.bad", "p.bad ? -1 : v", "v")
	}
	fmt.Fprintf(&b, "int calc(const char *e, int x)\n{\n    %s;\n    int v = %s;\n    return %s;\n}\n", g.start, g.first, result)
	return b.String()
}

// expression is one that the program evaluates.
func (g *parserGenerator) expression(op string, depth int) string {
	switch n := g.r.IntN(6); {
	case depth == 0 || n < 2:
		return g.pick("x", "x", "7", fmt.Sprint(g.r.IntN(100)))
	case n == 2:
		return "(" + g.expression(op, depth-1) + ")"
	}
	return g.expression(op, depth-1) + g.pick(op, "*") + g.expression(op, depth-1)
}

// TestParsers: evaluators optimised for an expression give what they gave, and in most nothing is left of parsing.
func TestParsers(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	t.Parallel()
	n, left := tier.Pick(2, 4, 40), 0
	for seed := range uint64(n) {
		g := newParserGenerator(rand.New(rand.NewPCG(seed, 4)))
		op := g.pick("+", "-", "^")
		src, e := g.program(op), g.expression(op, 1+g.r.IntN(3))
		main := fmt.Sprintf("int main(void)\n{\n    for (int x = -3; x < 9; x++)\n        printf(\"%%d\\n\", calc(%q, x));\n}\n", e)
		optimised := sameOptimised(t, src, "calc", main, stager.DefaultPipeline, map[string]string{"e": fmt.Sprintf("%q", e)})
		if _, body, _ := strings.Cut(optimised, "int calc("); strings.Contains(body, "expr(") || strings.Contains(body, "term(") {
			left++
		}
	}
	if left > n/4 {
		t.Errorf("parsing is left in %d of %d programs", left, n)
	}
}
