package inl

import "scf/ast"

// This file takes inlined calls out of expressions. Operands are evaluated from left to right; one that stands before a call,
// and is not sure to have the same value behind it, is kept in a variable.

// hoist collects what is done before an expression.
type hoist struct {
	in   *inliner
	cmds []ast.Cmd
}

func (h *hoist) do(c ast.Cmd) { h.cmds = append(h.cmds, c) }

// declare makes a variable of type t without a value.
func (h *hoist) declare(name string, t ast.Type) string {
	name = h.in.names.fresh(name)
	h.do(&ast.Declare{Name: name, Ty: t, Init: ast.NoInit{}})
	return name
}

// scopedCmds is the commands in a scope, if there are several.
func (h *hoist) scopedCmds() []ast.Cmd {
	if len(h.cmds) < 2 {
		return h.cmds
	}
	return []ast.Cmd{&ast.Scope{Body: ast.SeqOf(h.cmds...)}}
}

// value is e without inlined calls.
func (h *hoist) value(e ast.Expr) ast.Expr {
	if !h.in.inlines(e) {
		return e
	}
	switch e := e.(type) {
	case *ast.Call:
		if h.in.isInlined(e) {
			return h.call(e)
		}
	case *ast.LogAnd:
		return h.logical(e.X, e.Y, true, e)
	case *ast.LogOr:
		return h.logical(e.X, e.Y, false, e)
	case *ast.Cond:
		return h.conditional(e)
	}
	return h.operands(e)
}

// call is the variable that has the result of an inlined call.
func (h *hoist) call(e *ast.Call) ast.Expr {
	name, _ := Called(e)
	result := h.in.names.fresh(sourceName(name) + "_result")
	h.do(declaredBy(&ast.Declare{Name: result, Ty: e.Ty}, h.in.expand(e, h.in.into(result, e.Ty, unchanged), false)))
	return h.in.read(result, e.Ty)
}

// operands rewrites the operands of e, at least one of which calls.
func (h *hoist) operands(e ast.Expr) ast.Expr {
	ops := ast.Operands(e)
	last := 0
	for i, x := range ops {
		if h.in.inlines(x) {
			last = i
		}
	}
	i := -1
	return ast.RebuildExpr(e, func(x ast.Expr) ast.Expr {
		i++
		if isPlace(e, i) {
			x = h.place(x)
			if i < last {
				x = h.savePlace(x)
			}
			return x
		}
		x = h.value(x)
		if i < last {
			x = h.save(x)
		}
		return x
	})
}

// isPlace reports whether operand i of e is not read but denotes an object, of which e says more, or the function that is called.
func isPlace(e ast.Expr, i int) bool {
	switch e := e.(type) {
	case *ast.AddressOf, *ast.Member:
		return true
	case *ast.Call:
		_, fn := ast.TypeOf(e.Fn).(*ast.Function)
		return fn && i == 0
	case *ast.Index:
		_, array := ast.TypeOf(e.X).(ast.Array)
		return array && i == 0
	}
	return false
}

// place is an expression that denotes an object, without inlined calls.
func (h *hoist) place(e ast.Expr) ast.Expr {
	if _, call := e.(*ast.Call); call || !h.in.inlines(e) {
		return h.value(e)
	}
	return h.operands(e)
}

// savePlace is an expression for the same object whatever is done before it is evaluated.
func (h *hoist) savePlace(e ast.Expr) ast.Expr {
	if _, call := e.(*ast.Call); call {
		return h.save(e)
	}
	i := -1
	return ast.RebuildExpr(e, func(x ast.Expr) ast.Expr {
		i++
		if isPlace(e, i) {
			return h.savePlace(x)
		}
		return h.save(x)
	})
}

// save is an expression that has the value of e now, whatever is done before it is evaluated.
func (h *hoist) save(e ast.Expr) ast.Expr {
	if isStable(e) {
		return e
	}
	t := ast.TypeOf(e)
	if ast.IsVaList(t) {
		return h.savePlace(e)
	}
	name := h.in.names.fresh(savedName(e))
	h.do(&ast.Declare{Name: name, Ty: t, Init: &ast.InitExpr{X: e}})
	return h.in.read(name, t)
}

// savedName is what the variable that keeps e is called.
func savedName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Object:
		return sourceName(e.Name) + "_before"
	case *ast.Member:
		return e.Field + "_before"
	case *ast.Arrow:
		return e.Field + "_before"
	case *ast.Call:
		if name, ok := Called(e); ok {
			return sourceName(name) + "_result"
		}
	}
	return "before"
}

// isStable reports whether no call changes the value of e: it reads variables that are not in memory, and calls nothing.
func isStable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Const, *ast.Var, *ast.Str:
		return true
	case *ast.Object:
		_, fn := e.Ty.(*ast.Function)
		return fn
	case *ast.AddressOf:
		return isStablePlace(e.X)
	case *ast.Unary, *ast.Binary, *ast.Convert, *ast.LogAnd, *ast.LogOr, *ast.Cond:
		return allStable(e)
	}
	return false
}

