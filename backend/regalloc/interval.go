package regalloc

import "scf/backend/ir"

// interval.go builds the interval of each value: the ranges of positions in which it lives, and its uses.
//
// Interval v is that of value v; the parts that are split off it come behind all of them, and are linked in the order of positions.

// interval is where a value lives and where it is then.
type interval struct {
	value  ir.Value
	ranges int32 // the first, as index into Allocator.ranges; 0 where the value is not needed
	at     int32 // the range that was looked at last: positions are asked for in ascending order
	end    int32
	use    int32 // the first operand in it, as index into ops plus 1
	next   int32 // the part behind it, or 0
	loc    Loc
}

// span is a range of positions, and the next one of its interval.
type span struct{ from, to, next int32 }

// clobber is a position at which registers are destroyed.
type clobber struct {
	pos  int32
	regs Set
}

func (a *Allocator) buildIntervals() {
	a.intervals = resized(a.intervals, len(a.values))
	for i := range a.intervals {
		a.intervals[i] = interval{value: ir.Value(i), loc: Nowhere}
	}
	a.ranges = append(a.ranges[:0], span{forever, forever, 0})
	for b := len(a.blocks) - 1; b >= 0; b-- {
		a.buildBlock(b)
	}
}

func (a *Allocator) buildBlock(n int) {
	b := &a.blocks[n]
	from, to := b.from(), b.to()
	a.eachLiveOut(n, func(v int32) { a.live(v, from, to) })
	es := a.f.Blocks[n].Term.Edges
	for j := range es {
		params := es[j].To.Params
		for k, v := range es[j].Args {
			x := &a.values[v]
			if x.flows == 0 || int32(es[j].To.ID) <= int32(n) {
				x.flows = params[k]
			}
			if !x.remat {
				a.live(int32(v), from, to)
			}
		}
	}
	for i := b.last; i > b.first; i-- {
		a.buildInst(i, from)
	}
}

func (a *Allocator) buildInst(i, from int32) {
	in := &a.insts[i]
	if v := in.Value; v != 0 {
		a.born(int32(v), 2*i+1, in.kind == remat)
	}
	first := a.firstOp(i)
	if in.result == Reuse || in.result == Commute {
		a.hint(a.ops[first].Value, in.Value, i)
		if in.result == Commute && first+1 < in.end {
			a.hint(a.ops[first+1].Value, in.Value, i)
		}
	}
	for k := in.end - 1; k >= first; k-- {
		a.used(k, i, from)
	}
}

// hint says that v best has the register of result, which takes its place in instruction i, if nobody needs v behind that.
func (a *Allocator) hint(v, result ir.Value, i int32) {
	if a.start(&a.intervals[v]) > 2*i+1 && a.values[v].flows == 0 {
		a.values[v].flows = result
	}
}

func (a *Allocator) used(k, i, from int32) {
	o := &a.ops[k]
	end := 2*i + 1
	switch o.Need {
	case fixed:
		end = 2 * i
		if o.Loc.IsReg() {
			a.values[o.Value].pref = o.Loc
		}
	case InRegLate, AnywhereLate:
		end = 2*i + 2
	}
	a.live(int32(o.Value), from, end)
	it := &a.intervals[o.Value]
	o.next, it.use = it.use, k+1
}

// live says that v lives in [from, to); what was said before lies behind from.
func (a *Allocator) live(v, from, to int32) {
	it := &a.intervals[v]
	if it.ranges != 0 {
		r := &a.ranges[it.ranges]
		if r.from <= to {
			r.from = min(r.from, from)
			if r.to < to {
				r.to = to
				it.end = max(it.end, to)
			}
			return
		}
	} else {
		it.end = to
	}
	a.ranges = append(a.ranges, span{from, to, it.ranges})
	it.ranges = int32(len(a.ranges) - 1)
}

// born ends what is known of v at the place of its definition. What nobody needs lives there all the same, unless it can be made anew.
func (a *Allocator) born(v, at int32, remat bool) {
	if r := a.intervals[v].ranges; r != 0 {
		a.ranges[r].from = at
	} else if !remat {
		a.live(v, at, at+1)
	}
}

func (a *Allocator) start(it *interval) int32 { return a.ranges[it.ranges].from }

// covers reports whether it lives at pos, which is not before what was asked last.
func (a *Allocator) covers(it *interval, pos int32) bool {
	r := &a.ranges[it.at]
	for r.to <= pos {
		if r.next == 0 {
			return false
		}
		it.at = r.next
		r = &a.ranges[it.at]
	}
	return r.from <= pos
}

// meet is the first position at which both live, or forever.
func (a *Allocator) meet(x, y *interval) int32 {
	r, s := &a.ranges[x.at], &a.ranges[y.at]
	for {
		if from := max(r.from, s.from); from < min(r.to, s.to) {
			return from
		}
		if r.to > s.to {
			r, s = s, r
		}
		if r.next == 0 {
			return forever
		}
		r = &a.ranges[r.next]
	}
}

const forever = int32(1) << 30

// split cuts interval it at pos, which lies inside, and gives the part behind.
func (a *Allocator) split(it, pos int32) int32 {
	n := int32(len(a.intervals))
	a.intervals = append(a.intervals, a.intervals[it])
	x, y := &a.intervals[it], &a.intervals[n]
	before := int32(0)
	r := x.ranges
	for a.ranges[r].to <= pos {
		before, r = r, a.ranges[r].next
	}
	if a.ranges[r].from < pos {
		a.ranges = append(a.ranges, span{pos, a.ranges[r].to, a.ranges[r].next})
		a.ranges[r].to, a.ranges[r].next = pos, 0
		y.ranges = int32(len(a.ranges) - 1)
		x.end = pos
	} else {
		a.ranges[before].next = 0
		y.ranges = r
		x.end = a.ranges[before].to
	}
	y.at, y.loc = y.ranges, Nowhere
	for u := y.use; u != 0 && a.ops[u-1].pos < pos; u = y.use {
		y.use = a.ops[u-1].next
	}
	x.next = n
	return n
}

// locAt is where v is at pos, at which it lives.
func (a *Allocator) locAt(v ir.Value, pos int32) Loc {
	it := &a.intervals[v]
	for it.next != 0 && pos >= a.start(&a.intervals[it.next]) {
		it = &a.intervals[it.next]
	}
	return it.loc
}
