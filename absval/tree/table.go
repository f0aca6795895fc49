package tree

import "scf/scfml/core"

// Options are the limits of a Table. A zero field means its default.
type Options struct {
	MaxWidening int // places that one widening looks at, before what is left of it becomes Top
	MaxConsts   int // constants of one base type in a set, before it becomes the base set
	MaxAlts     int // alternatives of one Key in a set, before they are merged argumentwise
	MaxMapKeys  int // keys of a map that a widening keeps apart
	MaxStates   int // sets of nodes that the merging inside recursive values may make

	// Label is the position of the argument of a constructor that tells apart the places that its applications are at, as labels do in trees
	// of programs; -1 where it has none. nil: no constructor has one.
	Label func(*core.Con) int

	Without Without // forms that nodes do without
}

// Table makes and relates nodes; each structure is one node of it. Nodes of two tables must not be mixed. A Table is used by one goroutine.
type Table struct {
	opts    Options
	table   map[uint64][]*Node
	consts  map[core.Value]*Node
	cycles  map[uint64][]*Node // recursive nodes by their shape down to shapeDepth
	conNum  map[*core.Con]uint32
	nextNum uint32

	subset, disjoint *relation
	joins            map[pair]*Node
	keySets          map[*Node]*core.KeySet
	coarser          map[*Node]*Node // what stands for a node where forms are switched off

	marks   []uint32 // by number: the last count that saw the node
	marking uint32   // the count that is being made, or was last

	onStep func() // called every so many steps; may be nil
	steps  uint

	Bottom, Top *Node
	Bases       [4]*Node // by scfml.Base
	Truths      [2]*Node // false, true
}

// OnStep has f called all the time while nodes are made, related and widened; it may panic to end that. nil for nothing.
func (t *Table) OnStep(f func()) { t.onStep = f }

// Step counts a step of work.
func (t *Table) Step() {
	if t.steps++; t.steps%1024 == 0 && t.onStep != nil {
		t.onStep()
	}
}

// New makes an empty table.
func New(o Options) *Table {
	t := &Table{
		opts:    o.withDefaults(),
		table:   map[uint64][]*Node{},
		consts:  map[core.Value]*Node{},
		cycles:  map[uint64][]*Node{},
		conNum:  map[*core.Con]uint32{},
		joins:   map[pair]*Node{},
		keySets: map[*Node]*core.KeySet{},
		coarser: map[*Node]*Node{},
	}
	t.subset, t.disjoint = newRelation(t, leqStep), newRelation(t, disjointStep)
	t.Bottom = t.intern(&Node{Kind: Bottom})
	t.Top = t.intern(&Node{Kind: Top})
	for b := core.IntType; b <= core.StringType; b++ {
		t.Bases[b] = t.intern(&Node{Kind: Base, Base: b})
	}
	t.Truths = [2]*Node{t.Const(core.Bool(false)), t.Const(core.Bool(true))}
	return t
}

// ordinal numbers constructors by first use; it serves hashing alone.
func (t *Table) ordinal(c *core.Con) uint32 {
	n, ok := t.conNum[c]
	if !ok {
		n = uint32(len(t.conNum) + 1)
		t.conNum[c] = n
	}
	return n
}
