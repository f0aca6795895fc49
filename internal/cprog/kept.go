package cprog

// This file makes what front ends keep as it is, or give a form of its own: volatile accesses, assembly, functions of the compiler that take
// any types, integers of 128 bits, arrays of variable length, functions inside functions.

var keptForms []func(g *generator, to place) bool

func init() { // the functions refer to the table
	keptForms = []func(g *generator, to place) bool{(*generator).volatileLocal, (*generator).volatileRead, (*generator).volatileWrite,
		(*generator).assembly, (*generator).overflow, (*generator).wide, (*generator).variableArray, (*generator).nestedFunction}
}

// kept is a statement with one of them.
func (g *generator) kept() bool {
	to, ok := g.find(func(p place) bool { return !p.fixed && len(p.path) == 0 && p.t.isInteger() && p.t.bits > 1 })
	if !ok {
		return false
	}
	return pick(g, keptForms)(g, to)
}

// block writes lines in braces.
func (g *generator) block(lines func()) bool {
	g.use(Kept)
	g.line("{")
	g.scope(lines)
	g.line("}")
	return true
}

// full is the value of an integer as a full expression.
func (g *generator) full() string {
	g.effects = 0
	return g.value(2, true).text
}

func (g *generator) volatileLocal(to place) bool {
	v := g.fresh("w")
	return g.block(func() {
		g.line("volatile %s = %s;", pick(g, integers).Declare(v), g.full())
		g.line("%s = %s;", v, g.full())
		g.line("if (%s)", v)
		g.line("    %s++;", v)
		g.line("%s = %s;", to.v.name, v)
	})
}

// inMemory is a place of an integer whose address may be taken.
func (g *generator) inMemory(written bool) (place, bool) {
	return g.find(func(p place) bool {
		return p.memory && !p.bits && p.t.isInteger() && len(p.path) == 0 && !p.v.private && !(written && p.fixed)
	})
}

func (g *generator) volatileRead(to place) bool {
	p, ok := g.inMemory(false)
	if !ok {
		return false
	}
	g.use(Kept)
	g.line("%s = *(const volatile %s *)&%s;", to.v.name, p.t.name, p.v.name)
	return true
}

func (g *generator) volatileWrite(to place) bool {
	p, ok := g.inMemory(true)
	if !ok {
		return false
	}
	g.use(Kept)
	g.line("*(volatile %s *)&%s = %s;", p.t.name, p.v.name, to.v.name)
	return true
}

func (g *generator) assembly(to place) bool {
	g.use(Kept)
	g.line("__asm__ volatile(\"\" : \"+r\"(%s) : \"r\"(%s) : \"memory\");", to.v.name, g.quiet(1).text)
	return true
}

func (g *generator) overflow(to place) bool {
	v := g.fresh("w")
	return g.block(func() {
		t := pick(g, integers)
		for t.bits == 1 {
			t = pick(g, integers)
		}
		g.line("%s;", t.Declare(v))
		g.line("if (__builtin_%s_overflow(%s, %s, &%s))", pick(g, []string{"add", "sub", "mul"}), g.quiet(1).text, g.quiet(1).text, v)
		g.line("    %s ^= 5;", to.v.name)
		g.line("%s += %s;", to.v.name, v)
	})
}

func (g *generator) wide(to place) bool {
	v := g.fresh("w")
	return g.block(func() {
		g.line("unsigned __int128 %s = %s;", v, g.full())
		g.line("%s *= %s;", v, g.full())
		g.line("%s = (%s)(%s >> %d);", to.v.name, to.t.name, v, g.r.IntN(100))
	})
}

// instead reports whether the program has none of the constructs so far, which it then goes without.
func (g *generator) instead(of ...Construct) bool {
	for _, c := range of {
		if g.p.Uses[c] > 0 {
			return false
		}
	}
	g.o.Without = g.o.Without.With(SetOf(of...)).closed()
	return true
}

// variableArray is an array of variable length, beside which front ends take no jumps into statements.
func (g *generator) variableArray(to place) bool {
	if !g.instead(BackwardGotos, InwardGotos, InnerCases) {
		return false
	}
	v := g.fresh("w")
	return g.block(func() {
		t := pick(g, integers)
		g.line("%s[(%s & 3) + 1];", t.Declare(v), to.v.name)
		g.line("%s[0] = %s;", v, g.full())
		g.line("%s += (%s)(%s[0] + sizeof %s);", to.v.name, to.t.name, v, v)
	})
}

// nestedFunction is a function inside the function, which changes variables of that. Parsers do not find the labels behind it.
func (g *generator) nestedFunction(to place) bool {
	if !g.instead(Goto) {
		return false
	}
	v, r, fn := g.fresh("w"), g.fresh("w"), g.fresh("nested")
	return g.block(func() {
		g.line("long %s = %s;", v, g.full())
		g.line("int %s(int n) { %s = %s + n; %s ^= n; return %s; }", fn, to.v.name, to.v.name, v, g.quiet(2).text)
		g.line("int %s = %s(%s);", r, fn, g.quiet(2).text)
		g.line("%s = %s(%s);", r, fn, r)
		g.line("%s = %s ^ %s;", to.v.name, r, v)
	})
}
