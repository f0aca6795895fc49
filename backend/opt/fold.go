package opt

import "scf/backend/ir"

// fold walks through the blocks in their order, once. What it makes of an instruction depends on what stands before: operands are folded already,
// equal values that dominate it are known, and so is what the memory holds. It follows only edges that can be taken, and finds
// dominators on the way. Arguments that come from behind, along the way back of a loop, are taken as they stood: what they become is not
// known yet. Last it drops what has no use any more.
func (o *Optimizer) fold() bool {
	f := o.f
	n := len(f.Values)
	o.identity()
	o.home, o.rank = filled(o.home, n, -1), filled(o.rank, n, 0)
	o.mask = grow(o.mask, n)
	o.mask[0] = 0
	o.resetNumbers(n)
	o.resetMemory()
	o.lead = o.lead[:0]
	o.idom = filled(o.idom, len(f.Blocks), -1)
	o.depth, o.jump = grow(o.depth, len(f.Blocks)), grow(o.jump, len(f.Blocks))
	o.idom[0] = 0
	for i, b := range f.Blocks {
		if o.idom[i] >= 0 {
			o.foldBlock(i, b)
		}
	}
	f.Blocks[0].Body = o.joined(o.lead, f.Blocks[0].Body)
	o.dropUnreached()
	o.dead()
	o.thread()
	return true
}

func (o *Optimizer) foldBlock(i int, b *ir.Block) {
	o.at, o.body = i, o.body[:0]
	o.link(i)
	o.enter(b)
	o.enterMemory(i)
	for _, v := range b.Body {
		o.visit(v)
	}
	o.leave(b)
	o.leaveMemory(i)
	b.Body = o.kept(b.Body)
}

// kept is the body that was made, in the old one's memory where it fits.
func (o *Optimizer) kept(old []ir.Value) []ir.Value {
	if len(o.body) <= len(old) {
		return old[:copy(old, o.body)]
	}
	return o.values.Copy(o.body)
}

func (o *Optimizer) joined(a, b []ir.Value) []ir.Value {
	if len(a) == 0 {
		return b
	}
	out := o.values.MakeCap(0, len(a)+len(b))
	return append(append(out, a...), b...)
}

// enter looks at the parameters of a block: one that gets the same along all edges is that.
func (o *Optimizer) enter(b *ir.Block) {
	rank := uint8(min(o.loopDepth(int32(b.ID)), 255))
	for k, p := range b.Params {
		o.home[p], o.rank[p], o.mask[p] = int32(b.ID), rank, allOnes(o.in(p).Type)
		if b.ID > 0 {
			o.to[p] = o.same(b, k, p)
		}
	}
}

// same is the value that parameter p, the kth of b, gets along each edge that can be taken; p if there are several.
func (o *Optimizer) same(b *ir.Block, k int, p ir.Value) ir.Value {
	one := ir.Value(0)
	for _, from := range o.predsOf(b.ID) {
		back := int(from) >= b.ID
		if !back && o.idom[from] < 0 {
			continue
		}
		for i := range o.f.Blocks[from].Term.Edges {
			e := &o.f.Blocks[from].Term.Edges[i]
			if e.To != b {
				continue
			}
			arg := o.to[e.Args[k]]
			if arg == p || arg == one {
				continue
			}
			if one != 0 || back {
				return p
			}
			one = arg
		}
	}
	if one == 0 {
		return p
	}
	return one
}

// visit folds one instruction.
func (o *Optimizer) visit(v ir.Value) {
	in := &o.f.Values[v] // which stays as it is where new values make Values move
	for k, a := range in.Args {
		if a == 0 {
			break
		}
		in.Args[k] = o.to[a]
	}
	for k, a := range in.List {
		in.List[k] = o.to[a]
	}
	o.to[v] = o.build(in, v)
}

// leave folds the end of a block and marks where control goes.
func (o *Optimizer) leave(b *ir.Block) {
	t := &b.Term
	t.X = o.to[t.X]
	for i := range t.Edges {
		for k, a := range t.Edges[i].Args {
			t.Edges[i].Args[k] = o.to[a]
		}
	}
	o.foldTerm(t)
	for i := range t.Edges {
		if to := t.Edges[i].To.ID; to > o.at {
			o.idom[to] = o.meet(o.idom[to], int32(o.at))
		}
	}
}

