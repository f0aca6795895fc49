package core

import (
	"fmt"
	"slices"
	"strings"
)

// Type is a type of SCF-ML after elaboration: synonyms are expanded, structures are gone.
type Type interface {
	fmt.Stringer
	isType()
}

// Base is a type of scalars.
type Base int

// The base types.
const (
	IntType Base = iota
	BoolType
	CharType
	StringType
)

// TypeVar is a type variable of a polymorphic datatype or function; its identity is the pointer.
type TypeVar struct {
	Name string // with its prime: 'a, or ''a where the type must admit equality
}

// TupleType is a product; no elements make unit. One element does not occur.
type TupleType struct{ Elems []Type }

// DataType is a datatype applied to its type arguments.
type DataType struct {
	Data *Datatype
	Args []Type
}

// MapType is the type of maps from Key to Value. Maps of two structures with the same key and value types have one type.
type MapType struct{ Key, Value Type }

// SetType is the type of sets of Elem.
type SetType struct{ Elem Type }

func (Base) isType()       {}
func (*TypeVar) isType()   {}
func (*TupleType) isType() {}
func (*DataType) isType()  {}
func (*MapType) isType()   {}
func (*SetType) isType()   {}

// Unit is the type of ().
var Unit = &TupleType{}

func (b Base) String() string { return [...]string{"int", "bool", "char", "string"}[b] }

func (v *TypeVar) String() string { return v.Name }

func (t *TupleType) String() string {
	if len(t.Elems) == 0 {
		return "unit"
	}
	parts := make([]string, len(t.Elems))
	for i, e := range t.Elems {
		parts[i] = e.String()
		if tup, ok := e.(*TupleType); ok && len(tup.Elems) > 0 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " * ")
}

func (t *DataType) String() string {
	switch len(t.Args) {
	case 0:
		return t.Data.Name
	case 1:
		arg := t.Args[0].String()
		if tup, ok := t.Args[0].(*TupleType); ok && len(tup.Elems) > 0 {
			arg = "(" + arg + ")"
		}
		return arg + " " + t.Data.Name
	}
	parts := make([]string, len(t.Args))
	for i, a := range t.Args {
		parts[i] = a.String()
	}
	return "(" + strings.Join(parts, ", ") + ") " + t.Data.Name
}

func (t *MapType) String() string { return "(" + t.Key.String() + ", " + t.Value.String() + ") map" }
func (t *SetType) String() string { return "(" + t.Elem.String() + ") set" }

// Datatype is a sum type. Bool is not one: its values are constants.
type Datatype struct {
	Name   string
	Params []*TypeVar
	Cons   []*Con
}

// Con is a constructor. A constructor declared `of t1 * ... * tn` has n arguments, which patterns, expressions, concrete and
// abstract values hold directly, without a tuple in between; `of t` for any other t has one; without `of` it has none.
type Con struct {
	Name  string
	Data  *Datatype
	Index int    // position in Data.Cons
	Args  []Type // over Data.Params
	// Declared is the name in the source, where Name had to differ from it to be unique in the program; else empty.
	Declared string
}

// ArgTypes are the types of c's arguments in a value of type t.
func (c *Con) ArgTypes(t *DataType) []Type {
	if len(t.Args) == 0 {
		return c.Args
	}
	sub := make(map[*TypeVar]Type, len(t.Args))
	for i, p := range c.Data.Params {
		sub[p] = t.Args[i]
	}
	args := make([]Type, len(c.Args))
	for i, a := range c.Args {
		args[i] = SubstType(a, sub)
	}
	return args
}

// Parts are the types of what values of type t are made of: components, keys and entries, members.
func Parts(t Type) []Type {
	switch t := t.(type) {
	case *TupleType:
		return t.Elems
	case *DataType:
		var all []Type
		for _, c := range t.Data.Cons {
			all = append(all, c.ArgTypes(t)...)
		}
		return all
	case *MapType:
		return []Type{t.Key, t.Value}
	case *SetType:
		return []Type{t.Elem}
	}
	return nil
}

