package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/internal/diag"
)

// This file lowers calls: of a function by its name, or through a pointer.

// refusedFunctions are those whose calls the tree cannot hold.
var refusedFunctions = map[string]diagnosis{
	"setjmp":                     {"setjmp", "leave this function out"},
	"_setjmp":                    {"setjmp", "leave this function out"},
	"__setjmp":                   {"setjmp", "leave this function out"},
	"sigsetjmp":                  {"setjmp", "leave this function out"},
	"__sigsetjmp":                {"setjmp", "leave this function out"},
	"__builtin_setjmp":           {"setjmp", "leave this function out"},
	"vfork":                      {"vfork", "leave this function out"},
	"__builtin_va_start":         {"va_start", "leave this function out"},
	"__builtin_va_arg_impl":      {"va_arg", "leave this function out"},
	"__builtin_va_end":           {"va_end", "leave this function out"},
	"__builtin_va_copy":          {"va_copy", "leave this function out"},
	"__builtin_apply_args":       {"__builtin_apply_args", "leave this function out"},
	"__builtin_return_address":   {"__builtin_return_address", "leave this function out"},
	"__builtin_frame_address":    {"__builtin_frame_address", "leave this function out"},
	"__builtin_choose_expr":      {"__builtin_choose_expr", "write the expression that it selects"},
	"__builtin_constant_p":       {"__builtin_constant_p", "leave this function out"},
	"__ccgo__types_compatible_p": {"__builtin_types_compatible_p", "write the number"},
}

// allocatesOnStack are functions whose memory is gone when the function ends that calls them.
var allocatesOnStack = map[string]bool{"alloca": true, "__builtin_alloca": true, "__builtin_alloca_with_align": true}

// genericBuiltins are functions of the compiler that take any floating types, which widening does not change, and give an int.
var genericBuiltins = map[string]bool{"__builtin_isnan": true, "__builtin_isinf": true, "__builtin_isinf_sign": true,
	"__builtin_isfinite": true, "__builtin_signbit": true, "__builtin_isgreater": true, "__builtin_isgreaterequal": true,
	"__builtin_isless": true, "__builtin_islessequal": true, "__builtin_islessgreater": true, "__builtin_isunordered": true}

func (l *lowerer) call(e *cc.PostfixExpression) ast.Expr {
	var args []cc.ExpressionNode
	for a := e.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	name, direct := calledName(e.PostfixExpression)
	if name == "__builtin_choose_expr" && len(args) == 3 {
		if chosen := l.chosen(args); chosen != nil {
			return l.expr(chosen)
		}
	}
	if x, ok := l.overflow(name, args); direct && ok {
		return x
	}
	if why, refused := refusedFunctions[name]; refused {
		l.refuse(e, why.construct, why.hint)
		l.final[l.errs[len(l.errs)-1]] = neverKept[name]
		return wrong()
	}
	if direct && allocatesOnStack[name] {
		l.noteText(e, name)
	}
	if name == "__builtin_expect" && len(args) == 2 {
		return l.expected(args[0], args[1])
	}
	if hint, ok := l.missingDeclaration(e.PostfixExpression, name); direct && !ok {
		err := l.failf(unparen(e.PostfixExpression), "the function %s is called but not declared", name)
		err.Hint = hint
		l.refusals[err] = unknownFunctions.MatchString(name)
		return wrong()
	}
	return l.callOf(e, name, args)
}

// expected is __builtin_expect(e, what): the value of e, with what the evaluation of what does besides.
func (l *lowerer) expected(e, what cc.ExpressionNode) ast.Expr {
	values := l.operands(func() ast.Expr { return l.scalar(e) }, func() ast.Expr {
		if x := l.expr(what); valueOf(x).calls {
			l.emit(&ast.Eval{X: x})
		}
		return nothing()
	})
	return convert(l.file.integerOf(cc.Long), values[0])
}

// calledName is the name of the function that e calls, if it names one.
func calledName(e cc.ExpressionNode) (string, bool) {
	p, ok := unparen(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return "", false
	}
	return p.Token.SrcStr(), true
}

// undeclared reports whether no declaration before it mentions the name e.
func undeclared(e cc.ExpressionNode) bool {
	p := unparen(e).(*cc.PrimaryExpression)
	d := declaratorOf(p)
	if d == nil || d.IsSynthetic() {
		return true
	}
	name := d.NameTok()
	return p.Token.Seq() < name.Seq()
}

// missingDeclaration reports whether the function that e names is declared, if only by being called, and if not what to do.
func (l *lowerer) missingDeclaration(e cc.ExpressionNode, name string) (hint string, ok bool) {
	if name == "" || !undeclared(e) {
		return "", true
	}
	if why, lost := l.file.lost.why(name); lost {
		return why, false
	}
	return undeclaredHint(name), l.implicitFunction(name) != nil
}

func undeclaredHint(name string) string {
	switch {
	case name == "__builtin_tgmath": // what each macro of <tgmath.h> is
		return "it chooses a function by the types of its arguments, as the macros of <tgmath.h> do; call the function itself, as in sqrt or sqrtf of <math.h>"
	case strings.HasPrefix(name, "__"):
		return "the compiler knows it, but its type is not known here; leave this function out"
	}
	return "declare it before, or include the header that does"
}

// callOf is the call e of the function called name (or ""), with arguments converted as the function's type says.
func (l *lowerer) callOf(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) ast.Expr {
	evals := []func() ast.Expr{func() ast.Expr { return l.callee(e.PostfixExpression) }}
	for _, a := range args {
		evals = append(evals, func() ast.Expr { return l.expr(a) })
	}
	values := l.operands(evals...)
	fn := functionOf(values[0])
	if fn == nil {
		return l.mismatch(e, values[0], "a function")
	}
	if n, want := len(args), len(fn.Params); n < want || n > want && !fn.Variadic {
		l.failf(e, "%s is called with %s, but has %s", orElse(name, "the function"), diag.Count(n, "argument"), diag.Count(want, "parameter"))
		return wrong()
	}
	call := &ast.Call{Fn: values[0], Ty: fn.Result}
	for i, x := range values[1:] {
		call.Args = append(call.Args, l.argument(args[i], fn, i, x))
	}
	if r, ok := call.Ty.(ast.Record); ok {
		l.canCopy(e, r)
	}
	return call
}

// argument is x, the value of e, as argument number i.
func (l *lowerer) argument(e node, fn *ast.Function, i int, x ast.Expr) ast.Expr {
	if i < len(fn.Params) {
		return l.assignable(e, fn.Params[i], x)
	}
	if ast.IsVoid(ast.TypeOf(x)) {
		return l.mismatch(e, x, "a number or pointer")
	}
	return convert(ast.PromoteArg(ast.TypeOf(x)), x)
}

// callee is the function that e names, or a pointer to one.
func (l *lowerer) callee(e cc.ExpressionNode) ast.Expr {
	if name, ok := calledName(e); ok && (genericBuiltins[name] || undeclared(e)) {
		l.outside(name)
		return &ast.Object{Name: name, Ty: l.implicitFunction(name)}
	}
	place := l.place(e)
	if _, ok := ast.TypeOf(place).(*ast.Function); ok {
		if d, ok := place.(*ast.Deref); ok {
			return d.X
		}
		return place
	}
	return l.load(e, place)
}

func functionOf(e ast.Expr) *ast.Function {
	t := ast.TypeOf(e)
	if p, ok := t.(ast.Pointer); ok {
		t = p.Elem
	}
	fn, _ := t.(*ast.Function)
	return fn
}
