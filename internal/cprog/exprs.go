package cprog

import "fmt"

// value is a full expression of up to depth operators; an integer's where intOnly.
func (g *generator) value(depth int, intOnly bool) expr {
	g.effects = 0
	if g.chance(40) {
		g.effects = 1 + g.r.IntN(2)
	}
	return g.num(depth, intOnly)
}

// quiet is an expression without effects.
func (g *generator) quiet(depth int) expr {
	saved := g.effects
	g.effects = 0
	e := g.num(depth, true)
	g.effects = saved
	return e
}

// num is an expression whose value is a number.
func (g *generator) num(depth int, intOnly bool) expr {
	if depth <= 0 || g.chance(15) {
		return g.leaf(intOnly)
	}
	if g.effects > 0 && g.chance(35) {
		if e, ok := g.effectful(depth, intOnly); ok {
			return e
		}
	}
	switch n := g.r.IntN(100); {
	case n < 32:
		return g.arithmetic(depth, intOnly)
	case n < 44:
		return g.binary(depth, pick(g, []string{"<", ">", "<=", ">=", "==", "!="}), false, true)
	case n < 50:
		return g.logical(depth)
	case n < 56:
		return g.shift(depth)
	case n < 62:
		return g.division(depth, intOnly)
	case n < 70:
		return g.unary(depth, intOnly)
	case n < 78 && g.may(Casts):
		return g.cast(depth, intOnly)
	case n < 84 && g.may(Conditionals):
		return g.conditional(depth, intOnly)
	case n < 86 && g.may(Sizeof):
		return g.sizeofExpr()
	case n < 89 && g.may(Strings):
		return g.character()
	}
	return g.special(depth, intOnly)
}

// special is an expression for which there may be no occasion.
func (g *generator) special(depth int, intOnly bool) expr {
	var e expr
	var ok bool
	switch n := g.r.IntN(4); {
	case n == 0 && g.may(AddressTests) && g.chance(30):
		e, ok = g.addressTest()
	case n == 0 && g.may(PointerTests):
		e, ok = g.pointerTest()
	case n == 1 && g.may(FloatToInt):
		e, ok = g.intOfFloat()
	case n == 2 && g.may(Calls):
		e, ok = g.pureCall(depth-1, intOnly)
	}
	if ok {
		return e
	}
	return g.arithmetic(depth, intOnly)
}

// pair is two operands whose order does not matter.
func (g *generator) pair(depth int, intOnly bool) (a, b expr) {
	a, b = g.num(depth, intOnly), g.num(depth, intOnly)
	if conflict(a.eff, b.eff) {
		b = g.intLiteral()
	}
	return a, b
}

// binary is an operation on two operands; integral tells that its value is an int.
func (g *generator) binary(depth int, op string, intOnly, integral bool) expr {
	a, b := g.pair(depth-1, intOnly)
	return expr{text: fmt.Sprintf("(%s %s %s)", a.text, op, b.text), float: (a.float || b.float) && !integral, eff: a.eff.and(b.eff)}
}

func (g *generator) arithmetic(depth int, intOnly bool) expr {
	if !intOnly && g.chance(50) {
		return g.binary(depth, pick(g, []string{"+", "-", "*"}), false, false)
	}
	return g.binary(depth, pick(g, []string{"+", "-", "*", "&", "|", "^", "+", "-", "*"}), true, false)
}

func (g *generator) logical(depth int) expr {
	a, b := g.num(depth-1, false), g.num(depth-1, false)
	return expr{text: fmt.Sprintf("(%s %s %s)", a.text, pick(g, []string{"&&", "||"}), b.text), eff: a.eff.and(b.eff)}
}

func (g *generator) shift(depth int) expr {
	a, n := g.num(depth-1, true), literal(fmt.Sprint(g.r.IntN(8)))
	if g.chance(50) {
		if n = g.quiet(0); conflict(a.eff, n.eff) {
			n = literal("3")
		}
		n.text = "(" + n.text + " & 7)"
	}
	return expr{text: fmt.Sprintf("(%s %s %s)", a.text, pick(g, []string{"<<", ">>"}), n.text), eff: a.eff.and(n.eff)}
}

