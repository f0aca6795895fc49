package ast

// NestedChoices is f with ifs in place of the assignments, in loops, of what one test after the other chooses (`s = c == 'b' ? 2 : c == 'a' ? 1 : 0`): so ways part at each of the
// tests, as passes let them at one in an assignment.
func NestedChoices(f *Func) *Func {
	found := false
	var inLoop, cmd func(c Cmd) Cmd
	inLoop = func(c Cmd) Cmd {
		switch c := c.(type) {
		case *Assign:
			if chosen := choosing(c.X, func(x Expr) Cmd { return &Assign{c.Name, c.Ty, x, nil, c.At} }); chosen != nil {
				found = true
				return chosen
			}
		case *Declare:
			x, ok := c.Init.(*InitExpr)
			if !ok || !IsScalar(c.Ty) {
				break
			}
			if chosen := choosing(x.X, func(x Expr) Cmd { return &Assign{c.Name, c.Ty, x, nil, c.At} }); chosen != nil && !Mentions(f.Body, c.Name) {
				found = true
				return &Seq{First: &Declare{c.Name, c.Ty, NoInit{}, c.Label, c.At}, Second: chosen}
			}
		}
		return RebuildCmd(c, inLoop, same)
	}
	cmd = func(c Cmd) Cmd {
		switch c.(type) {
		case *While, *DoWhile, *For, *Graph:
			return RebuildCmd(c, inLoop, same)
		}
		return RebuildCmd(c, cmd, same)
	}
	body := cmd(f.Body)
	if !found {
		return f
	}
	out := *f
	out.Body = body
	Number(&out)
	return &out
}

// choosing is the if in place of the command that set gives for x; nil where x is not chosen by one test after the other.
func choosing(x Expr, set func(x Expr) Cmd) Cmd {
	test, then, otherwise, ok := choice(x)
	if !ok || !isChosen(then) && !isChosen(otherwise) {
		return nil
	}
	branch := func(x Expr) Cmd {
		if c := choosing(x, set); c != nil {
			return c
		}
		return set(x)
	}
	return &If{Test: test, Then: branch(then), Else: branch(otherwise), At: PlaceOf(set(x))}
}

// choice is x as one of two values, converted perhaps.
func choice(x Expr) (test, then, otherwise Expr, ok bool) {
	switch x := x.(type) {
	case *Cond:
		return x.Test, x.Then, x.Else, true
	case *Convert:
		test, then, otherwise, ok = choice(x.X)
		return test, &Convert{Ty: x.Ty, X: then}, &Convert{Ty: x.Ty, X: otherwise}, ok
	}
	return nil, nil, nil, false
}

// isChosen reports whether a test decides about the value of x.
func isChosen(x Expr) bool {
	switch x := x.(type) {
	case *Cond, *LogAnd, *LogOr:
		return true
	case *Binary:
		return x.Op.IsComparison()
	case *Unary:
		return x.Op == LogNot
	case *Convert:
		return isChosen(x.X)
	}
	return false
}
