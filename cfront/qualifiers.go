package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file reads qualifiers off the syntax where cc's types lose them: those of what a field or a cast's type points to, and
// _Atomic.

// qualifiers are what is said of the base type of a declaration, or, but for const, of a pointer on the way to it.
type qualifiers struct {
	isConst, isAtomic bool
	volatiles         int // how often volatile is said
}

// trouble says why the tree does not hold an object that was declared with the qualifiers and is of type t for cc: it is atomic, or
// t does not say volatile as often as the declaration does.
func (q qualifiers) trouble(t ast.Type) *diagnosis {
	switch {
	case q.isAtomic:
		return &atomic
	case q.volatiles > 0 && q.volatiles != volatiles(t):
		return &volatile
	}
	return nil
}

// volatiles is how many of the types that pointers from t on lead to are volatile.
func volatiles(t ast.Type) int {
	n := 0
	if ast.IsVolatile(t) {
		n++
	}
	switch t := t.(type) {
	case ast.Pointer:
		return n + volatiles(t.Elem)
	case ast.Array:
		return volatiles(t.Elem)
	}
	return n
}

var (
	volatile = diagnosis{"volatile", "specialisation would have to keep every access; leave this function out"}
	atomic   = diagnosis{"_Atomic", "leave this function out"}
)

func (q *qualifiers) add(t *cc.TypeQualifier) {
	switch t.Case {
	case cc.TypeQualifierConst:
		q.isConst = true
	case cc.TypeQualifierVolatile:
		q.volatiles++
	case cc.TypeQualifierAtomic:
		q.isAtomic = true
	}
}

// addPointers adds what is said of the pointers of a declarator, const left out.
func (q *qualifiers) addPointers(p *cc.Pointer) {
	for ; p != nil; p = p.Pointer {
		for n := p.TypeQualifiers; n != nil; n = n.TypeQualifiers {
			var of qualifiers
			if n.TypeQualifier != nil {
				of.add(n.TypeQualifier)
			}
			q.volatiles, q.isAtomic = q.volatiles+of.volatiles, q.isAtomic || of.isAtomic
		}
	}
}

// pointerItself is what is said of the pointer that d is declared to be, not of what that points to; nil for what is no pointer. known says that d is more than
// its name.
func pointerItself(d *cc.Declarator) (of *cc.TypeQualifiers, known bool) {
	dd, suffixes := d.DirectDeclarator, 0
	for ; dd.Case != cc.DirectDeclaratorIdent && dd.Case != cc.DirectDeclaratorDecl; dd = dd.DirectDeclarator {
		suffixes++
	}
	if dd.Case == cc.DirectDeclaratorDecl { // what stands around the name says first what it is
		if of, known := pointerItself(dd.Declarator); known {
			return of, true
		}
	}
	if suffixes > 0 || d.Pointer == nil {
		return nil, suffixes > 0
	}
	p := d.Pointer
	for p.Pointer != nil {
		p = p.Pointer
	}
	return p.TypeQualifiers, true
}

// elementItself is pointerItself of the elements of what d declares, where that is an array.
func elementItself(d *cc.Declarator) (of *cc.TypeQualifiers, known bool) {
	dd, isFunction := d.DirectDeclarator, false
	for ; dd.Case != cc.DirectDeclaratorIdent && dd.Case != cc.DirectDeclaratorDecl; dd = dd.DirectDeclarator {
		isFunction = isFunction || dd.Case == cc.DirectDeclaratorFuncParam || dd.Case == cc.DirectDeclaratorFuncIdent
	}
	if dd.Case == cc.DirectDeclaratorDecl { // what stands around the name says first what it is
		if of, known := elementItself(dd.Declarator); known {
			return of, true
		}
	}
	p := d.Pointer
	if isFunction || p == nil {
		return nil, isFunction
	}
	for p.Pointer != nil {
		p = p.Pointer
	}
	return p.TypeQualifiers, true
}

func says(qualifiers *cc.TypeQualifiers, qualifier cc.TypeQualifierCase) bool {
	for n := qualifiers; n != nil; n = n.TypeQualifiers {
		if n.TypeQualifier != nil && n.TypeQualifier.Case == qualifier {
			return true
		}
	}
	return false
}

// addDeclarator adds what is said of the pointers of d, also in parentheses.
func (q *qualifiers) addDeclarator(d *cc.Declarator) {
	q.addPointers(d.Pointer)
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		if dd.Case == cc.DirectDeclaratorDecl {
			q.addDeclarator(dd.Declarator)
		}
	}
}

// addAbstract is addDeclarator of a declarator without a name.
func (q *qualifiers) addAbstract(a *cc.AbstractDeclarator) {
	if a == nil {
		return
	}
	q.addPointers(a.Pointer)
	for dd := a.DirectAbstractDeclarator; dd != nil; dd = dd.DirectAbstractDeclarator {
		q.addAbstract(dd.AbstractDeclarator)
	}
}

// addSpecifier adds one specifier: at most one of the two is not nil.
func (q *qualifiers) addSpecifier(qualifier *cc.TypeQualifier, specifier *cc.TypeSpecifier) {
	if qualifier != nil {
		q.add(qualifier)
	}
	q.isAtomic = q.isAtomic || specifier != nil && specifier.Case == cc.TypeSpecifierAtomic
}

func qualifiersIn(s *cc.SpecifierQualifierList) qualifiers {
	var q qualifiers
	for ; s != nil; s = s.SpecifierQualifierList {
		q.addSpecifier(s.TypeQualifier, s.TypeSpecifier)
	}
	return q
}

