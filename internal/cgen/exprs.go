package cgen

import "fmt"

// value is a full expression: one with at most one call, since the order of two in one expression is the compiler's choice.
func (g *generator) value(depth int) string {
	g.calls = 0
	if g.o.Calls {
		g.calls = 1
	}
	return g.expr(depth)
}

// expr is an expression of up to depth operators, in parentheses where it is not a leaf.
func (g *generator) expr(depth int) string {
	if depth == 0 || g.chance(15) {
		return g.leaf()
	}
	switch n := g.r.IntN(100); {
	case n < 40:
		op := pick(g, []string{"+", "-", "*", "&", "|", "^", "+", "-", "*"})
		return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), op, g.expr(depth-1))
	case n < 52:
		op := pick(g, []string{"<", ">", "<=", ">=", "==", "!="})
		return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), op, g.expr(depth-1))
	case n < 58:
		return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), pick(g, []string{"&&", "||"}), g.expr(depth-1))
	case n < 64:
		return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), pick(g, []string{"<<", ">>"}), g.count())
	case n < 70:
		return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), pick(g, []string{"/", "%"}), g.divisor())
	case n < 80:
		return fmt.Sprintf("(%s%s)", pick(g, []string{"-", "~", "!", "+", "- "}), g.expr(depth-1))
	case n < 88:
		return fmt.Sprintf("((%s)%s)", pick(g, types).Name, g.expr(depth-1))
	case n < 94:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(depth-1), g.expr(depth-1), g.expr(depth-1))
	case g.calls > 0:
		g.calls--
		return g.call(depth - 1)
	}
	return g.leaf()
}

// call is a call with a value.
func (g *generator) call(depth int) string {
	if g.chance(50) {
		return fmt.Sprintf("squash(%s)", g.expr(depth))
	}
	return fmt.Sprintf("probe(%s, %s)", g.expr(depth), g.expr(depth))
}

func (g *generator) leaf() string {
	if g.chance(65) {
		return pick(g, g.vars).name
	}
	return g.literal()
}

func (g *generator) literal() string {
	switch g.r.IntN(10) {
	case 0:
		return fmt.Sprintf("%du", g.r.Uint32())
	case 1:
		return fmt.Sprintf("%dL", g.r.Uint64()>>1)
	case 2:
		return fmt.Sprintf("0x%xUL", g.r.Uint64())
	case 3:
		return pick(g, []string{"'a'", `'\n'`, `'\xff'`, `'\0'`})
	case 4:
		return pick(g, []string{"RED", "GREEN", "BLUE", "sizeof(int)", "sizeof(u8)", "(-2147483647 - 1)", "2147483647"})
	case 5:
		return fmt.Sprint(g.r.IntN(1 << 31))
	}
	return fmt.Sprint(g.r.IntN(20))
}

// count is a shift count that every type has room for.
func (g *generator) count() string {
	if g.chance(50) {
		return fmt.Sprint(g.r.IntN(8))
	}
	return fmt.Sprintf("(%s & 7)", g.leaf())
}

// divisor is positive.
func (g *generator) divisor() string {
	if g.chance(60) {
		return fmt.Sprint(1 + g.r.IntN(20))
	}
	return fmt.Sprintf("((%s & 15) + 1)", g.leaf())
}
