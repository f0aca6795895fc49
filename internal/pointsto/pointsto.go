// Package pointsto finds what pointers may lead to, in a function and in those of its file that it calls: constant tables, functions, and objects that these
// functions declare. Sets of targets grow until nothing is added, whatever the order of the commands and whoever calls (L. O. Andersen, Program
// Analysis and Specialization for the C Programming Language, 1994, chapter 4).
//
// What the function at the top is given, what other functions give and what is loaded from memory that may be written elsewhere is unknown. An object whose
// address gets where it is not followed, into another object among them, holds what is unknown, too. Accesses are taken to be as C has them:
// to members of a struct by its type, and to elements of arrays within their bounds.
//
//	pointsto.go  the analysis, functions and commands
//	values.go    what pointers are, and the places that they lead to
package pointsto

import (
	"slices"

	"scf/ast"
	"scf/inl"
)

// Source is what is known of a file.
type Source struct {
	// Function is the function of the file with that name, and what its types are; nil where it defines none, or none that can be seen.
	Function func(name string) (f *ast.Func, layouts ast.Layouts)
	// Table is the constant variable with that name in a function, "" for none: one of the file or of the function; nil for everything else.
	Table func(fn, name string) *ast.Variable
	// Given are the names of what a parameter of the function at the top may lead to, functions and tables; ok is false where that is unknown. It may be nil.
	Given func(parameter string) (names []string, ok bool)
}

// Kind is a kind of targets.
type Kind int

// The kinds of targets. Unknown is the only one of its kind.
const (
	Unknown Kind = iota
	Table
	Function
	Object
)

// Target is what a pointer may lead to.
type Target struct {
	Kind Kind
	Func string // that declares the object
	Name string // of the table, function or object
	// Inside is the member of an object into which the pointer leads; in tables it is "?" for a pointer that may lead elsewhere than to the beginning of an element.
	Inside string
}

// cell is what holds pointers: a variable, a member of an object (all elements of an array alike), or the result of a function.
type cell struct{ fn, name, member string }

// anywhere is the member of what lies somewhere in an object.
const anywhere = "*"

// set is targets in the order in which they were found.
type set struct {
	list []Target
	has  map[Target]bool
}

// Analysis is what was found.
type Analysis struct {
	source    Source
	top       string
	most      int
	nodes     int
	functions map[string]*ast.Func
	absent    map[string]bool
	order     []string
	locals    map[string]map[string]ast.Type
	tables    map[cell]*ast.Variable
	byName    map[string]*ast.Variable // tables, by the names of targets
	cells     map[cell]*set
	layouts   ast.Layouts
	clashing  map[string]bool // records that two functions define differently
	grown     bool
}

// Analyze is the analysis of the function at the top, whose types are as said, and of what it calls; nil where these have more than most nodes, or C in them
// that is kept.
func Analyze(top *ast.Func, layouts ast.Layouts, source Source, most int) *Analysis {
	a := &Analysis{source: source, top: top.Name, most: most, functions: map[string]*ast.Func{}, absent: map[string]bool{}, locals: map[string]map[string]ast.Type{},
		tables: map[cell]*ast.Variable{}, byName: map[string]*ast.Variable{}, cells: map[cell]*set{}, layouts: ast.Layouts{}, clashing: map[string]bool{}}
	if !a.enter(top, layouts) {
		return nil
	}
	for _, p := range top.Params {
		a.give(p)
	}
	for a.grown = true; a.grown; {
		a.grown = false
		for i := 0; i < len(a.order); i++ {
			a.function(a.functions[a.order[i]])
		}
		if a.nodes > most {
			return nil
		}
	}
	return a
}

// give adds what the parameter of the function at the top is given.
func (a *Analysis) give(p ast.Param) {
	if a.source.Given != nil && isPointer(p.Ty) && !p.InMemory {
		if names, ok := a.source.Given(p.Name); ok {
			for _, name := range names {
				a.add(cell{a.top, p.Name, ""}, a.target(ast.Address{Of: name}))
			}
			return
		}
	}
	a.add(cell{a.top, p.Name, ""}, Target{})
	a.add(cell{a.top, p.Name, anywhere}, Target{})
}

