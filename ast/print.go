package ast

import (
	"fmt"
	"strings"
)

// This file prints commands as C statements, after tidy and nameLocals have made the tree sayable. Braces stand where the
// source had them (a Scope), where C needs them, and where gcc -Wall asks for them.

// PrintFunc is f as a C function definition in the given style, with a newline at the end.
func PrintFunc(f *Func, style Style) string {
	brace := " "
	if style.BraceOwnLine {
		brace = style.Newline
	}
	return signature(f) + brace + PrintBody(f, style) + style.Newline
}

// PrintBody is the body of f as C in the given style, from { to }, with the declarations kept (each a line) at its head.
func PrintBody(f *Func, style Style, kept ...string) string {
	p := &printer{style: style, gotos: map[Label]string{}}
	return p.function(f, kept)
}

// PrintBlock is the body of f as a block, from { to }, in the body of a function: behind the declarations of variables that stay its own, with labels
// that the file does not mention. It is left by return.
func PrintBlock(f *Func, style Style, kept ...string) string {
	p := &printer{style: style, gotos: map[Label]string{}, level: 1, inFunction: true}
	return p.function(returning(f), kept)
}

// returning is f with a return at the end of its body, if that is reached.
func returning(f *Func) *Func {
	cmds := Flatten(f.Body)
	if n := len(cmds); n > 0 && !FallsOff(cmds[n-1]) {
		return f
	}
	const none = "none#"
	switch {
	case IsVoid(f.Result):
		cmds = append(cmds, &ReturnVoid{})
	case IsScalar(f.Result):
		cmds = append(cmds, &Return{X: Zero(f.Result)})
	default:
		cmds = append(cmds, &Declare{Name: none, Ty: f.Result, Init: NoInit{}}, &Return{X: &Object{Name: none, Ty: f.Result}})
	}
	out := *f
	out.Body = SeqOf(cmds...)
	return &out
}

// Zero is the constant 0 of the scalar type t, or the null pointer.
func Zero(t Type) Expr {
	if _, ok := t.(Floating); ok {
		return &Const{Value: FloatConst(0), Ty: t}
	}
	return &Const{Value: IntConst(0), Ty: t}
}

// function is the body of f.
func (p *printer) function(f *Func, kept []string) string {
	f = nameLocals(tidy(f), p.style.Avoid, len(kept) > 0 || p.inFunction)
	p.out.WriteString("{" + p.style.Newline)
	p.indented(func() {
		for _, text := range kept {
			p.line("%s", text)
		}
		p.sequence(f.Body, jumps{})
	})
	p.out.WriteString(strings.Repeat(p.style.Indent, p.level) + "}")
	return p.out.String()
}

// PrintExpr is e as C, with the names of the tree's variables as they are in the source.
func PrintExpr(e Expr) string {
	n := &namer{name: map[string]string{}}
	WalkExpr(e, func(x Expr) {
		switch x := x.(type) {
		case *Var:
			n.name[x.Name] = sourceName(x.Name)
		case *Object:
			if !isTextName(x.Name) {
				n.name[x.Name] = sourceName(x.Name)
			}
		}
	})
	return print(renameExpr(widen(e), n.inC), exact).text
}

// printer writes statements.
type printer struct {
	style Style
	out   strings.Builder
	level int
	gotos map[Label]string // the C labels of the blocks that a goto leaves, and of the nodes that one leads to

	lastGoto   int
	inFunction bool // the text stands in a function with labels of its own
}

func (p *printer) line(format string, args ...any) {
	p.out.WriteString(strings.Repeat(p.style.Indent, p.level))
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteString(p.style.Newline)
}

func (p *printer) indented(f func()) {
	p.level++
	f()
	p.level--
}

func (p *printer) sequence(c Cmd, j jumps) {
	for _, x := range Flatten(c) {
		p.stmt(x, j)
	}
}

func (p *printer) stmt(c Cmd, j jumps) { p.stmtIn(c, nil, j) }

// stmtIn prints c, which is all that the block named around holds (nil for no block).
func (p *printer) stmtIn(c Cmd, around Label, j jumps) {
	switch c := c.(type) {
	case *Scope:
		p.line("{")
		p.indented(func() { p.sequence(c.Body, j) })
		p.line("}")
	case *Declare:
		p.line("%s;", declareText(c))
	case *Assign:
		p.line("%s;", assignText(c))
	case *Store:
		p.line("%s;", storeText(c))
	case *Eval:
		p.line("%s;", print(c.X, exact).text)
	case *If:
		p.ifElse("", c, j)
	case *While:
		p.while(c, around)
	case *DoWhile:
		p.doWhile(c, around)
	case *For:
		p.forLoop(c, around)
	case *Switch:
		p.switchStmt(c, around, j)
	case *Block:
		p.block(c, j)
	case *Graph:
		p.graph(c, j)
	case *Jump:
		p.line("goto %s;", p.gotoLabel(c.To))
	case *Advised:
		if !isFill(c) {
			p.out.WriteString(pragmas[c.Advice] + p.style.Newline)
		}
		p.stmtIn(c.Loop, around, j)
	case *Exit:
		p.exit(c, j)
	case *Return:
		p.line("return %s;", print(c.X, loose).text)
	case *ReturnVoid:
		p.line("return;")
	}
}

