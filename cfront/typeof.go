package cfront

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"scf/cfront/ctext"
)

// This file has cc read typeof of types; it takes it of expressions only. What is in the parentheses stands for itself,
//
//	typeof(unsigned char) x        unsigned char  x
//	typeof(struct s *) x[2]        struct s *  x[2]
//
// with blanks for the rest, so that nothing moves. That says the same of a type without a declarator everywhere. A pointer to one is the
// type of the next declarator alone, and what qualifies the pointer may not stand in front: there, and in macros, of which neither shows, typeof is
// left as it is, for cc to refuse. A name alone may be a parameter of a macro.

var (
	typeofBegins = regexp.MustCompile(`\b(?:__typeof__|__typeof|typeof)\s*\(`)
	// typeName is a type name: its specifiers, and a pointer's stars.
	typeName = regexp.MustCompile(`^\s*((?:(?:(?:struct|union|enum)\s+)?[A-Za-z_]\w*\b\s*)+)((?:\*\s*(?:(?:const|volatile|restrict|__restrict)\b\s*)*)*)$`)

	basicTypes     = ctext.WordSet("void char short int long float double signed __signed__ unsigned _Bool _Complex __int128")
	qualifierWords = ctext.WordSet("const volatile __const __const__ __volatile__ restrict __restrict")
	// storage are the words of a declaration that may stand in front of a type without being part of it.
	storage = ctext.WordSet("static extern auto register typedef inline __inline __inline__ __extension__")
)

// typeofTypes are the edits of a text, and of it without strings and comments. A name alone is a type if the whole text, with what it includes, has a typedef of it.
func typeofTypes(bare, whole []byte) (edits []ctext.Edit) {
	directives := sync.OnceValue(func() []ctext.Directive { return ctext.Directives(bare) })
	inMacro := func(at int) bool {
		return slices.ContainsFunc(directives(), func(d ctext.Directive) bool { return d.Start <= at && at < d.End })
	}
	for _, m := range typeofBegins.FindAllIndex(bare, -1) {
		from, open := m[0], m[1]
		n := bytes.IndexAny(bare[open:], "()")
		if n < 0 || bare[open+n] != ')' {
			continue
		}
		closing := open + n
		parts := typeName.FindSubmatch(bare[open:closing])
		if parts == nil {
			continue
		}
		pointer := len(parts[2]) > 0
		named, alone := namesType(parts[1], pointer)
		if !named && (alone == "" || !hasTypedef(alone, whole)) || (pointer || alone != "") && inMacro(from) {
			continue
		}
		if !pointer || startsDeclaration(bare[:from]) && oneDeclarator(bare[closing+1:]) {
			edits = append(edits, ctext.Edit{From: from, To: open, Text: blank(bare[from:open])}, ctext.Edit{From: closing, To: closing + 1, Text: " "})
		}
	}
	return edits
}

// namesType reports whether the words are a type and no expression: basic types, a struct's or the like, or a name with qualifiers or of what a pointer leads to. A
// name alone may be either.
func namesType(words []byte, pointer bool) (is bool, alone string) {
	tagged, basic, qualified, other := false, false, pointer, ""
	fields := strings.Fields(string(words))
	for i := 0; i < len(fields); i++ {
		switch word := fields[i]; {
		case word == "struct" || word == "union" || word == "enum":
			tagged = true
			i++
		case basicTypes[word]:
			basic = true
		case qualifierWords[word]:
			qualified = true
		case other == "":
			other = word
		default:
			return false, ""
		}
	}
	switch {
	case other == "":
		return tagged || basic || qualified, ""
	case tagged || basic:
		return false, ""
	case qualified:
		return true, ""
	}
	return false, other
}

// hasTypedef reports whether the text has a typedef that ends with the name.
func hasTypedef(name string, text []byte) bool {
	return regexp.MustCompile(`\btypedef\b[^;{}]*(?:\{[^{}]*\})?[^;{}]*\b` + name + `\s*;`).Match(text)
}

// startsDeclaration reports whether nothing of the type stands at the end of the text, behind which the declaration goes on.
func startsDeclaration(text []byte) bool {
	for {
		text = bytes.TrimRight(text, " \t\r\n")
		begin := len(text)
		for begin > 0 && ctext.IsWord(text[begin-1]) {
			begin--
		}
		switch {
		case len(text) == 0:
			return true
		case begin == len(text):
			return strings.IndexByte(";{}(,:", text[begin-1]) >= 0
		case !storage[string(text[begin:])]:
			return false
		}
		text = text[:begin]
	}
}

// oneDeclarator reports whether the declaration whose specifiers end where the text begins has one declarator only, or is a type name or parameter.
func oneDeclarator(text []byte) bool {
	depth, comma := 0, false
	for _, c := range text {
		switch {
		case depth > 0:
		case c == ')': // of a list of parameters, or around a type name
			return true
		case c == ';':
			return !comma
		case c == '}':
			return false
		case c == ',':
			comma = true
		}
		depth += ctext.Nesting(c)
	}
	return false
}
