package cprog

// A tangle is a part of a function with gotos backward and into blocks. A goto takes fuel, of which there is little, so that it ends.

// aim is a label that gotos lead to, and the variable that holds the fuel.
type aim struct{ label, fuel string }

// tangle writes statements with labels before and in them.
func (g *generator) tangle() bool {
	if g.loops >= g.maxLoops() || !g.may(BackwardGotos) && !g.may(InwardGotos) {
		return false
	}
	g.loops++
	defer func() { g.loops-- }()
	outer := g.aims
	defer func() { g.aims = outer }()
	fuel := g.fresh("fuel")
	g.line("{")
	g.scope(func() {
		g.line("int %s = %d;", fuel, 1+g.r.IntN(6))
		var inside []string
		if g.may(InwardGotos) {
			for range 1 + g.r.IntN(2) {
				inside = append(inside, g.fresh("in"))
			}
		}
		for _, l := range inside {
			g.line("int %s_ = 0;", l)
			g.aims = append(g.aims, aim{l, fuel})
		}
		for range 1 + g.r.IntN(3) {
			if g.may(BackwardGotos) && g.chance(60) {
				back := g.fresh("back")
				g.use(BackwardGotos)
				g.line("%s:;", back)
				g.aims = append(g.aims, aim{back, fuel})
			}
			if len(inside) > 0 && g.chance(60) {
				g.holding(inside[0])
				inside = inside[1:]
			}
			g.aimed()
			g.scope(func() {
				g.line("{")
				g.statements(1 + g.r.IntN(2))
				g.line("}")
			})
			g.aimed()
		}
		for _, l := range inside {
			g.holding(l)
		}
		g.aimed()
	})
	g.line("}")
	return true
}

// holding is a statement with a label in it, behind which no variable is used or hidden that is declared in the statement before it.
func (g *generator) holding(label string) {
	inner := func() {
		g.scope(func() {
			shadowing := g.o.Without
			g.o.Without = shadowing.With(SetOf(Shadowing))
			g.scope(func() { g.statements(1 + g.r.IntN(2)) })
			g.o.Without = shadowing
			g.line("%s:;", label)
			g.statements(1 + g.r.IntN(2))
			g.aimed()
		})
	}
	g.use(InwardGotos)
	switch g.r.IntN(5) {
	case 0:
		g.line("if (%s) {", g.value(2, false).text)
		inner()
		g.line("} else {")
		g.body(2)
		g.line("}")
	case 1:
		if g.may(While) { // what counts is declared at the beginning of the tangle: it has to have a value where gotos come in
			g.line("while (++%s_ %% %d) {", label, 2+g.r.IntN(3))
			g.within(jump{loop: true, again: true}, inner)
			g.line("}")
			return
		}
		fallthrough
	case 2:
		g.line("switch (%s) {", g.value(2, true).text)
		g.line("case 1:")
		g.single()
		g.line("default: {")
		g.within(jump{}, inner)
		g.line("}")
		g.line("case 3:")
		g.single()
		g.line("}")
	default:
		g.line("{")
		inner()
		g.line("}")
	}
}

// aimed is a goto that takes fuel.
func (g *generator) aimed() bool {
	if len(g.aims) == 0 {
		return false
	}
	t := pick(g, g.aims)
	g.use(Goto)
	g.line("if (%s > 0 && %s) {", t.fuel, g.value(2, false).text)
	g.line("    %s--;", t.fuel)
	g.line("    goto %s;", t.label)
	g.line("}")
	return true
}

// innerCases is a switch with labels in a loop (Duff's device).
func (g *generator) innerCases() bool {
	if g.loops >= g.maxLoops() {
		return false
	}
	g.loops++
	defer func() { g.loops-- }()
	g.use(InnerCases)
	n := g.fresh("n")
	g.line("{")
	g.scope(func() {
		g.line("int %s = %d;", n, 1+g.r.IntN(3))
		g.line("switch (%s & 3) {", g.value(2, true).text)
		g.line("case 0:")
		g.line("    do {")
		g.within(jump{loop: true, again: true}, func() {
			for i := range 3 {
				if i > 0 {
					g.line("case %d:;", i)
				}
				g.line("{")
				g.body(2)
				g.line("}")
			}
		})
		g.line("    } while (--%s > 0);", n)
		g.line("}")
	})
	g.line("}")
	return true
}
