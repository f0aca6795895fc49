package ast

// WithoutDeadStores is f without what it gives to variables and parameters that nothing reads; calls stay that this takes.
func WithoutDeadStores(f *Func) *Func {
	out := *f
	for changed := true; changed; {
		out.Body, changed = dropDeadStores(out.Body)
	}
	return &out
}

func dropDeadStores(body Cmd) (rest Cmd, changed bool) {
	read := map[string]bool{}
	Walk(body, nil, func(e Expr) {
		switch e := e.(type) {
		case *Var:
			read[e.Name] = true
		case *Object:
			read[e.Name] = true
		}
	}, nil)
	var drop func(Cmd) Cmd
	drop = func(c Cmd) Cmd {
		switch c := c.(type) {
		case *Assign:
			if !read[c.Name] && !IsVolatile(c.Ty) {
				changed = true
				return effectsOf(&InitExpr{X: c.X})
			}
		case *Declare:
			if i, ok := c.Init.(*InitExpr); ok && !read[c.Name] && IsScalar(c.Ty) && !IsVolatile(c.Ty) {
				changed = true
				return SeqOf(&Declare{c.Name, c.Ty, NoInit{}, c.Label, c.At}, effectsOf(i))
			}
		}
		return RebuildCmd(c, drop, same)
	}
	return drop(body), changed
}
