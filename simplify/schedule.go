package simplify

// This file gives each value of a graph its place: the innermost block in which all its uses lie, but none inside an iterator's
// body in which the value was not made [SIM-SINK]. So a computation is done only in the branch that uses it, once.
// (This is the late half of C. Click's global code motion, PLDI 1995; the blocks form the dominator tree.)
//
// Values are placed from the last to the first: their users, and the blocks of their users, are placed before them.

// schedule places the values of a function.
func schedule(params []*value, root *block, values []*value, sink bool) {
	for _, p := range params {
		p.place = root
	}
	root.parent, root.jump = root, root
	use(root.result, root)
	root.result.shown = true
	for i := len(values) - 1; i >= 0; i-- {
		if v := values[i]; len(v.uses) > 0 && v.place == nil {
			place(v, sink)
		}
	}
}

func use(v *value, at *block) {
	if v.kind != constKind && v.kind != deadKind {
		v.uses = append(v.uses, at)
	}
}

// place puts v into its block and notes its uses of others.
func place(v *value, sink bool) {
	home := v.home
	for home.parent == nil { // the arm that it was made in is gone
		home = home.outer
	}
	v.meet = v.uses[0]
	for _, u := range v.uses[1:] {
		v.meet = common(v.meet, u)
	}
	switch {
	case v.pin != nil:
		v.place = v.pin
	case sink:
		v.place = outOfLoops(v.meet, home)
	default:
		v.place = home
	}
	v.place.placed = append(v.place.placed, v)
	for _, a := range v.args {
		use(a, v.place)
	}
	switch v.kind {
	case iterKind:
		v.body.inside(v.place)
		v.body.loop = v.body
		for _, p := range v.bound {
			p.place = v.body
		}
		use(v.body.result, v.body)
		v.body.result.shown = true
	case matchKind:
		placeArms(v)
	}
}

func placeArms(v *value) {
	m := v.match
	for _, c := range m.cols {
		use(c, v.place)
		c.shown = true
	}
	for i, a := range m.arms {
		a.body.inside(v.place)
		use(a.body.result, a.body)
		a.body.result.shown = true
		if i < len(m.arms)-1 {
			m.pinTested(a)
		}
	}
}

// pinTested places the components that arm a loads to test them there, where its pattern can bind them at no cost.
func (m *match) pinTested(a *arm) {
	for _, t := range a.tests {
		if t.v.kind == projKind && !m.before(t.v) {
			t.v.pin = a.body
		}
	}
}

// inside makes p the parent of b. Jumps skip over ever more ancestors, so that common takes logarithmic time (E. Myers, An
// applicative random-access stack, 1983).
func (b *block) inside(p *block) {
	b.parent, b.depth, b.loop = p, p.depth+1, p.loop
	b.jump = p
	if p.depth-p.jump.depth == p.jump.depth-p.jump.jump.depth {
		b.jump = p.jump.jump
	}
}

// common is the innermost block that contains a and b.
func common(a, b *block) *block {
	a, b = a.ancestor(b.depth), b.ancestor(a.depth)
	for a != b {
		if a.jump != b.jump {
			a, b = a.jump, b.jump
		} else {
			a, b = a.parent, b.parent
		}
	}
	return a
}

// ancestor is the block around b at depth d, or b if that is not deeper.
func (b *block) ancestor(d int) *block {
	for b.depth > d {
		if b.jump.depth >= d {
			b = b.jump
		} else {
			b = b.parent
		}
	}
	return b
}

// outOfLoops is the innermost block around b that no iterator's body separates from home.
func outOfLoops(b, home *block) *block {
	for b.loop != home.loop {
		b = b.loop.parent
	}
	return b
}
