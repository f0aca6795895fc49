package ctext

import (
	"bytes"
	"strings"
)

// This file reads a text of C token by token, and its directives, as closely as one must who does not parse it.

// BOM is a byte order mark, which some editors put at the beginning of a file.
const BOM = "\xef\xbb\xbf"

// LengthOfBOM is the length of the byte order mark that the text begins with; 0 for none.
func LengthOfBOM(text []byte) int { return len(text) - len(bytes.TrimPrefix(text, []byte(BOM))) }

// TokenLength is how many bytes the token, white space, comment or string that text begins with takes.
func TokenLength(text []byte) int {
	switch c := text[0]; {
	case IsWord(c):
		n := 1
		for n < len(text) && IsWord(text[n]) {
			n++
		}
		return n
	case c == '"' || c == '\'':
		return quotedLength(text, c)
	case c == '/' && len(text) > 1 && text[1] == '/':
		return lengthUntil(text, "\n")
	case c == '/' && len(text) > 1 && text[1] == '*':
		return lengthUntil(text, "*/")
	}
	return 1
}

// IsWord reports whether c may stand in an identifier or a number.
func IsWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quotedLength ends an unfinished string with its line.
func quotedLength(text []byte, quote byte) int {
	for n := 1; n < len(text); n++ {
		switch text[n] {
		case '\\':
			n++
		case quote:
			return n + 1
		case '\n':
			return n
		}
	}
	return len(text)
}

func lengthUntil(text []byte, end string) int {
	for n := 2; n+len(end) <= len(text); n++ {
		if string(text[n:n+len(end)]) == end {
			return n + len(end)
		}
	}
	return len(text)
}

// IsBlank reports whether the first length bytes of text are white space or a comment.
func IsBlank(text []byte, length int) bool {
	switch text[0] {
	case ' ', '\t', '\n', '\r', '\f', '\v':
		return true
	case '/':
		return length > 1
	case '\\': // joins lines
		return true
	}
	return false
}

// BeginsLine reports whether only white space, or a byte order mark, stands before i on its line.
func BeginsLine(text []byte, i int) bool {
	before := bytes.TrimRight(text[:i], " \t")
	return len(before) == LengthOfBOM(before) || before[len(before)-1] == '\n'
}

// Nesting is 1 for what opens a bracket, -1 for what closes one, else 0.
func Nesting(c byte) int {
	switch c {
	case '{', '(', '[':
		return 1
	case '}', ')', ']':
		return -1
	}
	return 0
}

// DirectiveLength is how long the directive is, lines continued included, without the last line's end.
func DirectiveLength(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && !bytes.HasSuffix(bytes.TrimSuffix(text[:i], []byte("\r")), []byte(`\`)) {
			return i
		}
	}
	return len(text)
}

// WordSet is the words of a list, separated by white space, as a set.
func WordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}
