// Package opt makes functions of package ir faster: it changes them in place, keeping what they compute.
//
// Arithmetic is that of gcc -fwrapv: integers wrap, floating numbers are IEEE's and are folded only where every operand, one that is not a number too,
// gives the same. What C leaves undefined (division by zero, a shift by too much, a number out of range) may be dropped,
// and is never run where the program would not run it, if it could trap.
//
//	opt.go      the optimizer, the table of passes
//	graph.go    predecessors, dominators, loops, the order of blocks
//	fold.go     the walk that folds, numbers values and forwards memory
//	number.go   value numbering
//	algebra.go  what operations on integers become
//	compare.go  comparisons, selections, branches
//	ones.go     which bits of a value may be set
//	float.go    floating numbers
//	divide.go   division by constants
//	memory.go   loads that are known
//	join.go     loads of neighbours become one
//	dead.go     what nobody needs
//	thread.go   blocks that only lead on
//	slots.go    variables in memory become values
//	unite.go    blocks that do the same become one
//	choose.go   branches around little become selections
//	hoist.go    what does not change in a loop moves out of it
//	invert.go   loops test at their ends
//	ranges.go   which integers a value may be
//	widen.go    counters of 32 bits that index become counters of 64
package opt

import (
	"scf/backend/ir"
	"scf/internal/arena"
)

// Options say what is wanted beyond speed.
type Options struct {
	// Polls puts a Poll into each loop that may run long.
	Polls bool
	// After, if it is not nil, is called after each pass that ran.
	After func(pass string, f *ir.Func)
}

// Optimizer optimises functions, one after another; it keeps its memory. What Run made stays valid until the next Run.
type Optimizer struct {
	Options
	f     *ir.Func
	stale bool // folding would find something to do

	graph
	numbers
	memory
	scratch
	variables
	hoisting
	polling
	counters []counter

	to   []ir.Value // what a value became; itself if it stays
	mask []uint64   // the bits that may be set in a value
	rank []uint8    // in how many loops a value changes
	home []int32    // the number of the block that a value stands in
	at   int        // the block that is walked through
	body []ir.Value // and what of it is made so far
	lead []ir.Value // what the entry begins with: constants, addresses

	values arena.Of[ir.Value]
	edges  arena.Of[ir.Edge]
	blocks arena.Of[ir.Block]

	factsOf arena.Of[fact]
}

// scratch is memory of single passes.
type scratch struct {
	live  []bool
	where []spot
	stack []ir.Value
	old   []*ir.Block
	ints  []int32
}

// A pass is one step of optimisation. It reports whether it changed anything.
type pass struct {
	name string
	run  func(*Optimizer) bool
	// needs reports whether the pass can do anything; nil: always.
	needs func(*Optimizer) bool
	// leaves says that folding finds something to do where the pass changed something.
	leaves bool
	// because is why the pass stands where it stands.
	because string
}

// passes are in the order in which they run.
var passes = []pass{
	{name: "fold", run: (*Optimizer).fold, because: "it makes addresses slot + constant, which slots looks for; what is dead is not looked at later"},
	{name: "slots", run: (*Optimizer).promote, needs: (*Optimizer).hasSlots, leaves: true, because: "what was in memory is known only now"},
	{name: "fold", run: (*Optimizer).fold, needs: (*Optimizer).isStale, because: "the next passes look for constants"},
	{name: "unite", run: (*Optimizer).unite, needs: (*Optimizer).hasBranches, leaves: true, because: "before choose, which lets only one way stand where both do the same"},
	{name: "fold", run: (*Optimizer).fold, needs: (*Optimizer).isStale, because: "choose counts what ways compute"},
	{name: "choose", run: (*Optimizer).choose, needs: (*Optimizer).hasBranches, leaves: true, because: "fewer blocks are left for the others, and what it makes of branches moves out of loops"},
	{name: "invert", run: (*Optimizer).invert, needs: (*Optimizer).hasLoops, leaves: true, because: "hoist moves loads only out of loops that run"},
	{name: "widen", run: (*Optimizer).widen, needs: (*Optimizer).hasLoops, leaves: true, because: "the tests of turned loops say how far counters go"},
	{name: "fold", run: (*Optimizer).fold, needs: (*Optimizer).isStale, because: "it brings addresses into the form that hoist splits"},
	{name: "hoist", run: (*Optimizer).hoist, needs: (*Optimizer).hasLoops, because: "last of what moves values: the others do not know about preheaders"},
	{name: "dead", run: (*Optimizer).dead, needs: (*Optimizer).hasLoops, because: "hoist leaves what it replaced; folding drops what is dead by itself"},
	{name: "empty slots", run: (*Optimizer).dropSlots, needs: (*Optimizer).hasSlots, because: "which slots are left is known last"},
	{name: "poll", run: (*Optimizer).poll, needs: (*Optimizer).hasLoops, because: "nothing may move a poll out of its loop, or loads over it"},
}

// Run optimises f.
func (o *Optimizer) Run(f *ir.Func) {
	o.f = f
	o.stale = false
	o.values.Reset()
	o.edges.Reset()
	o.blocks.Reset()
	o.factsOf.Reset()
	o.order()
	for i := range passes {
		o.pass(&passes[i])
	}
	o.f = nil
}

func (o *Optimizer) pass(p *pass) {
	if p.needs != nil && !p.needs(o) {
		return
	}
	changed := p.run(o)
	o.stale = (o.stale || changed && p.leaves) && p.name != "fold"
	if o.After != nil {
		o.After(p.name, o.f)
	}
}

func (o *Optimizer) isStale() bool { return o.stale }

func (o *Optimizer) in(v ir.Value) *ir.Instr { return &o.f.Values[v] }

// identity lets each value be itself.
func (o *Optimizer) identity() {
	o.to = grow(o.to, len(o.f.Values))
	for v := range o.to {
		o.to[v] = ir.Value(v)
	}
}

// grow makes s as long as n; what it holds is not defined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// filled is s with n elements v.
func filled[T any](s []T, n int, v T) []T {
	s = grow(s, n)
	for i := range s {
		s[i] = v
	}
	return s
}

func (o *Optimizer) hasSlots() bool { return len(o.f.Slots) > 0 }

func (o *Optimizer) hasLoops() bool { return len(o.loops) > 0 }

func (o *Optimizer) hasBranches() bool { return len(o.f.Blocks) > 1 }
