package arm64

// Mode says what a memory operand is.
type Mode uint8

// The modes.
const (
	Offset Mode = iota // Base + Disp
	Pre                // the same, which becomes the base
	Post               // Base, which becomes Base + Disp
	Lsl                // Base + Index<<Shift
	Uxtw               // Base + the low 32 bits of Index, extended with zeros, <<Shift
	Sxtw               // with their sign
)

// Mem is a memory operand. Base may be SP. Shift is 0 or the binary logarithm of the size of the access.
type Mem struct {
	Base, Index Reg
	Mode        Mode
	Shift       uint8
	Disp        int32
}

// At is the memory at base + disp.
func At(base Reg, disp int32) Mem { return Mem{Base: base, Disp: disp} }

// Access is a load or a store.
type Access uint32

// The accesses of general registers: b 8 bits, h 16, w 32, x 64, sb, sh and sw extended with their sign to 64 bits, sbw and shw to 32. Those
// of registers of floating numbers: s 32 bits, d 64, q 128.
const (
	Strb   Access = 0x38000000
	Ldrb   Access = 0x38400000
	Ldrsb  Access = 0x38800000
	Ldrsbw Access = 0x38c00000
	Strh   Access = 0x78000000
	Ldrh   Access = 0x78400000
	Ldrsh  Access = 0x78800000
	Ldrshw Access = 0x78c00000
	Strw   Access = 0xb8000000
	Ldrw   Access = 0xb8400000
	Ldrsw  Access = 0xb8800000
	Strx   Access = 0xf8000000
	Ldrx   Access = 0xf8400000

	Strs Access = 0xbc000000
	Ldrs Access = 0xbc400000
	Strd Access = 0xfc000000
	Ldrd Access = 0xfc400000
	Strq Access = 0x3c800000
	Ldrq Access = 0x3cc00000
)

// Scale is the binary logarithm of the number of bytes.
func (op Access) Scale() uint8 {
	if op|1<<22 == Ldrq {
		return 4
	}
	return uint8(op >> 30)
}

// Fits reports whether a displacement can be in the instruction: a multiple of the size from 0 to 4095 sizes, or a number from -256 to 255.
func (op Access) Fits(disp int32) bool { return op.scaled(disp) || disp == disp<<23>>23 }

func (op Access) scaled(disp int32) bool {
	s := op.Scale()
	return disp >= 0 && disp>>s<<s == disp && disp>>s <= 0xfff
}

// Mem appends an access of general register r.
func (a *Assembler) Mem(op Access, r Reg, m Mem) { a.access(op, d(r), m) }

// MemV appends an access of v.
func (a *Assembler) MemV(op Access, v Vec, m Mem) { a.access(op, vd(v), m) }

func (a *Assembler) access(op Access, r uint32, mem Mem) {
	word := uint32(op) | n(mem.Base) | r
	switch mem.Mode {
	case Offset:
		if op.scaled(mem.Disp) {
			word |= 1<<24 | uint32(mem.Disp)>>op.Scale()<<10
		} else {
			word |= near(mem.Disp)
		}
	case Post:
		word |= 0x400 | near(mem.Disp)
	case Pre:
		word |= 0xc00 | near(mem.Disp)
	default:
		word |= 1<<21 | 0x800 | m(mem.Index) | mem.option(op)
	}
	a.put(word)
}

// near is the field of a displacement that is not scaled.
func near(disp int32) uint32 {
	if disp != disp<<23>>23 {
		panic("arm64: a displacement that does not fit")
	}
	return uint32(disp) & 0x1ff << 12
}

// option is the field that says how the index is extended and shifted.
func (mem Mem) option(op Access) uint32 {
	option := uint32(UXTX)
	switch mem.Mode {
	case Uxtw:
		option = uint32(UXTW)
	case Sxtw:
		option = uint32(SXTW)
	}
	switch mem.Shift {
	case 0:
		return option << 13
	case op.Scale():
		return option<<13 | 1<<12
	}
	panic("arm64: an index that cannot be shifted so")
}

// Pair is a load or store of two registers.
type Pair uint32

// The pairs.
const (
	Stpw  Pair = 0x28000000
	Ldpw  Pair = 0x28400000
	Ldpsw Pair = 0x68400000
	Stpx  Pair = 0xa8000000
	Ldpx  Pair = 0xa8400000
	Stps  Pair = 0x2c000000
	Ldps  Pair = 0x2c400000
	Stpd  Pair = 0x6c000000
	Ldpd  Pair = 0x6c400000
	Stpq  Pair = 0xac000000
	Ldpq  Pair = 0xac400000
)

// Scale is the binary logarithm of the number of bytes of one register.
func (op Pair) Scale() uint8 {
	if op == Ldpsw {
		return 2
	}
	if op&(1<<26) != 0 {
		return uint8(op>>30) + 2
	}
	return uint8(op>>31) + 2
}

// Fits reports whether a displacement can be in the instruction: a multiple of the size from -64 to 63 sizes.
func (op Pair) Fits(disp int32) bool {
	s := op.Scale()
	return disp>>s<<s == disp && disp>>s == disp>>s<<25>>25
}

// Pair appends an access of general registers; the mode is Offset, Pre or Post.
func (a *Assembler) Pair(op Pair, x, y Reg, m Mem) { a.pair(op, d(x)|ra(y), m) }

// PairV appends an access of registers of floating numbers.
func (a *Assembler) PairV(op Pair, x, y Vec, m Mem) { a.pair(op, vd(x)|uint32(y)<<10, m) }

func (a *Assembler) pair(op Pair, regs uint32, mem Mem) {
	if !op.Fits(mem.Disp) || mem.Mode > Post {
		panic("arm64: a memory operand that a pair cannot have")
	}
	mode := [...]uint32{Offset: 2, Post: 1, Pre: 3}[mem.Mode]
	a.put(uint32(op) | mode<<23 | uint32(mem.Disp)>>op.Scale()&0x7f<<15 | n(mem.Base) | regs)
}

// Literal is a load from the code.
type Literal uint32

// The loads.
const (
	Litw  Literal = 0x18000000
	Litx  Literal = 0x58000000
	Litsw Literal = 0x98000000
	Lits  Literal = 0x1c000000
	Litd  Literal = 0x5c000000
	Litq  Literal = 0x9c000000
)

// Literal appends a load of what is at l.
func (a *Assembler) Literal(op Literal, x Reg, l Label) { a.field(field19, l, uint32(op)|d(x)) }

// LiteralV appends a load of what is at l.
func (a *Assembler) LiteralV(op Literal, x Vec, l Label) { a.field(field19, l, uint32(op)|vd(x)) }
