package ast

import (
	"fmt"
	"strings"
)

// This file prints loops, switches, graphs, and the blocks that break, continue and goto leave.

// pragmas are the lines before a loop that advise on it.
var pragmas = [...]string{Unroll: "#pragma unroll", NoUnroll: "#pragma nounroll"}

// jumps says which blocks are left by break and continue here; nil for none.
type jumps struct{ toBreak, toContinue Label }

func (p *printer) while(c *While, around Label) {
	if p.loopBody(p.keyword("while", test(c.Test)), c.Body, around) {
		p.line("}")
	}
}

func (p *printer) doWhile(c *DoWhile, around Label) {
	braced := p.loopBody("do", c.Body, around)
	end := p.keyword("while", test(c.Test)) + ";"
	switch {
	case braced && p.style.BraceOwnLine:
		p.line("}")
	case braced:
		end = "} " + end
	}
	p.line("%s", end)
}

// loopBody prints the body of a loop in the block around (nil for none), which break leaves; where the body ends with a
// block, continue leaves that, unless it is one around a switch, which break leaves.
func (p *printer) loopBody(head string, body Cmd, around Label) (braced bool) {
	inner := jumps{toBreak: around}
	cmds := Flatten(unscoped(body))
	if len(cmds) > 0 {
		if b, ok := cmds[len(cmds)-1].(*Block); ok && switchIn(b.Body) == nil {
			inner.toContinue = b.Label
			return p.body(head, continued(body, cmds, b), false, inner)
		}
	}
	return p.body(head, body, false, inner)
}

// switchIn is the switch that c consists of, nil if there is none.
func switchIn(c Cmd) *Switch {
	if cmds := Flatten(c); len(cmds) == 1 {
		s, _ := cmds[0].(*Switch)
		return s
	}
	return nil
}

// isSwitch reports whether b holds a switch alone and is left by its breaks alone.
func isSwitch(b *Block) bool {
	s := switchIn(b.Body)
	if s == nil {
		return false
	}
	for _, a := range s.Arms {
		if leavesFromWithin(a.Body, b.Label) {
			return false
		}
	}
	return true
}

// leavesFromWithin reports whether an exit of the block named l stands in c in a loop or switch, which break would leave.
func leavesFromWithin(c Cmd, l Label) bool {
	found := false
	Walk(c, func(c Cmd) {
		switch c.(type) {
		case *While, *DoWhile, *For, *Switch:
			found = found || exits(c, l)
		}
	}, nil, nil)
	return found
}

// continued is the loop body of cmds, whose last is b, without b where all its exits are continues.
func continued(body Cmd, cmds []Cmd, b *Block) Cmd {
	if leavesFromInnerLoop(b) {
		return body
	}
	if _, ok := b.Body.(*Scope); ok && len(cmds) == 1 {
		return b.Body
	}
	inside := SeqOf(append(append([]Cmd(nil), cmds[:len(cmds)-1]...), b.Body)...)
	if _, ok := body.(*Scope); ok {
		return &Scope{inside, b.Label}
	}
	return inside
}

// leavesFromInnerLoop reports whether an exit of b stands in a loop inside b, where continue would mean that loop.
func leavesFromInnerLoop(b *Block) bool {
	found := false
	Walk(b.Body, func(c Cmd) {
		switch c.(type) {
		case *While, *DoWhile, *For:
			found = found || exits(c, b.Label)
		}
	}, nil, nil)
	return found
}

// exits reports whether c leaves the block named l.
func exits(c Cmd, l Label) bool {
	found := false
	Walk(c, func(c Cmd) {
		if e, ok := c.(*Exit); ok && e.To == l {
			found = true
		}
	}, nil, nil)
	return found
}

// forLoop prints a for loop, whose init and step tidy has left only what the head can say.
func (p *printer) forLoop(c *For, around Label) {
	init, _ := headInit(Flatten(c.Init))
	step, _ := headStep(Flatten(c.Step))
	if p.loopBody(p.keyword("for", forHead(init, c.Test, step)), c.Body, around) {
		p.line("}")
	}
}

// forHead leaves out a test that always holds.
func forHead(init string, test Expr, step string) string {
	head := init + ";"
	if c, ok := test.(*Const); !ok || c.Value == Constant(IntConst(0)) {
		head += " " + printValue(test).text
	}
	head += ";"
	if step != "" {
		head += " " + step
	}
	return head
}

