package ast

import (
	"slices"
	"strconv"
)

// String literals are variables, too, which no one writes and which have no names: their names are their text as C has it, in quotes. Literals that are
// alike are one variable, as C allows and its compilers have it.

// literalAsGlobal is the variable that a string literal is.
func literalAsGlobal(s *Str) (Global, bool) {
	a, ok := s.Ty.(Array)
	if !ok || a.Len != int64(len(s.Text))+1 {
		return Global{}, false
	}
	return Global{strconv.QuoteToASCII(s.Text), a}, true
}

// Literal is the text of the string literal that has the name; ok is false where it is the name of a variable.
func Literal(name string) (text string, ok bool) {
	if name == "" || name[0] != '"' {
		return "", false
	}
	text, err := strconv.Unquote(name)
	return text, err == nil
}

// Literals are the string literals of f that may be read, in the order of their first use: all but those that are only handed to functions of which
// isKnown says no, or to f's caller, where toCaller is false.
func Literals(f *Func, isKnown func(function string) bool, toCaller bool) []Global {
	r := &literalReader{isKnown: isKnown, read: map[string]int{}}
	Walk(f.Body, func(c Cmd) {
		if c, ok := c.(*Return); ok && !toCaller {
			r.hand(c.X)
		}
	}, r.expr, nil)
	return slices.DeleteFunc(r.found, func(g Global) bool { return r.read[g.Name] == 0 })
}

// literalReader counts how often literals are used.
type literalReader struct {
	isKnown func(function string) bool
	found   []Global
	read    map[string]int // uses but for those that hand them on
}

func (r *literalReader) expr(e Expr) {
	switch e := e.(type) {
	case *AddressOf:
		r.use(e.X, 1)
	case *Index:
		r.use(e.X, 1)
	case *Call:
		if o, ok := e.Fn.(*Object); ok && r.isKnown(o.Name) {
			return
		}
		for _, a := range e.Args {
			r.hand(a)
		}
	}
}

// use notes n uses of e, should it be a literal.
func (r *literalReader) use(e Expr, n int) {
	s, ok := e.(*Str)
	if !ok {
		return
	}
	g, ok := literalAsGlobal(s)
	if !ok {
		return
	}
	if _, known := r.read[g.Name]; !known {
		r.found = append(r.found, g)
	}
	r.read[g.Name] += n
}

// hand takes back the uses of the literals that e may lead to, which is handed on.
func (r *literalReader) hand(e Expr) {
	switch e := e.(type) {
	case *AddressOf:
		r.use(e.X, -1)
	case *Convert:
		r.hand(e.X)
	case *Cond:
		r.hand(e.Then)
		r.hand(e.Else)
	}
}
