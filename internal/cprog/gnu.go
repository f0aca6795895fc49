package cprog

import "fmt"

// This file makes what compilers' front ends have been wrong about: parameters that are declared as arrays, tests of addresses,
// bodies of loops without braces that hold objects, and gcc's a ?: b.

// parameter declares a parameter, at times as the array that it points into.
func (g *generator) parameter(v *variable) string {
	if v.t.kind != pointer || v.t.n < 2 || v.t.frozen || !g.choose(ArrayParams, 50) {
		return v.t.Declare(v.name)
	}
	return arrayOf(v.t.elem, v.t.n+g.r.IntN(3)).Declare(v.name)
}

// addressTest tells whether an array is somewhere: it is.
func (g *generator) addressTest() (expr, bool) {
	p, ok := g.find(func(p place) bool { return p.t.kind == array && p.memory })
	if !ok {
		return expr{}, false
	}
	g.use(AddressTests)
	text, eff := g.name(p)
	form := pick(g, []string{"(!%s)", "(!&%s)", "(&%s != 0)", "(%s == 0)", "(&%s && 1)"})
	return expr{text: fmt.Sprintf(form, text), eff: eff.and(p.access())}, true
}

// bareLoop is a loop without braces, whose body has an object of its own.
func (g *generator) bareLoop() bool {
	var fit []*Type
	for _, t := range g.records {
		if t.fields[0].t.isInteger() && !t.holds(isPointer) {
			fit = append(fit, t)
		}
	}
	to, ok := g.find(func(p place) bool { return len(p.path) == 0 && p.t.isInteger() && p.t.bits > 1 && !p.fixed })
	if len(fit) == 0 || !ok {
		return false
	}
	g.use(BareBodies)
	t, i := pick(g, fit), g.fresh("i")
	form := pick(g, []string{"(%s)%s.%s", "(&(%s)%s)->%s"})
	object := fmt.Sprintf(form, t.name, g.initializer(t, true), t.fields[0].name)
	g.line("for (int %s = 0; %s < %d; %s++)", i, i, 1+g.r.IntN(4), i)
	g.line("    %s = (%s)(%s * 3 + %s + %s);", to.v.name, to.t.name, to.v.name, object, i)
	return true
}
