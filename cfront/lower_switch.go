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
	brk := &target{label: l.newLabel()}
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
	var items []item
	for list := s.CompoundStatement.BlockItemList; list != nil; list = list.BlockItemList {
		items = append(items, itemsOf(list.BlockItem)...)
	}
	return items
}

// arms lowers the arms of c, whose test has type t. Variables declared between the labels may be used in every later arm: their
// declarations, without initial values, are to stand before the switch.
func (l *lowerer) arms(c *ast.Switch, t ast.Type, items []item) (declared []ast.Cmd) {
	for i := 0; i < len(items); {
		var arm *ast.Arm
		for ; i < len(items) && items[i].isCase(); i++ {
			if arm == nil {
				arm = &ast.Arm{}
			}
			l.caseLabel(arm, t, items[i].label)
		}
		end := i
		for end < len(items) && !items[end].isCase() {
			end++
		}
		cmds := l.list(func() { l.items(items[i:end]) })
		if arm == nil {
			arm = &ast.Arm{} // never reached; but it may declare variables
		}
		arm.Body = ast.SeqOf(cmds...)
		c.Arms = append(c.Arms, arm)
		i = end
	}
	for i, a := range c.Arms {
		var decls []ast.Cmd
		a.Body, decls = l.hoisted(a.Body, c.Arms[i+1:], fallsThrough(a))
		a.Body = enclosed(ast.Flatten(a.Body))
		declared = append(declared, decls...)
	}
	if len(c.Arms) > 0 && len(c.Arms[0].Values) == 0 && !c.Arms[0].Default {
		c.Arms = c.Arms[1:]
	}
	return declared
}

// fallsThrough reports whether the end of the arm may be reached, as far as its last command says.
func fallsThrough(a *ast.Arm) bool {
	cmds := ast.Flatten(a.Body)
	if len(cmds) == 0 {
		return true
	}
	switch cmds[len(cmds)-1].(type) {
	case *ast.Exit, *ast.Return, *ast.ReturnVoid:
		return false
	}
	return true
}

// hoisted takes the declarations of the variables that other arms use out of body; their initial values are assigned. Where the
// others are reached from the end of body, they may use compound literals by their addresses.
func (l *lowerer) hoisted(body ast.Cmd, others []*ast.Arm, reached bool) (rest ast.Cmd, declared []ast.Cmd) {
	var cmds []ast.Cmd
	for _, c := range ast.Flatten(body) {
		switch d := c.(type) {
		case *ast.Declare:
			if usedIn(others, d.Name) || reached && len(others) > 0 && l.literals[d.Name] {
				declared = append(declared, &ast.Declare{Name: d.Name, Ty: d.Ty, Init: ast.NoInit{}})
				cmds = append(cmds, l.initially(d)...)
				continue
			}
		case *ast.Block:
			inner, decls := l.hoisted(d.Body, others, reached)
			declared = append(declared, decls...)
			c = &ast.Block{Body: inner, Label: d.Label}
		}
		cmds = append(cmds, c)
	}
	return ast.SeqOf(cmds...), declared
}

// usedIn reports whether the arms use the variable.
func usedIn(arms []*ast.Arm, name string) bool {
	found := false
	for _, a := range arms {
		ast.Walk(a.Body, func(c ast.Cmd) {
			if c, ok := c.(*ast.Assign); ok && c.Name == name {
				found = true
			}
		}, func(e ast.Expr) {
			switch e := e.(type) {
			case *ast.Var:
				found = found || e.Name == name
			case *ast.Object:
				found = found || e.Name == name
			}
		}, nil)
	}
	return found
}

// initially is what d does beside declaring.
func (l *lowerer) initially(d *ast.Declare) []ast.Cmd {
	switch i := d.Init.(type) {
	case *ast.InitExpr:
		if l.isObject(d.Name) {
			return []ast.Cmd{&ast.Store{Dest: &ast.Object{Name: d.Name, Ty: d.Ty}, X: i.X}}
		}
		return []ast.Cmd{setTemporary(d.Name, d.Ty, i.X)}
	case *ast.InitList:
		if _, isRecord := d.Ty.(ast.Record); isRecord {
			name := l.freshName(d.Name)
			return []ast.Cmd{&ast.Scope{Body: ast.SeqOf(&ast.Declare{Name: name, Ty: d.Ty, Init: i},
				&ast.Store{Dest: &ast.Object{Name: d.Name, Ty: d.Ty}, X: &ast.Object{Name: name, Ty: d.Ty}})}}
		}
		l.refuse(l.fn.Declarator, "a list that initialises "+d.Name+" between the labels of a switch", "put braces around the arm")
	}
	return nil
}

// isObject reports whether the variable lies in memory.
func (l *lowerer) isObject(name string) bool {
	for _, v := range l.locals {
		if v.name == name {
			return v.inMemory
		}
	}
	return false
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
