package cprog

import "fmt"

// want is a pointer that is wanted.
type want struct {
	elem   *Type
	n      int // elements that it must reach
	life   int // what it points to lives at least to the end of a scope of this depth
	frozen bool
	view   bool // it may be a pointer to const
}

// wanted is a pointer that a variable of the pointer type t, with a reach, may hold.
func wanted(t *Type, reach int) want {
	return want{elem: t.elem, n: t.n, life: reach, frozen: t.frozen, view: t.view}
}

// source is a way to make a pointer of a place.
type source struct {
	p   place
	how sourceKind
}

type sourceKind int

const (
	none       sourceKind = iota
	addressOf             // of the object there
	elementsOf            // of the array there
	valueOf               // the pointer there
	aliasOf               // the address of the object there, as a pointer to another type
)

// pointer is an expression for a pointer, which has no effects; ok is false where there is nothing to point to.
func (g *generator) pointer(w want) (e expr, ok bool) {
	var sources [][]source // by variable
	for _, v := range g.visible() {
		var own []source
		for _, p := range g.places(v) {
			if how := g.sourceOf(p, w); how != none {
				own = append(own, source{p, how})
			}
		}
		if len(own) > 0 {
			sources = append(sources, own)
		}
	}
	if len(sources) == 0 {
		return expr{}, false
	}
	one := func() expr { return g.pointAt(pick(g, pick(g, sources)), w) }
	e = one()
	if w.n == 1 && w.elem == intType && !w.frozen && !w.view && g.depth > 0 && g.choose(HelperCalls, 10) {
		g.use(Calls)
		test, other := g.quiet(1), one()
		text := fmt.Sprintf("%s(%s, %s, %s)", g.fileName("either"), e.text, other.text, test.text)
		e = expr{text: text, eff: test.eff.and(e.eff).and(other.eff)}
	}
	if g.choose(Conditionals, 6) {
		test, other := g.quiet(1), one()
		e = expr{text: fmt.Sprintf("(%s ? %s : %s)", test.text, e.text, other.text), eff: test.eff.and(e.eff).and(other.eff)}
	}
	return e, true
}

// sourceOf says how the place gives the pointer.
func (g *generator) sourceOf(p place, w want) sourceKind {
	if p.t.kind == pointer && same(p.t.elem, w.elem) && p.t.n >= w.n && p.t.frozen == w.frozen && p.reach <= w.life {
		return valueOf
	}
	addressable := p.memory && !p.bits && p.life <= w.life && (p.fixed && !p.view) == w.frozen
	if !addressable || p.v.life > 0 && !g.may(EscapedLocals) || !g.may(Pointers) {
		return none
	}
	switch {
	case p.view && !w.view:
		if g.may(CharAliases) && aliases(p.t, w) {
			return aliasOf
		}
	case p.t.kind == array && same(p.t.elem, w.elem) && p.t.n >= w.n:
		return elementsOf
	case same(p.t, w.elem) && w.n == 1 && (p.t.kind != pointer || p.reach == 0 && p.t.n >= w.elem.n && p.t.qualifiedLike(w.elem)):
		return addressOf
	case g.may(CharAliases) && aliases(p.t, w):
		return aliasOf
	}
	return none
}

// aliases reports whether an integer of type t may be written as the elements that are wanted.
func aliases(t *Type, w want) bool {
	return t.isInteger() && w.elem.isInteger() && t.bits > 1 && w.elem.bits > 1 && w.elem.size <= t.size && w.n*w.elem.size <= t.size
}

// pointAt writes a source as an expression.
func (g *generator) pointAt(s source, w want) expr {
	text, eff := g.name(s.p)
	switch s.how {
	case addressOf:
		g.useAddress(s.p)
		return expr{text: "&" + text, eff: eff}
	case aliasOf:
		g.useAddress(s.p)
		g.use(CharAliases)
		return expr{text: fmt.Sprintf("(%s)&%s", pointerTo(w.elem, w.n).Declare(""), text), eff: eff}
	case elementsOf:
		g.useAddress(s.p)
		return g.offset(expr{text: text, eff: eff}, s.p.t.n-w.n)
	}
	if s.p.t.view && !w.view {
		text = g.withoutConst(text, pointerTo(w.elem, w.n))
	}
	return g.offset(expr{text: text, eff: eff.and(s.p.access())}, s.p.t.n-w.n)
}

func (g *generator) useAddress(p place) {
	if p.life > 0 {
		g.use(EscapedLocals)
	}
}

// offset moves a pointer by up to room elements.
func (g *generator) offset(e expr, room int) expr {
	if room == 0 || g.chance(50) {
		return e
	}
	g.use(Pointers)
	by := g.index(room + 1)
	if conflict(by.eff, e.eff) || !by.eff.quiet() {
		by = literal(fmt.Sprint(g.r.IntN(room + 1)))
	}
	eff := e.eff.and(by.eff)
	if g.chance(40) {
		return expr{text: fmt.Sprintf("&%s[%s]", e.text, by.text), eff: eff}
	}
	return expr{text: fmt.Sprintf("(%s + %s)", e.text, by.text), eff: eff}
}

// pointerTest compares two pointers to the same type: whether they are equal, or with null.
func (g *generator) pointerTest() (expr, bool) {
	p, ok := g.find(func(p place) bool { return p.t.kind == pointer })
	if !ok {
		return expr{}, false
	}
	text, eff := g.name(p)
	eff = eff.and(p.access())
	g.use(PointerTests)
	if other, ok := g.pointer(want{elem: p.t.elem, n: 1, life: g.depth, frozen: p.t.frozen, view: p.t.view}); ok && g.chance(60) && !conflict(eff, other.eff) {
		return expr{text: fmt.Sprintf("(%s %s %s)", text, pick(g, []string{"==", "!="}), other.text), eff: eff.and(other.eff)}, true
	}
	return expr{text: fmt.Sprintf(pick(g, []string{"(!%s)", "(%s != 0)", "(%s == (void *)0)"}), text), eff: eff}, true
}
