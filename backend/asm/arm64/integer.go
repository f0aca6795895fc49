package arm64

// Alu is an operation of two operands.
type Alu uint32

// The operations, as they are with a shifted register. Those that end in s set the flags.
const (
	Add  Alu = 0x0b000000
	Adds Alu = 0x2b000000
	Sub  Alu = 0x4b000000
	Subs Alu = 0x6b000000
	And  Alu = 0x0a000000
	Bic  Alu = 0x0a200000 // and not
	Orr  Alu = 0x2a000000
	Orn  Alu = 0x2a200000 // or not
	Eor  Alu = 0x4a000000
	Eon  Alu = 0x4a200000 // exclusive or not
	Ands Alu = 0x6a000000
	Bics Alu = 0x6a200000
)

// sum reports whether op adds or subtracts.
func (op Alu) sum() bool { return op&(1<<24) != 0 }

// Shift says how a register operand is shifted.
type Shift uint32

// The shifts.
const (
	LSL Shift = iota
	LSR
	ASR
	ROR // of logical operations only
)

// Extend says how a register operand is extended, before it is shifted by 0 to 4.
type Extend uint32

// The extensions, as the machine numbers them.
const (
	UXTB Extend = iota
	UXTH
	UXTW
	UXTX
	SXTB
	SXTH
	SXTW
	SXTX
)

// AluRRR appends op x, y, z. SP may be y, and x where no flags are set, of an addition or subtraction.
func (a *Assembler) AluRRR(op Alu, w Width, x, y, z Reg) {
	if x == SP || y == SP {
		a.AluExtend(op, w, x, y, z, UXTW+Extend(w), 0)
		return
	}
	a.AluShift(op, w, x, y, z, LSL, 0)
}

// AluShift appends op x, y, z shifted by.
func (a *Assembler) AluShift(op Alu, w Width, x, y, z Reg, shift Shift, by uint32) {
	if x == SP || y == SP || z == SP {
		panic("arm64: SP with a shifted register")
	}
	a.put(uint32(op) | w.sf() | uint32(shift)<<22 | m(z) | by<<10 | n(y) | d(x))
}

// AluExtend appends op x, y, z extended and shifted to the left by, for additions and subtractions.
func (a *Assembler) AluExtend(op Alu, w Width, x, y, z Reg, e Extend, by uint32) {
	if !op.sum() || z == SP || y == ZR {
		panic("arm64: a register that cannot be extended")
	}
	a.put(uint32(op) | w.sf() | 1<<21 | m(z) | uint32(e)<<13 | by<<10 | n(y) | d(x))
}

// AluRRI appends op x, y, v, of which AluImm must hold.
func (a *Assembler) AluRRI(op Alu, w Width, x, y Reg, v int64) {
	if op.sum() {
		a.sumImm(op, w, x, y, v)
		return
	}
	imm, ok := logical(w, uint64(v))
	if !ok {
		panic("arm64: a number that is no logical immediate")
	}
	a.put(uint32(op)&0x60000000 | 0x12000000 | w.sf() | imm<<10 | n(y) | d(x))
}

func (a *Assembler) sumImm(op Alu, w Width, x, y Reg, v int64) {
	if v < 0 {
		op, v = op^(Add^Sub), -v
	}
	shift := uint32(0)
	if v > 0xfff {
		v, shift = v>>12, 1<<22
	}
	a.put(uint32(op)&0x60000000 | 0x11000000 | w.sf() | shift | uint32(v)<<10 | n(y) | d(x))
}

// Cmp appends a comparison of x and y.
func (a *Assembler) Cmp(w Width, x, y Reg) { a.AluRRR(Subs, w, ZR, x, y) }

// CmpI appends a comparison of x and v, of which AluImm of Subs must hold.
func (a *Assembler) CmpI(w Width, x Reg, v int64) { a.AluRRI(Subs, w, ZR, x, v) }

