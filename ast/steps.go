package ast

// StepsInBodies is f with the step of each for that chooses (`i = t ? left[i] : right[i]`) at the end of the body: it is where ways through the body
// part, for the passes that copy a body for each state of what decides about the loop.
func StepsInBodies(f *Func) *Func {
	moved := false
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd {
		c = RebuildCmd(c, cmd, func(e Expr) Expr { return e })
		loop, ok := c.(*For)
		if !ok || !chooses(loop.Step) {
			return c
		}
		moved = true
		return &For{loop.Init, loop.Test, &Skip{}, SeqOf(loop.Body, loop.Step), loop.Label, loop.At}
	}
	out := *f
	out.Body = cmd(f.Body)
	if !moved {
		return f
	}
	Number(&out)
	return &out
}

// chooses reports whether what c does, or a value that it assigns, depends on a test.
func chooses(c Cmd) bool {
	found := false
	Walk(c, func(c Cmd) {
		if _, ok := c.(*If); ok {
			found = true
		}
	}, func(e Expr) {
		if _, ok := e.(*Cond); ok {
			found = true
		}
	}, nil)
	return found
}
