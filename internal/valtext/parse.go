package valtext

import (
	"slices"
	"strings"

	"scf/internal/diag"
)

// The parser: a recursive descent, one method a production of the grammar in doc.go.

// MaxDepth is how many levels of parentheses, brackets, braces and fix a value may nest.
const MaxDepth = 100_000

// Parse reads one value. Its positions are in file, which need not exist. An error is a *diag.Error with the line of text.
func Parse(file, text string) (*Node, error) {
	p := &parser{lex: lexer{file: file, text: text, line: 1}}
	n, err := p.whole()
	if err != nil {
		return nil, diag.AttachSource(err, file, text)
	}
	return n, nil
}

type parser struct {
	lex   lexer
	tok   token // the token ahead
	depth int
	vars  []string // those of the enclosing fixes; "rec" for one without a name
	recs  int      // how many times rec has been mentioned
	err   *diag.Error
}

func (p *parser) whole() (n *Node, err error) {
	p.advance()
	n = p.value()
	if p.err == nil && p.tok.kind != tokEOF {
		p.unexpected("the end of the value").WithHint("constructor arguments that are no single atom go in parentheses: c(v, w)")
	}
	if p.err != nil {
		return nil, p.err
	}
	return n, nil
}

// advance reads the next token. After an error the text seems to end, and only the first error is kept.
func (p *parser) advance() {
	if p.err == nil {
		p.tok, p.err = p.lex.next()
	}
	if p.err != nil {
		p.tok = token{kind: tokEOF, pos: p.err.Pos}
	}
}

func (p *parser) fail(e *diag.Error) *diag.Error {
	if p.err == nil {
		p.err = e
		p.tok = token{kind: tokEOF, pos: e.Pos}
	}
	return e
}

func (p *parser) unexpected(wanted string) *diag.Error {
	return p.fail(diag.Errorf(p.tok.pos, "%s where %s should be", p.tok, wanted))
}

// is reports whether the punctuation s is ahead.
func (p *parser) is(s string) bool { return p.tok.kind == tokPunct && p.tok.text == s }

