package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file is about volatile variables. To the tree they are as others in memory; each access to one is a text (text.go), so that
// all of them stay, in their order. What a pointer points to, and what an array holds, says volatile in the name of its type.

// typeOfLocal is typeOfVariable, also of a volatile variable.
func (l *lowerer) typeOfLocal(n node, d *cc.Declarator, t cc.Type, hint string) (ty ast.Type, volatile, ok bool) {
	if ty, ok := l.volatileType(d, t); ok {
		return ty, true, true
	}
	ty, ok = l.typeOfVariable(n, d, t, hint)
	return ty, false, ok
}

// volatileType is the type t of the volatile variable d, whose name says so; ok is false for another variable, or where cc does not tell which
// part of the type is volatile: of a typedef's pointer it does not.
func (l *lowerer) volatileType(d *cc.Declarator, t cc.Type) (ty ast.Type, ok bool) {
	base := t
	for a, isArray := base.(*cc.ArrayType); isArray; a, isArray = base.(*cc.ArrayType) {
		base = a.Elem()
	}
	if !base.Attributes().IsVolatile() {
		if of, _ := pointerItself(d); !d.IsParam() || !says(of, cc.TypeQualifierVolatile) { // of a parameter that is a pointer cc does not tell
			return nil, false
		}
	}
	ty, bad := l.types.withoutVolatile(t)
	q, known := l.types.declared[d]
	if !known {
		q = l.file.declared[d]
	}
	said := q.volatiles == volatiles(ty)+1 || q.volatiles == 0 && base.Kind() != cc.Ptr
	if bad != nil || q.isAtomic || !said {
		return nil, false
	}
	return l.types.volatile(ty), true
}

// withoutVolatile is t, whose elements are those of an array perhaps, as if it was not volatile.
func (ts *types) withoutVolatile(t cc.Type) (ast.Type, *diagnosis) {
	a, ok := t.(*cc.ArrayType)
	if !ok {
		return ts.accessible(t, "")
	}
	if a.IsVLA() || isTooLarge(a) || a.Len() < 0 {
		return nil, &variableLength
	}
	elem, bad := ts.withoutVolatile(a.Elem())
	return ast.Array{Elem: elem, Len: a.Len()}, bad
}

// volatile is t under a name that says so; the elements of an array are.
func (ts *types) volatile(t ast.Type) ast.Type {
	if a, ok := t.(ast.Array); ok {
		return ast.Array{Elem: ts.volatile(a.Elem), Len: a.Len}
	}
	if v, ok := ast.Volatile(t); ok {
		return v
	}
	size := int64(1) // of a _Bool
	if isPointer(t) {
		size = ts.file.abi.Types[cc.Ptr].Size
	}
	return ast.VolatileObject(t, size)
}

// volatileVariable is the volatile variable that e names. It is not read or written in the tree; an array's elements are not.
func (l *lowerer) volatileVariable(e *cc.PrimaryExpression, name string, ty ast.Type) ast.Expr {
	if _, isArray := ty.(ast.Array); isArray {
		return &ast.Object{Name: name, Ty: ty}
	}
	l.refuse(e, volatile.construct, volatile.hint)
	return wrong()
}

// addressOfVolatile is the address of the volatile variable that e names, which is no array.
func (l *lowerer) addressOfVolatile(e cc.ExpressionNode) (ast.Expr, bool) {
	p, ok := e.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil, false
	}
	d := declaratorOf(p)
	if d == nil {
		return nil, false
	}
	name := d.Name()
	var ty ast.Type
	if v := l.locals[d]; v != nil {
		if !v.volatile {
			return nil, false
		}
		name, ty = v.name, v.ty
		if ast.IsScalar(ty) && l.keptVariables[d.Name()] != d {
			l.facts.add(l.facts.inMemory[d], func() { l.facts.inMemory[d] = true })
		}
	} else if s := d.LexicalScope(); s == nil || s.Parent != nil {
		return nil, false
	} else if ty, ok = l.volatileType(d, d.Type().Undecay()); !ok {
		return nil, false
	} else {
		l.outside(name)
	}
	if _, isArray := ty.(ast.Array); isArray {
		return nil, false
	}
	return &ast.AddressOf{X: &ast.Object{Name: name, Ty: ty}, Ty: ast.Pointer{Elem: ty}}, true
}

// literalType is the type of a compound literal.
func (l *lowerer) literalType(n *cc.TypeName) ast.Type {
	t, ok := l.typeNamed(n)
	if !ok {
		return ast.Int
	}
	return t
}
