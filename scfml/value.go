package scfml

// Value is a concrete value: Int, Bool, Char, Str, *Tuple, *ConValue, *MapValue, *SetValue or Dead.
type Value interface{ isValue() }

// Int is a 64-bit integer.
type Int int64

// Bool is a truth value.
type Bool bool

// Char is a character, 0 to 255.
type Char byte

// Str is a string of bytes.
type Str string

// Tuple is a tuple; with no elements it is unit.
type Tuple struct{ Elems []Value }

// ConValue is a constructor applied to its arguments.
type ConValue struct {
	Con  *Con
	Args []Value
}

// Dead is the value of a DeadExpr.
type Dead struct{}

func (Int) isValue()       {}
func (Bool) isValue()      {}
func (Char) isValue()      {}
func (Str) isValue()       {}
func (*Tuple) isValue()    {}
func (*ConValue) isValue() {}
func (Dead) isValue()      {}
