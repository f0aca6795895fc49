package regalloc

import "scf/backend/ir"

// scan.go walks the intervals in the order of their starts and gives each a register that is free as long as it needs one; where none is,
// for as long as one is, and the rest comes again later.

// scan is the state of the walk.
type scan struct {
	order    []ir.Value // in the order of their definitions
	pending  []int32    // parts of intervals that were split off: a heap by their starts
	active   [64]int32  // the interval that has each register, or 0
	inactive [2][]int32 // of each class: those that have one but do not live here
	free     [64]int32  // until where each register is free for the current interval
	whole    [64]int32  // until where nothing destroys it
	clobber  int        // the first clobber that is not behind
	used     Set
	pos      int32
}

func (a *Allocator) scanIntervals() {
	s := &a.scan
	s.pending, s.inactive[0], s.inactive[1] = s.pending[:0], s.inactive[0][:0], s.inactive[1][:0]
	s.active, s.clobber, s.used = [64]int32{}, 0, 0
	a.findOrder()
	for _, v := range s.order {
		it := &a.intervals[v]
		it.at = it.ranges
		start := a.start(it)
		for len(s.pending) > 0 && a.startOf(s.pending[0]) < start {
			a.place(a.popPending())
		}
		a.place(int32(v))
	}
	for len(s.pending) > 0 {
		a.place(a.popPending())
	}
}

// findOrder lists the values that need a place in the order of their definitions.
func (a *Allocator) findOrder() {
	s := &a.scan
	s.order = s.order[:0]
	for i, b := range a.f.Blocks {
		for _, p := range b.Params {
			a.enlist(p)
		}
		for k := a.blocks[i].first + 1; k < a.blocks[i].last; k++ {
			if v := a.insts[k].Value; v != 0 {
				a.enlist(v)
			}
		}
	}
}

func (a *Allocator) enlist(v ir.Value) {
	if a.intervals[v].ranges != 0 {
		a.scan.order = append(a.scan.order, v)
	}
}

func (a *Allocator) startOf(it int32) int32 { return a.ranges[a.intervals[it].ranges].from }

// place gives interval n a register, or its place in memory.
func (a *Allocator) place(n int32) {
	it := &a.intervals[n]
	a.scan.pos = a.start(it)
	c := a.values[it.value].class
	a.expire(c)
	if int32(it.value) == n && a.startsOutside(it.value) {
		a.leave(n)
		return
	}
	a.findFree(n, c)
	if !a.takeFree(n, c) {
		a.takeOver(n, c)
	}
}

// startsOutside reports whether v is in memory, or can be made anew, before it has a register.
func (a *Allocator) startsOutside(v ir.Value) bool {
	x := &a.values[v]
	if x.block == 0 && x.def == 0 {
		for k, p := range a.f.Blocks[0].Params {
			if _, in := a.params[k].IsIn(); p == v && in {
				x.slot = a.params[k]
				return true
			}
		}
	}
	return x.remat
}

// expire takes the registers from intervals that have ended or do not live here, and gives them to those that live again.
func (a *Allocator) expire(c Class) {
	s := &a.scan
	for _, r := range a.target.Order[c] {
		n := s.active[r]
		if n == 0 {
			continue
		}
		if it := &a.intervals[n]; it.end <= s.pos {
			s.active[r] = 0
		} else if !a.covers(it, s.pos) {
			s.active[r] = 0
			s.inactive[c] = append(s.inactive[c], n)
		}
	}
	keep := s.inactive[c][:0]
	for _, n := range s.inactive[c] {
		it := &a.intervals[n]
		if it.end <= s.pos {
			continue
		}
		if a.covers(it, s.pos) {
			s.active[it.loc] = n
		} else {
			keep = append(keep, n)
		}
	}
	s.inactive[c] = keep
}

// findFree finds until where each register is free for interval n. A part that was split off may meet intervals that do not live here now;
// a whole one cannot: where both live, the definition that dominates the other one lives at that.
func (a *Allocator) findFree(n int32, c Class) {
	s := &a.scan
	it := &a.intervals[n]
	for _, r := range a.target.Order[c] {
		s.whole[r] = forever
		if s.active[r] != 0 {
			s.free[r] = 0
		} else {
			s.free[r] = forever
		}
	}
	for _, m := range s.inactive[c] {
		other := &a.intervals[m]
		if int32(it.value) != n || int32(other.value) != m {
			s.free[other.loc] = min(s.free[other.loc], a.meet(it, other))
		}
	}
	a.findClobbers(it, c)
}

// findClobbers counts the registers that are destroyed while it lives as taken there.
func (a *Allocator) findClobbers(it *interval, c Class) {
	s := &a.scan
	for s.clobber < len(a.clobbers) && a.clobbers[s.clobber].pos < s.pos {
		s.clobber++
	}
	left := Of(a.target.Order[c]...)
	r := &a.ranges[it.ranges]
	for k := s.clobber; k < len(a.clobbers); k++ {
		x := &a.clobbers[k]
		for r.to <= x.pos {
			if r.next == 0 {
				return
			}
			r = &a.ranges[r.next]
		}
		if x.pos < r.from || x.regs&left == 0 {
			continue
		}
		for _, q := range a.target.Order[c] {
			if x.regs.Has(q) && left.Has(q) {
				s.free[q], s.whole[q] = min(s.free[q], x.pos), x.pos
			}
		}
		if left &^= x.regs; left == 0 {
			return
		}
	}
}

