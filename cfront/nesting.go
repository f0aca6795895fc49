package cfront

import (
	"fmt"

	"scf/cfront/ctext"
)

// The limits of a text's nesting that are not options. cc descends some 10 KB of stack for each level of parentheses and each operand of
// a chain of operators; Go ends the process, not the call, at 1 GB. What follows the parser takes time in the square of them.
const (
	maxExpression = 5_000  // tokens between separators
	maxNested     = 1_000  // statements that begin inside one another without braces: if if while
	maxElse       = 5_000  // of one cascade of else if
	maxLabels     = 10_000 // labels before one statement
)

// nestingScan goes through the tokens of a text and looks for what is nested beyond the limits.
type nestingScan struct {
	brackets int  // the limit
	depth    int  // of parentheses, brackets and braces
	tokens   int  // since the last separator
	nested   int  // statements that have begun since the last end of one, those of a cascade as one
	elses    int  // of the cascade
	behind   bool // the token before was an else
	labels   int  // before the statement
	choices  int  // question marks of the expression without their colons
}

// tooDeep says what in the text is nested beyond the limits, and at which offset; or "". The limit is the field of Limits, or none. It looks at tokens only as closely as it must.
func tooDeep(text []byte, brackets int) (limit, msg string, at int) {
	n := &nestingScan{brackets: brackets}
	for i := 0; i < len(text); {
		length := ctext.TokenLength(text[i:])
		if !ctext.IsBlank(text[i:], length) {
			n.token(string(text[i : i+min(length, 8)]))
			if limit, msg := n.beyond(); msg != "" {
				return limit, msg, i
			}
			if c := text[i]; (c == ';' || c == '}') && !staysInside(text[i+1:]) {
				n.nested, n.elses = 0, 0
			}
		}
		i += length
	}
	return "", "", 0
}

// token counts a token.
func (n *nestingScan) token(tok string) {
	switch tok {
	case "(", "[", "{":
		n.depth++
	case ")", "]", "}":
		n.depth--
	case "else":
		n.elses++
	case "if", "for", "while", "do", "switch":
		if !n.behind {
			n.nested++
		}
	}
	n.behind = tok == "else"
	switch tok {
	case "?":
		n.choices++
	case ":":
		n.colon()
	case ";", "{", "}":
		n.tokens, n.choices, n.labels = 0, 0, 0
	case ",", "if", "for", "while", "do", "else", "switch", "case":
		n.tokens = 0
	}
	n.tokens++
}

// colon counts a colon, which stands in a choice or behind a label.
func (n *nestingScan) colon() {
	if n.choices > 0 {
		n.choices--
		return
	}
	n.labels++
	n.tokens = 0
}

// beyond says which limit is passed.
func (n *nestingScan) beyond() (limit, msg string) {
	switch {
	case n.depth > n.brackets:
		return "Brackets", fmt.Sprintf("brackets are nested more than %d deep", n.brackets)
	case n.tokens > maxExpression:
		return "", fmt.Sprintf("an expression has more than %d tokens", maxExpression)
	case n.labels > maxLabels:
		return "", fmt.Sprintf("a statement has more than %d labels", maxLabels)
	case n.elses > maxElse:
		return "", fmt.Sprintf("a cascade of else if has more than %d", maxElse)
	case n.nested > maxNested:
		return "", fmt.Sprintf("statements are nested more than %d deep", maxNested)
	}
	return "", ""
}

// staysInside reports whether the text after a statement goes on within a statement around it: with else or }.
func staysInside(text []byte) bool {
	for len(text) > 0 {
		n := ctext.TokenLength(text)
		if !ctext.IsBlank(text, n) {
			return text[0] == '}' || string(text[:n]) == "else"
		}
		text = text[n:]
	}
	return false
}
