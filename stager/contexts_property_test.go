package stager_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// contextGenerator writes functions that pass others to what goes through arrays, lists and trees, with a context behind a void pointer: a local struct.
type contextGenerator struct {
	r     *rand.Rand
	calls int // how many functions may be passed
}

func (g *contextGenerator) pick(texts ...string) string { return texts[g.r.IntN(len(texts))] }

// visit is one of the functions that are passed.
func (g *contextGenerator) visit() string {
	one := func() string {
		return fmt.Sprintf(g.pick("visit%d", "visit%d", "visit%d", "all[%d].visit", "(&all[%d])->visit"), g.r.IntN(g.calls))
	}
	if g.r.IntN(6) == 0 {
		return fmt.Sprintf("(%s ? %s : %s)", g.pick("k > 2", "x & 1"), one(), one())
	}
	return one()
}

func (g *contextGenerator) context() string {
	return g.pick("&a", "&a", "&b", "(void *)&a", "at", "&pair[x & 1]")
}

// statement is one of a function that is passed, whose context is c.
func (g *contextGenerator) statement() string {
	switch g.r.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("c->sum %s %s;", g.pick("+=", "^=", "= c->sum * 3 +"), g.pick("v", "c->n", "2", "c->step"))
	case 2:
		return "c->n++;"
	case 3:
		return fmt.Sprintf("if (c->out %s NULL && c->n < 7 && c->n >= 0) %s = v;", g.pick("!=", "!="), g.pick("c->out[c->n++]", "c->out[c->n]", "*c->out"))
	case 4:
		return fmt.Sprintf("if (%s) return %d;", g.pick("v > 6", "c->n > 4", "v == c->last", "c->sum > 90"), g.r.IntN(3))
	case 5:
		return "c->last = v;"
	case 6:
		return fmt.Sprintf("if (c->next) c->next->sum += %s;", g.pick("v", "1", "c->step"))
	case 7:
		return fmt.Sprintf("switch (c->state) { case 0: c->state = v & 1; break; case 1: c->sum += v; c->state = %d; break; default: c->n--; if (c->n < 0) c->n = 0; }", g.r.IntN(3))
	}
	return fmt.Sprintf("{ struct context copy = *c; copy.sum += v; %s }", g.pick("*c = copy;", "c->sum = copy.sum + copy.n;", "if (copy.step > 1) *c = copy;"))
}

// step is a statement of a function to optimise.
func (g *contextGenerator) step() string {
	switch g.r.IntN(10) {
	case 0, 1:
		return fmt.Sprintf("r += each(%s, %s, %s, %s);", g.pick("numbers", "numbers + 1", "given"), g.pick("3", "k", "(x & 3)"), g.visit(), g.context())
	case 2:
		return fmt.Sprintf("r = r * 5 + walk(%s, %s, %s);", g.pick("&tree[0]", "tree[0].left", "x > 3 ? &tree[1] : NULL", "NULL"), g.visit(), g.context())
	case 3:
		return fmt.Sprintf("r ^= along(%s, %s, %s);", g.pick("&list[0]", "list[k & 1].next", "NULL"), g.visit(), g.context())
	case 4:
		return fmt.Sprintf("at = %s;", g.pick("&b", "&a", "a.next ? a.next : &b", "x & 1 ? &a : &b"))
	case 5:
		return fmt.Sprintf("a.%s = %s;", g.pick("step", "sum", "state", "last"), g.pick("x", "k", "1", "b.sum"))
	case 6:
		return fmt.Sprintf("%s = %s;", g.pick("a.next", "b.next", "at->next"), g.pick("&b", "NULL", "&a", "at"))
	case 7:
		return fmt.Sprintf("%s.out = %s;", g.pick("a", "b"), g.pick("buf", "NULL", "buf + 1"))
	case 8:
		return fmt.Sprintf("r += %s(%s, %s);", g.visit(), g.context(), g.pick("x", "k", "7"))
	}
	return fmt.Sprintf("if (%s) { %s } else { %s }", g.pick("x > 3", "a.sum > 9", "k == 3", "at == &a"), g.step(), g.step())
}

