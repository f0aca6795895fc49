package amd64

import "scf/backend/asm"

// Label is a place in the code. Label 0 is none.
type Label int32

// Assembler appends instructions to code. Its zero value is ready; Reset makes one ready again, with the memory that it has.
type Assembler struct {
	Features Features

	buf    []byte
	labels []pos // of each label; none before Bind
	items  []item
	saved  []int32 // finish.go
	fixes  []fix
	refs   []asm.Ref
	refPos []pos
	marks  []asm.Mark
	mkPos  []pos
	spans  []asm.Span

	consts  []constant
	tables  []table
	targets []Label // of all tables
}

// pos is a position before jumps are made short: the offset, and the number of items before it.
type pos struct{ off, items int32 }

var unbound = pos{-1, -1}

// item is what may become shorter at the end: a jump to a label, or padding.
type item struct {
	off   int32
	size  int32 // as it is now, which is the most
	label Label // of a jump
	op    byte  // of a short jump
	align int32 // of padding; 0 for jumps
	short bool
}

// fix is a field of 32 bits to fill in with a distance to label: from the end of the field, or from base.
type fix struct {
	at     pos
	label  Label
	base   Label
	addend int32
}

// constant is a constant that instructions read, of 4, 8 or 16 bytes.
type constant struct {
	lo, hi uint64
	size   int32
	label  Label
}

// table is a table of jumps: targets[from:to].
type table struct {
	label    Label
	from, to int32
}

// Reset makes the assembler ready for other code. What Finish gave is not to be used any more.
func (a *Assembler) Reset() {
	a.buf, a.labels, a.items, a.saved, a.fixes = a.buf[:0], a.labels[:0], a.items[:0], a.saved[:0], a.fixes[:0]
	a.refs, a.refPos, a.marks, a.mkPos, a.spans = a.refs[:0], a.refPos[:0], a.marks[:0], a.mkPos[:0], a.spans[:0]
	a.consts, a.tables, a.targets = a.consts[:0], a.tables[:0], a.targets[:0]
}

func (a *Assembler) pos() pos { return pos{int32(len(a.buf)), int32(len(a.items))} }

// NewLabel is a label whose place Bind will say.
func (a *Assembler) NewLabel() Label {
	if len(a.labels) == 0 {
		a.labels = append(a.labels, unbound)
	}
	a.labels = append(a.labels, unbound)
	return Label(len(a.labels) - 1)
}

// Bind puts l here. A label is bound once.
func (a *Assembler) Bind(l Label) {
	if a.labels[l] != unbound {
		panic("amd64: a label bound twice")
	}
	a.labels[l] = a.pos()
}

// Mark says that what follows is from place.
func (a *Assembler) Mark(place int32) {
	if n := len(a.marks); n > 0 {
		switch {
		case a.marks[n-1].Place == place:
			return
		case a.mkPos[n-1] == a.pos():
			a.marks[n-1].Place = place
			return
		}
	}
	a.marks = append(a.marks, asm.Mark{Place: place})
	a.mkPos = append(a.mkPos, a.pos())
}

// fix appends a field of 32 bits that will be the distance from its end to l, plus addend.
func (a *Assembler) fix(l Label, addend int32) {
	a.fixes = append(a.fixes, fix{at: a.pos(), label: l, addend: addend})
	a.i32(0)
}

// Jmp appends jmp l.
func (a *Assembler) Jmp(l Label) {
	a.items = append(a.items, item{off: int32(len(a.buf)), size: 5, label: l, op: 0xeb})
	a.buf = append(a.buf, 0xe9, 0, 0, 0, 0)
}

// Jcc appends a jump to l where c holds.
func (a *Assembler) Jcc(c Cond, l Label) {
	a.items = append(a.items, item{off: int32(len(a.buf)), size: 6, label: l, op: 0x70 | byte(c)})
	a.buf = append(a.buf, 0x0f, 0x80|byte(c), 0, 0, 0, 0)
}

// JmpR appends jmp x.
func (a *Assembler) JmpR(x Reg) { a.rr(0xff, 0, 4, uint8(x)) }

// JmpM appends jmp m.
func (a *Assembler) JmpM(m Mem) { a.rm(0xff, 0, 4, m, 0) }

// Call appends call l.
func (a *Assembler) Call(l Label) {
	a.buf = append(a.buf, 0xe8)
	a.fix(l, 0)
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
	a.buf = append(a.buf, op)
	a.refs, a.refPos = append(a.refs, asm.Ref{Symbol: symbol}), append(a.refPos, a.pos())
	a.i32(0)
}

// Patch makes the field at offset of code, which lies at the address from, refer to the address to. It tells whether it is near enough.
func Patch(code []byte, offset int32, from, to uintptr) bool {
	d := int64(to) - int64(from) - int64(offset) - 4
	for i := range int32(4) {
		code[offset+i] = byte(d >> (8 * i))
	}
	return isInt32(d)
}

// Ret appends ret.
func (a *Assembler) Ret() { a.buf = append(a.buf, 0xc3) }

// Int3 appends a breakpoint.
func (a *Assembler) Int3() { a.buf = append(a.buf, 0xcc) }

// Align appends no-operations up to the next multiple of n, a power of two, from the start of the code.
func (a *Assembler) Align(n int32) {
	a.items = append(a.items, item{off: int32(len(a.buf)), size: n - 1, align: n})
	a.Nop(int(n - 1))
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
		a.buf = append(a.buf, nops[k-1]...)
		n -= k
	}
}

// Const32 is the label of a constant behind the code.
func (a *Assembler) Const32(v uint32) Label { return a.constant(constant{lo: uint64(v), size: 4}) }

// Const64 is the label of a constant behind the code.
func (a *Assembler) Const64(v uint64) Label { return a.constant(constant{lo: v, size: 8}) }

// Const128 is the label of a constant behind the code, which is aligned as memory operands of SSE instructions want it.
func (a *Assembler) Const128(lo, hi uint64) Label {
	return a.constant(constant{lo: lo, hi: hi, size: 16})
}

func (a *Assembler) constant(c constant) Label {
	for _, have := range a.consts {
		if have.lo == c.lo && have.hi == c.hi && have.size == c.size {
			return have.label
		}
	}
	c.label = a.NewLabel()
	a.consts = append(a.consts, c)
	return c.label
}

// Table is the label of a table of the distances from the table to targets, of 32 bits each.
func (a *Assembler) Table(targets []Label) Label {
	from := int32(len(a.targets))
	a.targets = append(a.targets, targets...)
	l := a.NewLabel()
	a.tables = append(a.tables, table{l, from, int32(len(a.targets))})
	return l
}
