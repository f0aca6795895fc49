package opt

import (
	"cmp"
	"slices"

	"scf/backend/ir"
)

// A variable is a part of a slot that each access to it takes as a whole. Where the address of the slot goes nowhere else, it becomes
// values, with parameters of blocks where ways meet.
type variable struct {
	slot         ir.Slot
	offset, size int64
	typ          ir.Type // of its values
}

// variables is memory of promote.
type variables struct {
	vars    []variable
	fixed   []bool     // by slot: it stays in memory, or some of it
	whole   []bool     // by slot: nothing of it becomes values
	now     []ir.Value // by block and variable: its value at the block's end
	changed []bool     // by loop and variable: the loop stores it
	zeros   [ir.F64 + 1]ir.Value
	met     []met
	metAt   []int32 // by block: where its part of met begins; then its end
}

// met is a parameter made for a variable.
type met struct {
	variable int32
	param    ir.Value
}

// maxStates bounds what promote notes, so that its time stays in proportion to the function's size.
const maxStates = 1 << 18

// promote makes values of what lies in slots.
func (o *Optimizer) promote() bool {
	o.findEscapes()
	o.findVariables()
	n := len(o.vars)
	if n == 0 || n*(len(o.f.Blocks)+len(o.loops)) > maxStates {
		return false
	}
	o.now = filled(o.now, n*len(o.f.Blocks), 0)
	o.findStored()
	o.identity()
	o.lead, o.met = o.lead[:0], o.met[:0]
	o.zeros = [ir.F64 + 1]ir.Value{}
	o.metAt = filled(o.metAt, 2*len(o.f.Blocks), 0)
	for i, b := range o.f.Blocks {
		o.meetAt(i, b)
		o.replace(i, b)
	}
	o.f.Blocks[0].Body = o.joined(o.lead, o.f.Blocks[0].Body)
	return true
}

// access is the slot, the offset and the type of what a load or store at an address in a slot takes; not ok for another address.
func (o *Optimizer) access(in *ir.Instr) (v variable, ok bool) {
	a := o.in(in.Args[0])
	if a.Op != ir.StackAddr || o.whole[a.Slot] {
		return v, false
	}
	v = variable{slot: a.Slot, offset: a.Imm + in.Imm, size: in.Mem.Size(), typ: ir.I32}
	switch in.Mem {
	case ir.M64:
		v.typ = ir.I64
	case ir.MF32:
		v.typ = ir.F32
	case ir.MF64:
		v.typ = ir.F64
	}
	return v, true
}

// findVariables finds the parts of slots that all accesses take alike.
func (o *Optimizer) findVariables() {
	o.vars = o.vars[:0]
	o.fixed = filled(o.fixed, len(o.f.Slots), false)
	o.whole = filled(o.whole, len(o.f.Slots), false)
	copy(o.whole, o.escapes)
	for _, b := range o.f.Blocks {
		for _, v := range b.Body {
			o.findWhole(o.in(v))
		}
	}
	for _, b := range o.f.Blocks {
		for _, v := range b.Body {
			if in := o.in(v); in.Op == ir.Load || in.Op == ir.Store {
				if x, ok := o.access(in); ok {
					o.vars = append(o.vars, x)
				}
			}
		}
	}
	slices.SortFunc(o.vars, byPlace)
	o.vars = slices.Compact(o.vars)
	copy(o.fixed, o.whole)
	o.dropOverlaps()
	o.dropHalfZeroed()
}

func byPlace(a, b variable) int {
	return cmp.Or(cmp.Compare(a.slot, b.slot), cmp.Compare(a.offset, b.offset), cmp.Compare(a.size, b.size), cmp.Compare(a.typ, b.typ))
}

// findWhole notes the slots that an instruction takes as a whole, or anywhere.
func (o *Optimizer) findWhole(in *ir.Instr) {
	switch in.Op {
	case ir.Load, ir.Store:
		if s := o.object[in.Args[0]]; s > 0 && (in.Volatile || o.in(in.Args[0]).Op != ir.StackAddr) {
			o.whole[s-1] = true
		}
	case ir.Copy:
		for _, a := range in.Args[:2] {
			if s := o.object[a]; s > 0 {
				o.whole[s-1] = true
			}
		}
	case ir.Zero:
		if s := o.object[in.Args[0]]; s > 0 && o.in(in.Args[0]).Op != ir.StackAddr {
			o.whole[s-1] = true
		}
	}
}

