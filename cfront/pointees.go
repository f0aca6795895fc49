package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file finds the functions that pointers may lead to.

// Pointee is a function that a pointer may be constant to.
type Pointee struct {
	Name string
	Type *ast.Function
	Own  bool // the file, or a header, defines it
}

// Pointees are the functions of the types that the function called at may name, in the order of their declarations: those that are declared
// before it with prototypes, in the file or, if the file mentions them, in headers. No macro has the name of one, and no other function may stand in for it.
func (f *File) Pointees(at string, types []*ast.Function) []Pointee {
	place, err := f.function(at)
	if err != nil || len(types) == 0 {
		return nil
	}
	var out []Pointee
	defined := f.defined
	ts := newTypes(f, place.FunctionDefinition, place.ordinal)
	seen := map[string]bool{}
	for ordinal, d := range f.declarations() {
		if ordinal > place.ordinal {
			break
		}
		for _, d := range functionsDeclared(d) {
			name := d.Name()
			if seen[name] || isOldStyle(d) || isFrame(position(d).File) || !f.Mentions(name) || f.expands(name, true) {
				continue
			}
			seen[name] = true
			t, ok := ts.functionAmong(d, types)
			if !ok || f.Interposable(name) {
				continue
			}
			_, own := defined[name]
			out = append(out, Pointee{name, t, own})
		}
	}
	return out
}

// functionAmong is the type of the function d if it is one of the types.
func (ts *types) functionAmong(d *cc.Declarator, types []*ast.Function) (*ast.Function, bool) {
	t, bad := ts.of(d.Type().Undecay(), "")
	fn, ok := t.(*ast.Function)
	if bad != nil || !ok {
		return nil, false
	}
	return fn, slices.ContainsFunc(types, func(u *ast.Function) bool { return ast.Same(fn, u) })
}

// functionsDeclared are the functions that d declares, or defines.
func functionsDeclared(d *cc.ExternalDeclaration) (out []*cc.Declarator) {
	switch d.Case {
	case cc.ExternalDeclarationFuncDef:
		out = append(out, d.FunctionDefinition.Declarator)
	case cc.ExternalDeclarationDecl:
		for n := d.Declaration.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
			if d := n.InitDeclarator.Declarator; !d.IsTypename() && d.Type().Kind() == cc.Function {
				out = append(out, d)
			}
		}
	}
	return out
}
