package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers declarations in functions. A typedef, an enumeration or a struct's definition leaves nothing behind: types
// in the tree name only what is declared outside the function.

func (l *lowerer) declaration(d *cc.Declaration) []ast.Cmd {
	switch d.Case {
	case cc.DeclarationAssert:
		return nil
	case cc.DeclarationAuto:
		l.refuse(d, "__auto_type", "write the type")
		return nil
	}
	l.checkAttributes(d.AttributeSpecifierList)
	l.checkSpecifiers(d.DeclarationSpecifiers)
	var cmds []ast.Cmd
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		l.checkAttributes(n.AttributeSpecifierList)
		cmds = append(cmds, l.initDeclarator(n.InitDeclarator)...)
	}
	return cmds
}

func (l *lowerer) checkSpecifiers(s *cc.DeclarationSpecifiers) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		l.checkAttributes(s.AttributeSpecifierList)
		if s.Case == cc.DeclarationSpecifiersAlignSpec {
			l.refuse(s, "_Alignas on a local variable", "leave it out")
		}
	}
}

// harmless are the attributes that say nothing about a variable's value or lifetime.
var harmless = map[string]bool{"unused": true, "__unused__": true, "aligned": true, "__aligned__": true}

func (l *lowerer) checkAttributes(list *cc.AttributeSpecifierList) {
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if name := v.AttributeValue.Token.SrcStr(); !harmless[name] {
				l.refuse(v.AttributeValue, "the attribute "+name+" on a local variable", "leave it out if nothing depends on it")
			}
		}
	}
}

func (l *lowerer) initDeclarator(n *cc.InitDeclarator) []ast.Cmd {
	d := n.Declarator
	l.checkAttributes(n.AttributeSpecifierList)
	switch {
	case d.IsTypename():
		return nil
	case d.Type().Kind() == cc.Function:
		l.refuse(d, "a function declared inside a function", "move the declaration out")
		return nil
	case d.IsStatic():
		l.refuse(d, "a static local variable", "pass its value as an argument")
		return nil
	case d.IsExtern() || d.IsThreadLocal():
		l.refuse(d, "a global variable", "pass its value as an argument")
		return nil
	case n.Asm != nil:
		l.refuse(d, "asm", "leave this function out")
	}
	l.checkQualifiers(d)
	v := l.declare(d, l.integerType(d, d.Type()))
	return []ast.Cmd{&ast.Declare{Name: v.name, Ty: v.ty, Init: l.initializer(n, v.ty)}}
}

func (l *lowerer) initializer(n *cc.InitDeclarator, ty ast.Type) ast.Init {
	if n.Case != cc.InitDeclaratorInit || !cc.IsIntegerType(n.Declarator.Type()) {
		return ast.NoInit{} // another type has been refused
	}
	if n.Initializer.Case != cc.InitializerExpr {
		l.refuse(n.Initializer, "a list that initialises a scalar", "write the value without braces")
		return ast.NoInit{}
	}
	return &ast.InitExpr{X: ast.ConvertTo(ty, l.value(n.Initializer.AssignmentExpression))}
}