// MovRR appends a move. Of 32 bits it clears the upper ones.
func (a *Assembler) MovRR(w Width, x, y Reg) {
	if x == SP || y == SP {
		a.AluRRI(Add, w, x, y, 0)
		return
	}
	a.AluRRR(Orr, w, x, ZR, y)
}

// Neg appends x = -y.
func (a *Assembler) Neg(w Width, x, y Reg) { a.AluRRR(Sub, w, x, ZR, y) }

// Not appends x = ^y.
func (a *Assembler) Not(w Width, x, y Reg) { a.AluRRR(Orn, w, x, ZR, y) }

// Wide is a move of 16 bits.
type Wide uint32

// The moves.
const (
	Movn Wide = 0x12800000 // the others become 1, and all is negated
	Movz Wide = 0x52800000 // the others become 0
	Movk Wide = 0x72800000 // the others stay
)

// Wide appends a move of v to the bits of x from 16*part on.
func (a *Assembler) Wide(op Wide, w Width, x Reg, v uint16, part uint32) {
	a.put(uint32(op) | w.sf() | part<<21 | uint32(v)<<5 | d(x))
}

// Two is an operation of two registers.
type Two uint32

// The operations. A division by 0 gives 0; shifts take the low bits of their second operand.
const (
	Udiv Two = 0x1ac00800
	Sdiv Two = 0x1ac00c00
	Lslv Two = 0x1ac02000
	Lsrv Two = 0x1ac02400
	Asrv Two = 0x1ac02800
	Rorv Two = 0x1ac02c00
)

// Two appends op x, y, z.
func (a *Assembler) Two(op Two, w Width, x, y, z Reg) {
	a.put(uint32(op) | w.sf() | m(z) | n(y) | d(x))
}

// One is an operation of one register.
type One uint32

// The operations.
const (
	Rbit  One = 0x5ac00000 // bits in reverse
	Rev16 One = 0x5ac00400 // bytes in reverse, of each 16 bits
	Rev32 One = 0x5ac00800 // of each 32 bits: rev of a 32-bit register
	Rev64 One = 0x5ac00c00 // of 64 bits
	Clz   One = 0x5ac01000 // number of leading zeros
	Cls   One = 0x5ac01400 // number of leading bits that are as the first
)

// One appends op x, y.
func (a *Assembler) One(op One, w Width, x, y Reg) { a.put(uint32(op) | w.sf() | n(y) | d(x)) }

// Multiply is a multiplication with an addition.
type Multiply uint32

// The multiplications. In those with an l two 32-bit registers give 64 bits.
const (
	Madd   Multiply = 0x1b000000 // u + y*z
	Msub   Multiply = 0x1b008000 // u - y*z
	Smaddl Multiply = 0x9b200000
	Smsubl Multiply = 0x9b208000
	Umaddl Multiply = 0x9ba00000
	Umsubl Multiply = 0x9ba08000
	Smulh  Multiply = 0x9b400000 // the upper 64 bits of y*z; u is ZR
	Umulh  Multiply = 0x9bc00000
)

// Multiply appends op x, y, z, u.
func (a *Assembler) Multiply(op Multiply, w Width, x, y, z, u Reg) {
	a.put(uint32(op) | w.sf() | m(z) | ra(u) | n(y) | d(x))
}

// Mul appends x = y * z.
func (a *Assembler) Mul(w Width, x, y, z Reg) { a.Multiply(Madd, w, x, y, z, ZR) }

// Bitfield is a move of a field of bits.
type Bitfield uint32

// The moves. With s >= r the bits r to s of y go to bit 0 of x; else the bits 0 to s go to bit width-r.
const (
	Sbfm Bitfield = 0x13000000 // the bits above are copies of the highest, those below are 0
	Bfm  Bitfield = 0x33000000 // the others stay
	Ubfm Bitfield = 0x53000000 // the others are 0
)

