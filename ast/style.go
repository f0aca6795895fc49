package ast

import (
	"bytes"
	"strings"
)

// Style is how a source text is laid out, as far as new text has to match it.
type Style struct {
	Indent       string // one level
	BraceOwnLine bool   // whether the { of a statement stands on a line of its own
	ElseOwnLine  bool   // whether else begins a line after a }
	KeywordSpace bool   // if (x), not if(x)
	Newline      string // the line ending
	// Avoid tells which identifiers a new name must not be, beside those in the function; may be nil.
	Avoid func(name string) bool
}

// DefaultStyle is for text that shows no style of its own.
func DefaultStyle() Style {
	return Style{Indent: "    ", KeywordSpace: true, Newline: "\n"}
}

// DetectStyle finds the style of a C source text: each property as most of the text has it. It goes through the text once.
func DetectStyle(source []byte) Style {
	l := layoutOf(source)
	s := DefaultStyle()
	s.Indent = l.indent(s.Indent)
	if bytes.Contains(source, []byte("\r\n")) {
		s.Newline = "\r\n"
	}
	s.BraceOwnLine = l.braceNext > l.braceSame
	s.ElseOwnLine = l.elseNext > l.elseSame || s.BraceOwnLine && l.elseSame == 0
	s.KeywordSpace = l.tight <= l.spaced
	return s
}

// layout counts what the lines of a text show of its style.
type layout struct {
	tabs, spaces, least  int // lines indented by tabs, by spaces, and the least number of these over 1
	braceSame, braceNext int // braces of a statement on the line of its head, and on the next one
	elseSame, elseNext   int // else on the line of the } before it, and on the next one
	tight, spaced        int // keywords with a ( behind them, and with white space between

	before []byte // the line before, without white space at its end
}

const blanks = " \t"

func layoutOf(source []byte) layout {
	var l layout
	for line := range bytes.Lines(source) {
		l.line(bytes.TrimSuffix(line, []byte("\n")))
	}
	return l
}

// line counts one more line, which is without its line feed.
func (l *layout) line(text []byte) {
	in := len(text) - len(bytes.TrimLeft(text, blanks))
	l.indentation(text, in)
	end := bytes.TrimRight(bytes.TrimSuffix(text, []byte("\r")), blanks)
	l.brace(end, in)
	l.elses(text, in)
	l.keywords(text)
	l.before = end
}

// indentation counts the line's, its first in bytes.
func (l *layout) indentation(text []byte, in int) {
	switch {
	case in == 0 || in == len(text) || !isLetter(text[in]) && text[in] != '}':
	case text[0] == '\t':
		l.tabs++
	default:
		l.spaces++
		if in > 1 && (l.least == 0 || in < l.least) { // one space alone is a comment's, not a level
			l.least = in
		}
	}
}

// brace counts the { at the end of an indented line.
func (l *layout) brace(line []byte, in int) {
	head, opens := bytes.CutSuffix(line, []byte("{"))
	switch {
	case !opens || in == 0:
	case len(head) == in:
		if takesBrace(l.before) {
			l.braceNext++
		}
	case takesBrace(bytes.TrimRight(head, blanks)) && head[in] != '\f' && head[in] != '\r':
		l.braceSame++
	}
}

// takesBrace reports whether a statement's brace may follow the text.
func takesBrace(text []byte) bool {
	return bytes.HasSuffix(text, []byte(")")) || endsInWord(text, "else") || endsInWord(text, "do")
}

// elses counts each else of the line that stands behind a }.
func (l *layout) elses(text []byte, in int) {
	if startsWithElse(text[in:]) && bytes.HasSuffix(l.before, []byte("}")) {
		l.elseNext++
	}
	for i, at := 0, 0; ; i = at + 1 {
		if at = bytes.Index(text[i:], []byte("else")); at < 0 {
			return
		}
		at += i
		if startsWithElse(text[at:]) && bytes.HasSuffix(bytes.TrimRight(text[:at], blanks), []byte("}")) {
			l.elseSame++
		}
	}
}

func startsWithElse(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte("else"))
	return ok && (len(rest) == 0 || !isWordByte(rest[0]))
}

// keywords counts the keywords that stand before a (.
func (l *layout) keywords(text []byte) {
	for at, c := range text {
		if c != '(' {
			continue
		}
		word := bytes.TrimRight(text[:at], blanks)
		switch {
		case !endsInKeyword(word):
		case len(word) == at:
			l.tight++
		default:
			l.spaced++
		}
	}
}

func endsInKeyword(text []byte) bool {
	return endsInWord(text, "if") || endsInWord(text, "for") || endsInWord(text, "while") || endsInWord(text, "switch")
}

func endsInWord(text []byte, word string) bool {
	before, ok := bytes.CutSuffix(text, []byte(word))
	return ok && (len(before) == 0 || !isWordByte(before[len(before)-1]))
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isWordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

// indent is one level of indentation: a tab where most indented lines begin with one, else the least indentation by spaces.
func (l *layout) indent(otherwise string) string {
	switch {
	case l.tabs > l.spaces:
		return "\t"
	case l.least > 0 && l.least <= 8:
		return strings.Repeat(" ", l.least)
	}
	return otherwise
}
