package stager

import (
	"maps"
	"slices"

	"scf/ast"
	"scf/inl"
)

// The steps of an interpreter that keeps its state in a struct, whose address each step gets (`ops[m.code[m.pc++]](&m)`, or a switch of such calls), stand in place of their calls where
// a step may jump as data say. Then the struct is variables, a loop of the interpreted program is one of what is made of it, and ways part in the
// loop where that program's do; a call would hide which way was taken. Where no step jumps so, calls are followed as they are (ast.WithReferences).

// mostStepNodes bounds what a function grows to by them, mostTransitionNodes a function that gives the next state (transitions).
const (
	mostStepNodes       = 5000
	mostTransitionNodes = 1000
)

// withSteps is tree, which is the function top that is optimised or one that it calls, and whose types are known, with steps in place of their calls; and which these are.
func (p *parsed) withSteps(tree, top *ast.Func, ls ast.Layouts, given *pointedTo) (*ast.Func, []string) {
	lookup := candidates(p.File, top.Name)
	source := inl.Source{Avoid: p.Style().Avoid, Lookup: func(name string) (inl.Candidate, bool) {
		c, ok := lookup(name)
		if c.Obstacle == notStatic && !p.Interposable(name) {
			c.Obstacle = ""
		}
		return c, ok
	}}
	if t := findThreads(tree, top, ls, given, p); t != nil {
		if out, inlined := stepped(t.tree(tree), t.source(source)); t.areIn(inlined) && (tree != top || !t.open) {
			return out, inlined
		}
		tree = t.marked(tree)
	}
	return stepped(tree, source)
}

// stepped is tree with steps in place of their calls; and which these are.
func stepped(tree *ast.Func, source inl.Source) (*ast.Func, []string) {
	var inlined []string
	inline := func(names []string) {
		if out, names, err := inl.Inline(tree, source, inl.Choice{Names: names}); err == nil && len(names) > 0 {
			ast.Number(out)
			tree, inlined = ast.FollowPointers(out), append(inlined, names...)
		}
	}
	for _, object := range records(tree) {
		s := &steps{source: source, functions: map[string]*stepping{}, failed: map[string]bool{}}
		if s.find(tree, object) && s.jumps() {
			inline(s.order)
		}
	}
	for _, name := range transitions(tree, source) {
		inline([]string{name})
	}
	return tree, inlined
}

// transitions are functions that give the next state of an automaton: `s = next(s, *text)` in a loop of f, or `s = step(*text)` where what s is decides in the loop.
func transitions(f *ast.Func, source inl.Source) (names []string) {
	values := onlyValues(f)
	loop := func(c ast.Cmd) {
		deciding := deciders(c)
		gives := map[string][]string{} // functions, by the variables that get their results
		ast.Walk(c, func(c ast.Cmd) {
			a, ok := c.(*ast.Assign)
			if !ok {
				return
			}
			x := unconverted(a.X)
			if v, ok := x.(*ast.Var); ok && values[v.Name] != nil {
				x = unconverted(values[v.Name])
			}
			for _, call := range callsFor(x) {
				if name, byName := inl.Called(call); byName && reads(append(deciding, call.Args...), a.Name) {
					gives[a.Name] = append(gives[a.Name], name)
				}
			}
		}, nil, nil)
		for _, x := range sortedKeys(gives) {
			names = append(names, chosenBy(gives[x], source)...)
		}
	}
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c.(type) {
		case *ast.While, *ast.DoWhile, *ast.For, *ast.Graph:
			loop(c)
		}
	}, nil, nil)
	slices.Sort(names)
	return slices.Compact(names)
}

// callsFor are the calls one of which gives the value x.
func callsFor(x ast.Expr) []*ast.Call {
	switch x := unconverted(x).(type) {
	case *ast.Call:
		return []*ast.Call{x}
	case *ast.Cond:
		return append(callsFor(x.Then), callsFor(x.Else)...)
	}
	return nil
}

// chosenBy are the functions, if one of them may do one thing or another and they are little enough.
func chosenBy(names []string, source inl.Source) (all []string) {
	nodes, choose := 0, false
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		c, ok := source.Lookup(name)
		if !ok || c.Obstacle != "" {
			continue
		}
		nodes += ast.Nodes(c.Func)
		choose = choose || branches(c.Func)
		all = append(all, name)
	}
	if !choose || nodes > mostTransitionNodes {
		return nil
	}
	return all
}

