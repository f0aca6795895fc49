package absval

import "scf/scfml"

// The handle that owns everything: the table of nodes, the memos of relations between them, and the supply of tags.

// Options are the limits of a Domain. A zero field means its default.
type Options struct {
	MaxConsts    int // constants of one base type in a set, before it becomes the base set; 32
	MaxAlts      int // alternatives of one Key in a set, before they are merged argumentwise; 64
	MaxProduct   int // combinations of constants that a primitive is evaluated on one by one; 1024
	MaxMapKeys   int // keys of a map that a widening keeps apart; 256
	MaxStates    int // sets of nodes that the merging inside recursive values may make; 4096
	MaxRestCases int // alternatives into which matching splits what an alternative leaves unmatched; 8

	Without Without // what values do without
}

func (o Options) withDefaults() Options {
	for _, f := range []struct {
		field *int
		value int
	}{{&o.MaxConsts, 32}, {&o.MaxAlts, 64}, {&o.MaxProduct, 1024}, {&o.MaxMapKeys, 256}, {&o.MaxStates, 4096}, {&o.MaxRestCases, 8}} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	return o
}

// ID is an identity tag. Zero is no tag. Fresh tags begin at firstFresh; the tags below are those that CanonTags gives, so that
// the formals of a contour and the values made while it is evaluated never clash.
type ID int64

const firstFresh ID = 1 << 32

// Domain makes and relates abstract values. Values of two domains must not be mixed (Import brings one over). A Domain is
// used by one goroutine.
type Domain struct {
	opts    Options
	table   map[uint64][]*Node
	consts  map[scfml.Value]*Node
	cycles  map[uint64][]*Node // recursive nodes by their shape down to shapeDepth
	conNum  map[*scfml.Con]uint32
	nextNum uint32

	nextID  ID
	derived map[origin]ID
	origins map[ID]origin

	lastTraversal traversal
	counts, names idTable // for use within one function

	subset, apart *relation
	joins         map[pair]*Node
	coarser       map[*Node]*Node // what stands for a node where forms are switched off

	bottom, top *Node
	bases       [4]*Node // by scfml.Base
	truths      [2]*Node // false, true
}

// New makes an empty domain.
func New(o Options) *Domain {
	d := &Domain{
		opts:    o.withDefaults(),
		table:   map[uint64][]*Node{},
		consts:  map[scfml.Value]*Node{},
		cycles:  map[uint64][]*Node{},
		conNum:  map[*scfml.Con]uint32{},
		nextID:  firstFresh,
		derived: map[origin]ID{},
		origins: map[ID]origin{},
		joins:   map[pair]*Node{},
		coarser: map[*Node]*Node{},
	}
	d.subset, d.apart = newRelation(d, leqStep), newRelation(d, disjointStep)
	d.bottom = d.intern(&Node{kind: kindBottom})
	d.top = d.intern(&Node{kind: kindTop})
	for b := scfml.IntType; b <= scfml.StringType; b++ {
		d.bases[b] = d.intern(&Node{kind: kindBase, base: b})
	}
	d.truths = [2]*Node{d.constant(scfml.Bool(false)), d.constant(scfml.Bool(true))}
	return d
}

func (d *Domain) newID() ID {
	if d.opts.Without.Tags {
		return 0
	}
	d.nextID++
	return d.nextID
}

// origin is how a tag follows from others: the place inside the value tagged of that con's argument (or a tuple's component,
// con nil) stands at, or the value of a map at the singleton key; or the result of a primitive on arguments so identified.
type origin struct {
	of    ID
	con   *scfml.Con
	key   *Node
	index int
	prim  string // of a primitive: the operation and its arguments' identities; of is 0 then
}

// derive is the tag of what o describes: since o fixes the concrete value within an activation, the same o has the same tag
// ([TAG-DERIVE]).
func (d *Domain) derive(o origin) ID {
	if o.of == 0 && o.prim == "" || d.opts.Without.Tags {
		return d.newID()
	}
	id, ok := d.derived[o]
	if !ok {
		id = d.newID()
		d.derived[o] = id
		d.origins[id] = o
	}
	return id
}

// ordinal numbers constructors by first use; it serves hashing alone.
func (d *Domain) ordinal(c *scfml.Con) uint32 {
	n, ok := d.conNum[c]
	if !ok {
		n = uint32(len(d.conNum) + 1)
		d.conNum[c] = n
	}
	return n
}