// Functions are the functions that were looked at, by their names in the order in which they were found.
func (a *Analysis) Functions() []string { return a.order }

// Tree is the tree of one of them.
func (a *Analysis) Tree(name string) *ast.Func { return a.functions[name] }

// Callees are the functions that the call, which one of the functions makes through a pointer, may lead to, none twice; ok is false where it may lead to others.
func (a *Analysis) Callees(fn string, c *ast.Call) (names []string, ok bool) {
	for _, t := range a.called(fn, c).list {
		switch t.Kind {
		case Function:
			names = append(names, t.Name)
		case Unknown:
			return nil, false
		}
	}
	return names, len(names) > 0
}

// PassesObject reports whether an argument of the call may lead to an object of one of the functions.
func (a *Analysis) PassesObject(fn string, c *ast.Call) bool {
	return slices.ContainsFunc(c.Args, func(x ast.Expr) bool {
		return slices.ContainsFunc(a.value(fn, x).list, func(t Target) bool { return t.Kind == Object })
	})
}

// Tables are how many constant tables the call may read the pointer to the function from.
func (a *Analysis) Tables(fn string, c *ast.Call) int {
	names := map[string]bool{}
	for _, t := range a.place(fn, ast.CalledPointer(c)).tables {
		names[t.name] = true
	}
	return len(names)
}

// enter has the function looked at, unless that is too much.
func (a *Analysis) enter(f *ast.Func, layouts ast.Layouts) bool {
	a.nodes += ast.Nodes(f)
	if a.nodes > a.most || ast.HasText(f.Body) {
		return false
	}
	locals := map[string]ast.Type{}
	for _, p := range f.Params {
		locals[p.Name] = p.Ty
	}
	ast.Walk(f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok {
			locals[d.Name] = d.Ty
		}
	}, nil, nil)
	for name, l := range layouts {
		if known, again := a.layouts[name]; again && !slices.EqualFunc(known.Fields, l.Fields, sameField) {
			a.clashing[name] = true
		}
		a.layouts[name] = l
	}
	a.functions[f.Name], a.locals[f.Name] = f, locals
	a.order = append(a.order, f.Name)
	a.grown = true
	return true
}

func sameField(f, g ast.Field) bool {
	return f.Name == g.Name && f.Offset == g.Offset && f.Bits == g.Bits && ast.Same(f.Ty, g.Ty)
}

// find is the function with that name, if it can be looked at.
func (a *Analysis) find(name string) *ast.Func {
	if f := a.functions[name]; f != nil || a.absent[name] {
		return f
	}
	if f, layouts := a.source.Function(name); f != nil && a.enter(f, layouts) {
		return f
	}
	a.absent[name] = true
	return nil
}

// table is the constant variable with that name in the function.
func (a *Analysis) table(fn, name string) *ast.Variable {
	key := cell{fn: fn, name: name}
	v, known := a.tables[key]
	if !known {
		if _, local := a.locals[fn][name]; !local {
			v = a.source.Table(fn, name)
		}
		if a.tables[key] = v; v != nil {
			a.byName[ast.Scoped(v.Func, v.Name)] = v
		}
	}
	return v
}

func (a *Analysis) add(c cell, t Target) {
	s := a.cells[c]
	if s == nil {
		s = &set{has: map[Target]bool{}}
		a.cells[c] = s
	}
	if !s.has[t] {
		s.has[t] = true
		s.list = append(s.list, t)
		a.grown = true
	}
}

func (a *Analysis) addAll(c cell, from set) {
	for _, t := range from.list {
		a.add(c, t)
	}
}

// function adds what the commands of f say.
func (a *Analysis) function(f *ast.Func) {
	fn := f.Name
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Declare:
			a.init(fn, cell{fn, c.Name, ""}, c.Ty, c.Init)
		case *ast.Assign:
			a.set(fn, cell{fn, c.Name, ""}, c.Ty, c.X)
		case *ast.Store:
			a.store(fn, c)
		case *ast.Return:
			a.set(fn, cell{fn: fn}, ast.TypeOf(c.X), c.X)
		}
	}, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Call:
			a.call(fn, e)
		case *ast.Convert:
			if ast.IsInteger(e.Ty) {
				a.escape(a.value(fn, e.X))
			}
		}
	}, nil)
}

