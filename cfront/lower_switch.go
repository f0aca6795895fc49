package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers switch statements. The labels stand at the top of the switch's own statement; what stands between two labels is
// an arm, which falls through into the next.

// maxRange bounds the values that `case a ... b` names one by one.
const maxRange = 256

func (l *lowerer) switches(s *cc.SelectionStatement) {
	x := l.settle(l.integer(s.ExpressionList))
	t := ast.Promote(ast.TypeOf(x))
	c := &ast.Switch{Test: convert(t, x)}
	brk := &target{label: l.newLabel(), vlas: len(l.vlas)}
	var declared []ast.Cmd
	made := l.within(jumps{brk, l.jumps.toContinue}, func() { declared = l.arms(c, t, switchItems(s.Statement)) })
	made = append(made, c)
	made = around(brk, made)
	if len(declared) > 0 {
		made = []ast.Cmd{&ast.Scope{Body: ast.SeqOf(append(declared, made...)...)}}
	}
	l.emit(made...)
}

// switchItems are the statements of a switch's body.
func switchItems(s *cc.Statement) []item {
	if s.Case != cc.StatementCompound {
		return statementItems(s)
	}
	return compoundItems(s.CompoundStatement)
}

// arms lowers the arms of c, whose test has type t. Variables declared between the labels may be used in every later arm: their
// declarations, without initial values, are to stand before the switch.
func (l *lowerer) arms(c *ast.Switch, t ast.Type, items []item) (declared []ast.Cmd) {
	for _, source := range armsOf(items) { // one without labels is never reached; but it may declare variables
		arm := &ast.Arm{}
		for _, label := range source.labels {
			l.caseLabel(arm, t, label)
		}
		arm.Body = ast.SeqOf(l.list(func() { l.scoped(func() { l.items(source.items) }) })...)
		c.Arms = append(c.Arms, arm)
	}
	bodies := make([]ast.Cmd, len(c.Arms))
	for i, a := range c.Arms {
		bodies[i] = a.Body
	}
	used := usesIn(bodies)
	for i, a := range c.Arms {
		var decls []ast.Cmd
		isLast, reached := i == len(c.Arms)-1, ast.FallsOff(a.Body)
		a.Body, decls = l.hoisted(a.Body, func(d *ast.Declare) bool {
			return used[d.Name].last > i || reached && !isLast && l.literals[d.Name]
		})
		a.Body = enclosed(ast.Flatten(a.Body))
		declared = append(declared, decls...)
	}
	if len(c.Arms) > 0 && len(c.Arms[0].Values) == 0 && !c.Arms[0].Default {
		c.Arms = c.Arms[1:]
	}
	return declared
}

// hoisted takes the declarations out of body whose variables are used elsewhere, too: of an arm of a switch by others, by their names, or where
// they are reached from its end, compound literals by their addresses. Their initial values are assigned.
func (l *lowerer) hoisted(body ast.Cmd, elsewhere func(*ast.Declare) bool) (rest ast.Cmd, declared []ast.Cmd) {
	var cmds []ast.Cmd
	for _, c := range ast.Flatten(body) {
		switch d := c.(type) {
		case *ast.Declare:
			if elsewhere(d) {
				declared = append(declared, &ast.Declare{Name: d.Name, Ty: assignable(d.Ty), Init: ast.NoInit{}})
				cmds = append(cmds, l.initially(d)...)
				continue
			}
		case *ast.Block:
			inner, decls := l.hoisted(d.Body, elsewhere)
			declared = append(declared, decls...)
			c = &ast.Block{Body: inner, Label: d.Label}
		}
		cmds = append(cmds, c)
	}
	return ast.SeqOf(cmds...), declared
}

// assignable is t where a variable of the type may be assigned to.
func assignable(t ast.Type) ast.Type {
	if ast.IsVolatile(t) {
		return t
	}
	return ast.Unqualified(t)
}

// uses are where a variable is used: the first and the last of some commands.
type uses struct{ first, last int }

