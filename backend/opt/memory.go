package opt

import "scf/backend/ir"

// memory is what is known of the bytes in memory at the place of the walk: facts, each that an access would find a value. A fact goes when a
// store may touch its bytes. Where ways meet, what all of them know stays; at the head of a loop nothing does.
type memory struct {
	facts   []fact
	known   [][]fact // at the end of each block
	escapes []bool   // by slot: its address may be known to others
	state   int32    // how often memory may have changed in the block so far
	loadAt  []int32  // by load: state when it ran
	object  []int32  // by value: what it is an address in (see location): addition does not lead out of it
}

type fact struct {
	location
	mem   ir.Mem
	value ir.Value // its low bits are what lies there
}

// A location is where an access goes.
type location struct {
	object int32    // slot + 1, or -1 - symbol: what is accessed lies in it; 0 is not known
	base   ir.Value // the address but for offset; 0 where it is the beginning of object
	offset int64
	size   int64
	class  uint16
}

const maxFacts = 24

func (o *Optimizer) resetMemory() {
	o.facts = o.facts[:0]
	o.state, o.loadAt = 0, filled(o.loadAt, len(o.f.Values), 0)
	o.known = filled(o.known, len(o.f.Blocks), nil)
	o.findEscapes()
}

// enterMemory finds what is known at the beginning of block i.
func (o *Optimizer) enterMemory(i int) {
	o.state++
	o.facts = o.facts[:0]
	first := true
	for _, p := range o.predsOf(i) {
		switch {
		case int(p) >= i:
			o.facts = o.facts[:0]
			return
		case o.idom[p] < 0:
		case first:
			o.facts = append(o.facts, o.known[p]...)
			first = false
		default:
			o.agree(o.known[p])
		}
	}
}

// agree keeps the facts that others hold, too.
func (o *Optimizer) agree(others []fact) {
	kept := o.facts[:0]
	for _, f := range o.facts {
		for i := range others {
			if others[i] == f {
				kept = append(kept, f)
				break
			}
		}
	}
	o.facts = kept
}

func (o *Optimizer) leaveMemory(i int) {
	if len(o.f.Blocks[i].Term.Edges) > 0 {
		o.known[i] = o.factsOf.Copy(o.facts)
	}
}

// locate is where an access of n bytes at address + offset goes.
func (o *Optimizer) locate(address ir.Value, offset, n int64, class uint16) location {
	switch in := o.in(address); in.Op {
	case ir.StackAddr:
		return location{object: int32(in.Slot) + 1, offset: in.Imm + offset, size: n, class: class}
	case ir.Addr:
		return location{object: -1 - int32(in.Symbol), offset: in.Imm + offset, size: n, class: class}
	}
	return location{object: o.object[address], base: address, offset: offset, size: n, class: class}
}

// mayTouch reports whether two accesses may have a byte in common.
func (o *Optimizer) mayTouch(a, b *location) bool {
	switch {
	case a.base == b.base && a.object == b.object && (a.base != 0 || a.object != 0):
		return a.offset < b.offset+b.size && b.offset < a.offset+a.size
	case a.class != 0 && b.class != 0 && a.class != b.class:
		return false
	case a.object != 0 && b.object != 0:
		return a.object == b.object
	case a.object > 0:
		return o.escapes[a.object-1]
	case b.object > 0:
		return o.escapes[b.object-1]
	}
	return true
}

// forget drops what a write to a location may change.
func (o *Optimizer) forget(at *location) {
	o.state++
	kept := o.facts[:0]
	for i := range o.facts {
		if !o.mayTouch(&o.facts[i].location, at) {
			kept = append(kept, o.facts[i])
		}
	}
	o.facts = kept
}

// forgetCalled drops what a function that is called may change.
func (o *Optimizer) forgetCalled() {
	o.state++
	kept := o.facts[:0]
	for _, f := range o.facts {
		if f.object > 0 && !o.escapes[f.object-1] {
			kept = append(kept, f)
		}
	}
	o.facts = kept
}

func (o *Optimizer) learn(f fact) {
	if len(o.facts) == maxFacts {
		copy(o.facts, o.facts[1:])
		o.facts = o.facts[:maxFacts-1]
	}
	o.facts = append(o.facts, f)
}

// lookup is the value whose low bits an access finds, or 0.
func (o *Optimizer) lookup(at *location) ir.Value {
	for i := len(o.facts) - 1; i >= 0; i-- {
		f := &o.facts[i]
		if f.base == at.base && f.object == at.object && f.offset == at.offset && f.size == at.size {
			return f.value
		}
	}
	return 0
}

// effect is build for what is not pure.
func (o *Optimizer) effect(in *ir.Instr, v ir.Value) ir.Value {
	switch in.Op {
	case ir.Load:
		return o.load(in, v)
	case ir.Store:
		return o.store(in, v)
	case ir.Copy, ir.Zero:
		if in.Imm == 0 || in.Op == ir.Copy && in.Args[0] == in.Args[1] {
			return 0
		}
		at := o.locate(in.Args[0], 0, in.Imm, 0)
		o.forget(&at)
	case ir.Call, ir.CallPtr:
		o.forgetCalled()
	case ir.TrapIf:
		if n, ok := o.isConst(in.Args[0]); ok && n == 0 {
			return 0
		}
	}
	return o.put(in, v)
}

func (o *Optimizer) load(in *ir.Instr, v ir.Value) ir.Value {
	o.foldAddress(in)
	if in.Volatile {
		return o.put(in, v)
	}
	at := o.locate(in.Args[0], in.Imm, in.Mem.Size(), in.Class)
	if x := o.lookup(&at); x != 0 {
		if y := o.reread(in, x); y != 0 {
			return y
		}
	}
	v = o.put(in, v)
	o.loadAt[v] = o.state
	o.learn(fact{at, in.Mem, v})
	return v
}