// init adds what the variable starts with.
func (a *Analysis) init(fn string, c cell, t ast.Type, init ast.Init) {
	switch i := init.(type) {
	case *ast.InitExpr:
		a.set(fn, c, t, i.X)
	case *ast.InitList:
		c.member = anywhere
		for _, e := range i.Elems {
			var part ast.Type = ast.Int
			if x, ok := e.(*ast.InitExpr); ok {
				part = ast.TypeOf(x.X)
			}
			a.init(fn, c, part, e)
		}
	}
}

// set adds x, of type t, to what the cell holds: a variable, or members of one.
func (a *Analysis) set(fn string, c cell, t ast.Type, x ast.Expr) {
	switch t.(type) {
	case ast.Pointer:
		v := a.value(fn, x)
		if a.isMemory(c) || len(a.holds(cell{c.fn, c.name, anywhere}).list) > 0 { // or its address is elsewhere
			a.escape(v)
		}
		a.addAll(c, v)
	case ast.Integer, ast.Floating, ast.Boolean, ast.Void:
	default: // a whole struct
		a.add(cell{c.fn, c.name, anywhere}, Target{})
	}
}

// isMemory reports whether the cell is a part of an object that is more than a pointer.
func (a *Analysis) isMemory(c cell) bool {
	return c.member != "" || c.name != "" && !isPointer(a.locals[c.fn][c.name])
}

func (a *Analysis) store(fn string, s *ast.Store) {
	p := a.place(fn, s.Dest)
	t := ast.TypeOf(s.Dest)
	if p.unknown {
		a.escape(a.value(fn, s.X))
	}
	for _, c := range p.cells {
		if c.member == anywhere && !isPointer(t) {
			a.add(c, Target{}) // the bytes of a pointer, perhaps
		}
		a.set(fn, c, t, s.X)
	}
}

// call adds what the call does.
func (a *Analysis) call(fn string, c *ast.Call) {
	for _, t := range a.called(fn, c).list {
		if t.Kind == Function {
			if f := a.find(t.Name); f != nil && len(f.Params) == len(c.Args) {
				for i, p := range f.Params {
					a.set(fn, cell{f.Name, p.Name, ""}, p.Ty, c.Args[i])
				}
				continue
			}
		}
		for _, x := range c.Args {
			a.escape(a.value(fn, x))
		}
		if t.Kind == Unknown {
			a.callUnknown(ast.TypeOf(c.Fn))
		}
	}
}

// callUnknown adds that functions which may be called as one of the type t, or of a pointer to it, may get anything.
func (a *Analysis) callUnknown(t ast.Type) {
	if p, ok := t.(ast.Pointer); ok {
		t = p.Elem
	}
	fn, ok := t.(*ast.Function)
	for _, name := range a.order {
		f := a.functions[name]
		if ok && len(f.Params) != len(fn.Params) && !fn.Variadic {
			continue
		}
		for _, p := range f.Params {
			a.add(cell{name, p.Name, ""}, Target{})
			a.add(cell{name, p.Name, anywhere}, Target{})
		}
	}
}

// called is what the call leads to.
func (a *Analysis) called(fn string, c *ast.Call) set {
	if name, ok := inl.Called(c); ok {
		return single(Target{Kind: Function, Name: name})
	}
	return a.value(fn, ast.CalledPointer(c))
}

// escape has objects hold what is unknown, as their addresses get where they are not followed.
func (a *Analysis) escape(s set) {
	for _, t := range s.list {
		if t.Kind == Object {
			a.add(cell{t.Func, t.Name, anywhere}, Target{})
		}
	}
}

func isPointer(t ast.Type) bool {
	_, ok := t.(ast.Pointer)
	return ok
}

func single(t Target) set { return set{list: []Target{t}} }
