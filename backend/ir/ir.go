// Package ir is what back ends compile: functions of basic blocks over typed values in static single assignment form.
//
// It stands between the tree (package ast) and machines. All of C's types are gone: values are integers of 32 and 64 bits and
// floating numbers of 32 and 64 bits, addresses are integers of 64 bits, memory is bytes. What differs from machine to machine
// (registers, two-address forms, addressing modes, immediate operands) is not here.
//
//	func f(v1: i64, v2: i32) i32 {
//	b0:
//		v3 = const.i32 0
//		jump b1(v3, v3)
//	b1(v4: i32, v5: i32):
//		v6 = cmp.lt v4, v2
//		branch v6, b2, b3
//	b2:
//		v7 = sext32 v4
//		v8 = shl.i64 v7, v9
//		...
//
//	ir.go      values, instructions, blocks, functions
//	op.go      the operations
//	info.go    what is known of each: its name, what it takes and gives
//	build.go   makes functions
//	print.go   the text form
//	parse.go   and back
//	verify.go  the invariants
//	compute.go what operations on numbers give
package ir

import "scf/internal/diag"

// Type is the type of a value.
type Type uint8

// The types. An integer of fewer than 32 bits is an I32 that holds it sign- or zero-extended, as its C type is signed or not;
// a truth value is an I32 that is 0 or 1; an address is an I64.
const (
	None Type = iota
	I32
	I64
	F32
	F64
)

// Value names what an instruction, or an edge into a block, makes. It is an index into Func.Values; 0 is no value.
type Value int32

// Slot is an index into Func.Slots, Symbol one into Func.Symbols, Place one into Func.Places.
type (
	Slot   int32
	Symbol int32
	Place  int32
)

// Instr is one instruction, or a parameter of a block (Op Param). Fields that its operation does not use are zero (op.go).
type Instr struct {
	Op   Op
	Type Type // of its value; None where it has none
	Mem  Mem  // Load, Store: what lies in memory
	Cond Cond // Cmp, FCmp
	// Volatile accesses are neither dropped, repeated nor moved across one another.
	Volatile bool
	// Class tells accesses apart that C's rules about the types of objects keep from overlapping: two accesses whose classes are
	// different and not 0 do not touch the same bytes.
	Class uint16
	Args  [3]Value
	// Imm is the constant of Const and FConst, the offset in bytes of Load, Store, Addr and StackAddr, the size of Copy and Zero,
	// the code of TrapIf.
	Imm    int64
	List   []Value // the arguments of a call
	Slot   Slot    // StackAddr
	Symbol Symbol  // Addr, Call
	Place  Place   // where it stands in the source; 0 if that is not known
}

// FitsOffset reports whether n may be the Imm of Load, Store, Addr or StackAddr: machines can add it to an address, and to a place in a frame.
func FitsOffset(n int64) bool { return -1<<30 <= n && n < 1<<30 }

// Mem is what an access finds in memory. A Load extends it to its type; a Store stores the low bits of its value.
type Mem uint8

// The kinds of memory.
const (
	NoMem Mem = iota
	S8        // an integer of 8 bits, extended with its sign
	U8        // and with zeros
	S16
	U16
	S32
	U32
	M64
	MF32
	MF64
)

// Size is the number of bytes of m.
func (m Mem) Size() int64 { return [...]int64{0, 1, 1, 2, 2, 4, 4, 8, 4, 8}[m] }

// Cond is what a comparison asks.
type Cond uint8

// The conditions. Below, BelowEq, Above and AboveEq compare integers without sign. Of floating numbers there are the first six; where one is
// not a number all but Ne are false.
const (
	Eq Cond = iota
	Ne
	Lt
	Le
	Gt
	Ge
	Below
	BelowEq
	Above
	AboveEq
)

// Swapped is the condition that holds of (y, x) where c holds of (x, y).
func (c Cond) Swapped() Cond {
	return [...]Cond{Eq, Ne, Gt, Ge, Lt, Le, Above, AboveEq, Below, BelowEq}[c]
}

// Negated is the condition that holds of integers where c does not.
func (c Cond) Negated() Cond {
	return [...]Cond{Ne, Eq, Ge, Gt, Le, Lt, AboveEq, Above, BelowEq, Below}[c]
}

// Unsigned is the condition without sign that c is on numbers that are not negative.
func (c Cond) Unsigned() Cond {
	if c >= Lt && c <= Ge {
		return c + Below - Lt
	}
	return c
}

// Edge is a way into a block, with what its parameters get.
type Edge struct {
	To   *Block
	Args []Value
}

// TermKind says how a block ends.
type TermKind uint8

// How blocks end.
const (
	Jump        TermKind = iota // to Edges[0]
	Branch                      // to Edges[0] where X, an I32, is not 0, else to Edges[1]
	Switch                      // to Edges[i+1] where X is Cases[i], else to Edges[0]
	Return                      // with X, unless the function gives nothing
	Unreachable                 // control does not come here
)

// Term is the end of a block.
type Term struct {
	Kind  TermKind
	X     Value
	Cases []int64 // of X's type, extended with its sign; in ascending order
	Edges []Edge
	Place Place
}

// Block is a basic block. Its instructions run in order.
type Block struct {
	ID     int // its place in Func.Blocks
	Params []Value
	Body   []Value // without the parameters
	Term   Term
}

// Local is memory that a function has for the time of a call: a variable whose address is used, a copy of a struct.
type Local struct {
	Name        string // of the variable, for readers; may be empty
	Size, Align int64  // in bytes
}

// SymbolKind says what a symbol names.
type SymbolKind uint8

// The kinds of symbols.
const (
	Data     SymbolKind = iota // a global or static variable, a string: memory of the kernel
	Function                   // a function that is compiled too
	Host                       // a function that the program gives, or the library of this module
)

// Sym is something outside the function that it names.
type Sym struct {
	Name   string
	Kind   SymbolKind
	Params []Type // of functions
	Result Type
}

// Func is a function. Blocks[0] is the entry; its parameters are the function's. Blocks stand in an order in which each block,
// but for heads of loops, comes behind all blocks that lead to it.
//
// A C parameter of a struct type is the address of a copy that the caller made and the function may change; a result of a struct type is
// written to an address that comes as the first parameter.
type Func struct {
	Name    string
	Result  Type
	Values  []Instr // Values[0] is none
	Blocks  []*Block
	Slots   []Local
	Symbols []Sym
	Places  []diag.Pos // Places[0] is no place
}
