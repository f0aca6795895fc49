package cprog

import (
	"fmt"
	"slices"
	"strings"
)

// function is a function that may be called.
type function struct {
	name   string
	result *Type // nil for void
	params []*variable
	// pure tells that it reads and writes nothing but its arguments; external, that the driver defines it.
	pure, external bool
	// variadic functions take, after their parameters, as many ints as the first one says.
	variadic bool
	// target functions are called by the driver only.
	target bool
}

// binary reports whether f may be called through pointers of the file's type for that.
func (f *function) binary() bool {
	return !f.variadic && f.result == intType && len(f.params) == 2 && f.params[0].t == intType && f.params[1].t == longType
}

// function chooses one that is accepted.
func (g *generator) function(accept func(*function) bool) (*function, bool) {
	var fit []*function
	for _, f := range g.funcs {
		if accept(f) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return nil, false
	}
	return pick(g, fit), true
}

// callValue is a call with a number as its value.
func (g *generator) callValue(depth int, intOnly bool) (expr, bool) {
	f, ok := g.function(func(f *function) bool {
		return f.result != nil && (f.result.isInteger() || f.result.kind == floating && !intOnly)
	})
	if !ok {
		return expr{}, false
	}
	return g.call(f, depth)
}

// pureCall is a call without effects.
func (g *generator) pureCall(depth int, intOnly bool) (expr, bool) {
	f, ok := g.function(func(f *function) bool {
		return f.pure && f.result != nil && (f.result.isInteger() || f.result.kind == floating && !intOnly)
	})
	if !ok {
		return expr{}, false
	}
	saved := g.effects
	g.effects = 0
	defer func() { g.effects = saved }()
	return g.call(f, depth)
}

// call is a call of f; there may be no pointer to give it.
func (g *generator) call(f *function, depth int) (expr, bool) {
	args := make([]string, len(f.params))
	var eff effect
	give := func(i int, e expr) {
		args[i], eff = e.text, eff.and(e.eff)
	}
	for i, p := range f.params { // those without effects first: the others are chosen beside them
		if p.t.isNumber() {
			continue
		}
		e, ok := g.argument(p)
		if !ok || conflict(eff, e.eff) {
			return expr{}, false
		}
		give(i, e)
	}
	for i, p := range f.params {
		if p.t.isNumber() {
			give(i, g.beside(eff, g.num(depth, p.t.isInteger())))
		}
	}
	if f.variadic {
		n := g.r.IntN(4)
		args[0] = fmt.Sprint(n)
		for range n {
			e := g.beside(eff, g.num(depth, true))
			eff = eff.and(e.eff)
			args = append(args, "(int)"+e.text)
		}
		g.use(VariadicCalls)
	}
	e := expr{text: fmt.Sprintf("%s(%s)", g.designator(f), strings.Join(args, ", ")), eff: eff}
	e.float = f.result != nil && f.result.kind == floating
	if !f.pure {
		e.eff.calls, e.eff.loads = true, true
	}
	return e, true
}

// beside is e, or a literal where its order to something else would matter.
func (g *generator) beside(other effect, e expr) expr {
	if conflict(other, e.eff) {
		return g.intLiteral()
	}
	return e
}

// argument is an argument that is no number. A function keeps no pointers.
func (g *generator) argument(p *variable) (expr, bool) {
	if p.t.kind == record {
		g.use(StructValues)
		from, ok := g.find(func(q place) bool { return q.t == p.t })
		if !ok {
			return expr{}, false
		}
		return g.read(from), true
	}
	life := g.depth
	if p.reach == 0 {
		life = 0
	}
	return g.pointer(wanted(p.t, life))
}

// designator names the function that is called, at times through a pointer.
func (g *generator) designator(f *function) string {
	g.use(Calls)
	if !f.external {
		g.use(HelperCalls)
	}
	if f.binary() && g.choose(IndirectCalls, 35) {
		return fmt.Sprintf(pick(g, []string{"(*&%s)", "((%s))", "(&%s)"}), f.name)
	}
	return f.name
}

// indirectCall calls through a table or a variable, which has a name of its own.
func (g *generator) indirectCall() bool {
	target, ok := g.writable(true)
	if !ok {
		return false
	}
	g.effects = 0
	a, b := g.num(1, true), g.num(1, true)
	text, addr := g.name(target)
	through := fmt.Sprintf("%s[%s]", g.fileName("table"), g.index(3).text)
	if g.chance(50) {
		fn, test := g.fresh("fn"), g.quiet(1)
		names := g.binaryNames()
		g.line("int (*%s)(int, long) = %s ? %s : %s;", fn, test.text, pick(g, names), through)
		through = fn
		g.declare(&variable{name: fn, t: &Type{kind: record, name: "function"}, private: true, fixed: true})
	}
	if !addr.quiet() || addr.loads {
		return false
	}
	if g.callback(text, a, b) {
		return true
	}
	g.use(IndirectCalls)
	g.line("%s = %s(%s, %s);", text, pick(g, []string{through, "(*" + through + ")"}), a.text, b.text)
	return true
}

// callback sets text to what the function gives that a parameter leads to.
func (g *generator) callback(text string, a, b expr) bool {
	var names []string
	for _, v := range g.vars {
		if v.t.kind == callback {
			names = append(names, v.name)
		}
	}
	if !g.may(Callbacks) || len(names) == 0 && g.chance(80) {
		return false
	}
	g.use(Callbacks)
	f := pick(g, append(g.binaryNames(), names...))
	if len(names) > 0 {
		f = pick(g, names)
	}
	form := pick(g, []string{"%[1]s = %[5]sapply(%[2]s, %[3]s, %[4]s);", "%[1]s = %[2]s ? %[2]s(%[3]s, %[4]s) : 7;",
		"if (%[2]s != 0) %[1]s = (*%[2]s)(%[3]s, %[4]s);", "%[1]s = %[2]s == %[5]smix ? 3 : !%[2]s ? %[3]s : 5;", "%[1]s = %[2]s != %[6]s;"})
	g.line("%s", fmt.Sprintf(form, text, f, a.text, b.text, g.fileName(""), pick(g, append(g.binaryNames(), "0"))))
	return true
}

func (g *generator) binaryNames() []string {
	var names []string
	for _, f := range g.funcs {
		if f.binary() {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return names
}

// callStatement calls a function for its effect.
func (g *generator) callStatement() bool {
	f, ok := g.function(func(f *function) bool { return !f.pure })
	if !ok {
		return false
	}
	g.effects = 1
	e, ok := g.call(f, 2)
	if ok {
		g.line("%s%s;", pick(g, []string{"", "", "(void)"}), e.text)
	}
	return ok
}
