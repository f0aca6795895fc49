package params

import (
	"fmt"
	"strings"

	"scf/ast"
)

// The text of knowledge, which reads back as the same.

// String is the canonical text, which ParseAbstract reads.
func (a Abstract) String() string {
	scalars := 0
	for _, f := range a.forms {
		switch f.(type) {
		case every, scalar, *function, *link:
			scalars++
		}
	}
	if scalars > 0 && scalars == len(a.forms) {
		return "CONSTANT(" + a.text() + ")"
	}
	return a.text()
}

func (l Late) String() string { return l.known.text() }

// text is the text of a where it is part of another.
func (a Abstract) text() string {
	if !a.IsConstant() {
		return "NON_CONSTANT"
	}
	parts := make([]string, len(a.forms))
	for i, f := range a.forms {
		parts[i] = formText(f)
	}
	return strings.Join(parts, "|")
}

func formText(f form) string {
	switch f := f.(type) {
	case every:
		return everyName(f.typ)
	case scalar:
		return formatScalar(f)
	case *function:
		return f.Name
	case *link:
		return fmt.Sprintf("&%s[%d]", f.table.Name, f.element)
	case *table:
		return f.known.text()
	case *array:
		return f.text()
	}
	var parts []string
	for _, x := range f.(*record).fields {
		parts = append(parts, x.name+":"+x.value.text())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// everyName is what all values of type t are called.
func everyName(t ast.Type) string {
	if _, ok := t.(ast.Floating); ok {
		return "Float"
	}
	return "Int"
}

func (a *array) text() string {
	if s, ok := a.characters(); ok {
		return quoteC(s)
	}
	parts := make([]string, len(a.elems))
	for i, x := range a.elems {
		parts[i] = x.text()
	}
	star := ""
	if a.repeated {
		star = "*"
	}
	return "[" + strings.Join(parts, ",") + star + "]"
}

// characters is the text of an array of characters that are printable, with a zero behind them.
func (a *array) characters() (string, bool) {
	last := len(a.elems) - 1
	if t, ok := a.typ.(ast.Integer); !ok || t.Name != "char" || a.repeated || last < 1 {
		return "", false
	}
	var b strings.Builder
	for i, x := range a.elems {
		if len(x.forms) != 1 {
			return "", false
		}
		c, ok := x.forms[0].(scalar)
		if !ok || (i == last) != (c.bits == 0) || i < last && (c.bits < ' ' || c.bits > '~') {
			return "", false
		}
		if i < last {
			b.WriteByte(byte(c.bits))
		}
	}
	return b.String(), true
}

// quoteC is a string of printable characters in quotes.
func quoteC(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
