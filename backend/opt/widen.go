package opt

import "scf/backend/ir"

// widen makes counters of 32 bits that are extended to 64 inside their loops counters of 64 bits, as far as nothing ever wraps: then an index needs no
// extension, and the sums that it is part of can be split into what changes in the loop and what does not. Tests against what does not change in the loop become tests of 64 bits;
// where the number is still needed in 32, it is the low half of the wide one.
func (o *Optimizer) widen() bool {
	o.locateValues()
	o.findCounters()
	if len(o.counters) == 0 || !o.wanted() {
		return false
	}
	o.identity()
	o.lead = o.lead[:0]
	for i := range o.counters {
		if c := &o.counters[i]; c.wanted {
			o.makeWide(c)
		}
	}
	for i, b := range o.f.Blocks {
		for _, v := range b.Body {
			o.useWide(v, int32(i))
		}
	}
	for i, b := range o.f.Blocks {
		o.testWide(int32(i), b)
	}
	o.lowHalves()
	o.f.Blocks[0].Body = o.joined(o.lead, o.f.Blocks[0].Body)
	return true
}

// locateValues finds the blocks of values.
func (o *Optimizer) locateValues() {
	o.home = grow(o.home, len(o.f.Values))
	for i, b := range o.f.Blocks {
		for _, p := range b.Params {
			o.home[p] = int32(i)
		}
		for _, v := range b.Body {
			o.home[v] = int32(i)
		}
	}
}

// extended is the counter that v, a Sext32, extends, with what is added to it before.
func (o *Optimizer) extended(v ir.Value, b int32) (c *counter, offset int64) {
	in := o.in(v)
	if in.Op != ir.Sext32 && in.Op != ir.Zext32 {
		return nil, 0
	}
	x := in.Args[0]
	a := o.in(x)
	if a.Op == ir.Add {
		n, ok := o.isConst(a.Args[1])
		if !ok {
			return nil, 0
		}
		x, offset = a.Args[0], n
	}
	for i := range o.counters {
		c := &o.counters[i]
		if c.param != x {
			continue
		}
		r := o.rangeAt(x, b, 2)
		if s, ok := r.plus(offset); ok && (in.Op == ir.Sext32 || s.lo >= 0) {
			return c, offset
		}
	}
	return nil, 0
}

// wanted finds the counters that are extended inside their loops.
func (o *Optimizer) wanted() bool {
	any := false
	for i, b := range o.f.Blocks {
		if o.loopOf[i] == 0 {
			continue
		}
		for _, v := range b.Body {
			if c, _ := o.extended(v, int32(i)); c != nil && o.inLoop(int32(i), c.loop) {
				c.wanted, any = true, true
			}
		}
	}
	return any
}

// makeWide makes the wide counter: a parameter beside c's, with what it starts with extended in front of the loop.
func (o *Optimizer) makeWide(c *counter) {
	head := o.f.Blocks[o.loops[c.loop].head]
	c.wide = o.fresh(ir.Instr{Op: ir.Param, Type: ir.I64})
	c.low = o.fresh(ir.Instr{Op: ir.Trunc, Type: ir.I32, Args: [3]ir.Value{c.wide}})
	step := o.leading(ir.I64, c.step)
	last := int32(-1)
	for _, from := range o.predsOf(head.ID) {
		if from == last {
			continue
		}
		last = from
		b := o.f.Blocks[from]
		for e := range b.Term.Edges {
			edge := &b.Term.Edges[e]
			if edge.To != head {
				continue
			}
			wide := ir.Value(0)
			if int(from) >= head.ID {
				wide = o.fresh(ir.Instr{Op: ir.Add, Type: ir.I64, Args: [3]ir.Value{c.wide, step}})
			} else {
				wide = o.widened(edge.Args[c.index], from, b.Term.Place)
			}
			b.Body = o.values.Append(b.Body, wide)
			edge.Args = o.values.Append(edge.Args, wide)
		}
	}
	head.Params = o.values.Append(head.Params, c.wide)
}

// sum is the wide counter and an offset.
func (o *Optimizer) sum(c *counter, offset int64, at ir.Place) ir.Value {
	return o.fresh(ir.Instr{Op: ir.Add, Type: ir.I64, Args: [3]ir.Value{c.wide, o.leading(ir.I64, offset)}, Place: at})
}

