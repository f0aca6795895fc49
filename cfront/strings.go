package cfront

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"scf/cfront/ctext"
	"scf/internal/diag"
)

// This file bounds the strings that macros make of their arguments. A string made of a string has a backslash before each quotation mark
// and backslash, so each level may double it, and cc counts tokens, not bytes. So where a file is preprocessed to be watched (conditions.go) its
// macros do not make strings, but put the tokens between marks:
//
//	#define S(x) f(#x)
//	#define S(x) f(‹ 12 x ›)
//
// where 12 is the number of the definition. What stands between the marks is counted. A file that makes a string to include it is
// read three times: with marks until that fails, with marks and such inclusions as text, and without marks.

// wayOfStrings is how the strings that macros make are read.
type wayOfStrings int

const (
	marked         wayOfStrings = iota
	markedIncludes              // marked; inclusions whose names macros make are text
	plainStrings
)

const (
	opened = "\x03" // before the tokens that a string is made of
	closed = "\x04" // behind them
)

// maxStrings bounds the bytes of the strings that macros make.
const maxStrings = 16 << 20

// stringsMade counts the bytes of strings.
type stringsMade struct {
	way         wayOfStrings
	definitions []diag.Pos // of macros that make strings, by their numbers
	open        []madeString
	total       int
}

type madeString struct{ definition, bytes int }

var (
	macroHead = regexp.MustCompile(`^\s*\w+\(([^)]*)\)`)
	hashed    = regexp.MustCompile(`_Pragma\s*\(\s*#\s*(\w+)\s*\)|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?:##\s*)?#\s*(\w+)(?:\s*##)?|##`)
)

// mark is the text with marks in the place of the operator #. Lines stay.
func (s *stringsMade) mark(file string, text []byte) []byte {
	if s.way == plainStrings {
		return text
	}
	var edits []ctext.Edit
	for _, d := range ctext.Directives(text) {
		lines := strings.Repeat("\n", bytes.Count(text[d.Start:d.End], []byte("\n")))
		if name := bytes.TrimSpace(d.Rest); s.way == markedIncludes && strings.HasPrefix(d.Name, "include") && len(name) > 0 && ctext.IsWord(name[0]) {
			edits = append(edits, ctext.Edit{From: d.Start, To: d.End, Text: string(name) + lines})
		}
		head := macroHead.FindSubmatch(d.Rest)
		if d.Name != "define" || head == nil {
			continue
		}
		params := strings.FieldsFunc(string(head[1])+" __VA_ARGS__", func(r rune) bool { return strings.ContainsRune(" \t,.", r) })
		body := string(d.Rest[len(head[0]):])
		marked := hashed.ReplaceAllStringFunc(body, func(op string) string {
			m := hashed.FindStringSubmatch(op)
			if operand := m[1] + m[2]; slices.Contains(params, operand) {
				return fmt.Sprintf(" %s %d %s %s ", opened, len(s.definitions), operand, closed)
			}
			return op
		})
		if marked != body {
			s.definitions = append(s.definitions, diag.Pos{File: file, Line: d.Line, Col: 1})
			edits = append(edits, ctext.Edit{From: d.Start, To: d.End, Text: "#define " + string(head[0]) + " " + marked + lines})
		}
	}
	if edits == nil {
		return text
	}
	return ctext.Apply(text, edits)
}

// token gets a token of the preprocessed text, and reports whether it belongs to a string.
func (s *stringsMade) token(token string) bool {
	last := len(s.open) - 1
	switch {
	case token == opened:
		s.open = append(s.open, madeString{definition: -1})
	case last < 0:
		return false
	case token == closed:
		s.end()
	case s.open[last].definition < 0 && strings.TrimSpace(token) != "":
		s.open[last].definition, _ = strconv.Atoi(token)
	default:
		s.open[last].bytes += len(token)
	}
	return true
}

// end ends the innermost string, of which each byte may be one to put a backslash before.
func (s *stringsMade) end() {
	last := len(s.open) - 1
	made := s.open[last]
	s.open = s.open[:last]
	bytes := 2*made.bytes + 2
	if last > 0 {
		s.open[last-1].bytes += bytes
	} else {
		s.total += bytes
	}
	if max(bytes, s.total) > maxStrings {
		panic(beyond(s.definitions[made.definition], "", "macros may make strings of more than %d bytes, this one with #", maxStrings))
	}
}
