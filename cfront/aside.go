package cfront

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/ctext"
	"scf/internal/diag"
)

// This file sets aside what cc cannot read, so that it refuses nothing else: of a function that is in the way the body is left out, or
// all of it, of other declarations all, and the rest is read again. What uses a name that is lost so is set aside in its turn.

// maxAttempts bounds how often a text is read.
const maxAttempts = 20

// external is a function definition or another declaration of a text.
type external struct {
	from, to int
	open     int // of a function's {; 0 for none
}

// aside is what is left out, because of errors in it.
type aside struct {
	external
	name  string // of the function; "" for another declaration
	whole bool
	errs  diag.List
	text  []byte
}

type asides []aside

// externals are the declarations of a text, one after the other. Of conditional parts all count; an #else begins as deep in
// brackets as its #if.
func externals(text []byte) []external {
	var out []external
	var e external
	var depths []int
	depth, fresh, isValue := 0, true, false
	before := byte(0)
	for i := ctext.LengthOfBOM(text); i < len(text); {
		n := ctext.TokenLength(text[i:])
		c := text[i]
		switch {
		case c == '#' && ctext.BeginsLine(text, i):
			n = ctext.DirectiveLength(text[i:])
			depth, depths = conditional(text[i:i+n], depth, depths)
		case bytes.HasPrefix(text[i:], []byte("//")) || bytes.HasPrefix(text[i:], []byte("/*")):
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
		default:
			if fresh {
				e, fresh, isValue = external{from: i}, false, false
			}
			if c == '{' && depth == 0 && !isValue && (before == ')' || i == e.from) {
				e.open = i
			}
			isValue = isValue || c == '=' && depth == 0
			depth = max(depth+ctext.Nesting(c), 0)
			before = c
			if depth == 0 && (c == ';' || c == '}' && e.open > 0) {
				e.to, fresh = i+n, true
				out = appendExternal(out, e, text)
			}
		}
		i += n
	}
	return out
}

