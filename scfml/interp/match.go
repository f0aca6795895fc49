package interp

import (
	"slices"

	"scf/scfml/core"
)

// Pattern matching in the interpreter, and what it costs (cost.go).
//
// The scrutinee lies in a slot; so does every component that some pattern looks at, the same slot for all arms. An arm is a list of
// steps: fetches of components and tests, in the order of the pattern from left to right, then the fetches of what the
// arm binds and its tests did not need. A component's slot is the slot of the variable that binds it. Where a test of an
// arm other than the last needs a component, the slots of components are cleared first, and a component is fetched only
// where its slot is still empty: so it costs one load however many arms look at it.
//
// A tuple expression as scrutinee, matched by tuples and wildcards only, is never built: its components lie in slots from
// the start. In the last arm tests cost nothing, and nor does a fetch that only serves a test.

// caseCode is a compiled case expression. It is small, and what belongs to it lies together: a large program does little with each part of it, so
// that its time is that of going through memory.
type caseCode struct {
	roots     []root
	arms      []armCode
	jump      *jumpTable
	at        *site
	low, high int32
	shared    bool // components are fetched by need: their slots, those from low to high, are cleared first
}

// root is a part of the scrutinee with its slot; eval is nil for a variable, which has been there.
type root struct {
	slot int
	eval code
}

type armCode struct {
	steps []step // tests, and fetches that they need, then the fetches of what the arm binds
	body  code
	tests int32 // how many steps come before those
	last  bool
}

// step fetches a component into a slot, or tests what lies in a slot.
type step struct {
	kind        stepKind
	free        bool
	slot        int32
	from, index int32       // of a fetch: which component of what lies in which slot
	con         *core.Con   // of a test
	lit         *core.Value // of a test
}

// binds are the fetches of what the arm binds.
func (a *armCode) binds() []step { return a.steps[a.tests:] }

type stepKind uint8

const (
	fetchStep stepKind = iota
	conStep
	litStep
)

// caseOf compiles a case expression. Cases with one arm, such as let, follow each other in a loop, not one in the other.
func (c *compiler) caseOf(e *core.CaseExpr, tail bool) code {
	if len(e.Arms) != 1 {
		return c.branch(e, tail)
	}
	var lets []binding
	var noted []func(m *machine, fr []core.Value)
	var body core.Expr = e
	for {
		let, ok := body.(*core.CaseExpr)
		if !ok || len(let.Arms) != 1 {
			break
		}
		k := c.match(let)
		if !k.onlyRenames() {
			lets = append(lets, k.binding())
			if c.link.places != nil {
				noted = append(noted, c.notedLet(let, k))
			}
		}
		body = let.Arms[0].Body
	}
	rest := c.expr(body, tail)
	switch {
	case len(lets) == 0:
		return rest
	case noted != nil:
		return func(m *machine, fr []core.Value) core.Value {
			for _, let := range noted {
				let(m, fr)
			}
			return rest(m, fr)
		}
	}
	lets = slices.Clip(lets)
	return func(m *machine, fr []core.Value) core.Value {
		for i := range lets {
			if let := &lets[i]; let.match == nil {
				fr[let.slot] = let.eval(m, fr)
			} else {
				let.match.choose(m, fr)
			}
		}
		return rest(m, fr)
	}
}

// binding is a case expression with one arm: what a variable is bound to, or a match.
type binding struct {
	slot  int
	eval  code
	match *caseCode // nil for a variable
}

func (k *caseCode) binding() binding {
	if len(k.roots) == 1 && k.roots[0].eval != nil && len(k.arms[0].steps) == 0 {
		return binding{slot: k.roots[0].slot, eval: k.roots[0].eval}
	}
	return binding{match: k}
}

// onlyRenames reports whether a case with one arm has nothing to do at run time.
func (k *caseCode) onlyRenames() bool {
	for _, r := range k.roots {
		if r.eval != nil {
			return false
		}
	}
	return len(k.arms[0].steps) == 0
}

// branch compiles a case expression with several arms, or none.
func (c *compiler) branch(e *core.CaseExpr, tail bool) code {
	k := c.match(e)
	for i, a := range e.Arms {
		k.arms[i].body = c.expr(a.Body, tail)
	}
	if then, els, ok := k.condition(); ok {
		return k.conditional(then, els)
	}
	return func(m *machine, fr []core.Value) core.Value {
		return k.choose(m, fr).body(m, fr)
	}
}

// condition reports whether k is an if: a test for true or false, then the other. It gives the bodies for true and for false.
func (k *caseCode) condition() (then, els code, ok bool) {
	if len(k.arms) != 2 || len(k.roots) != 1 || k.arms[0].tests != 1 || k.arms[1].tests > 1 || len(k.arms[1].binds()) > 0 {
		return nil, nil, false
	}
	switch test := &k.arms[0].steps[0]; {
	case test.is(core.Bool(true)):
		return k.arms[0].body, k.arms[1].body, k.arms[1].accepts(core.Bool(false))
	case test.is(core.Bool(false)):
		return k.arms[1].body, k.arms[0].body, k.arms[1].accepts(core.Bool(true))
	}
	return nil, nil, false
}

