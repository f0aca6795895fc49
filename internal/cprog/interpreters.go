package cprog

import "strconv"

// interpreter is a loop that interprets a program in memory that does not change: a switch on the element at a place that moves on,
// jumps, or branches on a number that the loop computes. It ends when it has used up its steps, or when it has set a flag.
func (g *generator) interpreter() bool {
	if !g.may(Interpreters) || !g.may(Pointers) || !g.may(Goto) || !g.may(Switch) {
		return false
	}
	p, ok := g.find(func(p place) bool { return p.t.kind == pointer && p.t.frozen && p.t.n > 1 && p.t.elem.isInteger() })
	acc, found := g.find(func(q place) bool { return !q.fixed && q.t.isInteger() && !q.memory && len(q.path) == 0 })
	if !ok || !found {
		return false
	}
	g.effects = 0
	from, ok := g.pointer(want{elem: p.t.elem, n: p.t.n, life: g.depth, frozen: true})
	if !ok {
		return false
	}
	g.use(Interpreters)
	code, pc, steps, done := g.fresh("code"), g.fresh("pc"), g.fresh("steps"), g.fresh("done")
	t, n, sum := frozenPointer(p.t.elem, p.t.n), p.t.n, acc.v.name
	at := func(offset string) string {
		return code + "[(unsigned)(" + pc + offset + ") % " + strconv.Itoa(n) + "]"
	}
	g.line("{")
	g.scope(func() {
		g.line("%s = %s;", t.Declare(code), from.text)
		g.line("int %s = %d, %s = %d;", pc, g.r.IntN(3), steps, pick(g, []int{2 + g.r.IntN(12), 100 + g.r.IntN(400)}))
		flag, end := "", "goto "+done
		if g.chance(40) {
			flag = g.fresh("halted")
			g.line("int %s = 0;", flag)
			end = flag + " = 1; break"
		}
		heads := []string{"for (;;)", "while (1)", "while (" + pc + " < 1000)"}
		if flag != "" {
			heads = []string{"while (!" + flag + ")", "for (; " + flag + " == 0;)", "while (" + flag + " != 1)"}
		}
		if flag == "" && g.chance(40) {
			g.line("%s {", pick(g, []string{"while (" + steps + "--)", "for (; " + steps + " > 0; " + steps + "--)", "while (--" + steps + " >= 0)"}))
		} else {
			g.line("%s {", pick(g, heads))
			g.line("    if (--%s < 0) goto %s;", steps, done)
		}
		g.line("    switch (%s & %d) {", at(""), pick(g, []int{3, 7}))
		g.line("    case 0: %s += %d; %s++; break;", sum, 1+g.r.IntN(9), pc)
		g.line("    case 1: if (%s & %d) %s += 2; else %s++; break;", sum, 1+g.r.IntN(4), pc, pc)
		g.line("    case 2: %s = %s & 15; break;", pc, at(" + 1"))
		g.line("    case 3: %s = %s * 3 ^ %s; %s -= %d; break;", sum, sum, at(" + 1"), pc, 1+g.r.IntN(2))
		g.line("    case 4: %s--; %s++; continue;", sum, pc)
		g.line("    default: %s;", end)
		g.line("    }")
		g.line("}")
		g.line("%s:;", done)
	})
	g.line("}")
	return true
}