// usesIn are the uses of the variables in cmds, by their names.
func usesIn(cmds []ast.Cmd) map[string]uses {
	out := map[string]uses{}
	for i, c := range cmds {
		use := func(name string) {
			u, again := out[name]
			if !again {
				u.first = i
			}
			u.last = i
			out[name] = u
		}
		ast.Walk(c, func(c ast.Cmd) {
			if c, ok := c.(*ast.Assign); ok {
				use(c.Name)
			}
		}, func(e ast.Expr) {
			switch e := e.(type) {
			case *ast.Var:
				use(e.Name)
			case *ast.Object:
				use(e.Name)
			}
		}, nil)
	}
	return out
}

// initially is what d does beside declaring.
func (l *lowerer) initially(d *ast.Declare) []ast.Cmd {
	i, isExpr := d.Init.(*ast.InitExpr)
	_, isArray := d.Ty.(ast.Array)
	switch {
	case d.Init == ast.Init(ast.NoInit{}):
		return nil
	case isExpr && !isArray && l.isObject(d.Name):
		return []ast.Cmd{&ast.Store{Dest: &ast.Object{Name: d.Name, Ty: d.Ty}, X: i.X}}
	case isExpr && !isArray:
		return []ast.Cmd{setTemporary(d.Name, d.Ty, i.X)}
	}
	name := l.freshName(d.Name)
	object := func(name string) func() ast.Expr { return func() ast.Expr { return &ast.Object{Name: name, Ty: d.Ty} } }
	return []ast.Cmd{&ast.Scope{Body: ast.SeqOf(&ast.Declare{Name: name, Ty: d.Ty, Init: d.Init}, l.copied(object(d.Name), object(name), d.Ty))}}
}

// copied copies an object of type t; to and from make designators. Of an array C copies the elements only.
func (l *lowerer) copied(to, from func() ast.Expr, t ast.Type) ast.Cmd {
	a, isArray := t.(ast.Array)
	if !isArray {
		return &ast.Store{Dest: to(), X: from()}
	}
	i := l.freshName("i")
	count := func() ast.Expr { return &ast.Var{Name: i, Ty: ast.Int} }
	element := func(of func() ast.Expr) func() ast.Expr {
		return func() ast.Expr { return &ast.Index{X: of(), I: count(), Ty: ast.Unqualified(a.Elem)} }
	}
	return &ast.For{Init: &ast.Declare{Name: i, Ty: ast.Int, Init: &ast.InitExpr{X: intConst(0, ast.Int)}},
		Test: &ast.Binary{Op: ast.Lt, Ty: ast.Int, X: count(), Y: intConst(a.Len, ast.Int)},
		Step: setTemporary(i, ast.Int, &ast.Binary{Op: ast.Add, Ty: ast.Int, X: count(), Y: intConst(1, ast.Int)}),
		Body: l.copied(element(to), element(from), a.Elem)}
}

// isObject reports whether the variable lies in memory.
func (l *lowerer) isObject(name string) bool {
	for _, v := range l.locals {
		if v.name == name {
			return v.inMemory
		}
	}
	return l.literals[name]
}

// caseLabel adds a label's values to the arm.
func (l *lowerer) caseLabel(arm *ast.Arm, t ast.Type, s *cc.LabeledStatement) {
	switch s.Case {
	case cc.LabeledStatementDefault:
		arm.Default = true
	case cc.LabeledStatementCaseLabel:
		if v, ok := l.caseValue(s.ConstantExpression, t); ok {
			arm.Values = append(arm.Values, v)
		}
	case cc.LabeledStatementRange:
		from, ok := l.caseValue(s.ConstantExpression, t)
		to, ok2 := l.caseValue(s.ConstantExpression2, t)
		switch {
		case !ok || !ok2:
		case to-from < 0 || to-from >= maxRange:
			l.refuse(s, "a case with a range of so many values", "use if")
		default:
			for v := from; v <= to; v++ {
				arm.Values = append(arm.Values, v)
			}
		}
	}
}

func (l *lowerer) caseValue(e cc.ExpressionNode, t ast.Type) (int64, bool) {
	v, ok := l.integerConstant(e)
	if !ok {
		l.failf(e, "the value of a case label is not an integer constant")
	}
	return ast.Wrap(v, t), ok
}

// integerConstant is the value of e where that is one.
func (l *lowerer) integerConstant(e cc.ExpressionNode) (v int64, ok bool) {
	if bad := l.types.ofConstant(e); bad != nil {
		l.refuse(e, bad.construct, bad.hint)
	}
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), true
	}
	return 0, false
}
