package inl

import "scf/ast"

// This file inlines calls in the heads of loops and switches.

// frame is what stands directly around a loop or a switch: the block that break leaves, and a pragma.
type frame struct {
	label  ast.Label // of the block; nil where there is none
	advice *ast.Advice
}

// framed rewrites a loop or switch with its frame; ok is false where c is none.
func (in *inliner) framed(c ast.Cmd, f *frame) (out ast.Cmd, ok bool) {
	switch c := c.(type) {
	case *ast.Block:
		if f.label == nil && f.advice == nil {
			return in.framed(c.Body, &frame{label: c.Label})
		}
	case *ast.Advised:
		return in.framed(c.Loop, &frame{f.label, &c.Advice})
	case *ast.While:
		return in.while(c, f), true
	case *ast.DoWhile:
		return in.doWhile(c, f), true
	case *ast.For:
		return in.forLoop(c, f), true
	case *ast.Switch:
		pre, test := in.before(c.Test)
		s := &ast.Switch{Test: test}
		for _, a := range c.Arms {
			s.Arms = append(s.Arms, &ast.Arm{Values: a.Values, Default: a.Default, Body: in.cmd(a.Body)})
		}
		return scoped(pre, f.around(s)), true
	}
	return nil, false
}

// end is the label of the block.
func (f *frame) end(in *inliner) ast.Label {
	if f.label == nil {
		f.label = in.newLabel()
	}
	return f.label
}

// around puts the frame around c.
func (f *frame) around(c ast.Cmd) ast.Cmd {
	if f.advice != nil {
		c = &ast.Advised{Advice: *f.advice, Loop: c}
	}
	if f.label != nil {
		c = &ast.Block{Body: c, Label: f.label}
	}
	return c
}

func (in *inliner) while(c *ast.While, f *frame) ast.Cmd {
	if !in.inlines(c.Test) {
		return f.around(&ast.While{Test: c.Test, Body: in.cmd(c.Body), At: c.At})
	}
	test := in.exitUnless(c.Test, f.end(in))
	return f.around(&ast.While{Test: always(), Body: inFront(test, in.cmd(c.Body)), At: c.At})
}

func always() ast.Expr { return &ast.Const{Value: ast.IntConst(1), Ty: ast.Int} }

// exitUnless leaves the block where the test does not hold.
func (in *inliner) exitUnless(test ast.Expr, block ast.Label) ast.Cmd {
	pre, test := in.before(test)
	return scoped(pre, &ast.If{Test: &ast.Unary{Op: ast.LogNot, Ty: ast.TypeOf(test), X: test}, Then: &ast.Exit{To: block}, Else: &ast.Skip{}})
}

// inFront is the loop body with a command in front, inside the block that continue leaves.
func inFront(c, body ast.Cmd) ast.Cmd {
	switch body := body.(type) {
	case *ast.Block:
		return &ast.Block{Body: inFront(c, body.Body), Label: body.Label}
	case *ast.Scope:
		return &ast.Scope{Body: inFront(c, body.Body)}
	}
	return ast.SeqOf(c, body)
}

func (in *inliner) doWhile(c *ast.DoWhile, f *frame) ast.Cmd {
	body := in.cmd(c.Body)
	if !in.inlines(c.Test) {
		return f.around(&ast.DoWhile{Body: body, Test: c.Test, At: c.At})
	}
	t := ast.TypeOf(c.Test)
	again := in.names.fresh("again")
	test := in.assignment(&ast.Assign{Name: again, Ty: t, X: c.Test})
	loop := &ast.DoWhile{Body: ast.SeqOf(body, test), Test: in.read(again, t), At: c.At}
	return &ast.Scope{Body: ast.SeqOf(&ast.Declare{Name: again, Ty: t, Init: ast.NoInit{}}, f.around(loop))}
}

// forLoop keeps as much of a for loop as has no calls.
func (in *inliner) forLoop(c *ast.For, f *frame) ast.Cmd {
	loop := &ast.For{Init: c.Init, Test: c.Test, Step: c.Step, Body: in.cmd(c.Body), At: c.At}
	if in.inlinesIn(c.Step) {
		loop.Step, loop.Body = &ast.Skip{}, ast.SeqOf(loop.Body, in.cmd(c.Step))
	}
	if in.inlines(c.Test) {
		loop.Test, loop.Body = always(), inFront(in.exitUnless(c.Test, f.end(in)), loop.Body)
	}
	if !in.inlinesIn(c.Init) {
		return f.around(loop)
	}
	loop.Init = &ast.Skip{}
	return &ast.Scope{Body: ast.SeqOf(in.cmd(c.Init), f.around(loop))}
}

// inlinesIn reports whether c calls what is inlined.
func (in *inliner) inlinesIn(c ast.Cmd) bool {
	found := false
	ast.Walk(c, nil, func(e ast.Expr) { found = found || in.isInlined(e) }, nil)
	return found
}
