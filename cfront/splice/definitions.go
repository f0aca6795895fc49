package splice

import (
	"bytes"
	"regexp"
	"strings"
)

// This file keeps the macros that a function defines in its body: they must still be defined behind the new one.

var (
	// aDirective is a directive with the lines that continue it.
	aDirective = regexp.MustCompile(`(?m)^[ \t]*#(?:[^\n]*\\\r?\n)*[^\n]*`)
	defines    = regexp.MustCompile(`^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)`)
	word       = regexp.MustCompile(`\w+`)
)

// definitions are the directives of a function's body, where macros are defined or undefined among them, and the names of
// these macros.
func definitions(body []byte) (lines []string, names map[string]bool) {
	names = map[string]bool{}
	for _, d := range directives(aDirective.FindAll, body) {
		if m := defines.FindSubmatch(d); m != nil {
			names[string(m[1])] = true
		}
		which := directive.FindSubmatch(d)
		if which != nil && keptDirectives[string(which[1])] {
			lines = append(lines, string(bytes.TrimRight(d, "\r")))
		}
	}
	if len(names) == 0 {
		return nil, names
	}
	return lines, names
}

var keptDirectives = map[string]bool{"define": true, "undef": true, "if": true, "ifdef": true, "ifndef": true, "elif": true,
	"else": true, "endif": true}

// withDefinitions puts the macro definitions of the old body at the end of the new one, where they change nothing in it.
func (s *splicer) withDefinitions(body string) (string, error) {
	lines, names := definitions(s.src[s.site.Open:s.site.End])
	if s.site.Resume != "" {
		lines = append(lines, s.site.Resume)
	}
	if len(lines) == 0 {
		return body, nil
	}
	for _, w := range word.FindAllString(body, -1) {
		if names[w] {
			return "", s.errorf("the body of %s defines the macro %s, and its expansion uses that name too", s.site.Func, w).
				WithHint("move the definition out of the function")
		}
	}
	end := strings.LastIndexByte(body, '}')
	return body[:end] + strings.Join(lines, s.style.Newline) + s.style.Newline + body[end:], nil
}
