package cprog

import "fmt"

// jump is what break and continue mean: the innermost loop or switch.
type jump struct {
	loop  bool
	again bool // whether continue leads to the loop's step
}

// within is what f writes inside a loop or switch.
func (g *generator) within(j jump, f func()) {
	g.breaks = append(g.breaks, j)
	f()
	g.breaks = g.breaks[:len(g.breaks)-1]
}

// loop runs a few times.
func (g *generator) loop() bool {
	if g.loops >= g.maxLoops() {
		return false
	}
	g.loops++
	defer func() { g.loops-- }()
	if g.chance(15) && g.interpreter() {
		return true
	}
	if g.may(BareBodies) && g.chance(10) && g.bareLoop() {
		return true
	}
	if g.may(Pointers) && g.chance(15) && g.rows() {
		return true
	}
	if g.may(Pointers) && g.may(Strings) && g.chance(5) {
		return g.characters()
	}
	switch n := g.r.IntN(10); {
	case n < 4 && g.may(For):
		g.forLoop()
	case n < 6 && g.may(While):
		g.whileLoop()
	case n < 8 && g.may(DoWhile):
		g.doLoop()
	case n < 9 && g.may(PointerWalks) && g.may(Pointers):
		return g.walk()
	case g.may(Lists) && g.may(Pointers):
		return g.list()
	default:
		return false
	}
	return true
}

// maxLoops is how deep loops are nested: less in functions that are called in loops.
func (g *generator) maxLoops() int {
	if g.fn.target {
		return 2
	}
	return 1
}

func (g *generator) pragma() {
	if g.choose(Pragmas, 10) {
		g.line("#pragma %s", pick(g, []string{"GCC unroll 4", "GCC unroll 1", "unroll", "nounroll"}))
	}
}

func (g *generator) forLoop() {
	g.use(For)
	i, n := g.fresh("i"), 1+g.r.IntN(5)
	head, counter := fmt.Sprintf("int %s = 0; %s < %d; %s++", i, i, n, i), &variable{name: i, t: intType, private: true, fixed: true, below: n}
	switch g.r.IntN(5) {
	case 0:
		head = fmt.Sprintf("int %s = %d; %s > 0; %s--", i, n, i, i)
		counter.below = n + 1
	case 1:
		head = fmt.Sprintf("unsigned %s = 0, %s_ = 9; %s != %d && %s_; %s += 1, %s_ -= 1", i, i, i, n, i, i, i)
		counter.t = wordType
	case 2:
		g.line("{")
		g.scope(func() {
			g.line("long %s;", i)
			g.line("for (%s = 0; ; ) {", i)
			counter.t = longType
			g.counted(counter, jump{loop: true}, fmt.Sprintf("if (++%s >= %d) break;", i, n))
			g.line("}")
		})
		g.line("}")
		return
	}
	g.pragma()
	g.line("for (%s) {", head)
	g.counted(counter, jump{loop: true, again: true}, "")
	g.line("}")
}

func (g *generator) whileLoop() {
	g.use(While)
	i, n := g.fresh("i"), 1+g.r.IntN(5)
	counter := &variable{name: i, t: intType, private: true, fixed: true, below: n + 1}
	g.line("{")
	g.scope(func() {
		g.line("int %s = %d;", i, n)
		if g.chance(50) {
			counter.below = n
			g.line("while (%s-- > 0) {", i)
			g.counted(counter, jump{loop: true, again: true}, "")
		} else {
			g.line("while (%s && %s > -3) {", i, i)
			g.counted(counter, jump{loop: true}, i+"--;")
		}
		g.line("}")
	})
	g.line("}")
}

func (g *generator) doLoop() {
	g.use(DoWhile)
	i, n := g.fresh("i"), 1+g.r.IntN(5)
	g.line("{")
	g.scope(func() {
		g.line("unsigned char %s = 0;", i)
		g.line("do {")
		g.counted(&variable{name: i, t: byteType, private: true, fixed: true, below: n}, jump{loop: true, again: true}, "")
		g.line("} while (++%s < %d);", i, n)
	})
	g.line("}")
}

// counted is a loop's body, which reads the counter and ends with a step.
func (g *generator) counted(counter *variable, j jump, step string) {
	g.within(j, func() {
		g.scope(func() {
			g.declare(counter)
			g.statements(1 + g.r.IntN(3))
			if step != "" {
				g.line("%s", step)
			}
		})
	})
}

