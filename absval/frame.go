package absval

import (
	"cmp"
	"slices"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Frames is for calls of functions that walk a tree and hand sets of names on, sets of live variables, say. Such a function asks its sets
// about names that its tree mentions; what a set says of others is the frame of the call, handed on as it came (the frame rule of
// separation logic; Reynolds 2002). A function that is not told of its frame has one contour for calls that differ in their frames alone, and
// the tags of its result lead each caller back to what it knows ([VAL-FRAME]). Where the function asks about whole sets after all,
// say whether two are equal, tags often know the answer, and the run does where they do not.
//
// So that values without their frames are alike, every set says something of all names in the universe: those that sets have been seen to speak of,
// and those that stand in trees where one of these does, as the same argument of the same constructor. Names are strings and integers.
type Frames struct {
	d        *Domain
	universe map[core.Base]*universe
	// Where the names in the program's argument stand, and what stands there.
	places map[*tree.Node][]argument
	names  map[argument][]*tree.Node

	numbers  map[*tree.Node]int // of names and labels
	mentions map[*tree.Node]mention
	mapsIn   []answer                 // by the numbers of nodes
	spoken   map[*tree.Node]*universe // of sets whose members are in their universe; nil where they have none
}

// universe is names of one type.
type universe struct {
	has   map[*tree.Node]bool
	names []name // in the order of sets' members
}

// name is a name with its number.
type name struct {
	*tree.Node
	number int
}

// argument is that of a constructor at an index.
type argument struct {
	con   *core.Con
	index int
}

// Frames are those of a program that is run on args.
func (d *Domain) Frames(args []*Value) *Frames {
	f := &Frames{
		d: d, universe: map[core.Base]*universe{}, places: map[*tree.Node][]argument{}, names: map[argument][]*tree.Node{},
		numbers: map[*tree.Node]int{}, mentions: map[*tree.Node]mention{}, spoken: map[*tree.Node]*universe{},
	}
	seen := map[*tree.Node]bool{}
	for _, v := range args {
		f.collect(v.node, seen)
	}
	return f
}

func (f *Frames) collect(n *tree.Node, seen map[*tree.Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	if n.Kind == tree.Con {
		for i, k := range n.Kids {
			at := argument{n.Con, i}
			for _, x := range f.d.trees.Alternatives(k) {
				if isName(x) && !slices.Contains(f.places[x], at) {
					f.places[x] = append(f.places[x], at)
					f.names[at] = append(f.names[at], x)
				}
			}
		}
	}
	n.Successors(func(k *tree.Node) { f.collect(k, seen) })
}

func isName(n *tree.Node) bool {
	return n.Kind == tree.Const && (n.Base == core.StringType || n.Base == core.IntType)
}

// isLabel reports whether n is a constructor applied to scalars, as labels of nodes are.
func isLabel(n *tree.Node) bool {
	return n.Kind == tree.Con && n.Singleton && len(n.Kids) > 0 && !slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return k.Kind != tree.Const })
}

// Without are sets, and values with sets inside, as a function may be told of them that is told the trees, too: those that are members or
// not of the sets are only names that the trees mention. Of maps that are only read it is told no more, either, where their keys are
// names or labels.
func (f *Frames) Without(trees, sets []*Value, onlyRead bool) []*Value {
	c := framing{Frames: f, onlyRead: onlyRead}
	for _, v := range trees {
		c.told = c.told.with(f.mentioned(v.node))
	}
	out := make([]*Value, len(sets))
	for i, v := range sets {
		out[i] = c.value(v)
	}
	return out
}

// framing makes the values of one call general.
type framing struct {
	*Frames
	told     mention
	onlyRead bool
	tags     map[entry]ID
}

// entry is what a map or set has at a key.
type entry struct{ key, value *tree.Node }

// value is v for the function.
func (c *framing) value(v *Value) *Value {
	if !c.hasMaps(v.node) {
		return v
	}
	switch v.node.Kind {
	case tree.Map:
		switch {
		case v.node.IsSet:
			return c.set(v)
		case c.onlyRead:
			return c.read(v)
		}
	case tree.Tuple, tree.Con:
	default:
		return v
	}
	var kids []*Value // nil where all stay
	for i := range v.node.Kids {
		k := c.d.component(v, i)
		new := c.value(k)
		if kids == nil && new != k {
			kids = c.d.components(v)
		}
		if kids != nil {
			kids[i] = new
		}
	}
	if kids == nil {
		return v
	}
	return c.d.rebuild(v.node, c.idOf(v), kids)
}

