package opt

import (
	"math"

	"scf/backend/ir"
)

// interval is the signed integers from lo to hi.
type interval struct{ lo, hi int64 }

var (
	all32   = interval{math.MinInt32, math.MaxInt32}
	nowhere = interval{math.MaxInt32, math.MinInt32}
)

// join is the least interval with both in it.
func (x interval) join(y interval) interval { return interval{min(x.lo, y.lo), max(x.hi, y.hi)} }

// plus is the interval of x + c, if none of these wraps in 32 bits.
func (x interval) plus(c int64) (interval, bool) {
	y := interval{x.lo + c, x.hi + c}
	return y, y.lo >= math.MinInt32 && y.hi <= math.MaxInt32
}

// maxFactBlocks bounds how far up branches are looked at.
const maxFactBlocks = 12

// rangeAt is what the I32 v may be where block b begins: what its operation says, and what branches that dominate b tell.
func (o *Optimizer) rangeAt(v ir.Value, b int32, depth int) interval {
	r := o.rangeOf(v, b, depth)
	for range maxFactBlocks {
		if b == 0 || r.lo == r.hi {
			break
		}
		if o.oneWay(b) {
			r = o.along(r, v, o.idom[b], b, depth)
		}
		b = o.idom[b]
	}
	return r
}

// rangeOf is what its operation says about v.
func (o *Optimizer) rangeOf(v ir.Value, b int32, depth int) interval {
	in := o.in(v)
	if in.Op == ir.Const {
		return interval{in.Imm, in.Imm}
	}
	if r, ok := o.counterRange(v); ok {
		return r
	}
	if ones := o.ones(v); ones <= math.MaxInt32 {
		return interval{0, int64(ones)}
	}
	switch in.Op {
	case ir.Add:
		if c, ok := o.isConst(in.Args[1]); ok && depth > 0 {
			if r, ok := o.rangeAt(in.Args[0], b, depth-1).plus(c); ok {
				return r
			}
		}
	case ir.Sext8:
		return interval{math.MinInt8, math.MaxInt8}
	case ir.Sext16:
		return interval{math.MinInt16, math.MaxInt16}
	case ir.Load:
		switch in.Mem {
		case ir.S8:
			return interval{math.MinInt8, math.MaxInt8}
		case ir.S16:
			return interval{math.MinInt16, math.MaxInt16}
		}
	case ir.Sar:
		if c, ok := o.isConst(in.Args[1]); ok {
			return interval{math.MinInt32 >> c, math.MaxInt32 >> c}
		}
	}
	return all32
}

// along narrows r, what v may be, by the condition under which block from leads to block to.
func (o *Optimizer) along(r interval, v ir.Value, from, to int32, depth int) interval {
	t := &o.f.Blocks[from].Term
	if t.Kind != ir.Branch || t.Edges[0].To == t.Edges[1].To {
		return r
	}
	c := o.in(t.X)
	if c.Op != ir.Cmp || o.in(c.Args[0]).Type != ir.I32 {
		return r
	}
	cond := c.Cond
	if t.Edges[0].To.ID != int(to) {
		cond = cond.Negated()
	}
	switch {
	case c.Args[0] == v:
		return o.narrowed32(r, cond, c.Args[1], from, depth)
	case c.Args[1] == v:
		return o.narrowed32(r, cond.Swapped(), c.Args[0], from, depth)
	}
	return r
}

