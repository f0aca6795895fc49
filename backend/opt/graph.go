package opt

import "scf/backend/ir"

// graph is what is known of the blocks: order fills it in, and so does each pass that changes blocks or edges.
type graph struct {
	idom  []int32
	depth []int32 // in the tree of dominators
	jump  []int32 // a dominator further up, so that the way to one of a given depth is short

	predStart []int32 // the blocks that lead to block i are preds[predStart[i]:predStart[i+1]]; one with two edges is there twice
	preds     []int32

	loopOf []int32 // the number of the innermost loop of a block, + 1
	loops  []loop  // outer ones before those inside

	next, top []int32 // of arrange
}

// A loop is a natural loop.
type loop struct {
	head   int32
	parent int32 // number of the loop around, + 1
	depth  int32 // 1 for one that is in no other
	blocks int32 // how many, with those of loops inside
	latch  int32 // the block that leads back; -1 if there are several
}

// dominators computes idom, depth and jump.
func (o *Optimizer) dominators() {
	o.idom = ir.Dominators(o.f, o.idom)
	o.depth, o.jump = grow(o.depth, len(o.idom)), grow(o.jump, len(o.idom))
	for i := range o.idom {
		o.link(i)
	}
}

// link fills in depth and jump of block i, whose idom is known (skew-binary jump pointers).
func (o *Optimizer) link(i int) {
	p := o.idom[i]
	if i == 0 || p < 0 {
		o.depth[i], o.jump[i] = 0, 0
		return
	}
	j := o.jump[p]
	o.depth[i], o.jump[i] = o.depth[p]+1, p
	if o.depth[p]-o.depth[j] == o.depth[j]-o.depth[o.jump[j]] {
		o.jump[i] = o.jump[j]
	}
}

// dominates reports whether each way to block b leads through a.
func (o *Optimizer) dominates(a, b int32) bool {
	for o.depth[b] > o.depth[a] {
		if j := o.jump[b]; o.depth[j] >= o.depth[a] {
			b = j
		} else {
			b = o.idom[b]
		}
	}
	return a == b
}

// predecessors computes predStart and preds.
func (o *Optimizer) predecessors() {
	n := len(o.f.Blocks)
	o.predStart = filled(o.predStart, n+2, 0)
	for _, b := range o.f.Blocks {
		for i := range b.Term.Edges {
			o.predStart[b.Term.Edges[i].To.ID+2]++
		}
	}
	for i := 2; i < n+2; i++ {
		o.predStart[i] += o.predStart[i-1]
	}
	o.preds = grow(o.preds, int(o.predStart[n+1]))
	for i, b := range o.f.Blocks {
		for j := range b.Term.Edges {
			at := &o.predStart[b.Term.Edges[j].To.ID+1]
			o.preds[*at] = int32(i)
			*at++
		}
	}
}

func (o *Optimizer) predsOf(b int) []int32 { return o.preds[o.predStart[b]:o.predStart[b+1]] }

// oneWay reports whether one edge, from idom[b], alone leads to block b, but for those from behind: what a branch there tells of values
// holds in b too, because along a way back they have not changed.
func (o *Optimizer) oneWay(b int32) bool {
	n := 0
	for _, p := range o.predsOf(int(b)) {
		if p < b {
			n++
		}
	}
	return n == 1
}

// findLoops computes loops and loopOf from predecessors.
func (o *Optimizer) findLoops() {
	o.loops = o.loops[:0]
	o.loopOf = filled(o.loopOf, len(o.f.Blocks), 0)
	for i := range o.f.Blocks {
		latch, several := int32(-1), false
		for _, p := range o.predsOf(i) {
			if int(p) >= i {
				several = latch >= 0
				latch = p
			}
		}
		if latch < 0 {
			continue
		}
		if several {
			latch = -1
		}
		o.loops = append(o.loops, loop{head: int32(i), latch: latch})
	}
	for l := len(o.loops) - 1; l >= 0; l-- {
		o.fill(int32(l))
	}
	for l := range o.loops {
		lp := &o.loops[l]
		lp.depth = 1
		if lp.parent > 0 {
			lp.depth = o.loops[lp.parent-1].depth + 1
		}
	}
	for l := len(o.loops) - 1; l >= 0; l-- {
		if p := o.loops[l].parent; p > 0 {
			o.loops[p-1].blocks += o.loops[l].blocks
		}
	}
}