// SubstType replaces the type variables of t.
func SubstType(t Type, sub map[*TypeVar]Type) Type {
	if len(sub) == 0 {
		return t
	}
	list := func(ts []Type) []Type {
		out := make([]Type, len(ts))
		for i, e := range ts {
			out[i] = SubstType(e, sub)
		}
		return out
	}
	switch t := t.(type) {
	case *TypeVar:
		if s, ok := sub[t]; ok {
			return s
		}
	case *TupleType:
		return &TupleType{list(t.Elems)}
	case *DataType:
		return &DataType{t.Data, list(t.Args)}
	case *MapType:
		return &MapType{SubstType(t.Key, sub), SubstType(t.Value, sub)}
	case *SetType:
		return &SetType{SubstType(t.Elem, sub)}
	}
	return t
}

// The built-in datatypes, shared by all programs.
var (
	OptionData, None, Some = builtinOption()
	ListData, Nil, Cons    = builtinList()
)

func builtinOption() (d *Datatype, none, some *Con) {
	a := &TypeVar{"'a"}
	d = &Datatype{Name: "option", Params: []*TypeVar{a}}
	none = &Con{Name: "NONE", Data: d, Index: 0}
	some = &Con{Name: "SOME", Data: d, Index: 1, Args: []Type{a}}
	d.Cons = []*Con{none, some}
	return d, none, some
}

func builtinList() (d *Datatype, nilCon, cons *Con) {
	a := &TypeVar{"'a"}
	d = &Datatype{Name: "list", Params: []*TypeVar{a}}
	nilCon = &Con{Name: "nil", Data: d, Index: 0}
	cons = &Con{Name: "::", Data: d, Index: 1, Args: []Type{a, &DataType{d, []Type{a}}}}
	d.Cons = []*Con{nilCon, cons}
	return d, nilCon, cons
}

// ListOf is the type of lists of elem.
func ListOf(elem Type) *DataType { return &DataType{ListData, []Type{elem}} }

// OptionOf is the type of options of elem.
func OptionOf(elem Type) *DataType { return &DataType{OptionData, []Type{elem}} }

// Holds reports whether values of type t can have values of the datatype d inside, or are such.
func Holds(t Type, d *Datatype) bool {
	return holds(t, func(t Type) bool { data, ok := t.(*DataType); return ok && data.Data == d }, map[*Datatype]bool{})
}

// HoldsSet reports whether values of type t can have sets inside, or are sets.
func HoldsSet(t Type) bool {
	return holds(t, func(t Type) bool { _, ok := t.(*SetType); return ok }, map[*Datatype]bool{})
}

// HoldsMap reports whether values of type t can have maps inside, or are maps.
func HoldsMap(t Type) bool {
	return holds(t, func(t Type) bool { _, ok := t.(*MapType); return ok }, map[*Datatype]bool{})
}

// holds reports whether is holds of a type that values of type t can have inside; seen are the datatypes whose constructors have been looked at.
func holds(t Type, is func(Type) bool, seen map[*Datatype]bool) bool {
	if is(t) {
		return true
	}
	any := func(ts []Type) bool {
		return slices.ContainsFunc(ts, func(t Type) bool { return holds(t, is, seen) })
	}
	switch t := t.(type) {
	case *TupleType:
		return any(t.Elems)
	case *MapType:
		return holds(t.Key, is, seen) || holds(t.Value, is, seen)
	case *SetType:
		return holds(t.Elem, is, seen)
	case *DataType:
		if any(t.Args) {
			return true
		}
		if seen[t.Data] {
			return false
		}
		seen[t.Data] = true
		return slices.ContainsFunc(t.Data.Cons, func(c *Con) bool { return any(c.Args) })
	}
	return false
}
