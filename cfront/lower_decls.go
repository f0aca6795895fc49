package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers declarations in functions. Types, static variables and declarations of what lies outside leave nothing in the
// tree; where something needs them they are kept as text (kept.go).

func (l *lowerer) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationAssert:
		return
	case cc.DeclarationAuto:
		l.refuse(d, "__auto_type", "write the type")
		return
	}
	l.checkAttributes(d.AttributeSpecifierList)
	l.checkSpecifiers(d.DeclarationSpecifiers)
	l.keepTypes(d)
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		l.checkAttributes(n.AttributeSpecifierList)
		saved := l.at
		l.at = position(n.InitDeclarator.Declarator)
		l.initDeclarator(d, n.InitDeclarator)
		l.at = saved
	}
}

func (l *lowerer) checkSpecifiers(s *cc.DeclarationSpecifiers) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		l.checkAttributes(s.AttributeSpecifierList)
		if s.Case == cc.DeclarationSpecifiersAlignSpec {
			l.refuse(s, "_Alignas on a local variable", "leave it out")
		}
	}
}

// harmless are the attributes that say nothing about a variable's value, place or lifetime.
var harmless = map[string]bool{"unused": true, "__unused__": true, "nonstring": true, "__nonstring__": true,
	"uninitialized": true, "__uninitialized__": true, "maybe_unused": true, "annotate": true, "may_alias": true, "__may_alias__": true,
	"vector_size": true, "__vector_size__": true} // of which cc's type tells

func (l *lowerer) checkAttributes(list *cc.AttributeSpecifierList) {
	if list != nil && losesAttributes(cc.NodeTokens(list)) {
		l.refuse(list, lostAttributes.construct, lostAttributes.hint)
	}
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if name := v.AttributeValue.Token.SrcStr(); !harmless[name] {
				l.refuse(v.AttributeValue, "the attribute "+name+" on a local variable", "leave it out if nothing depends on it")
			}
		}
	}
}

func (l *lowerer) initDeclarator(in *cc.Declaration, n *cc.InitDeclarator) {
	d := n.Declarator
	l.checkAttributes(n.AttributeSpecifierList)
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
	v := l.declare(d, ty)
	v.volatile = volatile
	l.setShape(v, d.Type())
	if n.Case != cc.InitDeclaratorInit {
		l.emit(&ast.Declare{Name: v.name, Ty: ty, Init: ast.NoInit{}})
		return
	}
	l.initialize(v, n)
}
