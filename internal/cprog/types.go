package cprog

import (
	"fmt"
	"strings"
)

// Type is a C type, with what the generator promises about its values.
type Type struct {
	kind   kind
	name   string // in C, of numbers and records
	size   int    // in bytes
	bits   int    // of integers; 1 for _Bool
	signed bool
	elem   *Type // of pointers and arrays
	n      int   // elements of an array; elements that every value of the pointer type reaches
	view   bool  // of a pointer: it says const, and yet what it points to may be written, through a cast
	frozen bool  // what the pointer points to is not written through it or in any other way
	fields []field
	union  bool
	packed bool     // its members may lie where their types do not
	values []string // of a callback
}

type kind int

const (
	integer kind = iota
	floating
	pointer
	array
	record
	callback // a pointer to a function
)

type field struct {
	name string
	t    *Type
	bits int  // width, if a bit-field
	next bool // the link of a list, which may be null
}

func number(name string, k kind, bits int, signed bool) *Type {
	return &Type{kind: k, name: name, size: max(bits/8, 1), bits: bits, signed: signed}
}

// integers are the types of integer variables, on a target where long has 64 bits. Those before plain need no declaration.
var (
	intType    = number("int", integer, 32, true)
	longType   = number("long", integer, 64, true)
	byteType   = number("unsigned char", integer, 8, false)
	charType   = number("char", integer, 8, true)
	wordType   = number("unsigned", integer, 32, false)
	boolType   = number("_Bool", integer, 1, false)
	floatType  = number("float", floating, 32, true)
	doubleType = number("double", floating, 64, true)
	longDouble = number("long double", floating, 128, true)

	integers = []*Type{
		intType, intType, intType, wordType, wordType, boolType, charType, byteType, longType,
		number("signed char", integer, 8, true), number("short", integer, 16, true), number("unsigned short", integer, 16, false),
		number("unsigned long", integer, 64, false), number("long long", integer, 64, true),
		number("unsigned long long", integer, 64, false),
	}
)

// Integer is an integer type that a file calls name; _Bool has one bit.
func Integer(name string, bits int, signed bool) *Type { return number(name, integer, bits, signed) }

func pointerTo(elem *Type, n int) *Type { return &Type{kind: pointer, size: 8, elem: elem, n: n} }

// frozenPointer is a pointer to n elements that nothing writes.
func frozenPointer(elem *Type, n int) *Type {
	return &Type{kind: pointer, size: 8, elem: elem, n: n, frozen: true}
}

// viewOf is t or, at times, a pointer to const where t is one.
func (g *generator) viewOf(t *Type, percent int) *Type {
	if t.kind != pointer || t.elem.kind == pointer || !g.may(ConstCasts) || !g.chance(percent) {
		return t
	}
	return &Type{kind: pointer, size: 8, elem: t.elem, n: t.n, view: true}
}

func arrayOf(elem *Type, n int) *Type {
	return &Type{kind: array, size: n * elem.size, elem: elem, n: n}
}

func (t *Type) isNumber() bool  { return t.kind == integer || t.kind == floating }
func (t *Type) isInteger() bool { return t.kind == integer }

// Declare is the declaration of a name, without a semicolon.
func (t *Type) Declare(name string) string {
	switch {
	case t.kind == callback:
		return "int (*" + name + ")(int, long)"
	case t.kind == array:
		return t.elem.Declare(fmt.Sprintf("%s[%d]", name, t.n))
	case t.kind == pointer && (t.frozen || t.view):
		return "const " + pointerTo(t.elem, t.n).Declare(name)
	case t.kind == pointer && t.elem.kind == array:
		return t.elem.Declare("(*" + name + ")")
	case t.kind == pointer:
		return t.elem.Declare("*" + name)
	}
	return strings.TrimRight(t.name+" "+name, " ")
}

// qualifiedLike reports whether what values of two pointer types point to is qualified alike.
func (t *Type) qualifiedLike(u *Type) bool { return t.frozen == u.frozen && t.view == u.view }

// same reports whether two types are one type of C.
func same(a, b *Type) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case pointer: // a pointer to one of them may be used as one to the other only if both promise as much
		return a.n == b.n && same(a.elem, b.elem)
	case array:
		return a.n == b.n && same(a.elem, b.elem)
	}
	return a.name == b.name
}

// holds reports whether a value of the type holds one that is accepted.
func (t *Type) holds(accept func(*Type) bool) bool {
	if accept(t) {
		return true
	}
	if t.kind == array {
		return t.elem.holds(accept)
	}
	for _, f := range t.fields {
		if f.t.holds(accept) {
			return true
		}
	}
	return false
}

func isPointer(t *Type) bool { return t.kind == pointer }

// integerType is the type of an integer variable.
func (g *generator) integerType() *Type {
	if g.choose(Enums, 5) {
		return number("enum "+g.fileName("color"), integer, 32, false)
	}
	if g.choose(Typedefs, 10) {
		return pick(g, []*Type{number(g.fileName("u8"), integer, 8, false), number(g.fileName("i64"), integer, 64, true)})
	}
	return pick(g, integers)
}

// numberType is the type of a variable that holds a number.
func (g *generator) numberType() *Type {
	switch {
	case g.choose(Floats, 18):
		return pick(g, []*Type{floatType, doubleType, doubleType})
	case g.choose(LongDoubles, 1):
		return longDouble
	}
	return g.integerType()
}
