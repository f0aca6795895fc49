package stager

import (
	"slices"

	"scf/ast"
	"scf/inl"
	"scf/internal/pointsto"
)

// Threaded code: a program of pointers to the functions that do its steps, in a constant table, through which an interpreter calls them (`ip->run(&m, ip->arg)`).
// Where all pointers with which such a call may be made lead into constant tables (package pointsto), one test after the other tells which function it is, so that the
// steps may stand in place of their calls.

// mostThreadNodes bounds the functions that are looked through for where pointers come from. mostTested bounds the functions that are told by tests where which program it is
// may remain open: with 10 of them the tests, with the steps in place, take 0.4 of the time of the calls, with 20 of them 1.1, with 40 of them 1.7.
const (
	mostThreadNodes = 20_000
	mostTested      = 16
)

// threads are the functions in which calls through such pointers have tests.
type threads struct {
	analysis *pointsto.Analysis
	isOf     func(name string, t *ast.Function) bool // may the one that is optimised name the function, as one of the type?
	constant func(fn, name string) *ast.Variable     // the constant variable with that name in a function; nil for what is none
	trees    map[string]*ast.Func
	names    map[string]bool // of the functions that are called so
	open     bool            // they are told by too many tests, should the program not be known
}

// pointedTo is what is known of where pointers lead that the function at the top is given.
type pointedTo struct {
	names     map[string][]string // by parameters: functions and tables
	variables map[string]*ast.Variable
	used      bool // there are threads
}

// constant is the constant variable that is called name in the function called fn, or one of what is given; nil if it is none.
func (g *pointedTo) constant(file *parsed) func(fn, name string) *ast.Variable {
	if g == nil {
		return file.constant
	}
	return func(fn, name string) *ast.Variable {
		if v := g.variables[name]; v != nil {
			return v
		}
		return file.constant(fn, name)
	}
}

func (g *pointedTo) of(parameter string) (names []string, ok bool) {
	if g == nil {
		return nil, false
	}
	names, ok = g.names[parameter]
	return names, ok
}

// withThreads is f with steps in place of calls through pointers to which what is known of its parameters leads, if it, or a function that it calls, makes such calls.
func (f *Function) withThreads(known func(p Param) Abstract) *Function {
	if f.file == nil || f.given || !slices.ContainsFunc(f.trees(), callsThroughPointers) {
		return f
	}
	given := &pointedTo{names: map[string][]string{}, variables: map[string]*ast.Variable{}}
	for _, p := range f.Params[:f.own()] {
		a := known(p)
		if !p.IsPointer() || !a.IsConstant() {
			continue
		}
		names, made := a.Pointees(p)
		given.names[p.Name] = names
		for _, v := range made {
			given.variables[v.Name] = v
		}
	}
	if len(given.names) == 0 {
		return f
	}
	g := f.preparedWith(given)
	if g.callees(); !given.used {
		return f
	}
	return g
}

// preparedWith is f, prepared for passes with what is given.
func (f *Function) preparedWith(given *pointedTo) *Function {
	f.file.Lock()
	defer f.file.Unlock()
	g := f.remade(f.plain, nil, given)
	g.given = true
	return g
}

// findThreads finds those that tree, of types that are known, calls, and tree itself; nil where there are none. top is the function that is optimised, which calls it.
func findThreads(tree, top *ast.Func, ls ast.Layouts, given *pointedTo, file *parsed) *threads {
	if !file.mayThread(tree) {
		return nil
	}
	a := file.pointers(top, ls, given)
	if a == nil || a.Tree(tree.Name) == nil {
		return nil
	}
	t := &threads{analysis: a, isOf: file.functionsOf(top.Name), constant: given.constant(file), trees: map[string]*ast.Func{}, names: map[string]bool{}}
	for _, name := range a.Functions() {
		if f := a.Tree(name); f.Name != tree.Name {
			t.add(f)
		}
	}
	t.add(tree)
	if len(t.trees) == 0 {
		return nil
	}
	if given != nil {
		given.used = true
	}
	return t
}

// add adds f, if it has such calls.
func (t *threads) add(f *ast.Func) {
	if !callsThroughPointers(f) {
		return
	}
	own := *f
	own.Body = ast.CopyCmd(f.Body)
	out := ast.Threaded(&own, func(c *ast.Call) []string {
		names := t.callees(f.Name, c)
		for _, name := range names {
			t.names[name] = true
		}
		t.open = t.open || len(names) > mostTested && t.analysis.Tables(f.Name, c) != 1
		return names
	}, false)
	if out != &own {
		t.trees[f.Name] = out
	}
}

