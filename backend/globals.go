package backend

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"scf/ast"
	"scf/backend/mem"
)

// This file reads and sets the variables of a module from Go. C and Go agree on values by layout (golayout.go); numbers are converted where their
// values stay.

// Get copies the variable that name means in the function ("" outside of functions) to where into points. What into points to lies in memory as the variable
// does, or is a slice of as many elements as the array has at most, or a number that holds the variable's value.
func (m *Module) Get(function, name string, into any) error {
	v, to, err := m.access(function, name, into)
	if err != nil {
		return err
	}
	switch {
	case to.Kind() == reflect.Slice:
		var n int64
		if n, err = m.elements(v, to); err == nil {
			copy(unsafe.Slice((*byte)(to.UnsafePointer()), n), mem.Bytes(v.Address, int(n)))
		}
	case ast.IsArithmetic(v.Ty):
		err = getNumber(to, Load(v.Address, v.Ty), v.Ty)
	default:
		if err = SameLayout(to.Type(), v.Ty, m.unit.Layouts); err == nil {
			copy(unsafe.Slice((*byte)(to.Addr().UnsafePointer()), v.Size), mem.Bytes(v.Address, int(v.Size)))
		}
	}
	return named(v, err)
}

// Set gives the variable a value: one that lies in memory as the variable does, or a pointer to one, a slice or string for the first elements of an array, or a
// number in the range of its type. What a pointer in it points to is the caller's to keep alive.
func (m *Module) Set(function, name string, value any) error {
	v, from, err := m.find(function, name, value)
	if err != nil {
		return err
	}
	if _, isPointer := v.Ty.(ast.Pointer); !isPointer && from.Kind() == reflect.Pointer && !from.IsNil() {
		from = from.Elem()
	}
	switch {
	case from.Kind() == reflect.Slice:
		var n int64
		if n, err = m.elements(v, from); err == nil {
			copy(mem.Bytes(v.Address, int(n)), unsafe.Slice((*byte)(from.UnsafePointer()), n))
		}
	case from.Kind() == reflect.String:
		err = setString(v, from.String())
	case ast.IsArithmetic(v.Ty):
		var w uint64
		if w, err = number(from, v.Ty); err == nil {
			Store(v.Address, v.Ty, w)
		}
	default:
		if err = SameLayout(from.Type(), v.Ty, m.unit.Layouts); err == nil {
			at := reflect.New(from.Type())
			at.Elem().Set(from)
			copy(mem.Bytes(v.Address, int(v.Size)), unsafe.Slice((*byte)(at.UnsafePointer()), v.Size))
		}
	}
	return named(v, err)
}

// access finds the variable, and what value, a pointer to it unless it is a slice, points to.
func (m *Module) access(function, name string, value any) (*Variable, reflect.Value, error) {
	v, at, err := m.find(function, name, value)
	if err == nil && at.Kind() == reflect.Pointer && !at.IsNil() {
		return v, at.Elem(), nil
	}
	if err == nil && at.Kind() != reflect.Slice {
		err = named(v, fmt.Errorf("%T is no pointer to what it is to be copied to", value))
	}
	return v, at, err
}

// find finds the variable.
func (m *Module) find(function, name string, value any) (*Variable, reflect.Value, error) {
	at := reflect.ValueOf(value)
	v, ok := m.Variable(function, name)
	if !ok {
		return nil, at, fmt.Errorf("the code has no variable %s: it has those of the file that it mentions", name)
	}
	if !at.IsValid() {
		return nil, at, named(v, errors.New("a value is missing"))
	}
	return v, at, nil
}

func named(v *Variable, err error) error {
	if err != nil {
		return fmt.Errorf("the variable %s: %w", v.Name, err)
	}
	return nil
}

// elements is the number of bytes of a slice that stands for the first elements of an array.
func (m *Module) elements(v *Variable, s reflect.Value) (int64, error) {
	a, ok := v.Ty.(ast.Array)
	if !ok {
		return 0, fmt.Errorf("it is no array, and %v is a slice", s.Type())
	}
	if err := SameLayout(s.Type().Elem(), ast.Unqualified(a.Elem), m.unit.Layouts); err != nil {
		return 0, err
	}
	n := int64(s.Len()) * int64(s.Type().Elem().Size())
	if n > v.Size {
		return 0, fmt.Errorf("it has %d elements, and the slice %d", v.Size/max(SizeOf(a.Elem), 1), s.Len())
	}
	return n, nil
}