// headInit is the commands as the first part of a for loop's head: declarations with one base type, or expressions.
func headInit(cmds []Cmd) (text string, ok bool) {
	var parts []string
	base := ""
	for i, c := range cmds {
		d, ok := c.(*Declare)
		if !ok {
			break
		}
		b, decl := declarator(d.Ty, d.Name)
		if init := initText(d.Init); init != "" {
			decl += " = " + init
		}
		if i > 0 && b != base {
			return "", false
		}
		base = b
		parts = append(parts, decl)
	}
	if len(parts) == 0 {
		return headStep(cmds)
	}
	return base + " " + strings.Join(parts, ", "), len(parts) == len(cmds)
}

// headStep is the commands as one expression.
func headStep(cmds []Cmd) (text string, ok bool) {
	var parts []string
	for _, c := range cmds {
		switch c := c.(type) {
		case *Assign:
			parts = append(parts, assignText(c))
		case *Store:
			parts = append(parts, storeText(c))
		case *Eval:
			parts = append(parts, printed(c.X, exact, precAssign))
		default:
			return "", false
		}
	}
	return strings.Join(parts, ", "), true
}

// switchStmt prints a switch in the block around, which its break leaves; continue is that of the loop outside.
func (p *printer) switchStmt(c *Switch, around Label, j jumps) {
	j.toBreak = around
	t := Promote(TypeOf(c.Test))
	p.open(p.keyword("switch", print(c.Test, promoted(c.Test, t)).text))
	for i, a := range c.Arms {
		for _, v := range a.Values {
			p.line("case %s:", print(&Const{Value: IntConst(Wrap(v, t)), Ty: t}, loose).text)
		}
		if a.Default {
			p.line("default:")
		}
		p.indented(func() { p.arm(a.Body, i == len(c.Arms)-1, j) })
	}
	p.line("}")
}

// arm prints an arm's commands, in braces where they declare. The last label needs a statement.
func (p *printer) arm(c Cmd, last bool, j jumps) {
	switch {
	case declares(c):
		p.stmt(&Scope{Body: c}, j)
	case len(Flatten(c)) == 0 && last:
		p.line(";")
	default:
		p.sequence(c, j)
	}
}

// block prints the commands that exits leave: around a loop or switch the exits are its breaks; others go to a label.
func (p *printer) block(c *Block, j jumps) {
	if cmds := Flatten(c.Body); len(cmds) == 1 {
		p.stmtIn(cmds[0], c.Label, j)
	} else {
		p.sequence(c.Body, j)
	}
	if label, ok := p.gotos[c.Label]; ok {
		p.out.WriteString(label + ":;" + p.style.Newline)
	}
}

// graph prints nodes one after another, each behind its label if a goto names it.
func (p *printer) graph(g *Graph, j jumps) {
	bodies := make([]Cmd, len(g.Nodes))
	for i, n := range g.Nodes {
		bodies[i] = n.Body
		if i+1 < len(g.Nodes) {
			bodies[i] = withoutLastJump(n.Body, g.Nodes[i+1].Label)
		}
	}
	named := map[Label]bool{}
	for _, body := range bodies {
		Walk(body, func(c Cmd) {
			if j, ok := c.(*Jump); ok {
				named[j.To] = true
			}
		}, nil, nil)
	}
	for i, n := range g.Nodes {
		if named[n.Label] {
			p.out.WriteString(p.gotoLabel(n.Label) + ":;" + p.style.Newline)
		}
		if declares(bodies[i]) {
			p.stmt(&Scope{Body: bodies[i]}, j)
		} else {
			p.sequence(bodies[i], j)
		}
	}
}

// withoutLastJump is c without a jump to the node named next at its end.
func withoutLastJump(c Cmd, next Label) Cmd {
	cmds := Flatten(c)
	if last := len(cmds) - 1; last >= 0 {
		if j, ok := cmds[last].(*Jump); ok && j.To == next {
			return SeqOf(cmds[:last]...)
		}
	}
	return c
}

func (p *printer) exit(c *Exit, j jumps) {
	switch c.To {
	case j.toBreak:
		p.line("break;")
	case j.toContinue:
		p.line("continue;")
	default:
		p.line("goto %s;", p.gotoLabel(c.To))
	}
}

func (p *printer) gotoLabel(l Label) string {
	if _, ok := p.gotos[l]; !ok {
		p.lastGoto++
		for p.inFunction && p.style.Avoid != nil && p.style.Avoid(fmt.Sprintf("out%d", p.lastGoto)) {
			p.lastGoto++
		}
		p.gotos[l] = fmt.Sprintf("out%d", p.lastGoto)
	}
	return p.gotos[l]
}
