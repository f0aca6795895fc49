package opt

import "scf/backend/ir"

// Budgets of poll, in instructions.
const (
	shortLoop   = 10_000 // a loop that runs no more needs no poll
	longRound   = 200    // in a round of so many a poll is not felt
	betweenTwo  = 16_000 // about how many run between two polls, where there is a choice
	leastRounds = 32
)

// poll puts a Poll into each loop that may run long: at the end of a round, or, where a round is short and the loop counts, into a loop around it that is
// made for it. The inner one counts up to the end or some thousand instructions further, whichever comes first:
//
//	do { limit = end - i < chunk ? end : i + chunk; do body; while (++i < limit); poll; } while (i < end);
func (o *Optimizer) poll() bool {
	if !o.Polls {
		return false
	}
	o.locateValues()
	o.measure()
	o.placed = o.placed[:0]
	for l := range o.loops {
		switch {
		case o.long[l] <= shortLoop:
		case o.round[l] >= longRound || !o.strip(int32(l)):
			o.pollLoop(int32(l))
		}
	}
	o.place()
	return true
}

// strip makes a loop around loop l that polls, if l counts.
func (o *Optimizer) strip(l int32) bool {
	c, ok := o.counts(l)
	if !ok {
		return false
	}
	head, front := o.f.Blocks[o.loops[l].head], o.f.Blocks[o.entry(int(o.loops[l].head))]
	last := o.f.Blocks[o.loops[l].head+o.loops[l].blocks-1]
	outer, check := o.blocks.New(), o.blocks.New()
	t := o.in(c.next).Type
	rounds := max(leastRounds, betweenTwo/o.round[l])
	outer.Params = o.values.Make(len(head.Params))
	for k, p := range head.Params {
		outer.Params[k] = o.added(ir.Instr{Op: ir.Param, Type: o.in(p).Type})
	}
	limit := o.limit(outer, &c, t, rounds)
	outer.Term = ir.Term{Kind: ir.Jump, Edges: o.edges.Make(1), Place: head.Term.Place}
	outer.Term.Edges[0] = ir.Edge{To: head, Args: o.values.Copy(outer.Params)}
	front.Term.Edges[0].To = outer
	check.Term = c.latch.Term
	check.Term.Edges = o.edges.Copy(c.latch.Term.Edges)
	back := &check.Term.Edges[c.back]
	*back = ir.Edge{To: outer, Args: o.values.Copy(back.Args)}
	test := o.added(*o.in(c.latch.Term.X))
	check.Body = append(o.values.MakeCap(0, 2), o.added(ir.Instr{Op: ir.Poll, Place: c.latch.Term.Place}), test)
	check.Term.X = test
	o.endAtLimit(&c, limit)
	c.latch.Term.Edges[c.leave] = ir.Edge{To: check}
	o.placed = append(o.placed, placed{outer, head, false}, placed{check, last, true})
	return true
}

// limit computes how far the inner loop counts.
func (o *Optimizer) limit(b *ir.Block, c *counting, t ir.Type, rounds int64) ir.Value {
	i := b.Params[c.index]
	distance := max(c.step, -c.step) * rounds
	emit := func(in ir.Instr) ir.Value {
		v := o.added(in)
		b.Body = o.values.Append(b.Body, v)
		return v
	}
	chunk := emit(ir.Instr{Op: ir.Const, Type: t, Imm: distance})
	left, further := [3]ir.Value{c.end, i}, ir.Add
	if c.step < 0 {
		left, further = [3]ir.Value{i, c.end}, ir.Sub
	}
	rest := emit(ir.Instr{Op: ir.Sub, Type: t, Args: left})
	near := emit(ir.Instr{Op: ir.Cmp, Type: ir.I32, Cond: ir.Lt, Args: [3]ir.Value{rest, chunk}})
	far := emit(ir.Instr{Op: further, Type: t, Args: [3]ir.Value{i, chunk}})
	return emit(ir.Instr{Op: ir.Select, Type: t, Args: [3]ir.Value{near, c.end, far}})
}

// endAtLimit makes the loop's test one against the limit.
func (o *Optimizer) endAtLimit(c *counting, limit ir.Value) {
	test := o.added(*o.in(c.latch.Term.X))
	in := o.in(test)
	for k, a := range in.Args {
		if a == c.end {
			in.Args[k] = limit
		}
	}
	body := c.latch.Body
	for i, v := range body {
		if v == c.latch.Term.X {
			body = append(body[:i], body[i+1:]...)
			break
		}
	}
	c.latch.Body = o.values.Append(body, test)
	c.latch.Term.X = test
}

func (o *Optimizer) added(in ir.Instr) ir.Value {
	o.f.Values = append(o.f.Values, in)
	return ir.Value(len(o.f.Values) - 1)
}

// placed is a new block, and the one that it stands in front of or behind.
type placed struct {
	block, by *ir.Block
	behind    bool
}

