package lsp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"scf/internal/diag"
	"scf/scfml/syntax"
)

// text is a text in which places are given in three ways: by offsets in bytes, by lines and columns from 1 in bytes (diag.Pos), and
// by lines and columns from 0 in UTF-16 code units (position).
type text string

// offset is the offset of a position, of one behind the end of its line that end.
func (t text) offset(p position) int {
	start := t.lineStart(p.Line)
	units := 0
	for i, r := range string(t[start:]) {
		if r == '\n' || units >= p.Character {
			return start + i
		}
		units += utf16.RuneLen(r)
	}
	return len(t)
}

// lineStart is where a line begins, counted from 0; the end where there is no such line.
func (t text) lineStart(line int) int {
	start := 0
	for range line {
		i := strings.IndexByte(string(t[start:]), '\n')
		if i < 0 {
			return len(t)
		}
		start += i + 1
	}
	return start
}

// position is the position of an offset.
func (t text) position(offset int) position {
	before := string(t[:offset])
	start := strings.LastIndexByte(before, '\n') + 1
	units := 0
	for _, r := range before[start:] {
		units += utf16.RuneLen(r)
	}
	return position{strings.Count(before, "\n"), units}
}

// tokenAt is the token at a place, or its first character where none begins there; the beginning of the text for a place that is unknown.
func (t text) tokenAt(at diag.Pos) span {
	if !at.IsValid() {
		return span{End: position{0, 1}}
	}
	start := min(t.lineStart(at.Line-1)+at.Col-1, len(t))
	_, n := utf8.DecodeRuneInString(string(t[start:]))
	if tokens, err := syntax.Tokens(syntax.Source{Text: string(t)}); err == nil {
		for _, tok := range tokens {
			if tok.Pos.Offset == start && !tok.EOF() {
				n = len(tok.Value)
			}
		}
	}
	return span{t.position(start), t.position(start + n)}
}