// dropOverlaps leaves in memory what accesses take in different ways.
func (o *Optimizer) dropOverlaps() {
	kept := o.vars[:0]
	for i := 0; i < len(o.vars); {
		end, j := o.vars[i].offset+o.vars[i].size, i+1
		for ; j < len(o.vars) && o.vars[j].slot == o.vars[i].slot && o.vars[j].offset < end; j++ {
			end = max(end, o.vars[j].offset+o.vars[j].size)
		}
		if j == i+1 {
			kept = append(kept, o.vars[i])
		} else {
			o.fixed[o.vars[i].slot] = true
		}
		i = j
	}
	o.vars = kept
}

// dropHalfZeroed leaves in memory what a Zero takes a part of.
func (o *Optimizer) dropHalfZeroed() {
	for _, b := range o.f.Blocks {
		for _, v := range b.Body {
			in := o.in(v)
			if in.Op != ir.Zero {
				continue
			}
			from, to, s, ok := o.zeroed(in)
			if !ok {
				continue
			}
			o.vars = slices.DeleteFunc(o.vars, func(x variable) bool {
				end := x.offset + x.size
				half := x.slot == s && x.offset < to && from < end && (x.offset < from || end > to)
				o.fixed[s] = o.fixed[s] || half
				return half
			})
		}
	}
}

// zeroed is the part of a slot that a Zero takes.
func (o *Optimizer) zeroed(in *ir.Instr) (from, to int64, s ir.Slot, ok bool) {
	a := o.in(in.Args[0])
	if a.Op != ir.StackAddr {
		return 0, 0, 0, false
	}
	return a.Imm, a.Imm + in.Imm, a.Slot, true
}

// number is the number of the variable that a load or store takes, or -1.
func (o *Optimizer) number(in *ir.Instr) int {
	if in.Op != ir.Load && in.Op != ir.Store {
		return -1
	}
	x, ok := o.access(in)
	if !ok {
		return -1
	}
	i, found := slices.BinarySearchFunc(o.vars, x, byPlace)
	if !found {
		return -1
	}
	return i
}

// findStored notes which loops store which variables.
func (o *Optimizer) findStored() {
	n := len(o.vars)
	o.changed = filled(o.changed, n*len(o.loops), false)
	note := func(b, k int) {
		for l := o.loopOf[b]; l > 0; l = o.loops[l-1].parent {
			o.changed[int(l-1)*n+k] = true
		}
	}
	for i, b := range o.f.Blocks {
		if o.loopOf[i] == 0 {
			continue
		}
		for _, v := range b.Body {
			switch in := o.in(v); in.Op {
			case ir.Store:
				if k := o.number(in); k >= 0 {
					note(i, k)
				}
			case ir.Zero:
				o.eachZeroed(in, func(k int) { note(i, k) })
			}
		}
	}
}

func (o *Optimizer) eachZeroed(in *ir.Instr, do func(k int)) {
	from, to, s, ok := o.zeroed(in)
	if !ok {
		return
	}
	for k, x := range o.vars {
		if x.slot == s && from <= x.offset && x.offset < to {
			do(k)
		}
	}
}

func (o *Optimizer) zero(t ir.Type) ir.Value {
	if o.zeros[t] == 0 {
		op := ir.Const
		if t.IsFloat() {
			op = ir.FConst
		}
		o.zeros[t] = o.fresh(ir.Instr{Op: op, Type: t})
		o.lead = append(o.lead, o.zeros[t])
	}
	return o.zeros[t]
}

// fresh is a new value, not yet in a block.
func (o *Optimizer) fresh(in ir.Instr) ir.Value {
	v := ir.Value(len(o.f.Values))
	o.f.Values = append(o.f.Values, in)
	o.to = append(o.to, v)
	return v
}

// meetAt finds the values of variables at the beginning of block i.
func (o *Optimizer) meetAt(i int, b *ir.Block) {
	n := len(o.vars)
	now := o.now[i*n : (i+1)*n]
	o.metAt[2*i] = int32(len(o.met))
	for k := range now {
		switch v, agree := o.incoming(i, k); {
		case i == 0:
			now[k] = o.zero(o.vars[k].typ) // what is not initialised may be anything
		case agree:
			now[k] = v
		default:
			now[k] = o.fresh(ir.Instr{Op: ir.Param, Type: o.vars[k].typ})
			b.Params = o.values.Append(b.Params, now[k])
			o.met = append(o.met, met{int32(k), now[k]})
		}
	}
	o.metAt[2*i+1] = int32(len(o.met))
	last := -1
	for _, p := range o.predsOf(i) {
		if int(p) < i && int(p) != last {
			o.handOver(int(p), b)
		}
		last = int(p)
	}
}

