// Package diag is the form of every message about an input: a position, what is wrong, the line of source with a caret
// under the place, and what to do about it.
package diag

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Pos is a place in a source text. Line and Col count from 1, Col in bytes; a zero Line means that the place is unknown.
type Pos struct {
	File      string
	Line, Col int
}

// IsValid reports whether p is a known place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String is file:line:col, or the file alone where the line is unknown.
func (p Pos) String() string {
	if !p.IsValid() {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Error is one message about an input.
type Error struct {
	Pos  Pos
	Msg  string // what is wrong, without position, no final stop
	Hint string // what to do about it; may be empty
	Line string // the line of source at Pos; may be empty
}

// Errorf makes an error at pos.
func Errorf(pos Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// WithHint sets what to do about the error and returns it.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// Error is the first line of the message: `file:line:col: message`.
func (e *Error) Error() string {
	if e.Pos.File == "" && !e.Pos.IsValid() {
		return visible(shortened(e.Msg))
	}
	return visible(e.Pos.String() + ": " + shortened(e.Msg))
}

// Render is the whole message: the first line, the line of source or what is around the place in a long one, the caret, and the hint.
func (e *Error) Render() string {
	var b strings.Builder
	b.WriteString(e.Error())
	if e.Line != "" && e.Pos.IsValid() {
		line, col := around(e.Line, e.Pos.Col)
		b.WriteString("\n" + visible(line) + "\n" + caretPrefix(line, col) + "^")
	}
	if e.Hint != "" {
		b.WriteString("\n" + shortened(e.Hint))
	}
	return b.String()
}

// caretPrefix is the white space that puts a caret under column col of line; tabs stay tabs.
func caretPrefix(line string, col int) string {
	var b strings.Builder
	for i, r := range line {
		if i >= col-1 {
			break
		}
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// List is several errors about one input.
type List []*Error

// Error joins the messages, one a line.
func (l List) Error() string {
	parts := make([]string, len(l))
	for i, e := range l {
		parts[i] = e.Error()
	}
	return strings.Join(parts, "\n")
}

// Err is nil for an empty list, and otherwise the list sorted by place.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i].Pos, l[j].Pos
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
	return l
}

// AttachSource fills in the Line of every error of err (an *Error or a List, possibly wrapped) that has a valid position in file.
func AttachSource(err error, file, source string) error {
	if err == nil {
		return nil
	}
	lines := strings.Split(source, "\n")
	attach := func(e *Error) {
		if e.Line == "" && e.Pos.File == file && e.Pos.IsValid() && e.Pos.Line <= len(lines) {
			e.Line = strings.TrimSuffix(lines[e.Pos.Line-1], "\r")
		}
	}
	var one *Error
	var list List
	if errors.As(err, &list) {
		for _, e := range list {
			attach(e)
		}
	} else if errors.As(err, &one) {
		attach(one)
	}
	return err
}

// Render is the whole text for any error: a List and an *Error with source and caret, another error as it is.
func Render(err error) string {
	var one *Error
	var list List
	if errors.As(err, &list) {
		parts := make([]string, len(list))
		for i, e := range list {
			parts[i] = e.Render()
		}
		return strings.Join(parts, "\n")
	}
	if errors.As(err, &one) {
		return one.Render()
	}
	return err.Error()
}

// Count is a number of things as messages say it: "no argument", "1 argument", "2 arguments".
func Count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
