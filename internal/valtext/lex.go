package valtext

import (
	"fmt"
	"strconv"
	"strings"

	"scf/internal/diag"
)

// The lexer: from text to tokens, with the place of each.

type tokenKind int

const (
	tokEOF   tokenKind = iota
	tokName            // text: the name, qualified or not
	tokInt             // int
	tokStr             // str
	tokChar            // str, one byte
	tokBase            // text: the name behind the prime
	tokTag             // int
	tokPunct           // text: one of ( ) [ ] { } , | . :: ->
)

type token struct {
	kind tokenKind
	pos  diag.Pos
	text string
	int  int64
	str  string
}

// String names the token in messages.
func (t token) String() string {
	switch t.kind {
	case tokEOF:
		return "the end of the text"
	case tokInt:
		return "the number " + FormatInt(t.int)
	case tokStr:
		return "a string"
	case tokChar:
		return "a character"
	case tokTag:
		return fmt.Sprintf("the tag #%d", t.int)
	case tokBase:
		return "'" + t.text
	}
	return "`" + t.text + "`"
}

// FormatInt is n as SCF-ML writes it: ~3 for minus three.
func FormatInt(n int64) string {
	return strings.Replace(strconv.FormatInt(n, 10), "-", "~", 1)
}

type lexer struct {
	file, text string
	off        int
	line, bol  int // number of the current line, offset of its beginning
}

func (l *lexer) pos() diag.Pos {
	return diag.Pos{File: l.file, Line: l.line, Col: l.off - l.bol + 1}
}

func (l *lexer) skipSpace() {
	for ; l.off < len(l.text) && isSpace(l.text[l.off]); l.off++ {
		if l.text[l.off] == '\n' {
			l.line, l.bol = l.line+1, l.off+1
		}
	}
}

// next reads one token.
func (l *lexer) next() (token, *diag.Error) {
	l.skipSpace()
	t := token{pos: l.pos()}
	rest := l.text[l.off:]
	if rest == "" {
		return t, nil
	}
	c := rest[0]
	switch {
	case isLetter(c):
		t.kind, t.text = tokName, qualifiedName(rest)
		l.off += len(t.text)
	case isDigit(c) || (c == '~' || c == '-') && len(rest) > 1 && isDigit(rest[1]):
		return l.number(t, rest)
	case c == '"':
		t.kind = tokStr
		return l.quoted(t, 0)
	case c == '#' && len(rest) > 1 && rest[1] == '"':
		t.kind = tokChar
		return l.quoted(t, 1)
	case c == '#':
		return l.tag(t, rest)
	case (c == '\'' || c == '`') && len(rest) > 1 && isLetter(rest[1]):
		t.kind, t.text = tokBase, rest[1:1+nameLen(rest[1:])]
		l.off += 1 + len(t.text)
	default:
		return l.punct(t, rest)
	}
	return t, nil
}

func (l *lexer) punct(t token, rest string) (token, *diag.Error) {
	for _, p := range [...]string{"::", "->", "(", ")", "[", "]", "{", "}", ",", "|", "."} {
		if strings.HasPrefix(rest, p) {
			t.kind, t.text = tokPunct, p
			l.off += len(p)
			return t, nil
		}
	}
	return t, diag.Errorf(t.pos, "%s does not begin a value", strconv.Quote(firstRune(rest)))
}

func (l *lexer) number(t token, rest string) (token, *diag.Error) {
	n := 1
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
		n++
	}
	digits := strings.Replace(rest[:n], "~", "-", 1)
	base := 10
	if unsigned := strings.TrimPrefix(digits, "-"); strings.HasPrefix(unsigned, "0x") {
		base, digits = 16, strings.Replace(digits, "0x", "", 1)
	}
	v, err := strconv.ParseInt(digits, base, 64)
	switch {
	case err != nil && err.(*strconv.NumError).Err == strconv.ErrRange:
		return t, diag.Errorf(t.pos, "%s is too large", rest[:n]).
			WithHint("an int has 64 bits: ~9223372036854775808 to 9223372036854775807")
	case err != nil:
		return t, diag.Errorf(t.pos, "%s is not a number", rest[:n]).WithHint("numbers are written 12, ~12 or 0x1f")
	}
	t.kind, t.int = tokInt, v
	l.off += n
	return t, nil
}

// quoted reads a literal whose quote is skip bytes ahead.
func (l *lexer) quoted(t token, skip int) (token, *diag.Error) {
	s, n, problem := Unquote(l.text[l.off+skip:])
	if problem != "" {
		pos := t.pos
		pos.Col += skip + n // a literal with a fault behind a line break is rare: its column counts on
		return t, diag.Errorf(pos, "%s", problem)
	}
	if t.kind == tokChar && len(s) != 1 {
		return t, diag.Errorf(t.pos, "a character literal holds one character, not %d", len(s)).
			WithHint(`write #"a"; characters outside ASCII are several bytes, and have no literal`)
	}
	t.str = s
	l.skipLiteral(skip + n)
	return t, nil
}

// skipLiteral moves over n bytes that may contain line breaks.
func (l *lexer) skipLiteral(n int) {
	for end := l.off + n; l.off < end; l.off++ {
		if l.text[l.off] == '\n' {
			l.line, l.bol = l.line+1, l.off+1
		}
	}
}

func (l *lexer) tag(t token, rest string) (token, *diag.Error) {
	n := 1
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	v, err := strconv.ParseInt(rest[1:n], 10, 32)
	if err != nil || v == 0 {
		return t, diag.Errorf(t.pos, "an identity tag is # and a number from 1 to 2147483647").
			WithHint(`a character is written #"a"`)
	}
	t.kind, t.int = tokTag, v
	l.off += n
	return t, nil
}

// qualifiedName is the name with dots that s begins with. A dot that no letter follows is not part of it.
func qualifiedName(s string) string {
	n := nameLen(s)
	for n+1 < len(s) && s[n] == '.' && isLetter(s[n+1]) {
		n += 1 + nameLen(s[n+1:])
	}
	return s[:n]
}

func nameLen(s string) int {
	n := 1
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '\'') {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}
