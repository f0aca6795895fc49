package causes

import "scf/ast"

// meeting is where two paths meet.
type meeting struct {
	at ast.Cmd
	// by is what decides which way is taken, a branch or a loop that is kept, if that is not known; nil if passes take one way.
	by *cause
}

// join is what holds where paths meet on which a and b hold.
func (w *walker) join(a, b *state, m meeting) *state {
	switch {
	case a == nil:
		return b.copy()
	case b == nil:
		return a
	}
	out := a.copy()
	for name, x := range a.vars {
		if y, ok := b.vars[name]; ok && x != y {
			out.vars[name] = w.joined(x, y, name, cell{name: name, offset: -1}, m)
		}
	}
	for c, x := range a.cells {
		if y, ok := b.cells[c]; !ok {
			delete(out.cells, c)
		} else if x != y {
			out.cells[c] = w.joined(x, y, c.name, c, m)
		}
	}
	if out.forgotten == nil {
		out.forgotten = b.forgotten
	}
	return out
}

// meetingOf is one of the values that are made where paths meet. They are made once, so that a walk that is repeated ends.
type meetingOf struct {
	at   ast.Cmd
	what cell
	open bool
	over bool // whether it is unknown
}

// joined is the value of what is x on one way and y on the other.
func (w *walker) joined(x, y *value, name string, what cell, m meeting) *value {
	switch {
	case x.literal != nil && y.literal != nil && *x.literal == *y.literal:
		return x
	case !x.known() && x.covers(y):
		return x
	case !y.known() && y.covers(x):
		return y
	}
	unknown := m.by != nil || !x.known() || !y.known()
	key := meetingOf{m.at, what, m.by != nil, unknown}
	if v := w.meetings[key]; v != nil {
		v.from, v.into = v.from|x.from|y.from, v.into|x.into|y.into
		v.fact = v.fact.Meet(x.fact.Meet(y.fact))
		return v
	}
	v := &value{at: y.at, from: x.from | y.from, into: x.into | y.into, fact: x.fact.Meet(y.fact)}
	switch {
	case !x.known():
		v.why = x.why
	case !y.known():
		v.why = y.why
	case m.by != nil:
		v.why = w.openly(x, y, name, m)
	}
	w.meetings[key] = v
	return v
}

// openly is why what is x on one way and y on the other is not known where it is not known which way is taken.
func (w *walker) openly(x, y *value, name string, m meeting) *cause {
	c := &cause{kind: either, name: name, x: &ast.Var{Name: name}, at: x.at, other: y.at, next: m.by}
	if m.by.kind == kept {
		c.kind, c.at, c.other = moved, y.at, m.by.at
	}
	return c
}
