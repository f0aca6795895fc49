package backend

import (
	"fmt"
	"reflect"
	"unsafe"

	"scf/ast"
)

// This file says which Go types C's values have. Integers fit those of the same width and sign; of 8 bits, and where C has an enumeration, the sign
// does not matter. Structs fit those that lie in memory in the same way, whatever their fields are called; blank fields are
// padding, and what lies where C has bit-fields or a union is only to be as large.

// Fits reports whether a Go value of type t can be passed where C has a value of type c: nil, or why not.
func Fits(t reflect.Type, c ast.Type, ls ast.Layouts) error {
	if p, ok := c.(ast.Pointer); ok {
		return fitsPointer(t, p, ls)
	}
	if !ast.IsScalar(c) {
		return fmt.Errorf("%s cannot be passed from Go: take a pointer to it", ast.TypeName(c))
	}
	return SameLayout(t, c, ls)
}

func fitsPointer(t reflect.Type, p ast.Pointer, ls ast.Layouts) error {
	switch t.Kind() {
	case reflect.UnsafePointer, reflect.Uintptr:
		return nil
	case reflect.Pointer:
		if ast.IsVoid(p.Elem) {
			return nil
		}
		return SameLayout(t.Elem(), elementOf(p.Elem), ls)
	}
	return fmt.Errorf("C wants %s: %v is no pointer", ast.TypeName(p), t)
}

// elementOf is what a pointer to an array can be said to point to first.
func elementOf(t ast.Type) ast.Type { return ast.Unqualified(t) }

// SameLayout reports whether t lies in memory as c does: nil, or what differs first.
func SameLayout(t reflect.Type, c ast.Type, ls ast.Layouts) error {
	return layoutCheck{ls, map[reflect.Type]bool{}}.same(t, c)
}

type layoutCheck struct {
	layouts ast.Layouts
	begun   map[reflect.Type]bool // what pointers point to is compared once
}

func (l layoutCheck) same(t reflect.Type, c ast.Type) error {
	switch c := c.(type) {
	case ast.Boolean:
		if t.Kind() == reflect.Bool {
			return nil
		}
	case ast.Integer:
		return sameInteger(t, c)
	case ast.Floating:
		if c.Width == 32 && t.Kind() == reflect.Float32 || c.Width == 64 && t.Kind() == reflect.Float64 {
			return nil
		}
	case ast.Pointer:
		return l.pointer(t, c)
	case ast.Array:
		return l.array(t, c)
	case ast.Record:
		return l.record(t, c)
	}
	return different(t, c)
}

func different(t reflect.Type, c ast.Type) error {
	if want := goName(c); want != "" {
		return fmt.Errorf("C has %s here, which is %s in Go, and not %v", ast.TypeName(c), want, t)
	}
	return fmt.Errorf("C has %s here, which is not as %v is", ast.TypeName(c), t)
}

// goName is the Go type of a scalar.
func goName(c ast.Type) string {
	switch c := c.(type) {
	case ast.Boolean:
		return "bool"
	case ast.Integer:
		if c.Signed {
			return fmt.Sprintf("int%d", c.Width)
		}
		return fmt.Sprintf("uint%d", c.Width)
	case ast.Floating:
		if c.Width <= 64 {
			return fmt.Sprintf("float%d", c.Width)
		}
	}
	return ""
}

func sameInteger(t reflect.Type, c ast.Integer) error {
	signed, isInteger := false, true
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		signed = true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
	default:
		isInteger = false
	}
	free := c.Width == 8 || isEnumeration(c)
	if !isInteger || int64(t.Bits()) != c.Width || signed != c.Signed && !free {
		return different(t, c)
	}
	return nil
}

// isEnumeration reports whether c is the type of an enumeration, whose sign C leaves to the compiler.
func isEnumeration(c ast.Integer) bool { return len(c.Name) > 5 && c.Name[:5] == "enum " }

