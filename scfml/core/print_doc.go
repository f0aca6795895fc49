package core

import "strings"

// A small pretty printer (after Wadler, "A prettier printer", 2003): a document says where lines may be broken, and a group is
// set on one line where it fits. Rendering uses a stack of its own and looks at most one line ahead, so its time is linear.

// The page. Lines that would be indented further than to the column deepest begin at the left again, at leftmost: residual programs are so
// deep that most of their text would be indentation, and there would be little room for the rest.
const (
	pageWidth = 100
	leftmost  = 4
	deepest   = 44
)

// columnOf is where a line begins that is indented by n.
func columnOf(n int) int {
	if n < deepest {
		return n
	}
	return leftmost + (n-leftmost)%(deepest-leftmost)
}

// doc is a piece of text with possible line breaks.
type doc interface{ isDoc() }

type (
	textDoc string
	wordDoc struct { // a text that listings name the place of
		text string
		Token
	}
	lineDoc  struct{ flat string } // a line break, or flat where its group is on one line
	hardDoc  struct{}              // a line break; no group around it is on one line
	catDoc   []doc
	nestDoc  struct{ doc } // line breaks inside are indented by two more
	groupDoc struct{ doc }
)

func (textDoc) isDoc()  {}
func (wordDoc) isDoc()  {}
func (lineDoc) isDoc()  {}
func (hardDoc) isDoc()  {}
func (catDoc) isDoc()   {}
func (nestDoc) isDoc()  {}
func (groupDoc) isDoc() {}

var softLine = lineDoc{" "}

func cat(ds ...doc) doc   { return catDoc(ds) }
func group(ds ...doc) doc { return groupDoc{catDoc(ds)} }
func nest(ds ...doc) doc  { return nestDoc{catDoc(ds)} }
func text(s string) doc   { return textDoc(s) }
func parens(d doc) doc    { return cat(text("("), nest(d), text(")")) }

// separated is ds with a comma and a possible line break between them.
func separated(ds []doc) doc {
	var out catDoc
	for i, d := range ds {
		if i > 0 {
			out = append(out, text(","), softLine)
		}
		out = append(out, d)
	}
	return out
}

// filled is ds with commas between them, as many on a line as fit.
func filled(ds []doc) doc {
	var out catDoc
	for i, d := range ds {
		if i > 0 {
			d = group(softLine, d)
		}
		if i < len(ds)-1 {
			d = cat(d, text(","))
		}
		out = append(out, d)
	}
	return out
}

// placed is a document with the indentation and mode that it is to be set in.
type placed struct {
	doc
	indent int
	flat   bool
}

// render sets d within the page. Lines have no white space at their ends.
func render(d doc) string {
	text, _ := layout(d)
	return text
}

// layout is render, with the words of the text.
func layout(d doc) (string, []Token) {
	var b strings.Builder
	var words []Token
	column, atStart := 0, true
	stack := []placed{{d, 0, false}}
	var scratch []placed
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch d := at.doc.(type) {
		case textDoc, wordDoc:
			if atStart {
				b.WriteString(strings.Repeat(" ", column))
				atStart = false
			}
			if w, ok := d.(wordDoc); ok {
				w.At, w.End = b.Len(), b.Len()+len(w.text)
				words = append(words, w.Token)
			}
			b.WriteString(textOf(d))
			column += len(textOf(d))
		case lineDoc, hardDoc:
			if l, ok := d.(lineDoc); ok && at.flat {
				b.WriteString(l.flat)
				column += len(l.flat)
				continue
			}
			b.WriteByte('\n')
			column, atStart = columnOf(at.indent), true
		case groupDoc:
			stack = append(stack, placed{d.doc, at.indent, true})
			if !at.flat && !fits(pageWidth-column, stack, &scratch) {
				stack[len(stack)-1].flat = false
			}
		default:
			stack = expand(stack, at)
		}
	}
	return b.String(), words
}

// textOf is the text of a textDoc or a wordDoc.
func textOf(d doc) string {
	if w, ok := d.(wordDoc); ok {
		return w.text
	}
	return string(d.(textDoc))
}

// expand pushes the parts of a document that only holds others.
func expand(stack []placed, at placed) []placed {
	switch d := at.doc.(type) {
	case nestDoc:
		stack = append(stack, placed{d.doc, at.indent + 2, at.flat})
	case catDoc:
		for i := len(d) - 1; i >= 0; i-- {
			stack = append(stack, placed{d[i], at.indent, at.flat})
		}
	}
	return stack
}

// fits reports whether what lies on the stack, the last on top, reaches its next line break within width columns. scratch is room to work in.
func fits(width int, stack []placed, scratch *[]placed) bool {
	rest := len(stack)
	own := (*scratch)[:0] // what was pushed here; the stack below rest is only read
	defer func() { *scratch = own }()
	for width >= 0 {
		var at placed
		switch {
		case len(own) > 0:
			at, own = own[len(own)-1], own[:len(own)-1]
		case rest > 0:
			rest--
			at = stack[rest]
		default:
			return true
		}
		switch d := at.doc.(type) {
		case textDoc, wordDoc:
			width -= len(textOf(d))
		case lineDoc:
			if !at.flat {
				return true
			}
			width -= len(d.flat)
		case hardDoc:
			return !at.flat
		case groupDoc:
			own = append(own, placed{d.doc, at.indent, at.flat})
		default:
			own = expand(own, at)
		}
	}
	return false
}