// place puts the new blocks where they belong.
func (o *Optimizer) place() {
	if len(o.placed) == 0 {
		return
	}
	o.old = append(o.old[:0], o.f.Blocks...)
	out := o.f.Blocks[:0]
	for _, b := range o.old {
		for _, p := range o.placed {
			if p.by == b && !p.behind {
				out = append(out, p.block)
			}
		}
		out = append(out, b)
		for _, p := range o.placed {
			if p.by == b && p.behind {
				out = append(out, p.block)
			}
		}
	}
	o.f.Blocks = out
	o.order()
}

// polling is memory of poll.
type polling struct {
	long  []int64 // by loop: how many instructions it may run, at most
	round []int64 // and how many are in it, those of loops inside as often as they run

	placed []placed
}

// forever is more than any budget.
const forever = int64(1) << 40

// measure finds how long loops may run.
func (o *Optimizer) measure() {
	o.long, o.round = filled(o.long, len(o.loops), 0), filled(o.round, len(o.loops), 0)
	for i, b := range o.f.Blocks {
		if l := o.loopOf[i]; l > 0 {
			o.round[l-1] += int64(len(b.Body)) + 1
		}
	}
	for l := len(o.loops) - 1; l >= 0; l-- {
		o.long[l] = times(o.round[l], o.rounds(int32(l)))
		if p := o.loops[l].parent; p > 0 {
			o.round[p-1] = min(forever, o.round[p-1]+o.long[l])
		}
	}
}

// rounds is how often loop l may go round, at most.
func (o *Optimizer) rounds(l int32) int64 {
	c, ok := o.counts(l)
	if !ok {
		return forever
	}
	from, ok1 := o.isConst(c.first)
	to, ok2 := o.isConst(c.end)
	if !ok1 || !ok2 || c.step < 0 || from < -maxCount || to > maxCount || c.step > maxCount {
		return forever
	}
	return max(1, (to-from+c.step-1)/c.step)
}

// maxCount is a number that counters get to from its negative without wrapping.
const maxCount = 1 << 30

// times is x * y, at most forever.
func times(x, y int64) int64 {
	if y > forever/max(x, 1) {
		return forever
	}
	return x * y
}

// counting is what is known of a loop that ends in "i += step; if (i < end) again", or the same downwards.
type counting struct {
	latch       *ir.Block
	back, leave int // its edges
	index       int // of the counter among the parameters of the head
	param, next ir.Value
	first, end  ir.Value
	step        int64
}

// counts reports whether loop l counts, with a test at its only end.
func (o *Optimizer) counts(l int32) (c counting, ok bool) {
	lp := &o.loops[l]
	if lp.latch < 0 {
		return c, false
	}
	head := o.f.Blocks[lp.head]
	c.latch = o.f.Blocks[lp.latch]
	t := &c.latch.Term
	if t.Kind != ir.Branch {
		return c, false
	}
	if c.back = 0; t.Edges[0].To != head {
		c.back = 1
	}
	c.leave = 1 - c.back
	test := o.in(t.X)
	if test.Op != ir.Cmp || t.Edges[c.leave].To == head {
		return c, false
	}
	cond := test.Cond
	if c.back == 1 {
		cond = cond.Negated()
	}
	c.next, c.end = test.Args[0], test.Args[1]
	if o.in(c.next).Op != ir.Add || !o.outside(c.end, l) {
		c.next, c.end, cond = c.end, c.next, cond.Swapped()
	}
	next := o.in(c.next)
	if next.Op != ir.Add || !o.outside(c.end, l) {
		return c, false
	}
	c.param = next.Args[0]
	c.step, ok = o.isConst(next.Args[1])
	if !ok || !(cond == ir.Lt && c.step > 0 || cond == ir.Gt && c.step < 0) {
		return c, false
	}
	return o.starts(c, l, head)
}

// starts finds the counter among the parameters of the head, and what it starts with.
func (o *Optimizer) starts(c counting, l int32, head *ir.Block) (counting, bool) {
	entry := o.entry(head.ID)
	for k, p := range head.Params {
		if p == c.param && c.latch.Term.Edges[c.back].Args[k] == c.next && entry >= 0 {
			c.index, c.first = k, o.f.Blocks[entry].Term.Edges[0].Args[k]
			return c, true
		}
	}
	return c, false
}

// outside reports whether v is computed outside loop l.
func (o *Optimizer) outside(v ir.Value, l int32) bool {
	return o.in(v).Op == ir.Const || !o.inLoop(o.home[v], l)
}

// pollLoop puts a poll in front of each way back in loop l.
func (o *Optimizer) pollLoop(l int32) {
	head, last := o.loops[l].head, int32(-1)
	for _, p := range o.predsOf(int(head)) {
		if p >= head && p != last {
			b := o.f.Blocks[p]
			o.f.Values = append(o.f.Values, ir.Instr{Op: ir.Poll, Place: b.Term.Place})
			b.Body = o.values.Append(b.Body, ir.Value(len(o.f.Values)-1))
		}
		last = p
	}
}
