package amd64

import "math"

// opcode is an instruction's opcode: its last byte, the map that leads to it in bits 8 to 11 (0 none, 1 0F, 2 0F 38, 3 0F 3A), and the
// mandatory prefix in bits 16 to 23.
type opcode uint32

const (
	map0F   opcode = 1 << 8
	map0F38 opcode = 2 << 8
	map0F3A opcode = 3 << 8
	pre66   opcode = 0x66 << 16
	preF2   opcode = 0xf2 << 16
	preF3   opcode = 0xf3 << 16
)

func (o opcode) prefix() byte { return byte(o >> 16) }
func (o opcode) table() byte  { return byte(o>>8) & 0xf }

// The bits of a REX prefix. rexForce asks for a prefix without bits, which makes SPL, BPL, SIL and DIL of AH, CH, DH and BH.
const (
	rexB     byte = 1
	rexX     byte = 2
	rexR     byte = 4
	rexW     byte = 8
	rexForce byte = 0x40
)

// head appends the prefixes and the opcode.
func (a *Assembler) head(op opcode, rex byte) {
	if p := op.prefix(); p != 0 {
		a.Code = append(a.Code, p)
	}
	if rex != 0 {
		a.Code = append(a.Code, 0x40|rex)
	}
	switch op.table() {
	case 1:
		a.Code = append(a.Code, 0x0f)
	case 2:
		a.Code = append(a.Code, 0x0f, 0x38)
	case 3:
		a.Code = append(a.Code, 0x0f, 0x3a)
	}
	a.Code = append(a.Code, byte(op))
}

// rr appends an instruction whose ModRM names two registers: reg in the middle, rm at the end.
func (a *Assembler) rr(op opcode, rex byte, reg, rm uint8) {
	a.head(op, rex|reg>>3<<2|rm>>3)
	a.Code = append(a.Code, 0xc0|reg&7<<3|rm&7)
}

// rm appends an instruction whose ModRM names a register and memory; tail is the number of immediate bytes that follow.
func (a *Assembler) rm(op opcode, rex byte, reg uint8, m Mem, tail int32) {
	a.head(op, rex|reg>>3<<2|m.rex())
	a.mem(reg&7, m, tail)
}

func (m Mem) rex() byte {
	var rex byte
	if m.Label != 0 {
		return 0
	}
	if m.Scale != 0 {
		rex = byte(m.Index) >> 3 << 1
	}
	if m.Base != None {
		rex |= byte(m.Base) >> 3
	}
	return rex
}

// mem appends ModRM, SIB and displacement.
func (a *Assembler) mem(reg uint8, m Mem, tail int32) {
	reg <<= 3
	switch {
	case m.Label != 0:
		a.Code = append(a.Code, reg|5)
		a.rel32(m.Label, m.Disp-tail)
	case m.Base == None:
		a.Code = append(a.Code, reg|4, m.sib()|5)
		a.Int32(m.Disp)
	default:
		a.based(reg, m)
	}
}

// based appends the ModRM of a memory operand that has a base.
func (a *Assembler) based(reg uint8, m Mem) {
	base := uint8(m.Base) & 7
	mod := byte(0x80)
	switch {
	case m.Disp == 0 && base != uint8(RBP):
		mod = 0
	case m.Disp == int32(int8(m.Disp)):
		mod = 0x40
	}
	if m.Scale != 0 || base == uint8(RSP) {
		a.Code = append(a.Code, mod|reg|4, m.sib()|base)
	} else {
		a.Code = append(a.Code, mod|reg|base)
	}
	switch mod {
	case 0x40:
		a.Code = append(a.Code, byte(m.Disp))
	case 0x80:
		a.Int32(m.Disp)
	}
}

// sib is the SIB byte without its base.
func (m Mem) sib() byte {
	index := byte(m.Index) & 7 << 3
	switch m.Scale {
	case 0:
		return 4 << 3
	case 1:
		index |= 0
	case 2:
		index |= 0x40
	case 4:
		index |= 0x80
	case 8:
		index |= 0xc0
	default:
		panic("amd64: a scale that is not 1, 2, 4 or 8")
	}
	if m.Index == RSP {
		panic("amd64: RSP as an index")
	}
	return index
}

// vex appends a VEX prefix (three bytes, map 0F 38), the opcode, and ModRM for registers.
func (a *Assembler) vexRR(op opcode, w byte, reg, vvvv, rm uint8) {
	a.vexHead(op, w, reg>>3<<2|rm>>3, vvvv)
	a.Code = append(a.Code, 0xc0|reg&7<<3|rm&7)
}

func (a *Assembler) vexRM(op opcode, w byte, reg, vvvv uint8, m Mem) {
	a.vexHead(op, w, reg>>3<<2|m.rex(), vvvv)
	a.mem(reg&7, m, 0)
}

// vexHead appends the prefix and the opcode; rxb are bits of a REX prefix.
func (a *Assembler) vexHead(op opcode, w byte, rxb byte, vvvv uint8) {
	pp := byte(0)
	switch op.prefix() {
	case 0x66:
		pp = 1
	case 0xf3:
		pp = 2
	case 0xf2:
		pp = 3
	}
	a.Code = append(a.Code, 0xc4, ^rxb<<5|op.table(), w<<7|(^vvvv&15)<<3|pp, byte(op))
}

func isInt8(v int32) bool  { return v == int32(int8(v)) }
func isInt32(v int64) bool { return v == int64(int32(v)) }
func isUint32(v int64) bool {
	return 0 <= v && v <= math.MaxUint32
}

// wide is what the width of an integer operand asks for: the opcode of its form (those of 8 bits are one less) with the prefix of 16 bits, and
// REX.W of 64.
func wide(op opcode, w Width) (opcode, byte) {
	switch w {
	case W8:
		return op - 1, 0
	case W16:
		return op | pre66, 0
	case W64:
		return op, rexW
	}
	return op, 0
}

// low is the REX prefix that the low byte of r needs, if w is that of bytes.
func low(w Width, r Reg) byte {
	if w == W8 && r >= RSP {
		return rexForce
	}
	return 0
}
