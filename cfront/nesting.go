package cfront

import (
	"bytes"
	"fmt"
)

// The limits of a text's nesting. cc descends some 10 KB of stack for each level of parentheses and each operand of a chain
// of operators; Go ends the process, not the call, at 1 GB.
const (
	maxBrackets   = 2_000  // nested parentheses, brackets and braces
	maxExpression = 20_000 // tokens between separators
	maxNested     = 5_000  // statements that begin inside one another without braces: else if else if
)

// tooDeep says what in the text is nested beyond the limits, or "". It looks at tokens only as closely as it must.
func tooDeep(text []byte) string {
	depth, tokens, nested := 0, 0, 0
	for i := 0; i < len(text); {
		n := tokenLength(text[i:])
		tok := string(text[i : i+min(n, 8)])
		i += n
		switch tok {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case "if", "for", "while", "do", "else", "switch", "case", ":":
			nested++
			tokens = 0
		}
		switch tok {
		case ";", ",", "{", "}":
			tokens = 0
		default:
			tokens++
		}
		switch {
		case depth > maxBrackets:
			return fmt.Sprintf("brackets are nested more than %d deep", maxBrackets)
		case tokens > maxExpression:
			return fmt.Sprintf("an expression has more than %d tokens", maxExpression)
		}
		if (tok == ";" || tok == "}") && !staysInside(text[i:]) {
			nested = 0
		}
		if nested > maxNested {
			return fmt.Sprintf("statements are nested more than %d deep", maxNested)
		}
	}
	return ""
}

// staysInside tells whether the text after a statement goes on within a statement around it: with else or }.
func staysInside(text []byte) bool {
	rest := bytes.TrimLeft(text[:min(len(text), 100)], " \t\r\n")
	return bytes.HasPrefix(rest, []byte("else")) || bytes.HasPrefix(rest, []byte("}"))
}

// tokenLength is how many bytes the token, white space, comment or string that text begins with takes.
func tokenLength(text []byte) int {
	switch c := text[0]; {
	case isWord(c):
		n := 1
		for n < len(text) && isWord(text[n]) {
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

func isWord(c byte) bool {
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
