package causes

import (
	"slices"

	"scf/ast"
	"scf/internal/diag"
)

// block is a block of commands that may be left from inside, or a node of a graph: where exits or jumps lead.
type block struct {
	tests int // how many open tests there are around it
	loops int // how many loops
	left  *state
	by    *cause // what decides whether it is led to; nil if that is known
}

// cmd is what holds behind c, where s holds before it; s is used up.
func (w *walker) cmd(c ast.Cmd, s *state) *state {
	if s == nil || !w.spend() {
		return nil
	}
	if at := ast.PlaceOf(c); at.IsValid() {
		w.at = at
	}
	switch c := c.(type) {
	case *ast.Seq:
		return w.cmd(c.Second, w.cmd(c.First, s))
	case *ast.Scope:
		return w.cmd(c.Body, s)
	case *ast.Advised:
		return w.cmd(c.Loop, s)
	case *ast.Skip:
		return s
	case *ast.If:
		return w.branches(c, c.Test, s)
	case *ast.Switch:
		return w.branches(c, c.Test, s)
	case *ast.Block:
		return w.block(c, s)
	case *ast.Graph:
		return w.graph(c, s)
	case *ast.Exit:
		return w.exit(c, c.To, s)
	case *ast.Jump:
		return w.exit(c, c.To, s)
	case *ast.While, *ast.DoWhile, *ast.For:
		return w.loop(newLoop(c), s)
	}
	if w.left.dropped(c) {
		return nil
	}
	return w.simple(c, s)
}

// simple is cmd of a command without others in it.
func (w *walker) simple(c ast.Cmd, s *state) *state {
	switch c := c.(type) {
	case *ast.Declare:
		return w.declare(c, s)
	case *ast.Assign:
		s.vars[c.Name] = w.assigned(w.top(c.X, s), c.Name, c.X)
	case *ast.Store:
		return w.store(c, s)
	case *ast.Eval:
		w.top(c.X, s)
	case *ast.Return:
		w.top(c.X, s)
		return nil
	case *ast.ReturnVoid:
		return nil
	}
	return s
}

// top is the value of the whole expression e of a command; what it calls may change memory, unless it is a function that passes know.
func (w *walker) top(e ast.Expr, s *state) *value {
	called := firstCall(e)
	if called == nil {
		return w.expr(e, s)
	}
	why := &cause{kind: changed, at: w.at, value: called}
	if ast.Expr(called) != e {
		w.forget(s, why)
	}
	v := w.expr(e, s)
	w.forget(s, why)
	return v
}

func firstCall(e ast.Expr) (found *ast.Call) {
	ast.WalkExpr(e, func(x ast.Expr) {
		if c, ok := x.(*ast.Call); ok && found == nil && !ast.CallsBuiltin(c) {
			found = c
		}
	})
	return found
}

// forget drops what is known of memory that calls and stores through pointers may change.
func (w *walker) forget(s *state, why *cause) {
	for c := range s.cells {
		if !w.isPrivate(c.name) {
			delete(s.cells, c)
		}
	}
	s.forgotten = why
}

// assigned is v as the value of the variable called name, which is set to e here.
func (w *walker) assigned(v *value, name string, e ast.Expr) *value {
	out := *v
	out.at = w.at
	if !v.known() {
		out.why = &cause{kind: set, x: &ast.Var{Name: name, Ty: ast.TypeOf(e)}, name: name, at: w.at, value: e, next: before(v.why, name, w.at)}
	}
	return &out
}

// before is what is behind the first time that the chain c has the variable set at that place, or c: going round a loop again says nothing new.
func before(c *cause, name string, at diag.Pos) *cause {
	for x := c; x != nil; x = x.next {
		if x.kind == set && x.name == name && x.at == at {
			c = x.next
		}
	}
	return c
}

func (w *walker) declare(c *ast.Declare, s *state) *state {
	switch i := c.Init.(type) {
	case *ast.InitExpr:
		v := w.assigned(w.top(i.X, s), c.Name, i.X)
		s.vars[c.Name] = v
		s.cells[cellOf(c.Name, 0, c.Ty)] = v
	case *ast.InitList:
		w.initialize(c.Name, 0, c.Ty, i, s)
	default:
		v := unknown(undefined, &ast.Var{Name: c.Name, Ty: c.Ty})
		v.why.name, v.why.at = c.Name, w.at
		s.vars[c.Name] = v
	}
	return s
}

// initialize sets the cells of an array, from an offset on, to what a list gives for them.
func (w *walker) initialize(name string, offset int64, t ast.Type, list *ast.InitList, s *state) {
	array, isArray := t.(ast.Array)
	size, sized := int64(0), false
	if isArray {
		size, sized = sizeOf(array.Elem)
	}
	for i, x := range list.Elems {
		at := offset + int64(i)*size
		switch x := x.(type) {
		case *ast.InitExpr:
			if v := w.top(x.X, s); sized {
				s.cells[cellOf(name, at, array.Elem)] = w.assigned(v, name, x.X)
			}
		case *ast.InitList:
			if sized {
				w.initialize(name, at, array.Elem, x, s)
			}
		}
	}
}

