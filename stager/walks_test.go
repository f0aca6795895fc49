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

// walkGenerator writes functions that go down a tree of constants by calling themselves for what a test chooses, and trees for them.
type walkGenerator struct {
	r       *rand.Rand
	pointer bool // to nodes; else they are numbered
	nodes   []string
}

func (g *walkGenerator) pick(texts ...string) string { return texts[g.r.IntN(len(texts))] }

// node makes a node of a tree of that depth, and gives the C expression that leads to it.
func (g *walkGenerator) node(depth int) string {
	children := []string{"-1", "-1"}
	if g.pointer {
		children = []string{"0", "0"}
	}
	if depth > 0 {
		for i := range children {
			children[i] = g.node(g.r.IntN(depth))
		}
	}
	g.nodes = append(g.nodes, fmt.Sprintf("{ %d, %d, %s, %s, %d }", g.r.IntN(3), g.r.IntN(8), children[0], children[1], g.r.IntN(100)))
	if g.pointer {
		return fmt.Sprintf("&nodes[%d]", len(g.nodes)-1)
	}
	return fmt.Sprint(len(g.nodes) - 1)
}

// program is a function start that has walk go down from root.
func (g *walkGenerator) program(root string) string {
	ty, at, leaf := "const struct node *", "t->", "!t->left"
	if !g.pointer {
		ty, at, leaf = "int ", "nodes[t].", "nodes[t].left < 0"
	}
	test := fmt.Sprintf("x[%sfeature] %s %[1]sthreshold", at, g.pick("<", ">=", "=="))
	left, right, value := at+"left", at+"right", at+"value"
	before, also, chosen := "", "", fmt.Sprintf("%s ? %s : %s", test, left, right)
	switch g.r.IntN(4) {
	case 0: // a variable is chosen
		before, chosen = fmt.Sprintf("%snext = %s; if (%s) next = %s; ", ty, right, test, left), "next"
	case 1:
		before, chosen = fmt.Sprintf("%snext; if (%s) next = %s; else next = %s; ", ty, test, left, right), "next"
	}
	params, pass, first := "const int *x", "x", "x"
	switch g.r.IntN(3) {
	case 0: // a sum goes along
		params, pass, first = params+", int sum", fmt.Sprintf("x, sum %s %s", g.pick("+", "- 3 *", "^"), value), "x, 1"
		value = "sum * 2 + " + value
	case 1: // another walk decides
		also = fmt.Sprintf("if (%s & 1 && walk(%s, x) > 50) return %s - 1; ", value, right, value)
	}
	walk := fmt.Sprintf("walk(%s, %s)", chosen, pass)
	body := fmt.Sprintf("if (%s) return %s; %sreturn %s;", leaf, value, also+before, walk)
	switch found := fmt.Sprintf("(%s & 1) == x[0] >> 2", value); g.r.IntN(7) {
	case 0, 1:
		body = fmt.Sprintf("if (!(%s)) { %sreturn %s; } return %s;", leaf, also+before, walk, value)
	case 2:
		body = fmt.Sprintf("%sreturn %s ? %s : %s;", before, leaf, value, walk)
	case 3: // is something found?
		body = fmt.Sprintf("%sreturn %s || !(%s) && %s;", before, found, leaf, walk)
	case 4: // what is looked for, or the end
		body = fmt.Sprintf("if (%s || %s) return %s; %sreturn %s;", leaf, found, value, also+before, walk)
	}
	return fmt.Sprintf("#include <stdio.h>\nstruct node { int feature, threshold; %sleft; %[1]sright; int value; };\n", ty) +
		fmt.Sprintf("static const struct node nodes[%d] = {\n    %s\n};\n", len(g.nodes), strings.Join(g.nodes, ",\n    ")) +
		fmt.Sprintf("static int walk(%st, %s)\n{\n    %s\n}\n", ty, params, body) +
		fmt.Sprintf("int start(const int *x)\n{\n    return walk(%s, %s);\n}\n", root, first)
}

// TestWalks: functions that walk a constant tree by calling themselves for what a test chooses give what they gave, and nothing is left of the tree.
func TestWalks(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	t.Parallel()
	n, left := tier.Pick(2, 6, 60), 0
	for seed := range uint64(n) {
		g := &walkGenerator{r: rand.New(rand.NewPCG(seed, 24)), pointer: seed%2 == 0}
		root := g.node(1 + g.r.IntN(4))
		src := g.program(root)
		optimised := sameOptimised(t, src, "start", overThree, stager.DefaultPipeline, nil)
		if _, body, _ := strings.Cut(optimised, "int start("); strings.Contains(body, "walk(") || strings.Contains(body, "nodes") {
			t.Logf("seed %d: %s\n%s", seed, src, body)
			left++
		}
	}
	if left > n/4 {
		t.Errorf("the tree is left in %d of %d programs", left, n)
	}
}
