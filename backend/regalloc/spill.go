package regalloc

// spill.go decides what leaves its register where none is free, and where intervals are cut.

// takeOver gives interval n a register that another one has, or leaves n itself in memory, whichever is needed again later.
func (a *Allocator) takeOver(n int32, c Class) {
	s := &a.scan
	it := &a.intervals[n]
	r, far := a.bestVictim(n, c)
	if a.firstMust(n) > s.pos && (r == NoReg || a.distance(it) >= far) {
		a.leave(n)
		return
	}
	if r == NoReg {
		panic("regalloc: an instruction needs more registers than there are")
	}
	a.evict(n, r, c)
	if until := s.whole[r]; until < it.end {
		a.giveUpTo(n, r, until)
	} else {
		a.give(n, r)
	}
}

// bestVictim is the register whose intervals are needed again last, and how far that is. What the instruction here needs, or destroys,
// is no victim.
func (a *Allocator) bestVictim(n int32, c Class) (Reg, int32) {
	s := &a.scan
	best, most := NoReg, int32(-1)
	for _, r := range a.target.Order[c] {
		if s.whole[r] <= s.pos {
			continue
		}
		d := forever
		if m := s.active[r]; m != 0 {
			d = a.victimDistance(m)
		}
		for _, m := range s.inactive[c] {
			if other := &a.intervals[m]; other.loc == Loc(r) && a.meet(&a.intervals[n], other) < forever {
				d = min(d, a.distance(other))
			}
		}
		if d > most {
			best, most = r, d
		}
	}
	return best, most
}

// victimDistance is the distance of interval m, or -1 if the instruction here needs it in its register.
func (a *Allocator) victimDistance(m int32) int32 {
	it := &a.intervals[m]
	pos := a.scan.pos
	for u := it.use; u != 0 && a.ops[u-1].pos <= pos; u = a.ops[u-1].next {
		o := &a.ops[u-1]
		late := o.Need == InRegLate || o.Need == AnywhereLate
		if o.pos == pos && (o.Need == InReg || late) || o.pos == pos-1 && late {
			return -1
		}
	}
	if a.start(it) == pos && a.firstMust(m) == pos {
		return -1
	}
	return a.distance(it)
}

// evict takes register r from those that meet interval n in it.
func (a *Allocator) evict(n int32, r Reg, c Class) {
	s := &a.scan
	if m := s.active[r]; m != 0 {
		s.active[r] = 0
		if it := &a.intervals[m]; a.start(it) < s.pos {
			first := max(a.lastUseBefore(it, s.pos), a.start(it)) + 1
			m = a.split(m, a.splitAt(first, s.pos))
		}
		a.leave(m)
	}
	for _, m := range s.inactive[c] {
		if other := &a.intervals[m]; other.loc == Loc(r) && a.meet(&a.intervals[n], other) < forever {
			a.push(a.split(m, s.pos))
		}
	}
}

// leave leaves interval n in memory until something needs it in a register.
func (a *Allocator) leave(n int32) {
	it := &a.intervals[n]
	it.loc = spilled
	u := it.use
	for u != 0 && !a.ops[u-1].reloads() {
		u = a.ops[u-1].next
	}
	if u == 0 || a.ops[u-1].pos >= it.end {
		return
	}
	first := max(a.start(it)+1, a.scan.pos)
	a.push(a.split(n, a.splitAt(first, a.ops[u-1].pos)))
}

// reloads reports whether o must be in a register.
func (o *Operand) reloads() bool { return o.Need == InReg || o.Need == InRegLate }

// firstMust is the first position of interval n at which it must be in a register, or forever.
func (a *Allocator) firstMust(n int32) int32 {
	it := &a.intervals[n]
	if int32(it.value) == n {
		if in := &a.insts[a.values[n].def]; in.kind == ordinary && in.result != inFixed {
			return a.start(it)
		}
	}
	for u := it.use; u != 0; u = a.ops[u-1].next {
		if o := &a.ops[u-1]; o.pos >= it.end {
			break
		} else if o.reloads() {
			return o.pos
		}
	}
	return forever
}

// nextUse is the position of the first use of it from here on, or its end.
func (a *Allocator) nextUse(it *interval) int32 {
	for u := it.use; u != 0; u = a.ops[u-1].next {
		if p := a.ops[u-1].pos; p >= a.scan.pos {
			return min(p, it.end)
		}
	}
	return it.end
}

// lastUseBefore is the last position before pos at which it is used, or -1.
func (a *Allocator) lastUseBefore(it *interval, pos int32) int32 {
	last := int32(-1)
	for u := it.use; u != 0 && a.ops[u-1].pos < pos; u = a.ops[u-1].next {
		last = a.ops[u-1].pos
	}
	return last
}

// distance says how far away the next use of it is. A use in the same loop, also one that comes round again, is nearer than all behind the
// loop. What can be made anew is farther.
func (a *Allocator) distance(it *interval) int32 {
	pos := a.scan.pos
	use := a.nextUse(it)
	level := int32(0)
	for l := a.blocks[a.insts[pos/2].block].loop; l >= 0; l = a.flow.parent[l] {
		from, end := a.blocks[l].from(), a.blocks[a.flow.last[l]].to()
		if use < end {
			break
		}
		if again := a.firstUseIn(it, from, end); again >= 0 {
			use = end + again - from
			break
		}
		level++
	}
	d := use - pos
	if a.values[it.value].remat {
		d *= 4
	}
	return min(level<<24+d, forever-1)
}

// firstUseIn is the first position in [from, end) at which the value of it is used, or -1.
func (a *Allocator) firstUseIn(it *interval, from, end int32) int32 {
	for u := a.intervals[it.value].use; u != 0 && a.ops[u-1].pos < end; u = a.ops[u-1].next {
		if p := a.ops[u-1].pos; p >= from {
			return p
		}
	}
	return -1
}

// splitAt is the best place to cut an interval in [first, last]: outside of the loops that begin there, as late as possible.
func (a *Allocator) splitAt(first, last int32) int32 {
	at := last
	for l := a.blocks[a.insts[last/2].block].loop; l > 0 && a.blocks[l].from() > first; l = a.flow.parent[l] {
		at = 2 * a.blocks[l-1].last
		if at < first {
			return a.blocks[l].from()
		}
	}
	return at
}
