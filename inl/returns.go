package inl

import "scf/ast"

// This file puts other commands in place of returns.

// replaceReturns is c with the use in place of each return; the use returns from the function around.
func replaceReturns(c ast.Cmd, u use) ast.Cmd {
	switch c := c.(type) {
	case *ast.Return:
		return u(c.X)
	case *ast.ReturnVoid:
		return u(nil)
	}
	return ast.RebuildCmd(c, func(x ast.Cmd) ast.Cmd { return replaceReturns(x, u) }, unchanged)
}

// landReturns is the body c with the use in place of each return, and ends where c returns.
func (in *inliner) landReturns(c ast.Cmd, u use) ast.Cmd {
	l := &landing{label: in.newLabel(), use: u}
	c = l.cmd(c, true)
	if l.needed {
		return &ast.Block{Body: c, Label: l.label}
	}
	return c
}

// landing is a block in the making, that returns leave.
type landing struct {
	label  ast.Label
	use    use
	needed bool
}

// cmd rewrites c; last tells that nothing is done between c and the end of the block.
func (l *landing) cmd(c ast.Cmd, last bool) ast.Cmd {
	switch c := c.(type) {
	case *ast.Return:
		return l.leave(c.X, last)
	case *ast.ReturnVoid:
		return l.leave(nil, last)
	case *ast.Seq:
		return l.sequence(ast.Flatten(c), last)
	case *ast.Scope, *ast.If, *ast.Block:
		return ast.RebuildCmd(c, func(x ast.Cmd) ast.Cmd { return l.cmd(x, last) }, unchanged)
	case *ast.Switch:
		return l.arms(c, last)
	}
	return ast.RebuildCmd(c, func(x ast.Cmd) ast.Cmd { return l.cmd(x, false) }, unchanged)
}

func (l *landing) leave(e ast.Expr, last bool) ast.Cmd {
	if last {
		return l.use(e)
	}
	l.needed = true
	return ast.SeqOf(l.use(e), &ast.Exit{To: l.label})
}

// sequence rewrites commands. What follows an if with an arm that returns becomes part of the other arm, where it is the last.
func (l *landing) sequence(cmds []ast.Cmd, last bool) ast.Cmd {
	var out []ast.Cmd
	for i, c := range cmds {
		end := i == len(cmds)-1
		if branch, ok := c.(*ast.If); ok && last && !end {
			rest := ast.SeqOf(cmds[i+1:]...)
			switch {
			case returns(branch.Then):
				branch = &ast.If{Test: branch.Test, Then: branch.Then, Else: ast.SeqOf(branch.Else, rest)}
				return ast.SeqOf(append(out, l.cmd(branch, true))...)
			case returns(branch.Else):
				branch = &ast.If{Test: branch.Test, Then: ast.SeqOf(branch.Then, rest), Else: branch.Else}
				return ast.SeqOf(append(out, l.cmd(branch, true))...)
			}
		}
		out = append(out, l.cmd(c, last && end))
		if returns(c) {
			break // what follows is never reached
		}
	}
	return ast.SeqOf(out...)
}

// arms rewrites a switch: an arm falls through into the next, so that only the last one is last.
func (l *landing) arms(s *ast.Switch, last bool) ast.Cmd {
	out := &ast.Switch{Test: s.Test, Label: s.Label}
	for i, a := range s.Arms {
		out.Arms = append(out.Arms, &ast.Arm{Values: a.Values, Default: a.Default, Body: l.cmd(a.Body, last && i == len(s.Arms)-1), Label: a.Label})
	}
	return out
}

// returns reports whether c always returns where it is reached.
func returns(c ast.Cmd) bool {
	switch c := c.(type) {
	case *ast.Return, *ast.ReturnVoid:
		return true
	case *ast.Scope:
		return returns(c.Body)
	case *ast.If:
		return returns(c.Then) && returns(c.Else)
	case *ast.Seq:
		return returns(c.First) || returns(c.Second)
	}
	return false
}
