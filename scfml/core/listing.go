package core

// Listing is the text of a program, and where in it the functions and the expressions with places in the source stand.
type Listing struct {
	Text   string // as Program.String gives it
	Tokens []Token
	Names  map[*Var]string // of the variables in the text, where they are not their own
}

// Token is the word of a listing that stands for a case expression, a call or a primitive operation: the keyword, the function's name, the
// operator. Where a function is declared it is the function's name, and Expr is nil.
type Token struct {
	At, End int // bytes of the text
	Expr    Expr
	Func    *Func // that is declared or called
}

// Listing is p as a text whose words are known. Tokens are in the order of the text.
func (p *Program) Listing() Listing {
	pr := newPrinter(p)
	pr.list = true
	var l Listing
	l.Text, l.Tokens = layout(pr.document())
	l.Text += "\n"
	l.Names = map[*Var]string{}
	for v, name := range pr.vars.of {
		if name != v.Name {
			l.Names[v] = name
		}
	}
	return l
}

// word is the text s that stands for e.
func (p *printer) word(s string, e Expr) doc {
	if !p.list {
		return textDoc(s)
	}
	w := wordDoc{s, Token{Expr: e}}
	if c, ok := e.(*CallExpr); ok {
		w.Func = c.Func
	}
	return w
}

// declared is the name of f where it is declared.
func (p *printer) declared(f *Func) doc {
	if !p.list {
		return textDoc(p.funcName(f))
	}
	return wordDoc{p.funcName(f), Token{Func: f}}
}
