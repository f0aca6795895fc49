package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file keeps, as text, the declarations of a function that the tree does not hold: static variables, whose initial value is
// not a command; declarations of variables and functions from outside; structs, unions, enumerations and typedefs that the
// function defines for itself. All of them stand at the head of the printed body, so each name means one thing only (rename.go). Types
// alone are left out where nothing needs their names.

type keptDeclaration struct {
	text   string
	needed bool   // more than a typedef or an enumeration
	name   string // of a variable or function from outside
	// variable is what it declares, where that is a variable; defined the types and enumerators, where it is the definition n of these, nil otherwise.
	variable *cc.Declarator
	defined  definedNames
	n        cc.Node
}

// definedNames are tags of structs, unions and enumerations, and other names.
type definedNames struct{ tags, others []string }

// all are both.
func (d definedNames) all() []string { return slices.Concat(d.tags, d.others) }

// movedText is a part of the body's text that says what is kept, and what stands for it behind that.
type movedText struct {
	node cc.Node
	text string
}

func (l *lowerer) moves(n cc.Node, text string) { l.moved = append(l.moved, movedText{n, text}) }

// declaresSome reports whether d declares more than types.
func declaresSome(d *cc.Declaration) bool { return d.InitDeclaratorList != nil }

// keptText is the declarations to keep.
func (l *lowerer) keptText() []string {
	if !l.needsKept() {
		return nil
	}
	var out []string
	for _, k := range l.kept {
		out = append(out, k.text)
	}
	return out
}

// needsKept reports whether something needs what is kept.
func (l *lowerer) needsKept() bool {
	return l.firstText != nil || slices.ContainsFunc(l.kept, func(k keptDeclaration) bool { return k.needed }) // a text may name types
}

// keepTypes keeps what types d defines or names.
func (l *lowerer) keepTypes(d *cc.Declaration) {
	l.types.declared.declaration(d)
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.Case != cc.DeclarationSpecifiersTypeSpec {
			continue
		}
		switch spec := s.TypeSpecifier; spec.Case {
		case cc.TypeSpecifierStructOrUnion:
			l.keepRecord(d, spec.StructOrUnionSpecifier)
		case cc.TypeSpecifierEnum:
			e := spec.EnumSpecifier
			enumerators := enumeratorsOf(e)
			for _, name := range enumerators {
				l.keptNames[name] = true
			}
			if e.Case == cc.EnumSpecifierDef && !isTypedef(d) {
				l.keepType(e, cc.NodeSource(e)+";", false, definedNames{named(e.Token2), enumerators})
				l.movesType(d, e, l.typeText(spec))
			}
		}
	}
	if names := declaredNames(d); isTypedef(d) && isVariable(d.InitDeclaratorList.InitDeclarator.Declarator.Type()) {
		for _, name := range names {
			l.variable[name] = true
		}
	} else if isTypedef(d) && !definesRecord(d) {
		l.moves(d, "")
		l.keepType(d, cc.NodeSource(d), false, definedBy(d))
	}
}

// definedBy are the names that the typedef d defines.
func definedBy(d *cc.Declaration) definedNames {
	names := definedNames{others: declaredNames(d)}
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.Case != cc.DeclarationSpecifiersTypeSpec {
			continue
		}
		switch spec := s.TypeSpecifier; spec.Case {
		case cc.TypeSpecifierStructOrUnion:
			if spec.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierDef {
				names.tags = append(names.tags, named(spec.StructOrUnionSpecifier.Token)...)
			}
		case cc.TypeSpecifierEnum:
			if spec.EnumSpecifier.Case == cc.EnumSpecifierDef {
				names.tags = append(names.tags, named(spec.EnumSpecifier.Token2)...)
				names.others = append(names.others, enumeratorsOf(spec.EnumSpecifier)...)
			}
		}
	}
	return names
}

// enumeratorsOf are the names of e's enumerators.
func enumeratorsOf(e *cc.EnumSpecifier) (names []string) {
	for n := e.EnumeratorList; n != nil; n = n.EnumeratorList {
		names = append(names, n.Enumerator.Token.SrcStr())
	}
	return names
}

// named is the token, if it is one.
func named(t cc.Token) []string {
	if name := t.SrcStr(); name != "" {
		return []string{name}
	}
	return nil
}

func isTypedef(d *cc.Declaration) bool {
	return d.InitDeclaratorList != nil && d.InitDeclaratorList.InitDeclarator.Declarator.IsTypename()
}