func qualifiersOf(s *cc.DeclarationSpecifiers) qualifiers {
	var q qualifiers
	for ; s != nil; s = s.DeclarationSpecifiers {
		q.addSpecifier(s.TypeQualifier, s.TypeSpecifier)
	}
	return q
}

// namesConst reports whether the type name says that an object of the type, or the elements of an array, are const.
func namesConst(n *cc.TypeName) bool {
	for a := n.AbstractDeclarator; a != nil; {
		if a.Pointer != nil {
			return false
		}
		d := a.DirectAbstractDeclarator
		for d != nil && d.DirectAbstractDeclarator != nil {
			d = d.DirectAbstractDeclarator
		}
		if d == nil {
			break
		}
		a = d.AbstractDeclarator
	}
	return qualifiersIn(n.SpecifierQualifierList).isConst
}

// declaredQualifiers are those of fields and variables, by their declarators.
type declaredQualifiers map[*cc.Declarator]qualifiers

// declaration reads those of the variables that d declares, and of the fields of types that it defines.
func (dq declaredQualifiers) declaration(d *cc.Declaration) {
	dq.collect(d.DeclarationSpecifiers)
	base := qualifiersOf(d.DeclarationSpecifiers)
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		dq.declarator(n.InitDeclarator.Declarator, base)
	}
}

// declarator notes the qualifiers of d, whose base type has those given.
func (dq declaredQualifiers) declarator(d *cc.Declarator, q qualifiers) {
	q.addDeclarator(d)
	q.isAtomic = q.isAtomic || d.IsAtomic()
	dq[d] = q
}

// parameters reads those of fn's parameters.
func (dq declaredQualifiers) parameters(fn *cc.FunctionDefinition) {
	for dl := fn.DeclarationList; dl != nil; dl = dl.DeclarationList {
		dq.declaration(dl.Declaration)
	}
	d := functionDeclarator(fn.Declarator.DirectDeclarator)
	if d == nil || d.ParameterTypeList == nil {
		return
	}
	for n := d.ParameterTypeList.ParameterList; n != nil; n = n.ParameterList {
		if p := n.ParameterDeclaration; p.Declarator != nil {
			dq.declarator(p.Declarator, qualifiersOf(p.DeclarationSpecifiers))
		}
	}
}

// collect reads the definitions of structs and unions in the specifiers of a declaration.
func (dq declaredQualifiers) collect(s *cc.DeclarationSpecifiers) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersTypeSpec {
			dq.specifier(s.TypeSpecifier)
		}
	}
}

func (dq declaredQualifiers) specifier(s *cc.TypeSpecifier) {
	if s.Case != cc.TypeSpecifierStructOrUnion {
		return
	}
	for n := s.StructOrUnionSpecifier.StructDeclarationList; n != nil; n = n.StructDeclarationList {
		if d := n.StructDeclaration; d.Case == cc.StructDeclarationDecl {
			dq.fields(d)
		}
	}
}

func (dq declaredQualifiers) fields(d *cc.StructDeclaration) {
	for s := d.SpecifierQualifierList; s != nil; s = s.SpecifierQualifierList {
		if s.Case == cc.SpecifierQualifierListTypeSpec {
			dq.specifier(s.TypeSpecifier)
		}
	}
	base := qualifiersIn(d.SpecifierQualifierList)
	for n := d.StructDeclaratorList; n != nil; n = n.StructDeclaratorList {
		if field := n.StructDeclarator.Declarator; field != nil {
			dq.declarator(field, base)
		}
	}
}

// field is the type of a field, in which cc has lost qualifiers.
func (ts *types) field(d *cc.Declarator, t ast.Type) (ast.Type, *diagnosis) {
	q, ok := ts.declared[d]
	if !ok {
		q, ok = ts.file.declared[d]
	}
	if !ok {
		return nil, &diagnosis{"a field of a type that is defined inside another declaration", "define the type before"}
	}
	if bad := q.trouble(t); bad != nil {
		return nil, bad
	}
	if q.isConst && isDirect(d.DirectDeclarator) {
		t = qualifiedBase(t, pointers(d.Pointer))
	}
	return t, nil
}

// isDirect reports whether the declarator is a name, or an array, without parentheses.
func isDirect(d *cc.DirectDeclarator) bool {
	for ; d != nil; d = d.DirectDeclarator {
		switch d.Case {
		case cc.DirectDeclaratorDecl, cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			return false
		}
	}
	return true
}

func pointers(p *cc.Pointer) int {
	n := 0
	for ; p != nil; p = p.Pointer {
		n++
	}
	return n
}

// qualifiedBase is t with const on what n pointers lead to.
func qualifiedBase(t ast.Type, n int) ast.Type {
	switch t := t.(type) {
	case ast.Pointer:
		if n > 0 {
			return ast.Pointer{Elem: qualifiedBase(t.Elem, n-1)}
		}
		return t
	case ast.Array:
		t.Elem = qualifiedBase(t.Elem, n)
		return t
	}
	if n > 0 {
		return t
	}
	return ast.Qualified(t)
}

// ofName is the type that a cast or compound literal names.
func (ts *types) ofName(n *cc.TypeName) (ast.Type, *diagnosis) {
	q := qualifiersIn(n.SpecifierQualifierList)
	a := n.AbstractDeclarator
	q.addAbstract(a)
	t, bad := ts.of(n.Type(), "")
	switch {
	case q.isAtomic:
		return nil, &atomic
	case q.volatiles > 0 || bad == nil && volatiles(t) > 0: // a conversion leaves no trace of it where types are represented alike
		return nil, &volatile
	}
	if bad == nil && q.isConst && a != nil && a.DirectAbstractDeclarator == nil {
		t = qualifiedBase(t, pointers(a.Pointer))
	}
	return t, bad
}
