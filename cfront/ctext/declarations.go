package ctext

import (
	"bytes"
	"regexp"
	"strings"
)

// This file finds the declarations of a text, as well as brackets and semicolons tell them.

// Declaration is a function definition or another declaration of a text.
type Declaration struct {
	From, To int
	Open     int // of a function's {; 0 for none
}

// Declarations are those of a text, one after the other. Of conditional parts all count; an #else begins as deep in
// brackets as its #if.
func Declarations(text []byte) []Declaration {
	var out []Declaration
	var e Declaration
	var depths []int
	depth, fresh, isValue := 0, true, false
	before := byte(0)
	for i := LengthOfBOM(text); i < len(text); {
		n := TokenLength(text[i:])
		c := text[i]
		switch {
		case c == '#' && BeginsLine(text, i):
			n = DirectiveLength(text[i:])
			depth, depths = conditional(text[i:i+n], depth, depths)
		case bytes.HasPrefix(text[i:], []byte("//")) || bytes.HasPrefix(text[i:], []byte("/*")):
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
		default:
			if fresh {
				e, fresh, isValue = Declaration{From: i}, false, false
			}
			if c == '{' && depth == 0 && before == '"' { // extern "C" {
				fresh, before = true, c
				break
			}
			if c == '{' && depth == 0 && !isValue && (before == ')' || i == e.From) {
				e.Open = i
			}
			isValue = isValue || c == '=' && depth == 0
			depth = max(depth+Nesting(c), 0)
			before = c
			if depth == 0 && (c == ';' || c == '}' && e.Open > 0) {
				e.To, fresh = i+n, true
				out = appendDeclaration(out, e, text)
			}
		}
		i += n
	}
	return out
}

// appendDeclaration adds e, to which the declarations before belong if it begins with a {: they are those of an old style function's parameters.
func appendDeclaration(out []Declaration, e Declaration, text []byte) []Declaration {
	for e.Open == e.From && e.Open > 0 && len(out) > 0 {
		last := out[len(out)-1]
		if last.Open > 0 {
			break
		}
		out = out[:len(out)-1]
		e.From = last.From
		if bytes.IndexByte(text[last.From:last.To], '(') >= 0 {
			break
		}
	}
	return append(out, e)
}

// conditional is the depth behind a directive.
func conditional(directive []byte, depth int, depths []int) (int, []int) {
	m := conditionalWord.FindSubmatch(directive)
	if m == nil {
		return depth, depths
	}
	last := len(depths) - 1
	switch string(m[1]) {
	case "if", "ifdef", "ifndef":
		return depth, append(depths, depth)
	case "else", "elif":
		if last >= 0 {
			return depths[last], depths
		}
	case "endif":
		if last >= 0 {
			return depth, depths[:last]
		}
	}
	return depth, depths
}

var conditionalWord = regexp.MustCompile(`^#[ \t]*(\w+)`)

// calledLike is a name that parentheses follow, other than around a pointer.
var calledLike = regexp.MustCompile(`\b([A-Za-z_]\w*)[ \t\r\n]*\([ \t\r\n]*[^*^ \t\r\n]`)

// FunctionName is the name of the function whose head begins a text: not one in an attribute.
func FunctionName(text []byte) string {
	for {
		m := calledLike.FindSubmatchIndex(text)
		if m == nil {
			return ""
		}
		name := string(text[m[2]:m[3]])
		if !notFunctions[name] {
			return name
		}
		text = text[m[3]:]
		text = text[inBrackets(text):]
	}
}

// inBrackets is the length of a text to the end of the first brackets in it.
func inBrackets(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i += TokenLength(text[i:]) {
		before := depth
		if depth += Nesting(text[i]); before == 1 && depth == 0 {
			return i + 1
		}
	}
	return len(text)
}

var notFunctions = WordSet("__attribute__ __attribute __declspec __typeof__ typeof __typeof _Alignas __asm__ asm __asm sizeof int char long short void unsigned signed float double")
