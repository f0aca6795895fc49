package valuegraph

import (
	"scf/scfml/core"
)

// This file decides matches: which arms are still possible, which one is certain, and what is really to be tested.
//
// A match is a list of rows, one for each arm, and a row is a list of constraints, in the order in which matching tests them.
// What is known about the values decides constraints; what is certain because every row asks for it is known, too [SIM-CERTAIN].
// A component that was not loaded yet is not loaded to look at it: the constraint on it names the value that has it.

// row is an arm with what is still to be tested.
type row struct {
	arm    int
	pat    core.Pat
	body   core.Expr
	weight int // nodes of the body and of what follows the match
	todo   []constraint
}

// constraint asks that v match pat, which is refutable: a literal or constructor pattern.
type constraint struct {
	v     *value // nil: the component of parent that con makes at index, which is not loaded yet
	place component
	pat   core.Pat
	path  string // of the component in the scrutinee, for the order of tests
}

// component names a component of a value.
type component struct {
	parent       *value
	con          *core.Con
	index, arity int
}

// decision is the state of deciding one match.
type decision struct {
	b     *builder
	cont  *cont
	root  *value          // the scrutinee
	room  int             // nodes that copying may still add
	given map[*value]bool // what the scrutinee was made of: computed before the match
}

// choose matches v against what k says. Where one arm is certain it binds the arm's variables and gives the arm's body, which
// is to be evaluated with what follows the match; otherwise it gives the result of the match and of all that follows.
func (b *builder) choose(v *value, k *cont) (core.Expr, *value) {
	d := &decision{
		b: b, cont: k, root: v, room: b.opts.CaseOfCaseSize, given: map[*value]bool{v: true},
	}
	if v == fail {
		return nil, v
	}
	rows := d.refine(d.rows())
	if len(rows) == 0 {
		return nil, fail
	}
	if len(rows[0].todo) > 0 {
		return nil, d.branch(rows)
	}
	if len(k.match.Arms) > 1 {
		b.report.MatchesDecided++
	}
	if !b.bind(v, rows[0].pat, nil) {
		return nil, fail
	}
	return rows[0].body, nil
}

func (d *decision) rows() []row {
	rows := make([]row, len(d.cont.match.Arms))
	after := d.cont.next.weight()
	for i, a := range d.cont.match.Arms {
		rows[i] = row{arm: i, pat: a.Pat, body: a.Body, weight: d.b.size(a.Body) + after}
		if !core.Irrefutable(a.Pat) {
			rows[i].todo = []constraint{{v: d.root, pat: a.Pat}}
		}
	}
	return rows
}

// refine drops what is decided: constraints that are met, rows that cannot match, rows behind one that does. The result is
// empty only where the match is certain to fail.
func (d *decision) refine(rows []row) []row {
	for {
		var live []row
		for _, r := range rows {
			if todo, alive := d.open(r.todo); alive {
				r.todo = todo
				live = append(live, r)
				if len(todo) == 0 {
					break
				}
			}
		}
		rows = live
		if len(rows) == 1 {
			rows[0].todo = nil // what is left is certain
		}
		if len(rows) == 0 || !d.learnCertain(rows) {
			return rows
		}
	}
}

// open is what is left of a row's constraints; false where the row cannot match.
func (d *decision) open(todo []constraint) ([]constraint, bool) {
	var left []constraint
	for _, c := range todo {
		if c.v == nil {
			if v := d.b.peek(c.place.parent, c.place.con, c.place.index, c.place.arity); v != nil {
				c.v = d.b.resolve(v)
			}
		}
		var alive bool
		if left, alive = d.expand(c, left); !alive {
			return nil, false
		}
	}
	return left, true
}

// expand appends what c leaves to be tested to left; false where c cannot be met.
func (d *decision) expand(c constraint, left []constraint) ([]constraint, bool) {
	switch p := c.pat.(type) {
	case *core.AsPat:
		c.pat = p.Pat
		return d.expand(c, left)
	case *core.TuplePat:
		if c.v == nil {
			return append(left, c), true
		}
		return d.expandArgs(c, nil, p.Elems, left)
	}
	h, asks := headOfPat(c.pat)
	if !asks {
		return left, true
	}
	succeeds := maybe
	if c.v != nil {
		succeeds = d.b.succeeds(d.b.resolve(c.v), h)
	}
	if p, ok := c.pat.(*core.ConPat); ok && succeeds == yes {
		return d.expandArgs(c, p.Con, p.Args, left)
	}
	if succeeds == maybe {
		left = append(left, c)
	}
	return left, succeeds != no
}