// appendExternal adds e, to which the declarations before belong if it begins with a {: they are those of an old style function's parameters.
func appendExternal(out []external, e external, text []byte) []external {
	for e.open == e.from && e.open > 0 && len(out) > 0 {
		last := out[len(out)-1]
		if last.open > 0 {
			break
		}
		out = out[:len(out)-1]
		e.from = last.from
		if bytes.IndexByte(text[last.from:last.to], '(') >= 0 {
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

// functionName is the name of the function whose head begins a text: not one in an attribute.
func functionName(text []byte) string {
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
	for i := 0; i < len(text); i += ctext.TokenLength(text[i:]) {
		before := depth
		if depth += ctext.Nesting(text[i]); before == 1 && depth == 0 {
			return i + 1
		}
	}
	return len(text)
}

var notFunctions = words("__attribute__ __attribute __declspec __typeof__ typeof __typeof _Alignas __asm__ asm __asm sizeof int char long short void unsigned signed float double")

// read is the tree of the text, without what has to be set aside for it. Where no function is left the text is not C at all.
func (p *parser) read() (*cc.AST, error) {
	unit, first := p.attempt()
	err := first
	for n := 1; err != nil && n < maxAttempts && p.setAside(err); n++ {
		unit, err = p.attempt()
	}
	if err == nil && (first == nil || p.hasFunction(unit)) {
		p.asides.explain()
		return unit, nil
	}
	p.asides = nil
	var x exceeded
	if ctx := p.ctx.Err(); ctx != nil {
		return nil, ctx
	} else if errors.As(err, &x) {
		return nil, x
	}
	return nil, first
}

// hasFunction reports whether a function is left in the file.
func (p *parser) hasFunction(unit *cc.AST) bool {
	for u := unit.TranslationUnit; u != nil; u = u.TranslationUnit {
		d := u.ExternalDeclaration
		if d.Case == cc.ExternalDeclarationFuncDef && !isSystem(position(d.FunctionDefinition).File, p.system) {
			return true
		}
	}
	return false
}

// setAside leaves out what the error is about, if that is in the file.
func (p *parser) setAside(err error) bool {
	if p.externals == nil {
		p.externals = externals(p.src)
	}
	if isSyntax(err) {
		return p.setAsideFirst()
	}
	known := len(p.asides)
	done := false
	for _, e := range listOf(err) {
		if x, offset, ok := p.external(e.Pos); ok && p.leaveOut(x, offset, e, known) {
			done = true
		}
	}
	return done
}

// isSyntax reports whether the error is one that cc sees before it looks at types, and perhaps not where it is.
func isSyntax(err error) bool {
	var c *crash
	return errors.As(err, &c) || slices.ContainsFunc(listOf(err), func(e *diag.Error) bool {
		return strings.HasPrefix(e.Msg, "unexpected ") || e.Msg == endsTooEarly
	})
}

// external is the declaration in which pos lies, and where.
func (p *parser) external(pos diag.Pos) (x external, offset int, ok bool) {
	line, ok := p.lines.physical(p.src, pos)
	if !ok {
		return x, 0, false
	}
	offset = offsetOf(p.src, line, pos.Col)
	for _, x := range p.externals {
		if x.from <= offset && offset < x.to {
			return x, offset, true
		}
	}
	return x, 0, false
}

// offsetOf is where the column of the line is in a text.
func offsetOf(text []byte, line, col int) int {
	at := 0
	for ; line > 1; line-- {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	return at + col - 1
}

// leaveOut leaves out the body of x, if e at the offset lies in it, or else all of x; of the asides the first ones are known not to
// suffice. It reports whether there was anything left to leave out.
func (p *parser) leaveOut(x external, offset int, e *diag.Error, known int) bool {
	for i := range p.asides {
		a := &p.asides[i]
		if a.external != x {
			continue
		}
		if i >= known {
			a.errs = append(a.errs, e)
			return true
		}
		wasWhole := a.whole
		a.whole = true
		return !wasWhole
	}
	a := aside{external: x, whole: x.open == 0 || offset < x.open, errs: diag.List{e}}
	if x.open > 0 {
		a.name = functionName(p.src[x.from:x.open])
	}
	a.text = p.src[x.from:x.to]
	p.asides = append(p.asides, a)
	return true
}

// crash is that cc gives no place for what it cannot read, or panics.
type crash struct{ said *diag.Error }

func (c *crash) Error() string { return c.said.Error() }

// setAsideFirst leaves out the first declaration up to which the text has errors of syntax.
func (p *parser) setAsideFirst() bool {
	n := sort.Search(len(p.externals)+1, func(n int) bool { return isSyntax(p.attemptFirst(n)) })
	if n == 0 || n > len(p.externals) {
		return false
	}
	for _, e := range listOf(p.attemptFirst(n)) {
		if x, offset, ok := p.external(e.Pos); ok && x == p.externals[n-1] {
			return p.leaveOut(x, offset, e, len(p.asides))
		}
	}
	x := p.externals[n-1]
	before := p.src[:x.from]
	at := diag.Pos{File: p.name, Line: 1 + bytes.Count(before, []byte("\n")), Col: x.from - bytes.LastIndexByte(before, '\n')}
	return p.leaveOut(x, max(x.from, x.open), unreadable(at), len(p.asides))
}

// attemptFirst is what is wrong with the first n declarations, without those behind.
func (p *parser) attemptFirst(n int) error {
	kept := p.asides
	defer func() { p.asides = kept }()
	p.asides = slices.Clone(kept)
	for _, x := range p.externals[n:] {
		p.asides = slices.DeleteFunc(p.asides, func(a aside) bool { return a.external == x })
		p.asides = append(p.asides, aside{external: x, whole: true})
	}
	_, err := p.attempt()
	return err
}

// unreadable is the error for what cc does not know, though it may be C.
func unreadable(at diag.Pos) *diag.Error {
	return diag.Errorf(at, "the C parser cannot read this").WithHint("write it in another way, with a typedef perhaps")
}

// blanks are the edits that leave a out; directives in it stay.
func (a aside) blanks(text []byte) []ctext.Edit {
	var out []ctext.Edit
	from := a.from
	if !a.whole {
		out, from = append(out, ctext.Edit{From: a.open, To: a.open + 1, Text: ";"}), a.open+1
	}
	start := from
	for i := from; i < a.to; {
		n := ctext.TokenLength(text[i:])
		if text[i] == '#' && ctext.BeginsLine(text, i) {
			n = ctext.DirectiveLength(text[i:])
			out, start = append(out, ctext.Edit{From: start, To: i, Text: blank(text[start:i])}), i+n
		}
		i += n
	}
	if start < a.to {
		out = append(out, ctext.Edit{From: start, To: a.to, Text: blank(text[start:a.to])})
	}
	return out
}

var undefinedName = regexp.MustCompile(`^undefined: (\w+)$`)

// explain says of names that are not defined what has become of their declarations.
func (p asides) explain() {
	for _, a := range p {
		for _, e := range a.errs {
			if m := undefinedName.FindStringSubmatch(e.Msg); m != nil {
				if hint, ok := p.why(m[1]); ok {
					e.Hint = hint
				}
			}
		}
	}
}

// function is the function that was left out, or its body; nil if there is none of the name.
func (p asides) function(name string) *aside {
	for i, a := range p {
		if a.name == name && name != "" {
			return &p[i]
		}
	}
	return nil
}

// why says why name is not declared, if it may be so in a declaration that was left out.
func (p asides) why(name string) (hint string, ok bool) {
	for _, a := range p {
		if a.whole && ctext.Words(a.text)[name] {
			e := a.errs[0]
			return fmt.Sprintf("its declaration in line %d cannot be read: %s", e.Pos.Line, e.Msg), true
		}
	}
	return "", false
}

// listOf is err as a list.
func listOf(err error) diag.List {
	var one *diag.Error
	var list diag.List
	if errors.As(err, &list) {
		return list
	}
	if errors.As(err, &one) {
		return diag.List{one}
	}
	return nil
}
