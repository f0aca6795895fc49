package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file tells which objects are const. A place has the type of a value, without const, as what is read from it is put into
// variables; a pointer to it says const, so that a cast that takes const away stays one.

// addressOf is the address of the object that place designates.
func (l *lowerer) addressOf(place ast.Expr) *ast.AddressOf {
	return &ast.AddressOf{X: place, Ty: ast.Pointer{Elem: l.qualifiedAs(place, ast.TypeOf(place))}}
}

// decayed is the address of the first element of the array that place designates.
func (l *lowerer) decayed(place ast.Expr, array ast.Array) *ast.AddressOf {
	return &ast.AddressOf{X: place, Ty: ast.Pointer{Elem: l.qualifiedAs(place, array.Elem)}}
}

// qualifiedAs is t, the type of place or of an element of it, with const if place is const.
func (l *lowerer) qualifiedAs(place ast.Expr, t ast.Type) ast.Type {
	if !l.isConst(place) {
		return t
	}
	return qualifiedBase(t, 0)
}

// isConst reports whether the object that place designates is const as a whole.
func (l *lowerer) isConst(place ast.Expr) bool {
	switch p := place.(type) {
	case *ast.Object:
		return l.constObjects[p.Name]
	case *ast.Member:
		return l.types.isConstField(ast.TypeOf(p.X), p.Field) || l.isConst(p.X)
	case *ast.Arrow:
		to, ok := ast.TypeOf(p.X).(ast.Pointer)
		return ok && (ast.IsQualified(to.Elem) || l.types.isConstField(to.Elem, p.Field))
	case *ast.Deref:
		to, ok := ast.TypeOf(p.X).(ast.Pointer)
		return ok && saysConst(to.Elem)
	case *ast.Index:
		elem, ok := elementOf(ast.TypeOf(p.X))
		return ok && saysConst(elem) || isArray(p.X) && l.isConst(p.X)
	}
	return false
}

// leadsToPointer reports whether t is a pointer to a pointer: the tree does not know whether that one is const.
func leadsToPointer(t ast.Type) bool {
	p, ok := t.(ast.Pointer)
	return ok && isPointer(p.Elem)
}

// saysConst reports whether t says const, or t is an array of what does.
func saysConst(t ast.Type) bool {
	for a, ok := t.(ast.Array); ok; a, ok = t.(ast.Array) {
		t = a.Elem
	}
	return ast.IsQualified(t)
}

// isConstDeclared reports whether the object that d declares is const, or an array of what is const. Of pointers cc's types do not tell: they may say what is said
// of what a pointer leads to.
func isConstDeclared(d *cc.Declarator) bool {
	if itself, known := elementItself(d); known {
		return says(itself, cc.TypeQualifierConst)
	}
	t := d.Type()
	for t.Typedef() == nil {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			return d.IsConst() || t.Kind() != cc.Ptr && t.Attributes().IsConst()
		}
		t = a.Elem()
	}
	return d.IsConst() || t.Typedef() != d && isConstDeclared(t.Typedef())
}

// isConstField reports whether the field of the record t is const, or of an unnamed member that is.
func (ts *types) isConstField(t ast.Type, field string) bool {
	r, ok := ast.Unqualified(t).(ast.Record)
	if !ok {
		return false
	}
	if ts.constFields[[2]string{r.Name, field}] {
		return true
	}
	layout, _ := ts.layouts.Of(r)
	for _, f := range layout.Fields {
		inner, ok := f.Ty.(ast.Record)
		if !ok || f.Name != "" {
			continue
		}
		if _, has := ts.layouts.Field(inner, field); has {
			return ts.constFields[[2]string{r.Name, inner.Name}] || ts.isConstField(inner, field)
		}
	}
	return false
}