// Bitfield appends op x, y, r, s.
func (a *Assembler) Bitfield(op Bitfield, w Width, x, y Reg, r, s uint32) {
	a.put(uint32(op) | w.sf() | uint32(w)<<22 | r<<16 | s<<10 | n(y) | d(x))
}

// ShiftI appends x = y shifted by a number that is less than the width.
func (a *Assembler) ShiftI(shift Shift, w Width, x, y Reg, by uint32) {
	last := w.Bits() - 1
	switch shift {
	case LSL:
		a.Bitfield(Ubfm, w, x, y, -by&last, last-by)
	case LSR:
		a.Bitfield(Ubfm, w, x, y, by, last)
	case ASR:
		a.Bitfield(Sbfm, w, x, y, by, last)
	case ROR:
		a.Extr(w, x, y, y, by)
	}
}

// Extr appends extr: x is the bits from low on of y and, below it, z.
func (a *Assembler) Extr(w Width, x, y, z Reg, low uint32) {
	a.put(0x13800000 | w.sf() | uint32(w)<<22 | m(z) | low<<10 | n(y) | d(x))
}

// Extract appends sbfx (signed) or ubfx: x is the size bits of y from low on.
func (a *Assembler) Extract(signed bool, w Width, x, y Reg, low, size uint32) {
	a.Bitfield(extension(signed), w, x, y, low, low+size-1)
}

// Insert appends bfi: the low size bits of y go into x from low on.
func (a *Assembler) Insert(w Width, x, y Reg, low, size uint32) {
	a.Bitfield(Bfm, w, x, y, -low&(w.Bits()-1), size-1)
}

// Place appends sbfiz (signed) or ubfiz: the low size bits of y from low on, extended, zeros below.
func (a *Assembler) Place(signed bool, w Width, x, y Reg, low, size uint32) {
	a.Bitfield(extension(signed), w, x, y, -low&(w.Bits()-1), size-1)
}

// Sext appends an extension of the low bits, 8, 16 or 32, with their sign to width w.
func (a *Assembler) Sext(w Width, bits uint32, x, y Reg) { a.Bitfield(Sbfm, w, x, y, 0, bits-1) }

// Zext appends an extension of the low bits, 8, 16 or 32, with zeros to 64 bits.
func (a *Assembler) Zext(bits uint32, x, y Reg) {
	if bits == 32 {
		a.MovRR(W32, x, y)
		return
	}
	a.Bitfield(Ubfm, W32, x, y, 0, bits-1)
}

func extension(signed bool) Bitfield {
	if signed {
		return Sbfm
	}
	return Ubfm
}

// Select is a choice between registers.
type Select uint32

// The choices: y where the condition holds, else
const (
	Csel  Select = 0x1a800000 // z
	Csinc Select = 0x1a800400 // z + 1
	Csinv Select = 0x5a800000 // ^z
	Csneg Select = 0x5a800400 // -z
)

// Select appends op x, y, z, c.
func (a *Assembler) Select(op Select, w Width, x, y, z Reg, c Cond) {
	a.put(uint32(op) | w.sf() | m(z) | c.at12() | n(y) | d(x))
}

// Cset appends x = 1 where c holds, else 0.
func (a *Assembler) Cset(x Reg, c Cond) { a.Select(Csinc, W32, x, ZR, ZR, c.Negated()) }

// Ccmp appends a comparison of x and y where c holds; elsewhere the flags become nzcv.
func (a *Assembler) Ccmp(w Width, x, y Reg, nzcv uint32, c Cond) {
	a.put(0x7a400000 | w.sf() | m(y) | c.at12() | n(x) | nzcv)
}

// CcmpI is Ccmp with a number from -31 to 31.
func (a *Assembler) CcmpI(w Width, x Reg, v int32, nzcv uint32, c Cond) {
	op := uint32(0x7a400800)
	if v < 0 {
		op, v = 0x3a400800, -v
	}
	a.put(op | w.sf() | uint32(v)<<16 | c.at12() | n(x) | nzcv)
}
