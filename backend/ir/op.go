package ir

// Op is an operation.
type Op uint8

// The operations. x, y, z are Args[0], Args[1], Args[2]; T is the type of the instruction, integer (I32, I64) or floating (F32, F64).
const (
	NoOp  Op = iota
	Param    // of a block

	Const     // T integer: Imm, an I32 extended with its sign
	FConst    // T floating: the number whose bits are Imm
	Addr      // I64: the address of Symbol, plus Imm
	StackAddr // I64: the address of Slot, plus Imm

	Add // T integer, of operands of T; wraps
	Sub
	Mul
	Div  // rounds towards zero; not defined for a divisor of 0 and the least integer by -1
	DivU // without sign
	Rem
	RemU
	And
	Or
	Xor
	Shl // y is an I32; not defined unless it is less than the width of T
	Sar // with the sign
	Shr // with zeros
	Neg
	Not // all bits

	Sext8 // T integer, of an operand of T: its low bits, extended with the sign
	Sext16
	Zext8
	Zext16
	Sext32 // I64 of an I32
	Zext32
	Trunc // I32 of an I64

	FAdd // T floating, of operands of T
	FSub
	FMul
	FDiv
	FNeg
	FAbs
	FSqrt

	FromInt  // T floating of an integer
	FromUint // of one without sign
	ToInt    // T integer of a floating operand, towards zero; not defined out of range
	ToUint   // without sign
	FWiden   // F64 of an F32
	FNarrow  // F32 of an F64
	Bits     // the bits of x, of the other type of the same width: I32 and F32, I64 and F64

	Cmp    // I32: whether Cond holds of x and y, of one integer type
	FCmp   // of floating operands
	Select // T: y where x, an I32, is not 0, else z

	Load  // T: Mem at x + Imm
	Store // Mem at x + Imm becomes y
	Copy  // Imm bytes at x become those at y; they do not overlap, or are the same
	Zero  // Imm bytes at x become 0

	Call    // Symbol with List; T may be None
	CallPtr // the function at x with List

	Poll   // a place where the function may be stopped, or held, in between
	TrapIf // ends the call with the code Imm where x, an I32, is not 0
)
