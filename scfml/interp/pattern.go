package interp

import "scf/scfml/core"

// Compiling case expressions, and what they cost (cost.go).
//
// The scrutinee lies in a slot; so does every component that some pattern looks at, the same slot for all arms. An arm is a list of
// steps: fetches of components and tests, in the order of the pattern from left to right, then the fetches of what the
// arm binds and its tests did not need. A component's slot is the slot of the variable that binds it. Where a test of an
// arm other than the last needs a component, the slots of components are cleared first, and a component is fetched only
// where its slot is still empty: so it costs one load however many arms look at it.
//
// A tuple expression as scrutinee, matched by tuples and wildcards only, is never built: its components lie in slots from
// the start. In the last arm tests cost nothing, and nor does a fetch that only serves a test.

// step fetches a component into a slot, or tests what lies in a slot.
type step struct {
	kind        stepKind
	free        bool
	slot        int32
	from, index int32      // of a fetch: which component of what lies in which slot
	con         *core.Con  // of a test
	lit         core.Value // of a test
}

type stepKind uint8

const (
	fetchStep stepKind = iota
	conStep
	litStep
)

// arm is what an arm does before its body.
type arm struct {
	steps []step // tests, and fetches that they need, then the fetches of what the arm binds
	tests int    // how many steps come before those
	last  bool
}

// place is where a value lies while a case expression matches: a part of the scrutinee.
type place struct {
	slot   int32
	parent *place // nil for a root
	index  int    // which component of parent
	subs   map[int]*place
}

// unmatched are the jumps of a case expression to what happens where no arm matches.
type unmatched struct {
	site    *site
	targets []int // the words that are to hold the target
	slots   []int32
}

// endMatches appends what happens where no arm matches.
func (c *compiler) endMatches() {
	for _, u := range c.fails {
		to := c.sited(u.site, opNoMatch, len(u.slots), u.slots...)
		for _, at := range u.targets {
			c.code[at] = int32(to)
		}
	}
}

// matching compiles one case expression.
type matching struct {
	c       *compiler
	site    *site
	roots   []*place
	arms    []arm
	shared  bool  // components are fetched by need
	pending []int // the words that are to hold the target for what the last tests did not let pass

	// Of the arm whose pattern is being compiled: which places it has fetched, and which it needs for what it binds.
	arm            *arm
	fetched, bound map[*place]bool
	binds          []*place
}

// caseOf compiles a case expression with several arms, or none.
func (c *compiler) caseOf(e *core.CaseExpr, to int32) {
	x := c.scrutinee(e)
	table := x.jump()
	isIf := x.condition()
	var ends []int
	for i, a := range e.Arms {
		if i > 0 {
			x.land()
		}
		table.reaches(i, c.here())
		if !isIf {
			x.match(&x.arms[i])
		}
		c.compute(a.Body, to)
		if to != result && i < len(e.Arms)-1 {
			ends = append(ends, c.put(opJump, 0, 0)+1)
		}
	}
	if len(e.Arms) == 0 {
		x.pending = append(x.pending, c.put(opJump, 0, 0)+1)
	}
	x.end()
	for _, at := range ends {
		c.code[at] = c.here()
	}
}

// let compiles a case expression with one arm but for its body.
func (c *compiler) let(e *core.CaseExpr) {
	x := c.scrutinee(e)
	x.match(&x.arms[0])
	x.end()
}

// scrutinee computes the scrutinee of e, and compiles the patterns to steps. Their variables have slots from then on.
func (c *compiler) scrutinee(e *core.CaseExpr) *matching {
	x := &matching{c: c, site: c.siteOf(e.Pos), arms: make([]arm, len(e.Arms))}
	unbuilt := e.NeverBuilt()
	for _, part := range scrutineeParts(e, unbuilt) {
		x.roots = append(x.roots, x.root(part))
	}
	low := c.next
	for i, a := range e.Arms {
		x.begin(&x.arms[i], i == len(e.Arms)-1)
		if tuple, ok := a.Pat.(*core.TuplePat); ok && unbuilt {
			for j, p := range tuple.Elems {
				x.pattern(p, x.roots[j])
			}
		} else if !unbuilt {
			x.pattern(a.Pat, x.roots[0])
		}
		x.finish()
		x.shared = x.shared || !x.arm.last && fetches(x.arm.steps[:x.arm.tests])
	}
	if x.shared {
		c.put(opForget, 0, low, c.next)
	}
	return x
}

func scrutineeParts(e *core.CaseExpr, unbuilt bool) []core.Expr {
	if unbuilt {
		return e.Scrut.(*core.TupleExpr).Elems
	}
	return []core.Expr{e.Scrut}
}

// root computes a part of the scrutinee, and gives its place: a variable's own slot, or a new one. What computes a part may use slots
// beyond those of the parts before it.
func (x *matching) root(e core.Expr) *place {
	if v, ok := e.(*core.VarExpr); ok {
		if slot, bound := x.c.vars[v.Var]; bound {
			return &place{slot: slot}
		}
	}
	p := &place{slot: x.c.newSlot()}
	x.c.compute(e, p.slot)
	return p
}

