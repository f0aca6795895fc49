package ast

// StepsInBodies is f with the step of each for that chooses (`i = t ? left[i] : right[i]`) at the end of the body: it is where ways through the body
// part, for the passes that copy a body for each state of what decides about the loop.
func StepsInBodies(f *Func) *Func {
	found := false
	Walk(f.Body, func(c Cmd) {
		loop, ok := c.(*For)
		found = found || ok && chooses(loop.Step)
	}, nil, nil)
	if !found {
		return f
	}
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd {
		c = RebuildCmd(c, cmd, same)
		if loop, ok := c.(*For); ok && chooses(loop.Step) {
			return &For{loop.Init, loop.Test, &Skip{}, SeqOf(loop.Body, loop.Step), loop.Label, loop.At}
		}
		return c
	}
	out := *f
	out.Body = cmd(f.Body)
	Number(&out)
	return &out
}

// chooses reports whether what c does, or a value that it assigns, depends on a test.
func chooses(c Cmd) bool {
	found := false
	Walk(c, func(c Cmd) {
		_, ok := c.(*If)
		found = found || ok
	}, func(e Expr) {
		_, ok := e.(*Cond)
		found = found || ok
	}, nil)
	return found
}