// changedSince reports whether memory may have changed since the load v.
func (o *Optimizer) changedSince(v ir.Value) bool { return o.loadAt[v] != o.state }

func (o *Optimizer) store(in *ir.Instr, v ir.Value) ir.Value {
	o.foldAddress(in)
	in.Args[1] = o.stored(in.Mem, in.Args[1])
	at := o.locate(in.Args[0], in.Imm, in.Mem.Size(), in.Class)
	if !in.Volatile && o.lookup(&at) == in.Args[1] {
		return 0
	}
	o.forget(&at)
	if !in.Volatile {
		o.learn(fact{at, in.Mem, in.Args[1]})
	}
	return o.put(in, v)
}

// stored is what may be stored in place of x, of whose bits only the low ones matter.
func (o *Optimizer) stored(m ir.Mem, x ir.Value) ir.Value {
	for {
		in := o.in(x)
		bits := m.Size()
		switch in.Op {
		case ir.Sext8, ir.Zext8:
			if bits > 1 {
				return x
			}
		case ir.Sext16, ir.Zext16:
			if bits > 2 {
				return x
			}
		case ir.Sext32, ir.Zext32, ir.Trunc:
			if bits > 4 {
				return x
			}
		case ir.And:
			if c, ok := o.isConst(in.Args[1]); !ok || bits == 8 || c&(1<<(8*bits)-1) != 1<<(8*bits)-1 {
				return x
			}
		default:
			return x
		}
		x = in.Args[0]
	}
}

// reread is what the load finds where the low bits are those of x, or 0 if that is not easily said.
func (o *Optimizer) reread(in *ir.Instr, x ir.Value) ir.Value {
	t := o.in(x).Type
	switch in.Mem {
	case ir.M64, ir.MF32, ir.MF64:
		switch {
		case t == in.Type:
			return x
		case t.Size() == in.Type.Size():
			return o.unary(ir.Bits, in.Type, x, in.Place)
		}
		return 0
	}
	if t.IsFloat() {
		if t.Size() != in.Type.Size() {
			return 0
		}
		return o.unary(ir.Bits, in.Type, x, in.Place)
	}
	op := [...]ir.Op{ir.S8: ir.Sext8, ir.U8: ir.Zext8, ir.S16: ir.Sext16, ir.U16: ir.Zext16, ir.S32: ir.Sext32, ir.U32: ir.Zext32}[in.Mem]
	switch {
	case in.Mem.Size() == 4 && in.Type == ir.I64 && t == ir.I64:
		return o.unary(op, ir.I64, o.unary(ir.Trunc, ir.I32, x, in.Place), in.Place)
	case in.Mem.Size() == 4 && in.Type == ir.I64:
		return o.unary(op, ir.I64, x, in.Place)
	case t != in.Type && t == ir.I64:
		x = o.unary(ir.Trunc, ir.I32, x, in.Place)
	case t != in.Type:
		x = o.unary(ir.Zext32, ir.I64, x, in.Place)
	}
	if in.Mem.Size() == 4 {
		return x
	}
	return o.unary(op, in.Type, x, in.Place)
}

// foldAddress moves constants out of the address of an access into its offset.
func (o *Optimizer) foldAddress(in *ir.Instr) {
	for {
		a := o.in(in.Args[0])
		switch {
		case a.Op == ir.Add:
			c, ok := o.isConst(a.Args[1])
			if !ok || !ir.FitsOffset(in.Imm+c) {
				return
			}
			in.Imm += c
			in.Args[0] = a.Args[0]
		case (a.Op == ir.StackAddr || a.Op == ir.Addr) && a.Imm != 0 && ir.FitsOffset(in.Imm+a.Imm):
			in.Imm += a.Imm
			in.Args[0] = o.begin(a)
		default:
			return
		}
	}
}

// begin is the address of what a is an address in, without its offset.
func (o *Optimizer) begin(a *ir.Instr) ir.Value {
	return o.build(&ir.Instr{Op: a.Op, Type: a.Type, Slot: a.Slot, Symbol: a.Symbol, Place: a.Place}, 0)
}

// findEscapes finds the slots whose address goes elsewhere than into accesses.
func (o *Optimizer) findEscapes() {
	o.object = filled(o.object, len(o.f.Values), 0)
	if len(o.f.Slots) == 0 {
		return
	}
	o.escapes = filled(o.escapes, len(o.f.Slots), false)
	for _, b := range o.f.Blocks {
		for _, v := range b.Body {
			o.follow(v)
		}
		o.escape(b.Term.X)
		for i := range b.Term.Edges {
			for _, a := range b.Term.Edges[i].Args {
				o.escape(a)
			}
		}
	}
}

func (o *Optimizer) escape(v ir.Value) {
	if s := o.object[v]; s > 0 {
		o.escapes[s-1] = true
	}
}

// follow says what v is an address in, and which addresses it gives away.
func (o *Optimizer) follow(v ir.Value) {
	in := o.in(v)
	switch in.Op {
	case ir.StackAddr:
		o.object[v] = int32(in.Slot) + 1
	case ir.Addr:
		o.object[v] = -1 - int32(in.Symbol)
	case ir.Load, ir.Copy, ir.Zero, ir.Cmp:
	case ir.Store:
		o.escape(in.Args[1])
	case ir.Add:
		x, y := o.object[in.Args[0]], o.object[in.Args[1]]
		if x != 0 && y != 0 {
			o.escape(in.Args[0])
			o.escape(in.Args[1])
		} else {
			o.object[v] = x + y
		}
	default:
		for _, a := range in.Args {
			o.escape(a)
		}
		for _, a := range in.List {
			o.escape(a)
		}
	}
}
