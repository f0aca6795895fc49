package asm

// Label is a place in the code. Label 0 is none.
type Label int32

// Buffer is code that is being made, with what does not depend on the machine. Machines' assemblers embed one. Its zero value is ready.
type Buffer struct {
	Code []byte // so far; jumps and padding are as long as they can be until Finish

	labels  []pos // of each label; unbound before Bind
	items   []Item
	saved   []int32 // finish.go
	fixes   []fix
	refs    []Ref
	refPos  []pos
	marks   []Mark
	markPos []pos
	spans   []Span

	consts  []constant
	tables  []table
	targets []Label // of all tables
}

// pos is a position before Finish: the offset, and the number of items before it.
type pos struct{ off, items int32 }

var unbound = pos{-1, -1}

// Item is a part of the code whose length is known at the end only: a jump to a label, or padding.
type Item struct {
	Op    uint32 // of a jump, whatever the machine makes of it
	Label Label  // of a jump
	off   int32
	size  int32 // as it lies there, which is the most
	save  int32 // what a jump saves if it is short
	align int32 // of padding; 0 for jumps
	short bool
}

// fix is a field to fill in with a distance to label: from the field, or from base.
type fix struct {
	at     pos
	label  Label
	base   Label
	addend int32
	kind   Field
}

// Field is a kind of field; Distance is the only one that all machines have.
type Field uint8

// Distance is a field of 32 bits, little end first, that has the distance as it is.
const Distance Field = 0

// constant is a constant that instructions read, of 4, 8 or 16 bytes.
type constant struct {
	lo, hi uint64
	size   int32
	label  Label
}

// table is a table of distances: to targets[from:to].
type table struct {
	label    Label
	from, to int32
}

// Reset makes the buffer ready for other code. What Finish gave is not to be used any more.
func (b *Buffer) Reset() {
	b.Code, b.labels, b.items, b.saved, b.fixes = b.Code[:0], b.labels[:0], b.items[:0], b.saved[:0], b.fixes[:0]
	b.refs, b.refPos, b.marks, b.markPos, b.spans = b.refs[:0], b.refPos[:0], b.marks[:0], b.markPos[:0], b.spans[:0]
	b.consts, b.tables, b.targets = b.consts[:0], b.tables[:0], b.targets[:0]
}

func (b *Buffer) pos() pos { return pos{int32(len(b.Code)), int32(len(b.items))} }

// NewLabel is a label whose place Bind will say.
func (b *Buffer) NewLabel() Label {
	if len(b.labels) == 0 {
		b.labels = append(b.labels, unbound)
	}
	b.labels = append(b.labels, unbound)
	return Label(len(b.labels) - 1)
}

// Bind puts l here. A label is bound once.
func (b *Buffer) Bind(l Label) {
	if b.labels[l] != unbound {
		panic("asm: a label bound twice")
	}
	b.labels[l] = b.pos()
}

// Mark says that what follows is from place.
func (b *Buffer) Mark(place int32) {
	if n := len(b.marks); n > 0 {
		switch {
		case b.marks[n-1].Place == place:
			return
		case b.markPos[n-1] == b.pos():
			b.marks[n-1].Place = place
			return
		}
	}
	b.marks = append(b.marks, Mark{Place: place})
	b.markPos = append(b.markPos, b.pos())
}

// Jump says that the last size bytes are a jump to l that Machine.Jump will write; its short form has save bytes less.
func (b *Buffer) Jump(op uint32, l Label, size, save int32) {
	b.items = append(b.items, Item{Op: op, Label: l, off: int32(len(b.Code)) - size, size: size, save: save})
}

// Padding says that the last size bytes are padding up to the next multiple of align, a power of two.
func (b *Buffer) Padding(size, align int32) {
	b.items = append(b.items, Item{off: int32(len(b.Code)) - size, size: size, align: align})
}

// Fix says that a field starts here that gets the distance from itself to l, plus addend.
func (b *Buffer) Fix(kind Field, l Label, addend int32) {
	b.fixes = append(b.fixes, fix{at: b.pos(), label: l, addend: addend, kind: kind})
}

// Ref says that a field starts here that refers to a symbol outside the code.
func (b *Buffer) Ref(symbol int32) {
	b.refs, b.refPos = append(b.refs, Ref{Symbol: symbol}), append(b.refPos, b.pos())
}

// Const32 is the label of a constant behind the code.
func (b *Buffer) Const32(v uint32) Label { return b.constant(constant{lo: uint64(v), size: 4}) }

// Const64 is the label of a constant behind the code.
func (b *Buffer) Const64(v uint64) Label { return b.constant(constant{lo: v, size: 8}) }

// Const128 is the label of a constant behind the code, at a multiple of 16.
func (b *Buffer) Const128(lo, hi uint64) Label {
	return b.constant(constant{lo: lo, hi: hi, size: 16})
}

func (b *Buffer) constant(c constant) Label {
	for _, have := range b.consts {
		if have.lo == c.lo && have.hi == c.hi && have.size == c.size {
			return have.label
		}
	}
	c.label = b.NewLabel()
	b.consts = append(b.consts, c)
	return c.label
}

// Table is the label of a table of the distances from the table to targets, of 32 bits each.
func (b *Buffer) Table(targets []Label) Label {
	from := int32(len(b.targets))
	b.targets = append(b.targets, targets...)
	l := b.NewLabel()
	b.tables = append(b.tables, table{l, from, int32(len(b.targets))})
	return l
}

// Int32 appends 4 bytes, little end first.
func (b *Buffer) Int32(v int32) {
	b.Code = append(b.Code, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

// Int64 appends 8 bytes, little end first.
func (b *Buffer) Int64(v int64) {
	b.Int32(int32(v))
	b.Int32(int32(v >> 32))
}
