package cprog

import (
	"fmt"
	"slices"
	"strings"
)

// This file makes what compilers' front ends have been wrong about: parameters that are declared as arrays, tests of addresses,
// bodies of loops without braces that hold objects, attributes, typeof, and casts that drop const.

// parameter declares one of some parameters, at times as the array that it points into.
func (g *generator) parameter(v *variable, all []*variable) string {
	if v.t.kind != pointer || v.t.frozen || !g.choose(ArrayParams, 50) {
		return v.t.Declare(v.name)
	}
	text := v.t.elem.Declare(fmt.Sprintf("%s[%s]", v.name, g.parameterSize(v, all)))
	if v.t.view {
		return "const " + text
	}
	return text
}

// parameterSize is what the brackets of a parameter that is declared as an array hold, which says little: a number, or an expression
// in a parameter before it, which is positive and has no effects.
func (g *generator) parameterSize(v *variable, all []*variable) string {
	before := all[:slices.Index(all, v)]
	before = slices.DeleteFunc(slices.Clone(before), func(q *variable) bool { return !q.t.isInteger() })
	if len(before) > 0 && g.choose(VariableSizes, 60) {
		form := pick(g, []string{"(%s & 3) + 1", "%s ? 2 : 1", "sizeof %s", "1 + (%s < 7)"})
		return fmt.Sprintf(form, pick(g, before).name)
	}
	form := pick(g, []string{"%d", "%d", "const %d", "static %d"})
	switch form {
	case "static %d":
		return fmt.Sprintf(form, v.t.n)
	case "const %d":
		v.fixed, v.private = true, true // the pointer is const
	}
	return fmt.Sprintf(form, v.t.n+g.r.IntN(3))
}

// attribute is what a function is said to be, which is nothing that callers see.
func (g *generator) attribute(f *function) string {
	if !g.choose(Attributes, 30) {
		return ""
	}
	attributes := []string{"noinline", "noclone", "cold", "hot", "used", "nothrow", "aligned(32)", "__noinline__, __unused__"}
	if f.target {
		attributes = append(attributes, "weak", "weak", "weak, noinline", `visibility("hidden")`)
	}
	return fmt.Sprintf("__attribute__((%s)) ", pick(g, attributes))
}

// withoutConst is a pointer, cast to the same type without const.
func (g *generator) withoutConst(text string, to *Type) string {
	g.use(ConstCasts)
	return fmt.Sprintf("((%s)%s)", to.Declare(""), text)
}

// declared is the declaration of a name, or the type's name without one; at times with typeof of something else that has the type.
func (g *generator) declared(t *Type, name string) string {
	if t.kind == array || !g.choose(TypeOf, 12) { // of array types parsers take no typeof
		return t.Declare(name)
	}
	what, word := t.Declare(""), pick(g, []string{"typeof", "__typeof__", "__typeof"})
	saved := g.effects
	g.effects = 0
	of := t
	if t.kind == pointer && !t.frozen && !t.view {
		of = t.elem
	}
	p, ok := g.find(func(p place) bool { return !p.bits && !p.fixed && of.kind != pointer && same(p.t, of) })
	switch {
	case !ok || g.chance(30):
	case of == t:
		what, _ = g.name(p)
	case p.memory:
		text, _ := g.name(p)
		what = "&" + text
	}
	g.effects = saved
	return strings.TrimRight(fmt.Sprintf("%s(%s) %s", word, what, name), " ")
}

// newLine is a directive that gives what follows another place.
func (g *generator) newLine() string {
	n := g.r.IntN(2000) + 1
	return pick(g, []string{
		fmt.Sprintf("#line %d", n), fmt.Sprintf("#line %d \"made%d.c\"", n, n%3), "#line " + g.fileName("LINE"),
		fmt.Sprintf("#line %s \"by macro.h\"", g.fileName("LINE")), fmt.Sprintf("# %d \"made.i\" 1", n), fmt.Sprintf("# line %d", n),
	})
}

// lineDirective is a directive, and at times a statement that reads the line which it gives.
func (g *generator) lineDirective() bool {
	g.use(LineDirectives)
	directive := g.newLine()
	g.line("%s", directive)
	p, ok := g.find(func(p place) bool { return !p.fixed && p.t.isInteger() && len(p.path) == 0 })
	if !ok || g.chance(40) {
		return g.empty()
	}
	read := "__LINE__"
	if strings.Contains(directive, "\"") && g.chance(40) {
		read = pick(g, []string{"__FILE__[2]", "(int)sizeof __FILE__"})
	}
	g.line("%s = %s * 5 ^ %s;", p.v.name, p.v.name, read)
	return true
}

// memberAddress reports whether there is an object, by the address of a member where the pointer to it is not null; or asks for a
// member's offset, as offsetof is written.
func (g *generator) memberAddress() bool {
	g.effects = 0
	to, found := g.find(func(p place) bool { return !p.fixed && p.t.isInteger() && len(p.path) == 0 })
	s, ok := g.find(func(p place) bool { return p.t.kind == record && p.memory && !p.fixed })
	if !ok || !found {
		return false
	}
	fields := slices.DeleteFunc(slices.Clone(s.t.fields), func(f field) bool { return f.bits > 0 })
	at, ok := g.pointer(want{elem: s.t, n: 1, life: g.depth})
	if !ok || len(fields) == 0 {
		return false
	}
	g.use(MemberAddresses)
	q, f := g.fresh("q"), pick(g, fields)
	form := pick(g, []string{"%[1]s && &%[1]s->%[2]s", "!%[1]s || !&%[1]s->%[2]s", "(%[1]s ? &%[1]s->%[2]s != 0 : 0)", "!(%[1]s && &(*%[1]s).%[2]s)",
		"&((%[3]s *)0)->%[2]s", "%[1]s && (unsigned long)&((%[3]s *)0)->%[2]s > 3"})
	if f.t.kind == array && g.chance(50) {
		form = strings.ReplaceAll(form, "&%[1]s->", "%[1]s->")
	}
	g.line("{")
	g.scope(func() {
		g.line("%s = %s ? %s : 0;", pointerTo(s.t, 1).Declare(q), g.quiet(1).text, at.text)
		g.line("if (%s)", fmt.Sprintf(form, q, f.name, s.t.name))
		g.line("    %s ^= %d;", to.v.name, 1+g.r.IntN(100))
	})
	g.line("}")
	return true
}

// addressTest reports whether an array is somewhere: it is.
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
