package core

import (
	"slices"
	"strings"

	"scf/internal/valtext"
)

// The text of concrete values (package valtext has the grammar), canonical: [1, 2], (1, 2), c, c(1, 2), map{1 -> 2}, set{1}.
// It parses back to an equal value. Dead is written dead.

// FormatValue is v's text.
func FormatValue(v Value) string {
	p := valuePrinter{limit: -1}
	p.print(v)
	return p.b.String()
}

// AbbreviateValue is v's text, cut after about limit bytes and then ending in "...".
func AbbreviateValue(v Value, limit int) string {
	p := valuePrinter{limit: limit}
	p.print(v)
	if s := p.b.String(); len(s) > limit {
		return strings.ToValidUTF8(s[:limit], "") + "..."
	}
	return p.b.String()
}

func (v Int) String() string       { return valtext.FormatInt(int64(v)) }
func (v Bool) String() string      { return FormatValue(v) }
func (v Char) String() string      { return valtext.QuoteChar(byte(v)) }
func (v Str) String() string       { return valtext.Quote(string(v)) }
func (v *Tuple) String() string    { return FormatValue(v) }
func (v *ConValue) String() string { return FormatValue(v) }
func (v *MapValue) String() string { return FormatValue(v) }
func (v *SetValue) String() string { return FormatValue(v) }
func (v Dead) String() string      { return "dead" }

// ConText is c's name as texts of values write it: a constructor named as a word of the grammar is qualified by its datatype.
func ConText(c *Con) string {
	if c.Name == "fix" {
		return c.Data.Name + "." + c.Name
	}
	return c.Name
}

// valuePrinter prints with a stack of what is still to print, as values are nested as deep as programs build them.
type valuePrinter struct {
	b     strings.Builder
	limit int // stop when the text is longer than this; never if negative
	work  []printTask
}

// printTask is one thing to print: a value, or the rest of a list that has been begun, or else a text.
type printTask struct {
	text string
	v    Value
	rest *ConValue
}

func (p *valuePrinter) print(v Value) {
	p.work = append(p.work, printTask{v: v})
	for len(p.work) > 0 && (p.limit < 0 || p.b.Len() <= p.limit) {
		t := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		switch {
		case t.v != nil:
			p.value(t.v)
		case t.rest != nil:
			p.rest(t.rest)
		default:
			p.b.WriteString(t.text)
		}
	}
}

func (p *valuePrinter) value(v Value) {
	switch v := v.(type) {
	case Int, Char, Str, Dead:
		p.b.WriteString(v.(interface{ String() string }).String())
	case Bool:
		if v {
			p.b.WriteString("true")
		} else {
			p.b.WriteString("false")
		}
	case *Tuple:
		p.parts("(", v.Elems, ")")
	case *ConValue:
		p.constructed(v)
	case *MapValue:
		p.entries(v)
	case *SetValue:
		p.parts("set{", slices.Collect(v.All()), "}")
	}
}

func (p *valuePrinter) constructed(v *ConValue) {
	switch {
	case v.Con.Data == ListData && !endsInNil(v):
		p.openList(v)
	case v.Con == Nil:
		p.b.WriteString("[]")
	case v.Con == Cons:
		p.b.WriteByte('[')
		p.work = append(p.work, printTask{rest: v.Args[1].(*ConValue)}, printTask{v: v.Args[0]})
	case len(v.Args) == 0:
		p.b.WriteString(ConText(v.Con))
	default:
		p.parts(ConText(v.Con)+"(", v.Args, ")")
	}
}

// rest prints what stands behind an element of a list.
func (p *valuePrinter) rest(v *ConValue) {
	if v.Con == Nil {
		p.b.WriteByte(']')
		return
	}
	p.b.WriteString(", ")
	p.work = append(p.work, printTask{rest: v.Args[1].(*ConValue)}, printTask{v: v.Args[0]})
}

// openList prints a list whose end is dead: v :: w :: dead.
func (p *valuePrinter) openList(v Value) {
	first := len(p.work)
	for cell, ok := v.(*ConValue); ok; cell, ok = v.(*ConValue) {
		if head := cell.Args[0]; isOpenList(head) {
			p.work = append(p.work, printTask{text: "("}, printTask{v: head}, printTask{text: ") :: "})
		} else {
			p.work = append(p.work, printTask{v: head}, printTask{text: " :: "})
		}
		v = cell.Args[1]
	}
	p.work = append(p.work, printTask{v: v})
	slices.Reverse(p.work[first:])
}

func isOpenList(v Value) bool {
	cell, ok := v.(*ConValue)
	return ok && cell.Con == Cons && !endsInNil(cell)
}

// endsInNil reports whether the last tail of a list is nil; otherwise it is dead.
func endsInNil(v *ConValue) bool {
	for v.Con == Cons {
		tail, ok := v.Args[1].(*ConValue)
		if !ok {
			return false
		}
		v = tail
	}
	return true
}

// parts prints vs with commas in between.
func (p *valuePrinter) parts(open string, vs []Value, end string) {
	p.b.WriteString(open)
	first := len(p.work)
	for i, v := range vs {
		if i > 0 {
			p.work = append(p.work, printTask{text: ", "})
		}
		p.work = append(p.work, printTask{v: v})
	}
	p.work = append(p.work, printTask{text: end})
	slices.Reverse(p.work[first:])
}

func (p *valuePrinter) entries(m *MapValue) {
	p.b.WriteString("map{")
	first, sep := len(p.work), ""
	for k, v := range m.All() {
		p.work = append(p.work, printTask{text: sep}, printTask{v: k}, printTask{text: " -> "}, printTask{v: v})
		sep = ", "
	}
	p.work = append(p.work, printTask{text: "}"})
	slices.Reverse(p.work[first:])
}
