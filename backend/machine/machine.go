// Package machine is what the machines' packages (amd64, arm64) are given and what they give, and what they have in common.
//
//	machine.go  code for a function, for the entry from Go
//	core.go     the way through a function, three times: selection, planning, emission
//	count.go    what is counted before
//	control.go  the ends of blocks: moves on edges, branches, switches
//	places.go   where arguments and parameters are
//	magic.go    division by constants
package machine

import (
	"scf/backend/asm"
	"scf/backend/ir"
)

// Symbols knows what lies behind the symbols of functions.
type Symbols interface {
	// Address is that of a data object, or of the cell of a function.
	Address(s *ir.Sym) uint64
	// Host is the number of a function of the program.
	Host(s *ir.Sym) int
}

// Config says how a function is compiled.
type Config struct {
	Symbols Symbols
	// Polls says that functions of the module poll: the register with the goroutine is theirs to keep.
	Polls bool
	// ForC says that C calls the function, rather than Go and functions of the module: it has the conventions of the machine's C compilers.
	ForC bool
	// CheckStack says that the function compares its stack pointer with the limit in the state, and ends the call with the trap StackTrap.
	CheckStack bool
	StackTrap  int64
	// Place is that of the function itself, where the stack is checked.
	Place ir.Place
}

// Code is a function as code. It is the compiler's memory, good until the compiler's next use. The symbols of its references are those of the ir.Func.
type Code struct {
	asm.Code
	// Frame is how many bytes of stack a call of it takes, apart from what the functions that it calls take: with the return address, and with what it
	// takes to leave for Go.
	Frame int
	// Pointers says that it calls functions by their addresses.
	Pointers bool
}

// Entry describes the code that is entered from Go.
type Entry struct {
	Params []Param
	// Words is the integer register with the address of the array that arguments InWords are in.
	Words  int
	Result ir.Type
	// Float says that a floating result is wanted in the first integer register, too, as bits.
	Float bool
}

// Param is a parameter of the function that is entered: its type, and where it comes from.
type Param struct {
	Type ir.Type
	// Mem says how many bytes of a narrow integer count, and how they are extended; NoMem: all of Type's.
	Mem  ir.Mem
	From From
	N    int
	// Value is the parameter where it is Fixed: its low bits, or those of the floating number.
	Value uint64
}

// From is where an argument is when Go enters code.
type From uint8

// The places.
const (
	IntRegister   From = iota // integer register N of Go's convention
	FloatRegister             // float register N
	OnStack                   // at N bytes from the first argument on the goroutine's stack
	InWords                   // word N of an array
	Fixed                     // nowhere: it is always Value
)
