package arm64

import "math/bits"

// AluImm reports whether AluRRI can have v: of additions and subtractions up to 12 bits, or 12 bits shifted by 12, of either sign; of
// logical operations, but for Bic, Orn, Eon and Bics, which have none, ones in a row, turned around and repeated.
func AluImm(op Alu, w Width, v int64) bool {
	switch {
	case op.sum():
		if v < 0 {
			v = -v
		}
		return v&^0xfff == 0 || v&^0xfff000 == 0
	case op&(1<<21) != 0:
		return false
	}
	_, ok := logical(w, uint64(v))
	return ok
}

// logical is the encoding N:immr:imms of v, of which the low bits count.
func logical(w Width, v uint64) (uint32, bool) {
	if w == W32 {
		v = v<<32 | v&0xffffffff
	}
	if v == 0 || v == ^uint64(0) {
		return 0, false
	}
	size := period(v)
	mask := ^uint64(0) >> (64 - size)
	v &= mask
	ones := bits.OnesCount64(v)
	start := bits.TrailingZeros64(v)
	if v>>start != 1<<ones-1 { // the ones turn around the end: the zeros are in a row
		zeros := bits.TrailingZeros64(^v)
		if ^v&mask != (1<<(size-ones)-1)<<zeros {
			return 0, false
		}
		start = zeros + size - ones
	}
	r := uint32(-start & (size - 1))
	s := uint32(-(size<<1)&0x3f | (ones - 1))
	return uint32(size>>6)<<12 | r<<6 | s, true
}

// period is the least power of two of bits that v repeats, at least 2.
func period(v uint64) int {
	size := 64
	for size > 2 {
		half := size / 2
		mask := uint64(1)<<half - 1
		if v&mask != v>>half&mask {
			break
		}
		size = half
	}
	return size
}

// MovRI appends what makes all 64 bits of x v: one to four instructions.
func (a *Assembler) MovRI(x Reg, v int64) {
	u := uint64(v)
	w, parts := W64, uint32(4)
	if u>>32 == 0 {
		w, parts = W32, 2
	}
	zeros, ones := uint32(0), uint32(0)
	for i := range parts {
		switch uint16(u >> (16 * i)) {
		case 0:
			zeros++
		case 0xffff:
			ones++
		}
	}
	switch {
	case zeros < parts-1 && ones < parts-1 && AluImm(Orr, w, v):
		a.AluRRI(Orr, w, x, ZR, v)
	case ones > zeros:
		a.parts(Movn, w, x, u, 0xffff, parts)
	default:
		a.parts(Movz, w, x, u, 0, parts)
	}
}

// parts appends a move of the first part of u that is not rest, and Movk for the others.
func (a *Assembler) parts(op Wide, w Width, x Reg, u uint64, rest uint16, parts uint32) {
	for i := range parts {
		part := uint16(u >> (16 * i))
		if part == rest {
			continue
		}
		if op != Movk {
			a.Wide(op, w, x, part^rest, i)
			op = Movk
			continue
		}
		a.Wide(Movk, w, x, part, i)
	}
	if op != Movk {
		a.Wide(op, w, x, 0, 0)
	}
}

// FloatImm is the encoding of a number, given by the bits of an F64, that FloatI can have: 16 to 31 sixteenths times a power of two
// from 1/8 to 16, of either sign.
func FloatImm(v uint64) (uint32, bool) {
	e := v >> 54 & 0x1ff // the exponent but for its two lowest bits
	if v<<16 != 0 || e != 0x100 && e != 0x0ff {
		return 0, false
	}
	return uint32(v>>63<<7 | (e>>8^1)<<6 | v>>48&0x3f), true
}
