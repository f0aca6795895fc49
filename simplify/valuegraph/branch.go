package valuegraph

import (
	"slices"
	"sort"

	"scf/scfml/core"
)

// This file makes the tests of a match that is not decided.
//
// split [SIM-SPLIT] does them one by one: the first test of the first row comes first, and what it shows decides the rest in
// each of its branches. Every test that this does is one that matching arm by arm does as well, and at the latest at the same
// moment, so no path costs more; but a row that does not say what the test asks for is copied into both branches. Where that
// is too much code the rows stay together, as a match of several columns.

// decide decides what is left of a match in the current block.
func (d *decision) decide(rows []row, a *arm) *value {
	rows = d.refine(rows)
	switch {
	case len(rows) == 0:
		return fail
	case len(rows[0].todo) == 0:
		if v := d.take(rows[0], a); v != nil {
			return v
		}
		return fail
	}
	return d.branch(rows)
}

func (d *decision) branch(rows []row) *value {
	first := rows[0].todo[0]
	if _, tuple := first.pat.(*core.TuplePat); tuple {
		d.b.force(d.load(first.place))
		return d.decide(rows, nil)
	}
	if !d.b.opts.DisableSplit {
		if outcomes, rest := d.outcomes(rows, first); d.affords(rows, outcomes, rest) {
			return d.split(first, outcomes, rest)
		}
	}
	return d.together(rows)
}

// outcome is a test that succeeds, and the rows that are possible then.
type outcome struct {
	head head
	rows []row
}

// outcomes are the tests on c's value that come first, one after the other, and the rows that are left when all fail.
func (d *decision) outcomes(rows []row, c constraint) (list []outcome, rest []row) {
	tested := map[head]bool{}
	for _, r := range rows {
		o, asks := r.on(c)
		h, _ := headOfPat(o.pat)
		if asks && tested[h] {
			continue
		}
		if !asks || !r.startsWith(c) || len(list) > 0 && d.onlyLeft(c.v, h, tested) {
			break
		}
		tested[h] = true
		list = append(list, outcome{h, rowsWith(rows, c, h)})
	}
	for _, r := range rows {
		o, asks := r.on(c)
		if h, _ := headOfPat(o.pat); !asks || !tested[h] {
			rest = append(rest, r)
		}
	}
	if len(rest) == 0 {
		return list[:len(list)-1], list[len(list)-1].rows
	}
	return list, rest
}

// onlyLeft reports whether a value on which the tested heads and those known to fail do fail must be one on which h succeeds.
func (d *decision) onlyLeft(v *value, h head, tested map[head]bool) bool {
	if v == nil || d.b.unit.HasDead {
		return false
	}
	if t, ok := h.lit.(core.Bool); ok {
		return tested[head{lit: !t}]
	}
	if h.con == nil {
		return false
	}
	for _, c := range h.con.Data.Cons {
		if o := (head{con: c}); o != h && !tested[o] && !d.b.excluded(v, o) {
			return false
		}
	}
	return true
}

// rowsWith are the rows that are possible when h succeeds on c's value, up to one that is certain then.
func rowsWith(rows []row, c constraint, h head) []row {
	var out []row
	for _, r := range rows {
		o, asks := r.on(c)
		if oh, _ := headOfPat(o.pat); asks && oh != h {
			continue
		}
		out = append(out, r)
		if asks && len(r.todo) == 1 && flat(o.pat) {
			break
		}
	}
	return out
}

// flat reports whether a literal or constructor pattern asks for nothing about components.
func flat(p core.Pat) bool {
	c, ok := p.(*core.ConPat)
	if !ok {
		return true
	}
	for _, a := range c.Args {
		if !core.Irrefutable(a) {
			return false
		}
	}
	return true
}

// affords reports whether the rows that go into several branches are small enough, and accounts for them.
func (d *decision) affords(rows []row, outcomes []outcome, rest []row) bool {
	copies := map[int]int{}
	count := func(rows []row) {
		for _, r := range rows {
			copies[r.arm]++
		}
	}
	for _, o := range outcomes {
		count(o.rows)
	}
	count(rest)
	added := 0
	for _, r := range rows {
		if n := copies[r.arm]; n > 1 {
			added += (n - 1) * r.weight
		}
	}
	if added > d.room || !d.b.grants(added) {
		return false
	}
	d.room -= added
	return true
}