// setString writes a string to an array of characters, with a zero behind it where there is room.
func setString(v *Variable, s string) error {
	a, ok := v.Ty.(ast.Array)
	if !ok || SizeOf(a.Elem) != 1 || !ast.IsInteger(a.Elem) {
		return errors.New("it is no array of characters")
	}
	if int64(len(s)) > v.Size {
		return fmt.Errorf("it has %d characters, and the string %d", v.Size, len(s))
	}
	copy(mem.Bytes(v.Address, int(v.Size)), s)
	if int64(len(s)) < v.Size {
		mem.Store8(v.Address+uint64(len(s)), 0)
	}
	return nil
}

// getNumber sets to, which may be an interface, to the number of type t that the word says.
func getNumber(to reflect.Value, w uint64, t ast.Type) error {
	f, isFloating := t.(ast.Floating)
	switch {
	case isFloating && f.Width > 64:
		return fmt.Errorf("Go has no %s", ast.TypeName(t))
	case isFloating && to.CanFloat():
		to.SetFloat(floatOf(w, f))
		return nil
	case isFloating:
	case to.Kind() == reflect.Bool && t == ast.Type(ast.Boolean{}):
		to.SetBool(w != 0)
		return nil
	case to.CanInt() && !to.OverflowInt(int64(w)) && (int64(w) >= 0 || isSigned(t)):
		to.SetInt(int64(w))
		return nil
	case to.CanUint() && !to.OverflowUint(w) && (int64(w) >= 0 || !isSigned(t)):
		to.SetUint(w)
		return nil
	}
	return fmt.Errorf("its value of type %s does not fit into %v", ast.TypeName(t), to.Type())
}

func isSigned(t ast.Type) bool {
	i, ok := t.(ast.Integer)
	return ok && i.Signed
}

func floatOf(w uint64, t ast.Floating) float64 {
	if t.Width == 32 {
		return singles.of(w)
	}
	return doubles.of(w)
}

// number is the word of a Go number as a C number of type t.
func number(from reflect.Value, t ast.Type) (uint64, error) {
	f, isFloating := t.(ast.Floating)
	switch {
	case isFloating && f.Width <= 64 && (from.CanFloat() || from.CanInt() || from.CanUint()):
		return floatWord(from, f), nil
	case isFloating:
	case from.Kind() == reflect.Bool:
		return WordOf(from), nil
	case from.CanInt() && ast.Wrap(from.Int(), t) == from.Int() && (from.Int() >= 0 || isSigned(t)):
		return uint64(from.Int()), nil
	case from.CanUint() && uint64(ast.Wrap(int64(from.Uint()), t)) == from.Uint() && (int64(from.Uint()) >= 0 || !isSigned(t)):
		return from.Uint(), nil
	}
	return 0, fmt.Errorf("%v is no value of %s", from, ast.TypeName(t))
}

func floatWord(from reflect.Value, t ast.Floating) uint64 {
	var x float64
	switch {
	case from.CanFloat():
		x = from.Float()
	case from.CanInt():
		x = float64(from.Int())
	default:
		x = float64(from.Uint())
	}
	if t.Width == 32 {
		return singles.word(x)
	}
	return math.Float64bits(x)
}

// Load is the word of the scalar of type t at addr.
func Load(addr uint64, t ast.Type) uint64 {
	switch SizeOf(t) {
	case 1:
		return ast64(uint64(mem.Load8(addr)), t)
	case 2:
		return ast64(uint64(mem.Load16(addr)), t)
	case 4:
		return ast64(uint64(mem.Load32(addr)), t)
	}
	return mem.Load64(addr)
}

// Store makes the word w the scalar of type t at addr.
func Store(addr uint64, t ast.Type, w uint64) {
	switch SizeOf(t) {
	case 1:
		mem.Store8(addr, uint8(w))
	case 2:
		mem.Store16(addr, uint16(w))
	case 4:
		mem.Store32(addr, uint32(w))
	default:
		mem.Store64(addr, w)
	}
}