func declaredNames(d *cc.Declaration) []string {
	var names []string
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		names = append(names, n.InitDeclarator.Declarator.Name())
	}
	return names
}

func definesRecord(d *cc.Declaration) bool {
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersTypeSpec && s.TypeSpecifier.Case == cc.TypeSpecifierStructOrUnion &&
			s.TypeSpecifier.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierDef {
			return true
		}
	}
	return false
}

// keepRecord keeps the definition of a struct or union, under a name of its own if it has none.
func (l *lowerer) keepRecord(d *cc.Declaration, s *cc.StructOrUnionSpecifier) {
	if s.Case != cc.StructOrUnionSpecifierDef {
		return
	}
	t, ok := s.Type().(recordType)
	if !ok {
		return
	}
	if l.file.packed(t) == &variableLength { // its size is that where it is declared
		l.refuseForGood(d, variableLength.construct, variableLength.hint)
	}
	tag := s.Token.SrcStr()
	switch {
	case isTypedef(d):
		names := definedBy(d)
		l.types.local[idOf(t)] = names.others[0]
		l.moves(d, "")
		l.keepType(d, cc.NodeSource(d), true, names)
	case tag != "":
		l.types.local[idOf(t)] = keywordOf(t) + " " + tag
		l.keepType(s, cc.NodeSource(s)+";", true, definedNames{tags: []string{tag}})
		l.movesType(d, s, l.types.local[idOf(t)])
	default:
		tag = l.freshName(l.fn.Declarator.Name() + "_" + keywordOf(t))
		l.types.local[idOf(t)] = keywordOf(t) + " " + tag
		text := strings.Replace(cc.NodeSource(s), keywordOf(t), keywordOf(t)+" "+tag, 1)
		l.keepType(s, text+";", true, definedNames{tags: []string{tag}})
		l.movesType(d, s, l.types.local[idOf(t)])
	}
}

// keepType keeps the definition n of types.
func (l *lowerer) keepType(n cc.Node, text string, needed bool, names definedNames) {
	l.keep(text, needed, names.all()...)
	last := &l.kept[len(l.kept)-1]
	last.defined, last.n = names, n
}

// movesType moves the definition of a type in d, which name stands for.
func (l *lowerer) movesType(d *cc.Declaration, n cc.Node, name string) {
	if declaresSome(d) {
		l.moves(n, name)
	} else {
		l.moves(d, "")
	}
}

// keep keeps a declaration of names, which no other one that is kept declares (rename.go).
func (l *lowerer) keep(text string, needed bool, names ...string) {
	for _, name := range names {
		l.keptNames[name] = true
	}
	l.kept = append(l.kept, keptDeclaration{text: text, needed: needed})
}

// dropUnused leaves out declarations of what lies outside that body does not use, and whose names are those of locals.
func (l *lowerer) dropUnused(body ast.Cmd) {
	l.kept = slices.DeleteFunc(l.kept, func(k keptDeclaration) bool {
		return k.name != "" && l.firstText == nil && l.isLocalToo(k.name) && !ast.Mentions(body, k.name)
	})
}

// isLocalToo reports whether a parameter or variable of the function that is not kept is called name; one that is kept may be, too.
func (l *lowerer) isLocalToo(name string) bool {
	for d, v := range l.locals {
		if sourceName, _, _ := strings.Cut(v.name, "#"); sourceName == name && l.keptVariables[name] != d && !d.IsExtern() && d.Type().Kind() != cc.Function {
			return true
		}
	}
	return false
}