// hasMaps reports whether there is a map or a set in n that value looks at.
func (f *Frames) hasMaps(n *tree.Node) bool {
	switch n.Kind {
	case tree.Map:
		return true
	case tree.Tuple, tree.Con:
	default:
		return false
	}
	for int(n.Num) >= len(f.mapsIn) {
		f.mapsIn = append(f.mapsIn, unasked)
	}
	if f.mapsIn[n.Num] == unasked {
		f.mapsIn[n.Num] = none
		if slices.ContainsFunc(n.Kids, f.hasMaps) {
			f.mapsIn[n.Num] = some
		}
	}
	return f.mapsIn[n.Num] == some
}

// answer is whether there is something, where that has been asked.
type answer uint8

const (
	unasked answer = iota
	none
	some
)

// idOf is a tag for v, which is one value no more.
func (c *framing) idOf(v *Value) ID {
	if v.id != 0 {
		return v.id
	}
	return c.d.newID()
}

// set is v, which says of the names of its universe that are not told only that they may be members. A set that may have members without
// a place of their own would not get theirs back.
func (c *framing) set(v *Value) *Value {
	u := c.universeOf(v.node)
	if u == nil || len(v.node.May) > 0 || c.framed(v.node, u) {
		return v
	}
	keys, next := v.node.Keys, 0 // all of them are names of the universe, in the same order
	m := mapView{isSet: true, must: make([]mustEntry, 0, len(u.names))}
	no := c.d.plain(c.d.trees.Truths[0])
	for _, k := range u.names {
		told := c.told.has(k)
		x := no
		switch {
		case next < len(keys) && keys[next] == k.Node:
			x = c.d.component(v, next)
			next++
		case told:
			continue
		}
		if !told {
			x = c.member(k.Node, x)
		}
		m.must = append(m.must, mustEntry{k.Node, x})
	}
	return c.d.mapValue(c.idOf(v), m)
}

// framed reports whether the set n says only of names that are told more than that they may be members.
func (c *framing) framed(n *tree.Node, u *universe) bool {
	next := 0
	for _, k := range u.names {
		isKey := next < len(n.Keys) && n.Keys[next] == k.Node
		if !(isKey && c.isGeneral(n.Kids[next])) && !c.told.has(k) {
			return false
		}
		if isKey {
			next++
		}
	}
	return true
}

// isGeneral reports whether n, which tells whether a name is a member, tells nothing.
func (c *framing) isGeneral(n *tree.Node) bool {
	return n == c.d.trees.Bases[core.BoolType] || n == c.d.trees.Top
}

// member is what the function is told of whether k is a member, which is x, but may not be told.
func (c *framing) member(k *tree.Node, x *Value) *Value {
	if c.isGeneral(x.node) && x.id != 0 {
		return x
	}
	general := c.d.trees.Bases[core.BoolType]
	if x.node == c.d.trees.Top {
		general = c.d.trees.Top // the order has it above any truth value
	}
	return c.d.value(general, c.tag(k, x), nil)
}

// tag is that of x, which stands at the key k. One value has one tag wherever it stands at that key.
func (c *framing) tag(k *tree.Node, x *Value) ID {
	if x.id != 0 {
		return x.id
	}
	at := entry{k, x.node}
	if c.tags == nil {
		c.tags = map[entry]ID{}
	}
	if c.tags[at] == 0 {
		c.tags[at] = c.d.newID()
	}
	return c.tags[at]
}

// read is v, a map of which only what has keys that are told is known.
func (c *framing) read(v *Value) *Value {
	if len(v.node.May) > 0 || slices.ContainsFunc(v.node.Keys, func(k *tree.Node) bool { return !isLabel(k) && !isName(k) }) {
		return v
	}
	m := mapView{}
	for i, k := range v.node.Keys {
		x := c.d.component(v, i)
		if c.told.has(c.named(k)) {
			x = c.value(x)
		} else {
			x = c.d.value(c.d.trees.Top, c.tag(k, x), nil)
		}
		m.must = append(m.must, mustEntry{k, x})
	}
	return c.d.mapValue(c.idOf(v), m)
}

// universeOf is the universe of the set n of names; nil if it is none, or the universe too large.
func (f *Frames) universeOf(n *tree.Node) *universe {
	u, known := f.spoken[n]
	if !known {
		u = f.speaks(n.Keys)
		f.spoken[n] = u
	}
	if u == nil || len(u.names) > f.d.opts.MaxNames {
		return nil
	}
	return u
}

// speaks is the universe of a set with these keys, which are in it now; nil if they are not names of one type.
func (f *Frames) speaks(keys []*tree.Node) *universe {
	if len(keys) == 0 {
		return &universe{}
	}
	if slices.ContainsFunc(keys, func(k *tree.Node) bool { return !isName(k) || k.Base != keys[0].Base }) {
		return nil
	}
	u := f.universe[keys[0].Base]
	if u == nil {
		u = &universe{has: map[*tree.Node]bool{}}
		f.universe[keys[0].Base] = u
	}
	for _, k := range keys {
		f.meet(k, u)
	}
	return u
}

