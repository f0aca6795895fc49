// Package arm64 is an assembler: each method of Assembler appends one instruction, unless it says otherwise.
//
// Methods are named by what they do and by the forms of their operands, the destination first: R a general register, V a register of
// floating numbers, M memory, I an immediate number. Instructions of one shape are one method with an operation from a table:
//
//	a.AluRRI(arm64.Add, arm64.W64, arm64.R0, arm64.R0, 8)                     // add x0, x0, #8
//	a.Mem(arm64.Ldrw, arm64.R1, arm64.Mem{Base: arm64.R2, Index: arm64.R0, Mode: arm64.Lsl, Shift: 2}) // ldr w1, [x2, x0, lsl #2]
//	a.FloatRRR(arm64.Fadd, arm64.D, arm64.V0, arm64.V0, arm64.V1)             // fadd d0, d0, d1
//	a.Bcond(arm64.LT, loop)                                                   // b.lt loop
//
// What of an operand fits is asked beforehand (AluImm, Access.Fits, FloatImm); one that cannot be encoded is a bug of the caller, and
// panics. Conditional branches that do not reach their labels become two instructions in Finish.
//
//	arm64.go    registers, widths, conditions, fields of instructions
//	integer.go  instructions on general registers
//	imm.go      immediate numbers: arithmetic, logical, floating, and how to make any in a register
//	memory.go   loads and stores
//	float.go    instructions on floating numbers
//	flow.go     branches, calls, addresses, padding
package arm64

import "scf/backend/asm"

// Reg is a general register.
type Reg uint8

// The general registers. 31 in an instruction is ZR or SP, as the operand has it; here they are two.
const (
	R0 Reg = iota
	R1
	R2
	R3
	R4
	R5
	R6
	R7
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	R16
	R17
	R18
	R19
	R20
	R21
	R22
	R23
	R24
	R25
	R26
	R27
	R28
	R29
	R30
	ZR
	SP Reg = 32 | 31
)

// Vec is a register of floating numbers.
type Vec uint8

// The registers of floating numbers.
const (
	V0 Vec = iota
	V1
	V2
	V3
	V4
	V5
	V6
	V7
	V8
	V9
	V10
	V11
	V12
	V13
	V14
	V15
	V16
	V17
	V18
	V19
	V20
	V21
	V22
	V23
	V24
	V25
	V26
	V27
	V28
	V29
	V30
	V31
)

// Width is the width of integer operands. Writing 32 bits of a register clears the upper ones.
type Width uint32

// The widths, as the bit sf says them.
const (
	W32 Width = 0
	W64 Width = 1
)

// Bits is the number of bits.
func (w Width) Bits() uint32 { return 32 << w }

// Float is a kind of floating numbers.
type Float uint32

// The kinds, as the bit in an instruction says them.
const (
	S Float = 0 // 32 bits
	D Float = 1 // 64 bits
)

// Cond is a condition of the flags, as the machine numbers them.
type Cond uint32

// The conditions. After a comparison of integers without sign: LO, HS, LS, HI; with sign: LT, GE, LE, GT. Of floating numbers MI, LS, GT
// and GE are less, less or equal, greater, greater or equal, and VS that one is not a number; of such only NE, LT and LE hold besides.
const (
	EQ Cond = iota
	NE
	HS
	LO
	MI
	PL
	VS
	VC
	HI
	LS
	GE
	LT
	GT
	LE
	AL
)

// Negated is the condition that holds where c, which is not AL, does not.
func (c Cond) Negated() Cond { return c ^ 1 }

// Label is a place in the code. Label 0 is none.
type Label = asm.Label

// Assembler appends instructions to code. Its zero value is ready; Reset makes one ready again, with the memory that it has.
type Assembler struct {
	asm.Buffer
}

// put appends an instruction.
func (a *Assembler) put(word uint32) { a.Int32(int32(word)) }

// The fields of instructions: registers at bit 0, 5, 10 and 16, and the width.
func d(r Reg) uint32        { return uint32(r & 31) }
func n(r Reg) uint32        { return uint32(r&31) << 5 }
func m(r Reg) uint32        { return uint32(r&31) << 16 }
func ra(r Reg) uint32       { return uint32(r&31) << 10 }
func vd(v Vec) uint32       { return uint32(v) }
func vn(v Vec) uint32       { return uint32(v) << 5 }
func vm(v Vec) uint32       { return uint32(v) << 16 }
func (w Width) sf() uint32  { return uint32(w) << 31 }
func (f Float) ty() uint32  { return uint32(f) << 22 }
func (c Cond) at12() uint32 { return uint32(c) << 12 }
