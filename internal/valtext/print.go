package valtext

import (
	"fmt"
	"strings"
)

// The printer: a tree's canonical text, which parses to the same tree. It recurses as deep as the tree is nested.

// The levels of the grammar: what may stand at a place without parentheses.
type level int

const (
	valueLevel   level = iota // everything
	operandLevel              // no alternatives, no fix (which would swallow what follows)
	appLevel                  // no :: either
	atomLevel                 // nothing that could be torn apart by a tag
)

// String is n's canonical text.
func (n *Node) String() string {
	var b strings.Builder
	n.print(&b, valueLevel)
	return b.String()
}

// level is the weakest place where n can stand without parentheses.
func (n *Node) level() level {
	switch {
	case n.Tag != 0:
		return atomLevel
	case n.Kind == Alt || n.Kind == Fix:
		return valueLevel
	case n.Kind == Cons:
		return operandLevel
	}
	return atomLevel
}

func (n *Node) print(b *strings.Builder, at level) {
	if n.Tag != 0 {
		untagged := *n
		untagged.Tag = 0
		untagged.print(b, atomLevel)
		fmt.Fprintf(b, "#%d", n.Tag)
		return
	}
	if n.level() < at {
		b.WriteByte('(')
		n.printPlain(b)
		b.WriteByte(')')
		return
	}
	n.printPlain(b)
}

func (n *Node) printPlain(b *strings.Builder) {
	switch n.Kind {
	case Int:
		b.WriteString(FormatInt(n.Int))
	case Bool:
		fmt.Fprint(b, n.Int != 0)
	case Str:
		b.WriteString(Quote(n.Str))
	case Char:
		b.WriteString("#" + Quote(n.Str))
	case Base:
		b.WriteString("'" + n.Name)
	case Any:
		b.WriteString("Any")
	case Nothing:
		b.WriteString("Nothing")
	case Name, Rec:
		b.WriteString(n.Name)
	case Con:
		b.WriteString(n.Name)
		printList(b, "(", n.Kids, ", ", ")", valueLevel)
	case Tuple:
		printList(b, "(", n.Kids, ", ", ")", valueLevel)
	case List:
		printList(b, "[", n.Kids, ", ", "]", valueLevel)
	case Cons:
		printList(b, "", n.Kids, " :: ", "", appLevel)
	case Alt:
		printList(b, "", n.Kids, " | ", "", operandLevel)
	case Fix:
		b.WriteString("fix " + n.Name + ". ")
		n.Kids[0].print(b, valueLevel)
	case Map:
		n.printEntries(b, "map{")
	case Set:
		n.printEntries(b, "set{")
	}
}

func printList(b *strings.Builder, open string, ns []*Node, sep, end string, at level) {
	b.WriteString(open)
	for i, n := range ns {
		if i > 0 {
			b.WriteString(sep)
		}
		n.print(b, at)
	}
	b.WriteString(end)
}

func (n *Node) printEntries(b *strings.Builder, open string) {
	b.WriteString(open)
	if len(n.May) == 0 {
		printEntryList(b, n.Must)
	} else {
		b.WriteString("must [")
		printEntryList(b, n.Must)
		b.WriteString("], may [")
		printEntryList(b, n.May)
		b.WriteByte(']')
	}
	b.WriteByte('}')
}

func printEntryList(b *strings.Builder, entries []Entry) {
	for i, e := range entries {
		if i > 0 {
			b.WriteString(", ")
		}
		e.Key.print(b, valueLevel)
		if e.Value != nil {
			b.WriteString(" -> ")
			e.Value.print(b, valueLevel)
		}
	}
}