// onlyValues are the values of those variables of f that are set once.
func onlyValues(f *ast.Func) map[string]ast.Expr {
	values, times := map[string]ast.Expr{}, map[string]int{}
	set := func(name string, x ast.Expr) {
		times[name]++
		values[name] = x
	}
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Assign:
			set(c.Name, c.X)
		case *ast.Declare:
			if i, ok := c.Init.(*ast.InitExpr); ok {
				set(c.Name, i.X)
			}
		}
	}, nil, nil)
	for name, n := range times {
		if n > 1 {
			delete(values, name)
		}
	}
	return values
}

// deciders are the tests in the loop c that say where it goes on: its own, and those that select cases.
func deciders(c ast.Cmd) (tests []ast.Expr) {
	ast.Walk(c, func(c ast.Cmd) {
		if test := loopTest(c); test != nil {
			tests = append(tests, test)
		} else if test := selects(c); test != nil {
			tests = append(tests, test)
		}
	}, nil, nil)
	return tests
}

func unconverted(e ast.Expr) ast.Expr {
	for c, ok := e.(*ast.Convert); ok; c, ok = e.(*ast.Convert) {
		e = c.X
	}
	return e
}

// reads reports whether the variable stands in one of the expressions.
func reads(es []ast.Expr, name string) (found bool) {
	for _, e := range es {
		ast.WalkExpr(e, func(e ast.Expr) {
			v, ok := e.(*ast.Var)
			found = found || ok && v.Name == name
		})
	}
	return found
}

// branches reports whether f may do one thing or another.
func branches(f *ast.Func) (found bool) {
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Return:
			_, isCond := unconverted(c.X).(*ast.Cond)
			found = found || isCond
		case *ast.If, *ast.Switch:
			found = true
		}
	}, nil, nil)
	return found
}

// records are the structs that f declares and whose addresses it passes.
func records(f *ast.Func) (names []string) {
	passed := map[string]bool{}
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		if c, ok := e.(*ast.Call); ok {
			for _, a := range c.Args {
				passed[addressed(a)] = true
			}
		}
	}, nil)
	ast.Walk(f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok && passed[d.Name] {
			if _, isRecord := d.Ty.(ast.Record); isRecord {
				names = append(names, d.Name)
			}
		}
	}, nil, nil)
	return names
}

// addressed is the object that e is the address of, "" for none.
func addressed(e ast.Expr) string {
	if a, ok := e.(*ast.AddressOf); ok {
		if o, ok := a.X.(*ast.Object); ok {
			return o.Name
		}
	}
	return ""
}

// steps are the functions that get the address of an object, of one that declares it, the first.
type steps struct {
	source    inl.Source
	functions map[string]*stepping
	order     []string // of those that are called, by the first call
	open      []string // those that are looked into, from the first
	failed    map[string]bool
}

// fields are names of fields of the object.
type fields map[string]bool

// stepping is what a function does with the object.
type stepping struct {
	tree     *ast.Func
	names    map[string]bool       // of the object, and of parameters that are its address
	values   map[string][]ast.Expr // of its variables
	calls    []*ast.Call           // that pass the address
	nodes    int                   // with those of what it calls so
	loops    bool
	returned fields // what the result is computed from; nil before that is known
}

// find looks into the function that declares the object, and into those that get its address. It reports whether that goes nowhere else, into no recursion,
// and is little enough.
func (s *steps) find(tree *ast.Func, object string) bool {
	f := &stepping{tree: tree, names: map[string]bool{object: true}}
	s.functions[tree.Name] = f
	return s.look(f) && f.nodes <= mostStepNodes && len(s.order) > 0
}

func (s *steps) look(f *stepping) bool {
	f.values = map[string][]ast.Expr{}
	fine := map[ast.Expr]bool{}
	ast.Walk(f.tree.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Declare:
			if i, ok := c.Init.(*ast.InitExpr); ok {
				f.values[c.Name] = append(f.values[c.Name], i.X)
			}
		case *ast.Assign:
			f.values[c.Name] = append(f.values[c.Name], c.X)
		case *ast.While, *ast.DoWhile, *ast.For, *ast.Graph:
			f.loops = true
		}
	}, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Arrow:
			fine[e.X] = true
		case *ast.Deref:
			fine[e.X] = true
		case *ast.Call:
			if slices.ContainsFunc(e.Args, f.isAddress) {
				f.calls = append(f.calls, e)
				for _, a := range e.Args {
					fine[a] = true
				}
			}
		}
	}, nil)
	ok := true
	ast.Walk(f.tree.Body, nil, func(e ast.Expr) {
		if f.isAddress(e) {
			ok = ok && fine[e]
		}
	}, nil)
	f.nodes = ast.Nodes(f.tree)
	for _, c := range f.calls {
		g, known := s.called(f, c)
		if !ok || !known || f.nodes+g.nodes > mostStepNodes {
			return false
		}
		f.nodes += g.nodes
	}
	for _, c := range f.parts() {
		if g, known := s.called(f, c); known && f.nodes+g.nodes <= mostStepNodes {
			f.nodes += g.nodes
		}
	}
	return ok
}