func (g *contextGenerator) program() string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <stddef.h>\nstruct context { int sum, n, last, step, state; int *out; struct context *next; };\ntypedef int visit(void *, int);\n")
	b.WriteString("struct node { int v; const struct node *left, *right; };\nstruct link { int v; const struct link *next; };\n")
	fmt.Fprintf(&b, "static const int numbers[6] = { %d, %d, 3, %d, 5, 6 };\n", g.r.IntN(9), g.r.IntN(9), g.r.IntN(9))
	fmt.Fprintf(&b, "static const struct node tree[4] = { { %d, tree + 1, tree + 2 }, { 4, NULL, %s }, { 7, NULL, NULL }, { 1, NULL, NULL } };\n", g.r.IntN(9), g.pick("NULL", "tree + 3"))
	fmt.Fprintf(&b, "static const struct link list[3] = { { %d, list + 1 }, { 2, list + 2 }, { 8, NULL } };\n", g.r.IntN(9))
	n := 2 + g.r.IntN(3)
	for i := range n {
		fmt.Fprintf(&b, "static int visit%d(void *context, int v)\n{\n    struct context *c = context;\n", i)
		if g.r.IntN(3) == 0 {
			fmt.Fprintf(&b, "    if (%s) return 0;\n", g.pick("c == NULL", "!c", "NULL == context"))
		}
		for range 1 + g.r.IntN(3) {
			fmt.Fprintf(&b, "    %s\n", g.statement())
		}
		fmt.Fprintf(&b, "    return %s;\n}\n", g.pick("0", "0", "c->n > 5", "v == 3"))
	}
	g.calls = n
	b.WriteString("static const struct { visit *visit; int weight; } all[] = {")
	for i := range n {
		fmt.Fprintf(&b, " { visit%d, %d },", i, g.r.IntN(5))
	}
	b.WriteString(" };\n")
	fmt.Fprintf(&b, "static int each(const int *xs, int n, visit *f, void *context) { for (int i = 0; i < n; i++) { int r = f(context, xs[i]); if (r) return %s; } return 0; }\n", g.pick("r", "r + i", "xs[i]"))
	fmt.Fprintf(&b, "static int walk(const struct node *t, visit *f, void *context)\n{\n    if (%s) return 0;\n    int r = walk(t->left, f, context);\n    if (!r) r = f(context, t->v);\n    return r ? r : walk(t->right, f, context);\n}\n", g.pick("!t", "t == NULL"))
	fmt.Fprintf(&b, "static int along(const struct link *l, visit *f, void *context) { for (; %s; l = l->next) if (f(context, l->v)) return l->v; return %s; }\n", g.pick("l", "l != NULL"), g.pick("0", "((struct context *)context)->n"))
	for i := range 3 {
		fmt.Fprintf(&b, "int f%d(int k, int x, const int *given)\n{\n    int buf[9] = { 0 }, r = 0;\n    struct context a = { .step = %s }, b = { 1, 2 }, pair[2] = { { 1 }, { 2 } }, *at = &a;\n", i+1, g.pick("k", "2", "x"))
		for range 3 + g.r.IntN(5) {
			fmt.Fprintf(&b, "    %s\n", g.step())
		}
		b.WriteString("    for (int i = 0; i < 9; i++) r = r * 3 + buf[i];\n    r = r * 7 + a.sum + a.n * 2 + a.last + a.state;\n    return r * 11 + b.sum + b.n + b.last * 3 + pair[0].sum + pair[1].n;\n}\n")
	}
	b.WriteString("int main(void)\n{\n    for (int x = -2; x < 9; x++) {\n        int given[4] = { x, 3, x * 2, 1 };\n        printf(\"%d %d %d\\n\", f1(3, x, given), f2(3, x, given), f3(3, x, given));\n    }\n}\n")
	return b.String()
}

// TestContexts: functions that pass functions, and contexts to these, do what they did.
func TestContexts(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	t.Parallel()
	for seed := range uint64(tier.Pick(2, 5, 15)) {
		sameForThree(t, (&contextGenerator{r: rand.New(rand.NewPCG(seed, 79))}).program())
	}
}
