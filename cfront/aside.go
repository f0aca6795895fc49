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

// aside is what is left out, because of errors in it.
type aside struct {
	ctext.Declaration
	name  string // of the function; "" for another declaration
	whole bool
	errs  diag.List
	text  []byte
}

type asides []aside

// read is the tree of the text, without what has to be set aside for it. Where no function is left the text is not C at all.
func (p *parser) read() (*cc.AST, error) {
	unit, first := p.attempt()
	err := first
	for n := 1; err != nil && n < maxAttempts && !errors.As(err, new(exceeded)) && p.setAside(err); n++ {
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

// setAside leaves out what the error is about, in the file or in one that it includes.
func (p *parser) setAside(err error) bool {
	if p.declarations == nil {
		p.declarations = ctext.Declarations(p.src)
	}
	if slices.ContainsFunc(listOf(err), func(e *diag.Error) bool { return strings.HasPrefix(e.Msg, errorDirective) }) {
		return false
	}
	if isSyntax(err) {
		inHeader := func(e *diag.Error) bool { return p.headers.leaveOut(e) }
		return slices.ContainsFunc(listOf(err), inHeader) || p.setAsideFirst()
	}
	known := len(p.asides)
	done := false
	for _, e := range listOf(err) {
		if x, offset, ok := p.declaration(e.Pos); ok && p.leaveOut(x, offset, e, known) || !ok && p.headers.leaveOut(e) {
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

// declaration is the one in which pos lies, and where.
func (p *parser) declaration(pos diag.Pos) (x ctext.Declaration, offset int, ok bool) {
	line, ok := p.lines.physical(p.src, pos)
	if !ok {
		return x, 0, false
	}
	offset = offsetOf(p.src, line, pos.Col)
	for _, x := range p.declarations {
		if x.From <= offset && offset < x.To {
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
func (p *parser) leaveOut(x ctext.Declaration, offset int, e *diag.Error, known int) bool {
	for i := range p.asides {
		a := &p.asides[i]
		if a.Declaration != x {
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
	a := aside{Declaration: x, whole: x.Open == 0 || offset < x.Open, errs: diag.List{e}}
	if x.Open > 0 {
		a.name = ctext.FunctionName(p.src[x.From:x.Open])
	}
	a.text = p.src[x.From:x.To]
	p.asides = append(p.asides, a)
	return true
}

// leaveOut leaves out of an included file the body of the function that e is about, or else the declaration.
func (h *headers) leaveOut(e *diag.Error) bool {
	text := h.read[e.Pos.File]
	if e.Pos.Line > 1+bytes.Count(text, []byte("\n")) {
		return false
	}
	offset := offsetOf(text, e.Pos.Line, e.Pos.Col)
	for _, x := range ctext.Declarations(text) {
		if x.From <= offset && offset < x.To {
			a := aside{Declaration: x, whole: x.Open == 0 || offset < x.Open, errs: diag.List{e}, text: text[x.From:x.To]}
			h.asides = append(h.asides, a)
			h.read[e.Pos.File] = ctext.Apply(text, a.blanks(text))
			return true
		}
	}
	return false
}

// crash is that cc gives no place for what it cannot read, or panics.
type crash struct{ said *diag.Error }

func (c *crash) Error() string { return c.said.Error() }

// setAsideFirst leaves out the first declaration up to which the text has errors of syntax.
func (p *parser) setAsideFirst() bool {
	n := sort.Search(len(p.declarations)+1, func(n int) bool { return isSyntax(p.attemptFirst(n)) })
	if n == 0 || n > len(p.declarations) {
		return false
	}
	for _, e := range listOf(p.attemptFirst(n)) {
		if x, offset, ok := p.declaration(e.Pos); ok && x == p.declarations[n-1] {
			return p.leaveOut(x, offset, e, len(p.asides))
		}
	}
	x := p.declarations[n-1]
	before := p.src[:x.From]
	at := diag.Pos{File: p.name, Line: 1 + bytes.Count(before, []byte("\n")), Col: x.From - bytes.LastIndexByte(before, '\n')}
	return p.leaveOut(x, max(x.From, x.Open), unreadable(at), len(p.asides))
}

// attemptFirst is what is wrong with the first n declarations, without those behind.
func (p *parser) attemptFirst(n int) error {
	kept := p.asides
	defer func() { p.asides = kept }()
	p.asides = slices.Clone(kept)
	for _, x := range p.declarations[n:] {
		p.asides = slices.DeleteFunc(p.asides, func(a aside) bool { return a.Declaration == x })
		p.asides = append(p.asides, aside{Declaration: x, whole: true})
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
	from := a.From
	if !a.whole {
		out, from = append(out, ctext.Edit{From: a.Open, To: a.Open + 1, Text: ";"}), a.Open+1
	}
	start := from
	for i := from; i < a.To; {
		n := ctext.TokenLength(text[i:])
		if text[i] == '#' && ctext.BeginsLine(text, i) {
			n = ctext.DirectiveLength(text[i:])
			out, start = append(out, ctext.Edit{From: start, To: i, Text: blank(text[start:i])}), i+n
		}
		i += n
	}
	if start < a.To {
		out = append(out, ctext.Edit{From: start, To: a.To, Text: blank(text[start:a.To])})
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
