package regalloc

import (
	"math/bits"

	"scf/backend/ir"
)

// resolve.go makes the moves: between the parts of a split interval, to the slot of a value where it is defined, to and from places that
// instructions name, and on edges.
//
// Moves at one place happen at one time. Those before instruction i have the key 2i, those behind it 2i+1. A value never changes, so its slot,
// once written, stays right: nothing is stored again.

// moves are those of all places.
type moves struct {
	wanted  []wanted // those between instructions, in the order in which they were found
	sorted  []wanted
	count   []int32
	rows    []Move  // one after the other, of all places
	at      []int32 // the moves with key k are rows[at[k]:at[k+1]]
	edges   []int32 // those of edge e are rows[edges[e]:edges[e+1]]
	pending []Move
	temp    Loc
}

type wanted struct {
	key  int32
	move Move
}

func (a *Allocator) resolve() {
	a.moves.wanted = a.moves.wanted[:0]
	a.moves.temp = Nowhere
	a.moveParams()
	a.locateOperands()
	a.locateResults()
	a.joinParts()
	a.sortMoves()
	a.moveOnEdges()
}

// MovesBefore are the moves that stand before instruction i, MovesAfter those behind it.
func (a *Allocator) MovesBefore(i int) []Move {
	return a.moves.rows[a.moves.at[2*i]:a.moves.at[2*i+1]]
}

// MovesAfter are the moves behind instruction i.
func (a *Allocator) MovesAfter(i int) []Move {
	return a.moves.rows[a.moves.at[2*i+1]:a.moves.at[2*i+2]]
}

// MovesOnEdge are the moves on edge k of block b.
func (a *Allocator) MovesOnEdge(b, k int) []Move {
	e := int(a.blocks[b].edges) + k
	return a.moves.rows[a.moves.edges[e]:a.moves.edges[e+1]]
}

func (a *Allocator) want(key int32, v ir.Value, from, to Loc) {
	if from != to && to != Nowhere {
		a.moves.wanted = append(a.moves.wanted, wanted{key, Move{Value: v, From: from, To: to}})
	}
}

// moveParams takes the parameters of the function from where they come.
func (a *Allocator) moveParams() {
	for k, p := range a.f.Blocks[0].Params {
		if a.intervals[p].ranges != 0 {
			a.want(0, p, a.params[k], a.intervals[p].loc)
			if x := &a.values[p]; x.store {
				a.want(0, p, a.params[k], x.slot)
			}
		}
	}
}

func (a *Allocator) locateOperands() {
	for i := range a.ops {
		o := &a.ops[i]
		pos := o.pos
		if o.Need == fixed {
			a.want(pos, o.Value, a.sourceAt(o.Value, pos-1), o.Loc)
			continue
		}
		if it := &a.intervals[o.Value]; it.next == 0 {
			o.Loc = it.loc
		} else {
			o.Loc = a.locAt(o.Value, pos)
		}
	}
}

// sourceAt is where v can be had at pos: what can be made anew need not live there.
func (a *Allocator) sourceAt(v ir.Value, pos int32) Loc {
	if !a.values[v].remat {
		return a.locAt(v, pos)
	}
	for n := int32(v); n != 0; n = a.intervals[n].next {
		it := &a.intervals[n]
		if it.loc.IsReg() && a.start(it) <= pos && pos < it.end && a.lives(it, pos) {
			return it.loc
		}
	}
	return Nowhere
}

func (a *Allocator) lives(it *interval, pos int32) bool {
	for r := it.ranges; r != 0; r = a.ranges[r].next {
		if x := &a.ranges[r]; x.from <= pos && pos < x.to {
			return true
		}
	}
	return false
}

func (a *Allocator) locateResults() {
	for i := range a.insts {
		in := &a.insts[i]
		v := in.Value
		if v == 0 || in.kind == remat || a.intervals[v].ranges == 0 {
			continue
		}
		at := a.intervals[v].loc
		if in.result == inFixed {
			if a.intervals[v].use != 0 || a.intervals[v].end > int32(2*i+2) {
				a.want(int32(2*i+1), v, in.Loc, at)
			}
			at = in.Loc
		}
		in.Loc = at
		if x := &a.values[v]; x.store {
			a.want(int32(2*i+1), v, at, x.slot)
		}
	}
	for b := 1; b < len(a.blocks); b++ {
		for _, p := range a.f.Blocks[b].Params {
			if x := &a.values[p]; x.store {
				a.want(a.blocks[b].from()+1, p, a.intervals[p].loc, x.slot)
			}
		}
	}
}