// split makes the tests of the outcomes on c's value, and goes on in each branch.
func (d *decision) split(c constraint, outcomes []outcome, rest []row) *value {
	v := c.v
	if v == nil {
		v = d.load(c.place)
	}
	m := &match{pos: d.cont.match.Pos, start: len(d.b.values), cols: []*value{v}}
	for _, o := range outcomes {
		a := &arm{tests: []test{{v, o.head}}}
		a.body = d.arm(v, func() *value {
			d.b.assume(v, o.head)
			return d.decide(o.rows, nil)
		})
		m.arms = append(m.arms, a)
	}
	otherwise := &arm{}
	otherwise.body = d.arm(v, func() *value {
		for _, o := range outcomes {
			d.b.exclude(v, o.head)
		}
		rest := d.refine(rest)
		if h, ok := d.b.headOf(d.b.resolve(v)); ok {
			otherwise.tests = []test{{v, h}}
		}
		return d.decide(rest, otherwise)
	})
	m.arms = append(m.arms, otherwise)
	return d.finish(m)
}

// arm makes a block in which v is tested already.
func (d *decision) arm(v *value, f func() *value) *block {
	return d.b.block(func() *value {
		d.b.force(v)
		return f()
	})
}

// together makes one match of all rows [SIM-SPLIT]. A component that nothing has loaded yet is tested by a nested pattern, so
// that it is loaded only where its test's turn comes.
func (d *decision) together(rows []row) *value {
	m := &match{pos: d.cont.match.Pos, start: len(d.b.values), cols: d.columns(rows)}
	for i, r := range rows {
		a := &arm{}
		dropped := false
		a.body = d.b.block(func() *value {
			for _, c := range m.cols {
				d.b.force(c)
			}
			for _, earlier := range rows[:i] {
				d.failed(earlier)
			}
			todo, alive := d.open(r.todo)
			if !alive {
				dropped = true
				return fail
			}
			r.todo = todo
			v := d.take(r, a)
			if v == nil {
				dropped = true
				return fail
			}
			return v
		})
		if dropped {
			continue
		}
		m.arms = append(m.arms, a)
		if len(r.todo) == 0 {
			break
		}
	}
	if len(m.arms) == 0 {
		return fail
	}
	m.columnsOfTests()
	return d.finish(m)
}

// columnsOfTests leaves out the columns that no arm tests, whose arms turned out impossible. A component that a parameter holds (carry.go) is a column of its
// own where it is tested: no pattern for what it is a component of reaches it.
func (m *match) columnsOfTests() {
	tested := map[*value]bool{}
	var held []*value
	for _, a := range m.arms {
		for _, t := range a.tests {
			reached := false
			for v := t.v; v != nil && !tested[v]; v = v.source() {
				tested[v] = true
				reached = reached || slices.Contains(m.cols, v)
				if !reached && v.kind == paramKind {
					held = append(held, v)
				}
			}
		}
	}
	var cols []*value
	for _, c := range m.cols {
		if tested[c] {
			cols = append(cols, c)
		}
	}
	m.cols = append(cols, held...)
}

// failed learns that row r did not match, where that says something about one value.
func (d *decision) failed(r row) {
	if len(r.todo) != 1 || r.todo[0].v == nil || !flat(r.todo[0].pat) {
		return
	}
	if h, ok := headOfPat(r.todo[0].pat); ok {
		d.b.exclude(r.todo[0].v, h)
	}
}

// columns are the values that the match of rows takes apart, in the order of their tests.
func (d *decision) columns(rows []row) []*value {
	path := map[*value]string{}
	var cols []*value
	for _, r := range rows {
		for _, c := range r.todo {
			v := d.column(c)
			if old, ok := path[v]; !ok {
				cols = append(cols, v)
				path[v] = c.path
			} else if c.path < old {
				path[v] = c.path
			}
		}
	}
	sort.SliceStable(cols, func(i, j int) bool { return path[cols[i]] < path[cols[j]] })
	return cols
}

// column is the value in whose pattern c is tested: the innermost around it that is computed already.
func (d *decision) column(c constraint) *value {
	v := c.v
	if v == nil {
		v = c.place.parent
	}
	for v.kind == projKind && !d.given[v] && !d.b.scope.facts[v].forced {
		v = v.args[0]
	}
	return v
}
