package diag

import (
	"strings"
	"unicode"
)

// This file makes texts from outside printable: a source may hold anything, and a message goes to a terminal.

// visible is text with a visible character in place of each that is not printed, or that would change how others are: a control
// character becomes its picture (␀ for NUL), any other U+FFFD. Tabs and line ends stay.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', unicode.IsGraphic(r):
			return r
		case r < ' ':
			return '␀' + r
		case r == 0x7f:
			return '␡'
		}
		return unicode.ReplacementChar
	}, text)
}