func allStable(e ast.Expr) bool {
	for _, x := range ast.Operands(e) {
		if !isStable(x) {
			return false
		}
	}
	return true
}

// isStablePlace reports whether e denotes the same object whatever calls do.
func isStablePlace(e ast.Expr) bool {
	if _, call := e.(*ast.Call); call {
		return false
	}
	for i, x := range ast.Operands(e) {
		if isPlace(e, i) && !isStablePlace(x) || !isPlace(e, i) && !isStable(x) {
			return false
		}
	}
	return true
}

// logical is x && y (and is true) or x || y, a call in one of them.
func (h *hoist) logical(x, y ast.Expr, and bool, whole ast.Expr) ast.Expr {
	if !h.in.inlines(y) {
		return h.operands(whole)
	}
	x = h.value(x)
	test := h.declare("test", ast.Int)
	evaluate := h.in.truthInto(test, y)
	decided := func(v int64) ast.Cmd {
		return h.in.assign(test, ast.Int, &ast.Const{Value: ast.IntConst(v), Ty: ast.Int})
	}
	if and {
		h.do(&ast.If{Test: x, Then: evaluate, Else: decided(0)})
	} else {
		h.do(&ast.If{Test: x, Then: decided(1), Else: evaluate})
	}
	return h.in.read(test, ast.Int)
}

// truthInto sets the variable to 0 or 1, as e is zero or not.
func (in *inliner) truthInto(name string, e ast.Expr) ast.Cmd {
	if call, wrap, ok := in.whole(e); ok {
		return in.expand(call, func(e ast.Expr) ast.Cmd {
			if e == nil {
				return &ast.Skip{}
			}
			return in.assign(name, ast.Int, truth(wrap(e)))
		}, false)
	}
	pre, x := in.before(e)
	return scoped(pre, in.assign(name, ast.Int, truth(x)))
}

// truth is 0 or 1 of type int, as e is zero or not.
func truth(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.LogAnd, *ast.LogOr:
		return e
	case *ast.Unary:
		if x.Op == ast.LogNot {
			return e
		}
	case *ast.Binary:
		if x.Op.IsComparison() {
			return e
		}
	}
	t := ast.TypeOf(e)
	if ast.IsNarrow(t) {
		e, t = ast.ConvertTo(ast.Promote(t), e), ast.Promote(t)
	}
	return &ast.Binary{Op: ast.Ne, Ty: t, X: e, Y: zero(t)}
}

// zero is the zero of a scalar type.
func zero(t ast.Type) ast.Expr {
	if _, floating := t.(ast.Floating); floating {
		return ast.ConvertTo(t, &ast.Const{Value: ast.IntConst(0), Ty: ast.Int})
	}
	return &ast.Const{Value: ast.IntConst(0), Ty: t}
}

func (h *hoist) conditional(e *ast.Cond) ast.Expr {
	if !h.in.inlines(e.Then) && !h.in.inlines(e.Else) {
		return h.operands(e)
	}
	test := h.value(e.Test)
	value := h.declare("value", e.Ty)
	arm := func(x ast.Expr) ast.Cmd { return h.in.cmd(h.in.assign(value, e.Ty, x)) }
	h.do(&ast.If{Test: test, Then: arm(e.Then), Else: arm(e.Else)})
	return h.in.read(value, e.Ty)
}

// effect does what e does, for its effect alone.
func (h *hoist) effect(e ast.Expr) {
	if !h.in.inlines(e) {
		if ast.HasCall(e) {
			h.do(&ast.Eval{X: e})
		}
		return
	}
	effect := func(e ast.Expr) ast.Cmd { return h.in.cmd(&ast.Eval{X: e}) }
	switch e := e.(type) {
	case *ast.Cond:
		test := h.value(e.Test)
		h.do(&ast.If{Test: test, Then: effect(e.Then), Else: effect(e.Else)})
	case *ast.LogAnd:
		test := h.value(e.X)
		h.do(&ast.If{Test: test, Then: effect(e.Y), Else: &ast.Skip{}})
	case *ast.LogOr:
		test := h.value(e.X)
		h.do(&ast.If{Test: test, Then: &ast.Skip{}, Else: effect(e.Y)})
	case *ast.Convert:
		h.do(effect(e.X))
	default:
		h.effectOfOperands(e)
	}
}

// effectOfOperands does what an expression does whose operands are all evaluated.
func (h *hoist) effectOfOperands(e ast.Expr) {
	x := h.value(e)
	if ast.HasCall(x) {
		h.do(&ast.Eval{X: x})
	}
}

// init is an initialiser without inlined calls.
func (h *hoist) init(i ast.Init) ast.Init {
	var exprs []ast.Expr
	ast.RebuildInit(i, func(e ast.Expr) ast.Expr { exprs = append(exprs, e); return e })
	last := -1
	for n, e := range exprs {
		if h.in.inlines(e) {
			last = n
		}
	}
	n := -1
	return ast.RebuildInit(i, func(e ast.Expr) ast.Expr {
		n++
		e = h.value(e)
		if n < last {
			e = h.save(e)
		}
		return e
	})
}