// fill finds the blocks of loop l: those that lead to its latches. Loops inside are known already; they are taken as a whole.
func (o *Optimizer) fill(l int32) {
	head := o.loops[l].head
	work := o.ints[:0]
	for _, p := range o.predsOf(int(head)) {
		if p >= head {
			work = append(work, p)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		inner := o.outermost(b, l)
		switch {
		case inner == l+1:
			continue
		case inner > 0:
			o.loops[inner-1].parent = l + 1
			b = o.loops[inner-1].head
		default:
			o.loopOf[b] = l + 1
			o.loops[l].blocks++
		}
		if b == head {
			continue
		}
		for _, p := range o.predsOf(int(b)) {
			if inner == 0 || p < b {
				work = append(work, p)
			}
		}
	}
	if o.loopOf[head] == 0 {
		o.loopOf[head] = l + 1
		o.loops[l].blocks++
	}
	o.ints = work
}

// outermost is the outermost known loop around b, + 1; l + 1 if b is in l already.
func (o *Optimizer) outermost(b, l int32) int32 {
	x := o.loopOf[b]
	for x > 0 && x != l+1 && o.loops[x-1].parent > 0 {
		x = o.loops[x-1].parent
	}
	return x
}

// inLoop reports whether block b is in loop l.
func (o *Optimizer) inLoop(b, l int32) bool {
	for x := o.loopOf[b]; x > 0; x = o.loops[x-1].parent {
		if x == l+1 {
			return true
		}
	}
	return false
}

// loopDepth is in how many loops block b is.
func (o *Optimizer) loopDepth(b int32) int32 {
	if l := o.loopOf[b]; l > 0 {
		return o.loops[l-1].depth
	}
	return 0
}

// analyse computes all of graph for the blocks as they stand.
func (o *Optimizer) analyse() {
	o.dominators()
	o.predecessors()
	o.findLoops()
}

// renumber gives blocks the numbers of their places.
func (o *Optimizer) renumber() {
	for i, b := range o.f.Blocks {
		b.ID = i
	}
}

// order brings the blocks into an order in which each comes behind those that lead to it, but for heads of loops, and each loop
// stands in one piece; then it computes graph. The blocks must be in some valid order before.
func (o *Optimizer) order() {
	o.renumber()
	o.analyse()
	if len(o.loops) == 0 || o.contiguous() {
		return
	}
	o.arrange()
	o.renumber()
	o.analyse()
}

// contiguous reports whether the blocks of each loop stand in one piece.
func (o *Optimizer) contiguous() bool {
	for i := range o.f.Blocks {
		for l := o.loopOf[i]; l > 0; l = o.loops[l-1].parent {
			if lp := &o.loops[l-1]; int32(i) >= lp.head+lp.blocks {
				return false
			}
		}
	}
	return true
}

// arrange orders blocks: one may come when all that lead to it from before have come, and one outside a loop only when all in it have.
// What waits is on a stack for each loop.
func (o *Optimizer) arrange() {
	n := len(o.f.Blocks)
	waits := filled(o.ints, n+len(o.loops)+1, 0) // ways into a block that have not come; then blocks of each loop that have not
	for b := range n {
		for _, p := range o.predsOf(b) {
			if int(p) < b {
				waits[b]++
			}
		}
	}
	left := waits[n:]
	left[0] = int32(n)
	for l := range o.loops {
		left[l+1] = o.loops[l].blocks
	}
	o.ints = waits
	o.old = append(o.old[:0], o.f.Blocks...)
	o.f.Blocks = o.f.Blocks[:0]
	next := grow(o.next, n) // the block below on the stack, + 1
	top := filled(o.top, len(o.loops)+1, 0)
	o.next, o.top = next, top
	top[0] = 1
	for current := int32(0); len(o.f.Blocks) < n; {
		for current > 0 && left[current] == 0 {
			current = o.loops[current-1].parent
		}
		i := top[current] - 1
		top[current] = next[i]
		b := o.old[i]
		o.f.Blocks = append(o.f.Blocks, b)
		if l := o.loopOf[i]; l > 0 && o.loops[l-1].head == i {
			current = l
		}
		for l := o.loopOf[i]; ; l = o.loops[l-1].parent {
			left[l]--
			if l == 0 {
				break
			}
		}
		for e := len(b.Term.Edges) - 1; e >= 0; e-- {
			to := int32(b.Term.Edges[e].To.ID)
			if to <= i {
				continue
			}
			if waits[to]--; waits[to] == 0 {
				l := o.loopOf[to]
				if l > 0 && o.loops[l-1].head == to {
					l = o.loops[l-1].parent
				}
				next[to], top[l] = top[l], to+1
			}
		}
	}
}
