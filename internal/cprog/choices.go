package cprog

import (
	"fmt"
	"strings"
)

// This file writes functions that call themselves at their end for what a test chooses, along a constant table whose pointers lead back into it: trees, and rings, which end by
// a count.

// choices writes the table and the functions.
func (g *generator) choices() {
	if !g.may(Choices) || !g.chance(40) {
		return
	}
	p := g.o.Prefix
	g.nodes = 3 + g.r.IntN(6)
	g.line("struct %stree { int at; const struct %stree *l, *r; short v; };", p, p)
	var nodes []string
	for i := range g.nodes {
		node := func(last int) string {
			to := g.r.IntN(last)
			if i > 0 && g.chance(75) { // of a tree
				to = g.r.IntN(min(i, last))
			}
			return pick(g, []string{fmt.Sprintf("&%snodes[%d]", p, to), fmt.Sprintf("%snodes + %d", p, to)})
		}
		l, r := "0", "0"
		if i > 0 && g.chance(70) || g.chance(20) {
			l, r = node(g.nodes-1), node(g.nodes)
			if g.chance(20) {
				r = "0"
			}
		}
		nodes = append(nodes, fmt.Sprintf("{%d, %s, %s, %d}", g.r.IntN(16), l, r, g.r.IntN(20)-5))
	}
	g.line("static const struct %stree %snodes[%d] = {%s};", p, p, g.nodes, strings.Join(nodes, ", "))
	next := func() string { return pick(g, []string{"x", "x + t->v", "x >> 1", "x ^ n", "x * 3 + 1"}) }
	test := func() string { return pick(g, []string{"x & t->at", "x < t->v", "(x ^ n) & 1", "x > 3 && t->at > 4"}) }
	before, chosen := "", pick(g, []string{fmt.Sprintf("%s ? t->l : t->r", test()), fmt.Sprintf("t->l + ((%s) != 0)", test())})
	if g.chance(40) {
		before = fmt.Sprintf("const struct %stree *to = t->r; if (%s) to = t->l;", p, test())
		chosen = pick(g, []string{"to", "to ? to : t->l"})
	}
	g.line("static int %sgo(const struct %stree *t, int n, int x) {", p, p)
	g.line("    if (n <= 0 || !t || !t->l) return t ? x ^ t->v : x;")
	if g.chance(30) {
		g.line("    if (t->at == %d) x += %sgo(t->r, n - 2, %s);", g.r.IntN(16), p, next())
	}
	g.line("    %s return %sgo(%s, n - 1, %s);", before, p, chosen, next())
	g.line("}")
	g.line("static void %stell(const struct %stree *t, const struct %stree *u, int n, int x) {", p, p, p)
	g.line("    %sheld %s t->v + n;", p, pick(g, []string{"+=", "^="}))
	g.line("    if (n > 0) %stell(%s, %s, n - 1, %s);", p, pick(g, []string{"x & 1 ? u : t", "t->l && x & 2 ? t->l : u"}), pick(g, []string{"x & 4 ? t : u", "t", "u->l ? u->l : t"}), next())
	g.line("}")
}

// choice calls one of the functions.
func (g *generator) choice() {
	acc, found := g.find(func(q place) bool { return !q.fixed && q.t.isInteger() && !q.memory && len(q.path) == 0 })
	if g.nodes == 0 || !found {
		return
	}
	g.use(Choices)
	p, node := g.o.Prefix, func() string { return fmt.Sprintf("&%snodes[%d]", g.o.Prefix, g.r.IntN(g.nodes)) }
	if g.chance(35) {
		g.line("%stell(%s, %s, %d, (int)%s);", p, node(), node(), g.r.IntN(6), acc.v.name)
	} else {
		g.line("%s += %sgo(%s, %d, (int)%s);", acc.v.name, p, node(), g.r.IntN(9), acc.v.name)
	}
}
