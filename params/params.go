// Package params is the language in which users say what is known about parameters of C functions, and about globals: early, which values
// there may be (Abstract), and late, which one there is (Late). Both are sets of forms, numbers or memory, of a parameter's C type.
//
//	params.go      sets of values: membership
//	text.go        their text
//	syntax.go      its grammar
//	elaborate.go   what a text means for a C type
//	functions.go   pointers to functions
//	types.go       the parts of C types that something can be known of
//	scalars.go     numbers, exactly, by their C type
//	govalues.go    late values from Go values
//	memory.go      late values in memory as C has them
//	initial.go     what the initialisers of const variables say
//	lattice.go     both as the passes get them
//	facts.go       early knowledge as package causes gets it
//	guard.go       tests whether late values are what they were taken for
//	refuse.go      messages about late values that were not staged for
//	sample.go      random late values
//	key.go         late values as keys of maps
package params

import (
	"slices"

	"scf/ast"
)

// Param is a parameter of a C function, or a variable that it mentions and that lives as long as the program.
type Param struct {
	// Name is the parameter's name, or the variable's: FUNC.NAME of a static one of the function.
	Name string
	Type ast.Type
	// Variable tells that it is a variable. Its type is its own: an array and a struct are known by their parts.
	Variable bool
	// Initial is what is known of a variable without being told, since it is const and has an initialiser.
	Initial Abstract
	// Layouts are the fields of the structs that the type reaches.
	Layouts ast.Layouts
	// Functions are those that constant pointers may lead to.
	Functions []Function
	// Table is the const variable called name, an array or a struct, that they may lead into; nil where there is none.
	Table func(name string) (t Table, ok bool)
	// Numbers is the value of an integer that the source has a name for, an enumerator or a macro; nil where it has none.
	Numbers func(name string) (n int64, ok bool)
	// Constant tells that the source declares the parameter constant at run time, by __attribute__((annotate("constant"))).
	Constant bool
}

// New is a parameter of type t, which reaches structs that have those layouts among others.
func New(name string, t ast.Type, all ast.Layouts) Param {
	return Param{Name: name, Type: t, Layouts: reached(t, all)}
}

// IsPointer reports whether what is known of p is what it points to.
func (p Param) IsPointer() bool {
	_, toFunction := functionOf(p.Type)
	return isPointer(p.Type) && !toFunction
}

// Everything is that all of p, and of what it reaches, is constant, as far as it can be.
func (p Param) Everything() Abstract { return everything(p.Type, p.Layouts, p.Functions) }

// Declared is what the source says of p: that all of it is constant, or nothing.
func (p Param) Declared() Abstract {
	if p.Variable {
		return p.Initial
	}
	if !p.Constant || isRecord(p.Type) {
		return Abstract{}
	}
	return p.Everything()
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

// form is a set of values: every, scalar, *function, *link, *table, *array or *record.
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

// one is the set of what f allows.
func one(f form) Abstract { return Abstract{[]form{f}} }

// newRecord has the fields that something is known of.
func newRecord(fields []ast.Field, value func(ast.Field) Abstract) *record {
	rec := &record{}
	for _, f := range fields {
		if x := value(f); x.IsConstant() {
			rec.fields = append(rec.fields, field{f.Name, f.Ty, x})
		}
	}
	return rec
}

// fill makes the array have n elements and reports whether it can.
func (a *array) fill(n int64) bool {
	if a.repeated {
		last := a.elems[len(a.elems)-1]
		a.elems = a.elems[:len(a.elems)-1]
		for int64(len(a.elems)) < n {
			a.elems = append(a.elems, last)
		}
		a.repeated = false
	}
	return int64(len(a.elems)) == n
}

// IsConstant reports whether anything is known.
func (a Abstract) IsConstant() bool { return len(a.forms) > 0 }

// IsConstant reports whether the value is known late, of memory at least parts of it.
func (l Late) IsConstant() bool { return l.known.IsConstant() }

// Known is the set of l alone.
func (l Late) Known() Abstract { return l.known }

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
func (a Abstract) Implied() (l Late, ok bool) { return Late{a}, a.IsSingle() }

// IsSingle reports whether a is one value.
func (a Abstract) IsSingle() bool {
	if !a.IsConstant() {
		return true
	}
	if len(a.forms) > 1 {
		return false
	}
	switch f := a.forms[0].(type) {
	case scalar, *function, *link, *table:
		return true
	case *array:
		return !f.repeated && allOf(f.elems, Abstract.IsSingle)
	case *record:
		return allOf(f.fields, func(x field) bool { return x.value.IsSingle() })
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
	if !a.IsConstant() || !v.IsConstant() {
		return a.IsConstant() == v.IsConstant()
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
	case *function:
		v, ok := v.(*function)
		return ok && v.Name == f.Name
	case *link:
		v, ok := v.(*link)
		return ok && v.table.Name == f.table.Name && v.element == f.element
	case *table:
		v, ok := v.(*table)
		return ok && f.known.contains(v.known)
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
