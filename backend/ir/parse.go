package ir

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"text/scanner"

	"scf/internal/diag"
)

// Parse reads functions in the text form; file is what errors call it. What it gives is well formed (Verify).
func Parse(file, text string) (funcs []*Func, err error) {
	p := &parser{limit: uint64(maxNumber + len(text))}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*diag.Error)
			if !ok {
				panic(r)
			}
			funcs, err = nil, diag.AttachSource(e, file, text)
		}
	}()
	p.lex.Init(strings.NewReader(text))
	p.lex.Filename = file
	p.lex.Error = func(_ *scanner.Scanner, msg string) { p.failf("%s", msg) }
	for p.next(); p.tok != scanner.EOF; {
		at := p.pos()
		f := p.function()
		if err := Verify(f); err != nil {
			panic(diag.Errorf(at, "%v", err))
		}
		funcs = append(funcs, f)
	}
	return funcs, nil
}

// maxNumber is, together with the length of the text, the greatest number of a value, block, slot or symbol, so that what a text
// becomes has at most so much memory.
const maxNumber = 1 << 12

type parser struct {
	lex    scanner.Scanner
	limit  uint64 // of numbers
	tok    rune
	f      *Func
	blocks []*Block // by number

	nameless []Instr // those that give no value
}

func (p *parser) next() { p.tok = p.lex.Scan() }

func (p *parser) pos() diag.Pos {
	at := p.lex.Position
	return diag.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
}

func (p *parser) failf(format string, args ...any) { panic(diag.Errorf(p.pos(), format, args...)) }

