package inl

import "scf/ast"

// This file inlines calls in commands. Commands that a call is moved in front of stand with it in a scope.

// cmd is c without the calls in it; what stands in their place, and has no place of its own in the source, stands where c does.
func (in *inliner) cmd(c ast.Cmd) ast.Cmd {
	if in.err != nil {
		return c
	}
	out := in.withoutCalls(c)
	ast.Locate(out, ast.PlaceOf(c))
	return out
}

func (in *inliner) withoutCalls(c ast.Cmd) ast.Cmd {
	switch c := c.(type) {
	case *ast.Declare:
		return in.declare(c)
	case *ast.Assign:
		return in.assignment(c)
	case *ast.Store:
		return in.store(c)
	case *ast.Eval:
		return in.eval(c)
	case *ast.Return:
		return in.returned(c)
	case *ast.If:
		return in.branch(c)
	}
	if out, ok := in.framed(c, &frame{}); ok {
		return out
	}
	return ast.RebuildCmd(c, in.cmd, unchanged)
}

// before is what has to be done before e without the calls in it, and e without them.
func (in *inliner) before(e ast.Expr) (pre []ast.Cmd, rest ast.Expr) {
	h := &hoist{in: in}
	rest = h.value(e)
	return h.cmds, rest
}

// scoped is the commands, in a scope where they are several.
func scoped(pre []ast.Cmd, c ast.Cmd) ast.Cmd {
	if len(pre) == 0 {
		return c
	}
	return &ast.Scope{Body: ast.SeqOf(append(pre, c)...)}
}

// whole takes e apart if it is an inlined call, perhaps converted.
func (in *inliner) whole(e ast.Expr) (call *ast.Call, wrap func(ast.Expr) ast.Expr, ok bool) {
	if c, converts := e.(*ast.Convert); converts {
		call, inner, ok := in.whole(c.X)
		return call, func(e ast.Expr) ast.Expr { return ast.ConvertTo(c.Ty, inner(e)) }, ok
	}
	if !in.isInlined(e) {
		return nil, nil, false
	}
	return e.(*ast.Call), unchanged, true
}

func (in *inliner) declare(c *ast.Declare) ast.Cmd {
	i, ok := c.Init.(*ast.InitExpr)
	if !ok {
		return in.declareParts(c)
	}
	if call, wrap, ok := in.whole(i.X); ok {
		return declaredBy(c, in.expand(call, in.into(c.Name, c.Ty, wrap), false))
	}
	pre, x := in.before(i.X)
	if len(pre) == 0 {
		return c
	}
	if _, array := c.Ty.(ast.Array); array {
		return ast.SeqOf(append(pre, &ast.Declare{Name: c.Name, Ty: c.Ty, Init: &ast.InitExpr{X: x}})...)
	}
	return ast.SeqOf(&ast.Declare{Name: c.Name, Ty: c.Ty, Init: ast.NoInit{}}, scoped(pre, in.assign(c.Name, c.Ty, x)))
}

// declaredBy is the declaration and the commands that give the variable its value; the declaration alone where they do nothing else.
func declaredBy(c *ast.Declare, value ast.Cmd) ast.Cmd {
	if s, ok := value.(*ast.Scope); ok {
		if cmds := ast.Flatten(s.Body); len(cmds) == 1 {
			if a, ok := cmds[0].(*ast.Assign); ok && a.Name == c.Name {
				return &ast.Declare{Name: c.Name, Ty: c.Ty, Init: &ast.InitExpr{X: a.X}}
			}
		}
	}
	return ast.SeqOf(&ast.Declare{Name: c.Name, Ty: c.Ty, Init: ast.NoInit{}}, value)
}

// declareParts is a declaration with a list of initialisers, or none.
func (in *inliner) declareParts(c *ast.Declare) ast.Cmd {
	h := &hoist{in: in}
	init := h.init(c.Init)
	return ast.SeqOf(append(h.cmds, &ast.Declare{Name: c.Name, Ty: c.Ty, Init: init})...)
}

func (in *inliner) assignment(c *ast.Assign) ast.Cmd {
	if call, wrap, ok := in.whole(c.X); ok {
		return in.expand(call, in.into(c.Name, c.Ty, wrap), false)
	}
	pre, x := in.before(c.X)
	return scoped(pre, &ast.Assign{Name: c.Name, Ty: c.Ty, X: x})
}

// store evaluates the place before the value. Where no call can change what place is denoted, the result goes there at once.
func (in *inliner) store(c *ast.Store) ast.Cmd {
	if call, wrap, ok := in.whole(c.X); ok && isStablePlace(c.Dest) {
		return in.expand(call, func(e ast.Expr) ast.Cmd {
			if e == nil {
				return &ast.Skip{}
			}
			return &ast.Store{Dest: ast.CopyExpr(c.Dest), X: wrap(e)}
		}, false)
	}
	h := &hoist{in: in}
	dest := h.place(c.Dest)
	if in.inlines(c.X) {
		dest = h.savePlace(dest)
	}
	x := h.value(c.X)
	return scoped(h.cmds, &ast.Store{Dest: dest, X: x})
}

func (in *inliner) eval(c *ast.Eval) ast.Cmd {
	if call, _, ok := in.whole(c.X); ok {
		return in.expand(call, drop, false)
	}
	h := &hoist{in: in}
	h.effect(c.X)
	return ast.SeqOf(h.scopedCmds()...)
}

// returned is a return. The returns of a call that is all of it return from here.
func (in *inliner) returned(c *ast.Return) ast.Cmd {
	if call, wrap, ok := in.whole(c.X); ok {
		return in.expand(call, func(e ast.Expr) ast.Cmd {
			if e == nil {
				return &ast.Skip{}
			}
			return &ast.Return{X: wrap(e)}
		}, true)
	}
	pre, x := in.before(c.X)
	return scoped(pre, &ast.Return{X: x})
}

// branch is an if. One without else whose test is x && y becomes an if inside an if.
func (in *inliner) branch(c *ast.If) ast.Cmd {
	and, ok := c.Test.(*ast.LogAnd)
	if _, empty := c.Else.(*ast.Skip); ok && empty && in.inlines(and.Y) {
		return in.branch(&ast.If{Test: and.X, Then: &ast.If{Test: and.Y, Then: c.Then, Else: c.Else}, Else: &ast.Skip{}})
	}
	pre, test := in.before(c.Test)
	return scoped(pre, &ast.If{Test: test, Then: in.cmd(c.Then), Else: in.cmd(c.Else)})
}