// callees are the functions that the call in the one called fn may lead to, if it is one through a pointer and these are known.
func (t *threads) callees(fn string, c *ast.Call) []string {
	if _, byName := inl.Called(c); byName {
		return nil
	}
	names, known := t.analysis.Callees(fn, c)
	pointer, _ := ast.TypeOf(ast.CalledPointer(c)).(ast.Pointer)
	of, isFunction := pointer.Elem.(*ast.Function)
	if !known || !isFunction || slices.ContainsFunc(names, func(name string) bool { return !t.isOf(name, of) }) {
		return nil
	}
	return names
}

// marked is f with tests in place of such calls, of which calls are made again where they tell nothing: of those that pass an object, so that what is known of it is followed into each
// of the functions and is not lost, and of all, if a function that is called mentions constant variables, which are passed on in calls by name alone (passedon.go).
func (t *threads) marked(f *ast.Func) *ast.Func {
	all := slices.ContainsFunc(t.analysis.Functions()[1:], func(name string) bool {
		return slices.ContainsFunc(ast.Globals(t.analysis.Tree(name)), func(g ast.Global) bool { return t.constant(name, g.Name) != nil })
	})
	return ast.Threaded(f, func(c *ast.Call) []string {
		if !all && !t.analysis.PassesObject(f.Name, c) {
			return nil
		}
		return t.callees(f.Name, c)
	}, true)
}

// seen is a function of the file as it is looked through: nothing of it becomes part of another one.
type seen struct {
	tree     *ast.Func
	layouts  ast.Layouts
	pointers bool     // it calls through pointers
	called   []string // those that it passes addresses to
}

// see is the function called name, lowered once; nil where the file defines none that can be.
func (p *parsed) see(name string) *seen {
	s, known := p.seen[name]
	if !known && p.HasDefinition(name) {
		if front, _, err := p.Callee(name); err == nil {
			tree := withTables(front)
			s = &seen{tree, front.Layouts, callsThroughPointers(tree), passesPointers(tree)}
		}
		p.seen[name] = s
	}
	return s
}

// passesPointers are the functions that f passes pointers to.
func passesPointers(f *ast.Func) (names []string) {
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		if name, ok := inl.Called(e); ok && !slices.Contains(names, name) && slices.ContainsFunc(e.(*ast.Call).Args, isPointer) {
			names = append(names, name)
		}
	}, nil)
	return names
}

// mayThread reports whether f calls through a pointer, or another function that it passes an address to.
func (p *parsed) mayThread(f *ast.Func) bool {
	if callsThroughPointers(f) {
		return true
	}
	met := map[string]bool{f.Name: true}
	for waiting := passesPointers(f); len(waiting) > 0; waiting = waiting[1:] {
		name := waiting[0]
		if met[name] {
			continue
		}
		met[name] = true
		s := p.see(name)
		switch {
		case s == nil:
		case s.pointers:
			return true
		default:
			waiting = append(waiting, s.called...)
		}
	}
	return false
}

// pointers is the analysis of the function at the top, made once for it and for those that it calls; nil where it is too large.
func (p *parsed) pointers(top *ast.Func, ls ast.Layouts, given *pointedTo) *pointsto.Analysis {
	if p.analysed != top || p.analysedFor != given {
		function := func(name string) (*ast.Func, ast.Layouts) {
			if s := p.see(name); s != nil {
				return s.tree, s.layouts
			}
			return nil, nil
		}
		p.analysis = pointsto.Analyze(top, ls, pointsto.Source{Table: given.constant(p), Given: given.of, Function: function}, mostThreadNodes)
		p.analysed, p.analysedFor = top, given
	}
	return p.analysis
}

func isPointer(e ast.Expr) bool {
	_, ok := ast.TypeOf(e).(ast.Pointer)
	return ok
}

// tree is f with tests.
func (t *threads) tree(f *ast.Func) *ast.Func {
	if out := t.trees[f.Name]; out != nil {
		return out
	}
	return f
}

// source is one of functions with tests.
func (t *threads) source(of inl.Source) inl.Source {
	lookup := of.Lookup
	of.Lookup = func(name string) (inl.Candidate, bool) {
		c, ok := lookup(name)
		if c.Func != nil {
			c.Func = t.tree(c.Func)
		}
		return c, ok
	}
	return of
}

// areIn reports whether all functions that are called so in f are among the names.
func (t *threads) areIn(names []string) bool {
	for name := range t.names {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}
