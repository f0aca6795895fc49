package cprog

import "fmt"

// rule is a kind of statement: how often it is tried, what it needs, and what writes it, which says whether it could.
type rule struct {
	weight    int
	construct Construct
	write     func(*generator) bool
}

// always stands for a construct in rules that need none.
const always = constructs

var rules []rule

func init() { // the functions refer to the table
	rules = []rule{
		{20, always, (*generator).declaration},
		{22, always, (*generator).assignStatement},
		{5, always, (*generator).incrementStatement},
		{12, always, (*generator).branch},
		{14, always, (*generator).loop},
		{4, Switch, (*generator).switchStatement},
		{5, Calls, (*generator).callStatement},
		{3, IndirectCalls, (*generator).indirectCall},
		{4, Pointers, (*generator).assignPointer},
		{5, StructCopies, (*generator).copyRecord},
		{2, Arrays, (*generator).fillBlock},
		{2, EarlyReturn, (*generator).earlyReturn},
		{4, Break, (*generator).breakStatement},
		{3, Continue, (*generator).continueStatement},
		{4, Goto, (*generator).labelled},
		{4, Goto, (*generator).gotoStatement},
		{4, Goto, (*generator).tangle},
		{1, InnerCases, (*generator).innerCases},
		{2, Commas, (*generator).commaStatement},
		{2, EscapedLocals, (*generator).keep},
		{14, always, (*generator).aliasing},
		{1, FloatBits, (*generator).floatBits},
		{3, LineDirectives, (*generator).lineDirective},
		{3, MemberAddresses, (*generator).memberAddress},
		{3, Kept, (*generator).kept},
		{2, Cursors, (*generator).readings},
		{2, always, (*generator).nested},
		{1, always, (*generator).empty},
	}
}

// statements writes n statements.
func (g *generator) statements(n int) {
	for range n {
		g.statement()
	}
}

// statement writes one statement, with those inside it.
func (g *generator) statement() {
	g.budget--
	for range 10 {
		if g.pickRule().write(g) {
			return
		}
	}
	g.empty()
}

func (g *generator) pickRule() rule {
	total := 0
	for _, r := range rules {
		if r.construct == always || g.may(r.construct) {
			total += r.weight
		}
	}
	n := g.r.IntN(total)
	for _, r := range rules {
		if r.construct == always || g.may(r.construct) {
			if n -= r.weight; n < 0 {
				return r
			}
		}
	}
	panic("cprog: no rule")
}

// body writes a block's statements.
func (g *generator) body(n int) {
	g.scope(func() { g.statements(1 + g.r.IntN(n)) })
}

func (g *generator) branch() bool {
	g.line("if (%s) {", g.value(3, false).text)
	g.body(3)
	switch g.r.IntN(4) {
	case 0:
		g.line("} else if (%s)", g.value(2, false).text)
		g.single()
		g.line("else {")
		g.body(2)
	case 1:
		g.line("} else {")
		g.body(3)
	}
	g.line("}")
	return true
}

// single is a statement without braces.
func (g *generator) single() {
	g.level++
	if !g.assignStatement() {
		g.empty()
	}
	g.level--
}

func (g *generator) nested() bool {
	g.line("{")
	g.body(3)
	g.line("}")
	return true
}

func (g *generator) empty() bool {
	g.line(";")
	return true
}

func (g *generator) commaStatement() bool {
	g.effects = 1
	a, ok := g.comma(2, true)
	if ok {
		g.line("%s;", a.text)
	}
	return ok
}

func (g *generator) switchStatement() bool {
	g.use(Switch)
	on := g.value(2, true).text
	if g.chance(70) {
		on = fmt.Sprintf("(%s & 7)", on)
	}
	g.line("switch (%s) {", on)
	labels := []string{"0", "1", "2", "3", "5", "'a'", "7", "-1", "1000", "6"}
	g.r.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	arms := 1 + g.r.IntN(4)
	other := g.r.IntN(arms + 1) // the arm with default, if any
	g.within(jump{}, func() {
		for i := range arms {
			g.arm(&labels, i == other, i == arms-1)
		}
	})
	g.line("}")
	return true
}

