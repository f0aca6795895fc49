package ast

import "slices"

// This file finds objects of which a function shows nothing but what is in them, and gives objects other names.

// ReadsObject reports whether nothing can be seen of the object called name in f but what is in it: its address is in local pointers at most, through
// which f reads, and which are compared with each other, or passed to functions that only read what they lead to, by the number of an argument, or returned. Where inside is set, that is so of
// the pointers in it, too. returns tells that one is returned.
func ReadsObject(f *Func, name string, inside bool, onlyReads func(function string, argument int) bool) (reads, returns bool) {
	return (&exposure{name: name, inside: inside, onlyReads: onlyReads}).of(f)
}

// ReadsArgument is ReadsObject for what the parameter of f with that number leads to. Where apart is set f compares the address with null at most.
func ReadsArgument(f *Func, parameter int, inside, apart bool, onlyReads func(function string, argument int) bool) bool {
	if parameter >= len(f.Params) || f.Params[parameter].InMemory {
		return false
	}
	a := &exposure{inside: inside, apart: apart, onlyReads: onlyReads, holders: map[string]bool{f.Params[parameter].Name: true}}
	reads, _ := a.of(f)
	return reads
}

// ReadsResults is ReadsObject for what leads from the results of the functions called givers, and the pointers in it; f compares them with null at most.
func ReadsResults(f *Func, givers map[string]bool, onlyReads func(function string, argument int) bool) (reads, returns bool) {
	return (&exposure{givers: givers, inside: true, apart: true, onlyReads: onlyReads}).of(f)
}

func (a *exposure) of(f *Func) (reads, returns bool) {
	if a.holders == nil {
		a.holders = map[string]bool{}
	}
	for a.found = true; a.found; {
		a.found = false
		Walk(f.Body, a.hold, nil, nil)
	}
	Walk(f.Body, a.command, a.expr, nil)
	words := textWords(f) // what C that is kept as it is does with it is not known
	a.shown = a.shown || words[a.name]
	for holder := range a.holders {
		a.shown = a.shown || words[holder]
	}
	return !a.shown, a.returned
}

// exposure follows the address of an object.
type exposure struct {
	name      string          // of the object; "" where a parameter or results lead to it
	givers    map[string]bool // functions whose results lead to it
	inside    bool            // of pointers in the object, too
	apart     bool            // it may be one of several that are alike: its address is no other one
	onlyReads func(function string, argument int) bool
	holders   map[string]bool // local variables that may hold it
	found     bool            // another of these
	returned  bool            // f returns it
	shown     bool            // it leaves the function otherwise, or is a number
}

// hold finds the variable that c sets to the address.
func (a *exposure) hold(c Cmd) {
	set := func(name string, x Expr) {
		if a.holds(x) && !a.holders[name] {
			a.holders[name], a.found = true, true
		}
	}
	switch c := c.(type) {
	case *Declare:
		if i, ok := c.Init.(*InitExpr); ok {
			set(c.Name, i.X)
		}
	case *Assign:
		set(c.Name, c.X)
	}
}

// holds reports whether the value of e may be the address of the object, or of a part of it.
func (a *exposure) holds(e Expr) bool {
	if leadsToFunction(TypeOf(e)) {
		return false
	}
	switch e := e.(type) {
	case *Var:
		return a.holders[e.Name]
	case *AddressOf:
		return a.isPart(e.X)
	case *Convert:
		return isPointer(e.Ty) && a.holds(e.X)
	case *Binary:
		return (e.Op == PtrAdd || e.Op == PtrSub) && a.holds(e.X)
	case *Cond:
		return a.holds(e.Then) || a.holds(e.Else)
	case *Call:
		o, byName := e.Fn.(*Object)
		return isPointer(e.Ty) && (byName && a.givers[o.Name] || slices.ContainsFunc(e.Args, a.holds)) // it may be returned
	}
	_, isArray := TypeOf(e).(Array)
	return (isArray || a.inside && isPointer(TypeOf(e))) && a.isPart(e)
}

// leadsToFunction reports whether t is a pointer to a function, which is no part of an object.
func leadsToFunction(t Type) bool {
	p, ok := t.(Pointer)
	if !ok {
		return false
	}
	_, ok = p.Elem.(*Function)
	return ok
}

// isPart reports whether e designates the object, or a part of it.
func (a *exposure) isPart(e Expr) bool {
	switch e := e.(type) {
	case *Object:
		return a.name != "" && e.Name == a.name
	case *Member:
		return a.isPart(e.X)
	case *Index:
		return a.holds(e.X)
	case *Arrow:
		return a.holds(e.X)
	case *Deref:
		return a.holds(e.X)
	}
	return false
}

// copies reports whether e is a struct of the object, whose pointers go where it does.
func (a *exposure) copies(e Expr) bool {
	if x, ok := e.(*Cond); ok {
		return a.copies(x.Then) || a.copies(x.Else)
	}
	return a.inside && isRecord(TypeOf(e)) && a.isPart(e)
}

func (a *exposure) command(c Cmd) {
	switch c := c.(type) {
	case *Declare:
		if i, ok := c.Init.(*InitExpr); ok {
			a.shown = a.shown || a.copies(i.X)
		}
		if l, ok := c.Init.(*InitList); ok {
			RebuildInit(l, func(x Expr) Expr {
				a.shown = a.shown || a.holds(x) || a.copies(x)
				return x
			})
		}
	case *Store:
		a.shown = a.shown || a.holds(c.X) || a.copies(c.X) || a.isPart(c.Dest)
	case *Return:
		a.shown, a.returned = a.shown || a.copies(c.X), a.returned || a.holds(c.X)
	}
}

func (a *exposure) expr(e Expr) {
	switch e := e.(type) {
	case *Object:
		a.shown = a.shown || a.holders[e.Name]
	case *Convert:
		a.shown = a.shown || (!isPointer(e.Ty) || leadsToFunction(e.Ty)) && a.holds(e.X)
	case *Binary:
		if a.apart && (e.Op.IsComparison() || e.Op == PtrDiff) {
			a.shown = a.shown || a.holds(e.X) && !isNullPointer(e.Y) || a.holds(e.Y) && !isNullPointer(e.X)
		}
	case *Call:
		o, byName := e.Fn.(*Object)
		for i, x := range e.Args {
			if a.holds(x) {
				a.shown = a.shown || !byName || !a.onlyReads(o.Name, i)
			}
			a.shown = a.shown || a.copies(x)
		}
	}
}

// isNullPointer reports whether e is a null pointer, converted perhaps.
func isNullPointer(e Expr) bool {
	for {
		c, ok := e.(*Convert)
		if !ok {
			return isNull(e)
		}
		e = c.X
	}
}

// WithNames is f, in a copy, with other names for objects: those that names has.
func WithNames(f *Func, names map[string]string) *Func {
	out := *f
	out.Body = renameCmd(f.Body, func(name string) string {
		if to, ok := names[name]; ok {
			return to
		}
		return name
	})
	return &out
}