// meet puts the name n into the universe u, with those that stand where it does.
func (f *Frames) meet(n *tree.Node, u *universe) {
	if u.has[n] {
		return
	}
	f.add(n, u)
	for _, at := range f.places[n] {
		for _, x := range f.names[at] {
			if x.Base == n.Base {
				f.add(x, u)
			}
		}
	}
}

func (f *Frames) add(n *tree.Node, u *universe) {
	if u.has[n] {
		return
	}
	u.has[n] = true
	at, _ := slices.BinarySearchFunc(u.names, n, func(k name, n *tree.Node) int { return tree.Less(k.Node, n) })
	u.names = slices.Insert(u.names, at, f.named(n))
}

// named is n with its number.
func (f *Frames) named(n *tree.Node) name {
	i, ok := f.numbers[n]
	if !ok {
		i = len(f.numbers)
		f.numbers[n] = i
	}
	return name{n, i}
}

// mention is a set of names and labels, by their numbers; all of a type where it cannot be said which. What is mentioned in a tree shares the blocks
// of what is mentioned inside it.
type mention struct {
	allStrings, allInts bool
	blocks              []*block // in the order of their positions
}

// block are those with the numbers blockSize*at + i for which bit i is set. It does not change.
type block struct {
	at   int
	bits [blockSize / 64]uint64
}

const blockSize = 512

// mentioned are the names and labels in n, those in maps aside.
func (f *Frames) mentioned(n *tree.Node) mention {
	if m, ok := f.mentions[n]; ok {
		return m
	}
	m := f.mentionedFrom(n, map[*tree.Node]bool{})
	f.mentions[n] = m
	return m
}

// mentionedFrom is mentioned; met are the nodes on cycles that have been met.
func (f *Frames) mentionedFrom(n *tree.Node, met map[*tree.Node]bool) mention {
	m := f.mentionedHere(n)
	if n.Kind == tree.Map {
		return m
	}
	met[n] = n.Cyclic
	for _, k := range n.Kids {
		switch {
		case !k.Cyclic:
			m = m.with(f.mentioned(k))
		case !met[k]:
			m = m.with(f.mentionedFrom(k, met))
		}
	}
	return m
}

func (f *Frames) mentionedHere(n *tree.Node) mention {
	switch {
	case n.Kind == tree.Top:
		return mention{allStrings: true, allInts: true}
	case n.Kind == tree.Base:
		return mention{allStrings: n.Base == core.StringType, allInts: n.Base == core.IntType}
	case isName(n) || isLabel(n):
		i := f.named(n).number
		b := &block{at: i / blockSize}
		b.bits[i%blockSize/64] = 1 << (i % 64)
		return mention{blocks: []*block{b}}
	}
	return mention{}
}

// has reports whether m may have n.
func (m mention) has(n name) bool {
	if m.allStrings && n.Base == core.StringType && n.Kind == tree.Const || m.allInts && n.Base == core.IntType && n.Kind == tree.Const {
		return true
	}
	at, found := slices.BinarySearchFunc(m.blocks, n.number/blockSize, func(b *block, at int) int { return cmp.Compare(b.at, at) })
	return found && m.blocks[at].bits[n.number%blockSize/64]>>(n.number%64)&1 == 1
}

// with is what m or n has.
func (m mention) with(n mention) mention {
	return mention{m.allStrings || n.allStrings, m.allInts || n.allInts, union(m.blocks, n.blocks)}
}

// union is as or bs itself where that has all that the other one has.
func union(as, bs []*block) []*block {
	switch {
	case len(as) == 0:
		return bs
	case len(bs) == 0:
		return as
	}
	out := make([]*block, 0, len(as)+len(bs))
	isAs, isBs := true, true
	for i, j := 0, 0; i < len(as) || j < len(bs); {
		switch {
		case j == len(bs) || i < len(as) && as[i].at < bs[j].at:
			out, isBs = append(out, as[i]), false
			i++
		case i == len(as) || bs[j].at < as[i].at:
			out, isAs = append(out, bs[j]), false
			j++
		default:
			b := as[i].with(bs[j])
			out, isAs, isBs = append(out, b), isAs && b == as[i], isBs && b == bs[j]
			i, j = i+1, j+1
		}
	}
	switch {
	case isAs:
		return as
	case isBs:
		return bs
	}
	return out
}

// with is what b or c has, which are at one position; b or c itself where that has it.
func (b *block) with(c *block) *block {
	out := *b
	for i, w := range c.bits {
		out.bits[i] |= w
	}
	switch out {
	case *b:
		return b
	case *c:
		return c
	}
	return &out
}
