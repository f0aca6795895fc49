package cprog

import "fmt"

// place is an object that can be named here: a variable, and the way from it.
type place struct {
	v      *variable
	path   []step
	t      *Type
	life   int  // depth of the scope that it lives as long as
	memory bool // a pointer may reach it
	fixed  bool // not to be written
	view   bool // fixed, but only because of a const that a cast drops
	bits   bool // a bit-field, or in a packed record: no pointer may point to it
	reach  int  // of its pointers
}

// step leads from an object to a part of it, or to what it points to.
type step struct {
	kind  stepKind
	n     int    // elements to choose from
	field string // of a record
	cast  *Type  // what a pointer is cast to before; nil for none
}

type stepKind int

const (
	stepIndex stepKind = iota // an array's element
	stepField                 // a record's field
	stepDeref                 // one of the elements that a pointer reaches
)

// maxSteps bounds the way to a place, maxDerefs the pointers on it.
const (
	maxSteps  = 4
	maxDerefs = 2
)

// places are those that v leads to.
func (g *generator) places(v *variable) []place {
	var out []place
	var visit func(p place, derefs int)
	visit = func(p place, derefs int) {
		out = append(out, p)
		if len(p.path) == maxSteps {
			return
		}
		to := func(s step, t *Type) place {
			q := p
			q.path = append(p.path[:len(p.path):len(p.path)], s)
			q.t = t
			return q
		}
		switch p.t.kind {
		case array:
			visit(to(step{kind: stepIndex, n: p.t.n}, p.t.elem), derefs)
		case record:
			for _, f := range p.t.fields {
				if !f.next {
					q := to(step{kind: stepField, field: f.name}, f.t)
					q.bits = p.bits || f.bits > 0 || p.t.packed
					visit(q, derefs)
				}
			}
		case pointer:
			if derefs < maxDerefs && g.may(Pointers) {
				q := to(step{kind: stepDeref, n: p.t.n}, p.t.elem)
				q.life, q.reach, q.memory, q.bits, q.fixed, q.view = p.reach, 0, true, false, p.t.frozen || p.t.view, p.t.view
				visit(q, derefs+1)
				if p.t.view {
					q := to(step{kind: stepDeref, n: p.t.n, cast: pointerTo(p.t.elem, p.t.n)}, p.t.elem)
					q.life, q.reach, q.memory, q.bits, q.fixed, q.view = p.reach, 0, true, false, false, false
					visit(q, derefs+1)
				}
			}
		}
	}
	visit(place{v: v, t: v.t, life: v.life, memory: !v.private, fixed: v.fixed, reach: v.reach}, 0)
	return out
}

// find chooses a place that is accepted: a variable first, so that those with many parts are not preferred.
func (g *generator) find(accept func(place) bool) (place, bool) {
	vars := g.visible()
	g.r.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
	for _, v := range vars {
		var fit []place
		for _, p := range g.places(v) {
			if accept(p) {
				fit = append(fit, p)
			}
		}
		if len(fit) > 0 {
			return pick(g, fit), true
		}
	}
	return place{}, false
}

// access is what reading the object at p does.
func (p place) access() effect {
	if p.memory {
		return effect{loads: true}
	}
	return effect{reads: []int{p.v.id}}
}

// change is what writing it does.
func (p place) change() effect {
	if p.memory {
		return effect{stores: true}
	}
	return effect{writes: []int{p.v.id}}
}

// name writes p as an lvalue, a primary expression; eff is what finding the object reads and does.
func (g *generator) name(p place) (text string, eff effect) {
	text = p.v.name
	through := p.v.private // so far, the object is in no memory
	pointer := ""          // what text dereferences, if it does no more
	for i, s := range p.path {
		switch s.kind {
		case stepField:
			g.use(Structs)
			text = g.fieldOf(text, pointer, s.field)
			pointer = ""
			continue
		case stepDeref:
			g.use(Pointers)
			here := effect{loads: true}
			if through {
				here = effect{reads: []int{p.v.id}}
			}
			eff, through = eff.and(here), false
			if s.cast != nil {
				text = g.withoutConst(text, s.cast)
			}
		default:
			g.use(Arrays)
		}
		index := g.index(s.n)
		if conflict(index.eff, eff) {
			index = literal("0")
		}
		eff = eff.and(index.eff)
		whole := g.element(text, s, index.text, i == len(p.path)-1)
		if pointer = ""; whole == "(*"+text+")" {
			pointer = text
		}
		text = whole
	}
	return text, eff
}

// element is the element of an array or behind a pointer.
func (g *generator) element(text string, s step, index string, last bool) string {
	switch {
	case s.kind == stepDeref && index == "0" && g.chance(80):
		return "(*" + text + ")"
	case s.kind == stepDeref && last && g.chance(25):
		return fmt.Sprintf("(*(%s + %s))", text, index)
	}
	return fmt.Sprintf("%s[%s]", text, index)
}

// fieldOf is a field of the object that text names; an arrow where it is what a pointer points to.
func (g *generator) fieldOf(text, pointer, field string) string {
	if pointer != "" && g.chance(85) {
		return pointer + "->" + field
	}
	return text + "." + field
}

// index is an expression with values from 0 to n-1.
func (g *generator) index(n int) expr {
	var counters []*variable
	for _, v := range g.visible() {
		if v.below > 0 && v.below <= n {
			counters = append(counters, v)
		}
	}
	switch {
	case n == 1:
		return literal("0")
	case len(counters) > 0 && g.chance(60):
		v := pick(g, counters)
		return expr{text: v.name, eff: effect{reads: []int{v.id}}}
	case g.chance(45):
		return literal(fmt.Sprint(g.r.IntN(n)))
	}
	e := g.num(1, true)
	if n&(n-1) == 0 {
		e.text = fmt.Sprintf("(%s & %d)", e.text, n-1)
	} else {
		e.text = fmt.Sprintf("((unsigned)%s %% %d)", e.text, n)
	}
	return e
}
