package arm64

// FloatTwo is an operation of two floating numbers.
type FloatTwo uint32

// The operations. Fmin and Fmax give not-a-number if one of them is, Fminnm and Fmaxnm the other one, as C's fmin and fmax do.
const (
	Fmul   FloatTwo = 0x1e200800
	Fdiv   FloatTwo = 0x1e201800
	Fadd   FloatTwo = 0x1e202800
	Fsub   FloatTwo = 0x1e203800
	Fmax   FloatTwo = 0x1e204800
	Fmin   FloatTwo = 0x1e205800
	Fmaxnm FloatTwo = 0x1e206800
	Fminnm FloatTwo = 0x1e207800
	Fnmul  FloatTwo = 0x1e208800 // -(y*z)
)

// FloatRRR appends op x, y, z.
func (a *Assembler) FloatRRR(op FloatTwo, f Float, x, y, z Vec) {
	a.put(uint32(op) | f.ty() | vm(z) | vn(y) | vd(x))
}

// FloatOne is an operation of one floating number.
type FloatOne uint32

// The operations.
const (
	Fmov   FloatOne = 0x1e204000
	Fabs   FloatOne = 0x1e20c000
	Fneg   FloatOne = 0x1e214000
	Fsqrt  FloatOne = 0x1e21c000
	Frintn FloatOne = 0x1e244000 // to a whole number: the nearest, the even of two
	Frintp FloatOne = 0x1e24c000 // up: ceil
	Frintm FloatOne = 0x1e254000 // down: floor
	Frintz FloatOne = 0x1e25c000 // towards zero: trunc
	Frinta FloatOne = 0x1e264000 // the nearest, of two that away from zero: round
	Frintx FloatOne = 0x1e274000 // as the mode says: rint
	Frinti FloatOne = 0x1e27c000 // the same without a word to the flags of inexactness: nearbyint
)

// FloatRR appends op x, y.
func (a *Assembler) FloatRR(op FloatOne, f Float, x, y Vec) {
	a.put(uint32(op) | f.ty() | vn(y) | vd(x))
}

// Widen appends x = y, of 32 bits, as 64.
func (a *Assembler) Widen(x, y Vec) { a.put(0x1e22c000 | vn(y) | vd(x)) }

// Narrow appends x = y, of 64 bits, as 32.
func (a *Assembler) Narrow(x, y Vec) { a.put(0x1e624000 | vn(y) | vd(x)) }

// Fcmp appends a comparison of x and y.
func (a *Assembler) Fcmp(f Float, x, y Vec) { a.put(0x1e202000 | f.ty() | vm(y) | vn(x)) }

// FcmpZero appends a comparison of x and 0.
func (a *Assembler) FcmpZero(f Float, x Vec) { a.put(0x1e202008 | f.ty() | vn(x)) }

// Fcsel appends x = y where c holds, else z.
func (a *Assembler) Fcsel(f Float, x, y, z Vec, c Cond) {
	a.put(0x1e200c00 | f.ty() | vm(z) | c.at12() | vn(y) | vd(x))
}

// FloatI appends x = the number that imm encodes (FloatImm).
func (a *Assembler) FloatI(f Float, x Vec, imm uint32) { a.put(0x1e201000 | f.ty() | imm<<13 | vd(x)) }

// ZeroV appends x = 0, all its 128 bits.
func (a *Assembler) ZeroV(x Vec) { a.put(0x6f00e400 | vd(x)) }

// MovVV appends a move of all 128 bits.
func (a *Assembler) MovVV(x, y Vec) { a.put(0x4ea01c00 | vm(y) | vn(y) | vd(x)) }

// Convert is a conversion between a general register and a floating number.
type Convert uint32

// The conversions. Those to integers give the nearest integer there is for what is out of range.
const (
	Fcvtns Convert = 0x1e200000 // to an integer: the nearest, the even of two
	Fcvtas Convert = 0x1e240000 // the nearest, of two that away from zero
	Fcvtps Convert = 0x1e280000 // up
	Fcvtms Convert = 0x1e300000 // down
	Fcvtzs Convert = 0x1e380000 // towards zero
	Fcvtzu Convert = 0x1e390000 // and without sign
	Scvtf  Convert = 0x1e220000 // of an integer
	Ucvtf  Convert = 0x1e230000 // without sign
)

// ToInt appends x = y, converted by one of those to integers.
func (a *Assembler) ToInt(op Convert, w Width, f Float, x Reg, y Vec) {
	a.put(uint32(op) | w.sf() | f.ty() | vn(y) | d(x))
}

// FromInt appends x = y, converted by Scvtf or Ucvtf.
func (a *Assembler) FromInt(op Convert, w Width, f Float, x Vec, y Reg) {
	a.put(uint32(op) | w.sf() | f.ty() | n(y) | vd(x))
}

// MovRV appends x = the bits of y, 32 or 64.
func (a *Assembler) MovRV(f Float, x Reg, y Vec) {
	a.put(0x1e260000 | Width(f).sf() | f.ty() | vn(y) | d(x))
}

// MovVR appends x = the number whose bits are y.
func (a *Assembler) MovVR(f Float, x Vec, y Reg) {
	a.put(0x1e270000 | Width(f).sf() | f.ty() | n(y) | vd(x))
}
