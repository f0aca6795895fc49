package interp

import (
	"slices"

	"scf/scfml/core"
)

// Compiling the patterns of a case expression to steps (match.go).

// place is where a value lies while a case expression matches: a part of the scrutinee.
type place struct {
	slot   int
	parent *place // nil for a root
	index  int    // which component of parent
	subs   map[int]*place
}

// matching compiles the patterns of one case expression.
type matching struct {
	c     *compiler
	roots []*place
	steps []step // of the arms so far, one behind the other
	// Of the arm at hand: where its steps begin, which places they have fetched, and which it needs for what it binds.
	arm            *armCode
	first          int
	fetched, bound map[*place]bool
	binds          []*place
}

// match compiles the scrutinee and the patterns of e, and gives its variables slots; bodies are left to the caller.
func (c *compiler) match(e *core.CaseExpr) *caseCode {
	k := &caseCode{arms: make([]armCode, len(e.Arms)), at: c.siteOf(e.Pos)}
	x := &matching{c: c}
	unbuilt := e.NeverBuilt()
	for _, part := range scrutineeParts(e, unbuilt) {
		k.roots = append(k.roots, x.root(part))
	}
	var ends []int // of the steps of each arm
	k.low = int32(c.next)
	for i, a := range e.Arms {
		x.begin(&k.arms[i], i == len(e.Arms)-1)
		if tuple, ok := a.Pat.(*core.TuplePat); ok && unbuilt {
			for j, p := range tuple.Elems {
				x.pattern(p, x.roots[j])
			}
		} else if !unbuilt {
			x.pattern(a.Pat, x.roots[0])
		}
		x.finish()
		k.shared = k.shared || !k.arms[i].last && fetches(x.steps[x.first:x.first+int(x.arm.tests)])
		ends = append(ends, len(x.steps))
	}
	steps, begin := slices.Clip(x.steps), 0
	for i, end := range ends {
		k.arms[i].steps, begin = steps[begin:end:end], end
	}
	k.high = int32(c.next)
	k.jump = newJumpTable(k)
	return k
}

func scrutineeParts(e *core.CaseExpr, unbuilt bool) []core.Expr {
	if unbuilt {
		return e.Scrut.(*core.TupleExpr).Elems
	}
	return []core.Expr{e.Scrut}
}

// root makes a place for a part of the scrutinee: a variable's own slot, or a new one. The code of a part may use slots
// beyond those of the parts before it.
func (x *matching) root(e core.Expr) root {
	var r root
	if v, ok := e.(*core.VarExpr); ok {
		if slot, bound := x.c.vars[v.Var]; bound {
			x.roots = append(x.roots, &place{slot: slot})
			return root{slot: slot}
		}
	}
	r.eval = x.c.expr(e, false)
	r.slot = x.c.newSlot()
	x.roots = append(x.roots, &place{slot: r.slot})
	return r
}

func (x *matching) begin(a *armCode, last bool) {
	a.last = last
	x.arm, x.binds, x.first = a, nil, len(x.steps)
	x.fetched, x.bound = map[*place]bool{}, map[*place]bool{}
}

// pattern compiles p at a place: tests, and what p binds.
func (x *matching) pattern(p core.Pat, at *place) {
	switch p := p.(type) {
	case *core.WildPat:
	case *core.VarPat:
		x.bind(p.Var, at)
	case *core.AsPat:
		x.bind(p.Var, at)
		x.pattern(p.Pat, at)
	case *core.LitPat:
		x.fetch(at)
		lit := p.Value
		x.steps = append(x.steps, step{kind: litStep, slot: int32(at.slot), lit: &lit})
	case *core.ConPat:
		x.fetch(at)
		x.steps = append(x.steps, step{kind: conStep, slot: int32(at.slot), con: p.Con})
		x.components(p.Args, at)
	case *core.TuplePat:
		x.components(p.Elems, at)
	default:
		panic("interp: no such pattern")
	}
}

func (x *matching) components(ps []core.Pat, of *place) {
	for i, p := range ps {
		if _, wild := p.(*core.WildPat); !wild {
			x.pattern(p, x.component(of, i))
		}
	}
}

func (x *matching) component(of *place, i int) *place {
	if of.subs == nil {
		of.subs = map[int]*place{}
	}
	if of.subs[i] == nil {
		of.subs[i] = &place{slot: x.c.newSlot(), parent: of, index: i}
	}
	return of.subs[i]
}

func (x *matching) bind(v *core.Var, at *place) {
	x.c.vars[v] = at.slot
	x.binds = append(x.binds, at)
	for p := at; p != nil; p = p.parent {
		x.bound[p] = true
	}
}

// fetch appends the steps that bring at and what it lies in to their slots.
func (x *matching) fetch(at *place) {
	if at.parent == nil || x.fetched[at] {
		return
	}
	x.fetched[at] = true
	x.fetch(at.parent)
	x.steps = append(x.steps, step{kind: fetchStep, slot: int32(at.slot), from: int32(at.parent.slot), index: int32(at.index)})
}

// finish appends the fetches of what the arm binds and, in the last arm, makes free those that only serve tests.
func (x *matching) finish() {
	tests := x.steps[x.first:]
	x.arm.tests = int32(len(tests))
	free := map[int32]bool{}
	for p := range x.fetched {
		free[int32(p.slot)] = x.arm.last && !x.bound[p]
	}
	for i := range tests {
		s := &tests[i]
		s.free = s.kind == fetchStep && free[s.slot]
	}
	for _, p := range x.binds {
		x.fetch(p)
	}
}

func fetches(steps []step) bool {
	for _, s := range steps {
		if s.kind == fetchStep {
			return true
		}
	}
	return false
}
