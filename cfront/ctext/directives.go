package ctext

import "bytes"

// This file finds the directives of a text as the C parser does.

// Directive is a line that the preprocessor acts on.
type Directive struct {
	Start, End int    // where its line, and those joined to it, are in the text
	Line       int    // the number of its line, from 1
	Name       string // if, define; empty for a lone #
	Rest       []byte // what follows the name, on one line, without comments
}

// Directives are the directives of a text, as cc finds them: lines end where no backslash joins them to the next, and what stands in
// comments or behind a string that does not end is none.
func Directives(text []byte) []Directive {
	s := &lineScanner{text: text, line: 1}
	var out []Directive
	for s.at < len(text) && !s.stopped {
		start, line := s.at, s.line
		if words := bytes.TrimLeft(s.next(), " \t\f\v\r"); bytes.HasPrefix(words, []byte("#")) {
			d := Directive{Start: start, End: s.at, Line: line}
			d.Name, d.Rest = firstWord(bytes.Clone(words[1:]))
			out = append(out, d)
		}
	}
	return out
}

// firstWord is the word that a text begins with, white space left out, and the rest.
func firstWord(text []byte) (word string, rest []byte) {
	text = bytes.TrimLeft(text, " \t\f\v\r")
	n := 0
	for n < len(text) && IsWord(text[n]) {
		n++
	}
	return string(text[:n]), text[n:]
}

// lineScanner goes through a text line by line.
type lineScanner struct {
	text    []byte
	at      int
	line    int
	stopped bool // at a string that does not end, where cc stops reading
	out     []byte
}

// next is the next line: joined where backslashes say so, each comment a space.
func (s *lineScanner) next() []byte {
	s.out = s.out[:0]
	for !s.stopped {
		c := s.peek()
		switch {
		case s.at >= len(s.text):
			return s.out
		case c == '\n':
			s.shift()
			return s.out
		case c == '/':
			s.slash()
		case c == '"' || c == '\'':
			s.quoted(c, '\\')
		case (c == '<') && s.isInclude():
			s.quoted('>', 0)
		default:
			s.out = append(s.out, s.shift())
		}
	}
	return s.out
}

// isInclude reports whether what was read of the line is the beginning of an inclusion, which a header's name follows.
func (s *lineScanner) isInclude() bool {
	words := bytes.TrimLeft(s.out, " \t\f\v\r")
	if !bytes.HasPrefix(words, []byte("#")) {
		return false
	}
	name, rest := firstWord(words[1:])
	return (name == "include" || name == "include_next") && len(bytes.TrimSpace(rest)) == 0
}

// peek is the byte at which s stands, behind backslashes that join lines; 0 at the end.
func (s *lineScanner) peek() byte {
	for bytes.HasPrefix(s.text[s.at:], []byte("\\\n")) || bytes.HasPrefix(s.text[s.at:], []byte("\\\r\n")) {
		s.at += bytes.IndexByte(s.text[s.at:], '\n') + 1
		s.line++
	}
	if s.at >= len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// shift reads a byte.
func (s *lineScanner) shift() byte {
	c := s.peek()
	if s.at < len(s.text) {
		s.at++
	}
	if c == '\n' {
		s.line++
	}
	return c
}

// slash reads a slash and, where it begins a comment, the comment.
func (s *lineScanner) slash() {
	s.shift()
	switch s.peek() {
	case '/':
		for s.at < len(s.text) && s.peek() != '\n' {
			s.shift()
		}
	case '*':
		s.shift()
		for last := byte(0); s.at < len(s.text); {
			c := s.shift()
			if last == '*' && c == '/' {
				break
			}
			last = c
		}
		s.out = append(s.out, ' ')
	default:
		s.out = append(s.out, '/')
	}
}

// quoted reads a string, a character constant or a header's name; escape makes the byte after it an ordinary one.
func (s *lineScanner) quoted(end, escape byte) {
	header := s.isInclude()
	s.out = append(s.out, s.shift())
	for s.at < len(s.text) {
		if s.peek() == '\n' {
			s.stopped = true
			return
		}
		c := s.shift()
		s.out = append(s.out, c)
		switch {
		case c == escape && !header && s.peek() != '\n':
			s.out = append(s.out, s.shift())
		case c == end:
			return
		}
	}
}
