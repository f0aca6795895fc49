package opt

import "scf/backend/ir"

// hoist moves what does not change in a loop in front of it, as far out as it can: pure instructions whose operands do not change, and loads from
// memory that nothing in the loop may write, if the loop cannot be left before they run. What is the same there, from different branches, becomes one.
func (o *Optimizer) hoist() bool {
	o.preheaders()
	o.findEscapes()
	o.locateValues()
	o.findWrites()
	o.moved = filled(o.moved, len(o.f.Blocks), nil)
	o.identity()
	o.resetNumbers(len(o.f.Values))
	for i, b := range o.f.Blocks {
		kept := b.Body[:0]
		for _, v := range b.Body {
			o.resolve(v)
			if o.move(v, int32(i)) {
				kept = append(kept, v)
			}
		}
		b.Body = kept
		o.resolveTerm(&b.Term)
	}
	for i, m := range o.moved {
		if b := o.f.Blocks[i]; len(m) > 0 {
			b.Body = o.joined(b.Body, m)
		}
	}
	return true
}

// move moves v out of the loops that it need not be in, or tells that it stays.
func (o *Optimizer) move(v ir.Value, b int32) (stays bool) {
	to := b
	if l := o.loopToLeave(v, b); l >= 0 {
		to = o.preheader[l]
	}
	if in := o.in(v); in.Op.Pure() {
		o.at = int(to)
		same, place := o.find(in)
		if same != 0 {
			o.to[v] = same
			return false
		}
		o.home[v] = to
		o.remember(v, place)
	}
	if to == b {
		return true
	}
	o.home[v] = to
	o.moved[to] = o.values.Append(o.moved[to], v)
	return false
}

// hoisting is memory of hoist.
type hoisting struct {
	preheader []int32      // of each loop: the block in front of it
	moved     [][]ir.Value // to the end of each block
	writes    []write      // in the order of blocks
	writesAt  []int32      // by block: where its part of writes begins
	exits     []bool       // by loop: it may end otherwise than by its edges
	work      int          // how many writes may still be looked at
}

// write is where an instruction may change memory.
type write struct {
	location
	all bool // anywhere but in slots whose address is not known elsewhere
}

// preheaders puts a block in front of each loop that has none: one that leads only to the loop and is the only way in.
func (o *Optimizer) preheaders() {
	old := o.f.Blocks
	made := false
	o.old = o.old[:0]
	for i, b := range old {
		if l := o.loopOf[i]; l > 0 && o.loops[l-1].head == int32(i) && o.entry(i) < 0 {
			o.old = append(o.old, o.newEntry(b))
			made = true
		}
		o.old = append(o.old, b)
	}
	if made {
		o.f.Blocks = append(o.f.Blocks[:0], o.old...)
		o.renumber()
		o.analyse()
	}
	o.preheader = grow(o.preheader, len(o.loops))
	for l := range o.loops {
		o.preheader[l] = o.entry(int(o.loops[l].head))
	}
}

// entry is the block in front of the loop with a given head, or -1.
func (o *Optimizer) entry(head int) int32 {
	one := int32(-1)
	for _, p := range o.predsOf(head) {
		switch {
		case int(p) >= head:
		case one >= 0:
			return -1
		default:
			one = p
		}
	}
	if len(o.f.Blocks[one].Term.Edges) != 1 {
		return -1
	}
	return one
}

// newEntry is a block between a head and all that leads to it from outside.
func (o *Optimizer) newEntry(head *ir.Block) *ir.Block {
	b := o.blocks.New()
	b.Params = o.values.Make(len(head.Params))
	for k, p := range head.Params {
		b.Params[k] = ir.Value(len(o.f.Values))
		o.f.Values = append(o.f.Values, ir.Instr{Op: ir.Param, Type: o.in(p).Type})
	}
	one := true
	from, edge := int32(-1), 0
	for _, p := range o.predsOf(head.ID) {
		if int(p) >= head.ID {
			continue
		}
		for e := range o.f.Blocks[p].Term.Edges {
			if o.f.Blocks[p].Term.Edges[e].To == head {
				one = one && (from < 0 || from == p && edge == e)
				from, edge = p, e
			}
		}
	}
	b.Term = ir.Term{Kind: ir.Jump, Edges: o.edges.Make(1), Place: head.Term.Place}
	if one { // a way in alone: its arguments need no names
		e := &o.f.Blocks[from].Term.Edges[edge]
		b.Term.Edges[0] = *e
		b.Params = nil
		*e = ir.Edge{To: b}
		return b
	}
	for _, p := range o.predsOf(head.ID) {
		if int(p) < head.ID {
			for e := range o.f.Blocks[p].Term.Edges {
				if edge := &o.f.Blocks[p].Term.Edges[e]; edge.To == head {
					edge.To = b
				}
			}
		}
	}
	b.Term.Edges[0] = ir.Edge{To: head, Args: o.values.Copy(b.Params)}
	return b
}

