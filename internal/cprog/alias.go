package cprog

import "fmt"

// aliasing writes a place in memory, may write it again under another name, and reads it: what is known of memory must be
// forgotten where it may change, and need not be elsewhere.
func (g *generator) aliasing() bool {
	g.effects = 0
	p, ok := g.find(func(p place) bool { return p.memory && !p.fixed && p.t.isNumber() })
	if !ok {
		return false
	}
	text, addr := g.name(p)
	if !addr.quiet() {
		return false
	}
	disturb := g.alias(p, text)
	g.line("%s = %s;", text, g.known(p.t))
	switch n := g.r.IntN(4); {
	case n == 0:
		g.line("if (%s) {", g.value(2, false).text)
		g.scope(disturb)
		g.line("}")
	case n == 1 && g.may(For):
		g.use(For)
		i := g.fresh("i")
		g.line("for (int %s = 0; %s < 2; %s++) {", i, i, i)
		g.scope(func() {
			g.readBack(text, p.t)
			disturb()
		})
		g.line("}")
	default:
		disturb()
	}
	g.readBack(text, p.t)
	return true
}

// alias gives p, which text names, another name, and returns what writes it under that name, as a rule.
func (g *generator) alias(p place, text string) (disturb func()) {
	if !p.bits && g.may(EscapedLocals) {
		switch g.r.IntN(5) {
		case 0, 1:
			q := g.fresh("q")
			g.use(Pointers)
			g.useAddress(p)
			g.line("%s = &%s;", pointerTo(p.t, 1).Declare(q), text)
			return func() { g.line("*%s = %s;", q, g.quiet(1).text) }
		case 2:
			if p.t.isInteger() && p.t.bits > 1 && g.may(CharAliases) {
				q := g.fresh("q")
				g.use(CharAliases)
				g.useAddress(p)
				g.line("unsigned char *%s = (unsigned char *)&%s;", q, text)
				return func() { g.line("%s[%d] = %s;", q, g.r.IntN(p.t.size), g.quiet(1).text) }
			}
		case 3:
			if p.t == intType && p.life <= 1 && g.may(HelperCalls) && g.fn.target {
				g.useAddress(p)
				g.line("%s(&%s);", g.fileName("keep"), text)
				return func() { g.line("%s(%s);", g.fileName("poke"), g.quiet(1).text) }
			}
		}
	}
	return func() { g.disturb(p) }
}

// known is a literal or a parameter, which may be constant.
func (g *generator) known(t *Type) string {
	var params []string
	for _, v := range g.visible() {
		if v.depth == 1 && v.t.isInteger() && v.private {
			params = append(params, v.name)
		}
	}
	if len(params) > 0 && g.chance(50) {
		return pick(g, params)
	}
	return g.constant(t)
}

// disturb does something that may write p under another name.
func (g *generator) disturb(p place) {
	g.effects = 0
	switch g.r.IntN(6) {
	case 0:
		if g.may(Calls) && g.callStatement() {
			return
		}
	case 1:
		if g.may(StructCopies) && g.copyRecord() {
			return
		}
	case 2:
		if e, ok := g.pointer(want{elem: byteType, n: 1, life: g.depth}); ok && g.may(CharAliases) {
			g.use(CharAliases)
			g.line("*(%s) = %s;", e.text, g.quiet(1).text)
			return
		}
	case 3, 4:
		if e, ok := g.pointer(want{elem: p.t, n: 1, life: g.depth}); ok && !p.bits {
			g.use(Pointers)
			g.line("*(%s) = %s;", e.text, g.quiet(1).text)
			return
		}
	}
	q, ok := g.find(func(q place) bool { return q.memory && !q.fixed && q.t.isInteger() && len(q.path) > 0 })
	if !ok {
		g.assignStatement()
		return
	}
	text, _ := g.name(q)
	g.line("%s += %s;", text, g.quiet(1).text)
}

// readBack uses what the place holds, in a way that shows.
func (g *generator) readBack(text string, t *Type) {
	g.effects = 0
	q, ok := g.find(func(q place) bool { return !q.fixed && q.t.isInteger() })
	switch {
	case !ok:
		return
	case t.kind == floating || g.chance(25):
		g.line("if (%s == %s)", text, g.constant(t))
		to, _ := g.name(q)
		g.line("    %s ^= 21;", to)
	default:
		to, addr := g.name(q)
		if addr.quiet() {
			g.line("%s = %s * 3 + %s;", to, to, fmt.Sprintf(pick(g, []string{"%s", "(%s & 15)", "(%s > 3)", "%s / 2"}), text))
		}
	}
}
