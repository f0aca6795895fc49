package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers functions of the compiler whose meaning does not depend on more than their arguments: __builtin_choose_expr is the expression that it
// selects; arithmetic that tells whether it overflows is done in twice the width, where the operands have 32 bits at most:
//
//	__builtin_add_overflow(a, b, &s)    long exact = (long)a + (long)b; s = (int)exact; … (long)(int)exact != exact …
//
// overflow_wide.go is about wider operands.

var (
	signedWide   = ast.Integer{Name: basicNames[cc.LongLong], Width: 64, Signed: true}
	unsignedWide = ast.Integer{Name: basicNames[cc.ULongLong], Width: 64}
)

// chosen is the argument that __builtin_choose_expr selects; nil where that is not known here.
func (l *lowerer) chosen(args []cc.ExpressionNode) cc.ExpressionNode {
	n, known := constantSize(args[0])
	if x, errs := l.unevaluated(args[0]); !known && len(errs) == 0 {
		if c, ok := x.(*ast.Const); ok && ast.IsInteger(c.Ty) {
			n, known = int64(c.Value.(ast.IntConst)), true
		}
	}
	switch {
	case !known:
		return nil
	case n != 0:
		return args[1]
	}
	return args[2]
}

// overflowing takes the name of a function that tells whether arithmetic overflows apart. Its operands are converted to of, if that is not nil.
func overflowing(name string) (op ast.Binop, of ast.Type, stores, ok bool) {
	rest, isBuiltin := strings.CutPrefix(name, "__builtin_")
	rest, stores = strings.CutSuffix(rest, "_overflow")
	if !stores {
		rest, ok = strings.CutSuffix(rest, "_overflow_p")
		if !ok {
			return 0, nil, false, false
		}
	}
	switch rest {
	case "sadd", "ssub", "smul":
		of, rest = ast.Int, rest[1:]
	case "uadd", "usub", "umul":
		of, rest = ast.Uint, rest[1:]
	case "saddl", "ssubl", "smull", "saddll", "ssubll", "smulll":
		of, rest = signedWide, rest[1:4]
	case "uaddl", "usubl", "umull", "uaddll", "usubll", "umulll":
		of, rest = unsignedWide, rest[1:4]
	}
	op, ok = map[string]ast.Binop{"add": ast.Add, "sub": ast.Sub, "mul": ast.Mul}[rest]
	return op, of, stores, ok && isBuiltin
}

// overflow is the call of such a function with three arguments; ok is false where it is to be kept as it is.
func (l *lowerer) overflow(name string, args []cc.ExpressionNode) (x ast.Expr, ok bool) {
	op, of, stores, ok := overflowing(name)
	if !ok || len(args) != 3 {
		return nil, false
	}
	var to ast.Type
	var operands [2]ast.Expr
	isWide := false
	for i, e := range args {
		v, errs := l.unevaluated(e)
		if len(errs) > 0 {
			return nil, false
		}
		t := ast.TypeOf(v)
		if i < 2 {
			if !ast.IsInteger(t) {
				return nil, false
			}
			if operands[i] = v; of != nil {
				operands[i] = convert(of, v)
			}
			n, isInteger := ast.TypeOf(operands[i]).(ast.Integer)
			isWide = isWide || isInteger && n.Width > 32
			continue
		}
		to = t
		if p, isPointer := t.(ast.Pointer); stores && isPointer {
			to = p.Elem
		}
		if n, isInteger := to.(ast.Integer); !isInteger || ast.IsVolatile(to) || n.Width > 64 {
			return nil, false
		}
	}
	if isWide {
		return l.wideOverflow(op, of, ast.Unqualified(to).(ast.Integer), stores, operands, args)
	}
	return l.exactly(op, of, to, stores, args), true
}

// exactly lowers the arithmetic: its result is converted to a number of type to.
func (l *lowerer) exactly(op ast.Binop, of, to ast.Type, stores bool, args []cc.ExpressionNode) ast.Expr {
	v := l.operands(func() ast.Expr { return l.integer(args[0]) }, func() ast.Expr { return l.integer(args[1]) }, func() ast.Expr { return l.scalar(args[2]) })
	a, b := v[0], v[1]
	if of != nil {
		a, b = convert(of, a), convert(of, b)
	}
	wide := signedWide
	if ta, tb := ast.Promote(ast.TypeOf(a)), ast.Promote(ast.TypeOf(b)); op == ast.Mul && isUnsigned(ta) && isUnsigned(tb) {
		wide = unsignedWide
	}
	exact := l.spill(operate(op, convert(wide, a), convert(wide, b)))
	to = ast.Unqualified(to)
	if stores {
		l.emit(&ast.Store{Dest: &ast.Deref{X: v[2], Ty: to}, X: convert(to, ast.CopyExpr(exact))})
	}
	n := to.(ast.Integer)
	var lost ast.Expr = &ast.Binary{Op: ast.Ne, Ty: wide, X: convert(wide, convert(to, ast.CopyExpr(exact))), Y: exact}
	if n.Width == 64 && n.Signed != wide.Signed { // what is converted back is the same number of another sign
		lost = negative(exact)
	}
	return &ast.Convert{Ty: ast.Boolean{}, X: lost}
}

func isUnsigned(t ast.Type) bool {
	n, ok := t.(ast.Integer)
	return ok && !n.Signed
}
