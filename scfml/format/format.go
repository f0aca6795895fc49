// Package format lays out SCF-ML texts as the passes of this module are: `stager fmt`, and formatting in editors.
//
// What stands on which line is the writer's choice, as it is in gofmt; the layout of the lines is not. Lines are indented by the
// construct that they belong to, tokens have one space or none between them, blank lines come one at a time, and no line ends with white
// space. Comments stay where they are, at the end of a line with the space before them. So a text with the same tokens and the same comments
// results, and with it the same syntax tree.
//
//	format.go   the text of tokens and comments
//	indent.go   where lines begin
//	grammar.go  a walk over the tokens along the grammar, which knows the constructs
package format

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"scf/internal/diag"
	"scf/scfml/syntax"
)

// Source is the text of src laid out anew. A text with a syntax error is not laid out: the error is a *diag.Error with its line.
func Source(src syntax.Source) (string, error) {
	src.Text = strings.ReplaceAll(src.Text, "\r\n", "\n")
	if _, err := syntax.Parse(src); err != nil {
		return "", diag.AttachSource(err, src.Name, src.Text)
	}
	tokens, err := syntax.Tokens(src)
	if err != nil {
		return "", diag.AttachSource(err, src.Name, src.Text)
	}
	p := &printer{text: src.Text, tokens: tokens}
	p.file()
	return p.out.String(), nil
}

// printer writes the tokens of a text.
type printer struct {
	text   string
	tokens []lexer.Token // those that are not written yet, comments among them
	last   lexer.Token   // the token or comment that was written last
	end    int           // where it ends in text
	out    strings.Builder
	column int    // in characters, behind what was written
	line   column // of what the line begins with, or of the pattern behind a bar there
	first  int    // where the line begins in text
	start  int    // the column there, in the text
	begins bool   // the token that was written last begins its line
}

// peek is the next token that is no comment.
func (p *printer) peek() lexer.Token {
	for _, t := range p.tokens {
		if !syntax.IsComment(t) {
			return t
		}
	}
	return lexer.EOFToken(lexer.Position{})
}

// next writes the comments before the next token and the token. Where one of them begins a line, the line has one of the indents.
func (p *printer) next(indents ...indent) column {
	for syntax.IsComment(p.tokens[0]) {
		p.write(p.tokens[0], beforeToken(p.peek().Value, indents))
	}
	return p.write(p.tokens[0], indents)
}

// write writes the next token or comment and gives its column.
func (p *printer) write(t lexer.Token, indents []indent) column {
	p.tokens = p.tokens[1:]
	before := p.text[p.end:t.Pos.Offset]
	newlines := strings.Count(before, "\n")
	if t.EOF() {
		if p.out.Len() > 0 {
			p.out.WriteByte('\n')
		}
		return column{}
	}
	var at column
	if p.begins = newlines > 0 || p.out.Len() == 0; p.begins {
		if p.out.Len() > 0 {
			p.out.WriteString("\n\n"[:min(newlines, 2)])
		}
		at.in = columnBehind(before)
		p.column = 0
		p.pad(chosen(indents, at.in))
		p.line, p.first, p.start = column{at.in, p.column}, t.Pos.Offset, at.in
		if t.Value == "|" {
			p.line = column{at.in + inside, p.column + inside}
		}
	} else {
		at.in = p.columnIn(t.Pos.Offset)
		p.pad(p.space(t, before))
	}
	at.out = p.column
	text := t.Value
	if syntax.IsComment(t) {
		text = shifted(text, at.out-at.in)
	}
	p.out.WriteString(text)
	p.advance(text)
	p.last, p.end = t, t.Pos.Offset+len(t.Value)
	return at
}

func (p *printer) pad(n int) {
	p.out.WriteString(strings.Repeat(" ", n))
	p.column += n
}

// advance moves the column behind text.
func (p *printer) advance(text string) {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		p.column, text = 0, text[i+1:]
	}
	p.column += utf8.RuneCountInString(text)
}

// space is how many spaces stand before t on a line; before is the white space of the text there.
func (p *printer) space(t lexer.Token, before string) int {
	opens := p.last.Value == "(" || p.last.Value == "["
	switch {
	case syntax.IsComment(t):
		if opens {
			return min(len(before), 1)
		}
		return max(len(before), 1)
	case t.Value == ")" || t.Value == "]" || t.Value == "," || t.Value == ";":
		if syntax.IsComment(p.last) {
			return min(len(before), 1)
		}
		return 0
	case opens:
		return 0
	case p.last.Value == "~" && (t.Value == "(" || syntax.IsName(t) && t.Value != "~"):
		return 0
	}
	return 1
}

// columnIn is the column of text at an offset on the line that is being written, in characters from 0.
func (p *printer) columnIn(offset int) int {
	if start := strings.LastIndexByte(p.text[:offset], '\n') + 1; start > p.first {
		return utf8.RuneCountInString(p.text[start:offset]) // a comment or a string began the line
	}
	return p.start + utf8.RuneCountInString(p.text[p.first:offset])
}

// columnBehind is the column behind white space; tabs stand every 8.
func columnBehind(white string) int {
	col := 0
	for _, c := range white[strings.LastIndexByte(white, '\n')+1:] {
		if c == '\t' {
			col += 8 - col%8
		} else {
			col++
		}
	}
	return col
}

// shifted is a comment whose lines behind the first are moved as the first was, to the right or to the left.
func shifted(comment string, by int) string {
	lines := strings.Split(comment, "\n")
	for i, l := range lines {
		if i > 0 && by > 0 && strings.TrimSpace(l) != "" {
			l = strings.Repeat(" ", by) + l
		}
		for n := by; i > 0 && n < 0 && strings.HasPrefix(l, " "); n++ {
			l = l[1:]
		}
		lines[i] = l
		if i < len(lines)-1 {
			lines[i] = strings.TrimRight(l, " \t\r")
		}
	}
	return strings.Join(lines, "\n")
}