// joinParts moves values between the parts of their intervals where those meet within a block.
func (a *Allocator) joinParts() {
	n := len(a.values)
	if len(a.intervals) == n {
		return
	}
	for _, v := range a.scan.order {
		for m := int32(v); a.intervals[m].next != 0; m = a.intervals[m].next {
			a.joinPart(v, &a.intervals[m], &a.intervals[a.intervals[m].next])
		}
	}
}

func (a *Allocator) joinPart(v ir.Value, x, y *interval) {
	at := a.start(y)
	if x.end != at || x.loc == y.loc || at == a.blocks[a.insts[at/2].block].from() {
		return
	}
	if a.stores(v, x.loc, y.loc) {
		a.want(at&^1, v, x.loc, y.loc)
	}
}

// stores reports whether a move of v is needed: not into a slot that it is in already.
func (a *Allocator) stores(v ir.Value, from, to Loc) bool {
	x := &a.values[v]
	return to != Nowhere && from != to && (to != x.slot || !x.store && a.intervals[v].loc != x.slot)
}

// sortMoves puts the moves between instructions in the order of their keys, and each group in a row that can be done one after the other.
func (a *Allocator) sortMoves() {
	m := &a.moves
	n := 2 * len(a.insts)
	m.rows = m.rows[:0]
	m.at = resized(m.at, n+1)
	clear(m.at)
	for i := range m.wanted {
		m.at[m.wanted[i].key+1]++
	}
	for k := 1; k <= n; k++ {
		m.at[k] += m.at[k-1]
	}
	m.sorted = resized(m.sorted, len(m.wanted))
	m.count = resized(m.count, n+1)
	copy(m.count, m.at)
	for _, w := range m.wanted {
		m.sorted[m.count[w.key]] = w
		m.count[w.key]++
	}
	for k := 0; k < n; k++ {
		from, to := m.at[k], m.count[k]
		m.at[k] = int32(len(m.rows))
		if from != to {
			m.pending = m.pending[:0]
			for _, w := range m.sorted[from:to] {
				m.pending = append(m.pending, w.move)
			}
			a.inOrder()
		}
	}
	m.at[n] = int32(len(m.rows))
}

func (a *Allocator) moveOnEdges() {
	m := &a.moves
	m.edges = m.edges[:0]
	for b := range a.blocks {
		a.blocks[b].edges = int32(len(m.edges))
		es := a.f.Blocks[b].Term.Edges
		for k := range es {
			m.edges = append(m.edges, int32(len(m.rows)))
			a.moveOnEdge(b, &es[k])
		}
	}
	m.edges = append(m.edges, int32(len(m.rows)))
}

func (a *Allocator) moveOnEdge(b int, e *ir.Edge) {
	m := &a.moves
	m.pending = m.pending[:0]
	to := int32(e.To.ID)
	end, from := a.blocks[b].to()-1, a.blocks[to].from()
	for k, p := range e.To.Params {
		if a.intervals[p].ranges != 0 {
			a.addPending(e.Args[k], a.sourceAt(e.Args[k], end), a.intervals[p].loc)
		}
	}
	if len(a.intervals) > len(a.values) {
		for w, set := range a.liveIn(to) {
			for ; set != 0; set &= set - 1 {
				v := ir.Value(a.flow.globals[w*64+bits.TrailingZeros64(set)])
				if a.intervals[v].next != 0 {
					if x, y := a.locAt(v, end), a.locAt(v, from); a.stores(v, x, y) {
						a.addPending(v, x, y)
					}
				}
			}
		}
	}
	if len(m.pending) > 0 {
		a.inOrder()
	}
}

func (a *Allocator) addPending(v ir.Value, from, to Loc) {
	if from != to {
		a.moves.pending = append(a.moves.pending, Move{Value: v, From: from, To: to})
	}
}
