package ast

import (
	"fmt"
	"strings"
)

// A printer so simple that it is plainly right, to compare the real one with: every operation and constant is cast, all
// variables are declared first under names of their own, a declaration is an assignment, jumps are gotos, loops are written
// out.

type naive struct {
	out      strings.Builder
	declared map[string]bool
	loops    int
}

// naiveFunc is f as C under another name.
func naiveFunc(f *Func, name string) string {
	n := &naive{declared: map[string]bool{}}
	g := *f
	g.Name = name
	g.Params = nil
	for _, p := range f.Params {
		g.Params = append(g.Params, Param{unique(p.Name), p.Ty, false})
		n.declared[p.Name] = true
	}
	n.out.WriteString(signature(&g) + " {\n")
	Walk(f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok && !n.declared[d.Name] {
			n.declared[d.Name] = true
			fmt.Fprintf(&n.out, "%s = 0;\n", declaration(d.Ty, unique(d.Name)))
		}
	}, nil, nil)
	n.cmd(f.Body)
	n.out.WriteString("}\n")
	return n.out.String()
}

func unique(name string) string { return "u_" + strings.ReplaceAll(name, "#", "__") }

func labelName(l Label) string {
	return strings.NewReplacer(" ", "", "(", "_", ")", "_", ",", "_").Replace("B" + l.String())
}

func (n *naive) line(format string, args ...any) { fmt.Fprintf(&n.out, format+"\n", args...) }

func (n *naive) cmd(c Cmd) {
	switch c := c.(type) {
	case *Seq:
		n.cmd(c.First)
		n.cmd(c.Second)
	case *Scope:
		n.cmd(c.Body)
	case *Declare:
		if i, ok := c.Init.(*InitExpr); ok {
			n.line("%s = %s;", unique(c.Name), naiveExpr(i.X))
		}
	case *Assign:
		n.line("%s = %s;", unique(c.Name), naiveExpr(c.X))
	case *Eval:
		n.line("%s;", naiveExpr(c.X))
	case *If:
		n.line("if (%s) {", naiveExpr(c.Test))
		n.cmd(c.Then)
		n.line("} else {")
		n.cmd(c.Else)
		n.line("}")
	case *While:
		n.loop(func(out string) { n.line("if (!%s) goto %s;", naiveExpr(c.Test), out); n.cmd(c.Body) })
	case *DoWhile:
		n.loop(func(out string) { n.cmd(c.Body); n.line("if (!%s) goto %s;", naiveExpr(c.Test), out) })
	case *For:
		n.cmd(c.Init)
		n.loop(func(out string) { n.line("if (!%s) goto %s;", naiveExpr(c.Test), out); n.cmd(c.Body); n.cmd(c.Step) })
	case *Switch:
		n.switches(c)
	case *Block:
		n.cmd(c.Body)
		n.line("%s:;", labelName(c.Label))
	case *Exit:
		n.line("goto %s;", labelName(c.To))
	case *Graph:
		end := "end" + labelName(c.Label)
		for _, x := range c.Nodes {
			n.line("%s:;", labelName(x.Label))
			n.cmd(x.Body)
			n.line("goto %s;", end)
		}
		n.line("%s:;", end)
	case *Jump:
		n.line("goto %s;", labelName(c.To))
	case *Return:
		n.line("return %s;", naiveExpr(c.X))
	}
}

func (n *naive) loop(body func(out string)) {
	n.loops++
	top, out := fmt.Sprintf("top%d", n.loops), fmt.Sprintf("end%d", n.loops)
	n.line("%s:;", top)
	body(out)
	n.line("goto %s; %s:;", top, out)
}

func (n *naive) switches(c *Switch) {
	n.loops++
	at, id := "goto", n.loops
	fallback := fmt.Sprintf("goto sw%d_end;", id)
	n.line("long long sw%d = %s;", id, naiveExpr(c.Test))
	for i, a := range c.Arms {
		for _, v := range a.Values {
			n.line("if (sw%d == %dLL) %s sw%d_%d;", id, v, at, id, i)
		}
		if a.Default {
			fallback = fmt.Sprintf("goto sw%d_%d;", id, i)
		}
	}
	n.line("%s", fallback)
	for i, a := range c.Arms {
		n.line("sw%d_%d:;", id, i)
		n.cmd(a.Body)
	}
	n.line("sw%d_end:;", id)
}

// naiveExpr is e in parentheses, of exactly its type.
func naiveExpr(e Expr) string {
	switch e := e.(type) {
	case *Const:
		return naiveCast(e.Ty, fmt.Sprintf("0x%xULL", uint64(e.Value.(IntConst))))
	case *Var:
		return unique(e.Name)
	case *Unary:
		op := [...]string{"-", "~", "!"}[e.Op]
		return naiveCast(TypeOf(e), op+"("+naiveExpr(e.X)+")")
	case *Binary:
		return naiveCast(TypeOf(e), naiveExpr(e.X)+" "+operators[e.Op].text+" "+naiveExpr(e.Y))
	case *Convert:
		return naiveCast(e.Ty, naiveExpr(e.X))
	case *LogAnd:
		return "(" + naiveExpr(e.X) + " && " + naiveExpr(e.Y) + ")"
	case *LogOr:
		return "(" + naiveExpr(e.X) + " || " + naiveExpr(e.Y) + ")"
	case *Cond:
		return naiveCast(e.Ty, naiveExpr(e.Test)+" ? "+naiveExpr(e.Then)+" : "+naiveExpr(e.Else))
	}
	call := e.(*Call)
	var args []string
	for _, a := range call.Args {
		args = append(args, naiveExpr(a))
	}
	return call.Fn.(*Object).Name + "(" + strings.Join(args, ", ") + ")"
}

func naiveCast(t Type, s string) string { return "((" + declaration(t, "") + ")(" + s + "))" }