// store is a store: to an object with a name it changes what overlaps, else all that pointers may lead to.
func (w *walker) store(c *ast.Store, s *state) *state {
	v := w.top(c.X, s)
	if called := firstCall(c.Dest); called != nil {
		w.forget(s, &cause{kind: changed, at: w.at, value: called})
	}
	dest := w.object(c.Dest, s)
	w.written(c.Dest, dest)
	name, offset, named := placeOf(c.Dest)
	why := &cause{kind: changed, at: w.at, value: c.Dest}
	switch {
	case !named:
		w.forget(s, why)
		return s
	case offset < 0:
		for at := range s.cells {
			if at.name == name {
				s.cells[at] = &value{why: why, at: w.at}
			}
		}
		return s
	}
	to := cellOf(name, offset, ast.TypeOf(c.Dest))
	for at := range s.cells {
		if at.overlaps(to) {
			delete(s.cells, at)
		}
	}
	s.cells[to] = w.assigned(v, name, c.X)
	return s
}

// branches is an if or a switch. Passes take one way where the test is known.
func (w *walker) branches(c ast.Cmd, test ast.Expr, s *state) *state {
	t := w.top(test, s)
	by := w.decide(c, test, t)
	if by != nil {
		w.tests = append(w.tests, by)
		defer func() { w.tests = w.tests[:len(w.tests)-1] }()
	}
	m := meeting{at: c, by: by}
	switch c := c.(type) {
	case *ast.If:
		then := w.cmd(c.Then, s.copy())
		return w.join(then, w.cmd(c.Else, s), m)
	case *ast.Switch:
		var before *state
		for _, a := range c.Arms {
			before = w.cmd(a.Body, w.join(before, s, meeting{at: a.Body, by: by}))
		}
		if slices.ContainsFunc(c.Arms, func(a *ast.Arm) bool { return a.Default }) {
			return before
		}
		return w.join(before, s, m)
	}
	return s
}

// decide notes the decision that c takes by a test of that value, and is what makes it open; nil if passes take one way.
func (w *walker) decide(c ast.Cmd, test ast.Expr, t *value) *cause {
	if !w.left.keeps(c, !t.known()) {
		delete(w.decisions, c)
		return nil
	}
	d := &decision{cmd: c, test: test, at: w.at, why: t.why}
	w.decisions[c] = d
	_, isIf := c.(*ast.If)
	return &cause{kind: branch, x: test, at: d.at, next: t.why, isIf: isIf}
}

func (w *walker) block(c *ast.Block, s *state) *state {
	b := &block{tests: len(w.tests), loops: len(w.loops)}
	w.blocks[c.Label] = b
	return w.join(w.cmd(c.Body, s), b.left, meeting{at: c, by: b.by})
}

// graph walks nodes until what holds at each of them holds whenever a jump leads there.
func (w *walker) graph(c *ast.Graph, s *state) (after *state) {
	w.around++
	defer func() { w.around-- }()
	for i, n := range c.Nodes {
		b := &block{tests: len(w.tests), loops: len(w.loops)}
		if i == 0 {
			b.left = s
		}
		w.blocks[n.Label] = b
	}
	for again := true; again && w.work > 0; {
		again, after = false, nil
		walked := map[ast.Label]*state{}
		for _, n := range c.Nodes {
			if b := w.blocks[n.Label]; b.left != nil {
				walked[n.Label] = b.left.copy()
				after = w.join(after, w.cmd(n.Body, b.left.copy()), meeting{at: c})
			}
		}
		for _, n := range c.Nodes {
			if b := w.blocks[n.Label]; b.left != nil && (walked[n.Label] == nil || !same(walked[n.Label], b.left)) {
				again = true
			}
		}
	}
	return after
}

// exit carries s from c to the end of a block or to a node. If a test decides whether it is reached, it decides what holds there; and how often a loop runs that is
// left so decides about what it changes.
func (w *walker) exit(c ast.Cmd, to ast.Label, s *state) *state {
	b := w.blocks[to]
	if b == nil {
		return nil
	}
	if len(w.tests) > b.tests {
		by := w.tests[b.tests]
		b.by = by
		if len(w.loops) > b.loops {
			s = w.unsettled(w.loops[b.loops], s, by)
		}
	}
	b.left = w.join(b.left, s, meeting{at: c, by: b.by})
	return nil
}

// unsettled is s where it is not known how often the loop has run.
func (w *walker) unsettled(loop ast.Cmd, s *state, by *cause) *state {
	for _, name := range w.assignedIn(loop) {
		if v := s.vars[name]; v != nil && v.known() {
			u := *v
			u.why = &cause{kind: moved, name: name, x: &ast.Var{Name: name}, at: v.at, other: ast.PlaceOf(loop), next: by}
			s.vars[name] = &u
		}
	}
	return s
}

// assignedIn are the variables that are assigned in c.
func (w *walker) assignedIn(c ast.Cmd) []string {
	if names, ok := w.assigns[c]; ok {
		return names
	}
	names := []string{}
	ast.Walk(c, func(c ast.Cmd) {
		if a, ok := c.(*ast.Assign); ok && !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}, nil, nil)
	w.assigns[c] = names
	return names
}

// spend reports whether there is work left to spend.
func (w *walker) spend() bool {
	w.work--
	return w.work > 0
}

// decision is a command by whose test is decided late what is done, or how often.
type decision struct {
	cmd  ast.Cmd
	test ast.Expr
	at   diag.Pos
	why  *cause // why the test is not known; nil where the walk does not tell
	// bound is why a loop is kept where it is not for its test.
	bound string
}
