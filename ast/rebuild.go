package ast

// RebuildExpr is a copy of e, with e's label, whose direct subexpressions are replaced by f's results.
func RebuildExpr(e Expr, f func(Expr) Expr) Expr {
	switch e := e.(type) {
	case *Const:
		c := *e
		return &c
	case *Var:
		c := *e
		return &c
	case *Object:
		c := *e
		return &c
	case *Str:
		c := *e
		return &c
	case *Unary:
		return &Unary{e.Op, e.Ty, f(e.X), e.Label}
	case *Binary:
		return &Binary{e.Op, e.Ty, f(e.X), f(e.Y), e.Label}
	case *Convert:
		return &Convert{e.Ty, f(e.X), e.Label}
	case *LogAnd:
		return &LogAnd{f(e.X), f(e.Y), e.Label}
	case *LogOr:
		return &LogOr{f(e.X), f(e.Y), e.Label}
	case *Cond:
		return &Cond{f(e.Test), f(e.Then), f(e.Else), e.Ty, e.Label}
	case *Deref:
		return &Deref{f(e.X), e.Ty, e.Label}
	case *Index:
		return &Index{f(e.X), f(e.I), e.Ty, e.Label}
	case *Member:
		return &Member{f(e.X), e.Field, e.Offset, e.Ty, e.Label}
	case *Arrow:
		return &Arrow{f(e.X), e.Field, e.Offset, e.Ty, e.Label}
	case *AddressOf:
		return &AddressOf{f(e.X), e.Ty, e.Label}
	}
	call := e.(*Call)
	c := &Call{Fn: f(call.Fn), Ty: call.Ty, Label: call.Label}
	for _, a := range call.Args {
		c.Args = append(c.Args, f(a))
	}
	return c
}

// CopyExpr is a copy of e that shares no node with it.
func CopyExpr(e Expr) Expr { return RebuildExpr(e, CopyExpr) }

// CopyCmd is a copy of c that shares no node with it.
func CopyCmd(c Cmd) Cmd { return RebuildCmd(c, CopyCmd, CopyExpr) }

// RebuildInit is a copy of i whose expressions are replaced by f's results.
func RebuildInit(i Init, f func(Expr) Expr) Init {
	switch i := i.(type) {
	case *InitExpr:
		return &InitExpr{f(i.X)}
	case *InitList:
		out := &InitList{}
		for _, x := range i.Elems {
			out.Elems = append(out.Elems, RebuildInit(x, f))
		}
		return out
	}
	return NoInit{}
}

// RebuildCmd is a copy of c, with c's label, whose direct subcommands are replaced by fc's results and whose own expressions
// by fe's.
func RebuildCmd(c Cmd, fc func(Cmd) Cmd, fe func(Expr) Expr) Cmd {
	switch c := c.(type) {
	case *Seq:
		return &Seq{fc(c.First), fc(c.Second), c.Label}
	case *Scope:
		return &Scope{fc(c.Body), c.Label}
	case *Declare:
		return &Declare{c.Name, c.Ty, RebuildInit(c.Init, fe), c.Label, c.At}
	case *Assign:
		return &Assign{c.Name, c.Ty, fe(c.X), c.Label, c.At}
	case *Store:
		return &Store{fe(c.Dest), fe(c.X), c.Label, c.At}
	case *Eval:
		return &Eval{fe(c.X), c.Label, c.At}
	case *If:
		return &If{fe(c.Test), fc(c.Then), fc(c.Else), c.Label, c.At}
	case *While:
		return &While{fe(c.Test), fc(c.Body), c.Label, c.At}
	case *DoWhile:
		return &DoWhile{fc(c.Body), fe(c.Test), c.Label, c.At}
	case *For:
		return &For{fc(c.Init), fe(c.Test), fc(c.Step), fc(c.Body), c.Label, c.At}
	case *Switch:
		s := &Switch{Test: fe(c.Test), Label: c.Label, At: c.At}
		for _, a := range c.Arms {
			s.Arms = append(s.Arms, &Arm{a.Values, a.Default, fc(a.Body), a.Label})
		}
		return s
	case *Block:
		return &Block{fc(c.Body), c.Label}
	case *Exit:
		return &Exit{c.To, c.Label}
	case *Graph:
		g := &Graph{Label: c.Label, At: c.At}
		for _, n := range c.Nodes {
			g.Nodes = append(g.Nodes, &Node{fc(n.Body), n.Label})
		}
		return g
	case *Jump:
		return &Jump{c.To, c.Label}
	case *Advised:
		return &Advised{c.Advice, fc(c.Loop), c.Label}
	case *Return:
		return &Return{fe(c.X), c.Label, c.At}
	case *ReturnVoid:
		return &ReturnVoid{c.Label}
	}
	return &Skip{*c.label()}
}

// renameCmd is a copy of c in which variables and objects have the names that f gives for theirs.
func renameCmd(c Cmd, f func(string) string) Cmd {
	c = RebuildCmd(c, func(c Cmd) Cmd { return renameCmd(c, f) }, func(e Expr) Expr { return renameExpr(e, f) })
	switch c := c.(type) {
	case *Declare:
		c.Name = f(c.Name)
	case *Assign:
		c.Name = f(c.Name)
	}
	return c
}

func renameExpr(e Expr, f func(string) string) Expr {
	e = RebuildExpr(e, func(e Expr) Expr { return renameExpr(e, f) })
	switch e := e.(type) {
	case *Var:
		e.Name = f(e.Name)
	case *Object:
		e.Name = f(e.Name)
	}
	return e
}
