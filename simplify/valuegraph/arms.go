package valuegraph

import (
	"scf/scfml/core"
)

// This file simplifies matches whose arms turned out alike [SIM-ARMS]: arms that do what the last one does are left to it,
// and a match all of whose arms give the same is that.

// finish is the value of a match whose arms are complete.
func (d *decision) finish(m *match) *value {
	if !d.b.opts.DisableArms {
		d.dropFailing(m)
		d.mergeArms(m)
		if r := d.collapsed(m); r != nil {
			d.b.report.MatchesCollapsed++
			return r
		}
	}
	d.ask(m)
	v := d.b.newValue(matchKind, "")
	v.match, m.value = m, v
	return v
}

// ask replaces the test of a truth value that stands for a test on another value by that one: `case a = 0 of true => ...`
// becomes `case a of 0 => ...` [SIM-PRIM].
func (d *decision) ask(m *match) {
	for !d.b.opts.DisablePrims && len(m.cols) == 1 && len(m.arms) == 2 && len(m.arms[0].tests) == 1 {
		t := m.arms[0].tests[0]
		truth, isBool := t.head.lit.(core.Bool)
		a, h, same := d.b.question(t.v)
		if !isBool || a == nil || t.v != m.cols[0] {
			return
		}
		if bool(truth) != same {
			m.arms[0], m.arms[1] = m.arms[1], m.arms[0]
		}
		m.arms[0].tests, m.arms[1].tests = []test{{a, h}}, nil
		m.cols[0] = a
		d.b.report.Folded++
	}
}

// mergeArms drops the arms whose work the last one does as well. The tests that other values go through do not become more:
// only the last two arms before the last one qualify, the second of them only where its test excludes the other one's.
func (d *decision) mergeArms(m *match) {
	for n := len(m.arms); n > 1; n = len(m.arms) {
		last := m.arms[n-1]
		switch {
		case d.sameArm(m, m.arms[n-2], last):
			m.arms = append(m.arms[:n-2:n-2], last)
		case n > 2 && exclusive(m.arms[n-3], m.arms[n-2]) && d.sameArm(m, m.arms[n-3], last):
			m.arms = append(m.arms[:n-3:n-3], m.arms[n-2], last)
		default:
			return
		}
		last.tests = nil
		d.b.report.ArmsMerged++
	}
}

// dropFailing drops the arms in which the program fails, and those that give the entry's result as a dead value: something
// reads that, so nothing leads there. At least one arm stays.
func (d *decision) dropFailing(m *match) {
	isResult := d.b.inside == 0 && d.b.fn == d.b.unit.Entry
	var live []*arm
	for _, a := range m.arms {
		if r := a.body.result; r != fail && !(isResult && r.kind == deadKind) {
			live = append(live, a)
		}
	}
	if len(live) > 0 && len(live) < len(m.arms) {
		d.b.report.ArmsMerged += len(m.arms) - len(live)
		m.arms = live
		m.columnsOfTests()
	}
}

// exclusive reports whether a value that a's only test accepts is refused by b's.
func exclusive(a, b *arm) bool {
	return len(a.tests) == 1 && len(b.tests) == 1 && a.tests[0].v == b.tests[0].v && a.tests[0].head != b.tests[0].head
}

// collapsed is the value that every arm of m gives, or nil.
func (d *decision) collapsed(m *match) *value {
	if len(m.arms) == 1 {
		return m.arms[0].body.result
	}
	return d.unchanged(m)
}

// unchanged is the value that m tests where every arm gives just that value. An arm may do so by a constant; then the type of
// the result follows from the constructor.
func (d *decision) unchanged(m *match) *value {
	if len(m.cols) != 1 {
		return nil
	}
	v := m.cols[0]
	itself := false
	for _, a := range m.arms {
		r := a.body.result
		if r == v {
			itself = true
			continue
		}
		if len(a.tests) != 1 || a.tests[0].v != v || d.b.onlyValue(a.tests[0].head) != r {
			return nil
		}
		if h := a.tests[0].head; h.lit != nil || len(h.con.Data.Params) == 0 {
			itself = true
		}
	}
	if !itself {
		return nil
	}
	return v
}

// sameArm reports whether a and b compute the same from the values made before m.
func (d *decision) sameArm(m *match, a, b *arm) bool {
	c := comparison{start: m.start, same: map[*value]*value{}, limit: d.b.limits.Compared}
	return c.values(a.body.result, b.body.result)
}

// comparison compares values that are made in two blocks.
type comparison struct {
	start int // the values made before are the same only if identical
	same  map[*value]*value
	steps int
	limit int // of steps
}

func (c *comparison) values(x, y *value) bool {
	if x == y {
		return true
	}
	if x.id < c.start || y.id < c.start || x.kind != y.kind || len(x.args) != len(y.args) {
		return false
	}
	if other, ok := c.same[x]; ok {
		return other == y
	}
	if c.steps++; c.steps > c.limit || !sameOperation(x, y) {
		return false
	}
	for i := range x.args {
		if !c.values(x.args[i], y.args[i]) {
			return false
		}
	}
	if !c.bodies(x, y) {
		return false
	}
	c.same[x] = y
	return true
}

// sameOperation compares what two values of one kind do with their operands.
func sameOperation(x, y *value) bool {
	switch x.kind {
	case conKind, tupleKind:
		return x.con == y.con
	case projKind:
		return x.con == y.con && x.index == y.index && x.arity == y.arity
	case primKind:
		return x.prim.Op == y.prim.Op && x.prim.Keys == y.prim.Keys
	case callKind:
		return x.call.Func == y.call.Func
	case iterKind, matchKind:
		return true
	case selectKind:
		return len(x.alts) == len(y.alts)
	}
	return false
}

// bodies compares the blocks of two iterators or matches.
func (c *comparison) bodies(x, y *value) bool {
	switch x.kind {
	case iterKind:
		for i, p := range x.bound {
			c.same[p] = y.bound[i]
		}
		return c.values(x.body.result, y.body.result)
	case matchKind:
		return c.matches(x.match, y.match)
	case selectKind:
		for i, a := range x.alts {
			if !c.values(a, y.alts[i]) {
				return false
			}
		}
	}
	return true
}

func (c *comparison) matches(m, n *match) bool {
	if len(m.cols) != len(n.cols) || len(m.arms) != len(n.arms) {
		return false
	}
	for i := range m.cols {
		if !c.values(m.cols[i], n.cols[i]) {
			return false
		}
	}
	for i, a := range m.arms {
		o := n.arms[i]
		if len(a.tests) != len(o.tests) {
			return false
		}
		for j, t := range a.tests {
			if t.head != o.tests[j].head || !c.values(t.v, o.tests[j].v) {
				return false
			}
		}
		if !c.values(a.body.result, o.body.result) {
			return false
		}
	}
	return true
}
