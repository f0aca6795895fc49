package stager

import (
	"fmt"
	"slices"
	"strings"

	"scf/ast"
	"scf/inl"
	"scf/internal/diag"
)

// What becomes of the functions that passes have made (ast.Program.Made): one that is called once stands in place of its call, as do some that are small, the others are
// functions beside the optimised one, with names that the file does not use.

// unused is what the next function is called that is made of the one called base, for root, which stands in the file as as: a name that the file does not
// use, nor a variable of the functions. Those of several functions of a file are told apart by it. numbers are the last ones given, by base.
func (f *Function) unused(as, root, base string, numbers map[string]int, variables map[string]bool) string {
	prefix := as
	if base != root {
		prefix += "_" + base
	}
	for {
		numbers[base]++
		if name := fmt.Sprintf("%s_%d", prefix, numbers[base]); !f.text.Mentions(name) && !variables[name] {
			return name
		}
	}
}

// variablesOf are the names of the parameters and variables of root and of the functions made for it.
func variablesOf(root *ast.Func, made []*ast.Func) map[string]bool {
	names := map[string]bool{}
	add := func(name string) {
		name, _, _ = strings.Cut(name, "#")
		names[name] = true
	}
	for _, f := range append([]*ast.Func{root}, made...) {
		for _, p := range f.Params {
			add(p.Name)
		}
		ast.Walk(f.Body, func(c ast.Cmd) {
			if d, ok := c.(*ast.Declare); ok {
				add(d.Name)
			}
		}, nil, nil)
	}
	return names
}

// withMade is the optimised function of p with the functions that it needs, and what those are called in the file that these are made of.
func (f *Function) withMade(p *ast.Program) (root *ast.Func, bases map[string]string) {
	if len(p.Made) == 0 {
		return f.differs().undispatched(p.Func), nil
	}
	m := &making{function: f, made: map[string]*ast.Func{}, read: map[*ast.Func]read{}}
	for _, g := range p.Made {
		m.made[g.Name] = g
	}
	m.leaveUnchanged(p.Func)
	p.Func = f.differs().undispatched(p.Func)
	for name, g := range m.made { // no pass behind the one that made them has been through them
		g = ast.WithoutDeadStores(f.differs().undispatched(g))
		g.Body = ast.Structured(g.Body)
		m.made[name] = g
	}
	root = m.withoutUnneeded(p.Func)
	if m.find(root); len(m.order) == 0 {
		return root, nil
	}
	root = m.unfolded(root)
	var kept []*ast.Func
	for _, g := range m.order {
		if !m.once[g.Name] {
			kept = append(kept, m.unfolded(g))
		}
	}
	if f.differs().refers {
		root = f.withoutReferents(root)
		for i, g := range kept {
			kept[i] = f.withoutReferents(g)
		}
	}
	return root, m.finish(root, kept)
}

// withoutReferents is g, in which functions stand in place of their calls, without what they moved in objects whose addresses were passed for references, and what
// nothing reads now.
func (f *Function) withoutReferents(g *ast.Func) *ast.Func {
	return ast.WithoutDeadStores(ast.SplitRecords(g, f.allLayouts()))
}

// making is what is known of the functions that are made.
type making struct {
	function *Function
	made     map[string]*ast.Func
	read     map[*ast.Func]read // of functions as passes gave them
	order    []*ast.Func        // those that are needed, by the first call
	once     map[string]bool    // those that stand in place of their calls, most often of one
}

// read is what there is in a function: calls of functions by name, in their order, and nodes.
type read struct {
	calls []*ast.Object
	nodes int
}

func (m *making) of(f *ast.Func) read {
	r, known := m.read[f]
	if !known {
		r.calls, r.nodes = callsOf(f), ast.Nodes(f)
		m.read[f] = r
	}
	return r
}

// callsOf are the names in calls of f by name, in their order.
func callsOf(f *ast.Func) []*ast.Object {
	var calls []*ast.Object
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		if _, ok := inl.Called(e); ok {
			calls = append(calls, e.(*ast.Call).Fn.(*ast.Object))
		}
	}, nil)
	return calls
}

// leaveUnchanged drops those of the functions that are what the file has, whose calls call that again.
func (m *making) leaveUnchanged(root *ast.Func) {
	for {
		same := map[string]string{}
		for name, g := range m.made {
			if m.isUnchanged(g) {
				same[name] = baseName(name)
			}
		}
		if len(same) == 0 {
			return
		}
		rename(root, m.of(root).calls, same)
		for name, g := range m.made {
			rename(g, m.of(g).calls, same)
			if same[name] != "" {
				delete(m.made, name)
			}
		}
	}
}

// isUnchanged reports whether g does what the function of the file does that it is made of, by what is written in it.
func (m *making) isUnchanged(g *ast.Func) bool {
	base := baseName(g.Name)
	for _, c := range m.function.callees() {
		if c.tree.Name == base {
			original := m.function.withoutGlobals(c.tree)
			return ast.Nodes(original) == m.of(g).nodes && bodyText(original, base) == bodyText(g, base)
		}
	}
	return false
}

// bodyText is the body of g, with calls of itself under that name.
func bodyText(g *ast.Func, name string) string {
	return ast.PrintBody(renamedCopy(g, map[string]string{g.Name: name}), ast.DefaultStyle())
}