// takeFree gives interval n the register that suits it best among those that are free, if there is one: for all its life, or up to a place
// where it is split. What is not needed before that place stays in memory.
func (a *Allocator) takeFree(n int32, c Class) bool {
	s := &a.scan
	it := &a.intervals[n]
	r := a.bestFree(n, c)
	if s.free[r] >= it.end {
		a.give(n, r)
		return true
	}
	until := s.free[r] &^ 1
	if until <= s.pos {
		return false
	}
	if a.firstMust(n) > s.pos && a.nextUse(it) >= until {
		a.leave(n)
		return true
	}
	a.giveUpTo(n, r, until)
	return true
}

// giveUpTo gives interval n register r up to a good place not behind until; the rest comes later.
func (a *Allocator) giveUpTo(n int32, r Reg, until int32) {
	it := &a.intervals[n]
	first := max(a.lastUseBefore(it, until), a.scan.pos) + 1
	a.push(a.split(n, a.splitAt(first, until)))
	a.give(n, r)
}

// bestFree is a hinted register that is free long enough, else the first that is, else that which is free longest.
func (a *Allocator) bestFree(n int32, c Class) Reg {
	s := &a.scan
	it := &a.intervals[n]
	if r := a.hinted(it); r != NoReg {
		return r
	}
	best := a.target.Order[c][0]
	for _, r := range a.target.Order[c] {
		if s.free[r] >= it.end {
			return r
		}
		if s.free[r] > s.free[best] {
			best = r
		}
	}
	return best
}

// hinted is a register that saves a move and is free as long as it lives, or NoReg: the one in which a parameter comes, that of what the value
// flows into, the one in which an instruction wants it, or that of an operand whose place it takes.
func (a *Allocator) hinted(it *interval) Reg {
	s := &a.scan
	fits := func(l Loc) bool { return l.IsReg() && a.isAllocatable(l.Reg()) && s.free[l] >= it.end }
	v := it.value
	if x := &a.values[v]; x.def == 0 && x.pref == Nowhere {
		if r := a.incoming(v, x.block, fits); r != NoReg {
			return r
		}
	}
	for k := 0; k < 8 && v != 0; k++ {
		x := &a.values[v]
		if l := a.intervals[v].loc; v != it.value && fits(l) {
			return l.Reg()
		}
		if fits(x.pref) {
			return x.pref.Reg()
		}
		v = x.flows
	}
	return a.operandReg(it, fits)
}

func (a *Allocator) isAllocatable(r Reg) bool { return a.scan.free[r] != 0 }

// operandReg is the register of an operand that the result of the instruction which makes it takes over, or that in which
// a parameter comes.
func (a *Allocator) operandReg(it *interval, fits func(Loc) bool) Reg {
	d := a.values[it.value].def
	in := &a.insts[d]
	switch {
	case in.kind == label:
		return a.incoming(it.value, in.block, fits)
	case in.result == inFixed && fits(in.Loc):
		return in.Loc.Reg()
	case in.result == Reuse || in.result == Commute:
		ops := a.ops[a.firstOp(d):in.end]
		for k := range ops[:min(len(ops), int(in.result))] {
			if l := a.locAt(ops[k].Value, 2*d); fits(l) {
				return l.Reg()
			}
		}
	}
	return NoReg
}

// incoming is the register in which parameter p of the function comes, if p is one.
func (a *Allocator) incoming(p ir.Value, b int32, fits func(Loc) bool) Reg {
	if b == 0 {
		for k, q := range a.f.Blocks[0].Params {
			if q == p && fits(a.params[k]) {
				return a.params[k].Reg()
			}
		}
	}
	return NoReg
}

// give gives interval n register r. What its value flows into best has the same one.
func (a *Allocator) give(n int32, r Reg) {
	s := &a.scan
	it := &a.intervals[n]
	it.loc = Loc(r)
	s.active[r] = n
	s.used |= Of(r)
	v := it.value
	for k := 0; k < 8; k++ {
		v = a.values[v].flows
		if v == 0 || a.values[v].pref != Nowhere || a.intervals[v].loc != Nowhere {
			return
		}
		a.values[v].pref = Loc(r)
	}
}

func (a *Allocator) push(n int32) {
	h := append(a.scan.pending, n)
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if a.startOf(h[up]) <= a.startOf(h[i]) {
			break
		}
		h[up], h[i] = h[i], h[up]
		i = up
	}
	a.scan.pending = h
}

func (a *Allocator) popPending() int32 {
	h := a.scan.pending
	top := h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if a.startOf(h[k]) < a.startOf(h[least]) {
				least = k
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	a.scan.pending = h
	return top
}
