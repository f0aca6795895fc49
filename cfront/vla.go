package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers arrays of variable length. To the tree one is a pointer to memory on the stack, with a variable for its number of elements:
//
//	{ int a[n]; … sizeof a … }    { void *stack = __builtin_stack_save(); unsigned long a_n = n; int *a = __builtin_alloca(a_n * 4UL);
//	                                … a_n * 4UL … __builtin_stack_restore(stack); }
//
// Where the array is the function's nothing is restored; where control leaves its scope otherwise, it is restored before.

// variableArray is an array of variable length.
type variableArray struct {
	count ast.Expr // its elements
	stack ast.Expr // what to restore; nil of one of the function's outermost scope
}

// variableArray declares d if it is an array of variable length that the tree has a form for, and reports whether it is.
func (l *lowerer) variableArray(n *cc.InitDeclarator) bool {
	d := n.Declarator
	a, ok := d.Type().(*cc.ArrayType)
	if !ok || !a.IsVLA() || a.SizeExpression() == nil || n.Case == cc.InitDeclaratorInit {
		return false
	}
	elem, bad := l.types.pointee(a.Elem(), "")
	if bad != nil {
		return false
	}
	if len(l.routes.graphs) > 0 || l.inValue > 0 {
		l.refuse(d, "an array of variable length in a function with gotos that lead backward, or in an expression,", variableLength.hint)
		return true
	}
	word := l.file.sizeType()
	made := &variableArray{}
	if l.scopes > 0 {
		made.stack = l.spillNamed("stack", &ast.Call{Fn: builtin("__builtin_stack_save", voidPointer), Ty: voidPointer})
	}
	made.count = l.spillNamed(d.Name()+"_n", convert(word, l.settle(l.integer(a.SizeExpression()))))
	l.vlas = append(l.vlas, made)
	v := l.declare(d, ast.Pointer{Elem: unqualified(elem)})
	v.array = made
	memory := &ast.Call{Fn: builtin("__builtin_alloca", voidPointer, word), Args: []ast.Expr{l.sizeOfArray(v)}, Ty: voidPointer}
	l.emit(&ast.Declare{Name: v.name, Ty: v.ty, Init: &ast.InitExpr{X: convert(v.ty, memory)}})
	l.noteText(d, cc.NodeSource(d))
	return true
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

// sizeOfArray is the size of an array of variable length.
func (l *lowerer) sizeOfArray(v *local) ast.Expr {
	elem := v.ty.(ast.Pointer).Elem
	return operate(ast.Mul, ast.CopyExpr(v.array.count), intConst(l.sizeOfType(elem), l.file.sizeType()))
}

// arrayNamed is the array of variable length that e names; nil for anything else.
func (l *lowerer) arrayNamed(e cc.ExpressionNode) *local {
	p, ok := unparen(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	if v := l.locals[declaratorOf(p)]; v != nil && v.array != nil {
		return v
	}
	return nil
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
	if len(l.vlas) > depth {
		stack := ast.CopyExpr(l.vlas[depth].stack)
		l.emit(&ast.Eval{X: &ast.Call{Fn: builtin("__builtin_stack_restore", ast.Void{}, voidPointer), Args: []ast.Expr{stack}, Ty: ast.Void{}}})
	}
}
