package cfront

import (
	"maps"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/internal/diag"
)

// This file lowers sizeof and _Alignof to constants of type size_t. The operand of sizeof has the type that the tree gives it, if it
// is an expression: cc takes a parameter that is declared as an array for one.

func (l *lowerer) sizeOf(e *cc.UnaryExpression) ast.Expr {
	if e.Case == cc.UnaryExpressionSizeofExpr {
		return l.sizeOfValue(e)
	}
	if !l.hasLayout(e, e.TypeName.Type()) {
		return wrong()
	}
	t := e.TypeName.Type()
	if base, ok := variableBase(t); ok && e.Case == cc.UnaryExpressionSizeofType {
		l.sizesInName(e.TypeName.AbstractDeclarator)
		return l.sizeOfShape(l.shapeOfType(t), l.typeOf(e, base, ""))
	}
	if e.Case == cc.UnaryExpressionAlignofType {
		return intConst(l.types.alignOf(t), l.file.sizeType())
	}
	if size := l.types.sizeOf(t); size >= 0 {
		return intConst(size, l.file.sizeType())
	}
	l.refuse(e, sizeAtRunTime.construct, sizeAtRunTime.hint)
	return wrong()
}

var sizeAtRunTime = diagnosis{"a size that is known only at run time", "use an array of constant length"}

// sizeOfValue is the size of an expression, which is not evaluated.
func (l *lowerer) sizeOfValue(e *cc.UnaryExpression) ast.Expr {
	if size, ok := l.sizeOfVariable(e.UnaryExpression); ok {
		return size
	}
	inC := e.UnaryExpression.Type()
	if !l.hasLayout(e, inC.Undecay()) {
		return wrong()
	}
	if l.file.packing.coversIn(e.UnaryExpression) {
		l.refuse(e, oddSize.construct, oddSize.hint)
		return wrong()
	}
	x, errs := l.unevaluated(e.UnaryExpression)
	if len(errs) > 0 {
		return l.sizeInC(e, inC, errs)
	}
	size, known := l.sizeIfKnown(ast.TypeOf(x))
	if !known || ast.IsBitField(x) {
		l.failf(e, "the size of what has none")
		return wrong()
	}
	return intConst(size, l.file.sizeType())
}

// sizeInC is the size of a value of type t that the tree does not hold, for the reasons errs. An array in C may be a pointer to cc.
func (l *lowerer) sizeInC(e *cc.UnaryExpression, t cc.Type, errs diag.List) ast.Expr {
	if p, ok := unparen(e.UnaryExpression).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionLString {
		t = t.Undecay()
	}
	if t.Kind() != cc.Ptr && t.Kind() != cc.Function && l.types.sizeOf(t) > 0 {
		return intConst(l.types.sizeOf(t), l.file.sizeType())
	}
	l.errs = append(l.errs, errs...)
	return wrong()
}

// unevaluated is the tree of e, or what is wrong with it. What e needs is not noted: nothing of it is done.
func (l *lowerer) unevaluated(e cc.ExpressionNode) (ast.Expr, diag.List) {
	scratch := *l
	scratch.facts = &facts{inMemory: maps.Clone(l.facts.inMemory), captured: maps.Clone(l.facts.captured), outside: maps.Clone(l.facts.outside)}
	scratch.nested = nested{captured: maps.Clone(l.nested.captured), names: maps.Clone(l.nested.names), defined: maps.Clone(l.nested.defined)}
	scratch.locals, scratch.count = maps.Clone(l.locals), maps.Clone(l.count)
	scratch.madeFrom, scratch.made = maps.Clone(l.madeFrom), maps.Clone(l.made)
	scratch.extents = maps.Clone(l.extents)
	scratch.keptNames, scratch.keptVariables = maps.Clone(l.keptNames), maps.Clone(l.keptVariables)
	scratch.literals = maps.Clone(l.literals)
	scratch.cmds, scratch.pending, scratch.kept, scratch.errs, scratch.branchDepth = nil, nil, nil, nil, 0
	return scratch.place(e), scratch.errs
}

// sizeIfKnown is the size of t in bytes; that of void and of functions is 1 to gcc.
func (l *lowerer) sizeIfKnown(t ast.Type) (size int64, known bool) {
	switch t := t.(type) {
	case ast.Array:
		size, known = l.sizeIfKnown(t.Elem)
		return t.Len * size, known && t.Len >= 0
	case ast.Record:
		_, known = l.types.layouts.Of(t)
		return t.Size, known || l.types.opaque[t.Name] != nil && t.Size > 0
	}
	return l.sizeOfType(t), true
}

// hasLayout refuses types whose size cc does not know.
func (l *lowerer) hasLayout(n node, t cc.Type) bool {
	switch t := t.(type) {
	case *cc.ArrayType:
		return l.hasLayout(n, t.Elem())
	case *cc.StructType, *cc.UnionType:
		if why := l.file.packed(t.(recordType)); why != nil {
			l.refuse(n, why.construct, why.hint)
			return false
		}
	}
	if why := l.file.packing.ofSize(t); why != nil {
		l.refuse(n, why.construct, why.hint)
		return false
	}
	return true
}

// packed says why the layout of t or of a record in it is not to be had.
func (f *File) packed(t recordType) *diagnosis {
	if why := f.packing.of(t); why != nil {
		return why
	}
	for i := range t.NumFields() {
		field := t.FieldByIndex(i)
		ft := field.Type()
		for at, ok := ft.(*cc.ArrayType); ok; at, ok = ft.(*cc.ArrayType) {
			if at.IsVLA() || at.Size() < 0 && !field.IsFlexibleArrayMember() {
				return &variableLength
			}
			if isTooLarge(at) {
				return &tooLarge
			}
			ft = at.Elem()
		}
		if inner, ok := ft.(recordType); ok {
			if why := f.packed(inner); why != nil {
				return why
			}
		} else if why := f.packing.ofSize(ft); why != nil {
			return why
		}
	}
	return nil
}