// accepts reports whether an arm whose one test is on the root lets the literal v pass.
func (a *armCode) accepts(v core.Value) bool {
	return a.tests == 0 || a.steps[0].is(v)
}

// is reports whether the step tests for the literal v.
func (s *step) is(v core.Value) bool { return s.lit != nil && *s.lit == v }

func (k *caseCode) conditional(then, els code) code {
	root := k.roots[0]
	return func(m *machine, fr []core.Value) core.Value {
		if root.eval != nil {
			fr[root.slot] = root.eval(m, fr)
		}
		b, ok := fr[root.slot].(core.Bool)
		if !ok {
			return k.choosePrepared(m, fr).body(m, fr)
		}
		m.counts.Tests++
		if b {
			return then(m, fr)
		}
		return els(m, fr)
	}
}

// choose evaluates the scrutinee, finds the arm that matches and binds its variables. It ends the run if there is none.
func (k *caseCode) choose(m *machine, fr []core.Value) *armCode {
	for _, r := range k.roots {
		if r.eval != nil {
			fr[r.slot] = r.eval(m, fr)
		}
	}
	return k.choosePrepared(m, fr)
}

func (k *caseCode) choosePrepared(m *machine, fr []core.Value) *armCode {
	if k.shared {
		clear(fr[k.low:k.high])
	}
	i := 0
	if k.jump != nil {
		i = k.jump.skip(m, fr)
	}
	for ; i < len(k.arms); i++ {
		if a := &k.arms[i]; a.matches(m, fr, k.shared) {
			for j := int(a.tests); j < len(a.steps); j++ {
				a.steps[j].fetch(m, fr, k.shared)
			}
			return a
		}
	}
	k.noMatch(m, fr)
	return nil
}

func (a *armCode) matches(m *machine, fr []core.Value, shared bool) bool {
	for i := range a.tests {
		s := &a.steps[i]
		switch s.kind {
		case fetchStep:
			s.fetch(m, fr, shared)
			continue
		case conStep:
			if v, ok := fr[s.slot].(*core.ConValue); !ok || v.Con != s.con {
				a.countTest(m)
				return false
			}
		case litStep:
			if fr[s.slot] != *s.lit {
				a.countTest(m)
				return false
			}
		}
		a.countTest(m)
	}
	return true
}

func (a *armCode) countTest(m *machine) {
	if !a.last {
		m.counts.Tests++
	}
}

// fetch fetches a component, unless it is there. The components of a dead tuple are dead.
func (s *step) fetch(m *machine, fr []core.Value, shared bool) {
	if shared && fr[s.slot] != nil {
		return
	}
	switch v := fr[s.from].(type) {
	case *core.ConValue:
		fr[s.slot] = v.Args[s.index]
	case *core.Tuple:
		fr[s.slot] = v.Elems[s.index]
	default:
		fr[s.slot] = core.Dead{}
	}
	if !s.free {
		m.counts.Loads++
	}
}

func (k *caseCode) noMatch(m *machine, fr []core.Value) {
	var v core.Value
	if len(k.roots) == 1 {
		v = fr[k.roots[0].slot]
	} else {
		t := &core.Tuple{}
		for _, r := range k.roots {
			t.Elems = append(t.Elems, fr[r.slot])
		}
		v = t
	}
	err := k.at.errorf("no pattern matches %s", core.AbbreviateValue(v, abbreviated))
	if core.HasDead(v) {
		err = err.WithHint("a value that nothing needs was removed (dead), and this match may need it")
	} else {
		err = err.WithHint("add an arm for such values, or call the function without them")
	}
	m.fail(err)
}

// jumpTable leads from a constructor to the first arm that may match it. The arms before it test the root for other
// constructors, each at the cost of one test.
type jumpTable struct {
	slot int
	data *core.Datatype
	arms []int // by index of constructor
}

// skip is the arm to begin with; it counts the tests of those before.
func (j *jumpTable) skip(m *machine, fr []core.Value) int {
	v, ok := fr[j.slot].(*core.ConValue)
	if !ok || v.Con.Data != j.data {
		return 0
	}
	i := j.arms[v.Con.Index]
	m.counts.Tests += int64(i)
	return i
}

// newJumpTable is k's jump table, or nil if it would not help.
func newJumpTable(k *caseCode) *jumpTable {
	const worthwhile = 3
	if len(k.roots) != 1 || len(k.arms) < worthwhile || k.arms[0].rootCon(k.roots[0].slot) == nil {
		return nil
	}
	j := &jumpTable{slot: k.roots[0].slot, data: k.arms[0].steps[0].con.Data}
	for _, con := range j.data.Cons {
		i := 0
		for i < len(k.arms)-1 {
			if tested := k.arms[i].rootCon(j.slot); tested == nil || tested == con {
				break
			}
			i++
		}
		j.arms = append(j.arms, i)
	}
	return j
}

// rootCon is the constructor that an arm tests the scrutinee for before anything else; nil if it does not.
func (a *armCode) rootCon(slot int) *core.Con {
	if a.tests == 0 || a.steps[0].kind != conStep || int(a.steps[0].slot) != slot {
		return nil
	}
	return a.steps[0].con
}