// loopToLeave is the outermost loop that v, in block b, can be moved out of, or -1.
func (o *Optimizer) loopToLeave(v ir.Value, b int32) int32 {
	in := o.in(v)
	load := in.Op == ir.Load && !in.Volatile
	if !load && !o.worthMoving(in) {
		return -1
	}
	out := int32(-1)
	for l := o.loopOf[b]; l > 0 && !o.changesIn(in, l-1); l = o.loops[l-1].parent {
		if load && !o.loadLeaves(in, b, l-1) {
			break
		}
		out = l - 1
	}
	return out
}

// worthMoving reports whether a pure instruction may be moved, and costs something where it stands.
func (o *Optimizer) worthMoving(in *ir.Instr) bool {
	switch in.Op {
	case ir.Const, ir.FConst, ir.Addr, ir.StackAddr, ir.Param, ir.Cmp, ir.FCmp, ir.Trunc:
		return false
	case ir.Div, ir.DivU, ir.Rem, ir.RemU:
		c, ok := o.isConst(in.Args[1])
		return ok && c != 0 && c != -1
	}
	return in.Op.Pure()
}

// changesIn reports whether an operand of in is computed in loop l.
func (o *Optimizer) changesIn(in *ir.Instr, l int32) bool {
	for _, a := range in.Args {
		if a != 0 && o.inLoop(o.home[a], l) {
			return true
		}
	}
	return false
}

// findWrites notes what may change memory, and which loops may end within.
func (o *Optimizer) findWrites() {
	o.writes = o.writes[:0]
	o.writesAt = grow(o.writesAt, len(o.f.Blocks)+1)
	o.exits = filled(o.exits, len(o.loops), false)
	for i, b := range o.f.Blocks {
		o.writesAt[i] = int32(len(o.writes))
		if o.loopOf[i] == 0 {
			continue
		}
		for _, v := range b.Body {
			switch in := o.in(v); in.Op {
			case ir.Store:
				o.writes = append(o.writes, write{location: o.locate(in.Args[0], in.Imm, in.Mem.Size(), in.Class)})
			case ir.Copy, ir.Zero:
				o.writes = append(o.writes, write{location: o.locate(in.Args[0], 0, in.Imm, 0)})
			case ir.Call, ir.CallPtr:
				o.writes = append(o.writes, write{all: true})
				o.noteExit(i)
			case ir.TrapIf:
				o.noteExit(i)
			}
		}
	}
	o.writesAt[len(o.f.Blocks)] = int32(len(o.writes))
	o.work = 1000 + 16*len(o.f.Values)
}

func (o *Optimizer) noteExit(b int) {
	for l := o.loopOf[b]; l > 0; l = o.loops[l-1].parent {
		o.exits[l-1] = true
	}
}

// loadLeaves reports whether a load in block b may be moved out of loop l.
func (o *Optimizer) loadLeaves(in *ir.Instr, b, l int32) bool {
	lp := &o.loops[l]
	op := o.in(in.Args[0]).Op
	if op != ir.StackAddr && op != ir.Addr && (o.exits[l] || !o.runsAlways(b, l)) {
		return false
	}
	at := o.locate(in.Args[0], in.Imm, in.Mem.Size(), in.Class)
	first, last := o.writesAt[lp.head], o.writesAt[lp.head+lp.blocks]
	if o.work -= int(last - first); o.work < 0 {
		return false
	}
	for i := first; i < last; i++ {
		if w := &o.writes[i]; w.all && (at.object <= 0 || o.escapes[at.object-1]) || !w.all && o.mayTouch(&w.location, &at) {
			return false
		}
	}
	return true
}

// runsAlways reports whether block b runs whenever control comes to loop l: each way out of the loop and each way back leads through it.
func (o *Optimizer) runsAlways(b, l int32) bool {
	lp := &o.loops[l]
	for i := lp.head; i < lp.head+lp.blocks; i++ {
		edges := o.f.Blocks[i].Term.Edges
		if len(edges) == 0 && !o.dominates(b, i) {
			return false
		}
		for e := range edges {
			if to := int32(edges[e].To.ID); (to == lp.head || to < lp.head || to >= lp.head+lp.blocks) && !o.dominates(b, i) {
				return false
			}
		}
	}
	return true
}