// is reports whether the token is text, and goes on if so.
func (p *parser) is(text string) bool {
	if p.tok != scanner.EOF && p.tok != scanner.String && p.lex.TokenText() == text {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if !p.is(text) {
		p.failf("%q is missing here", text)
	}
}

func (p *parser) ident(what string) string {
	if p.tok != scanner.Ident {
		p.failf("%s is missing here", what)
	}
	defer p.next()
	return p.lex.TokenText()
}

func (p *parser) name() string {
	if p.tok == scanner.String {
		s, err := strconv.Unquote(p.lex.TokenText())
		if err != nil {
			p.failf("this string cannot be read")
		}
		p.next()
		return s
	}
	return p.ident("a name")
}

// numbered is the number of a name like v12.
func (p *parser) numbered(letter, what string) int {
	at := p.pos()
	n, ok := strings.CutPrefix(p.ident(what), letter)
	i, err := strconv.ParseUint(n, 10, 32)
	if !ok || err != nil || i > p.limit {
		panic(diag.Errorf(at, "%s is missing here", what))
	}
	return int(i)
}

func (p *parser) integer() int64 {
	sign := ""
	if p.is("-") {
		sign = "-"
	}
	n, err := strconv.ParseInt(sign+p.lex.TokenText(), 10, 64)
	if p.tok != scanner.Int || err != nil {
		p.failf("an integer of 64 bits is missing here")
	}
	p.next()
	return n
}

// count is an integer that fits into an int of 32 bits and is not negative.
func (p *parser) count() int {
	at, n := p.pos(), p.integer()
	if n < 0 || n > math.MaxInt32 {
		panic(diag.Errorf(at, "%d is out of range", n))
	}
	return int(n)
}

// pick reads a word of a table: its index.
func pick[S ~[]string](p *parser, table S, from int, what string) int {
	i := slices.Index(table[from:], p.lex.TokenText())
	if p.tok != scanner.Ident || i < 0 {
		p.failf("%s is missing here", what)
	}
	p.next()
	return i + from
}

func (p *parser) typ() Type { return Type(pick(p, typeNames[:], 1, "a type")) }

func (p *parser) result() Type {
	if p.tok == scanner.Ident && slices.Contains(typeNames[1:], p.lex.TokenText()) {
		return p.typ()
	}
	return None
}

// list reads what stands between parentheses.
func (p *parser) list(item func()) {
	p.expect("(")
	for n := 0; !p.is(")"); n++ {
		if n > 0 {
			p.expect(",")
		}
		item()
	}
}

func (p *parser) function() *Func {
	p.f = &Func{Values: make([]Instr, 1), Places: make([]diag.Pos, 1)}
	p.blocks, p.nameless = nil, nil
	p.expect("func")
	p.f.Name = p.name()
	entry := p.block(0)
	p.list(func() { p.param(entry) })
	p.f.Result = p.result()
	p.expect("{")
	for p.is("slot") {
		p.slot()
	}
	for p.is("symbol") {
		p.symbol()
	}
	for !p.is("}") {
		p.body()
	}
	for i, b := range p.blocks {
		if i >= len(p.f.Blocks) {
			p.failf("func %s has no block b%d", p.f.Name, b.ID)
		}
	}
	p.numberNameless()
	return p.f
}

// numberNameless gives the instructions without a name their numbers, behind those of the text.
func (p *parser) numberNameless() {
	first := Value(len(p.f.Values)) - 1
	p.f.Values = append(p.f.Values, p.nameless...)
	for _, b := range p.f.Blocks {
		for i, v := range b.Body {
			if v < 0 {
				b.Body[i] = first - v
			}
		}
	}
}

func (p *parser) slot() {
	if p.numbered("s", "a slot") != len(p.f.Slots) {
		p.failf("slots are numbered in their order")
	}
	p.expect("=")
	s := Local{Name: p.name()}
	p.expect("size")
	s.Size = p.integer()
	p.expect("align")
	s.Align = p.integer()
	p.f.Slots = append(p.f.Slots, s)
}

func (p *parser) symbol() {
	if p.numbered("g", "a symbol") != len(p.f.Symbols) {
		p.failf("symbols are numbered in their order")
	}
	p.expect("=")
	s := Sym{Kind: SymbolKind(pick(p, kindNames[:], 0, "data, func or host")), Name: p.name()}
	if s.Kind != Data {
		p.list(func() { s.Params = append(s.Params, p.typ()) })
		s.Result = p.result()
	}
	p.f.Symbols = append(p.f.Symbols, s)
}

// block is the block of number n.
func (p *parser) block(n int) *Block {
	for n >= len(p.blocks) {
		p.blocks = append(p.blocks, &Block{ID: len(p.blocks)})
	}
	return p.blocks[n]
}

func (p *parser) param(b *Block) {
	v := p.define()
	p.expect(":")
	p.f.Values[v] = Instr{Op: Param, Type: p.typ()}
	b.Params = append(b.Params, v)
}

// define is a value that has no meaning yet.
func (p *parser) define() Value {
	at, n := p.pos(), p.numbered("v", "a value")
	for n >= len(p.f.Values) {
		p.f.Values = append(p.f.Values, Instr{})
	}
	if n == 0 || p.f.Values[n].Op != NoOp {
		panic(diag.Errorf(at, "v%d is defined already", n))
	}
	return Value(n)
}

func (p *parser) value() Value {
	at, n := p.pos(), p.numbered("v", "a value")
	if n == 0 || n >= len(p.f.Values) || p.f.Values[n].Op == NoOp {
		panic(diag.Errorf(at, "v%d is not defined before this", n))
	}
	return Value(n)
}

func (p *parser) body() {
	at, n := p.pos(), p.numbered("b", "a block")
	if n != len(p.f.Blocks) {
		panic(diag.Errorf(at, "blocks are numbered in their order"))
	}
	b := p.block(n)
	if n > 0 && p.lex.TokenText() == "(" {
		p.list(func() { p.param(b) })
	}
	p.expect(":")
	p.f.Blocks = append(p.f.Blocks, b)
	for !p.term(b) {
		b.Body = append(b.Body, p.instr())
	}
}

// term reads the end of a block, if it is one.
func (p *parser) term(b *Block) bool {
	kind := slices.Index(termNames[:], p.lex.TokenText())
	if p.tok != scanner.Ident || kind < 0 {
		return false
	}
	p.next()
	t := &b.Term
	t.Kind = TermKind(kind)
	switch t.Kind {
	case Jump:
		p.edge(t)
	case Branch:
		t.X = p.value()
		p.expect(",")
		p.edge(t)
		p.expect(",")
		p.edge(t)
	case Switch:
		p.cases(t)
	case Return:
		if p.f.Result != None {
			t.X = p.value()
		}
	}
	t.Place = p.place()
	return true
}

func (p *parser) cases(t *Term) {
	t.X = p.value()
	p.expect(",")
	p.edge(t)
	for p.is(",") {
		t.Cases = append(t.Cases, p.integer())
		p.expect(":")
		p.edge(t)
	}
}

func (p *parser) edge(t *Term) {
	e := Edge{To: p.block(p.numbered("b", "a block"))}
	if p.lex.TokenText() == "(" {
		p.list(func() { e.Args = append(e.Args, p.value()) })
	}
	t.Edges = append(t.Edges, e)
}

func (p *parser) place() Place {
	if !p.is("@") {
		return 0
	}
	at := diag.Pos{File: p.name()}
	p.expect(":")
	at.Line = p.count()
	p.expect(":")
	at.Col = p.count()
	if i := slices.Index(p.f.Places, at); i > 0 {
		return Place(i)
	}
	p.f.Places = append(p.f.Places, at)
	return Place(len(p.f.Places) - 1)
}