// find finds what root needs, and what stands in place of its calls: what is called once, by something other than itself, and what is small.
func (m *making) find(root *ast.Func) {
	calls := map[string]int{}
	seen := map[string]bool{}
	var visit func(f *ast.Func)
	visit = func(f *ast.Func) {
		var next []*ast.Func
		for _, callee := range m.of(f).calls {
			g := m.made[callee.Name]
			if g == nil {
				continue
			}
			calls[callee.Name]++
			if !seen[callee.Name] {
				seen[callee.Name] = true
				m.order = append(m.order, g)
				next = append(next, g)
			}
		}
		for _, g := range next {
			visit(g)
		}
	}
	visit(root)
	m.once = map[string]bool{}
	small := m.function.differs().refers
	for _, g := range m.order {
		m.once[g.Name] = (calls[g.Name] == 1 || small && m.isSmall(g) || m.isValue(g)) && !ast.HasText(g.Body)
	}
}

// smallNodes is how many nodes a function may have that is put in place of all its calls, where functions move what is in objects that are passed for references: what
// is left of one is most often such a move, which no one needs when the call is gone.
const smallNodes = 30

// isSmall reports whether g is such a function, which calls no others that are made.
func (m *making) isSmall(g *ast.Func) bool {
	r := m.of(g)
	return r.nodes <= smallNodes && !slices.ContainsFunc(r.calls, func(o *ast.Object) bool { return m.made[o.Name] != nil })
}

// valueNodes is how many nodes a function may have that does nothing but return a value, to stand in place of its calls.
const valueNodes = 20

// isValue reports whether g is such a function: the leaf of an expression, as an evaluator leaves it.
func (m *making) isValue(g *ast.Func) bool {
	returns, other := 0, ast.FallsOff(g.Body)
	ast.Walk(g.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Skip, *ast.Seq, *ast.Scope, *ast.Block:
		case *ast.Declare:
			_, without := c.Init.(ast.NoInit)
			other = other || !without
		case *ast.Return:
			returns++
			other = other || ast.HasCall(c.X)
		default:
			other = true
		}
	}, nil, nil)
	return returns == 1 && !other && m.of(g).nodes <= valueNodes
}

// unfolded is f with the functions in it that stand in place of their calls. One that cannot stand there stays a function.
func (m *making) unfolded(f *ast.Func) *ast.Func {
	names := m.onceIn(f)
	if len(names) == 0 {
		return copyOf(f)
	}
	lookup := func(name string) (inl.Candidate, bool) {
		g := m.made[name]
		return inl.Candidate{Func: g}, g != nil
	}
	source := inl.Source{Lookup: lookup, Avoid: m.function.text.Mentions}
	if f.Name == m.function.Name {
		source.Kept = m.function.site.KeptNames
	}
	if out, _, err := inl.Inline(f, source, inl.Choice{Names: names}); err == nil {
		return out
	}
	for _, name := range names {
		m.once[name] = false
	}
	return copyOf(f)
}

func copyOf(f *ast.Func) *ast.Func {
	out := *f
	out.Body = ast.CopyCmd(f.Body)
	return &out
}

// onceIn are the functions that stand in place of their calls and that f calls, or one of them.
func (m *making) onceIn(f *ast.Func) []string {
	var names []string
	for waiting := m.of(f).calls; len(waiting) > 0; waiting = waiting[1:] {
		if name := waiting[0].Name; m.once[name] {
			names = append(names, name)
			waiting = append(waiting[:len(waiting):len(waiting)], m.of(m.made[name]).calls...)
		}
	}
	return names
}

// finish gives the functions that are kept their names and root its Made, and numbers all. It tells what they are made of.
func (m *making) finish(root *ast.Func, kept []*ast.Func) map[string]string {
	names, numbers, bases := map[string]string{}, map[string]int{}, map[string]string{}
	variables := variablesOf(root, kept)
	for _, g := range kept {
		base := baseName(g.Name)
		names[g.Name] = m.function.unused(root.Name, root.Name, base, numbers, variables)
		bases[names[g.Name]] = base
	}
	root.Made = kept
	rename(root, callsOf(root), names)
	last := ast.NumberBehind(0, root)
	for _, g := range kept {
		g.Made = kept
		rename(g, callsOf(g), names)
		last = ast.NumberBehind(last, g)
	}
	return bases
}

// renamedCopy is f with other names for it and for what it calls.
func renamedCopy(f *ast.Func, names map[string]string) *ast.Func {
	out := copyOf(f)
	rename(out, callsOf(out), names)
	return out
}

// rename gives f, whose calls these are, and what it calls other names.
func rename(f *ast.Func, calls []*ast.Object, names map[string]string) {
	if to := names[f.Name]; to != "" {
		f.Name = to
	}
	for _, callee := range calls {
		if to := names[callee.Name]; to != "" {
			callee.Name = to
		}
	}
}

// locate gives the commands of trees that passes gave the places that the labels of their nodes have in the source.
func (f *Function) locate(trees ...*ast.Func) {
	nodes := nodesOf(trees...)
	f.locateNodes(nodes)
	var places []diag.Pos
	for _, n := range nodes {
		if n.hasPlace {
			places = append(places, n.at)
		}
	}
	ast.SetPlaces(places, trees...)
}