// division divides by something positive; floating values by anything.
func (g *generator) division(depth int, intOnly bool) expr {
	a := g.num(depth-1, intOnly)
	if a.float {
		b := g.num(depth-1, false)
		if conflict(a.eff, b.eff) {
			b = g.floatLiteral()
		}
		return expr{text: fmt.Sprintf("(%s / %s)", a.text, b.text), float: true, eff: a.eff.and(b.eff)}
	}
	b := g.divisor(a.eff)
	return expr{text: fmt.Sprintf("(%s %s %s)", a.text, pick(g, []string{"/", "%"}), b.text), eff: a.eff.and(b.eff)}
}

// divisor is a positive integer beside something else.
func (g *generator) divisor(beside effect) expr {
	if b := g.quiet(0); g.chance(40) && !conflict(beside, b.eff) {
		b.text = "((" + b.text + " & 15) + 1)"
		return b
	}
	return literal(fmt.Sprint(1 + g.r.IntN(20)))
}

func (g *generator) unary(depth int, intOnly bool) expr {
	switch g.r.IntN(4) {
	case 0:
		a := g.num(depth-1, false)
		return expr{text: "(!" + a.text + ")", eff: a.eff}
	case 1:
		a := g.num(depth-1, true)
		return expr{text: "(~" + a.text + ")", eff: a.eff}
	}
	a := g.num(depth-1, intOnly)
	a.text = "(" + pick(g, []string{"- ", "+ "}) + a.text + ")"
	return a
}

// cast converts to a type: of integers where the operand is one.
func (g *generator) cast(depth int, intOnly bool) expr {
	g.use(Casts)
	t := g.integerType()
	if !intOnly && g.choose(Floats, 40) {
		a := g.num(depth-1, false)
		t = pick(g, []*Type{floatType, doubleType})
		return expr{text: fmt.Sprintf("((%s)%s)", t.name, a.text), float: true, eff: a.eff}
	}
	a := g.num(depth-1, true)
	return expr{text: fmt.Sprintf("((%s)%s)", g.declared(t, ""), a.text), eff: a.eff}
}

func (g *generator) conditional(depth int, intOnly bool) expr {
	g.use(Conditionals)
	if p, ok := g.find(func(p place) bool { return p.t.isInteger() }); ok && g.choose(OmittedOperands, 20) {
		a, b := g.read(p), g.num(depth-1, intOnly)
		return expr{text: fmt.Sprintf("(%s ?: %s)", a.text, b.text), float: b.float, eff: a.eff.and(b.eff)}
	}
	test, a, b := g.num(depth-1, false), g.num(depth-1, intOnly), g.num(depth-1, intOnly)
	return expr{
		text:  fmt.Sprintf("(%s ? %s : %s)", test.text, a.text, b.text),
		float: a.float || b.float, eff: test.eff.and(a.eff).and(b.eff),
	}
}

// effectful is an expression that does something.
func (g *generator) effectful(depth int, intOnly bool) (e expr, ok bool) {
	g.effects--
	switch n := g.r.IntN(100); {
	case n < 30 && g.may(AssignmentValues):
		e, ok = g.assignment(depth-1, intOnly)
		g.use(AssignmentValues)
	case n < 60 && g.may(IncrementValues):
		e, ok = g.increment(intOnly)
		g.use(IncrementValues)
	case n < 70 && g.may(Commas):
		return g.comma(depth, intOnly)
	case g.may(Calls):
		e, ok = g.callValue(depth-1, intOnly)
	}
	return e, ok
}

func (g *generator) comma(depth int, intOnly bool) (expr, bool) {
	a, ok := g.assignment(depth-1, false)
	if !ok {
		return a, false
	}
	g.use(Commas)
	b := g.num(depth-1, intOnly)
	return expr{text: fmt.Sprintf("(%s, %s)", a.text, b.text), float: b.float, eff: a.eff.and(b.eff)}, true
}
