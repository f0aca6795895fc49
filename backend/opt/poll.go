package opt

import "scf/backend/ir"

// shortLoop is how many instructions a loop runs that needs no poll, at most.
const shortLoop = 10_000

// poll puts a Poll at the end of each round of a loop that may run long.
func (o *Optimizer) poll() bool {
	if !o.Polls {
		return false
	}
	o.locateValues()
	o.measure()
	for l := range o.loops {
		if o.long[l] > shortLoop {
			o.pollLoop(int32(l))
		}
	}
	return true
}

// polling is memory of poll.
type polling struct {
	long  []int64 // by loop: how many instructions it may run, at most
	round []int64 // and how many are in it, those of loops inside as often as they run
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

// counts tells whether loop l counts, with a test at its only end.
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

// outside tells whether v is computed outside loop l.
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