func (l layoutCheck) pointer(t reflect.Type, c ast.Pointer) error {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		return fmt.Errorf("C's pointers have 8 bytes, and Go's have fewer on this machine")
	}
	switch t.Kind() {
	case reflect.UnsafePointer, reflect.Uintptr:
		return nil
	case reflect.Pointer:
		if ast.IsVoid(c.Elem) || l.begun[t] {
			return nil
		}
		l.begun[t] = true
		return l.same(t.Elem(), ast.Unqualified(c.Elem))
	}
	return different(t, c)
}

func (l layoutCheck) array(t reflect.Type, c ast.Array) error {
	if t.Kind() != reflect.Array {
		return different(t, c)
	}
	if int64(t.Len()) != c.Len {
		return fmt.Errorf("C has %d elements here, and %v has %d", c.Len, t, t.Len())
	}
	return l.same(t.Elem(), ast.Unqualified(c.Elem))
}

func (l layoutCheck) record(t reflect.Type, c ast.Record) error {
	layout, ok := l.layouts.Of(c)
	if !ok {
		return fmt.Errorf("the fields of %s are not known", ast.TypeName(c))
	}
	if int64(t.Size()) != c.Size {
		return fmt.Errorf("%s has %d bytes, and %v has %d", ast.TypeName(c), c.Size, t, t.Size())
	}
	if layout.Union {
		return l.union(t, c, layout)
	}
	if t.Kind() != reflect.Struct {
		return different(t, c)
	}
	return l.fields(t, c, layout)
}

// union accepts what is as large and holds no pointers, or is as one of the members.
func (l layoutCheck) union(t reflect.Type, c ast.Record, layout ast.Layout) error {
	for _, f := range layout.Fields {
		if f.Bits == 0 && int64(t.Size()) == SizeOf(f.Ty) && l.same(t, f.Ty) == nil {
			return nil
		}
	}
	if holdsPointers(t) {
		return fmt.Errorf("%s is a union, and %v, which holds pointers, is none of its members", ast.TypeName(c), t)
	}
	return nil
}

// fields compares the fields of a struct in order.
func (l layoutCheck) fields(t reflect.Type, c ast.Record, layout ast.Layout) error {
	own := goFields(t)
	for _, f := range layout.Fields {
		if f.Bits > 0 {
			continue
		}
		for len(own) > 0 && (own[0].Name == "_" || int64(own[0].Offset) < f.Offset && inBits(own[0], layout)) {
			own = own[1:]
		}
		if len(own) == 0 {
			return fmt.Errorf("%v has no field for the field %s of %s", t, f.Name, ast.TypeName(c))
		}
		g := own[0]
		own = own[1:]
		if int64(g.Offset) != f.Offset {
			return fmt.Errorf("the field %s of %s is at the offset %d, and %s of %v at %d", f.Name, ast.TypeName(c), f.Offset, g.Name, t, g.Offset)
		}
		if err := l.same(g.Type, f.Ty); err != nil {
			return fmt.Errorf("the field %s of %s: %w", f.Name, ast.TypeName(c), err)
		}
	}
	for _, g := range own {
		if g.Name != "_" && !inBits(g, layout) {
			return fmt.Errorf("%s has no field for the field %s of %v", ast.TypeName(c), g.Name, t)
		}
	}
	return nil
}

func goFields(t reflect.Type) []reflect.StructField {
	fields := make([]reflect.StructField, t.NumField())
	for i := range fields {
		fields[i] = t.Field(i)
	}
	return fields
}

// inBits reports whether the Go field lies where C has bit-fields, and holds no pointers.
func inBits(g reflect.StructField, layout ast.Layout) bool {
	for _, f := range layout.Fields {
		if f.Bits > 0 && int64(g.Offset) < f.Offset+SizeOf(f.Ty) && f.Offset < int64(g.Offset+g.Type.Size()) {
			return !holdsPointers(g.Type)
		}
	}
	return false
}

func holdsPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && holdsPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Bool, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	}
	return t.Kind() < reflect.Int || t.Kind() > reflect.Uintptr
}