// parts are the calls that pass the address of a part of the object, and not that of all of it.
func (f *stepping) parts() (calls []*ast.Call) {
	ast.Walk(f.tree.Body, nil, func(e ast.Expr) {
		c, ok := e.(*ast.Call)
		if ok && !slices.Contains(f.calls, c) && len(f.passed(c)) > 0 {
			calls = append(calls, c)
		}
	}, nil)
	return calls
}

// passed are the fields whose addresses, or those of parts of which, the call passes.
func (f *stepping) passed(c *ast.Call) fields {
	some := fields{}
	for _, e := range c.Args {
		if a, ok := e.(*ast.AddressOf); ok {
			some[f.field(a.X)] = true
		}
	}
	delete(some, "")
	return some
}

// isAddress reports whether e is the address of the object.
func (f *stepping) isAddress(e ast.Expr) bool {
	if v, ok := e.(*ast.Var); ok {
		return f.names[v.Name] && slices.ContainsFunc(f.tree.Params, func(p ast.Param) bool { return p.Name == v.Name })
	}
	return f.names[addressed(e)]
}

// called is the function that c calls; not known where it cannot stand in place of the call, or is being looked into.
func (s *steps) called(f *stepping, c *ast.Call) (g *stepping, known bool) {
	name, byName := inl.Called(c)
	candidate, ok := s.source.Lookup(name)
	if !byName || !ok || s.failed[name] || candidate.Obstacle != "" || slices.Contains(s.open, name) || name == f.tree.Name || len(c.Args) != len(candidate.Func.Params) {
		return nil, false
	}
	names := map[string]bool{}
	for i, a := range c.Args {
		if f.isAddress(a) {
			names[candidate.Func.Params[i].Name] = !candidate.Func.Params[i].InMemory
		}
	}
	if g, ok := s.functions[name]; ok {
		return g, slices.Equal(sortedKeys(g.names), sortedKeys(names))
	}
	g = &stepping{tree: ast.FollowPointers(candidate.Func), names: names}
	s.functions[name] = g
	n := len(s.order)
	s.order, s.open = append(s.order, name), append(s.open, name)
	known = s.look(g)
	s.open = s.open[:len(s.open)-1]
	if !known {
		for _, other := range s.order[n:] {
			delete(s.functions, other)
		}
		s.order, s.failed[name] = s.order[:n], true
	}
	return g, known
}

// jumps reports whether a step may set what a switch or an if goes by, in the functions one of which has a loop, as a test of other fields that are set says.
func (s *steps) jumps() bool {
	stored, loops := fields{}, false
	for _, f := range s.functions {
		loops = loops || f.loops
		ast.Walk(f.tree.Body, func(c ast.Cmd) {
			if x, ok := c.(*ast.Store); ok {
				stored[f.field(x.Dest)] = true
			}
		}, func(e ast.Expr) {
			if c, ok := e.(*ast.Call); ok {
				maps.Copy(stored, f.passed(c))
			}
		}, nil)
	}
	delete(stored, "")
	found := false
	for _, f := range s.functions {
		ast.Walk(f.tree.Body, func(c ast.Cmd) {
			if test := selects(c); test != nil && loops && !found {
				tested := fields{}
				s.add(f, test, tested, map[string]bool{})
				found = s.jumpsBy(tested, stored)
			}
		}, nil, nil)
	}
	return found
}

// selects is the test by which c goes to one of several cases: of a switch, or of one of several ifs perhaps; nil where it is something else.
func selects(c ast.Cmd) ast.Expr {
	switch c := c.(type) {
	case *ast.Switch:
		return c.Test
	case *ast.If:
		if b, ok := c.Test.(*ast.Binary); ok && b.Op == ast.Eq {
			if _, isConst := b.Y.(*ast.Const); isConst || isFunctionAddress(b.Y) {
				return b.X
			}
		}
	}
	return nil
}

func isFunctionAddress(e ast.Expr) bool {
	a, ok := e.(*ast.AddressOf)
	if !ok {
		return false
	}
	o, isObject := a.X.(*ast.Object)
	if !isObject {
		return false
	}
	_, isFunction := o.Ty.(*ast.Function)
	return isFunction
}

