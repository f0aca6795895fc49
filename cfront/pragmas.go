package cfront

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/ctext"
)

// This file reads pragmas: those that advise on a loop are lines before it,
//
//	#pragma unroll
//	#pragma nounroll
//	#pragma GCC unroll N     N of 0 or 1 means not to
//
// and #pragma pack changes layouts (packing.go).

// pragma is a line.
type pragma struct {
	file   string
	offset int      // of its second word in the file's text
	words  []string // behind #pragma, at least one
}

// collect is a handler for cc that keeps the pragmas.
func (p *parser) collect(into *[]pragma) func([]cc.Token) error {
	return func(tokens []cc.Token) error {
		found := pragma{}
		for _, t := range tokens {
			if text := t.SrcStr(); text != "" {
				found.words = append(found.words, text)
			}
		}
		if len(found.words) > 0 {
			at := tokens[0].Position()
			found.file, found.offset = at.Filename, p.lines.original(at.Offset)
			*into = append(*into, found)
		}
		return nil
	}
}

// advice is what the pragma asks of the loop behind it.
func (p pragma) advice() (a ast.Advice, ok bool) {
	w := p.words
	if len(w) == 3 && w[0] == "GCC" && w[1] == "unroll" {
		n, err := strconv.ParseInt(w[2], 0, 32)
		if err == nil && n <= 1 {
			return ast.NoUnroll, true
		}
		return ast.Unroll, err == nil
	}
	switch w[0] {
	case "unroll":
		return ast.Unroll, true
	case "nounroll":
		return ast.NoUnroll, true
	}
	return 0, false
}

// idlePragmas begin pragmas that say nothing of what the text means.
var idlePragmas = regexp.MustCompile(`^(GCC (diagnostic|unroll|ivdep|warning|error|poison|system_header|dependency)|clang (diagnostic|loop)|message|unroll|nounroll|region|endregion|mark)\b`)

// meaningful are the texts of the others.
func meaningful(pragmas []pragma) (out []string) {
	for _, p := range pragmas {
		if text := strings.Join(p.words, " "); !idlePragmas.MatchString(text) {
			out = append(out, text)
		}
	}
	return out
}

// advices are the pragmas on loops, by the offset of the token behind them in the file's own text.
func (f *File) advices(pragmas []pragma) map[int]ast.Advice {
	out := map[int]ast.Advice{}
	for _, p := range pragmas {
		a, ok := p.advice()
		if ok && p.offset < len(f.Source()) && bytes.HasPrefix(f.Source()[p.offset:], []byte(p.words[0])) {
			out[f.tokenBehindLine(p.offset)] = a
		}
	}
	return out
}

// tokenBehindLine is the offset of the first token behind the directive that at stands in; comments and directives are skipped.
func (f *File) tokenBehindLine(at int) int {
	at += ctext.DirectiveLength(f.Source()[at:])
	for at < len(f.Source()) {
		c := f.Source()[at]
		switch {
		case c == '#' && ctext.BeginsLine(f.Source(), at):
			at += ctext.DirectiveLength(f.Source()[at:])
		case bytes.HasPrefix(f.Source()[at:], []byte("//")) || bytes.HasPrefix(f.Source()[at:], []byte("/*")):
			at += ctext.TokenLength(f.Source()[at:])
		case bytes.IndexByte([]byte(" \t\r\n\f\v"), c) >= 0:
			at++
		default:
			return at
		}
	}
	return at
}