// narrowed32 is what of r stands in the relation to y, in block b.
func (o *Optimizer) narrowed32(r interval, cond ir.Cond, y ir.Value, b int32, depth int) interval {
	s := all32
	if depth > 0 {
		s = o.rangeAt(y, b, depth-1)
	} else if c, ok := o.isConst(y); ok {
		s = interval{c, c}
	}
	if cond >= ir.Below && s.lo >= 0 && (r.lo >= 0 || cond <= ir.BelowEq) { // as with signs
		cond -= ir.Below - ir.Lt
		if cond <= ir.Le {
			r.lo = max(r.lo, 0)
		}
	}
	switch cond {
	case ir.Eq:
		r.lo, r.hi = max(r.lo, s.lo), min(r.hi, s.hi)
	case ir.Lt:
		r.hi = min(r.hi, s.hi-1)
	case ir.Le:
		r.hi = min(r.hi, s.hi)
	case ir.Gt:
		r.lo = max(r.lo, s.lo+1)
	case ir.Ge:
		r.lo = max(r.lo, s.lo)
	}
	return r
}

// A counter is a parameter of the head of a loop that each way back changes by the same step, without ever wrapping.
type counter struct {
	param ir.Value
	step  int64
	next  ir.Value // param + step, as it leads back; 0 if several instructions compute it
	index int      // among the head's parameters
	loop  int32
	interval
	wanted bool     // in 64 bits
	wide   ir.Value // the same number in 64 bits
	low    ir.Value // the low half of that
}

// counterRange is what the counter v may be.
func (o *Optimizer) counterRange(v ir.Value) (interval, bool) {
	for i := range o.counters {
		if o.counters[i].param == v {
			return o.counters[i].interval, true
		}
	}
	return interval{}, false
}

// findCounters finds the counters of 32 bits, of outer loops first.
func (o *Optimizer) findCounters() {
	o.counters = o.counters[:0]
	for l := range o.loops {
		head := o.f.Blocks[o.loops[l].head]
		for k, p := range head.Params {
			if o.in(p).Type == ir.I32 && len(o.counters) < maxCounters {
				if c, ok := o.counter(head, k, p); ok {
					c.loop, c.index = int32(l), k
					o.counters = append(o.counters, c)
				}
			}
		}
	}
}

// maxCounters bounds the counters that are looked at, because they are looked for one by one.
const maxCounters = 64

// counter says whether p, the kth parameter of a loop's head, is a counter. Each value of p is one that it starts with, or the sum of
// another one and the step, as it came along a way back, where a test may have bounded it. With tests in the loop in front of the
// addition that says how far p goes; if one more step from there does not wrap, none ever does.
func (o *Optimizer) counter(head *ir.Block, k int, p ir.Value) (c counter, ok bool) {
	start, back, inside := nowhere, nowhere, nowhere
	for _, from := range o.predsOf(head.ID) {
		for _, e := range o.f.Blocks[from].Term.Edges {
			if e.To != head {
				continue
			}
			arg := e.Args[k]
			r := o.along(o.rangeAt(arg, from, 2), arg, from, int32(head.ID), 2)
			if int(from) < head.ID {
				start = start.join(r)
				continue
			}
			if !o.steps(&c, p, arg) {
				return c, false
			}
			back, inside = back.join(r), inside.join(o.rangeAt(p, o.home[arg], 2))
		}
	}
	c.param = p
	if c.step > 0 {
		inside.hi = min(inside.hi, max(start.hi, back.hi))
		c.interval = interval{start.lo, max(start.hi, min(back.hi, inside.hi+c.step))}
		return c, inside.hi+c.step <= math.MaxInt32
	}
	inside.lo = max(inside.lo, min(start.lo, back.lo))
	c.interval = interval{min(start.lo, max(back.lo, inside.lo+c.step)), start.hi}
	return c, inside.lo+c.step >= math.MinInt32
}

// steps reports whether arg is p and c's step, which it finds the first time.
func (o *Optimizer) steps(c *counter, p, arg ir.Value) bool {
	in := o.in(arg)
	if in.Op != ir.Add || in.Args[0] != p {
		return false
	}
	step, ok := o.isConst(in.Args[1])
	if !ok || step == 0 || c.step != 0 && step != c.step {
		return false
	}
	if c.step == 0 {
		c.next = arg
	} else if c.next != arg {
		c.next = 0
	}
	c.step = step
	return true
}
