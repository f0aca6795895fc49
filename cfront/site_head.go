package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/ctext"
	"scf/cfront/splice"
)

// This file makes the heads of copies of a function, which say less than its own: a copy has no second name, runs at no start of the
// program, and warns nobody who calls it. Attributes may come from macros, so the expanded head is looked at; where the copy's
// says the same, the text of the file serves.

// notCopied are the attributes that no copy of a function has.
var notCopied = ctext.WordSet("alias ifunc weakref symver constructor destructor deprecated unavailable error warning")

// notPrivate are those that a static function has not: they say how others find it.
var notPrivate = ctext.WordSet("weak visibility externally_visible dllexport dllimport used retain interrupt signal gnu_inline")

// setHeads sets the heads of the copies of fn that are not as the text of the file has them.
func (f *File) setHeads(s *splice.Site, fn *cc.FunctionDefinition) {
	h, ok := f.headOf(fn)
	s.Unclear = !ok
	expanded := ok && (s.Name < 0 || s.IsTorn(f.Source()))
	if expanded {
		s.Own = h.text()
	}
	hidden := expanded || s.Static != h.has("static") || h.has("extern") && !s.SaysExtern(f.Source())
	if private := h.without(notCopied).without(notPrivate); hidden || !slices.Equal(private, h) {
		s.Private = private.static().text()
	}
	beside := h.without(notCopied)
	if h.isInlineOnly() { // a definition for callers elsewhere is in another file, if at all: there is none of the copy
		beside = beside.without(notPrivate).static()
	}
	if expanded || !slices.Equal(beside, h) {
		s.Beside = beside.text()
	}
}

// head is what stands before a function's {, with macros expanded.
type head []headToken

type headToken struct {
	space, text string
	isName      bool // the function's
	isSpecifier bool // stands before the declarator, outside of parentheses
}

// headOf is the head of fn. It is not ok if some of it is not known: the middle of a list of attributes that a macro wrote.
func (f *File) headOf(fn *cc.FunctionDefinition) (h head, ok bool) {
	name, open := fn.Declarator.NameTok(), fn.CompoundStatement.Token
	specifiers := map[int]bool{}
	depth := 0
	for _, t := range cc.NodeTokens(fn.DeclarationSpecifiers) {
		depth += ctext.Nesting(t.SrcStr()[0])
		specifiers[t.Seq()] = depth == 0
	}
	tokens := cc.NodeTokens(fn)
	tokens = tokens[:slices.IndexFunc(tokens, func(t cc.Token) bool { return t.Seq() == open.Seq() })]
	lost := lostBefore(tokens)
	ok = true
	for i, t := range tokens {
		if lost[t.Seq()] {
			between, own := f.textBetween(tokens[i-1], t)
			h, ok = append(h, headTokens(between)...), ok && own
		}
		h = append(h, headToken{string(t.Sep()), t.SrcStr(), t.Seq() == name.Seq(), specifiers[t.Seq()]})
	}
	if len(h) > 0 {
		h[0].space = ""
	}
	return h, ok
}

// textBetween is what stands in the file between the tokens, if the file has them.
func (f *File) textBetween(from, to cc.Token) (text []byte, own bool) {
	start, own := f.offset(from, from.SrcStr())
	start += len(from.SrcStr())
	end, own2 := f.offset(to, to.SrcStr())
	if !own || !own2 || start > end {
		return nil, false
	}
	return f.Source()[start:end], true
}

// headTokens are the tokens of a text.
func headTokens(text []byte) (h head) {
	space := ""
	for len(text) > 0 {
		n := ctext.TokenLength(text)
		if t := string(text[:n]); strings.TrimSpace(t) == "" || strings.HasPrefix(t, "/*") || strings.HasPrefix(t, "//") {
			space = " "
		} else {
			h, space = append(h, headToken{space: space, text: t}), ""
		}
		text = text[n:]
	}
	return h
}

// has reports whether a specifier is the word, with underscores around it perhaps.
func (h head) has(word string) bool {
	return slices.ContainsFunc(h, func(t headToken) bool { return t.isSpecifier && strings.Trim(t.text, "_") == word })
}

// isInlineOnly reports whether the function has only a definition to inline: a call that is not needs another file's.
func (h head) isInlineOnly() bool {
	gnu := !slices.Equal(h.without(ctext.WordSet("gnu_inline")), h)
	return h.has("inline") && !h.has("static") && h.has("extern") == gnu
}

// static is the head of a static function.
func (h head) static() head {
	if h.has("static") {
		return h
	}
	h = slices.DeleteFunc(slices.Clone(h), func(t headToken) bool { return t.isSpecifier && t.text == "extern" })
	if len(h) > 0 {
		h[0].space = " "
	}
	return append(head{{text: "static"}}, h...)
}

// without is the head without the attributes.
func (h head) without(attributes map[string]bool) head {
	var out head
	for i := 0; i < len(h); i++ {
		if text := h[i].text; text != "__attribute__" && text != "__attribute" {
			out = append(out, h[i])
			continue
		}
		end := h.attributeEnd(i)
		out = append(out, h[i:end].attributesWithout(attributes)...)
		i = end - 1
	}
	return out
}

// attributeEnd is behind the parentheses that follow the word number i.
func (h head) attributeEnd(i int) int {
	depth := 0
	for i++; i < len(h); i++ {
		depth += ctext.Nesting(h[i].text[0])
		if depth == 0 {
			return i + 1
		}
	}
	return i
}

// attributesWithout is an attribute specifier, __attribute__((a, b(x))), without some attributes; empty if none are left.
func (h head) attributesWithout(attributes map[string]bool) head {
	const front, back = 3, 2 // __attribute__ ( ( and ) )
	if len(h) < front+back {
		return h
	}
	var kept head
	for rest := h[front : len(h)-back]; len(rest) > 0; {
		n, depth := 0, 0
		for ; n < len(rest) && (depth > 0 || rest[n].text != ","); n++ {
			depth += ctext.Nesting(rest[n].text[0])
		}
		if n > 0 && !attributes[strings.Trim(rest[0].text, "_")] {
			if len(kept) > 0 {
				kept = append(kept, headToken{text: ","})
			}
			kept = append(kept, rest[:n]...)
		}
		rest = rest[min(n+1, len(rest)):]
	}
	if len(kept) == 0 {
		return nil
	}
	kept[0].space = ""
	return slices.Concat(h[:front], kept, h[len(h)-back:])
}

// text is the head as text.
func (h head) text() *splice.Head {
	var before, after strings.Builder
	at := &before
	for i, t := range h {
		space := t.space
		if i == 0 || space == " " && h[i-1].text == "(" { // as where a macro begins
			space = ""
		} else if space == "" && ctext.IsWord(t.text[0]) && ctext.IsWord(h[i-1].text[len(h[i-1].text)-1]) {
			space = " "
		}
		at.WriteString(space)
		if t.isName {
			at = &after
			continue
		}
		at.WriteString(t.text)
	}
	return &splice.Head{Before: before.String(), After: after.String()}
}
