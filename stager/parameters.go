package stager

import (
	"scf/ast"
	"scf/params"
)

// What is known about parameters (package params), by the name of this package.
type (
	// Param is a parameter of a C function.
	Param = params.Param
	// Abstract is the set of what may be known late about a parameter.
	Abstract = params.Abstract
	// Late is what is known late about a parameter.
	Late = params.Late
	// Placed is a value of a parameter as C has it.
	Placed = params.Placed
	// Memory is where values are laid out.
	Memory = params.Memory
)

// ParseAbstract reads the early knowledge about p. The empty text is CONSTANT.
func ParseAbstract(text string, p Param) (Abstract, error) { return params.ParseAbstract(text, p) }

// ParseLate reads the late knowledge about p: one value, or NON_CONSTANT.
func ParseLate(text string, p Param) (Late, error) { return params.ParseLate(text, p) }

// NewLate is the late knowledge that p has the Go value v.
func NewLate(v any, p Param) (Late, error) { return params.NewLate(v, p) }

// Int is the late knowledge that an integer parameter has the value v, converted to its type as C does.
func Int(v int64, p Param) Late { return params.Int(v, p) }

// ValueOf is the value of the scalar type t with that word; of a struct type what lies at the address that the word is.
func ValueOf(word uint64, t ast.Type, layouts ast.Layouts) Late {
	return params.ValueOf(word, t, layouts)
}
