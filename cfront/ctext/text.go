// Package ctext is the text of C files: its tokens and directives as far as one sees them without parsing, its style, and edits of it.
package ctext

import (
	"sync"

	"scf/ast"
)

// Text is the text of a C file, with what new text in it has to match: how it is laid out, and which names it uses. They are found when
// they are first asked for, and once. A Text is safe for concurrent use.
type Text struct {
	name  string
	src   []byte
	style func() ast.Style
	words func() map[string]bool

	reserved map[string]bool // names that new text has beside those
}

// New is the text src of the file called name.
func New(name string, src []byte) *Text {
	t := &Text{name: name, src: src, words: sync.OnceValue(func() map[string]bool { return Words(src) })}
	t.style = sync.OnceValue(func() ast.Style {
		style := ast.DetectStyle(src)
		style.Avoid = t.Mentions
		return style
	})
	return t
}

// Name is the file's name as given to New.
func (t *Text) Name() string { return t.name }

// Source is the file's text.
func (t *Text) Source() []byte { return t.src }

// Style is how the file is laid out.
func (t *Text) Style() ast.Style { return t.style() }

// Mentions reports whether the name is a word of the text, or one that is reserved.
func (t *Text) Mentions(name string) bool { return t.words()[name] || t.reserved[name] }

// Reserve reserves names for text that is new. It comes before others use t.
func (t *Text) Reserve(names ...string) {
	if t.reserved == nil {
		t.reserved = map[string]bool{}
	}
	for _, name := range names {
		t.reserved[name] = true
	}
}

// Words are the words of a text, comments and strings left out.
func Words(src []byte) map[string]bool {
	words := map[string]bool{}
	for i := 0; i < len(src); {
		n := TokenLength(src[i:])
		if IsWord(src[i]) && !words[string(src[i:i+n])] {
			words[string(src[i:i+n])] = true
		}
		i += n
	}
	return words
}