func (o *Optimizer) meet(a, b int32) int32 {
	if a < 0 {
		return b
	}
	for a != b {
		if a > b {
			a = o.idom[a]
		} else {
			b = o.idom[b]
		}
	}
	return a
}

// build makes an instruction of what in says, as value v, or as a new one if v is 0; or finds a value that is what it would give, or 0 if it
// would do nothing.
func (o *Optimizer) build(in *ir.Instr, v ir.Value) ir.Value {
	if !in.Op.Pure() {
		return o.effect(in, v)
	}
	if x := o.simplify(in); x != 0 {
		return x
	}
	found, place := o.find(in)
	if found != 0 {
		return found
	}
	v = o.put(in, v)
	o.remember(v, place)
	return v
}

// put puts in, as it is, behind what is made of the block.
func (o *Optimizer) put(in *ir.Instr, v ir.Value) ir.Value {
	if v == 0 {
		v = ir.Value(len(o.f.Values))
		o.f.Values = append(o.f.Values, *in)
		o.to, o.home, o.rank, o.object = append(o.to, v), append(o.home, 0), append(o.rank, 0), append(o.object, 0)
		o.mask, o.loadAt = append(o.mask, 0), append(o.loadAt, 0)
	} else if p := &o.f.Values[v]; p != in {
		*p = *in
	}
	o.mask[v] = o.onesOf(in)
	o.object[v] = 0
	switch in.Op {
	case ir.Addr:
		o.object[v] = -1 - int32(in.Symbol)
	case ir.StackAddr:
		o.object[v] = int32(in.Slot) + 1
	case ir.Add:
		if x, y := o.object[in.Args[0]], o.object[in.Args[1]]; x == 0 || y == 0 {
			o.object[v] = x + y
		}
	}
	switch in.Op {
	case ir.Const, ir.FConst, ir.Addr, ir.StackAddr:
		o.home[v], o.rank[v] = 0, 0
		o.lead = append(o.lead, v)
		return v
	case ir.Load, ir.Call, ir.CallPtr:
		o.rank[v] = uint8(min(o.loopDepth(int32(o.at)), 255))
	default:
		o.rank[v] = max(o.rank[in.Args[0]], o.rank[in.Args[1]], o.rank[in.Args[2]])
	}
	o.home[v] = int32(o.at)
	o.body = append(o.body, v)
	return v
}

// Makers of instructions, for rules.

func (o *Optimizer) constant(t ir.Type, n int64) ir.Value {
	if t == ir.I32 {
		n = int64(int32(n))
	}
	return o.build(&ir.Instr{Op: ir.Const, Type: t, Imm: n}, 0)
}

// word is the constant of type t whose word is w.
func (o *Optimizer) word(t ir.Type, w uint64) ir.Value {
	if t.IsFloat() {
		return o.build(&ir.Instr{Op: ir.FConst, Type: t, Imm: int64(w)}, 0)
	}
	return o.constant(t, int64(w))
}

func (o *Optimizer) unary(op ir.Op, t ir.Type, x ir.Value, at ir.Place) ir.Value {
	return o.build(&ir.Instr{Op: op, Type: t, Args: [3]ir.Value{x}, Place: at}, 0)
}

func (o *Optimizer) binary(op ir.Op, t ir.Type, x, y ir.Value, at ir.Place) ir.Value {
	return o.build(&ir.Instr{Op: op, Type: t, Args: [3]ir.Value{x, y}, Place: at}, 0)
}

// with is x op n.
func (o *Optimizer) with(op ir.Op, t ir.Type, x ir.Value, n int64, at ir.Place) ir.Value {
	ct := t
	if op == ir.Shl || op == ir.Sar || op == ir.Shr {
		ct = ir.I32
	}
	return o.binary(op, t, x, o.constant(ct, n), at)
}

// isConst is the number that v is, if it is an integer constant.
func (o *Optimizer) isConst(v ir.Value) (int64, bool) {
	in := o.in(v)
	return in.Imm, in.Op == ir.Const
}

// dropUnreached takes out blocks that control cannot come to.
func (o *Optimizer) dropUnreached() {
	kept := o.f.Blocks[:0]
	for i, b := range o.f.Blocks {
		if o.idom[i] >= 0 {
			kept = append(kept, b)
		}
	}
	if len(kept) < len(o.f.Blocks) {
		clear(o.f.Blocks[len(kept):])
	}
	o.f.Blocks = kept
	o.renumber()
	o.predecessors()
}
