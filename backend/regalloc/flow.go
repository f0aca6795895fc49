package regalloc

import "math/bits"

// flow.go finds what the shape of a function says: who leads to which block, loops, and which values live into which blocks.
//
// A head of a loop is a block to which a block leads that does not stand before it; the loop is all that reaches that block without
// passing the head. Liveness is the usual equation on sets of bits, solved backwards until nothing changes: it holds for every graph, also
// for loops with two entries. Only values that some block reads and another defines have a bit.

// flow is scratch memory and the result of findFlow.
type flow struct {
	predAt, preds []int32 // the blocks that lead to block b: preds[predAt[b]:predAt[b+1]]
	parent        []int32 // of the loop with the head b: the head of the loop around it, or -1
	last          []int32 // of the loop with the head b: its last block
	mark, work    []int32
	globals       []int32 // the values that have a bit
	words         int     // of a set
	in, kill      []uint64
}

// resetBlocks finds the loops of the function.
func (a *Allocator) resetBlocks() {
	a.blocks = resized(a.blocks, len(a.f.Blocks))
	clear(a.blocks)
	a.findPreds()
	a.findLoops()
}

func (a *Allocator) findFlow() {
	a.findGlobals()
	a.findLiveness()
}

func (a *Allocator) findPreds() {
	fl := &a.flow
	n := len(a.f.Blocks)
	edges := int32(0)
	for _, b := range a.f.Blocks {
		for i := range b.Term.Edges {
			a.blocks[int32(b.Term.Edges[i].To.ID)].preds++
			edges++
		}
	}
	fl.predAt = resized(fl.predAt, n+1)
	fl.preds = resized(fl.preds, int(edges))
	at := int32(0)
	for i := range a.blocks {
		at += a.blocks[i].preds
		fl.predAt[i] = at
	}
	fl.predAt[n] = at
	for i := n - 1; i >= 0; i-- {
		es := a.f.Blocks[i].Term.Edges
		for j := range es {
			to := int32(es[j].To.ID)
			fl.predAt[to]--
			fl.preds[fl.predAt[to]] = int32(i)
		}
	}
}

// findLoops visits heads from the last to the first, so that inner loops are known when the loop around them is walked.
func (a *Allocator) findLoops() {
	fl := &a.flow
	n := len(a.blocks)
	fl.parent = resized(fl.parent, n)
	fl.last = resized(fl.last, n)
	fl.mark = resized(fl.mark, n)
	for i := range a.blocks {
		a.blocks[i].loop, fl.parent[i], fl.mark[i] = -1, -1, -1
	}
	for h := int32(n - 1); h >= 0; h-- {
		fl.work = fl.work[:0]
		for _, p := range fl.preds[fl.predAt[h]:fl.predAt[h+1]] {
			if p >= h {
				fl.work = append(fl.work, p)
			}
		}
		if len(fl.work) > 0 {
			a.walkLoop(h)
		}
	}
}

// walkLoop marks what reaches the ends in fl.work without passing h as the loop of h.
func (a *Allocator) walkLoop(h int32) {
	fl := &a.flow
	a.blocks[h].loop, fl.mark[h], fl.last[h] = h, h, h
	for len(fl.work) > 0 {
		b := fl.work[len(fl.work)-1]
		fl.work = fl.work[:len(fl.work)-1]
		if fl.mark[b] == h || b < h {
			continue
		}
		fl.mark[b], fl.last[h] = h, max(fl.last[h], b)
		if l := a.outermost(b); l < 0 {
			a.blocks[b].loop = h
		} else if l != h {
			fl.parent[l] = h
		}
		fl.work = append(fl.work, fl.preds[fl.predAt[b]:fl.predAt[b+1]]...)
	}
}

// outermost is the head of the outermost loop known so far that b is in, or -1.
func (a *Allocator) outermost(b int32) int32 {
	l := a.blocks[b].loop
	if l < 0 {
		return -1
	}
	for a.flow.parent[l] >= 0 {
		l = a.flow.parent[l]
	}
	return l
}

func (a *Allocator) depth(b int32) int32 {
	d := int32(0)
	for l := a.blocks[b].loop; l >= 0; l = a.flow.parent[l] {
		d++
	}
	return d
}

// findGlobals numbers the values that are read in other blocks than their own.
func (a *Allocator) findGlobals() {
	fl := &a.flow
	fl.globals = fl.globals[:0]
	for i := range a.blocks {
		b := int32(i)
		for _, o := range a.ops[a.firstOp(a.blocks[b].first):a.insts[a.blocks[b].last].end] {
			a.global(int32(o.Value), b)
		}
		es := a.f.Blocks[i].Term.Edges
		for j := range es {
			for _, v := range es[j].Args {
				a.global(int32(v), b)
			}
		}
	}
}

func (a *Allocator) global(v, b int32) {
	if x := &a.values[v]; x.block != b && x.global == 0 {
		a.flow.globals = append(a.flow.globals, v)
		x.global = int32(len(a.flow.globals))
	}
}

// liveIn is the set of values that live into block b.
func (a *Allocator) liveIn(b int32) []uint64 {
	w := a.flow.words
	return a.flow.in[int(b)*w : int(b)*w+w]
}

func (a *Allocator) findLiveness() {
	fl := &a.flow
	fl.words = (len(fl.globals) + 63) / 64
	n := len(a.blocks) * fl.words
	fl.in, fl.kill = resized(fl.in, n), resized(fl.kill, n)
	clear(fl.in)
	clear(fl.kill)
	if n == 0 {
		return
	}
	for g, v := range fl.globals {
		b := int(a.values[v].block)
		fl.kill[b*fl.words+g/64] |= 1 << (g % 64)
	}
	a.genLive()
	for changed := true; changed; {
		changed = false
		for b := len(a.blocks) - 1; b >= 0; b-- {
			changed = a.flowBack(b) || changed
		}
	}
}

// genLive puts into each set what the block itself reads of others.
func (a *Allocator) genLive() {
	for i := range a.blocks {
		b := int32(i)
		in := a.liveIn(b)
		for _, o := range a.ops[a.firstOp(a.blocks[b].first):a.insts[a.blocks[b].last].end] {
			a.gen(in, int32(o.Value), b)
		}
		es := a.f.Blocks[i].Term.Edges
		for j := range es {
			for _, v := range es[j].Args {
				if !a.values[v].remat {
					a.gen(in, int32(v), b)
				}
			}
		}
	}
}

func (a *Allocator) gen(in []uint64, v, b int32) {
	if x := &a.values[v]; x.block != b {
		g := x.global - 1
		in[g/64] |= 1 << (g % 64)
	}
}

func (a *Allocator) flowBack(b int) (changed bool) {
	fl := &a.flow
	in, kill := a.liveIn(int32(b)), fl.kill[b*fl.words:]
	es := a.f.Blocks[b].Term.Edges
	for j := range es {
		out := a.liveIn(int32(es[j].To.ID))
		for w, bits := range out {
			if more := in[w] | bits&^kill[w]; more != in[w] {
				in[w], changed = more, true
			}
		}
	}
	return changed
}

// eachLiveOut calls f with each value that lives out of block b into another (parameters' arguments apart), once.
func (a *Allocator) eachLiveOut(b int, f func(v int32)) {
	es := a.f.Blocks[b].Term.Edges
	for w := 0; w < a.flow.words; w++ {
		set := uint64(0)
		for j := range es {
			set |= a.liveIn(int32(es[j].To.ID))[w]
		}
		for ; set != 0; set &= set - 1 {
			f(a.flow.globals[w*64+bits.TrailingZeros64(set)])
		}
	}
}
