package amd64

import (
	"encoding/binary"

	"scf/backend/asm"
)

// Finish ends the code: constants and tables are put behind it, jumps that reach their labels in two bytes become short. The code is
// the assembler's memory, good until Reset; it wants to lie at a multiple of 16, or of what Align was asked for.
func (a *Assembler) Finish() asm.Code {
	a.placeData()
	a.shorten()
	a.layout()
	a.compact()
	for _, f := range a.fixes {
		from := a.at(f.at)
		base := from + 4
		if f.base != 0 {
			base = a.Offset(f.base)
		}
		a.put(from, a.Offset(f.label)-base+f.addend)
	}
	for i := range a.refs {
		a.refs[i].Offset = a.at(a.refPos[i])
	}
	for i := range a.marks {
		a.marks[i].Offset = a.at(a.mkPos[i])
	}
	return asm.Code{Bytes: a.buf, Refs: a.refs, Marks: a.marks, Tables: a.spans}
}

// Offset is where l is in the finished code.
func (a *Assembler) Offset(l Label) int32 {
	if a.labels[l] == unbound {
		panic("amd64: a label that is not bound")
	}
	return a.at(a.labels[l])
}

// at is the offset of p in the finished code.
func (a *Assembler) at(p pos) int32 { return p.off - a.saved[p.items] }

// put fills a field of the finished code.
func (a *Assembler) put(off, v int32) {
	binary.LittleEndian.PutUint32(a.buf[off:], uint32(v))
}

// placeData appends constants, the largest first, and tables.
func (a *Assembler) placeData() {
	if len(a.consts) == 0 && len(a.tables) == 0 {
		return
	}
	a.Align(16)
	start := a.pos()
	for size := int32(16); size >= 4; size /= 2 {
		for _, c := range a.consts {
			if c.size == size {
				a.Bind(c.label)
				a.constBytes(c)
			}
		}
	}
	for _, t := range a.tables {
		a.Bind(t.label)
		for _, target := range a.targets[t.from:t.to] {
			a.fixes = append(a.fixes, fix{at: a.pos(), label: target, base: t.label})
			a.i32(0)
		}
	}
	// Nothing that becomes shorter lies in between, so that layout has only to move the span.
	a.spans = append(a.spans, asm.Span{From: start.off, To: a.pos().off})
}

func (a *Assembler) constBytes(c constant) {
	a.i32(int32(c.lo))
	if c.size > 4 {
		a.i32(int32(c.lo >> 32))
	}
	if c.size > 8 {
		a.i64(int64(c.hi))
	}
}

// shorten decides which jumps are short: it takes all to be, and makes those long that do not reach, until all others do. Where padding lies
// in between, a jump is taken to jump over the most that it may become.
func (a *Assembler) shorten() {
	for i := range a.items {
		a.items[i].short = a.items[i].align == 0
	}
	for changed := true; changed; {
		changed = false
		a.sum((*item).saves)
		for i := range a.items {
			it := &a.items[i]
			if !it.short {
				continue
			}
			target := a.labels[it.label]
			if target == unbound {
				panic("amd64: a jump to a label that is not bound")
			}
			if d := a.at(target) - a.at(pos{it.off, int32(i)}) - 2; !isInt8(d) {
				it.short, changed = false, true
			}
		}
	}
}

// saves is how many bytes less it is because it is a short jump.
func (it *item) saves() int32 {
	if it.short {
		return it.size - 2
	}
	return 0
}

// sum makes saved[i] the sum of what the items before the one at i save.
func (a *Assembler) sum(save func(*item) int32) {
	a.saved = append(a.saved[:0], 0)
	total := int32(0)
	for i := range a.items {
		total += save(&a.items[i])
		a.saved = append(a.saved, total)
	}
}

// layout makes saved what the items save in the end.
func (a *Assembler) layout() {
	a.sum(func(it *item) int32 {
		if it.align != 0 {
			return it.size - a.padding(it)
		}
		return it.saves()
	})
	for i := range a.spans {
		last := a.saved[len(a.items)]
		a.spans[i].From -= last
		a.spans[i].To -= last
	}
}

// padding is the number of bytes of it, of which saved holds what lies before.
func (a *Assembler) padding(it *item) int32 {
	start := it.off - a.saved[len(a.saved)-1]
	return -start & (it.align - 1)
}

// compact moves the code together, and writes jumps and padding.
func (a *Assembler) compact() {
	old, out := a.buf, a.buf[:0]
	from := int32(0)
	for i := range a.items {
		it := &a.items[i]
		out = append(out, old[from:it.off]...)
		from = it.off + it.size
		a.buf = out
		switch {
		case it.align != 0:
			a.Nop(int(it.size - (a.saved[i+1] - a.saved[i])))
		case it.short:
			d := a.Offset(it.label) - int32(len(out)) - 2
			a.buf = append(a.buf, it.op, byte(d))
		default:
			a.longJump(it)
		}
		out = a.buf
	}
	a.buf = append(out, old[from:]...)
}

func (a *Assembler) longJump(it *item) {
	d := a.Offset(it.label) - int32(len(a.buf)) - it.size
	if it.op == 0xeb {
		a.buf = append(a.buf, 0xe9)
	} else {
		a.buf = append(a.buf, 0x0f, it.op+0x10)
	}
	a.i32(d)
}
