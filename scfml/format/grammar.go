package format

import "scf/scfml/syntax"

// The walk follows the grammar (package syntax), from left to right and without going back; the text is known to be right. Each function
// writes one construct. Its indents are where the construct may begin if it begins a line.

func (p *printer) file() {
	p.decls(column{}.by(0))
	p.next(column{}.by(0)) // the end of the text, with the comments before it
}

// at reports whether the next token is one of the words.
func (p *printer) at(words ...string) bool {
	v := p.peek().Value
	for _, w := range words {
		if v == w {
			return true
		}
	}
	return false
}

func (p *printer) decls(indents ...indent) (first column, any bool) {
	for {
		switch {
		case p.at("val", "fun", "structure", "datatype", "type", "open"):
			if at := p.decl(indents); !any {
				first, any = at, true
			}
		case p.at(";"):
			p.next(indents...)
		default:
			return first, any
		}
	}
}

// decl is a declaration; its column is that of its keyword.
func (p *printer) decl(indents []indent) column {
	word := p.peek().Value
	first := p.next(indents...)
	for keyword := first; ; {
		switch word {
		case "val":
			p.pat(keyword.by(2 * inside))
			p.next(keyword.by(inside))
			p.exp(keyword.by(inside), keyword.by(2*inside))
		case "fun":
			p.clauses(keyword)
		case "structure":
			p.structure(keyword)
		case "datatype":
			p.datatype(keyword)
		case "type":
			p.synonym(keyword.by(inside), keyword.by(2*inside))
		case "open":
			for syntax.IsName(p.peek()) {
				p.next(keyword.by(inside), keyword.by(len("open ")))
			}
		}
		if !p.at("and") {
			return first
		}
		keyword = p.next(first.by(0))
	}
}

// clauses are those of one function.
func (p *printer) clauses(keyword column) {
	bar := keyword
	for {
		p.next(keyword.by(2 * inside)) // the name
		for !p.at(":", "=") {
			p.atPat(keyword.by(2 * inside))
		}
		if p.at(":") {
			p.next(keyword.by(2 * inside))
			p.ty(keyword.by(2 * inside))
		}
		p.next(keyword.by(inside))
		if bar == keyword {
			p.exp(keyword.by(inside), keyword.by(2*inside))
		} else {
			p.exp(bar.by(inside), bar.by(2*inside))
		}
		if !p.at("|") {
			return
		}
		bar = p.next(keyword.by(inside))
	}
}

func (p *printer) structure(keyword column) {
	p.next(keyword.by(inside))
	p.next(keyword.by(inside))
	if !p.at("struct") {
		p.next(keyword.by(inside)) // the functor, or another structure
		if p.at("(") {
			p.types(keyword)
		}
		return
	}
	p.next(keyword.by(inside))
	p.decls(keyword.by(inside))
	p.next(keyword.by(0))
}

// types are the arguments of a functor.
func (p *printer) types(keyword column) {
	open := p.next(keyword.by(inside))
	item := []indent{open.by(1), keyword.by(inside), keyword.by(2 * inside)}
	for !p.at(")") {
		p.next(item...)
		if p.last.Value == "type" {
			p.synonym(item...)
		}
	}
	p.next(open.by(0), keyword.by(0))
}

// typeParams are the type variables before the name of a type that is declared.
func (p *printer) typeParams(indents ...indent) {
	for !syntax.IsName(p.peek()) {
		p.next(indents...)
	}
}

func (p *printer) synonym(indents ...indent) {
	p.typeParams(indents...)
	p.next(indents...)
	p.next(indents...)
	p.ty(indents...)
}

func (p *printer) datatype(keyword column) {
	p.typeParams(keyword.by(2 * inside))
	p.next(keyword.by(2 * inside))
	bar := p.next(keyword.by(inside))
	bars := []indent{keyword.by(inside), bar.by(0)}
	if p.begins {
		bars = bars[1:]
	}
	for {
		p.next(keyword.by(2*inside), bar.by(inside))
		if p.at("of") {
			p.next(bar.by(2*inside), keyword.by(3*inside))
			p.ty(bar.by(2*inside), keyword.by(3*inside))
		}
		if !p.at("|") {
			return
		}
		p.next(bars...)
	}
}

// ty is a type. Types have no keywords, so that their tokens are all alike.
func (p *printer) ty(indents ...indent) {
	first := p.prodTy(indents)
	for p.at("->") {
		p.next(first.by(0), first.by(inside))
		p.prodTy([]indent{first.by(0), first.by(inside)})
	}
}

func (p *printer) prodTy(indents []indent) column {
	first := p.appTy(indents)
	for p.at("*") {
		p.next(first.by(0), first.by(inside))
		p.appTy([]indent{first.by(0), first.by(inside)})
	}
	return first
}

func (p *printer) appTy(indents []indent) column {
	opens := p.at("(")
	first := p.next(indents...)
	if opens {
		for p.ty(first.by(1)); p.at(","); p.ty(first.by(1)) {
			p.next(first.by(0))
		}
		p.next(first.by(0))
	}
	for syntax.IsName(p.peek()) {
		p.next(first.by(inside))
	}
	return first
}

