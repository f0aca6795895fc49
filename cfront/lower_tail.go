package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/internal/diag"
)

// This file makes a loop of a function that calls itself at its end for what a test has chosen:
//
//	int leaf(const struct node *t, int x) {                         int leaf(const struct node *t, int x) { for (;;) {
//	  if (!t->left) return t->value;                                  if (!t->left) return t->value;
//	  return leaf(x < t->bound ? t->left : t->right, x);              t = x < t->bound ? t->left : t->right;
//	}                                                               } }
//
// Passes copy a loop for each constant that its control depends on, behind a test for each that the test may choose; a call has one argument, which is not
// known then. Other calls stay: passes know what they are given. A call may be an operand of ?:, && or || that gives the result as it is.

// returnsEach emits a return for each value that tests of e choose, where one of them is a call of the function itself: nothing is left to do behind that. It emits
// nothing for other values, and those that are refused.
func (l *lowerer) returnsEach(e cc.ExpressionNode) bool {
	if !l.endsWithItself(e) {
		return false
	}
	errs, cmds, names := l.errs, l.cmds, len(l.keptNames)
	x, values := l.returned(e)
	for _, r := range values {
		r.X = l.assignable(e, l.result, r.X)
	}
	l.pending = nil
	if len(l.errs) > len(errs) && len(l.keptNames) == names || ast.IsVoid(ast.TypeOf(x)) {
		l.errs, l.cmds = errs, cmds
		return false
	}
	return true
}

