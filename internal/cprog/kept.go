package cprog

// This file makes what front ends keep as it is, or give a form of its own: volatile accesses, assembly, functions of the compiler that take
// any types, integers of 128 bits, arrays of variable length.

var keptForms []func(g *generator, to place) bool

func init() { // the functions refer to the table
	keptForms = []func(g *generator, to place) bool{(*generator).volatileLocal, (*generator).volatileRead, (*generator).volatileWrite,
		(*generator).assembly, (*generator).overflow, (*generator).wide, (*generator).variableArray}
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

// unstructured are the constructs beside which front ends take no array of variable length.
var unstructured = []Construct{BackwardGotos, InwardGotos, InnerCases}

func (g *generator) variableArray(to place) bool {
	for _, c := range unstructured {
		if g.p.Uses[c] > 0 {
			return false
		}
	}
	g.o.Without |= SetOf(unstructured...)
	v := g.fresh("w")
	return g.block(func() {
		t := pick(g, integers)
		g.line("%s[(%s & 3) + 1];", t.Declare(v), to.v.name)
		g.line("%s[0] = %s;", v, g.full())
		g.line("%s += (%s)(%s[0] + sizeof %s);", to.v.name, to.t.name, v, v)
	})
}