// walk moves a pointer over the elements that another reaches.
func (g *generator) walk() bool {
	p, ok := g.find(func(p place) bool {
		return !p.bits && p.memory && p.t.kind == array && p.t.elem.isNumber() || p.t.kind == pointer && p.t.n > 1 && p.t.elem.isNumber()
	})
	if !ok {
		return false
	}
	g.effects = 0
	t := &Type{kind: pointer, size: 8, elem: p.t.elem, n: p.t.n, frozen: p.fixed && !p.view, view: p.view}
	if p.t.kind == pointer {
		t.frozen, t.view = p.t.frozen, p.t.view
	}
	from, ok := g.pointer(wanted(t, g.depth))
	target, found := g.find(func(q place) bool { return !q.fixed && q.t.isNumber() && !q.memory && len(q.path) == 0 })
	if !ok || !found || p.t.elem.kind == floating && target.t.isInteger() {
		return false
	}
	g.use(PointerWalks)
	w, end := g.fresh("w"), g.fresh("end")
	sum := target.v.name
	g.line("{")
	g.scope(func() {
		g.line("%s = %s;", t.Declare(w), from.text)
		g.line("%s = %s + %d;", t.Declare(end), w, p.t.n)
		switch g.r.IntN(4) {
		case 0:
			g.line("while (%s < %s)", w, end)
			g.line("    %s += *%s++;", sum, w)
		case 1:
			g.line("for (; %s != %s; ++%s)", w, end, w)
			g.line("    %s = %s - *%s * 3;", sum, sum, w)
		case 2:
			g.line("do")
			g.line("    %s += *%s;", sum, w)
			g.line("while (++%s < %s);", w, end)
		default:
			g.line("while (%s - %s > 1) {", end, w)
			g.line("    --%s;", end)
			g.line("    %s += %s[-1] + (int)(%s - %s);", sum, end, end, w)
			g.line("}")
		}
	})
	g.line("}")
	return true
}

// rows moves a pointer over a table of structs.
func (g *generator) rows() bool {
	if len(g.p.tables) == 0 {
		return false
	}
	table := pick(g, g.p.tables)
	w, end := g.fresh("row"), fmt.Sprintf("%s + %d", table.v.name, table.n)
	row := &variable{name: w, t: frozenPointer(table.v.t.elem, 1), private: true, fixed: true}
	g.use(ConstantMemory)
	g.line("{")
	g.scope(func() {
		g.line("%s = %s;", row.t.Declare(w), table.v.name)
		switch g.r.IntN(3) {
		case 0:
			g.line("for (; %s < %s; %s++) {", w, end, w)
			g.counted(row, jump{loop: true, again: true}, "")
		case 1:
			g.line("while (%s != %s) {", w, end)
			g.counted(row, jump{loop: true}, w+"++;")
		default:
			g.line("do {")
			g.counted(row, jump{loop: true, again: true}, "")
			g.line("} while (++%s < %s);", w, end)
			return
		}
		g.line("}")
	})
	g.line("}")
	return true
}

// characters moves a pointer over a string literal, or one of two.
func (g *generator) characters() bool {
	w := g.fresh("s")
	at := &variable{name: w, t: frozenPointer(charType, 1), private: true, fixed: true}
	g.use(Strings)
	from := pick(g, stringLiterals)
	if g.may(Conditionals) && g.chance(30) {
		from = fmt.Sprintf("%s ? %s : %s", g.full(), from, pick(g, stringLiterals))
	}
	g.line("{")
	g.scope(func() {
		g.line("%s = %s;", at.t.Declare(w), from)
		if g.chance(50) {
			g.line("for (; *%s; %s++) {", w, w)
			g.counted(at, jump{loop: true, again: true}, "")
		} else {
			g.line("while (*%s) {", w)
			g.counted(at, jump{loop: true}, w+"++;")
		}
		g.line("}")
	})
	g.line("}")
	return true
}

// list goes along a list.
func (g *generator) list() bool {
	if len(g.p.chains) == 0 {
		return false
	}
	c := pick(g, g.p.chains)
	n := g.fresh("n")
	g.effects = 0
	head, ok := g.pointer(want{elem: c.t, n: 1})
	if !ok {
		return false
	}
	g.use(Lists)
	node := &variable{name: n, t: pointerTo(c.t, 1), private: true, fixed: true}
	body := func(step string) {
		g.within(jump{loop: true, again: step == ""}, func() {
			g.scope(func() {
				g.declare(node)
				g.statements(1 + g.r.IntN(2))
				if step != "" {
					g.line("%s", step)
				}
			})
		})
		g.line("}")
	}
	g.line("{")
	g.scope(func() {
		g.line("%s = %s;", node.t.Declare(n), head.text)
		if g.chance(50) {
			g.line("for (; %s; %s = %s->%s) {", n, n, n, c.link)
			body("")
		} else {
			g.line("while (%s != 0) {", n)
			body(fmt.Sprintf("%s = %s->%s;", n, n, c.link))
		}
	})
	g.line("}")
	return true
}
