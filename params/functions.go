package params

import (
	"slices"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/suggest"
)

// This file gives the values of pointers to functions: functions, by their names, and null. All of one type are a list, as those of _Bool are.

// Function is a function that a constant pointer may lead to, where the function stands that has the parameter.
type Function struct {
	Name string
	Type *ast.Function
	Own  bool // the file defines it
}

// function is a pointer to the function.
type function struct {
	Function
	typ ast.Type // of the pointer
}

func (*function) isForm() {}

// functionOf is the type of the functions that pointers of type t lead to.
func functionOf(t ast.Type) (f *ast.Function, ok bool) {
	p, isPointer := t.(ast.Pointer)
	if isPointer {
		f, ok = p.Elem.(*ast.Function)
	}
	return f, ok
}

// find is the function of that name.
func find(fs []Function, name string) (f Function, ok bool) {
	i := slices.IndexFunc(fs, func(f Function) bool { return f.Name == name })
	if i < 0 {
		return Function{}, false
	}
	return fs[i], true
}

// fittingFunctions are the names of those that a pointer of type t may lead to.
func fittingFunctions(fs []Function, t ast.Type) (names []string) {
	for _, f := range fs {
		if f.fits(t) {
			names = append(names, f.Name)
		}
	}
	return names
}

// fits reports whether pointers of type t may lead to f.
func (f Function) fits(t ast.Type) bool {
	to, ok := functionOf(t)
	return ok && ast.Same(to, f.Type)
}

// everyFunction is null and all functions that pointers of type t may lead to; nothing where there are none.
func everyFunction(fs []Function, t ast.Type) Abstract {
	forms := []form{scalar{0, t}}
	for _, f := range fs {
		if f.fits(t) {
			forms = append(forms, &function{f, t})
		}
	}
	if len(forms) == 1 {
		return Abstract{}
	}
	return Abstract{forms}
}

// pointerTo is the pointer at the place to the function of that name. The error says why there is none, and the hint what would be right.
func pointerTo(name string, at place, fs []Function) (a Abstract, reason, hint string) {
	f, ok := find(fs, name)
	if ok && f.fits(at.typ) {
		return one(&function{f, at.typ}), "", ""
	}
	names := fittingFunctions(fs, at.typ)
	hint = "none of its type is declared before the function, with a prototype"
	if len(names) > 0 {
		hint = "those of its type that are declared before the function are " + diag.Names(names)
	}
	if ok {
		return Abstract{}, name + " is a function of another type than " + at.name + " leads to", hint
	}
	if close := suggest.Hint(name, names); close != "" {
		hint = close + " " + hint
	}
	return Abstract{}, at.name + " cannot be constant as " + name + ", which is no function that it may lead to", hint
}

// named elaborates the name of an integer, or of a function, or of a table, that is pointed to.
func (e elaborator) named(f *formSyntax, at place) (Abstract, error) {
	_, toFunction := functionOf(at.typ)
	switch {
	case ast.IsInteger(at.typ) && !f.Address && f.Index == "" && e.param.Numbers != nil:
		return e.name(f, f.Name, at)
	case !toFunction && f.Address:
		return e.link(f, f.Name, f.Index, at)
	case !toFunction || f.Index != "":
		return Abstract{}, e.errorf(f, "unexpected token %q", f.Name).WithHint("%s", knownForms(at.typ, e.late))
	}
	return e.function(f, f.Name, at)
}

// function elaborates the name of one where a pointer leads to functions.
func (e elaborator) function(f *formSyntax, name string, at place) (Abstract, error) {
	a, reason, hint := pointerTo(name, at, e.param.Functions)
	if reason != "" {
		return a, e.errorf(f, "%s", reason).WithHint("%s", hint)
	}
	return a, nil
}