// keepVariable keeps the declaration of what lies outside the function or lives longer.
func (l *lowerer) keepVariable(in *cc.Declaration, n *cc.InitDeclarator) {
	d := n.Declarator
	said := []cc.Node{n}
	if d.IsStatic() && isVariable(d.Type()) {
		said = []cc.Node{n.Initializer}
	}
	for s := in.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		switch {
		case s.Case == cc.DeclarationSpecifiersTypeSpec && s.TypeSpecifier.Case == cc.TypeSpecifierTypeofExpr:
			said = append(said, s.TypeSpecifier.ExpressionList)
		case s.Case == cc.DeclarationSpecifiersAlignSpec:
			said = append(said, s.AlignmentSpecifier)
		case s.Case == cc.DeclarationSpecifiersAttr:
			said = append(said, s.AttributeSpecifierList)
		}
	}
	if local := l.localIn(said); local != "" {
		l.refuse(d, "a declaration that stays, but refers to the local variable "+local, "write the number")
		return
	}
	ty, volatile, ok := l.typeOfLocal(d, d, d.Type(), d.Name())
	if !ok {
		return
	}
	if v := l.keptVariables[d.Name()]; v == nil || d.IsStatic() {
		l.keep(l.keptDeclarator(in, n, ty), true, d.Name())
		l.keptVariables[d.Name()], l.kept[len(l.kept)-1].variable = d, d
		if !d.IsStatic() {
			l.kept[len(l.kept)-1].name = d.Name()
		}
	}
	if l.statics = l.statics || d.IsStatic(); d.IsStatic() {
		l.staticInits[d.Name()] = n.Initializer
		l.noteTable(in, n, volatile)
		l.moves(in, "")
		if source := cc.NodeSource(n); l.withLabelNumbers(source) != source { // to the original they are addresses
			l.moves(nil, "")
		}
	}
	l.outside(d.Name())
	l.constObjects[d.Name()] = isConstDeclared(d)
	l.locals[d] = &local{name: d.Name(), ty: ast.Unqualified(ty), inMemory: true, volatile: volatile}
	if volatile {
		l.locals[d].ty = ty
	}
	l.setShape(l.locals[d], d.Type())
}

// localIn is a variable of the function that is named in one of the nodes, and is not kept; "" if there is none. What lies outside is noted.
func (l *lowerer) localIn(nodes []cc.Node) (local string) {
	for _, root := range nodes {
		walk(root, func(n cc.Node) {
			p, ok := n.(*cc.PrimaryExpression)
			if !ok || p.Case != cc.PrimaryExpressionIdent {
				return
			}
			switch d := declaratorOf(p); {
			case d == nil:
			case l.locals[d] == nil:
				l.outside(d.Name())
			case l.keptVariables[d.Name()] != d:
				local = d.Name()
			}
		})
	}
	return local
}

// keptDeclarator declares one variable, of type ty in the tree: as the source does, unless that says a size which is known only at run time.
func (l *lowerer) keptDeclarator(in *cc.Declaration, n *cc.InitDeclarator, ty ast.Type) string {
	if !isVariable(n.Declarator.Type()) || !n.Declarator.IsStatic() {
		return l.specifierText(in) + " " + l.withLabelNumbers(cc.NodeSource(n)) + ";"
	}
	text := "static " + ast.Declaration(ty, n.Declarator.Name())
	if n.Initializer != nil {
		text += " = (void *)(" + cc.NodeSource(n.Initializer) + ")"
	}
	return text + ";"
}

// specifierText is what stands before the declarators of a declaration; the types that it defines are kept apart.
func (l *lowerer) specifierText(d *cc.Declaration) string {
	var parts []string
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		switch s.Case {
		case cc.DeclarationSpecifiersStorage:
			parts = append(parts, cc.NodeSource(s.StorageClassSpecifier))
		case cc.DeclarationSpecifiersTypeQual:
			parts = append(parts, cc.NodeSource(s.TypeQualifier))
		case cc.DeclarationSpecifiersFunc:
			parts = append(parts, cc.NodeSource(s.FunctionSpecifier))
		case cc.DeclarationSpecifiersTypeSpec:
			parts = append(parts, l.typeText(s.TypeSpecifier))
		case cc.DeclarationSpecifiersAlignSpec:
			parts = append(parts, cc.NodeSource(s.AlignmentSpecifier))
		case cc.DeclarationSpecifiersAttr:
			parts = append(parts, cc.NodeSource(s.AttributeSpecifierList))
		}
	}
	return strings.Join(parts, " ")
}

// typeText is a type specifier without the definition in it.
func (l *lowerer) typeText(s *cc.TypeSpecifier) string {
	switch {
	case s.Case == cc.TypeSpecifierStructOrUnion && s.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierDef:
		if t, ok := s.StructOrUnionSpecifier.Type().(recordType); ok {
			return l.types.local[idOf(t)]
		}
	case s.Case == cc.TypeSpecifierEnum && s.EnumSpecifier.Case == cc.EnumSpecifierDef:
		if tag := s.EnumSpecifier.Token2.SrcStr(); tag != "" {
			return "enum " + tag
		}
		if t, ok := l.file.integer(s.EnumSpecifier.Type(), l.types); ok {
			return t.(ast.Integer).Name
		}
	}
	return cc.NodeSource(s)
}

// isLocal reports whether a parameter or variable of the function is called name, and none that is kept.
func (l *lowerer) isLocal(name string) bool {
	return l.keptVariables[name] == nil && l.isLocalToo(name)
}
