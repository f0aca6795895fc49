package arm64

import (
	"encoding/binary"
	"errors"

	"scf/backend/asm"
)

// ErrFar is the error of code in which something does not reach its label: a load from the code or the address of a label 1 MiB, a branch
// 128 MiB.
var ErrFar = errors.New("the code of the function is too large for arm64")

// Finish ends the code (asm.Buffer.Finish).
func (a *Assembler) Finish() (asm.Code, error) {
	code, ok := a.Buffer.Finish((*machine)(a))
	if !ok {
		return asm.Code{}, ErrFar
	}
	return code, nil
}

// machine is the assembler as asm.Buffer sees it.
type machine Assembler

// The fields that hold a distance.
const (
	field26 asm.Field = 1 + iota // bits 0 to 25, in instructions: b, bl
	field19                      // bits 5 to 23, in instructions: b.cond, cbz, ldr
	field14                      // bits 5 to 18, in instructions: tbz
	field21                      // bits 29, 30 and 5 to 23, in bytes: adr
)

// field appends an instruction with a distance to l.
func (a *Assembler) field(kind asm.Field, l Label, word uint32) {
	a.Fix(kind, l, 0)
	a.put(word)
}

// B appends a jump.
func (a *Assembler) B(l Label) { a.field(field26, l, opB) }

// Bl appends a call.
func (a *Assembler) Bl(l Label) { a.field(field26, l, opBl) }

const (
	opB  = 0x14000000
	opBl = 0x94000000
)

// BlRef appends a call of a symbol outside the code.
func (a *Assembler) BlRef(symbol int32) { a.outside(opBl, symbol) }

// BRef appends a jump to a symbol outside the code.
func (a *Assembler) BRef(symbol int32) { a.outside(opB, symbol) }

func (a *Assembler) outside(word uint32, symbol int32) {
	a.Ref(symbol)
	a.put(word)
}

// Patch makes the branch at offset of code, which lies at the address from, go to the address to. It reports whether it is near enough.
func Patch(code []byte, offset int32, from, to uintptr) bool {
	d := int64(to) - int64(from) - int64(offset)
	return d == d<<36>>36 && fill(field26, code[offset:], int32(d))
}

// The conditional branches.
const (
	opBcond = 0x54000000
	opCbz   = 0x34000000
	opCbnz  = 0x35000000
	opTbz   = 0x36000000
	opTbnz  = 0x37000000
)

// Bcond appends a branch to l where c, which is not AL, holds.
func (a *Assembler) Bcond(c Cond, l Label) { a.branch(opBcond|uint32(c), l) }

// Cbz appends a branch to l where x is 0.
func (a *Assembler) Cbz(w Width, x Reg, l Label) { a.branch(opCbz|w.sf()|d(x), l) }

// Cbnz appends a branch to l where x is not 0.
func (a *Assembler) Cbnz(w Width, x Reg, l Label) { a.branch(opCbnz|w.sf()|d(x), l) }

// Tbz appends a branch to l where a bit of x is 0.
func (a *Assembler) Tbz(x Reg, bit uint32, l Label) { a.branch(opTbz|bitField(bit)|d(x), l) }

// Tbnz appends a branch to l where a bit of x is 1.
func (a *Assembler) Tbnz(x Reg, bit uint32, l Label) { a.branch(opTbnz|bitField(bit)|d(x), l) }

func bitField(bit uint32) uint32 { return bit>>5<<31 | bit&31<<19 }

// branch appends a conditional branch, which may become two instructions.
func (a *Assembler) branch(word uint32, l Label) {
	a.put(0)
	a.put(0)
	a.Jump(word, l, 8, 4)
}

// Reaches implements asm.Machine, as do the methods that follow.
func (*machine) Reaches(j *asm.Item, d int32) bool { return fits(branchField(j.Op), d) }

// Jump appends a conditional branch, or one over a jump.
func (m *machine) Jump(j *asm.Item, short bool, d int32) {
	at, word, kind := len(m.Code), j.Op, branchField(j.Op)
	if short {
		m.Int32(int32(word))
		fill(kind, m.Code[at:], d)
		return
	}
	m.Int32(int32(inverse(word)))
	fill(kind, m.Code[at:], 8)
	m.Int32(opB)
	fill(field26, m.Code[at+4:], d-4)
}

// inverse is the branch in the other case.
func inverse(word uint32) uint32 {
	if word>>24 == opBcond>>24 {
		return word ^ 1
	}
	return word ^ 1<<24
}

// branchField is where a conditional branch has its distance.
func branchField(word uint32) asm.Field {
	if word&0x7e000000 == opTbz {
		return field14
	}
	return field19
}

func (m *machine) Align(n int32) { (*Assembler)(m).Align(n) }
func (m *machine) Nop(n int)     { (*Assembler)(m).Nop(n) }

// Fill fills a field.
func (*machine) Fill(kind asm.Field, code []byte, d int32) bool { return fill(kind, code, d) }

// width is the number of bits of a distance in bytes that a field holds.
func width(kind asm.Field) int {
	return [...]int{field26: 28, field19: 21, field14: 16, field21: 21}[kind]
}

func fits(kind asm.Field, d int32) bool {
	s := 32 - width(kind)
	return d == d<<s>>s
}

// fill puts d into the instruction at the start of code.
func fill(kind asm.Field, code []byte, d int32) bool {
	word := binary.LittleEndian.Uint32(code)
	switch kind {
	case field26:
		word = word&^0x3ffffff | uint32(d>>2)&0x3ffffff
	case field19:
		word = word&^(0x7ffff<<5) | uint32(d>>2)&0x7ffff<<5
	case field14:
		word = word&^(0x3fff<<5) | uint32(d>>2)&0x3fff<<5
	case field21:
		word = word&^(3<<29|0x7ffff<<5) | uint32(d)&3<<29 | uint32(d>>2)&0x7ffff<<5
	}
	binary.LittleEndian.PutUint32(code, word)
	return fits(kind, d)
}

// Adr appends x = the address of l.
func (a *Assembler) Adr(x Reg, l Label) { a.field(field21, l, 0x10000000|d(x)) }

// Br appends a jump to x.
func (a *Assembler) Br(x Reg) { a.put(0xd61f0000 | n(x)) }

// Blr appends a call of x.
func (a *Assembler) Blr(x Reg) { a.put(0xd63f0000 | n(x)) }

// Ret appends a return to R30.
func (a *Assembler) Ret() { a.put(0xd65f03c0) }

// Brk appends a breakpoint.
func (a *Assembler) Brk(code uint16) { a.put(0xd4200000 | uint32(code)<<5) }

// Yield appends a hint that this is a loop that waits.
func (a *Assembler) Yield() { a.put(0xd503203f) }

// Nop appends n bytes, a multiple of 4, that do nothing.
func (a *Assembler) Nop(n int) {
	for ; n > 0; n -= 4 {
		a.put(0xd503201f)
	}
}

// Align appends no-operations up to the next multiple of n, a power of two from 4 on, from the start of the code.
func (a *Assembler) Align(n int32) {
	a.Nop(int(n - 4))
	a.Padding(n-4, n)
}