// endsWithItself reports whether e is ?:, && or || whose value may be that of a call of the function itself.
func (l *lowerer) endsWithItself(e cc.ExpressionNode) bool {
	switch e := unparen(e).(type) {
	case *cc.ConditionalExpression:
		return e.LogicalOrExpression != nil && e.ExpressionList != nil && (l.isOrEndsWithItself(e.ExpressionList) || l.isOrEndsWithItself(e.ConditionalExpression))
	case *cc.LogicalAndExpression:
		return l.isOrEndsWithItself(e.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return l.isOrEndsWithItself(e.LogicalAndExpression)
	}
	return false
}

func (l *lowerer) isOrEndsWithItself(e cc.ExpressionNode) bool {
	if call, ok := unparen(e).(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
		name, _ := calledName(call.PostfixExpression)
		return name == l.fn.Declarator.Name()
	}
	return l.endsWithItself(e)
}

// returned emits the returns of all values that e may have, converted to its type, which is x's.
func (l *lowerer) returned(e cc.ExpressionNode) (x ast.Expr, values []*ast.Return) {
	if l.endsWithItself(e) {
		switch e := unparen(e).(type) {
		case *cc.ConditionalExpression:
			return l.returnedByEither(e)
		case *cc.LogicalAndExpression:
			return l.returnedBySecond(e.LogicalAndExpression, e.InclusiveOrExpression, true)
		case *cc.LogicalOrExpression:
			return l.returnedBySecond(e.LogicalOrExpression, e.LogicalAndExpression, false)
		}
	}
	x = l.expr(e)
	l.pending = nil
	r := &ast.Return{X: x}
	l.emit(r)
	return x, []*ast.Return{r}
}

func (l *lowerer) returnedByEither(e *cc.ConditionalExpression) (ast.Expr, []*ast.Return) {
	var x, y ast.Expr
	var xs, ys []*ast.Return
	test := l.settle(l.tested(e.LogicalOrExpression))
	then := l.branch(func() { x, xs = l.returned(e.ExpressionList) })
	els := l.branch(func() { y, ys = l.returned(e.ConditionalExpression) })
	l.emit(&ast.If{Test: test, Then: enclosed(then), Else: enclosed(els)})
	t, ok := conditionalType(x, y)
	if !ok || ast.IsVoid(t) {
		return nothing(), nil
	}
	values := append(xs, ys...)
	for _, r := range values {
		r.X = l.convert(t, r.X)
	}
	return &ast.Cond{Test: test, Then: x, Else: y, Ty: t}, values
}

// returnedBySecond is returned for x && y (or ||).
func (l *lowerer) returnedBySecond(x, y cc.ExpressionNode, and bool) (ast.Expr, []*ast.Return) {
	var values []*ast.Return
	decided := &ast.Return{X: intConst(1, ast.Int)}
	first := l.settle(l.tested(x))
	test := &ast.If{Test: first, Then: decided, Else: enclosed(l.branch(func() { _, values = l.returned(y) }))}
	if and {
		decided.X = intConst(0, ast.Int)
		test.Then, test.Else = test.Else, test.Then
	}
	l.emit(test)
	for _, r := range values {
		if !ast.IsScalar(ast.TypeOf(r.X)) {
			return nothing(), nil
		}
		r.X = truth(r.X)
	}
	return truth(first), append(values, decided)
}

// tailLoop is body, all of the function but what stands before its parameters are used, as a loop where calls at its end choose arguments, and can be jumps to its
// beginning: no object that one call of the function sees is another one in the next, where the address of none can be known.
func (l *lowerer) tailLoop(f *ast.Func, body []ast.Cmd) []ast.Cmd {
	c := ast.SeqOf(body...)
	t := &tailCalls{lowerer: l, f: f, chosen: chosenIn(c), fixed: map[string]bool{}, ended: map[ast.Label]bool{}}
	for d, v := range l.locals {
		t.fixed[v.name] = d.IsParam() && isConstParameter(d)
	}
	t.isTruth = t.returnsTruth(c)
	found := false
	t.replaced(c, true, func(call *ast.Call, c ast.Cmd) ast.Cmd {
		found = found || t.chooses(call)
		return c
	})
	if !found || t.hasObjects(c) {
		return body
	}
	begin := l.newLabel()
	c = t.replaced(c, true, func(call *ast.Call, c ast.Cmd) ast.Cmd {
		return ast.SeqOf(append(t.assigned(call, ast.PlaceOf(c)), &ast.Jump{To: begin})...)
	})
	loop := ast.Structured(&ast.Graph{Nodes: []*ast.Node{{Body: c, Label: begin}}, Label: l.newLabel()})
	l.locate(loop)
	return []ast.Cmd{loop}
}

// tailCalls are the calls of f at its end.
type tailCalls struct {
	*lowerer
	f      *ast.Func
	chosen map[string]bool
	fixed  map[string]bool // the parameters that the function's head says to be const
	// isTruth says that all results are 0 or 1.
	isTruth bool
	ended   map[ast.Label]bool // the blocks that the function ends behind
}

// isConstParameter reports whether the parameter that d declares is const itself, by its declarator, or by those of the typedefs that it is declared with.
func isConstParameter(d *cc.Declarator) bool {
	if d.Type().Attributes().IsConst() {
		return true
	}
	isArray := false
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		if dd.Case == cc.DirectDeclaratorDecl { // what stands around its name says so
			return isConstParameter(dd.Declarator)
		}
		isArray = isArray || dd.AssignmentExpression != nil || dd.TypeQualifiers != nil
		if says(dd.TypeQualifiers, cc.TypeQualifierConst) { // a[const]
			return true
		}
	}
	if of, known := pointerItself(d); known && d.Pointer != nil {
		return says(of, cc.TypeQualifierConst)
	}
	named := d.Type().Typedef()
	return named != nil && named != d && !isArray && isConstParameter(named) || isConstDeclared(d)
}

// chosenIn are the variables that get several values, none of which depends on what they were.
func chosenIn(c ast.Cmd) map[string]bool {
	values := map[string]int{}
	value := func(name string, x ast.Expr) {
		if values[name]++; mentions(x, name) {
			values[name] = -1 << 30 // it counts
		}
	}
	ast.Walk(c, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Declare:
			if init, ok := c.Init.(*ast.InitExpr); ok {
				value(c.Name, init.X)
			}
		case *ast.Assign:
			value(c.Name, c.X)
		}
	}, nil, nil)
	chosen := map[string]bool{}
	for name, n := range values {
		chosen[name] = n > 1
	}
	return chosen
}

