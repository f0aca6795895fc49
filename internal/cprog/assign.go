package cprog

import "fmt"

// writable is a place for a number that may be written.
func (g *generator) writable(intOnly bool) (place, bool) {
	return g.find(func(p place) bool { return !p.fixed && (p.t.isInteger() || p.t.kind == floating && !intOnly) })
}

// assignment is an assignment to a number's place, as an expression in parentheses.
func (g *generator) assignment(depth int, intOnly bool) (expr, bool) {
	p, ok := g.writable(intOnly)
	if !ok {
		return expr{}, false
	}
	e := g.assignTo(p, depth)
	e.text = "(" + e.text + ")"
	return e, true
}

// assignTo is an assignment to a number's place, without parentheses.
func (g *generator) assignTo(p place, depth int) expr {
	text, addr := g.name(p)
	float := p.t.kind == floating
	op, rhs := g.assigned(p.t, depth, addr)
	if g.spoils(p, op, addr, rhs.eff) {
		rhs = g.intLiteral()
		if op == "/=" || op == "%=" || op == "<<=" || op == ">>=" {
			rhs = literal("3")
		}
	}
	eff := addr.and(rhs.eff).and(p.change())
	if op != "=" {
		eff = eff.and(p.access())
	}
	return expr{text: fmt.Sprintf("%s %s %s", text, op, rhs.text), float: float, eff: eff}
}

// spoils reports whether an assignment's operands and its own effect are in an order that C does not fix.
func (g *generator) spoils(p place, op string, addr, rhs effect) bool {
	if conflict(addr, rhs) {
		return true
	}
	own := p.change()
	if op != "=" {
		own = own.and(p.access())
		return conflict(own, rhs) && !rhs.quiet()
	}
	// A call is over before the assignment; a store is not.
	return own.stores && rhs.stores || overlap(own.writes, rhs.writes)
}

// assigned is an operator and its right operand.
func (g *generator) assigned(t *Type, depth int, addr effect) (string, expr) {
	if t.kind == floating {
		return pick(g, []string{"=", "=", "+=", "-=", "*=", "/="}), g.num(depth, false)
	}
	switch n := g.r.IntN(10); {
	case n < 3:
		return pick(g, []string{"+", "-", "*", "&", "|", "^"}) + "=", g.num(depth, true)
	case n == 3:
		return pick(g, []string{"<<=", ">>="}), literal(fmt.Sprint(g.r.IntN(8)))
	case n == 4:
		return pick(g, []string{"/=", "%="}), g.divisor(addr)
	}
	return "=", g.num(depth, true)
}

// increment is ++ or -- of a place.
func (g *generator) increment(intOnly bool) (expr, bool) {
	p, ok := g.writable(intOnly)
	if !ok || p.t.bits == 1 && p.t.isInteger() {
		return expr{}, false
	}
	text, addr := g.name(p)
	if !addr.quiet() {
		return expr{}, false
	}
	return expr{
		text:  fmt.Sprintf(pick(g, []string{"%s++", "%s--", "++%s", "--%s"}), text),
		float: p.t.kind == floating, eff: addr.and(p.access()).and(p.change()),
	}, true
}

// assignStatement assigns to a number's place, at times to two.
func (g *generator) assignStatement() bool {
	g.effects = 0
	if g.chance(40) {
		g.effects = 2
	}
	p, ok := g.writable(false)
	if !ok {
		return false
	}
	g.line("%s;", g.assignTo(p, 3).text)
	return true
}

func (g *generator) incrementStatement() bool {
	e, ok := g.increment(false)
	if ok {
		g.line("%s;", e.text)
	}
	return ok
}

// assignPointer gives a pointer another value.
func (g *generator) assignPointer() bool {
	p, ok := g.find(func(p place) bool { return p.t.kind == pointer && !p.fixed })
	if !ok {
		return false
	}
	g.effects = 0
	value, ok := g.pointer(wanted(p.t, p.reach))
	if ok {
		text, _ := g.name(p)
		g.line("%s = %s;", text, value.text)
		g.use(Pointers)
	}
	return ok
}

// copyRecord assigns a record. Nodes of lists keep their links.
func (g *generator) copyRecord() bool {
	to, ok := g.find(func(p place) bool { return p.t.kind == record && !p.fixed && !p.t.linked() })
	if !ok {
		return false
	}
	g.effects = 0
	text, addr := g.name(to)
	value, ok := g.recordValue(to.t)
	if !ok || conflict(addr, value.eff) {
		return false
	}
	g.use(StructCopies)
	g.line("%s = %s;", text, value.text)
	return true
}

// fillBlock fills a record or an array as a block of memory, or copies another one of its type to it. Pointers in it would not keep what their types
// promise.
func (g *generator) fillBlock() bool {
	isBlock := func(t *Type) bool {
		return (t.kind == record || t.kind == array) && !t.holds(func(t *Type) bool { return t.kind == pointer || t.kind == callback })
	}
	to, ok := g.find(func(p place) bool { return isBlock(p.t) && !p.fixed && !p.t.linked() })
	if !ok {
		return false
	}
	g.effects = 0
	text, _ := g.name(to)
	if from, ok := g.find(func(p place) bool { return p.t == to.t }); ok && g.chance(40) {
		source, eff := g.name(from)
		if eff.quiet() {
			g.line("__builtin_memmove(&%s, &%s, sizeof %s);", text, source, text)
			return true
		}
	}
	fill := 0
	if to.t.kind == array && to.t.elem.kind == integer && to.t.elem.bits > 1 {
		fill = pick(g, []int{0, 0, -1, 1, 200})
	}
	g.line("__builtin_memset(&%s, %d, sizeof %s);", text, fill, text)
	return true
}

// recordValue is an expression for a record: an object, a compound literal or what a function returns.
func (g *generator) recordValue(t *Type) (expr, bool) {
	if g.choose(CompoundLiterals, 20) {
		return expr{text: fmt.Sprintf("(%s)%s", t.name, g.initializer(t, false))}, true
	}
	if f, ok := g.function(func(f *function) bool { return f.result == t }); ok && g.chance(40) {
		return g.call(f, 1)
	}
	from, ok := g.find(func(p place) bool { return p.t == t })
	if !ok {
		return expr{}, false
	}
	return g.read(from), true
}

// linked reports whether a value of the type holds the link of a list.
func (t *Type) linked() bool {
	return t.holds(func(t *Type) bool {
		for _, f := range t.fields {
			if f.next {
				return true
			}
		}
		return false
	})
}