func (g *generator) arm(labels *[]string, other, last bool) {
	for i := range 1 + g.r.IntN(2) {
		if i == 0 && other && g.chance(50) {
			g.line("default:")
			other = false
			continue
		}
		g.line("case %s:", (*labels)[0])
		*labels = (*labels)[1:]
	}
	if other {
		g.line("default:")
	}
	if g.chance(40) {
		g.single()
	} else {
		g.line("{")
		g.body(3)
		g.line("}")
	}
	switch {
	case last && g.chance(50):
	case g.choose(FallThrough, 30):
	default:
		g.line("    break;")
	}
}

// guarded writes a jump under a condition.
func (g *generator) guarded(format string, args ...any) bool {
	g.line("if (%s)", g.value(2, false).text)
	g.line("    "+format, args...)
	return true
}

func (g *generator) breakStatement() bool {
	if len(g.breaks) == 0 {
		return false
	}
	g.use(Break)
	return g.guarded("break;")
}

func (g *generator) continueStatement() bool {
	for i := len(g.breaks) - 1; i >= 0; i-- {
		if j := g.breaks[i]; j.loop {
			if !j.again {
				return false
			}
			g.use(Continue)
			return g.guarded("continue;")
		}
	}
	return false
}

func (g *generator) earlyReturn() bool {
	g.use(EarlyReturn)
	condition := g.value(2, false).text
	value := g.returned()
	g.line("if (%s)", condition)
	g.line("    %s", value)
	return true
}

// returned is a return statement.
func (g *generator) returned() string {
	switch t := g.fn.result; {
	case t == nil:
		return "return;"
	case t.kind == record:
		g.effects = 0
		if e, ok := g.recordValue(t); ok {
			return fmt.Sprintf("return %s;", e.text)
		}
		return fmt.Sprintf("return (%s)%s;", t.name, g.initializer(t, false))
	default:
		return fmt.Sprintf("return %s;", g.value(3, t.isInteger()).text)
	}
}

// labelled is a block with a label behind it.
func (g *generator) labelled() bool {
	label := g.fresh("out")
	used := g.p.Uses[Goto]
	g.labels = append(g.labels, label)
	g.line("{")
	g.scope(func() {
		g.statements(1 + g.r.IntN(3))
		g.gotoStatement()
	})
	g.line("}")
	g.labels = g.labels[:len(g.labels)-1]
	if g.p.Uses[Goto] > used {
		g.line("%s:;", label)
	}
	return true
}

func (g *generator) gotoStatement() bool {
	if len(g.labels) == 0 || !g.may(Goto) {
		return false
	}
	g.use(Goto)
	return g.guarded("goto %s;", pick(g, g.labels))
}

// keep gives a local's address to a function that keeps it for others, which write there.
func (g *generator) keep() bool {
	if !g.fn.target || !g.may(HelperCalls) {
		return false
	}
	g.effects = 0
	p, ok := g.pointer(want{elem: intType, n: 1, life: 1})
	if !ok {
		return false
	}
	g.use(EscapedLocals)
	g.line("%s(%s);", g.fileName("keep"), p.text)
	return true
}

// floatBits reads the bits of a floating value, which is no NaN.
func (g *generator) floatBits() bool {
	p, ok := g.find(func(p place) bool { return !p.fixed && p.t.isInteger() })
	if !ok {
		return false
	}
	g.use(FloatBits)
	b := g.fresh("b")
	value, text := g.value(2, true).text, ""
	g.effects = 0
	g.line("{")
	g.scope(func() {
		g.line("union %s %s;", g.fileName("bits"), b)
		text, _ = g.name(p)
		if g.chance(50) {
			g.line("%s.f = (float)%s;", b, value)
			g.line("%s ^= %s.u;", text, b)
		} else {
			g.line("%s.d = (double)%s;", b, value)
			g.line("%s += %s.l >> 3;", text, b)
		}
	})
	g.line("}")
	return true
}
