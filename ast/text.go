package ast

import (
	"regexp"
	"strconv"
	"strings"
)

// This file is about C that the tree does not look into: it is kept as the source has it. Such a text is a call of an object that is no
// function, but has the text for its name, with holes for the arguments. So passes take it for what they know least of: it
// reads and changes all memory that others know of, its arguments' addresses among it, happens as often and in the order that the
// tree says, and its value is not known.
//
//	call (object ("@e:@*0@ = @*0@ * @1@", …), [address_of z, x], …)    z = z * x
//
// A hole @1@ is for the value of the argument number 1, a hole @*0@ for the object that the argument number 0 points to; @@ is an @.
// In front stands how tight the text binds. It means in C what it says wherever it stands in the function: the names in it that are not in
// holes are of the file, of the function's head, or its own.

// Binding says where a text needs parentheses.
type Binding string

const (
	Loose   Binding = "@e:" // any expression, but one with a comma; or none
	Prefix  Binding = "@u:" // a unary operator with its operand
	Primary Binding = "@p:" // needs none
)

var bindings = map[Binding]int{Loose: precAssign, Prefix: precUnary, Primary: precPrimary}

// NewText is the text with the arguments, whose holes are Hole and PlaceHole, and a value of type t.
func NewText(b Binding, text string, t Type, args ...Expr) *Call {
	fn := &Function{Result: t}
	for _, a := range args {
		fn.Params = append(fn.Params, TypeOf(a))
	}
	return &Call{Fn: &Object{Name: string(b) + text, Ty: fn}, Args: args, Ty: t}
}

// TextHole is the hole for the value of argument number i, PlaceHole that for the object that it points to, EscapeText the text without holes in it.
func TextHole(i int) string       { return "@" + strconv.Itoa(i) + "@" }
func PlaceHole(i int) string      { return "@*" + strconv.Itoa(i) + "@" }
func EscapeText(s string) string  { return strings.ReplaceAll(s, "@", "@@") }
func bindingOf(s string) Binding  { return Binding(s[:min(len(s), len(Loose))]) }
func isTextName(name string) bool { return strings.HasPrefix(name, "@") }

// TextOf is the text that e calls; ok is false for another call.
func TextOf(e *Call) (text string, ok bool) {
	o, isObject := e.Fn.(*Object)
	if !isObject || !isTextName(o.Name) {
		return "", false
	}
	return o.Name[len(Loose):], true
}

// HasText reports whether there is a text in c.
func HasText(c Cmd) (found bool) {
	Walk(c, nil, func(e Expr) {
		call, isCall := e.(*Call)
		if isCall {
			_, isText := TextOf(call)
			found = found || isText
		}
	}, nil)
	return found
}

// fill is the text with its holes filled by hole, and the rest as said.
func fill(text string, hole func(i int, place bool) string, rest func(string) string) string {
	var b strings.Builder
	for text != "" {
		plain, after, found := strings.Cut(text, "@")
		b.WriteString(rest(plain))
		if !found {
			break
		}
		inside, behind, _ := strings.Cut(after, "@")
		text = behind
		if inside == "" {
			b.WriteString(rest("@"))
			continue
		}
		number, place := strings.CutPrefix(inside, "*")
		i, _ := strconv.Atoi(number)
		b.WriteString(hole(i, place))
	}
	return b.String()
}

// printText is the call of a text.
func printText(e *Call, text string) piece {
	hole := func(i int, place bool) string {
		switch {
		case i >= len(e.Args):
			return "?"
		case place:
			return printed(pointedAt(asParameter(e, i)), exact, precPostfix)
		}
		return printed(asParameter(e, i), exact, precPrimary)
	}
	b := bindingOf(e.Fn.(*Object).Name)
	return piece{fill(text, hole, func(s string) string { return s }), bindings[b]}
}

// asParameter is argument number i of the text e, in a cast where its type has another name than the hole's: passes take types that are
// represented alike for one, and volatile may be said by the name alone.
func asParameter(e *Call, i int) Expr {
	fn := calleeType(e.Fn)
	if _, isConst := e.Args[i].(*Const); isConst || fn == nil || i >= len(fn.Params) || TypeName(fn.Params[i]) == TypeName(TypeOf(e.Args[i])) {
		return e.Args[i]
	}
	return &Convert{Ty: fn.Params[i], X: e.Args[i]}
}

// pointedAt is the object that p points to.
func pointedAt(p Expr) Expr {
	if a, ok := p.(*AddressOf); ok && Same(a.Ty, Pointer{Elem: TypeOf(a.X)}) {
		return a.X
	}
	t, _ := TypeOf(p).(Pointer)
	return &Deref{X: p, Ty: t.Elem}
}

// Describe is the text as messages show it: short, with dots for the holes.
func Describe(text string) string {
	s := fill(text, func(int, bool) string { return "…" }, func(s string) string { return s })
	if s = strings.Join(strings.Fields(s), " "); len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// textWords are the words in the texts of f, out of their holes.
func textWords(f *Func) map[string]bool {
	words := map[string]bool{}
	Walk(f.Body, nil, func(e Expr) {
		c, ok := e.(*Call)
		if !ok {
			return
		}
		text, ok := TextOf(c)
		if !ok {
			return
		}
		fill(text, func(int, bool) string { return "" }, func(s string) string {
			for _, w := range strings.FieldsFunc(literals.ReplaceAllString(s, " "), func(r rune) bool { return !isWordRune(r) }) {
				words[w] = true
			}
			return ""
		})
	}, nil)
	return words
}

// literals are those of strings and characters.
var literals = regexp.MustCompile(`"([^"\\]|\\.)*"|'([^'\\]|\\.)*'`)

func isWordRune(r rune) bool {
	return r == '_' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
}
