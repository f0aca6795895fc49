package regalloc

import "scf/backend/ir"

// giveSlots gives each value that is in memory somewhere a word of the frame, which it has from its definition to its end; words are used
// again. A value that becomes the parameter of a block best has the same word.
func (a *Allocator) giveSlots() {
	a.slots = a.slots[:0]
	for _, v := range a.scan.order {
		x := &a.values[v]
		spills, firstOnly, end := a.countSpills(v)
		if x.remat || end < 0 {
			continue
		}
		x.store = x.slot == Nowhere && spills > 0 && (spills > 1 || !firstOnly || !a.leavesLoop(v))
		if x.slot == Nowhere {
			x.slot = a.freeSlot(v, a.startOf(int32(v)), end)
		}
	}
	for i := range a.intervals[:] {
		if it := &a.intervals[i]; it.loc == spilled {
			it.loc = a.values[it.value].slot
		}
	}
}

// countSpills counts how often v goes from a register to memory, and reports whether all of that is the first part of its interval becoming
// the second; end is the position behind its last part, or -1 if v is never in memory.
func (a *Allocator) countSpills(v ir.Value) (spills int, first bool, end int32) {
	end, first = -1, true
	before := Nowhere
	memory := false
	for n := int32(v); n != 0; n = a.intervals[n].next {
		it := &a.intervals[n]
		if it.loc == spilled {
			memory = true
			if before.IsReg() {
				spills++
				first = first && a.intervals[v].next == n
			}
		}
		before, end = it.loc, it.end
	}
	if !memory {
		end = -1
	}
	return spills, first, end
}

// leavesLoop reports whether v goes to memory in a loop of less depth than that in which it is defined.
func (a *Allocator) leavesLoop(v ir.Value) bool {
	n := a.intervals[v].next
	return a.depth(a.insts[a.startOf(n)/2].block) < a.depth(a.values[v].block)
}

func (a *Allocator) freeSlot(v ir.Value, start, end int32) Loc {
	if to := a.values[v].flows; to != 0 {
		if k, ok := a.values[to].slot.IsSlot(); ok && a.slots[k] <= start {
			a.slots[k] = end
			return Slot(k)
		}
	}
	for k, until := range a.slots {
		if until <= start {
			a.slots[k] = end
			return Slot(k)
		}
	}
	a.slots = append(a.slots, end)
	return Slot(len(a.slots) - 1)
}
