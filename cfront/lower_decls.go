package cfront

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/ctext"
)

// This file lowers declarations in functions. Types, static variables and declarations of what lies outside leave nothing in the
// tree; where something needs them they are kept as text (kept.go).

func (l *lowerer) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationAssert:
		return
	case cc.DeclarationAuto: // __auto_type x = 1;
		l.initDeclarator(d, &cc.InitDeclaratorList{InitDeclarator: &cc.InitDeclarator{
			Case: cc.InitDeclaratorInit, Declarator: d.Declarator, Token: d.Token2, Initializer: d.Initializer}}, harmless)
		if v := l.locals[d.Declarator]; v != nil {
			v.isAuto = true
		}
		return
	}
	known := keptAttributes(d)
	l.checkAttributes(d.AttributeSpecifierList, harmless)
	if n := d.InitDeclaratorList; n != nil && isOutside(n.InitDeclarator.Declarator) { // it stays as it is declared
		for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
			l.checkLost(s.AttributeSpecifierList)
		}
	} else {
		l.checkSpecifiers(d.DeclarationSpecifiers, known)
	}
	l.keepTypes(d)
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		l.checkAttributes(n.AttributeSpecifierList, known)
		saved := l.at
		l.at = position(n.InitDeclarator.Declarator)
		l.initDeclarator(d, n, known)
		l.at = saved
	}
}

// isOutside reports whether d declares a function or a variable that lies outside.
func isOutside(d *cc.Declarator) bool {
	return d.Type().Kind() == cc.Function && !d.IsTypename() || d.IsExtern()
}

// keptAttributes are the attributes that a declaration in a block may have: of one that declares variables which live in a block, or static ones, and
// nothing else, those that are kept as well.
func keptAttributes(d *cc.Declaration) map[string]bool {
	if d.InitDeclaratorList == nil || definesRecord(d) {
		return harmless
	}
	known := aligning
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		switch x := n.InitDeclarator.Declarator; {
		case x.IsTypename() || x.IsExtern() || x.Type().Kind() == cc.Function || isVariable(x.Type()):
			return harmless
		case x.IsStatic():
			known = placing
		case x.IsThreadLocal():
			return harmless
		}
	}
	return known
}

// checkSpecifiers refuses specifiers with attributes other than the known ones.
func (l *lowerer) checkSpecifiers(s *cc.DeclarationSpecifiers, known map[string]bool) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		l.checkAttributes(s.AttributeSpecifierList, known)
		if s.Case == cc.DeclarationSpecifiersAlignSpec && !known["aligned"] {
			l.refuse(s, "_Alignas in this declaration", "leave it out")
		}
	}
}

var (
	// harmless are the attributes that say nothing about a variable's value, place or lifetime.
	harmless = ctext.WordSet("unused __unused__ nonstring __nonstring__ uninitialized __uninitialized__ maybe_unused annotate may_alias __may_alias__ " +
		"vector_size __vector_size__") // of which cc's type tells
	// aligning are these and what is kept of a variable that lives in a block: where it may lie.
	aligning = with(harmless, "aligned __aligned__")
	// placing are these and what is kept of a static one, which is declared as in the source: where it lies, and who sees it there.
	placing = with(aligning, "section __section__ used __used__ retain __retain__ tls_model __tls_model__ noinit __noinit__ no_reorder __no_reorder__ no_icf __no_icf__")
)

func with(words map[string]bool, more string) map[string]bool {
	all := ctext.WordSet(more)
	maps.Copy(all, words)
	return all
}

// isAligned reports whether the attribute says where the variable may lie.
func isAligned(v *cc.AttributeValue) bool { return strings.Trim(v.Token.SrcStr(), "_") == "aligned" }

// checkAttributes refuses attributes other than the known ones.
func (l *lowerer) checkAttributes(list *cc.AttributeSpecifierList, known map[string]bool) {
	l.checkLost(list)
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if name := v.AttributeValue.Token.SrcStr(); !known[name] {
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

// initDeclarator lowers the declaration of a name, which may have the known attributes.
func (l *lowerer) initDeclarator(in *cc.Declaration, of *cc.InitDeclaratorList, known map[string]bool) {
	n := of.InitDeclarator
	d := n.Declarator
	if isOutside(d) { // it stays as it is declared
		l.checkLost(n.AttributeSpecifierList)
	} else {
		l.checkAttributes(n.AttributeSpecifierList, known)
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