func mentions(e ast.Expr, name string) (found bool) {
	ast.WalkExpr(e, func(e ast.Expr) {
		v, ok := e.(*ast.Var)
		found = found || ok && v.Name == name
	})
	return found
}

// replaced is c with put's commands in place of the calls at its end, and of what gives their results. last says that the function ends behind c.
func (t *tailCalls) replaced(c ast.Cmd, last bool, put func(call *ast.Call, c ast.Cmd) ast.Cmd) ast.Cmd {
	if call := t.of(c, last); call != nil {
		return put(call, c)
	}
	switch c := c.(type) {
	case *ast.Seq:
		first := t.replaced(c.First, t.ends(c.Second), put)
		if !ast.FallsOff(first) {
			return first
		}
		return &ast.Seq{First: first, Second: t.replaced(c.Second, last, put), Label: c.Label}
	case *ast.Block:
		t.ended[c.Label] = last
	}
	switch c.(type) {
	case *ast.If, *ast.Scope, *ast.Block:
	default:
		last = false
	}
	return ast.RebuildCmd(c, func(c ast.Cmd) ast.Cmd { return t.replaced(c, last, put) }, func(e ast.Expr) ast.Expr { return e })
}

// ends reports whether the function ends with c, which does nothing else.
func (t *tailCalls) ends(c ast.Cmd) bool {
	switch c := c.(type) {
	case *ast.Seq:
		return t.ends(c.First)
	case *ast.Exit:
		return t.ended[c.To]
	case *ast.ReturnVoid:
		return true
	}
	return false
}

// of is the call of the function itself that c is, behind which the function ends if last, or gives the result of; nil if that is none.
func (t *tailCalls) of(c ast.Cmd, last bool) *ast.Call {
	var call *ast.Call
	switch c := c.(type) {
	case *ast.Return:
		call = t.given(c.X)
	case *ast.Eval:
		if last && ast.IsVoid(t.f.Result) {
			call, _ = c.X.(*ast.Call)
		}
	}
	if call == nil || len(call.Args) != len(t.f.Params) || !t.isOfItself(call) {
		return nil
	}
	for i, p := range t.f.Params {
		x := call.Args[i]
		if !isItself(x, p) && (t.fixed[p.Name] || !ast.IsScalar(p.Ty) && !ast.Same(ast.TypeOf(x), p.Ty)) {
			return nil
		}
	}
	return call
}

// given is the call whose result x is, of the function's type; nil if it is none.
func (t *tailCalls) given(x ast.Expr) *ast.Call {
	to := ast.TypeOf(x)
	if c, ok := x.(*ast.Convert); ok {
		x = c.X
	}
	if b, ok := x.(*ast.Binary); ok && t.isTruth && b.Op == ast.Ne {
		if c, ok := b.Y.(*ast.Const); ok && c.Value == ast.IntConst(0) {
			x = b.X
		}
	}
	if c, ok := x.(*ast.Convert); ok && keepsValues(c.Ty, to) {
		x = c.X
	}
	call, ok := x.(*ast.Call)
	if !ok || !ast.Same(ast.TypeOf(call), to) {
		return nil
	}
	return call
}

// keepsValues reports whether a value of type from is the same one in type to.
func keepsValues(to, from ast.Type) bool {
	if _, ok := from.(ast.Boolean); ok {
		return ast.IsInteger(to)
	}
	a, isInteger := to.(ast.Integer)
	b, isInteger2 := from.(ast.Integer)
	return isInteger && isInteger2 && (a.Width > b.Width && (a.Signed || !b.Signed) || a.Width == b.Width && a.Signed == b.Signed)
}

// returnsTruth reports whether all values that c returns are 0 or 1 if those of calls of the function itself are.
func (t *tailCalls) returnsTruth(c ast.Cmd) bool {
	all := true
	ast.Walk(c, func(c ast.Cmd) {
		if r, ok := c.(*ast.Return); ok {
			call, isCall := r.X.(*ast.Call)
			all = all && (isTruth(r.X) || isCall && t.isOfItself(call))
		}
	}, nil, nil)
	return all
}