// expandArgs expands the constraints on the components of c.v, which is made by con.
func (d *decision) expandArgs(c constraint, con *core.Con, pats []core.Pat, left []constraint) ([]constraint, bool) {
	v := d.b.resolve(c.v)
	alive := true
	for i, p := range pats {
		if core.Irrefutable(p) {
			continue
		}
		sub := constraint{
			place: component{v, con, i, len(pats)},
			pat:   p,
			path:  c.path + string(rune(i+1)),
		}
		if x := d.b.peek(v, con, i, len(pats)); x != nil {
			sub.v = d.b.resolve(x)
			if d.given[v] && v.kind != projKind {
				d.given[sub.v] = true
			}
		}
		if left, alive = d.expand(sub, left); !alive {
			return nil, false
		}
	}
	return left, true
}

// headOfPat is what a literal or constructor pattern asks for.
func headOfPat(p core.Pat) (head, bool) {
	switch p := p.(type) {
	case *core.LitPat:
		return head{lit: p.Value}, true
	case *core.ConPat:
		return head{con: p.Con}, true
	}
	return head{}, false
}

// learnCertain learns what every row asks for: where it does not hold no arm matches and the program fails [SIM-CERTAIN].
// The first test of the first row is done in any case, so its component is loaded; others are not.
func (d *decision) learnCertain(rows []row) bool {
	learnt := false
	for i, c := range rows[0].todo {
		if !d.everywhere(c, rows[1:]) {
			continue
		}
		if c.v == nil && i == 0 {
			c.v = d.load(c.place)
		}
		if h, ok := headOfPat(c.pat); ok && c.v != nil && d.b.assume(c.v, h) {
			learnt = true
		}
	}
	return learnt
}

func (d *decision) load(p component) *value { return d.b.component(p.parent, p.con, p.index, p.arity) }

// everywhere reports whether all rows have a constraint on c's value that asks for what c asks.
func (d *decision) everywhere(c constraint, rows []row) bool {
	h, _ := headOfPat(c.pat)
	for _, r := range rows {
		if o, ok := r.on(c); !ok {
			return false
		} else if oh, _ := headOfPat(o.pat); oh != h {
			return false
		}
	}
	return true
}

// on is the row's constraint on the value of c.
func (r row) on(c constraint) (constraint, bool) {
	for _, o := range r.todo {
		if o.v == c.v && (c.v != nil || o.place == c.place) {
			return o, true
		}
	}
	return constraint{}, false
}

// startsWith reports whether the row's first constraint is the one on c's value.
func (r row) startsWith(c constraint) bool {
	o := r.todo[0]
	return o.v == c.v && (c.v != nil || o.place == c.place)
}

// take evaluates row r, whose remaining constraints are met, and what follows the match. The tests that this takes are
// appended to a. nil: they contradict each other, so that nothing matches the row.
func (d *decision) take(r row, a *arm) *value {
	if !d.b.bind(d.root, r.pat, a) {
		return nil
	}
	return d.b.eval(r.body, d.cont.next)
}

// bind binds p's variables to v and its components, given that p matches, and learns what that says; each thing learnt is a
// test of a, where a is given. false: p cannot match.
func (b *builder) bind(v *value, p core.Pat, a *arm) bool {
	switch p := p.(type) {
	case *core.VarPat:
		b.bindVar(p.Var, v)
	case *core.AsPat:
		b.bindVar(p.Var, v)
		return b.bind(v, p.Pat, a)
	case *core.LitPat:
		return b.meet(v, head{lit: p.Value}, a)
	case *core.ConPat:
		return b.meet(v, head{con: p.Con}, a) && b.bindArgs(v, p.Con, p.Args, a)
	case *core.TuplePat:
		return b.bindArgs(v, nil, p.Elems, a)
	}
	return true
}

func (b *builder) bindArgs(v *value, con *core.Con, pats []core.Pat, a *arm) bool {
	v = b.resolve(v)
	for i, p := range pats {
		if _, wild := p.(*core.WildPat); !wild && !b.bind(b.component(v, con, i, len(pats)), p, a) {
			return false
		}
	}
	return true
}

// meet learns that h succeeds on v; false where another test does.
func (b *builder) meet(v *value, h head, a *arm) bool {
	if b.assume(v, h) {
		if a != nil {
			a.tests = append(a.tests, test{v, h})
		}
		return true
	}
	known, ok := b.headOf(v)
	return !ok || known == h
}

func (b *builder) bindVar(x *core.Var, v *value) {
	v = b.resolve(v)
	if v.name == "" && !v.shared() {
		v.name = x.Name
	}
	b.env[x] = v
}