func declareText(c *Declare) string {
	text := declaration(c.Ty, c.Name)
	if init := initText(c.Init); init != "" {
		text += " = " + init
	}
	return text
}

func initText(i Init) string {
	switch i := i.(type) {
	case *InitExpr:
		return printed(i.X, loose, precAssign)
	case *InitList:
		var parts []string
		for _, x := range i.Elems {
			parts = append(parts, initText(x))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return ""
}

func assignText(c *Assign) string { return c.Name + " = " + printed(c.X, loose, precAssign) }

func storeText(c *Store) string {
	return printed(c.Dest, exact, precUnary) + " = " + printed(c.X, loose, precAssign)
}

// body prints the statement that head governs, in braces where it has or needs them, and reports whether it did.
func (p *printer) body(head string, c Cmd, braces bool, j jumps) (braced bool) {
	_, isScope := c.(*Scope)
	if isScope || braces || needsBraces(c) {
		p.open(head)
		p.indented(func() { p.sequence(unscoped(c), j) })
		return true
	}
	p.line("%s", head)
	p.indented(func() {
		if len(Flatten(c)) == 0 {
			p.line(";")
		}
		p.sequence(c, j)
	})
	return false
}

func (p *printer) open(head string) {
	if p.style.BraceOwnLine {
		p.line("%s", head)
		p.line("{")
	} else {
		p.line("%s {", head)
	}
}

// unscoped is the inside of a statement's body.
func unscoped(c Cmd) Cmd {
	if s, ok := c.(*Scope); ok {
		return s.Body
	}
	return c
}

// needsBraces reports whether C cannot take c as one statement.
func needsBraces(c Cmd) bool {
	cmds := Flatten(c)
	if len(cmds) != 1 {
		return len(cmds) > 1
	}
	switch c := cmds[0].(type) {
	case *Block:
		return !isSwitch(c)
	case *Declare, *Advised, *Graph:
		return true
	}
	return false
}

// keyword is a statement's head: `if (test)`.
func (p *printer) keyword(word, inside string) string {
	if p.style.KeywordSpace {
		word += " "
	}
	return word + "(" + inside + ")"
}

func test(e Expr) string { return printValue(e).text }

// ifElse prints c behind prefix, which is empty or ends in else.
func (p *printer) ifElse(prefix string, c *If, j jumps) {
	braced := p.body(prefix+p.keyword("if", test(c.Test)), c.Then, mistakable(c), j)
	if !hasElse(c) {
		if braced {
			p.line("}")
		}
		return
	}
	word := p.beforeElse(braced) + "else"
	if chained, ok := c.Else.(*If); ok {
		p.ifElse(word+" ", chained, j)
	} else if p.body(word, c.Else, false, j) {
		p.line("}")
	}
}

// beforeElse closes the first branch; what it returns goes before else on its line.
func (p *printer) beforeElse(braced bool) string {
	if braced && !p.style.ElseOwnLine {
		return "} "
	}
	if braced {
		p.line("}")
	}
	return ""
}

func hasElse(c *If) bool {
	_, isScope := c.Else.(*Scope)
	return isScope || len(Flatten(c.Else)) > 0
}

// mistakable reports whether, without braces, the else of c would be taken for that of an if in its first branch, or, by gcc -Wall, the other way
// round.
func mistakable(c *If) bool {
	if hasElse(c) {
		return endsOpen(c.Then)
	}
	inner := governed(c.Then)
	return inner != nil && hasElse(inner)
}

// endsOpen reports whether an else behind the unbraced statement c would be taken for c's.
func endsOpen(c Cmd) bool {
	inner := governed(c)
	return inner != nil && (isEmpty(inner.Else) || endsOpen(inner.Else))
}

// governed is the if that the unbraced statement c is, or that loops in it govern; nil if there is none.
func governed(c Cmd) *If {
	cmds := Flatten(c)
	if len(cmds) != 1 {
		return nil
	}
	switch c := cmds[0].(type) {
	case *If:
		return c
	case *While:
		return governed(c.Body)
	case *For:
		return governed(c.Body)
	}
	return nil
}