// isTruth reports whether x is 0 or 1, as tests are.
func isTruth(x ast.Expr) bool {
	if c, ok := x.(*ast.Convert); ok && ast.IsInteger(c.Ty) {
		return isTruth(c.X)
	}
	if c, ok := x.(*ast.Const); ok {
		return c.Value == ast.IntConst(0) || c.Value == ast.IntConst(1)
	}
	_, isBoolean := ast.TypeOf(x).(ast.Boolean)
	return isBoolean || ast.IsScalar(ast.TypeOf(x)) && truth(x) == x
}

// isOfItself reports whether the call is one of the function itself, by its name.
func (t *tailCalls) isOfItself(call *ast.Call) bool {
	fn, ok := call.Fn.(*ast.Object)
	_, isFunction := ast.TypeOf(call.Fn).(*ast.Function)
	return ok && isFunction && fn.Name == t.f.Name
}

func isItself(e ast.Expr, p ast.Param) bool {
	v, ok := e.(*ast.Var)
	return ok && v.Name == p.Name
}

// chooses reports whether a test chooses among values of an argument of the call.
func (t *tailCalls) chooses(call *ast.Call) (found bool) {
	for _, arg := range call.Args {
		ast.WalkExpr(arg, func(e ast.Expr) {
			switch e := e.(type) {
			case *ast.Cond, *ast.LogAnd, *ast.LogOr:
				found = true
			case *ast.Unary:
				found = found || e.Op == ast.LogNot
			case *ast.Binary:
				found = found || e.Op.IsComparison()
			case *ast.Var:
				found = found || t.chosen[e.Name]
			}
		})
	}
	return found
}

// hasObjects reports whether something of the function's own lies in memory, or has a size that is known only at run time.
func (t *tailCalls) hasObjects(c ast.Cmd) bool {
	own := map[string]bool{}
	for _, p := range t.f.Params {
		own[p.Name] = true
	}
	for d, v := range t.locals {
		if v.shape != nil {
			return true
		}
		own[v.name] = !d.IsStatic() && !d.IsExtern() // also one that is kept as it is declared
	}
	ast.Walk(c, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok {
			own[d.Name] = true
		}
	}, nil, nil)
	found := len(t.nested.defined) > 0
	ast.Walk(c, nil, func(e ast.Expr) {
		o, ok := e.(*ast.Object)
		found = found || ok && (own[o.Name] || allocatesOnStack[o.Name])
	}, nil)
	return found
}

// assigned are the assignments to parameters in place of the call, as if they were all done at once.
func (t *tailCalls) assigned(call *ast.Call, at diag.Pos) (cmds []ast.Cmd) {
	var left []ast.Assign // what is still to be done
	for i, p := range t.f.Params {
		if x := call.Args[i]; !isItself(x, p) {
			left = append(left, ast.Assign{Name: p.Name, Ty: p.Ty, X: ast.ConvertTo(ast.Unqualified(p.Ty), x), At: at})
		}
	}
	for held := 0; len(left) > 0; { // the first of left have their values already
		next := slices.IndexFunc(left, func(a ast.Assign) bool {
			return !slices.ContainsFunc(left, func(b ast.Assign) bool { return b.Name != a.Name && mentions(b.X, a.Name) })
		})
		if next < 0 { // each has a value that another one needs
			a := &left[held]
			name := t.freshName(a.Name)
			cmds = append(cmds, &ast.Declare{Name: name, Ty: a.Ty, Init: &ast.InitExpr{X: a.X}, At: at})
			a.X = &ast.Var{Name: name, Ty: a.Ty}
			held++
			continue
		}
		if next < held {
			held--
		}
		done := left[next]
		cmds, left = append(cmds, &done), slices.Delete(left, next, next+1)
	}
	return cmds
}
