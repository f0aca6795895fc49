package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers declarations in functions. Types, static variables and declarations of what lies outside leave nothing in the
// tree; where something needs them they are kept as text (kept.go).

func (l *lowerer) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationAssert:
		return
	case cc.DeclarationAuto: // __auto_type x = 1;
		l.initDeclarator(d, &cc.InitDeclaratorList{InitDeclarator: &cc.InitDeclarator{
			Case: cc.InitDeclaratorInit, Declarator: d.Declarator, Token: d.Token2, Initializer: d.Initializer}})
		if v := l.locals[d.Declarator]; v != nil {
			v.isAuto = true
		}
		return
	}
	automatic := isAutomatic(d)
	l.checkAttributes(d.AttributeSpecifierList, false)
	if n := d.InitDeclaratorList; n != nil && isOutside(n.InitDeclarator.Declarator) { // it stays as it is declared
		for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
			l.checkLost(s.AttributeSpecifierList)
		}
	} else {
		l.checkSpecifiers(d.DeclarationSpecifiers, automatic)
	}
	l.keepTypes(d)
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		l.checkAttributes(n.AttributeSpecifierList, automatic)
		saved := l.at
		l.at = position(n.InitDeclarator.Declarator)
		l.initDeclarator(d, n)
		l.at = saved
	}
}

// isOutside reports whether d declares a function or a variable that lies outside.
func isOutside(d *cc.Declarator) bool {
	return d.Type().Kind() == cc.Function && !d.IsTypename() || d.IsExtern()
}

// isAutomatic reports whether d declares variables that live in a block, and nothing else.
func isAutomatic(d *cc.Declaration) bool {
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		if x := n.InitDeclarator.Declarator; x.IsTypename() || x.IsStatic() || x.IsExtern() || x.IsThreadLocal() || x.Type().Kind() == cc.Function || isVariable(x.Type()) {
			return false
		}
	}
	return d.InitDeclaratorList != nil && !definesRecord(d)
}

func (l *lowerer) checkSpecifiers(s *cc.DeclarationSpecifiers, aligned bool) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		l.checkAttributes(s.AttributeSpecifierList, aligned)
		if s.Case == cc.DeclarationSpecifiersAlignSpec && !aligned {
			l.refuse(s, "_Alignas on a local variable", "leave it out")
		}
	}
}

// harmless are the attributes that say nothing about a variable's value, place or lifetime.
var harmless = map[string]bool{"unused": true, "__unused__": true, "nonstring": true, "__nonstring__": true,
	"uninitialized": true, "__uninitialized__": true, "maybe_unused": true, "annotate": true, "may_alias": true, "__may_alias__": true,
	"vector_size": true, "__vector_size__": true} // of which cc's type tells

// isAligned reports whether the attribute says where the variable may lie.
func isAligned(v *cc.AttributeValue) bool { return strings.Trim(v.Token.SrcStr(), "_") == "aligned" }

// checkAttributes refuses attributes that are not known to be harmless; aligned tells that those about a variable's place are kept.
func (l *lowerer) checkAttributes(list *cc.AttributeSpecifierList, aligned bool) {
	l.checkLost(list)
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if name := v.AttributeValue.Token.SrcStr(); !harmless[name] && !(aligned && isAligned(v.AttributeValue)) {
				l.refuse(v.AttributeValue, "the attribute "+name+" on a local variable", "leave it out if nothing depends on it")
			}
		}
	}
}

// checkLost refuses attributes that the parser has left out.
func (l *lowerer) checkLost(list *cc.AttributeSpecifierList) {
	if list != nil && losesAttributes(cc.NodeTokens(list)) {
		l.refuse(list, lostAttributes.construct, lostAttributes.hint)
	}
}

