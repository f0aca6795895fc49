package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file reports whether the body of a function may stand at the place of another one: what it uses of the file has to be declared
// there already.

// Visible reports whether all that the function called name uses of the file is declared where the function called at stands. reason
// says what it does that is not possible there. Where types are defined between the two, it is not looked into which ones are used.
func (f *File) Visible(name, at string) (reason string, ok bool) {
	user, ok := f.defined[name]
	if !ok {
		return "is not defined", false
	}
	place, err := f.function(at)
	if err != nil {
		return "stands nowhere", false
	}
	if user.ordinal <= place.ordinal {
		return "", true
	}
	before := map[string]bool{}
	for ordinal, d := range f.declarations() {
		switch {
		case ordinal <= place.ordinal:
			for _, name := range namesOf(d) {
				before[name] = true
			}
		case ordinal < user.ordinal && definesType(d):
			return "may use a type that is defined behind " + at, false
		}
	}
	l, tree := lowerFunction(f, user, "")
	own := l.staticNames()
	for _, name := range append(usedOutside(tree), l.mentionedByTables()...) {
		if !before[name] && !slices.Contains(own, name) {
			return "uses " + name + ", which is not declared before " + at, false
		}
	}
	return "", true
}

// declarations are the file's and its headers', by their ordinals.
func (f *File) declarations() func(yield func(int, *cc.ExternalDeclaration) bool) {
	return func(yield func(int, *cc.ExternalDeclaration) bool) {
		ordinal := 0
		for u := f.unit.TranslationUnit; u != nil; u = u.TranslationUnit {
			ordinal++
			if !yield(ordinal, u.ExternalDeclaration) {
				return
			}
		}
	}
}

func namesOf(d *cc.ExternalDeclaration) []string {
	switch d.Case {
	case cc.ExternalDeclarationFuncDef:
		return []string{d.FunctionDefinition.Declarator.Name()}
	case cc.ExternalDeclarationDecl:
		return declaredNames(d.Declaration)
	}
	return nil
}

// definesType reports whether d defines a type, as far as functions can name it.
func definesType(d *cc.ExternalDeclaration) bool {
	if d.Case != cc.ExternalDeclarationDecl {
		return false
	}
	if isTypedef(d.Declaration) || definesRecord(d.Declaration) {
		return true
	}
	for s := d.Declaration.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersTypeSpec && s.TypeSpecifier.Case == cc.TypeSpecifierEnum &&
			s.TypeSpecifier.EnumSpecifier.Case == cc.EnumSpecifierDef {
			return true
		}
	}
	return false
}

// usedOutside are the functions and globals that the tree uses, in the order of their first use, compilers' builtins apart.
func usedOutside(f *ast.Func) []string {
	seen := map[string]bool{}
	for _, p := range f.Params {
		seen[p.Name] = true
	}
	var out []string
	ast.Walk(f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok {
			seen[d.Name] = true
		}
	}, func(e ast.Expr) {
		if o, ok := e.(*ast.Object); ok && !seen[o.Name] && !strings.HasPrefix(o.Name, "__builtin_") {
			seen[o.Name] = true
			out = append(out, o.Name)
		}
	}, nil)
	return out
}