// widened is x in 64 bits, in block b.
func (o *Optimizer) widened(x ir.Value, b int32, at ir.Place) ir.Value {
	if c, offset := o.counted(x, b); c != nil && c.wide != 0 && int(x) < len(o.home) {
		return o.sum(c, offset, at)
	}
	return o.fresh(ir.Instr{Op: ir.Sext32, Type: ir.I64, Args: [3]ir.Value{x}, Place: at})
}

// leading is a constant at the function's beginning.
func (o *Optimizer) leading(t ir.Type, n int64) ir.Value {
	v := o.fresh(ir.Instr{Op: ir.Const, Type: t, Imm: n})
	o.lead = append(o.lead, v)
	return v
}

// useWide puts the wide counter in place of an extension.
func (o *Optimizer) useWide(v ir.Value, b int32) {
	if int(v) >= len(o.home) {
		return
	}
	if c, offset := o.extended(v, b); c != nil && c.wanted {
		*o.in(v) = ir.Instr{Op: ir.Add, Type: ir.I64, Args: [3]ir.Value{c.wide, o.leading(ir.I64, offset)}, Place: o.in(v).Place}
	}
}

// testWide makes the tests of a block wide, after all extensions: branches on narrow ones tell how far counters go.
func (o *Optimizer) testWide(i int32, b *ir.Block) {
	o.body = o.body[:0]
	for k := range o.counters {
		if c := &o.counters[k]; c.wanted && o.loops[c.loop].head == i {
			o.body = append(o.body, c.low)
		}
	}
	for _, v := range b.Body {
		if in := *o.in(v); int(v) < len(o.home) && in.Op == ir.Cmp && in.Cond <= ir.Ge {
			o.compareWide(v, &in, i)
		}
		o.body = append(o.body, v)
	}
	b.Body = o.kept(b.Body)
}

// compareWide makes a comparison of a counter, or of its next value, with what does not change in its loop one of 64 bits.
func (o *Optimizer) compareWide(v ir.Value, in *ir.Instr, b int32) {
	for k := range 2 {
		c, offset := o.counted(in.Args[k], b)
		other := in.Args[1-k]
		if c == nil || !c.wanted || int(other) >= len(o.home) || !o.invariant(other, c.loop, 3) {
			continue
		}
		in.Args[k], in.Args[1-k] = o.sum(c, offset, in.Place), o.widened(other, b, in.Place)
		o.body = append(o.body, in.Args[:2]...)
		*o.in(v) = *in
		return
	}
}

// invariant reports whether v does not change in loop l: it is computed outside, or of what is.
func (o *Optimizer) invariant(v ir.Value, l int32, depth int) bool {
	in := o.in(v)
	if in.Op == ir.Const {
		return true
	}
	if int(v) >= len(o.home) { // a part of a wide counter
		return false
	}
	if !o.inLoop(o.home[v], l) {
		return true
	}
	if depth == 0 || !in.Op.Pure() || in.Op == ir.Param {
		return false
	}
	for _, a := range in.Args {
		if a != 0 && !o.invariant(a, l, depth-1) {
			return false
		}
	}
	return true
}

// counted is the counter that x is, with what is added to it.
func (o *Optimizer) counted(x ir.Value, b int32) (c *counter, offset int64) {
	sum := x
	if a := o.in(x); a.Op == ir.Add {
		n, ok := o.isConst(a.Args[1])
		if !ok {
			return nil, 0
		}
		x, offset = a.Args[0], n
	}
	for i := range o.counters {
		if c := &o.counters[i]; c.param == x {
			if _, ok := o.rangeAt(x, b, 2).plus(offset); ok || sum == c.next {
				return c, offset
			}
		}
	}
	return nil, 0
}

// lowHalves puts the low half of a wide counter in place of the narrow one, everywhere.
func (o *Optimizer) lowHalves() {
	for i := range o.counters {
		if c := &o.counters[i]; c.wanted {
			o.to[c.param] = c.low
		}
	}
	for _, b := range o.f.Blocks {
		for _, v := range b.Body {
			o.resolve(v)
		}
		o.resolveTerm(&b.Term)
	}
}
