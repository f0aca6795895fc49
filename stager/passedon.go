package stager

import (
	"slices"

	"scf/ast"
	"scf/inl"
)

// Variables that are constant are so for the callees that mention them, too: those get parameters of their own, as the function that is optimised has (globals.go), and
// whoever calls them passes these on. Where a name means something else in one of the functions, the callees keep the variable.

// mentionedGlobals are the variables that f mentions, and those that its callees do.
func (f *Function) mentionedGlobals() []ast.Global {
	out := ast.Globals(f.tree)
	for _, c := range f.callees() {
		for _, g := range ast.Globals(c.tree) {
			isSame := func(h ast.Global) bool { return h.Name == g.Name }
			if !slices.ContainsFunc(out, isSame) && f.meansOne(g.Name) {
				out = append(out, g)
			}
		}
	}
	return out
}

// meansOne reports whether the name of a variable of the file means nothing else in f and its callees.
func (f *Function) meansOne(name string) bool {
	return !f.isStatic(name) && !slices.ContainsFunc(f.trees(), func(g *ast.Func) bool { return ast.Declares(g, name) })
}

// passOn gives f parameters for its variables, and its callees for those of them that they mention, or that those do that they call.
func (f *Function) passOn() {
	callees := f.callees()
	f.passed = f.passedTo(callees)
	trees := ast.WithGlobals(f.trees(), f.passed)
	f.tree = trees[0]
	out := make([]callee, len(callees))
	for i, c := range callees {
		out[i] = callee{trees[i+1], c.gives, c.site, c.reach}
	}
	f.callees = func() []callee { return out }
}

// passedTo are the variables that functions get, by the functions' names.
func (f *Function) passedTo(callees []callee) map[string][]ast.Global {
	out := map[string][]ast.Global{f.Name: f.globals()}
	if areMiscalled(f.trees()) {
		return out
	}
	without := f.withoutPassed()
	if without[f.Name] {
		return out
	}
	needs := map[string]map[string]bool{}
	anyFunction := func(string) bool { return true }
	for _, c := range callees {
		needs[c.tree.Name] = map[string]bool{}
		for _, g := range append(ast.Globals(c.tree), ast.Literals(c.tree, anyFunction, true)...) {
			needs[c.tree.Name][g.Name] = f.meansOne(g.Name)
		}
	}
	for again := true; again; {
		again = false
		for _, c := range callees {
			again = includeNeeds(needs[c.tree.Name], inl.Calls(c.tree), needs) || again
		}
	}
	for _, g := range f.globals() {
		for name, needed := range needs {
			if needed[g.Name] && name != f.Name && !without[name] { // which has all of them, and may call itself
				out[name] = append(out[name], g)
			}
		}
	}
	return out
}

// includeNeeds includes what the functions that are called need in own, and reports whether that is more.
func includeNeeds(own map[string]bool, called []string, needs map[string]map[string]bool) (more bool) {
	for _, name := range called {
		for g, needed := range needs[name] {
			if needed && !own[g] {
				own[g], more = true, true
			}
		}
	}
	return more
}

// areMiscalled reports whether one of the functions is called with more or fewer arguments than it has parameters, as C allows where it is not
// declared with them.
func areMiscalled(fs []*ast.Func) (miscalled bool) {
	params := map[string]int{}
	for _, f := range fs {
		params[f.Name] = len(f.Params)
	}
	for _, f := range fs {
		ast.Walk(f.Body, nil, func(e ast.Expr) {
			if name, ok := inl.Called(e); ok {
				n, known := params[name]
				miscalled = miscalled || known && n != len(e.(*ast.Call).Args)
			}
		}, nil)
	}
	return miscalled
}

// withoutPassed are the functions that get no variables: those of which passes may find calls through pointers, which pass none on, and what they call.
func (f *Function) withoutPassed() map[string]bool {
	without := map[string]bool{}
	if !slices.ContainsFunc(f.trees(), callsThroughPointers) {
		return without
	}
	calls := map[string][]string{}
	for _, g := range f.trees() {
		calls[g.Name] = inl.Calls(g)
	}
	var add func(name string)
	add = func(name string) {
		if called, known := calls[name]; known && !without[name] {
			without[name] = true
			for _, next := range called {
				add(next)
			}
		}
	}
	for _, p := range f.reachedFunctions() {
		add(p.Name)
	}
	for _, g := range f.trees() {
		mentions := map[string]int{} // otherwise than in calls
		ast.Walk(g.Body, nil, func(e ast.Expr) {
			if name, ok := inl.Called(e); ok {
				mentions[name]--
			}
			if o, ok := e.(*ast.Object); ok {
				mentions[o.Name]++
			}
		}, nil)
		for name, n := range mentions {
			if n > 0 {
				add(name)
			}
		}
	}
	return without
}

// callsThroughPointers reports whether g calls something else than functions by their names.
func callsThroughPointers(g *ast.Func) (found bool) {
	ast.Walk(g.Body, nil, func(e ast.Expr) {
		if c, ok := e.(*ast.Call); ok {
			_, byName := inl.Called(c)
			_, isText := ast.TextOf(c)
			found = found || !byName && !isText
		}
	}, nil)
	return found
}

// passedCounts are how many variables each callee of f gets; setPassed makes of that what passOn made of f.
func (f *Function) passedCounts() []int {
	var out []int
	for _, c := range f.callees() {
		out = append(out, len(f.passed[c.tree.Name]))
	}
	if !slices.ContainsFunc(out, func(n int) bool { return n > 0 }) {
		return nil
	}
	return out
}

func (f *Function) setPassed(counts []int) (ok bool) {
	all := f.globals()
	f.passed = map[string][]ast.Global{f.Name: all}
	for i, c := range f.callees() {
		if i >= len(counts) {
			break
		}
		n := len(c.tree.Params)
		if counts[i] < 0 || counts[i] > n {
			return false
		}
		if c.tree.Name == f.Name { // f calls itself
			continue
		}
		for _, p := range c.tree.Params[n-counts[i]:] {
			at := slices.IndexFunc(all, func(g ast.Global) bool { return g.Name == p.Name })
			if at < 0 {
				return false
			}
			f.passed[c.tree.Name] = append(f.passed[c.tree.Name], all[at])
		}
	}
	return true
}

// withoutGlobals is g, which passes made of f or one of its callees, with the variables in place of the parameters for them, and the
// names of functions that the file has.
func (f *Function) withoutGlobals(g *ast.Func) *ast.Func {
	g = f.differs().undo(g)
	if len(f.passed) > 0 {
		g = ast.WithoutGlobals(g, func(name string) []ast.Global { return f.passed[baseName(name)] })
	}
	return g
}
