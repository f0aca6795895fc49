package ast

import (
	"regexp"
	"strings"
)

// Style is how a source text is laid out, as far as new text has to match it.
type Style struct {
	Indent       string // one level
	BraceOwnLine bool   // whether the { of a statement stands on a line of its own
	ElseOwnLine  bool   // whether else begins a line after a }
	KeywordSpace bool   // if (x), not if(x)
	Newline      string // the line ending
	// Avoid tells which identifiers a new name must not be, beside those in the function; may be nil.
	Avoid func(name string) bool
}

// DefaultStyle is for text that shows no style of its own.
func DefaultStyle() Style {
	return Style{Indent: "    ", KeywordSpace: true, Newline: "\n"}
}

var (
	indented     = regexp.MustCompile(`(?m)^([ \t]+)[A-Za-z_}]`)
	braceSame    = regexp.MustCompile(`(?m)^[ \t]+(?:\S.*)?(?:\)|\belse|\bdo)[ \t]*\{[ \t]*\r?$`)
	braceNext    = regexp.MustCompile(`(?m)(?:\)|\belse|\bdo)[ \t]*\r?\n[ \t]+\{[ \t]*\r?$`)
	elseSame     = regexp.MustCompile(`\}[ \t]*else\b`)
	elseNext     = regexp.MustCompile(`\}[ \t]*\r?\n[ \t]*else\b`)
	keywordTight = regexp.MustCompile(`\b(if|for|while|switch)\(`)
	keywordSpace = regexp.MustCompile(`\b(if|for|while|switch)[ \t]+\(`)
)

// DetectStyle finds the style of a C source text: each property as most of the text has it.
func DetectStyle(source string) Style {
	s := DefaultStyle()
	s.Indent = detectIndent(source, s.Indent)
	if strings.Contains(source, "\r\n") {
		s.Newline = "\r\n"
	}
	count := func(re *regexp.Regexp) int { return len(re.FindAllStringIndex(source, -1)) }
	s.BraceOwnLine = count(braceNext) > count(braceSame)
	s.ElseOwnLine = count(elseNext) > count(elseSame) || s.BraceOwnLine && count(elseSame) == 0
	s.KeywordSpace = count(keywordTight) <= count(keywordSpace)
	return s
}

// detectIndent is one level of indentation: a tab where most indented lines begin with one, else the least indentation
// by spaces (one space alone is a comment's, not a level).
func detectIndent(source, otherwise string) string {
	tabs, spaces, least := 0, 0, 0
	for _, m := range indented.FindAllStringSubmatch(source, -1) {
		if m[1][0] == '\t' {
			tabs++
			continue
		}
		spaces++
		if n := len(m[1]); n > 1 && (least == 0 || n < least) {
			least = n
		}
	}
	switch {
	case tabs > spaces:
		return "\t"
	case least > 0 && least <= 8:
		return strings.Repeat(" ", least)
	}
	return otherwise
}
