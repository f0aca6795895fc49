package stager_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// recursiveC evaluates trees: what a node does is random, and so is which of its children that evaluates, with what.
type recursiveC struct {
	r     *rand.Rand
	kinds int
	nodes []string // initialisers in C
}

// program is C with a function tree(t, x, y), and with mutual recursion, a loop, or an array known to all beside it.
func (c *recursiveC) program() string {
	var b strings.Builder
	fmt.Fprintf(&b, "typedef struct node { int kind, value; const struct node *kid[2]; } node;\n")
	fmt.Fprintf(&b, "static const int weights[4] = {%d, %d, %d, %d};\nstatic int calls;\n", c.r.IntN(9), c.r.IntN(9), c.r.IntN(9), c.r.IntN(9))
	fmt.Fprintf(&b, "static int other(const node *t, int x, int depth);\n\n")
	fmt.Fprintf(&b, "static int tree(const node *t, int x, int depth) {\n    if (!t) return %d;\n", c.r.IntN(5))
	if c.r.IntN(2) == 0 {
		fmt.Fprintf(&b, "    calls++;\n")
	}
	fmt.Fprintf(&b, "    switch (t->kind) {\n")
	for k := range c.kinds {
		fmt.Fprintf(&b, "    case %d: %s\n", k, c.arm())
	}
	fmt.Fprintf(&b, "    }\n    return t->value;\n}\n\n")
	fmt.Fprintf(&b, "static int other(const node *t, int x, int depth) {\n    int sum = %s;\n", c.operand())
	fmt.Fprintf(&b, "    for (int i = 0; i < 2 && t->kid[i]; i++) sum = sum * 3 + tree(t->kid[i], %s, depth + 1);\n    return sum;\n}\n\n", c.operand())
	fmt.Fprintf(&b, "int f(const node *t, int x) {\n    return tree(t, x, 0) * 5 + calls;\n}\n")
	return b.String()
}

func (c *recursiveC) arm() string {
	kid := func() string { return fmt.Sprintf("tree(t->kid[%d], %s, depth + 1)", c.r.IntN(2), c.operand()) }
	switch c.r.IntN(7) {
	case 0:
		return fmt.Sprintf("return %s + %s;", kid(), kid())
	case 1:
		return fmt.Sprintf("return %s ? %s : %s;", kid(), kid(), c.operand())
	case 2:
		return fmt.Sprintf("if (x > %d) return %s; break;", c.r.IntN(50), kid())
	case 3:
		return "return other(t, x, depth);"
	case 4:
		return fmt.Sprintf("x = %s; return %s - x;", c.operand(), kid())
	case 5:
		return fmt.Sprintf("while (x-- > 0 && %s > x) x -= 2; return x;", kid())
	}
	return fmt.Sprintf("return %s;", c.operand())
}

func (c *recursiveC) operand() string {
	return []string{"x", "t->value", "x + 1", "weights[t->value & 3]", "x & weights[depth & 3]", "depth * 2"}[c.r.IntN(6)]
}

// tree is the value of a tree of that many nodes at most as the stager reads it, and what C calls a pointer to it.
func (c *recursiveC) tree(nodes int) (value, name string) {
	if nodes <= 0 {
		return "null", "0"
	}
	left := c.r.IntN(nodes)
	a, pa := c.tree(left)
	b, pb := c.tree(nodes - 1 - left)
	kind, v := c.r.IntN(c.kinds+1), c.r.IntN(20)-5
	name = fmt.Sprintf("n%d", len(c.nodes))
	c.nodes = append(c.nodes, fmt.Sprintf("static const node %s = {%d, %d, {%s, %s}};\n", name, kind, v, pa, pb))
	return fmt.Sprintf("{kind:%d,value:%d,kid:[%s,%s]}", kind, v, a, b), "&" + name
}

// TestRecursion: random recursive programs over random constant trees compute what they did, however many functions that takes: past the
// bounds, calls stay as they are. Staged for the tree and unstaged, the text is the same.
func TestRecursion(t *testing.T) {
	toolchain.Compiler(t)
	p := pipeline(t, stager.DefaultPipeline)
	for seed := range uint64(tier.Pick(1, 4, 60)) {
		c := &recursiveC{r: rand.New(rand.NewPCG(seed, 11)), kinds: 3 + int(seed%4)}
		source := c.program()
		value, name := c.tree([]int{3, 12, 150}[seed%3])
		early := map[string]string{}
		if seed%3 == 0 {
			early["t"] = value
		}
		fail := func(err error) { t.Fatalf("seed %d: %s\n%s\n%s", seed, diag.Render(err), source, value) }
		all, err := stager.ParseFunctions(t.Context(), "test.c", []byte(source), stager.CConfig{})
		if err != nil {
			fail(err)
		}
		f := all[len(all)-1].Function
		late, err := f.ParseLate(map[string]string{"t": value})
		if err != nil {
			fail(err)
		}
		r, err := stager.RunUnstaged(context.Background(), f, p, late)
		if err != nil {
			fail(err)
		}
		if len(early) > 0 {
			agree(t, stage(t, f, early, stager.Options{}), p, late)
		}
		text, err := r.C(stager.Output{As: "f_optimised"})
		if err != nil {
			fail(err)
		}
		compareRecursion(t, seed, source, text, strings.Join(c.nodes, "")+"static const node *const root = "+name+";\n")
	}
}

// compareRecursion compares f with f_optimised, which text has beside it.
func compareRecursion(t *testing.T, seed uint64, source string, text []byte, data string) {
	t.Helper()
	var b bytes.Buffer
	b.Write(text)
	b.WriteString(data)
	b.WriteString(`
int printf(const char *, ...);
int main(void) {
    int wrong = 0;
    for (int x = -40; x < 60; x += 7) {
        calls = 0;
        int a = f(root, x);
        int n = calls;
        calls = 0;
        int b = f_optimised(root, x);
        if (a != b || n != calls) wrong++;
    }
    return printf("%d wrong", wrong) < 0;
}
`)
	if out := toolchain.Output(t, b.Bytes()); out != "0 wrong" {
		t.Errorf("seed %d: %s\n%s", seed, out, b.Bytes())
	}
}
