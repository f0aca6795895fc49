package core

// Op is a primitive operation.
type Op int

// The primitive operations. Integers are 64-bit two's complement and wrap.
const (
	OpInvalid Op = iota
	// Arithmetic of SML: div and mod round towards minus infinity; by zero they are an error.
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMod
	OpNeg
	OpAbs
	OpMin
	OpMax
	// C's division: rounds towards zero; by zero an error. Int.quot, Int.rem.
	OpQuot
	OpRem
	// Comparison: int, char and string have an order; = and <> compare structures of any equality type.
	OpLt
	OpLe
	OpGt
	OpGe
	OpEq
	OpNe
	OpNot
	// Bits: the operations of the built-in structure Bits, on int seen as 64 bits. A shift by a count outside 0..63 gives
	// what repeated shifts by one give (0, or the sign).
	OpAndb
	OpOrb
	OpXorb
	OpNotb
	OpShl  // Bits.lshift (x, n)
	OpShr  // Bits.rshift (x, n): zeros come in
	OpSar  // Bits.arshift (x, n): the sign comes in
	OpLtu  // Bits.ltu (x, y): unsigned comparison
	OpLeu  // Bits.leu (x, y)
	OpDivu // Bits.divu (x, y): unsigned division; by zero an error
	OpModu // Bits.modu (x, y)
	OpCtz  // Bits.ctz x: how many zeros follow the lowest one of x; 64 of 0
	OpSext // Bits.signExtend (w, x): the low w bits of x as a signed number, 1 <= w <= 64
	OpZext // Bits.zeroExtend (w, x): the low w bits of x as an unsigned number (64: x itself)
	// Floating point: the operations of the built-in structure Float, on int seen as the bits of IEEE doubles, rounded to nearest
	// (prim_float.go). All are defined everywhere.
	OpFAdd      // Float.add (x, y)
	OpFSub      // Float.sub (x, y)
	OpFMul      // Float.mul (x, y)
	OpFDiv      // Float.div (x, y)
	OpFLt       // Float.lt (x, y): false where an operand is no number
	OpFLe       // Float.le (x, y)
	OpFEq       // Float.eq (x, y): true of 0.0 and -0.0
	OpFWiden    // Float.widen x: the double that the float with the bits x is
	OpFNarrow   // Float.narrow x: the bits of the float nearest to the double x
	OpFFromInt  // Float.fromInt (w, n): the number nearest to n as a float (w = 32) or double (any other w)
	OpFFromWord // Float.fromWord (w, n): the same of n seen as an unsigned number
	OpFToInt    // Float.toInt x: rounded towards zero; the least or greatest int where that is outside, 0 of what is no number
	// Strings and characters: ^, size, String.sub (an index outside is an error), Int.toString, ord, chr (outside 0..255 is
	// an error), str.
	OpConcat
	OpSize
	OpStrSub
	OpIntToString
	OpOrd
	OpChr
	OpStr
	// Maps.
	OpMapInsert // M.insert (m, k, v)
	OpMapFind   // M.find (m, k): an option
	OpMapRemove // M.remove (m, k); the same map where k is absent
	OpMapEqual  // M.equal (m, m')
	// Sets.
	OpSetAdd        // S.add (s, x)
	OpSetDelete     // S.delete (s, x); the same set where x is absent
	OpSetMember     // S.member (s, x)
	OpSetUnion      // S.union (s, s')
	OpSetDifference // S.difference (s, s'): the members of s that are none of s'
	OpSetEqual      // S.equal (s, s'): the same members
)

// IsMap reports whether op works on maps or sets: one with a Module, a Label and Keys.
func (op Op) IsMap() bool { return op >= OpMapInsert && op <= OpSetEqual }
