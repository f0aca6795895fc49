package asm

import "encoding/binary"

// Machine is what Finish asks of an assembler.
type Machine interface {
	// Reaches reports whether a short jump reaches its label at d, counted in bytes from its start.
	Reaches(j *Item, d int32) bool
	// Jump appends the jump, short or long.
	Jump(j *Item, short bool, d int32)
	// Align appends padding up to a multiple of n.
	Align(n int32)
	// Nop appends n bytes that do nothing.
	Nop(n int)
	// Fill puts the distance d into a field of the machine's at the start of code, and reports whether it is in range.
	Fill(kind Field, code []byte, d int32) bool
}

// Finish ends the code: constants and tables are put behind it, jumps that reach their labels become short, and what is behind them moves.
// The code is the buffer's memory, good until Reset; it wants to lie at a multiple of 16, or of what Align was asked for. It tells
// whether all fields could be filled.
func (b *Buffer) Finish(m Machine) (Code, bool) {
	b.placeData(m)
	b.shorten(m)
	b.layout()
	b.compact(m)
	ok := b.fill(m)
	for i := range b.refs {
		b.refs[i].Offset = b.at(b.refPos[i])
	}
	for i := range b.marks {
		b.marks[i].Offset = b.at(b.markPos[i])
	}
	return Code{Bytes: b.Code, Refs: b.refs, Marks: b.marks, Tables: b.spans}, ok
}

// Offset is where l is in the finished code.
func (b *Buffer) Offset(l Label) int32 {
	if b.labels[l] == unbound {
		panic("asm: a label that is not bound")
	}
	return b.at(b.labels[l])
}

// at is the offset of p, from which saved is taken away.
func (b *Buffer) at(p pos) int32 { return p.off - b.saved[p.items] }

// fill fills the fields of the finished code.
func (b *Buffer) fill(m Machine) bool {
	ok := true
	for _, f := range b.fixes {
		from := b.at(f.at)
		field, base := b.Code[from:], from
		if f.base != 0 {
			base = b.Offset(f.base)
		}
		d := b.Offset(f.label) - base + f.addend
		if f.kind == Distance {
			binary.LittleEndian.PutUint32(field, uint32(d))
		} else if !m.Fill(f.kind, field, d) {
			ok = false
		}
	}
	return ok
}

// placeData appends constants, the largest first, and tables.
func (b *Buffer) placeData(m Machine) {
	if len(b.consts) == 0 && len(b.tables) == 0 {
		return
	}
	m.Align(16)
	start := b.pos()
	for size := int32(16); size >= 4; size /= 2 {
		for _, c := range b.consts {
			if c.size == size {
				b.Bind(c.label)
				b.constBytes(c)
			}
		}
	}
	for _, t := range b.tables {
		b.Bind(t.label)
		for _, target := range b.targets[t.from:t.to] {
			b.fixes = append(b.fixes, fix{at: b.pos(), label: target, base: t.label})
			b.Int32(0)
		}
	}
	// Nothing that becomes shorter lies in between, so that layout has only to move the span.
	b.spans = append(b.spans, Span{From: start.off, To: b.pos().off})
}

func (b *Buffer) constBytes(c constant) {
	b.Int32(int32(c.lo))
	if c.size > 4 {
		b.Int32(int32(c.lo >> 32))
	}
	if c.size > 8 {
		b.Int64(int64(c.hi))
	}
}

// shorten decides which jumps are short: it takes all to be, and makes those long that do not reach, until all others do. Where padding lies
// in between, a jump is taken to jump over the most that it may become.
func (b *Buffer) shorten(m Machine) {
	for i := range b.items {
		b.items[i].short = b.items[i].align == 0
	}
	for changed := true; changed; {
		changed = false
		b.sum((*Item).saves)
		for i := range b.items {
			it := &b.items[i]
			if it.short && !m.Reaches(it, b.Offset(it.Label)-b.at(pos{it.off, int32(i)})) {
				it.short, changed = false, true
			}
		}
	}
}

// saves is how many bytes less it is because it is a short jump.
func (it *Item) saves() int32 {
	if it.short {
		return it.save
	}
	return 0
}

// sum makes saved[i] the sum of what the items before the one at i save.
func (b *Buffer) sum(save func(*Item) int32) {
	b.saved = append(b.saved[:0], 0)
	total := int32(0)
	for i := range b.items {
		total += save(&b.items[i])
		b.saved = append(b.saved, total)
	}
}

// layout makes saved what the items save in the end.
func (b *Buffer) layout() {
	b.sum(func(it *Item) int32 {
		if it.align != 0 {
			return it.size - b.padding(it)
		}
		return it.saves()
	})
	last := b.saved[len(b.items)]
	for i := range b.spans {
		b.spans[i].From -= last
		b.spans[i].To -= last
	}
}

// padding is the number of bytes of it; the last of saved is what lies before.
func (b *Buffer) padding(it *Item) int32 {
	start := it.off - b.saved[len(b.saved)-1]
	return -start & (it.align - 1)
}

// compact moves the code together, and writes jumps and padding.
func (b *Buffer) compact(m Machine) {
	old, from := b.Code, int32(0)
	b.Code = b.Code[:0]
	for i := range b.items {
		it := &b.items[i]
		b.Code = append(b.Code, old[from:it.off]...)
		from = it.off + it.size
		if it.align != 0 {
			m.Nop(int(it.size - (b.saved[i+1] - b.saved[i])))
		} else {
			m.Jump(it, it.short, b.Offset(it.Label)-int32(len(b.Code)))
		}
	}
	b.Code = append(b.Code, old[from:]...)
}
