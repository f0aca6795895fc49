package eval

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The generated family of functions: one for each number of statements, to see how staging time and residual size grow. All
// members are made of the same mixture, so that nothing but their length differs: assignments, branches, loops that are kept
// (their tests depend on a parameter), at most maxNesting inside each other, constants that fold early, and every sixth expression
// with a, which is constant at run time. A member has a variable for each ten statements, as functions of that length do; it
// uses those declared last.

// FamilyFunction is the name of the functions of the family; FamilyParameter is the parameter that becomes constant.
const (
	FamilyFunction  = "family"
	FamilyParameter = "a"
)

// FamilySizes are the numbers of statements that the harness measures.
var FamilySizes = []int{10, 30, 100, 300, 1000}

const (
	maxNesting  = 2
	usedLast    = 6 // how many variables a statement chooses from
	perVariable = 10
)

// Family is the C text of the member with n statements. It is the same on every run; its every statement counts as one, branches and
// loops too.
func Family(n int) string {
	g := &family{rng: rand.New(rand.NewPCG(1, 0)), left: n}
	g.line(0, "int %s(int x, int y, int %s)", FamilyFunction, FamilyParameter)
	g.line(0, "{")
	for g.left > 0 {
		if g.vars*perVariable <= n-g.left {
			g.declare()
		} else {
			g.statement(1)
		}
	}
	g.line(1, "return %s;", g.sum())
	g.line(0, "}")
	return g.text.String()
}

type family struct {
	rng   *rand.Rand
	text  strings.Builder
	left  int // statements to be made
	vars  int // v0, v1, ...
	loops int // i0, i1, ...
}

func (g *family) line(depth int, format string, args ...any) {
	g.text.WriteString(strings.Repeat("    ", depth))
	fmt.Fprintf(&g.text, format, args...)
	g.text.WriteByte('\n')
}

// declare declares a variable.
func (g *family) declare() {
	g.left--
	init := g.expr(1)
	g.line(1, "int v%d = %s;", g.vars, init)
	g.vars++
}

// statement makes one statement, and those inside it, as long as there are some left to be made.
func (g *family) statement(depth int) {
	g.left--
	kind := g.rng.IntN(10)
	switch {
	case kind == 0 && depth <= maxNesting && g.left > 0:
		i := g.loops
		g.loops++
		g.line(depth, "for (int i%d = 0; i%d < %s; i%d++) {", i, i, g.pick("x", "y", g.variable()), i)
		g.body(depth+1, 1+g.rng.IntN(4))
		g.line(depth, "}")
	case kind <= 2 && depth <= maxNesting && g.left > 0:
		g.line(depth, "if (%s %s %s) {", g.operand(), g.pick("<", ">", "==", "!="), g.operand())
		g.body(depth+1, 1+g.rng.IntN(3))
		if g.left > 0 && g.rng.IntN(2) == 0 {
			g.line(depth, "} else {")
			g.body(depth+1, 1+g.rng.IntN(3))
		}
		g.line(depth, "}")
	default:
		target := g.variable()
		g.line(depth, "%s = %s;", target, g.expr(2))
	}
}

// body makes n statements, or as many as are left.
func (g *family) body(depth, n int) {
	for range min(n, g.left) {
		if g.left > 0 {
			g.statement(depth)
		}
	}
}

// expr is an expression of at most depth operators above each other.
func (g *family) expr(depth int) string {
	if depth == 0 || g.rng.IntN(4) == 0 {
		return g.operand()
	}
	left, right := g.expr(depth-1), g.expr(depth-1)
	return "(" + left + g.pick(" + ", " - ", " * ", " & ", " | ", " ^ ") + right + ")"
}

// operand is a parameter, a small constant, or a variable.
func (g *family) operand() string {
	switch g.rng.IntN(6) {
	case 0:
		return FamilyParameter
	case 1:
		return fmt.Sprint(g.rng.IntN(5))
	case 2:
		return g.pick("x", "y")
	}
	return g.variable()
}

// variable is one of the variables declared last.
func (g *family) variable() string {
	if g.vars == 0 {
		return "x"
	}
	return fmt.Sprintf("v%d", g.vars-1-g.rng.IntN(min(g.vars, usedLast)))
}

func (g *family) pick(from ...string) string { return from[g.rng.IntN(len(from))] }

// sum is the sum of the variables that statements may have set last.
func (g *family) sum() string {
	terms := []string{"x"}
	for i := max(0, g.vars-usedLast); i < g.vars; i++ {
		terms = append(terms, fmt.Sprintf("v%d", i))
	}
	return strings.Join(terms, " + ")
}
