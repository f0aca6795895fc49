package ast

// WithoutDeadStores is f without what it gives to variables, parameters and local scalars in memory that nothing reads but to compute such variables; calls stay
// that this takes.
func WithoutDeadStores(f *Func) *Func {
	locals := localsOf(f)
	needed := neededIn(f.Body, locals)
	var drop func(Cmd) Cmd
	drop = func(c Cmd) Cmd {
		switch c := c.(type) {
		case *Assign:
			if !needed[c.Name] && !IsVolatile(c.Ty) {
				return effectsOf(&InitExpr{X: c.X})
			}
		case *Store:
			if o, ok := c.Dest.(*Object); ok && locals[o.Name] && !needed[o.Name] && IsScalar(o.Ty) && !IsVolatile(o.Ty) {
				return effectsOf(&InitExpr{X: c.X})
			}
		case *Declare:
			if i, ok := c.Init.(*InitExpr); ok && !needed[c.Name] && IsScalar(c.Ty) && !IsVolatile(c.Ty) {
				return SeqOf(&Declare{c.Name, c.Ty, NoInit{}, c.Label, c.At}, effectsOf(i))
			}
		}
		return RebuildCmd(c, drop, same)
	}
	out := *f
	out.Body = drop(f.Body)
	return &out
}

// Needed are the parameters and variables of f that it reads for more than to give variables values that are not needed, and the objects that it names.
func Needed(f *Func) map[string]bool { return neededIn(f.Body, localsOf(f)) }

// localsOf are the variables that f declares and its parameters.
func localsOf(f *Func) map[string]bool {
	locals := map[string]bool{}
	for _, p := range f.Params {
		locals[p.Name] = true
	}
	Walk(f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok {
			locals[d.Name] = true
		}
	}, nil, nil)
	return locals
}

// neededIn are the variables and objects in body that are read for more than to give variables values that are not needed (those that are faint are not).
func neededIn(body Cmd, locals map[string]bool) map[string]bool {
	needed := map[string]bool{}
	var waiting []string
	need := func(e Expr) {
		switch e := e.(type) {
		case *Var:
			if !needed[e.Name] {
				needed[e.Name] = true
				waiting = append(waiting, e.Name)
			}
		case *Object:
			if !needed[e.Name] {
				needed[e.Name] = true
				waiting = append(waiting, e.Name)
			}
		}
	}
	values := map[string][]Expr{} // that variables are given, and that call nothing
	gives := func(name string, x Expr, t Type) bool {
		if HasCall(x) || IsVolatile(t) || !IsScalar(t) {
			return false
		}
		values[name] = append(values[name], x)
		return true
	}
	p := parts{expr: func(e Expr) { WalkExpr(e, need) }}
	p.cmd = func(c Cmd) {
		switch c := c.(type) {
		case *Assign:
			if gives(c.Name, c.X, c.Ty) {
				return
			}
		case *Store:
			if o, ok := c.Dest.(*Object); ok && locals[o.Name] && gives(o.Name, c.X, o.Ty) {
				return
			}
		case *Declare:
			if i, ok := c.Init.(*InitExpr); ok && gives(c.Name, i.X, c.Ty) {
				return
			}
		}
		p.of(c)
	}
	p.cmd(body)
	for len(waiting) > 0 {
		name := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, x := range values[name] {
			WalkExpr(x, need)
		}
	}
	return needed
}
