package cfront

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// This file finds integers that the file has names for: enumerators, and macros without parameters that stand for a constant expression.

// maxNumberTokens bounds the tokens of the expression that a macro stands for, and the macros in it.
const maxNumberTokens = 200

// NamedNumber is the value of the enumerator of the file, or of the macro, called name.
func (f *File) NamedNumber(name string) (n int64, ok bool) {
	m := f.unit.Macros[name]
	if m == nil {
		return f.enumeratorValue(name)
	}
	e := &numberReader{file: f}
	if m.IsFnLike || !e.expand(m.ReplacementList(), []string{name}) || len(e.rest) == 0 {
		return 0, false
	}
	n, ok = e.binary(0)
	return n, ok && len(e.rest) == 0
}

// NamedNumbers are those that no system header defines, by their names.
func (f *File) NamedNumbers() map[string]int64 {
	out := map[string]int64{}
	add := func(name, file string) {
		if file == "" || strings.HasPrefix(file, "<") || isSystem(file, f.packing.system) {
			return
		}
		if n, ok := f.NamedNumber(name); ok {
			out[name] = n
		}
	}
	for name := range f.unit.Scope.Nodes {
		if e := f.enumeratorNamed(name); e != nil {
			add(name, position(e).File)
		}
	}
	for name, m := range f.unit.Macros {
		add(name, m.Position().Filename)
	}
	return out
}

func (f *File) enumeratorNamed(name string) *cc.Enumerator {
	for _, n := range f.unit.Scope.Nodes[name] {
		if e, ok := n.(*cc.Enumerator); ok {
			return e
		}
	}
	return nil
}

func (f *File) enumeratorValue(name string) (n int64, ok bool) {
	if e := f.enumeratorNamed(name); e != nil {
		switch v := e.Value().(type) {
		case cc.Int64Value:
			return int64(v), true
		case cc.UInt64Value:
			return int64(v), int64(v) >= 0
		}
	}
	return 0, false
}

// numberReader reads a constant expression of integers. What depends on their being unsigned, or longer than int, is not read.
type numberReader struct {
	file     *File
	rest     []cc.Token
	macros   int  // how many were expanded
	unsigned bool // there was an unsigned number
}

// expand adds the tokens to what is to be read, with those that macros stand for in place of their names, but for the macros that it comes from. ok is
// false where they are too many.
func (e *numberReader) expand(tokens []cc.Token, from []string) (ok bool) {
	if e.macros++; e.macros > maxNumberTokens {
		return false
	}
	for _, t := range tokens {
		m := e.file.unit.Macros[t.SrcStr()]
		switch {
		case len(e.rest) == maxNumberTokens:
			return false
		case t.Ch != rune(cc.IDENTIFIER) || m == nil || m.IsFnLike || slices.Contains(from, t.SrcStr()):
			e.rest = append(e.rest, t)
		case !e.expand(m.ReplacementList(), append(from[:len(from):len(from)], t.SrcStr())):
			return false
		}
	}
	return true
}

// next is the text of the next token; empty where there is none.
func (e *numberReader) next() string {
	if len(e.rest) == 0 {
		return ""
	}
	return e.rest[0].SrcStr()
}

// numberLevels are the binary operators, the ones that bind least first.
var numberLevels = [][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func (e *numberReader) binary(level int) (n int64, ok bool) {
	if level == len(numberLevels) {
		return e.unary()
	}
	n, ok = e.binary(level + 1)
	for ok {
		oper := e.next()
		found := false
		for _, o := range numberLevels[level] {
			found = found || o == oper
		}
		if !found {
			break
		}
		e.rest = e.rest[1:]
		var m int64
		if m, ok = e.binary(level + 1); ok {
			n, ok = numberOf(oper, n, m, e.unsigned)
		}
	}
	return n, ok
}

// numberOf is the result of the operation; ok is false where the types of the numbers matter, and where C does not define it.
func numberOf(oper string, n, m int64, unsigned bool) (result int64, ok bool) {
	fits := func(n int64) bool { return n >= math.MinInt32 && n <= math.MaxInt32 }
	if !fits(n) || !fits(m) || unsigned && (n < 0 || m < 0) {
		return 0, false
	}
	switch oper {
	case "|":
		result = n | m
	case "^":
		result = n ^ m
	case "&":
		result = n & m
	case "<<", ">>":
		if n < 0 || m < 0 || m > 31 {
			return 0, false
		}
		if result = n >> m; oper == "<<" {
			result = n << m
		}
	case "+":
		result = n + m
	case "-":
		result = n - m
	case "*":
		result = n * m
	case "/", "%":
		if n < 0 || m <= 0 {
			return 0, false
		}
		if result = n % m; oper == "/" {
			result = n / m
		}
	}
	return result, fits(result) && !(unsigned && result < 0)
}

func (e *numberReader) unary() (n int64, ok bool) {
	text := e.next()
	if text == "" {
		return 0, false
	}
	token := e.rest[0]
	e.rest = e.rest[1:]
	switch {
	case text == "(":
		n, ok = e.binary(0)
		if e.next() != ")" {
			return 0, false
		}
		e.rest = e.rest[1:]
		return n, ok
	case text == "-":
		n, ok = e.unary()
		return -n, ok && !e.unsigned
	case text == "+":
		return e.unary()
	case text == "~":
		n, ok = e.unary()
		return ^n, ok && !e.unsigned && n <= math.MaxInt32
	case token.Ch == rune(cc.PPNUMBER):
		lower := strings.ToLower(text)
		digits := strings.TrimRight(lower, "ul")
		e.unsigned = e.unsigned || strings.Contains(lower[len(digits):], "u")
		if len(digits) > 1 && digits[0] == '0' && digits[1] != 'x' && digits[1] != 'b' {
			digits = "0o" + digits[1:]
		}
		n, err := strconv.ParseInt(digits, 0, 64)
		return n, err == nil && !strings.Contains(digits, "_")
	case oneCharacter.MatchString(text) && text[0] == '\'' && text[1] != '\\':
		return int64(text[1]), true
	case token.Ch == rune(cc.IDENTIFIER):
		return e.file.enumeratorValue(text)
	}
	return 0, false
}
