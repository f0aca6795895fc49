package ast

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The counts of a layout, as expressions on the whole text.
var (
	indented     = regexp.MustCompile(`(?m)^([ \t]+)[A-Za-z_}]`)
	braceSame    = regexp.MustCompile(`(?m)^[ \t]+(?:\S.*)?(?:\)|\belse|\bdo)[ \t]*\{[ \t]*\r?$`)
	braceNext    = regexp.MustCompile(`(?m)(?:\)|\belse|\bdo)[ \t]*\r?\n[ \t]+\{[ \t]*\r?$`)
	elseSame     = regexp.MustCompile(`\}[ \t]*else\b`)
	elseNext     = regexp.MustCompile(`\}[ \t]*\r?\n[ \t]*else\b`)
	keywordTight = regexp.MustCompile(`\b(if|for|while|switch)\(`)
	keywordSpace = regexp.MustCompile(`\b(if|for|while|switch)[ \t]+\(`)
)

// layoutByExpressions is a layout as the expressions count it.
func layoutByExpressions(source []byte) layout {
	count := func(re *regexp.Regexp) int { return len(re.FindAllIndex(source, -1)) }
	l := layout{braceSame: count(braceSame), braceNext: count(braceNext), elseSame: count(elseSame), elseNext: count(elseNext),
		tight: count(keywordTight), spaced: count(keywordSpace)}
	for _, m := range indented.FindAllSubmatch(source, -1) {
		if m[1][0] == '\t' {
			l.tabs++
			continue
		}
		l.spaces++
		if n := len(m[1]); n > 1 && (l.least == 0 || n < l.least) {
			l.least = n
		}
	}
	return l
}

// TestLayout holds the one pass over a text to the expressions, on texts of what they look at.
func TestLayout(t *testing.T) {
	pieces := []string{" ", "  ", "\t", "\n", "\n", "\r\n", "\r", "\f", "\v", "{", "}", "(", ")", "else", "do", "if", "for", "while", "switch",
		"x", "_", "1", ";", "\xff", "é", "//", "\"", "    g();\n", "    if (x) {\n", "\t}\n\telse {\n", "} else {"}
	rapid.Check(t, func(t *rapid.T) {
		source := []byte{}
		for _, p := range rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces") {
			source = append(source, p...)
		}
		got := layoutOf(source)
		got.before = nil
		if diff := cmp.Diff(layoutByExpressions(source), got, cmp.AllowUnexported(layout{})); diff != "" {
			t.Fatalf("%q:\n%s", source, diff)
		}
	})
}
