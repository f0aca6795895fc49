package params

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"scf/ast"
)

// The parts of C types that something can be known of, and what messages call them.

// place is a part of the memory that a parameter reaches, or the parameter: an expression of C and its type.
type place struct {
	name string
	typ  ast.Type
	last bool // whether nothing lies behind it in the memory that a pointer leads to
}

// canBeConstant reports whether there are constants of type t, or memory that it holds or points to, which must not be volatile.
func canBeConstant(t ast.Type) bool {
	switch t := t.(type) {
	case ast.Pointer:
		return !ast.IsVolatile(t.Elem)
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
		_, toFunction := functionOf(t)
		return place{name: name, typ: ast.Unqualified(t.Elem)}, -1, !ast.IsVoid(t.Elem) && !toFunction
	case ast.Array:
		if at.isOpen() {
			return place{name: name, typ: ast.Unqualified(t.Elem)}, -1, true
		}
		return place{name: name, typ: ast.Unqualified(t.Elem)}, t.Len, true
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

// isOpen reports whether the place is an array at the end of a struct that is declared [1], [0] or [], which has as many elements as there is
// memory for.
func (at place) isOpen() bool {
	t, ok := at.typ.(ast.Array)
	return ok && at.last && t.Len <= 1
}

// fieldsOf are the fields of a struct or union that something can be known of, those of unnamed structs and unions in it among them; bit-fields as
// members of the tree have them.
func fieldsOf(r ast.Record, layouts ast.Layouts) (fields []ast.Field, ok bool) {
	layout, ok := layouts.Of(r)
	if !ok {
		return nil, false
	}
	for _, f := range layout.Fields {
		inner, unnamed := f.Ty.(ast.Record)
		switch {
		case f.Bits > 0 && f.Name != "":
			fields = append(fields, f.BitField())
		case f.Name != "":
			fields = append(fields, f)
		case unnamed:
			more, _ := fieldsOf(inner, layouts)
			fields = append(fields, more...)
		}
	}
	return fields, true
}

// alternatives are the unions that the field of r lies in, r and unnamed ones in it, each with the number of the member that it is, or is in.
func alternatives(r ast.Record, name string, layouts ast.Layouts) map[string]int {
	layout, _ := layouts.Of(r)
	for i, f := range layout.Fields {
		var out map[string]int
		if f.Name == "" {
			if _, inside := layouts.Field(f.Ty, name); !inside {
				continue
			}
			out = alternatives(f.Ty.(ast.Record), name, layouts)
		} else if f.Name != name {
			continue
		}
		if layout.Union {
			if out == nil {
				out = map[string]int{}
			}
			out[r.Name] = i
		}
		return out
	}
	return nil
}

// sameMemory is a field among those of r that values has, of which something is known, that is another member of a union than the field called name; empty
// for none.
func sameMemory(r ast.Record, name string, values map[string]Abstract, layouts ast.Layouts) string {
	own := alternatives(r, name, layouts)
	if len(own) == 0 {
		return ""
	}
	for _, other := range slices.Sorted(maps.Keys(values)) {
		for union, member := range alternatives(r, other, layouts) {
			if mine, shared := own[union]; shared && mine != member && other != name && values[other].IsConstant() {
				return other
			}
		}
	}
	return ""
}

// fieldPlace is the field of the place.
func fieldPlace(at place, f ast.Field, layouts ast.Layouts) place {
	r, _ := structOf(at.typ)
	return place{fieldName(at, f.Name), f.Ty, (isPointer(at.typ) || at.last) && isLast(r, f.Name, layouts)}
}

// isLast reports whether no field lies behind the one called name.
func isLast(r ast.Record, name string, layouts ast.Layouts) bool {
	layout, _ := layouts.Of(r)
	for i, f := range layout.Fields {
		if !layout.Union && i < len(layout.Fields)-1 {
			continue
		}
		inner, unnamed := f.Ty.(ast.Record)
		if f.Name == name || f.Name == "" && unnamed && isLast(inner, name, layouts) {
			return true
		}
	}
	return false
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
// struct. What cannot be constant is left out, and so is a struct inside itself, and what is in unions, of which nobody says which member counts.
func everything(t ast.Type, layouts ast.Layouts, functions []Function) Abstract {
	return (&closure{layouts, functions, map[string]bool{}}).of(place{typ: t})
}

type closure struct {
	layouts   ast.Layouts
	functions []Function
	inside    map[string]bool // the structs around
}

func (c *closure) of(at place) Abstract {
	at.typ = ast.Unqualified(at.typ)
	if r, ok := structOf(at.typ); ok {
		return c.record(r, at)
	}
	if elem, count, ok := elements(at, 0); ok {
		x := c.of(elem)
		if !x.IsConstant() {
			return x
		}
		a := &array{elems: []Abstract{x}, repeated: true, typ: elem.typ}
		if count >= 0 {
			a.fill(count)
		}
		return one(a)
	}
	if ast.IsInteger(at.typ) || isFloat(at.typ) {
		return everyValue(at.typ)
	}
	return everyFunction(c.functions, at.typ)
}

func (c *closure) record(r ast.Record, at place) Abstract {
	fields, ok := fieldsOf(r, c.layouts)
	if layout, _ := c.layouts.Of(r); !ok || layout.Union || c.inside[r.Name] {
		return Abstract{}
	}
	c.inside[r.Name] = true
	defer delete(c.inside, r.Name)
	return Abstract{[]form{newRecord(fields, func(f ast.Field) Abstract {
		if len(alternatives(r, f.Name, c.layouts)) > 0 {
			return Abstract{}
		}
		return c.of(fieldPlace(at, f, c.layouts))
	})}}
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
