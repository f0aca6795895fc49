package causes

import "scf/ast"

// This file walks loops. First it takes a loop to be unrolled: what iterations change is known in each of them. If passes keep it, what it then
// finds not to be known in the tests is why, and it is walked again as one whose iterations are not told apart.

// loop is a loop of any kind; parts that it has not are nil.
type loop struct {
	cmd        ast.Cmd
	init, step ast.Cmd
	test       ast.Expr
	body       ast.Cmd
	bodyFirst  bool
}

func newLoop(c ast.Cmd) loop {
	switch c := c.(type) {
	case *ast.While:
		return loop{cmd: c, test: c.Test, body: c.Body}
	case *ast.DoWhile:
		return loop{cmd: c, test: c.Test, body: c.Body, bodyFirst: true}
	}
	f := c.(*ast.For)
	return loop{cmd: f, init: f.Init, test: f.Test, step: f.Step, body: f.Body}
}

func (w *walker) loop(l loop, s *state) *state {
	if l.init != nil {
		s = w.cmd(l.init, s)
	}
	if s == nil {
		return nil
	}
	at := ast.PlaceOf(l.cmd)
	w.loops = append(w.loops, l.cmd)
	defer func() { w.loops = w.loops[:len(w.loops)-1] }()
	outside := w.outside()
	delete(w.decisions, l.cmd)
	back, after, test := w.iterations(l, s.copy(), nil)
	why := w.whyKept(l, test, back)
	if !w.left.keeps(l.cmd, why != nil) {
		return after
	}
	d := &decision{cmd: l.cmd, test: l.test, at: at, why: why}
	w.restore(outside)
	by := &cause{kind: kept, x: l.test, at: at, next: why}
	w.tests = append(w.tests, by)
	_, after, _ = w.iterations(l, s, by)
	w.tests = w.tests[:len(w.tests)-1]
	w.decisions[l.cmd] = d
	return after
}

// outside are the states that exits have carried so far; restore takes back what has been carried since.
func (w *walker) outside() map[ast.Label]block {
	out := map[ast.Label]block{}
	for label, b := range w.blocks {
		saved := *b
		saved.left = b.left.copy()
		out[label] = saved
	}
	return out
}

func (w *walker) restore(saved map[ast.Label]block) {
	for label, b := range saved {
		*w.blocks[label] = b
	}
}

// iterations walks the loop until what holds at its head holds whenever it comes back; by is why it is kept, or nil. It gives what holds
// where it comes back and behind it, and the value of its test.
func (w *walker) iterations(l loop, head *state, by *cause) (back, after *state, test *value) {
	m := meeting{at: l.cmd, by: by}
	for {
		s := head.copy()
		if l.bodyFirst {
			if s = w.cmd(l.body, s); s == nil {
				return nil, nil, nil
			}
		}
		w.at = ast.PlaceOf(l.cmd)
		test = w.top(l.test, s)
		after = s.copy()
		if test.literal != nil && *test.literal != 0 {
			after = nil
		}
		back = s
		if !l.bodyFirst {
			if back = w.cmd(l.body, s); l.step != nil {
				back = w.cmd(l.step, back)
			}
		}
		next := w.join(head.copy(), back.copy(), m)
		if same(head, next) || w.work <= 0 {
			return back, after, test
		}
		head = next
	}
}

// whyKept is why the loop cannot be unrolled, as far as its walk tells: of the test, or of what decides in the body whether it goes on, or of what
// leads it from one iteration to the next.
func (w *walker) whyKept(l loop, test *value, back *state) *cause {
	switch {
	case test == nil:
		return nil
	case !test.known():
		return test.why
	case test.literal == nil:
		return nil
	}
	if d := w.decisions[leaver(l.body, map[ast.Label]bool{})]; d != nil && d.why != nil {
		return &cause{kind: branch, x: d.test, at: d.at, next: d.why}
	}
	if back == nil {
		return nil
	}
	for _, name := range counters(l.body) {
		if v := back.vars[name]; v != nil && !v.known() {
			return v.why
		}
	}
	return nil
}