// incoming is the value of variable k along all ways into block i, if it is the same.
func (o *Optimizer) incoming(i, k int) (v ir.Value, agree bool) {
	n := len(o.vars)
	for _, p := range o.predsOf(i) {
		if int(p) >= i {
			if o.changed[int(o.loopOf[i]-1)*n+k] {
				return 0, false
			}
			continue
		}
		x := o.now[int(p)*n+k]
		if v != 0 && v != x {
			return 0, false
		}
		v = x
	}
	return v, true
}

// handOver gives the edges from block p to block b the values of the variables that b has parameters for.
func (o *Optimizer) handOver(p int, b *ir.Block) {
	n := len(o.vars)
	edges := o.f.Blocks[p].Term.Edges
	for e := range edges {
		if edges[e].To != b {
			continue
		}
		for _, m := range o.met[o.metAt[2*b.ID]:o.metAt[2*b.ID+1]] {
			edges[e].Args = o.values.Append(edges[e].Args, o.now[p*n+int(m.variable)])
		}
	}
}

// replace puts values in place of the accesses of a block.
func (o *Optimizer) replace(i int, b *ir.Block) {
	n := len(o.vars)
	now := o.now[i*n : (i+1)*n]
	o.body = o.body[:0]
	for _, v := range b.Body {
		o.resolve(v)
		in := *o.in(v)
		k := o.number(&in)
		switch {
		case k >= 0 && in.Op == ir.Load:
			o.to[v] = o.asLoaded(&in, now[k])
		case k >= 0:
			now[k] = o.asStored(in.Args[1], &in)
		case in.Op == ir.Zero:
			o.eachZeroed(&in, func(k int) { now[k] = o.zero(o.vars[k].typ) })
			if _, _, s, ok := o.zeroed(&in); !ok || o.fixed[s] {
				o.body = append(o.body, v)
			}
		default:
			o.body = append(o.body, v)
		}
	}
	b.Body = o.kept(b.Body)
	o.resolveTerm(&b.Term)
	for e := range b.Term.Edges {
		to := b.Term.Edges[e].To
		if to.ID <= i && (e == 0 || b.Term.Edges[e-1].To != to) {
			o.handOver(i, to)
		}
	}
}

func (o *Optimizer) resolve(v ir.Value) {
	in := o.in(v)
	for k := range in.Args {
		in.Args[k] = o.to[in.Args[k]]
	}
	for k := range in.List {
		in.List[k] = o.to[in.List[k]]
	}
}

func (o *Optimizer) resolveTerm(t *ir.Term) {
	t.X = o.to[t.X]
	for i := range t.Edges {
		for k, a := range t.Edges[i].Args {
			t.Edges[i].Args[k] = o.to[a]
		}
	}
}

// emit is a new operation on x, in the body that is being made.
func (o *Optimizer) emit(op ir.Op, t ir.Type, x ir.Value, at ir.Place) ir.Value {
	v := o.fresh(ir.Instr{Op: op, Type: t, Args: [3]ir.Value{x}, Place: at})
	o.body = append(o.body, v)
	return v
}

// asLoaded is what a load finds in a variable whose value is x.
func (o *Optimizer) asLoaded(in *ir.Instr, x ir.Value) ir.Value {
	long := ir.Sext32
	switch in.Mem {
	case ir.S8:
		x = o.emit(ir.Sext8, ir.I32, x, in.Place)
	case ir.U8:
		x = o.emit(ir.Zext8, ir.I32, x, in.Place)
	case ir.S16:
		x = o.emit(ir.Sext16, ir.I32, x, in.Place)
	case ir.U16:
		x = o.emit(ir.Zext16, ir.I32, x, in.Place)
	case ir.U32:
		long = ir.Zext32
	}
	if in.Type == ir.I64 && in.Mem != ir.M64 {
		return o.emit(long, ir.I64, x, in.Place)
	}
	return x
}

// asStored is the value of a variable after a store of x.
func (o *Optimizer) asStored(x ir.Value, in *ir.Instr) ir.Value {
	if in.Mem != ir.M64 && o.in(x).Type == ir.I64 {
		return o.emit(ir.Trunc, ir.I32, x, in.Place)
	}
	return x
}

// dropSlots gives back the memory of slots that nothing names any more.
func (o *Optimizer) dropSlots() bool {
	o.fixed = filled(o.fixed, len(o.f.Slots), false)
	for _, b := range o.f.Blocks {
		for _, v := range b.Body {
			if in := o.in(v); in.Op == ir.StackAddr {
				o.fixed[in.Slot] = true
			}
		}
	}
	changed := false
	for s, used := range o.fixed {
		if !used {
			o.f.Slots[s].Size, o.f.Slots[s].Align, changed = 0, 1, true
		}
	}
	return changed
}
