package params

import (
	"fmt"
	"strconv"

	"scf/ast"
)

// The parts of C types that something can be known of, and what messages call them.

// place is a part of the memory that a parameter reaches, or the parameter: an expression of C and its type.
type place struct {
	name string
	typ  ast.Type
}

// canBeConstant reports whether there are constants of type t, or memory that it holds or points to, which must not be volatile.
func canBeConstant(t ast.Type) bool {
	switch t := t.(type) {
	case ast.Pointer:
		_, fn := t.Elem.(*ast.Function)
		return !fn && !ast.IsVolatile(t.Elem)
	case ast.Array, ast.Record:
		return true
	}
	return ast.IsInteger(t) || isFloat(t)
}

func isRecord(t ast.Type) bool {
	_, ok := t.(ast.Record)
	return ok
}

func isPointer(t ast.Type) bool {
	_, ok := t.(ast.Pointer)
	return ok
}

// elements are the places of the elements that a form in brackets says something about, and how many there are (-1 for any number).
func elements(at place, i int) (elem place, count int64, ok bool) {
	name := at.name + "[" + strconv.Itoa(i) + "]"
	switch t := at.typ.(type) {
	case ast.Pointer:
		return place{name, ast.Unqualified(t.Elem)}, -1, !ast.IsVoid(t.Elem)
	case ast.Array:
		return place{name, ast.Unqualified(t.Elem)}, t.Len, true
	}
	return place{}, 0, false
}

// structOf is the struct that a form in braces says something about.
func structOf(t ast.Type) (ast.Record, bool) {
	if p, ok := t.(ast.Pointer); ok {
		t = ast.Unqualified(p.Elem)
	}
	r, ok := t.(ast.Record)
	return r, ok
}

// fieldsOf are the fields of a struct that something can be known of, those of unnamed structs in it among them. A union has none,
// since its fields are one memory, and bit-fields are none, since the tree does not read them alone.
func fieldsOf(r ast.Record, layouts ast.Layouts) (fields []ast.Field, ok bool) {
	layout, ok := layouts.Of(r)
	if !ok || layout.Union {
		return nil, false
	}
	for _, f := range layout.Fields {
		inner, unnamed := f.Ty.(ast.Record)
		switch {
		case f.Bits > 0:
		case f.Name != "":
			fields = append(fields, f)
		case unnamed:
			more, _ := fieldsOf(inner, layouts)
			fields = append(fields, more...)
		}
	}
	return fields, true
}

// fieldName is the field of the place as an expression of C.
func fieldName(at place, name string) string {
	if isPointer(at.typ) {
		return at.name + "->" + name
	}
	return at.name + "." + name
}

// isCharacter reports whether strings are arrays of t.
func isCharacter(t ast.Type) bool {
	i, ok := t.(ast.Integer)
	return ok && i.Width == 8
}

// reached are the layouts that values of type t reach.
func reached(t ast.Type, all ast.Layouts) ast.Layouts {
	out := ast.Layouts{}
	var walk func(ast.Type)
	walk = func(t ast.Type) {
		switch t := ast.Unqualified(t).(type) {
		case ast.Pointer:
			walk(t.Elem)
		case ast.Array:
			walk(t.Elem)
		case ast.Record:
			layout, ok := all.Of(t)
			if _, done := out[t.Name]; done || !ok {
				return
			}
			out[t.Name] = layout
			for _, f := range layout.Fields {
				walk(f.Ty)
			}
		}
	}
	walk(t)
	return out
}

// everything is that all of a value of type t, and of what it reaches, is constant: any number of elements behind a pointer, or one
// struct. What cannot be constant is left out, and so is a struct inside itself.
func everything(t ast.Type, layouts ast.Layouts) Abstract {
	return (&closure{layouts, map[string]bool{}}).of(t)
}

type closure struct {
	layouts ast.Layouts
	inside  map[string]bool // the structs around
}

func (c *closure) of(t ast.Type) Abstract {
	t = ast.Unqualified(t)
	if r, ok := structOf(t); ok {
		return c.record(r)
	}
	at := place{typ: t}
	if elem, count, ok := elements(at, 0); ok {
		if _, fn := elem.typ.(*ast.Function); fn {
			return Abstract{}
		}
		x := c.of(elem.typ)
		if !x.IsConstant() {
			return x
		}
		a := &array{elems: []Abstract{x}, repeated: true, typ: elem.typ}
		if count >= 0 {
			a.fill(count)
		}
		return one(a)
	}
	if ast.IsInteger(t) || isFloat(t) {
		return everyValue(t)
	}
	return Abstract{}
}

func (c *closure) record(r ast.Record) Abstract {
	fields, ok := fieldsOf(r, c.layouts)
	if !ok || c.inside[r.Name] {
		return Abstract{}
	}
	c.inside[r.Name] = true
	defer delete(c.inside, r.Name)
	return Abstract{[]form{newRecord(fields, func(f ast.Field) Abstract { return c.of(f.Ty) })}}
}

// TypeName is what messages call the type t.
func TypeName(t ast.Type) string {
	if ast.IsVolatile(t) {
		return "volatile " + TypeName(ast.Unqualified(t))
	}
	switch t := ast.Unqualified(t).(type) {
	case ast.Boolean:
		return "_Bool"
	case ast.Integer:
		return t.Name
	case ast.Floating:
		return t.Name
	case ast.Pointer:
		return "pointer to " + TypeName(t.Elem)
	case ast.Array:
		if t.Len < 0 {
			return "array of " + TypeName(t.Elem)
		}
		return fmt.Sprintf("array of %d %s", t.Len, TypeName(t.Elem))
	case ast.Record:
		return t.Name
	case *ast.Function:
		return "function"
	}
	return "void"
}
