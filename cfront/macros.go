package cfront

import (
	"bytes"
	"regexp"
	"strings"

	"scf/ast"
)

// This file keeps printed text and macros apart. A function is printed with its macros expanded; what is printed must not be
// expanded again, and macros that are defined in the function's body must still be defined behind it.

// checkMacros refuses a function whose printed text a macro of the file would change.
func (l *lowerer) checkMacros(f *ast.Func) {
	seen := map[string]bool{}
	check := func(name string, called bool) {
		if !seen[name] && l.file.expands(name, called) {
			seen[name] = true
			l.refuse(l.fn.Declarator, "a use of "+name+", which is the name of a macro too,", "leave this function out, or undefine the macro")
		}
	}
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Object:
			check(e.Name, false)
		case *ast.Var:
			check(e.Name, false)
		case *ast.Member:
			check(e.Field, false)
		case *ast.Arrow:
			check(e.Field, false)
		case *ast.Call:
			if name := lastName(e.Fn); name != "" {
				check(name, true)
			}
		}
	}, nil)
}

// lastName is the name that the text of e ends with, as before the parenthesis of a call of e; empty where it ends otherwise.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Object:
		return e.Name
	case *ast.Var:
		return e.Name
	case *ast.Member:
		return e.Field
	case *ast.Arrow:
		return e.Field
	}
	return ""
}

// expands reports whether a macro of the file makes something else of the name; one with parameters does so in a call.
func (f *File) expands(name string, called bool) bool {
	m := f.unit.Macros[name]
	if m == nil {
		return false
	}
	if m.IsFnLike {
		return called
	}
	list := m.ReplacementList()
	return !(len(list) == 1 && list[0].SrcStr() == name)
}

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
	for _, d := range aDirective.FindAll(body, -1) {
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
