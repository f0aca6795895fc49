package causes

import (
	"slices"

	"scf/ast"
)

// This file tells what decides about the iterations of a loop without a test, as the passes tell it (passes/library/copies.scf-ml,
// passes/library/dispatch.scf-ml).

// leaver is the first command of c, on the way to its end, that may lead out of c and the blocks around it; nil if there is none.
func leaver(c ast.Cmd, blocks map[ast.Label]bool) ast.Cmd {
	switch c := c.(type) {
	case *ast.Seq:
		if found := leaver(c.First, blocks); found != nil {
			return found
		}
		return leaver(c.Second, blocks)
	case *ast.Scope:
		return leaver(c.Body, blocks)
	case *ast.Block:
		blocks[c.Label] = true
		return leaver(c.Body, blocks)
	case *ast.If, *ast.Switch:
		if leaves(c, blocks) {
			return c
		}
	}
	return nil
}

// leaves reports whether something leads out of c and the blocks.
func leaves(c ast.Cmd, blocks map[ast.Label]bool) bool {
	inside := map[ast.Label]bool{}
	found := false
	ast.Walk(c, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Block:
			inside[c.Label] = true
		case *ast.Graph:
			for _, n := range c.Nodes {
				inside[n.Label] = true
			}
		case *ast.Exit:
			found = found || !inside[c.To] && !blocks[c.To]
		case *ast.Jump:
			found = found || !inside[c.To] && !blocks[c.To]
		case *ast.Return, *ast.ReturnVoid:
			found = true
		}
	}, nil, nil)
	return found
}

// Interprets reports whether a loop with this body may be one that interprets a program.
func Interprets(body ast.Cmd) bool { return len(counters(body)) > 0 }

// counters are the variables that decide what the first switch of a loop's body does and that its arms change.
func counters(body ast.Cmd) []string {
	names, dispatcher := deciding(body)
	if dispatcher == nil {
		return nil
	}
	changed := map[string]bool{}
	for _, a := range dispatcher.Arms {
		ast.Walk(a.Body, func(c ast.Cmd) {
			if a, ok := c.(*ast.Assign); ok {
				changed[a.Name] = true
			}
		}, nil, nil)
	}
	return slices.DeleteFunc(names, func(name string) bool { return !changed[name] })
}

// deciding are the variables that the test of the first switch on the way through the body comes from.
func deciding(body ast.Cmd) (names []string, dispatcher *ast.Switch) {
	var before []ast.Cmd
	dispatcher = firstSwitch(body, &before)
	if dispatcher == nil {
		return nil, nil
	}
	names = variablesIn(dispatcher.Test, nil)
	for _, c := range slices.Backward(before) {
		switch c := c.(type) {
		case *ast.Assign:
			if slices.Contains(names, c.Name) {
				names = variablesIn(c.X, names)
			}
		case *ast.Declare:
			if i, ok := c.Init.(*ast.InitExpr); ok && slices.Contains(names, c.Name) {
				names = variablesIn(i.X, names)
			}
		}
	}
	return names, dispatcher
}

// firstSwitch is the first switch on the way through c; what stands before it is added to before.
func firstSwitch(c ast.Cmd, before *[]ast.Cmd) *ast.Switch {
	switch c := c.(type) {
	case *ast.Seq:
		if s := firstSwitch(c.First, before); s != nil {
			return s
		}
		return firstSwitch(c.Second, before)
	case *ast.Scope:
		return firstSwitch(c.Body, before)
	case *ast.Block:
		return firstSwitch(c.Body, before)
	case *ast.Switch:
		return c
	}
	*before = append(*before, c)
	return nil
}

// variablesIn are names and the variables in e.
func variablesIn(e ast.Expr, names []string) []string {
	ast.WalkExpr(e, func(e ast.Expr) {
		if v, ok := e.(*ast.Var); ok && !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
	})
	return names
}