func (x *matching) begin(a *arm, last bool) {
	a.last = last
	x.arm, x.binds = a, nil
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
		x.step(step{kind: litStep, slot: at.slot, lit: p.Value})
	case *core.ConPat:
		x.fetch(at)
		x.step(step{kind: conStep, slot: at.slot, con: p.Con})
		x.components(p.Args, at)
	case *core.TuplePat:
		x.components(p.Elems, at)
	default:
		panic("interp: no such pattern")
	}
}

func (x *matching) step(s step) { x.arm.steps = append(x.arm.steps, s) }

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
	x.step(step{kind: fetchStep, slot: at.slot, from: at.parent.slot, index: int32(at.index)})
}

// finish appends the fetches of what the arm binds and, in the last arm, makes free those that only serve tests.
func (x *matching) finish() {
	x.arm.tests = len(x.arm.steps)
	free := map[int32]bool{}
	for p := range x.fetched {
		free[p.slot] = x.arm.last && !x.bound[p]
	}
	for i := range x.arm.steps {
		s := &x.arm.steps[i]
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

// match appends the steps of an arm.
func (x *matching) match(a *arm) {
	cost := func(free bool) int {
		if free {
			return 0
		}
		return 1
	}
	fetch := opFetch
	if x.shared {
		fetch = opFetchNeed
	}
	for i := 0; i < len(a.steps); i++ {
		s := a.steps[i]
		switch s.kind {
		case fetchStep:
			few := 1
			for !x.shared && i+few < len(a.steps) && a.steps[i+few].follows(s) {
				few++
			}
			if few == 1 {
				x.c.put(fetch, cost(s.free), s.slot, s.from, s.index)
				continue
			}
			x.c.put(opFetchFew, few, s.from)
			for _, s := range a.steps[i : i+few] {
				x.c.code = append(x.c.code, s.slot, s.index)
			}
			i += few - 1
			continue
		case conStep:
			x.c.put(opTestCon, cost(a.last), s.slot, x.c.con(s.con), 0)
		case litStep:
			x.c.put(opTestLit, cost(a.last), s.slot, ^x.c.constant(s.lit), 0)
		}
		x.pending = append(x.pending, len(x.c.code)-1)
	}
}

// follows reports whether both fetch parts of the same, at the same cost.
func (s *step) follows(first step) bool {
	return s.kind == fetchStep && s.from == first.from && !s.free && !first.free
}

// land lets what the tests before did not let pass come here.
func (x *matching) land() {
	for _, at := range x.pending {
		x.c.code[at] = x.c.here()
	}
	x.pending = x.pending[:0]
}

// end leaves what no arm lets pass to endMatches.
func (x *matching) end() {
	if len(x.pending) == 0 {
		return
	}
	u := unmatched{site: x.site, targets: x.pending}
	for _, r := range x.roots {
		u.slots = append(u.slots, r.slot)
	}
	x.c.fails = append(x.c.fails, u)
}

// condition reports whether the case expression is an if: a test for true or false, then the other. It appends the test.
func (x *matching) condition() bool {
	if len(x.arms) != 2 || len(x.roots) != 1 || x.arms[0].tests != 1 || len(x.arms[0].steps) > 1 || x.arms[1].tests > 1 || len(x.arms[1].steps) > x.arms[1].tests {
		return false
	}
	first, isBool := x.arms[0].steps[0].lit.(core.Bool)
	if !isBool || x.arms[1].tests == 1 && x.arms[1].steps[0].lit != !first {
		return false
	}
	op := opIf
	if !first {
		op = opIfNot
	}
	x.c.put(op, 0, x.roots[0].slot, 0, 0)
	end := len(x.c.code)
	x.pending = append(x.pending, end-2)
	if x.arms[1].tests == 0 {
		x.pending = append(x.pending, end-1)
	} else {
		x.c.fails = append(x.c.fails, unmatched{x.site, []int{end - 1}, []int32{x.roots[0].slot}})
	}
	return true
}

// jump appends a jump by the constructor of the scrutinee, if it would help. The targets of its table are still to be filled in.
func (x *matching) jump() *jumpTable {
	const worthwhile = 3
	if len(x.roots) != 1 || len(x.arms) < worthwhile || x.rootCon(0) == nil {
		return nil
	}
	j := jumpTable{data: x.rootCon(0).Data}
	for _, con := range j.data.Cons {
		i := 0
		for i < len(x.arms)-1 {
			if tested := x.rootCon(i); tested == nil || tested == con {
				break
			}
			i++
		}
		j.tests = append(j.tests, int32(i))
	}
	j.to = make([]int32, len(j.tests))
	x.c.put(opSwitch, 0, x.roots[0].slot, int32(len(x.c.tables)))
	x.c.tables = append(x.c.tables, j)
	return &j
}

// rootCon is the constructor that an arm tests the scrutinee for before anything else; nil if it does not.
func (x *matching) rootCon(arm int) *core.Con {
	a := &x.arms[arm]
	if a.tests == 0 || a.steps[0].kind != conStep || a.steps[0].slot != x.roots[0].slot {
		return nil
	}
	return a.steps[0].con
}

// reaches notes where arm number i begins.
func (j *jumpTable) reaches(i int, at int32) {
	if j == nil {
		return
	}
	for k, tests := range j.tests {
		if int(tests) == i {
			j.to[k] = at
		}
	}
}
