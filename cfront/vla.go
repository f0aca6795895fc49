package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers arrays of variable length, and what points to them. The tree's types have no variables in them: to it an array of variable length,
// of any number of dimensions, is a pointer to the first of its elements, which are of constant size, and so is a pointer to such an array.
// What the numbers of elements are where it is declared is kept in variables, and an index is computed from them:
//
//	{ int a[n][m]; … a[i][j] … sizeof a … }    { void *stack = __builtin_stack_save(); long a_n = n; long a_m = m;
//	                                             int *a = __builtin_alloca(a_n * a_m * 4UL); … a[i * a_m + j] … __builtin_stack_restore(stack); }
//	int f(int m, double (*p)[m]) { p++; …      int f(int m, double *p) { long p_m = m; p += p_m; …
//
// Memory lasts as long as the scope: it is given back where control leaves that, by any way but return.

// variableArray is an array of variable length in memory of its own.
type variableArray struct {
	declarator *cc.Declarator
	stack      ast.Expr // what to restore; nil where nothing ever is
}

// variableType is a type with a size in it that is known only at run time: that of an array, or of what leads to one.
type variableType struct {
	count ast.Expr      // of an array: its elements, a ptrdiff_t; nil of a pointer
	flat  bool          // it is an array of variable length
	elem  *variableType // what it holds or points to; nil where that has a type of the tree
}

// isVariable reports whether t is an array of variable length, or leads to one.
func isVariable(t cc.Type) bool {
	switch t := t.(type) {
	case *cc.PointerType:
		return isVariable(t.Elem())
	case *cc.ArrayType:
		return t.IsVLA() || isVariable(t.Elem())
	}
	return false
}

// variableBase is what the dimensions of an array of variable length are of; ok is false for another type.
func variableBase(t cc.Type) (base cc.Type, ok bool) {
	for a, isArray := t.(*cc.ArrayType); isArray && a.IsVLA(); a, isArray = t.(*cc.ArrayType) {
		t, ok = a.Elem(), true
	}
	return t, ok
}

// evaluateSizes evaluates the sizes that a declarator says, from left to right, and keeps them under names made from name.
func (l *lowerer) evaluateSizes(name string, d *cc.Declarator) {
	if d != nil {
		l.sizesIn(name, d.DirectDeclarator)
	}
}

func (l *lowerer) sizesIn(name string, d *cc.DirectDeclarator) {
	if d == nil {
		return
	}
	l.sizesIn(name, d.DirectDeclarator)
	if d.Declarator != nil {
		l.evaluateSizes(name, d.Declarator)
	}
	l.evaluateSize(name, d.AssignmentExpression)
}

// sizesInName is evaluateSizes of a type's name.
func (l *lowerer) sizesInName(a *cc.AbstractDeclarator) {
	if a != nil {
		l.sizesInAbstract(a.DirectAbstractDeclarator)
	}
}

func (l *lowerer) sizesInAbstract(d *cc.DirectAbstractDeclarator) {
	if d == nil {
		return
	}
	l.sizesInAbstract(d.DirectAbstractDeclarator)
	l.sizesInName(d.AbstractDeclarator)
	l.evaluateSize("size", d.AssignmentExpression)
}

func (l *lowerer) evaluateSize(name string, e cc.ExpressionNode) {
	if e == nil {
		return
	}
	if _, known := constantSize(e); !known {
		l.extents[e] = l.spillNamed(name+"_n", convert(l.file.differenceType(), l.settle(l.integer(e))))
	}
}

func constantSize(e cc.ExpressionNode) (int64, bool) {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), true
	}
	return 0, false
}

// shapeOfType is the shape of t, whose sizes have been evaluated; nil for one without.
func (l *lowerer) shapeOfType(t cc.Type) *variableType {
	if !isVariable(t) {
		return nil
	}
	switch t := t.(type) {
	case *cc.PointerType:
		return &variableType{elem: l.shapeOfType(t.Elem())}
	case *cc.ArrayType:
		s := &variableType{flat: t.IsVLA(), elem: l.shapeOfType(t.Elem()), count: intConst(t.Len(), l.file.differenceType())}
		if e := t.SizeExpression(); e != nil && l.extents[e] != nil {
			s.count = l.extents[e]
		} else if t.Len() < 0 && s.flat {
			s.count = intConst(0, l.file.differenceType()) // of a parameter, which is a pointer
		}
		return s
	}
	return nil
}

// elements are how many a flat shape has, of what its dimensions are of.
func (s *variableType) elements() ast.Expr {
	n := ast.CopyExpr(s.count)
	if s.elem != nil && s.elem.flat {
		n = operate(ast.Mul, n, s.elem.elements())
	}
	return n
}

