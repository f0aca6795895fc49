package amd64

import "scf/backend/asm"

// Label is a place in the code. Label 0 is none.
type Label = asm.Label

// Assembler appends instructions to code. Its zero value is ready; Reset makes one ready again, with the memory that it has.
type Assembler struct {
	asm.Buffer
	Features Features
}

// Finish ends the code (asm.Buffer.Finish).
func (a *Assembler) Finish() asm.Code {
	code, _ := a.Buffer.Finish((*machine)(a))
	return code
}

// machine is the assembler as asm.Buffer sees it.
type machine Assembler

// rel32 appends a field that will be the distance from its end to l, plus addend.
func (a *Assembler) rel32(l Label, addend int32) {
	a.Fix(asm.Distance, l, addend-4)
	a.Int32(0)
}

// The lengths of jumps, and their opcodes where they are short.
const (
	shortJump = 2
	longJmp   = 5
	longJcc   = 6
	opJmp     = 0xeb
	opJcc     = 0x70
)

// Jmp appends jmp l.
func (a *Assembler) Jmp(l Label) {
	a.Code = append(a.Code, 0, 0, 0, 0, 0)
	a.Jump(opJmp, l, longJmp, longJmp-shortJump)
}

// Jcc appends a jump to l where c holds.
func (a *Assembler) Jcc(c Cond, l Label) {
	a.Code = append(a.Code, 0, 0, 0, 0, 0, 0)
	a.Jump(opJcc|uint32(c), l, longJcc, longJcc-shortJump)
}

// Reaches implements asm.Machine, as do the methods that follow.
func (*machine) Reaches(_ *asm.Item, d int32) bool { return isInt8(d - shortJump) }

// Jump appends a jump.
func (m *machine) Jump(j *asm.Item, short bool, d int32) {
	switch {
	case short:
		m.Code = append(m.Code, byte(j.Op), byte(d-shortJump))
	case j.Op == opJmp:
		m.Code = append(m.Code, 0xe9)
		m.Int32(d - longJmp)
	default:
		m.Code = append(m.Code, 0x0f, byte(j.Op)+0x10)
		m.Int32(d - longJcc)
	}
}

func (m *machine) Align(n int32) { (*Assembler)(m).Align(n) }
func (m *machine) Nop(n int)     { (*Assembler)(m).Nop(n) }

// Fill has nothing to do: the machine's fields are all distances.
func (*machine) Fill(asm.Field, []byte, int32) bool { return true }

// JmpR appends jmp x.
func (a *Assembler) JmpR(x Reg) { a.rr(0xff, 0, 4, uint8(x)) }

// JmpM appends jmp m.
func (a *Assembler) JmpM(m Mem) { a.rm(0xff, 0, 4, m, 0) }

// Call appends call l.
func (a *Assembler) Call(l Label) {
	a.Code = append(a.Code, 0xe8)
	a.rel32(l, 0)
}

// CallR appends call x.
func (a *Assembler) CallR(x Reg) { a.rr(0xff, 0, 2, uint8(x)) }

// CallM appends call m.
func (a *Assembler) CallM(m Mem) { a.rm(0xff, 0, 2, m, 0) }

// CallRef appends a call of a symbol outside the code.
func (a *Assembler) CallRef(symbol int32) { a.ref(0xe8, symbol) }

// JmpRef appends a jump to a symbol outside the code.
func (a *Assembler) JmpRef(symbol int32) { a.ref(0xe9, symbol) }

func (a *Assembler) ref(op byte, symbol int32) {
	a.Code = append(a.Code, op)
	a.Ref(symbol)
	a.Int32(0)
}

// Patch makes the field at offset of code, which lies at the address from, refer to the address to. It reports whether it is near enough.
func Patch(code []byte, offset int32, from, to uintptr) bool {
	d := int64(to) - int64(from) - int64(offset) - 4
	for i := range int32(4) {
		code[offset+i] = byte(d >> (8 * i))
	}
	return isInt32(d)
}

// Ret appends ret.
func (a *Assembler) Ret() { a.Code = append(a.Code, 0xc3) }

// Int3 appends a breakpoint.
func (a *Assembler) Int3() { a.Code = append(a.Code, 0xcc) }

// Align appends no-operations up to the next multiple of n, a power of two, from the start of the code.
func (a *Assembler) Align(n int32) {
	a.Nop(int(n - 1))
	a.Padding(n-1, n)
}

// nops are the no-operations of 1 to 9 bytes that Intel's manual recommends.
var nops = [...]string{
	"\x90",
	"\x66\x90",
	"\x0f\x1f\x00",
	"\x0f\x1f\x40\x00",
	"\x0f\x1f\x44\x00\x00",
	"\x66\x0f\x1f\x44\x00\x00",
	"\x0f\x1f\x80\x00\x00\x00\x00",
	"\x0f\x1f\x84\x00\x00\x00\x00\x00",
	"\x66\x0f\x1f\x84\x00\x00\x00\x00\x00",
}

// Nop appends n bytes that do nothing, in as few instructions as possible.
func (a *Assembler) Nop(n int) {
	for n > 0 {
		k := min(n, len(nops))
		a.Code = append(a.Code, nops[k-1]...)
		n -= k
	}
}