// take moves over the punctuation s if it is ahead.
func (p *parser) take(s string) bool {
	if !p.is(s) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(s string) {
	if !p.take(s) {
		p.unexpected("`" + s + "`")
	}
}

// enter counts a level of nesting; the caller leaves by p.depth--.
func (p *parser) enter() {
	if p.depth++; p.depth > MaxDepth {
		p.fail(diag.Errorf(p.tok.pos, "the value is nested more than %d levels deep", MaxDepth).
			WithHint("write lists as [v, w], which have any length"))
	}
}

func (p *parser) value() *Node {
	first := p.operand()
	if !p.is("|") {
		return first
	}
	alt := &Node{Kind: Alt, Pos: first.Pos, Kids: []*Node{first}}
	for p.take("|") {
		alt.Kids = append(alt.Kids, p.operand())
	}
	return alt
}

func (p *parser) operand() *Node {
	if p.tok.kind == tokName && p.tok.text == "fix" {
		if n := p.fix(); n != nil {
			return n
		}
	}
	first := p.app()
	if !p.is("::") {
		return first
	}
	list := &Node{Kind: Cons, Pos: first.Pos, Kids: []*Node{first}}
	for p.take("::") {
		if p.tok.kind == tokName && p.tok.text == "fix" {
			list.Kids = append(list.Kids, p.operand())
			break
		}
		list.Kids = append(list.Kids, p.app())
	}
	return list
}

// fix reads a recursion, with a variable of its own or with rec.
func (p *parser) fix() *Node {
	n := &Node{Kind: Fix, Pos: p.tok.pos, Name: "rec"}
	p.advance()
	p.enter()
	named := p.fixVariable(n)
	outer := p.recs
	p.recs = 0
	p.vars = append(p.vars, n.Name)
	n.Kids = []*Node{p.value()}
	p.vars = p.vars[:len(p.vars)-1]
	if !named && p.recs == 0 {
		p.fail(diag.Errorf(n.Pos, "the value of this fix does not mention rec").
			WithHint("write `fix X. v` with a space after the dot, where X in v stands for the whole; a constructor named fix is written qualified"))
	}
	if n.Name == "rec" {
		p.recs = outer
	} else {
		p.recs += outer
	}
	p.depth--
	return n
}

// fixVariable reads the variable and its dot, if there is one.
func (p *parser) fixVariable(n *Node) bool {
	ahead := p.lex
	dot, err := ahead.next()
	if p.tok.kind != tokName || err != nil || dot.kind != tokPunct || dot.text != "." {
		return false
	}
	if strings.Contains(p.tok.text, ".") {
		p.unexpected("an unqualified variable")
		return false
	}
	n.Name = p.tok.text
	p.advance()
	p.advance()
	return true
}

// app reads an atom, or a constructor and the atom that it takes.
func (p *parser) app() *Node {
	name := p.tok
	n := p.atom()
	if n.Kind != Name || n.Tag != 0 || name.kind != tokName || !p.atAtom() {
		return n
	}
	return &Node{Kind: Con, Pos: n.Pos, Name: n.Name, Kids: []*Node{p.atom()}}
}

// atAtom reports whether an atom is ahead.
func (p *parser) atAtom() bool {
	switch p.tok.kind {
	case tokEOF, tokTag:
		return false
	case tokPunct:
		return p.tok.text == "(" || p.tok.text == "["
	}
	return true
}

func (p *parser) atom() *Node {
	p.enter()
	n := p.plain()
	p.depth--
	for p.tok.kind == tokTag {
		if n.Tag != 0 {
			p.fail(diag.Errorf(p.tok.pos, "a value has one identity tag, not two"))
			break
		}
		n.Tag = int(p.tok.int)
		p.advance()
	}
	return n
}

func (p *parser) plain() *Node {
	t := p.tok
	n := &Node{Pos: t.pos}
	switch t.kind {
	case tokInt:
		n.Kind, n.Int = Int, t.int
	case tokStr:
		n.Kind, n.Str = Str, t.str
	case tokChar:
		n.Kind, n.Str = Char, t.str
	case tokBase:
		p.base(n)
	case tokName:
		return p.named(n)
	case tokPunct:
		switch t.text {
		case "(":
			return p.parens(n)
		case "[":
			n.Kind, n.Kids = List, p.list("[", "]")
			return n
		}
		p.unexpected("a value")
		return n
	default:
		p.unexpected("a value")
		return n
	}
	p.advance()
	return n
}

func (p *parser) base(n *Node) {
	n.Kind, n.Name = Base, p.tok.text
	if !slices.Contains([]string{"Int", "Bool", "Char", "String"}, n.Name) {
		p.fail(diag.Errorf(n.Pos, "no base type '%s", n.Name).WithHint("the base types are 'Int, 'Bool, 'Char and 'String"))
	}
}

// named reads what begins with a name.
func (p *parser) named(n *Node) *Node {
	n.Kind, n.Name = Name, p.tok.text
	p.advance()
	if (n.Name == "map" || n.Name == "set") && p.is("{") {
		return p.collection(n)
	}
	if slices.Contains(p.vars, n.Name) {
		n.Kind = Rec
		if n.Name == "rec" {
			p.recs++
		}
		return n
	}
	switch {
	case n.Name == "true":
		n.Kind, n.Int = Bool, 1
	case n.Name == "false":
		n.Kind = Bool
	case n.Name == "fix":
		p.fail(diag.Errorf(n.Pos, "fix extends to the right: put it in parentheses here").
			WithHint("a constructor named fix is written qualified"))
	case p.is("("):
		n.Kind, n.Kids = Con, p.list("(", ")")
	}
	return n
}

// parens reads unit, a grouped value or a tuple.
func (p *parser) parens(n *Node) *Node {
	kids := p.list("(", ")")
	if len(kids) == 1 {
		return kids[0]
	}
	n.Kind, n.Kids = Tuple, kids
	return n
}

// list reads values between brackets.
func (p *parser) list(open, end string) []*Node {
	var kids []*Node
	p.items(open, end, func() { kids = append(kids, p.value()) })
	return kids
}

// items reads what item reads, any number of times with commas in between, between brackets.
func (p *parser) items(open, end string, item func()) {
	p.expect(open)
	if p.take(end) {
		return
	}
	item()
	for p.take(",") {
		item()
	}
	if !p.take(end) {
		p.unexpected("`,` or `" + end + "`")
	}
}

// collection reads the braces of a map or a set.
func (p *parser) collection(n *Node) *Node {
	n.Kind = Map
	if n.Name == "set" {
		n.Kind = Set
	}
	n.Name = ""
	if !p.atMustMay() {
		p.items("{", "}", func() { n.Must = append(n.Must, p.entry(n.Kind)) })
		return n
	}
	p.expect("{")
	must := p.bracketed("must", n.Kind, &n.Must)
	if !must || p.take(",") {
		if !p.bracketed("may", n.Kind, &n.May) {
			p.unexpected("`may`")
		}
	}
	p.expect("}")
	return n
}

// atMustMay reports whether `{ must [` or `{ may [` is ahead.
func (p *parser) atMustMay() bool {
	ahead := p.lex
	word, err := ahead.next()
	if err != nil || word.kind != tokName || word.text != "must" && word.text != "may" {
		return false
	}
	bracket, err := ahead.next()
	return err == nil && bracket.kind == tokPunct && bracket.text == "["
}

func (p *parser) bracketed(word string, kind Kind, entries *[]Entry) bool {
	if p.tok.kind != tokName || p.tok.text != word {
		return false
	}
	p.advance()
	p.items("[", "]", func() { *entries = append(*entries, p.entry(kind)) })
	return true
}

// entry reads an entry of a map or a member of a set.
func (p *parser) entry(kind Kind) Entry {
	e := Entry{Key: p.value()}
	if kind == Map {
		p.expect("->")
		e.Value = p.value()
	}
	return e
}
