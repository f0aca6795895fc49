package ast

import (
	"fmt"
	"strings"
)

// This file prints types as C: the base type's name before the declarator, pointers, arrays and functions around it.

// TypeName is t as C writes it, for instance in a cast.
func TypeName(t Type) string { return declaration(t, "") }

// Declaration is `T name` as C declares a variable or a member.
func Declaration(t Type, name string) string { return declaration(t, name) }

// declaration is `T name` as C declares it; with an empty name it is the type's name, as in a cast.
func declaration(t Type, name string) string {
	base, declarator := declarator(t, name)
	if declarator == "" {
		return base
	}
	return base + " " + declarator
}

// declarator splits a declaration of name with type t into the base type's name and the rest.
func declarator(t Type, name string) (base, decl string) {
	switch t := t.(type) {
	case Pointer:
		name = "*" + name
		switch t.Elem.(type) {
		case Array, *Function:
			name = "(" + name + ")"
		}
		return declarator(t.Elem, name)
	case Array:
		if t.Len < 0 {
			return declarator(t.Elem, name+"[]")
		}
		return declarator(t.Elem, fmt.Sprintf("%s[%d]", name, t.Len))
	case *Function:
		return declarator(t.Result, name+parameters(t))
	}
	return baseName(t), name
}

func parameters(t *Function) string {
	var parts []string
	for _, p := range t.Params {
		parts = append(parts, declaration(p, ""))
	}
	if t.Variadic && len(parts) == 0 { // declared with empty parentheses
		return "()"
	}
	if t.Variadic {
		parts = append(parts, "...")
	}
	if len(parts) == 0 {
		return "(void)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func baseName(t Type) string {
	switch t := t.(type) {
	case Void:
		return t.cName()
	case Boolean:
		return "_Bool"
	case Integer:
		return t.Name
	case Floating:
		return t.Name
	case Record:
		return recordName(t.Name)
	}
	return "void"
}

// recordName is the name of a Record in C, also of a VolatileObject.
func recordName(name string) string {
	pointer, isVolatile := strings.CutPrefix(name, volatilePrefix)
	switch {
	case isVolatile && strings.HasSuffix(pointer, "*"):
		return pointer + "volatile"
	case isVolatile && strings.HasSuffix(pointer, ")") && !IsForeign(Record{Name: pointer}):
		return volatilePrefix + "__typeof__(" + pointer + ")"
	}
	return name
}

// Head is the head of f's definition, without what says where it is known.
func Head(f *Func) string { return signature(f) }

// signature is the head of f's definition.
func signature(f *Func) string {
	var parts []string
	for _, p := range f.Params {
		parts = append(parts, declaration(p.Ty, sourceName(p.Name)))
	}
	if len(parts) == 0 {
		parts = []string{"void"}
	}
	return declaration(f.Result, f.Name+"("+strings.Join(parts, ", ")+")")
}
