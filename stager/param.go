package stager

import (
	"slices"
	"strings"

	"scf/ast"
)

// What is known about a parameter early and late. paramsyntax.go has the grammar of its text, paramelab.go reads text by the
// parameter's C type, parammake.go makes late values from Go values, paramlattice.go gives both to the passes.

// Param is a parameter of a C function.
type Param struct {
	Name string
	Type ast.Type
	// Layouts are the fields of the structs that the type reaches.
	Layouts ast.Layouts
	// Constant tells that the source declares the parameter constant at run time, by __attribute__((annotate("constant"))).
	Constant bool
}

// Abstract is the set of what may be known late about a parameter: nothing (NON_CONSTANT, the zero value), or one of some values.
// A value of a pointer is what it points to, memory that does not change, or null.
type Abstract struct {
	forms []form // of the values; scalars first, ascending, no two alike; none: NON_CONSTANT
}

// Late is what is known late about a parameter: nothing (NON_CONSTANT, the zero value) or its value. Of memory parts may be not known.
type Late struct {
	known Abstract // of one form, as all its parts; no every and no repeated
}

// form is a set of values: every, scalar, *array or *record.
type form interface{ isForm() }

// every is all values of an integer or floating type.
type every struct{ typ ast.Type }

// scalar is one value.
type scalar struct {
	bits int64 // an integer in the form of ast.Wrap, the bits of a floating number, or 0, the null pointer
	typ  ast.Type
}

// array is the elements of an array, or those that a pointer points to.
type array struct {
	elems    []Abstract
	repeated bool     // whether there may be any number of the last one, none included
	typ      ast.Type // of the elements
}

// record is the fields of a struct, or of the one that a pointer points to.
type record struct {
	fields []field // in the struct's order; one that is not here is NON_CONSTANT
}

type field struct {
	name  string
	typ   ast.Type
	value Abstract
}

func (every) isForm()   {}
func (scalar) isForm()  {}
func (*array) isForm()  {}
func (*record) isForm() {}

// isConstant reports whether anything is known.
func (a Abstract) isConstant() bool { return len(a.forms) > 0 }

// IsConstant reports whether the value is known late, of memory at least parts of it.
func (l Late) IsConstant() bool { return l.known.isConstant() }

// Value is the value of an integer parameter in the form of ast.Wrap, of a floating one its bits; 0 where it is not known, and of
// memory.
func (l Late) Value() int64 {
	if l.IsConstant() {
		if s, ok := l.known.forms[0].(scalar); ok {
			return s.bits
		}
	}
	return 0
}

// Implied is the late knowledge that a leaves no choice about; ok reports whether there is one.
func (a Abstract) Implied() (l Late, ok bool) { return Late{a}, a.isSingle() }

// isSingle reports whether a is one value.
func (a Abstract) isSingle() bool {
	if !a.isConstant() {
		return true
	}
	if len(a.forms) > 1 {
		return false
	}
	switch f := a.forms[0].(type) {
	case scalar:
		return true
	case *array:
		return !f.repeated && allOf(f.elems, Abstract.isSingle)
	case *record:
		return allOf(f.fields, func(x field) bool { return x.value.isSingle() })
	}
	return false
}

func allOf[T any](xs []T, holds func(T) bool) bool {
	return !slices.ContainsFunc(xs, func(x T) bool { return !holds(x) })
}

// Contains reports whether l is among what a allows.
func (a Abstract) Contains(l Late) bool { return a.contains(l.known) }

// contains reports whether the one value v is in a.
func (a Abstract) contains(v Abstract) bool {
	if !a.isConstant() || !v.isConstant() {
		return a.isConstant() == v.isConstant()
	}
	return slices.ContainsFunc(a.forms, func(f form) bool { return formContains(f, v.forms[0]) })
}

func formContains(f, v form) bool {
	switch f := f.(type) {
	case every:
		v, ok := v.(scalar)
		return ok && f.has(v)
	case scalar:
		v, ok := v.(scalar)
		return ok && v.bits == f.bits
	case *array:
		v, ok := v.(*array)
		return ok && f.contains(v)
	case *record:
		v, ok := v.(*record)
		return ok && slices.EqualFunc(f.fields, v.fields, func(x, y field) bool { return x.name == y.name && x.value.contains(y.value) })
	}
	return false
}

// has reports whether v is of the type.
func (e every) has(v scalar) bool { return ast.Same(e.typ, v.typ) }

func (a *array) contains(v *array) bool {
	n := a.least()
	if len(v.elems) < n || len(v.elems) > n && !a.repeated {
		return false
	}
	for i, x := range v.elems {
		if !a.elems[min(i, len(a.elems)-1)].contains(x) {
			return false
		}
	}
	return true
}

// least is the least number of elements.
func (a *array) least() int {
	if a.repeated {
		return len(a.elems) - 1
	}
	return len(a.elems)
}

// String is the canonical text, which ParseAbstract reads.
func (a Abstract) String() string {
	scalars := 0
	for _, f := range a.forms {
		switch f.(type) {
		case every, scalar:
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
	if !a.isConstant() {
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

// isCharacter reports whether strings are arrays of t.
func isCharacter(t ast.Type) bool {
	i, ok := t.(ast.Integer)
	return ok && i.Width == 8
}