// exp is an expression. What it goes on with on another line is aligned with its beginning.
func (p *printer) exp(indents ...indent) {
	first := p.operand(indents)
	more := []indent{first.by(0), first.by(inside), first.by(2 * inside)}
	for {
		switch {
		case syntax.IsInfix(p.peek()):
			p.next(more...)
			p.operand(more)
		case p.at(":"):
			p.next(more...)
			p.ty(more...)
		default:
			return
		}
	}
}

func (p *printer) operand(indents []indent) column {
	switch {
	case p.at("if"):
		return p.ifExp(indents)
	case p.at("case"):
		return p.caseExp(indents)
	case p.at("fn"):
		fn := p.next(indents...)
		p.match(fn, []indent{fn.by(0), fn.by(1)})
		return fn
	}
	first := p.atom(indents)
	for syntax.StartsAtom(p.peek()) {
		p.atom([]indent{first.by(inside), first.by(2 * inside), first.by(1)})
	}
	return first
}

// ifExp is a conditional with those that its else goes on with.
func (p *printer) ifExp(indents []indent) column {
	first := p.next(indents...)
	for anchor := first; ; {
		p.exp(anchor.by(len("if ")), anchor.by(2*inside))
		then := p.next(anchor.by(0), anchor.by(inside))
		if !p.begins {
			then = anchor
		}
		p.exp(then.by(inside), anchor.by(2*inside))
		other := p.next(then.by(0), anchor.by(0))
		if !p.begins {
			other = anchor
		}
		if !p.at("if") || p.lineBegins() {
			p.exp(other.by(inside), other.by(2*inside))
			return first
		}
		p.next()
		anchor = other
	}
}

// lineBegins reports whether a line begins before the next token.
func (p *printer) lineBegins() bool {
	for i := p.end; i < p.tokens[0].Pos.Offset; i++ {
		if p.text[i] == '\n' {
			return true
		}
	}
	return syntax.IsComment(p.tokens[0])
}

func (p *printer) caseExp(indents []indent) column {
	first := p.next(indents...)
	line := p.line
	p.exp(first.by(inside), first.by(2*inside))
	p.next(first.by(0), first.by(inside))
	p.match(first, []indent{first.by(0), line.by(0)})
	return first
}

// match are rules, the bars between them at one of the places bars where they begin lines.
func (p *printer) match(keyword column, bars []indent) {
	starts := make([]indent, len(bars))
	for i, b := range bars {
		starts[i] = b.from.by(b.by + inside)
	}
	begins := p.lineBegins()
	first := p.rule(keyword, starts)
	if begins {
		bars = []indent{first.by(-inside)}
	} else {
		bars = append(bars, first.by(-inside))
	}
	for p.at("|") {
		bar := p.next(bars...)
		p.rule(bar, []indent{bar.by(inside)})
	}
}

func (p *printer) rule(keyword column, indents []indent) column {
	first := p.pat(indents...)
	p.next(first.by(inside))
	p.exp(first.by(inside), first.by(2*inside), keyword.by(inside), keyword.by(2*inside))
	return first
}

func (p *printer) atom(indents []indent) column {
	switch {
	case p.at("("):
		return p.items(indents, ")", func(at ...indent) { p.exp(at...) })
	case p.at("["):
		return p.items(indents, "]", func(at ...indent) { p.exp(at...) })
	case p.at("let"):
		return p.let(indents)
	}
	return p.next(indents...)
}

// items are things with commas between them, in parentheses or brackets.
func (p *printer) items(indents []indent, end string, item func(...indent)) column {
	open := p.next(indents...)
	line := p.line
	at := []indent{open.by(1), open.by(inside), line.by(inside)}
	for !p.at(end) {
		item(at...)
		if p.at(",") {
			p.next(open.by(0), line.by(0))
		}
	}
	p.next(open.by(0), line.by(0))
	return open
}

func (p *printer) let(indents []indent) column {
	let := p.next(indents...)
	line := p.line
	at := []indent{let.by(inside), let.by(len("let ")), line.by(inside), line.by(2 * inside)}
	if !p.lineBegins() {
		at = []indent{let.by(len("let "))}
	}
	p.decls(at...)
	in := p.next(let.by(0), line.by(0), line.by(inside))
	if !p.begins {
		in = let
	}
	p.exp(in.by(inside), in.by(len("in ")))
	p.next(in.by(0), let.by(0), line.by(0))
	return let
}

// pat is a pattern.
func (p *printer) pat(indents ...indent) column {
	first := p.appPat(indents)
	more := []indent{first.by(0), first.by(inside)}
	for {
		switch {
		case p.at("as", "::"):
			p.next(more...)
			p.appPat(more)
		case p.at(":"):
			p.next(more...)
			p.ty(more...)
		default:
			return first
		}
	}
}

func (p *printer) appPat(indents []indent) column {
	first := p.atPat(indents...)
	for syntax.StartsAtom(p.peek()) || p.at("_") {
		p.atPat(first.by(inside))
	}
	return first
}

func (p *printer) atPat(indents ...indent) column {
	switch {
	case p.at("("):
		return p.items(indents, ")", func(at ...indent) { p.pat(at...) })
	case p.at("["):
		return p.items(indents, "]", func(at ...indent) { p.pat(at...) })
	}
	return p.next(indents...)
}
