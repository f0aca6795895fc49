package amd64

// Sse is an instruction on SSE registers.
type Sse opcode

// The instructions. SS is a number of 32 bits in the lowest part of a register, SD one of 64 bits, PS and PD are all of them; P with an
// integer's width behind it are all integers of that width.
const (
	Addss    = Sse(preF3 | map0F | 0x58)
	Addsd    = Sse(preF2 | map0F | 0x58)
	Mulss    = Sse(preF3 | map0F | 0x59)
	Mulsd    = Sse(preF2 | map0F | 0x59)
	Subss    = Sse(preF3 | map0F | 0x5c)
	Subsd    = Sse(preF2 | map0F | 0x5c)
	Divss    = Sse(preF3 | map0F | 0x5e)
	Divsd    = Sse(preF2 | map0F | 0x5e)
	Minss    = Sse(preF3 | map0F | 0x5d)
	Minsd    = Sse(preF2 | map0F | 0x5d)
	Maxss    = Sse(preF3 | map0F | 0x5f)
	Maxsd    = Sse(preF2 | map0F | 0x5f)
	Sqrtss   = Sse(preF3 | map0F | 0x51)
	Sqrtsd   = Sse(preF2 | map0F | 0x51)
	Ucomiss  = Sse(map0F | 0x2e)
	Ucomisd  = Sse(pre66 | map0F | 0x2e)
	Cvtss2sd = Sse(preF3 | map0F | 0x5a)
	Cvtsd2ss = Sse(preF2 | map0F | 0x5a)

	Andps  = Sse(map0F | 0x54)
	Andpd  = Sse(pre66 | map0F | 0x54)
	Andnps = Sse(map0F | 0x55)
	Andnpd = Sse(pre66 | map0F | 0x55)
	Orps   = Sse(map0F | 0x56)
	Orpd   = Sse(pre66 | map0F | 0x56)
	Xorps  = Sse(map0F | 0x57)
	Xorpd  = Sse(pre66 | map0F | 0x57)
	Pxor   = Sse(pre66 | map0F | 0xef)

	Addps = Sse(map0F | 0x58)
	Addpd = Sse(pre66 | map0F | 0x58)
	Mulps = Sse(map0F | 0x59)
	Mulpd = Sse(pre66 | map0F | 0x59)
	Subps = Sse(map0F | 0x5c)
	Subpd = Sse(pre66 | map0F | 0x5c)
	Divps = Sse(map0F | 0x5e)
	Divpd = Sse(pre66 | map0F | 0x5e)

	Paddb  = Sse(pre66 | map0F | 0xfc)
	Paddw  = Sse(pre66 | map0F | 0xfd)
	Paddd  = Sse(pre66 | map0F | 0xfe)
	Paddq  = Sse(pre66 | map0F | 0xd4)
	Psubb  = Sse(pre66 | map0F | 0xf8)
	Psubw  = Sse(pre66 | map0F | 0xf9)
	Psubd  = Sse(pre66 | map0F | 0xfa)
	Psubq  = Sse(pre66 | map0F | 0xfb)
	Pmullw = Sse(pre66 | map0F | 0xd5)

	Punpckldq  = Sse(pre66 | map0F | 0x62)
	Punpcklqdq = Sse(pre66 | map0F | 0x6c)
	Unpcklps   = Sse(map0F | 0x14)
	Unpcklpd   = Sse(pre66 | map0F | 0x14)
)

// SseRR appends op dst, src.
func (a *Assembler) SseRR(op Sse, dst, src Xmm) { a.rr(opcode(op), 0, uint8(dst), uint8(src)) }

// SseRM appends op dst, m. Those that work on whole registers want m to be aligned to 16 bytes.
func (a *Assembler) SseRM(op Sse, dst Xmm, m Mem) { a.rm(opcode(op), 0, uint8(dst), m, 0) }

// Move is a move between SSE registers and memory.
type Move opcode

