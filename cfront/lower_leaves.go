package cfront

import (
	"math"
	"regexp"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers the leaves of expressions, names and constants, and calls.

func (l *lowerer) primary(e *cc.PrimaryExpression) ast.Expr {
	switch e.Case {
	case cc.PrimaryExpressionIdent:
		return l.identifier(e)
	case cc.PrimaryExpressionInt:
		return l.constant(e)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return l.character(e)
	case cc.PrimaryExpressionFloat:
		l.refuse(e, "floating point", "only integers are supported, so far")
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		l.refuse(e, "a string", "only integers are supported, so far")
	case cc.PrimaryExpressionStmt:
		l.refuse(e, "a statement expression", "write the statements before")
	default:
		l.refuse(e, "_Generic", "write the expression that it selects")
	}
	return wrong()
}

// constant is an integer literal; cc knows its type.
func (l *lowerer) constant(e *cc.PrimaryExpression) ast.Expr {
	ty := l.integerType(e, e.Type())
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return intConst(int64(v), ty)
	case cc.UInt64Value:
		return intConst(int64(v), ty)
	}
	l.failf(e, "malformed number")
	return wrong()
}

// oneCharacter is a character constant of one character of ASCII or one escape. Compilers differ on the others.
var oneCharacter = regexp.MustCompile(`^[LuU]?'(\\[^0-7xuU]|\\[0-7]{1,3}|\\x[0-9a-fA-F]+|[\x20-\x26\x28-\x5b\x5d-\x7e])'$`)

func (l *lowerer) character(e *cc.PrimaryExpression) ast.Expr {
	if oneCharacter.MatchString(e.Token.SrcStr()) {
		return l.constant(e)
	}
	l.refuse(e, "a constant of several characters", "write its number")
	return wrong()
}

// identifier is a variable or an enumeration constant.
func (l *lowerer) identifier(e *cc.PrimaryExpression) ast.Expr {
	if en, ok := e.ResolvedTo().(*cc.Enumerator); ok {
		return l.enumerator(e, en)
	}
	_, v, ok := l.variable(e)
	if !ok {
		return wrong()
	}
	return &ast.Var{Name: v.name, Ty: v.ty}
}

// enumerator is a constant of type int. One that int cannot hold has a type that depends on the compiler's version.
func (l *lowerer) enumerator(e *cc.PrimaryExpression, en *cc.Enumerator) ast.Expr {
	v, ok := en.Value().(cc.Int64Value)
	if u, isUnsigned := en.Value().(cc.UInt64Value); isUnsigned && u <= math.MaxInt32 {
		v, ok = cc.Int64Value(u), true
	}
	if !ok || v < math.MinInt32 || v > math.MaxInt32 {
		l.refuse(e, "an enumeration constant outside the range of int", "cast it where it is defined, or use a literal")
		return wrong()
	}
	return intConst(int64(v), ast.Int)
}

// variable is the parameter or local that e names.
func (l *lowerer) variable(e *cc.PrimaryExpression) (*cc.Declarator, local, bool) {
	var d *cc.Declarator
	switch n := e.ResolvedTo().(type) {
	case *cc.Declarator:
		d = n
	case *cc.Parameter:
		d = n.Declarator
	}
	name := e.Token.SrcStr()
	if d == nil {
		l.failf(e, "%s is not a variable", name)
		return nil, local{}, false
	}
	if v, ok := l.locals[d]; ok {
		return d, v, true
	}
	switch {
	case d.Type().Kind() == cc.Function:
		l.refuse(e, "the address of a function", "call it")
	case name == "__func__":
		l.refuse(e, name, "only integers are supported, so far")
	case d.LexicalScope().Parent == nil:
		l.refuse(e, "the global variable "+name, "pass its value as an argument")
	}
	return nil, local{}, false // a local that was refused where it is declared
}

func (l *lowerer) postfix(e *cc.PostfixExpression) ast.Expr {
	switch e.Case {
	case cc.PostfixExpressionCall:
		return l.call(e)
	case cc.PostfixExpressionIndex:
		l.refuse(e, "an array element", "only integers are supported, so far")
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		l.refuse(e, "a struct's field", "only integers are supported, so far")
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		l.refuse(e, "the value of ++ or --", "increment in a statement of its own")
	default:
		l.refuse(e, "a compound literal", "only integers are supported, so far")
	}
	return wrong()
}

// call is a call of a named function; where its prototype says what the arguments become they are converted to that.
func (l *lowerer) call(e *cc.PostfixExpression) ast.Expr {
	name, ft, ok := l.callee(e.PostfixExpression)
	var args []ast.Expr
	var at []node
	for a := e.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, l.value(a.AssignmentExpression))
		at = append(at, a.AssignmentExpression)
	}
	if !ok {
		return wrong()
	}
	fn := &ast.Function{Result: l.resultType(e, ft.Result()), Variadic: ft.IsVariadic()}
	for _, p := range prototype(ft) {
		fn.Params = append(fn.Params, l.integerType(e, p.Type()))
	}
	if !l.checkCount(e, name, ft, len(args)) {
		return wrong()
	}
	for i, a := range args {
		t := ast.PromoteArg(ast.TypeOf(a))
		if i < len(fn.Params) {
			t = fn.Params[i]
		}
		args[i] = ast.ConvertTo(t, a)
	}
	return &ast.Call{Fn: &ast.Object{Name: name, Ty: fn}, Args: args, Ty: fn.Result}
}

// prototype is the parameters that ft declares.
func prototype(ft *cc.FunctionType) []*cc.Parameter {
	if ft.MaxArgs() == 0 {
		return nil
	}
	return ft.Parameters()
}

// checkCount compares the number of arguments with the prototype.
func (l *lowerer) checkCount(e *cc.PostfixExpression, name string, ft *cc.FunctionType, n int) bool {
	want := len(prototype(ft))
	switch {
	case want == 0 && ft.MaxArgs() != 0 && !ft.IsVariadic() && n > 0:
		l.failf(e, "the call of %s has arguments, but its declaration does not say of what types", name).
			WithHint("declare %s with the types of its parameters", name)
		return false
	case n < want || n > want && !ft.IsVariadic():
		l.failf(e, "%s is called with %d arguments, but has %d parameters", name, n, want)
		return false
	}
	return true
}

// callee is the function that e names.
func (l *lowerer) callee(e cc.ExpressionNode) (string, *cc.FunctionType, bool) {
	p, ok := unparen(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		l.refuse(e, "a call through a pointer", "call the function by its name")
		return "", nil, false
	}
	name := p.Token.SrcStr()
	d, ok := p.ResolvedTo().(*cc.Declarator)
	if !ok || d.IsSynthetic() {
		l.failf(p, "the function %s is called but not declared", name).WithHint("declare it before, for instance: int %s(int);", name)
		return "", nil, false
	}
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		l.refuse(p, "a call through a pointer", "call the function by its name")
	}
	return name, ft, ok
}