func (l *lowerer) initDeclarator(in *cc.Declaration, of *cc.InitDeclaratorList) {
	n := of.InitDeclarator
	d := n.Declarator
	if isOutside(d) { // it stays as it is declared
		l.checkLost(n.AttributeSpecifierList)
	} else {
		l.checkAttributes(n.AttributeSpecifierList, isAutomatic(in))
	}
	switch {
	case n.Asm != nil:
		l.refuse(d, "asm", "leave this function out")
	case d.IsTypename():
		l.evaluateSizes(d.Name(), d)
		return
	case l.labelTable(n):
		return
	case d.Type().Kind() == cc.Function && isNestedDeclaration(in):
		l.nestedDeclaration(in, n)
		return
	case d.Type().Kind() == cc.Function, d.IsStatic(), d.IsExtern(), d.IsThreadLocal():
		l.keepVariable(in, n)
		return
	}
	l.evaluateSizes(d.Name(), d)
	if l.variableArray(n) {
		return
	}
	ty, volatile, ok := l.typeOfLocal(d, d, d.Type(), "")
	if !ok {
		return
	}
	if _, isArray := ty.(ast.Array); !volatile && (!isArray || n.Case != cc.InitDeclaratorInit) {
		ty = ast.Unqualified(ty)
	}
	if r, ok := ty.(ast.Record); ok && r.Size == 0 && d.Type().IsIncomplete() {
		l.failf(d, "the type of %s is not complete", d.Name())
		return
	}
	v := l.declareLocal(in, of, ty)
	v.volatile = volatile
	l.setShape(v, d.Type())
	if n.Case != cc.InitDeclaratorInit {
		l.emit(&ast.Declare{Name: v.name, Ty: ty, Init: ast.NoInit{}})
		return
	}
	l.initialize(v, n)
}

// declareLocal declares a variable in a block. One that says where it may lie is declared at the head of the printed body, as the source does, and given its
// initial value where it stands in the source.
func (l *lowerer) declareLocal(in *cc.Declaration, of *cc.InitDeclaratorList, ty ast.Type) *local {
	d := of.InitDeclarator.Declarator
	alignment, tokens := alignmentOf(in, of)
	if alignment == "" {
		return l.declare(d, ty)
	}
	if slices.ContainsFunc(tokens, func(t cc.Token) bool { return l.isLocal(t.SrcStr()) }) {
		l.refuse(d, "an alignment that depends on a variable", "write the number")
	}
	text := alignment + ast.Declaration(assignable(ty), d.Name())
	if l.isLocal(d.Name()) {
		l.refuse(d, "a declaration of "+d.Name()+", which is the name of another variable here too and says where it may lie,", "choose another name")
	}
	l.outside(d.Name())
	l.keep(text+";", true, d.Name())
	l.noteText(d, text)
	if d.LexicalScope() == l.fn.CompoundStatement.LexicalScope() { // where the original declares it, too
		l.moves(nil, "")
	}
	l.keptVariables[d.Name()] = d
	l.nested.captured[d.Name()] = true
	l.locals[d] = &local{name: d.Name(), ty: ty, inMemory: true}
	return l.locals[d]
}

// alignmentOf is what a declaration says of where the variable may lie, as C, and the tokens of that.
func alignmentOf(in *cc.Declaration, of *cc.InitDeclaratorList) (text string, tokens []cc.Token) {
	attributes := func(list *cc.AttributeSpecifierList) {
		for ; list != nil; list = list.AttributeSpecifierList {
			for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
				if isAligned(v.AttributeValue) {
					text += "__attribute__((" + cc.NodeSource(v.AttributeValue) + ")) "
					tokens = append(tokens, cc.NodeTokens(v.AttributeValue)...)
				}
			}
		}
	}
	for s := in.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		attributes(s.AttributeSpecifierList)
		if s.Case == cc.DeclarationSpecifiersAlignSpec {
			text += cc.NodeSource(s.AlignmentSpecifier) + " "
			tokens = append(tokens, cc.NodeTokens(s.AlignmentSpecifier)...)
		}
	}
	attributes(of.AttributeSpecifierList)
	attributes(of.InitDeclarator.AttributeSpecifierList)
	return text, tokens
}