// The moves. A load by Movss, Movsd, Movd or Movq clears the rest of the register.
const (
	Movss  = Move(preF3 | map0F | 0x10)
	Movsd  = Move(preF2 | map0F | 0x10)
	Movups = Move(map0F | 0x10) // 16 bytes
	Movaps = Move(map0F | 0x28) // 16 bytes, aligned
)

// MovXX appends movaps dst, src: a move of a whole register, which depends on nothing but src.
func (a *Assembler) MovXX(dst, src Xmm) { a.rr(opcode(Movaps), 0, uint8(dst), uint8(src)) }

// MovXM appends a load.
func (a *Assembler) MovXM(op Move, dst Xmm, m Mem) { a.rm(opcode(op), 0, uint8(dst), m, 0) }

// MovMX appends a store.
func (a *Assembler) MovMX(op Move, m Mem, src Xmm) { a.rm(opcode(op)|1, 0, uint8(src), m, 0) }

// MovXR appends movd or movq dst, src: the bits of src, W32 or W64, and zeros.
func (a *Assembler) MovXR(w Width, dst Xmm, src Reg) {
	a.rr(pre66|map0F|0x6e, byte(w)&8, uint8(dst), uint8(src))
}

// MovRX appends movd or movq dst, src.
func (a *Assembler) MovRX(w Width, dst Reg, src Xmm) {
	a.rr(pre66|map0F|0x7e, byte(w)&8, uint8(src), uint8(dst))
}

// ZeroX appends xorps dst, dst.
func (a *Assembler) ZeroX(dst Xmm) { a.SseRR(Xorps, dst, dst) }

// Convert is a conversion between a floating and an integer number.
type Convert opcode

// The conversions. Cvtsi2ss and Cvtsi2sd leave the upper part of their destination, and so wait for it; Cvttss2si and Cvttsd2si
// round towards zero and give the least integer for what is out of range.
const (
	Cvtsi2ss  = Convert(preF3 | map0F | 0x2a)
	Cvtsi2sd  = Convert(preF2 | map0F | 0x2a)
	Cvttss2si = Convert(preF3 | map0F | 0x2c)
	Cvttsd2si = Convert(preF2 | map0F | 0x2c)
)

// CvtXR appends a conversion of an integer, W32 or W64.
func (a *Assembler) CvtXR(op Convert, w Width, dst Xmm, src Reg) {
	a.rr(opcode(op), byte(w)&8, uint8(dst), uint8(src))
}

// CvtXM is CvtXR of memory.
func (a *Assembler) CvtXM(op Convert, w Width, dst Xmm, m Mem) {
	a.rm(opcode(op), byte(w)&8, uint8(dst), m, 0)
}

// CvtRX appends a conversion to an integer, W32 or W64.
func (a *Assembler) CvtRX(op Convert, w Width, dst Reg, src Xmm) {
	a.rr(opcode(op), byte(w)&8, uint8(dst), uint8(src))
}

// CvtRM is CvtRX of memory.
func (a *Assembler) CvtRM(op Convert, w Width, dst Reg, m Mem) {
	a.rm(opcode(op), byte(w)&8, uint8(dst), m, 0)
}

// Round is a way to round to a whole number, without a word to the flags of inexactness.
type Round uint8

// The ways.
const (
	ToNearest Round = 8  // to even where two are as near
	Down      Round = 9  // floor
	Up        Round = 10 // ceil
	ToZero    Round = 11 // trunc
)

// Roundss appends roundss dst, src. It needs SSE4.1.
func (a *Assembler) Roundss(how Round, dst, src Xmm) { a.round(0x0a, how, dst, src) }

// Roundsd appends roundsd dst, src. It needs SSE4.1.
func (a *Assembler) Roundsd(how Round, dst, src Xmm) { a.round(0x0b, how, dst, src) }

func (a *Assembler) round(op opcode, how Round, dst, src Xmm) {
	if !a.Features.SSE41 {
		panic("amd64: a rounding without SSE4.1")
	}
	a.rr(pre66|map0F3A|op, 0, uint8(dst), uint8(src))
	a.Code = append(a.Code, byte(how))
}
