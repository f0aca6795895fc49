package absval

import "scf/absval/tree"

// The handle that owns everything: the table of nodes, the memos of relations between them, and the supply of tags.

// Options are the limits of a Domain. A zero field means its default.
type Options struct {
	MaxProduct   int // combinations of constants that a primitive is evaluated on one by one
	MaxPlaces    int // places inside a joined value of which tags are recorded
	MaxRecorded  int // places inside a function's result of which tags are recorded; fewer if it has fewer nodes
	MaxNames     int // names of which each set says something in a call without its frame
	MaxRestCases int // alternatives into which matching splits what an alternative leaves unmatched

	Trees   tree.Options // limits of structures
	Without Without      // what values do without
}

// ID is an identity tag. Zero is no tag. Odd tags follow from others ([TAG-DERIVE]): they are those of parts.
type ID int64

// isPart reports whether id is the tag of a part of a value with another tag.
func (id ID) isPart() bool { return id&1 != 0 }

// Domain makes and relates abstract values. Values of two domains must not be mixed (Import brings one over). A Domain is
// used by one goroutine.
type Domain struct {
	opts    Options
	trees   *tree.Table
	lastID  ID // an even one; tags grow
	derived derivations
	results map[result]ID
	// activation numbers the evaluation under way, activations counts them.
	activation, activations int

	plains      []*Value           // by the number of a node: the value without tags
	recordables map[*tree.Node]int // what recordable has found
	lastValue   uint64
	spareValues []Value // made together, since there are many

	// For use within one function.
	counts, names, within, parents, needed, highest table[ID, int32]
	tops                                            table[ID, ID]
	noted                                           table[uint64, int32] // of values, by their numbers: one walk's notes
	visits                                          []visit              // of a walk over formal and actual values
	seen                                            table[ID, int32]     // the last places with tags in aliases
	aliases                                         []alias
	instances                                       instanceNotes
	rewritten                                       []rewritten
	linked                                          []ID // of occurrences
	entries                                         []tree.Entry
	key                                             []byte
}

// New makes an empty domain.
func New(o Options) *Domain {
	o = o.withDefaults()
	o.Trees.Without = o.Without.trees()
	return &Domain{
		opts:        o,
		trees:       tree.New(o.Trees),
		derived:     newDerivations(),
		results:     map[result]ID{},
		recordables: map[*tree.Node]int{},
	}
}

// Trees is the table of the structures of d's values.
func (d *Domain) Trees() *tree.Table { return d.trees }

func (d *Domain) newID() ID {
	if d.opts.Without.Tags {
		return 0
	}
	d.lastID += 2
	return d.lastID
}

// LastID is the newest tag: tags that are made later are larger.
func (d *Domain) LastID() ID { return d.lastID + 1 }

// Activation begins an activation, of which end is the end: operations on equal values are only known to have equal results within one,
// since an argument may be what an operation gave to the first caller, and something else to the next.
func (d *Domain) Activation() (end func()) {
	outer := d.activation
	d.activations++
	d.activation = d.activations
	return func() { d.activation = outer }
}

// result is what a primitive gives in an activation, by a text of the operation and of its arguments' identities.
type result struct {
	text string
	in   int
}

// deriveResult is the tag of a primitive's result: within an activation the same operation on the same arguments has the same
// ([TAG-DERIVE]). Without a text it is a result of its own.
func (d *Domain) deriveResult(text string) ID {
	if text == "" || d.opts.Without.Tags {
		return d.newID()
	}
	r := result{text, d.activation}
	id, ok := d.results[r]
	if !ok {
		id = d.newID()
		d.results[r] = id
	}
	return id
}