// element is what a pointer or array of the shape leads to, if that is an array of variable length.
func (s *variableType) element() (*variableType, bool) {
	if s == nil || s.elem == nil || !s.elem.flat {
		return nil, false
	}
	return s.elem, true
}

// shape is that of the value of e, or of the object that it designates; nil where the type of e is one of the tree.
func (l *lowerer) shape(e cc.ExpressionNode) *variableType {
	if !l.hasShapes {
		return nil
	}
	switch x := unparen(e).(type) {
	case *cc.PrimaryExpression:
		return l.shapeOfPrimary(x)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return l.eitherShape(x.PostfixExpression, x.ExpressionList).inner()
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return l.shape(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			return l.shape(x.CastExpression).inner()
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return l.shape(x.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			if s := l.shape(x.CastExpression); s != nil {
				return &variableType{elem: s}
			}
		}
	case *cc.CastExpression:
		return l.shapeOfType(x.TypeName.Type())
	case *cc.AdditiveExpression:
		a, b := l.shape(x.AdditiveExpression), l.shape(x.MultiplicativeExpression)
		if a != nil && b != nil { // a difference
			return nil
		}
		return orShape(a, b)
	case *cc.AssignmentExpression:
		return l.shape(x.UnaryExpression)
	case *cc.ConditionalExpression:
		return l.shapeOfConditional(x)
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return l.shape(x.AssignmentExpression)
	}
	return nil
}

func (l *lowerer) shapeOfPrimary(e *cc.PrimaryExpression) *variableType {
	switch e.Case {
	case cc.PrimaryExpressionIdent:
		if v := l.locals[declaratorOf(e)]; v != nil {
			return v.shape
		}
	case cc.PrimaryExpressionStmt:
		items := compoundItems(e.CompoundStatement)
		if n := len(items); n > 0 && items[n-1].stmt != nil && items[n-1].stmt.Case == cc.StatementExpr {
			return l.shape(items[n-1].stmt.ExpressionStatement.ExpressionList)
		}
	}
	return nil
}

func (l *lowerer) shapeOfConditional(e *cc.ConditionalExpression) *variableType {
	if e.LogicalOrExpression == nil {
		return l.shape(e.ConditionalExpression)
	}
	then := e.ExpressionList
	if then == nil {
		then = e.LogicalOrExpression
	}
	return l.eitherShape(then, e.ConditionalExpression)
}

func (l *lowerer) eitherShape(x, y cc.ExpressionNode) *variableType {
	return orShape(l.shape(x), l.shape(y))
}

func orShape(a, b *variableType) *variableType {
	if a != nil {
		return a
	}
	return b
}

// inner is the shape of what s leads to.
func (s *variableType) inner() *variableType {
	if s == nil {
		return nil
	}
	return s.elem
}

// isFlat reports whether e is an array of variable length.
func (l *lowerer) isFlat(e cc.ExpressionNode) bool {
	s := l.shape(e)
	return s != nil && s.flat
}

// strided is the integer i as what is added to the pointer e.
func (l *lowerer) strided(e cc.ExpressionNode, i ast.Expr) ast.Expr {
	elem, ok := l.shape(e).element()
	if !ok || !ast.IsInteger(ast.TypeOf(i)) {
		return i
	}
	return operate(ast.Mul, convert(l.file.differenceType(), i), elem.elements())
}

// operateShaped is `x op y`, the values of which are v: a pointer to an array of variable length moves by its elements.
func (l *lowerer) operateShaped(e cc.ExpressionNode, op ast.Binop, x, y cc.ExpressionNode, v []ast.Expr) ast.Expr {
	if !l.hasShapes || op != ast.Add && op != ast.Sub {
		return l.operate(e, op, v[0], v[1])
	}
	if elem, ok := l.shape(x).element(); ok && isPointer(ast.TypeOf(v[1])) {
		n := l.operate(e, op, v[0], v[1])
		if isWrong(n) {
			return n
		}
		return operate(ast.Div, n, elem.elements())
	}
	return l.operate(e, op, l.strided(y, v[0]), l.strided(x, v[1]))
}

// elementOfShaped is a[i], where a is or leads to an array of variable length, as e says: an element, or, where that is such an array itself, the
// pointer that stands for it. What is added to the pointer before is added to the index.
func (l *lowerer) elementOfShaped(e cc.ExpressionNode, a, i ast.Expr, elem ast.Type) ast.Expr {
	i = l.strided(e, i)
	word := l.file.differenceType()
	if b, ok := a.(*ast.Binary); ok && b.Op == ast.PtrAdd && l.isFlat(e) && ast.Same(ast.TypeOf(b.Y), word) {
		a, i = b.X, operate(ast.Add, b.Y, convert(word, i))
	}
	if _, ok := l.shape(e).element(); ok {
		return &ast.Binary{Op: ast.PtrAdd, Ty: ast.TypeOf(a), X: a, Y: i}
	}
	return &ast.Index{X: a, I: i, Ty: unqualified(elem)}
}

// variableArray declares d if it is an array of variable length that the tree has a form for, and reports whether it is.
func (l *lowerer) variableArray(n *cc.InitDeclarator) bool {
	d := n.Declarator
	base, ok := variableBase(d.Type())
	if !ok || n.Case == cc.InitDeclaratorInit {
		return false
	}
	elem, bad := l.types.pointee(base, "")
	if bad != nil {
		return false
	}
	made := &variableArray{declarator: d}
	if l.scopes > 0 || len(l.depths) > 0 {
		made.stack = l.spillNamed("stack", &ast.Call{Fn: builtin("__builtin_stack_save", voidPointer), Ty: voidPointer})
	}
	l.vlas = append(l.vlas, made)
	v := l.declare(d, ast.Pointer{Elem: unqualified(elem)})
	l.setShape(v, d.Type())
	memory := &ast.Call{Fn: builtin("__builtin_alloca", voidPointer, l.file.sizeType()), Args: []ast.Expr{l.sizeOfShape(v.shape, elem)}, Ty: voidPointer}
	l.emit(&ast.Declare{Name: v.name, Ty: v.ty, Init: &ast.InitExpr{X: convert(v.ty, memory)}})
	l.noteText(d, cc.NodeSource(d))
	return true
}

// setShape notes that v, of type t, is or leads to an array of variable length, if it is so.
func (l *lowerer) setShape(v *local, t cc.Type) {
	v.shape = l.shapeOfType(t)
	l.hasShapes = l.hasShapes || v.shape != nil
}

func builtin(name string, result ast.Type, params ...ast.Type) ast.Expr {
	return &ast.Object{Name: name, Ty: &ast.Function{Result: result, Params: params}}
}

// spillNamed is a new variable with the value of x, named after name.
func (l *lowerer) spillNamed(name string, x ast.Expr) ast.Expr {
	name = l.freshName(name)
	l.emit(&ast.Declare{Name: name, Ty: ast.TypeOf(x), Init: &ast.InitExpr{X: x}})
	return temporary(name, ast.TypeOf(x))
}

// sizeOfShape is the size of an array of variable length whose dimensions are of base.
func (l *lowerer) sizeOfShape(s *variableType, base ast.Type) ast.Expr {
	word := l.file.sizeType()
	return operate(ast.Mul, convert(word, s.elements()), intConst(l.sizeOfType(base), word))
}

// sizeOfVariable is the size of an array of variable length that e designates; ok is false for another expression. Its operand is evaluated.
func (l *lowerer) sizeOfVariable(e cc.ExpressionNode) (size ast.Expr, ok bool) {
	s := l.shape(e)
	if s == nil || !s.flat {
		return nil, false
	}
	x := l.place(e)
	if mayHaveEffect(e) {
		l.emit(&ast.Eval{X: x})
	}
	p, isPointer := ast.TypeOf(x).(ast.Pointer)
	if !isPointer {
		return wrong(), true
	}
	return l.sizeOfShape(s, p.Elem), true
}

// scoped lowers a compound statement, at whose end its arrays of variable length are gone.
func (l *lowerer) scoped(f func()) {
	depth := len(l.vlas)
	l.scopes++
	f()
	l.scopes--
	l.restore(depth)
	l.vlas = l.vlas[:depth]
}

// restore gives back the memory of the arrays of variable length declared since there were depth.
func (l *lowerer) restore(depth int) {
	if n := len(l.cmds); len(l.vlas) <= depth || n > 0 && !ast.FallsOff(l.cmds[n-1]) {
		return
	}
	stack := ast.CopyExpr(l.vlas[depth].stack)
	l.emit(&ast.Eval{X: &ast.Call{Fn: builtin("__builtin_stack_restore", ast.Void{}, voidPointer), Args: []ast.Expr{stack}, Ty: ast.Void{}}})
}

// variableArrays is how many arrays of variable length d declares.
func variableArrays(d *cc.Declaration) (n int) {
	for list := d.InitDeclaratorList; list != nil; list = list.InitDeclaratorList {
		x := list.InitDeclarator.Declarator
		if _, ok := variableBase(x.Type()); ok && !x.IsTypename() && !x.IsStatic() && !x.IsExtern() {
			n++
		}
	}
	return n
}

// shapesOfParameters evaluates the sizes in the function's head, whose parameters are declared.
func (l *lowerer) shapesOfParameters() {
	for _, p := range parameters(l.fn) {
		if v := l.locals[p.Declarator]; v != nil && isVariable(p.Type()) {
			l.evaluateSizes(v.name, p.Declarator)
			l.setShape(v, p.Type())
		}
	}
}