// jumpsBy reports whether a step may set one of the fields as a test of others that are stored to says, or such a test is that of a loop.
func (s *steps) jumpsBy(tested, stored fields) bool {
	others := maps.Clone(stored)
	for field := range tested {
		delete(others, field)
	}
	for name, f := range s.functions {
		if s.loopsBy(f, others) {
			return true
		}
		if !slices.Contains(s.order, name) { // the one that declares the object, which sets them anyway
			if s.setsIf(f, others, tested) {
				return true
			}
		} else if s.sets(f, f.tree.Body, tested) && s.asks(f, others) {
			return true
		}
	}
	return false
}

// loopsBy reports whether the test of a loop in f reads one of the fields.
func (s *steps) loopsBy(f *stepping, some fields) (found bool) {
	ast.Walk(f.tree.Body, func(c ast.Cmd) {
		read := fields{}
		if test := loopTest(c); test != nil {
			s.add(f, test, read, map[string]bool{})
		}
		for field := range read {
			found = found || some[field]
		}
	}, nil, nil)
	return found
}

// loopTest is the test of the loop c; nil where it is none.
func loopTest(c ast.Cmd) ast.Expr {
	switch c := c.(type) {
	case *ast.While:
		return c.Test
	case *ast.DoWhile:
		return c.Test
	case *ast.For:
		return c.Test
	}
	return nil
}

// setsIf reports whether f stores to one of the fields where an if says so that reads one of the others.
func (s *steps) setsIf(f *stepping, others, some fields) (found bool) {
	ast.Walk(f.tree.Body, func(c ast.Cmd) {
		x, ok := c.(*ast.If)
		if !ok || found {
			return
		}
		read := fields{}
		s.add(f, x.Test, read, map[string]bool{})
		for field := range read {
			found = found || others[field] && (s.sets(f, x.Then, some) || s.sets(f, x.Else, some))
		}
	}, nil, nil)
	return found
}

// field is the field of the object that a place lies in, "" for none.
func (f *stepping) field(place ast.Expr) string {
	switch e := place.(type) {
	case *ast.Index:
		return f.field(e.X)
	case *ast.Arrow:
		if f.isAddress(e.X) {
			return e.Field
		}
	case *ast.Member:
		if o, ok := e.X.(*ast.Object); ok && f.names[o.Name] {
			return e.Field
		}
		return f.field(e.X)
	}
	return ""
}

// add adds to fields those that e is computed from in f; variables are those that were followed.
func (s *steps) add(f *stepping, e ast.Expr, to fields, followed map[string]bool) {
	ast.WalkExpr(e, func(e ast.Expr) {
		if field := f.field(e); field != "" {
			to[field] = true
		}
		switch e := e.(type) {
		case *ast.Var:
			if !followed[e.Name] {
				followed[e.Name] = true
				for _, x := range f.values[e.Name] {
					s.add(f, x, to, followed)
				}
			}
		case *ast.Call:
			if slices.Contains(f.calls, e) {
				name, _ := inl.Called(e)
				for field := range s.returned(s.functions[name]) {
					to[field] = true
				}
			}
		}
	})
}

// returned are the fields that the result of f is computed from.
func (s *steps) returned(f *stepping) fields {
	if f.returned == nil {
		f.returned = fields{}
		ast.Walk(f.tree.Body, func(c ast.Cmd) {
			if r, ok := c.(*ast.Return); ok {
				s.add(f, r.X, f.returned, map[string]bool{})
			}
		}, nil, nil)
	}
	return f.returned
}

// sets reports whether c, in f, or what it calls, stores to one of the fields, or passes its address.
func (s *steps) sets(f *stepping, c ast.Cmd, some fields) (found bool) {
	ast.Walk(c, func(c ast.Cmd) {
		if x, ok := c.(*ast.Store); ok {
			found = found || some[f.field(x.Dest)]
		}
	}, func(e ast.Expr) {
		c, ok := e.(*ast.Call)
		if !ok || found {
			return
		}
		for field := range f.passed(c) {
			found = found || some[field]
		}
		if slices.Contains(f.calls, c) {
			name, _ := inl.Called(c)
			g := s.functions[name]
			found = found || s.sets(g, g.tree.Body, some)
		}
	}, nil)
	return found
}

// asks reports whether a test in f reads one of the fields.
func (s *steps) asks(f *stepping, some fields) (found bool) {
	ask := func(test ast.Expr) {
		read := fields{}
		s.add(f, test, read, map[string]bool{})
		for field := range read {
			found = found || some[field]
		}
	}
	ast.Walk(f.tree.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.If:
			ask(c.Test)
		case *ast.While:
			ask(c.Test)
		case *ast.DoWhile:
			ask(c.Test)
		case *ast.For:
			ask(c.Test)
		case *ast.Switch:
			ask(c.Test)
		}
	}, func(e ast.Expr) {
		if c, ok := e.(*ast.Cond); ok {
			ask(c.Test)
		}
	}, nil)
	return found
}
