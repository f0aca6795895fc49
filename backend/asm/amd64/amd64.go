// Package amd64 is an assembler: each method of Assembler appends one instruction.
//
// Methods are named by what they do and by the forms of their operands, the destination first: R a general register, X an SSE register,
// M memory, I an immediate number, L a label. Instructions of one shape are one method with an operation from a table:
//
//	a.AluRI(amd64.Add, amd64.W64, amd64.RAX, 8)                               // add rax, 8
//	a.MovRM(amd64.W32, amd64.RCX, amd64.Mem{Base: amd64.RSI, Index: amd64.RAX, Scale: 4}) // mov ecx, [rsi+rax*4]
//	a.SseRR(amd64.Addsd, amd64.X0, amd64.X1)                                  // addsd xmm0, xmm1
//	a.Jcc(amd64.L, loop)                                                      // jl loop
//
// The shortest encoding is taken. Jumps to labels are long until Finish, which makes those short that can be, and moves what is behind
// them. An operand that cannot be encoded (RSP as an index, an operation that the features leave out) is a bug of the caller, and panics.
//
//	amd64.go    registers, memory operands
//	encode.go   prefixes, ModRM, SIB, displacements, VEX
//	integer.go  instructions on general registers
//	sse.go      instructions on SSE registers
//	flow.go     labels, jumps, calls, padding
package amd64

import "golang.org/x/sys/cpu"

// Reg is a general register.
type Reg uint8

// The general registers. None stands for no base in a Mem.
const (
	RAX Reg = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	None Reg = 0xff
)

// Xmm is an SSE register.
type Xmm uint8

// The SSE registers.
const (
	X0 Xmm = iota
	X1
	X2
	X3
	X4
	X5
	X6
	X7
	X8
	X9
	X10
	X11
	X12
	X13
	X14
	X15
)

// Width is the width of an integer operand in bytes. Writing 32 bits of a register clears the upper ones, writing 8 or 16 leaves them.
type Width uint8

// The widths.
const (
	W8  Width = 1
	W16 Width = 2
	W32 Width = 4
	W64 Width = 8
)

// Mem is the memory at Base + Index*Scale + Disp. There is no index where Scale is 0, and no base where Base is None. Where Label is not 0
// it is the memory at the label, plus Disp, and has neither base nor index.
type Mem struct {
	Base, Index Reg
	Scale       uint8 // 0, 1, 2, 4, 8
	Disp        int32
	Label       Label
}

// At is the memory at base + disp.
func At(base Reg, disp int32) Mem { return Mem{Base: base, Disp: disp} }

// Features are what a machine has beyond SSE2.
type Features struct {
	BMI2  bool // ShiftX
	SSE41 bool // Roundss, Roundsd
}

// Host is what this machine has.
func Host() Features { return Features{BMI2: cpu.X86.HasBMI2, SSE41: cpu.X86.HasSSE41} }

// Cond is a condition of the flags, as the machine numbers them.
type Cond uint8

// The conditions. After a comparison of integers without sign: B, AE, BE, A; with sign: L, GE, LE, G; of floating numbers: B, AE, BE,
// A, and P where one of them is not a number (then B, BE and E hold too).
const (
	O Cond = iota
	NO
	B
	AE
	E
	NE
	BE
	A
	S
	NS
	P
	NP
	L
	GE
	LE
	G
)

// Negated is the condition that holds where c does not.
func (c Cond) Negated() Cond { return c ^ 1 }
