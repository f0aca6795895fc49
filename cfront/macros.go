package cfront

import (
	"scf/ast"
)

// This file keeps printed text and macros apart. A function is printed with its macros expanded; what is printed must not be
// expanded again.

// checkMacros refuses a function whose printed text a macro of the file would change.
func (l *lowerer) checkMacros(f *ast.Func) {
	seen := map[string]bool{}
	check := func(name string, called bool) {
		if !seen[name] && l.file.expands(name, called) {
			seen[name] = true
			l.refuse(l.fn.Declarator, "a use of "+name+", which is the name of a macro too,", "leave this function out, or undefine the macro")
		}
	}
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Object:
			check(e.Name, false)
		case *ast.Var:
			check(e.Name, false)
		case *ast.Member:
			check(e.Field, false)
		case *ast.Arrow:
			check(e.Field, false)
		case *ast.Call:
			if name := lastName(e.Fn); name != "" {
				check(name, true)
			}
		}
	}, nil)
}

// lastName is the name that the text of e ends with, as before the parenthesis of a call of e; empty where it ends otherwise.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Object:
		return e.Name
	case *ast.Var:
		return e.Name
	case *ast.Member:
		return e.Field
	case *ast.Arrow:
		return e.Field
	}
	return ""
}

// expands reports whether a macro of the file makes something else of the name; one with parameters does so in a call.
func (f *File) expands(name string, called bool) bool {
	m := f.unit.Macros[name]
	if m == nil {
		return false
	}
	if m.IsFnLike {
		return called
	}
	list := m.ReplacementList()
	return !(len(list) == 1 && list[0].SrcStr() == name)
}
