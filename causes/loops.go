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
	by := w.kept[l.cmd]
	if w.around == 0 || by == nil {
		outside := w.outside()
		delete(w.decisions, l.cmd)
		head, back, after, test := w.iterations(l, s.copy(), nil)
		why := w.whyKept(l, test, back)
		if Interprets(l.body) && why.byIf() {
			why = nil
		}
		if !w.left.keeps(l.cmd, why != nil) {
			w.lastly(l, head)
			return after
		}
		w.restore(outside)
		by = &cause{kind: kept, x: l.test, at: at, next: why}
		w.kept[l.cmd] = by
	}
	w.tests = append(w.tests, by)
	head, _, after, _ := w.iterations(l, s, by)
	w.lastly(l, head)
	w.tests = w.tests[:len(w.tests)-1]
	w.decisions[l.cmd] = &decision{cmd: l.cmd, test: l.test, at: at, why: by.next}
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

// iterations walks the loop until what holds at its head holds whenever it comes back; by is why it is kept, or nil. It gives what holds at its head,
// where it comes back and behind it, and the value of its test.
func (w *walker) iterations(l loop, s *state, by *cause) (head, back, after *state, test *value) {
	m := meeting{at: l.cmd, by: by}
	w.around++
	defer func() { w.around-- }()
	for head = s; ; {
		back, after, test = w.iteration(l, head.copy())
		next := w.join(head.copy(), back.copy(), m)
		if w.work <= 0 || same(head, next) {
			return head, back, after, test
		}
		head = next
	}
}

// lastly walks the loop once more, behind all iterations, for what is found in it: while they go on, a loop in it that has been found to be kept stays
// so, or a nest would be walked twice as often for each loop in it.
func (w *walker) lastly(l loop, head *state) {
	if w.around == 0 && hasLoop(l.body) {
		w.iteration(l, head.copy())
	}
}

// iteration walks the loop once. It gives what holds where it comes back and behind it, and the value of its test.
func (w *walker) iteration(l loop, s *state) (back, after *state, test *value) {
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
	if l.bodyFirst {
		return s, after, test
	}
	back = w.cmd(l.body, s)
	if l.step != nil {
		back = w.cmd(l.step, back)
	}
	return back, after, test
}

// hasLoop reports whether there is a loop in c.
func hasLoop(c ast.Cmd) bool {
	found := false
	ast.Walk(c, func(c ast.Cmd) { found = found || isLoop(c) }, nil, nil)
	return found
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

// byIf reports whether an if has a part in it, or a test of which the walk does not tell why it is left. A loop that interprets a program is copied for
// both ways of an if, so that this may not be why it is kept.
func (c *cause) byIf() bool {
	for ; c != nil; c = c.next {
		if c.isIf || c.kind == branch && c.next == nil {
			return true
		}
	}
	return false
}
