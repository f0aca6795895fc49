package dse

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"scf/scfml/core"
)

// Liveness patterns (§7.1, figure 7.4): which fields of a value something downstream may read. They are interned in the
// lattice of one run: equal patterns are one pointer.
//
// What a pattern promises. A program and its pruned form compute, at a place with pattern l, values v and v' that are alike
// by l:
//
//	D              always
//	L              where v = v'
//	(l1, ..., ln)  componentwise
//	c1 ls | ...    where v' has v's constructor and the arguments are alike, if v's constructor is one of the ci; otherwise
//	               where v' has none of the ci either (a dead value has no constructor at all)
//	[keys, l]      where, for every key of the set, both maps hold it or neither does, and the values are alike by l. A set
//	               has no l. A pattern marked iterated promises too that v' holds no key that v does not.

type kind int

const (
	dead kind = iota
	live
	product
	sum
	mapping
)

// LivenessPattern is a pattern; patterns of one run are equal where their pointers are.
type LivenessPattern struct {
	kind  kind
	id    int
	depth int                // nesting of sums, products and maps
	elems []*LivenessPattern // of a product; some element is not dead
	alts  []alternative      // of a sum, in order; at least one

	// Of a map or set.
	keys     *keys
	value    *LivenessPattern // of a set: dead
	isSet    bool
	iterated bool // a map iterator will visit all entries, also those that are not live
}

// alternative is one summand: a constructor with a pattern for each argument, or a literal.
type alternative struct {
	con  *core.Con
	lit  core.Value // where con is nil
	args []*LivenessPattern
}

// compare orders the alternatives of one type.
func (a alternative) compare(b alternative) int {
	if a.con != nil && b.con != nil {
		return cmp.Compare(a.con.Index, b.con.Index)
	}
	return core.Compare(a.lit, b.lit)
}

// sameType reports whether two alternatives can belong to one sum.
func (a alternative) sameType(b alternative) bool {
	if a.con == nil || b.con == nil {
		return a.con == b.con
	}
	return a.con.Data == b.con.Data
}

func (l *LivenessPattern) isDead() bool { return l.kind == dead }

// find is the alternative of con, if l is a sum that has one.
func (l *LivenessPattern) find(con *core.Con) (alternative, bool) {
	for _, a := range l.alts {
		if a.con == con {
			return a, true
		}
	}
	return alternative{}, false
}

// lattice interns the patterns of one run.
type lattice struct {
	keys           *keyTable
	live           *LivenessPattern
	dead           *LivenessPattern
	table          map[string]*LivenessPattern
	key            []byte // of the pattern to be interned
	ordinals       map[*core.Con]int
	literals       map[core.Value]int // like ordinals
	joins, widened map[[2]int]*LivenessPattern
	count          int
	maxDepth       int // of patterns
}

func newLattice(maxDepth int) *lattice {
	return &lattice{
		keys:  newKeyTable(),
		dead:  &LivenessPattern{kind: dead, id: 0},
		live:  &LivenessPattern{kind: live, id: 1},
		table: map[string]*LivenessPattern{}, ordinals: map[*core.Con]int{}, literals: map[core.Value]int{},
		joins: map[[2]int]*LivenessPattern{}, widened: map[[2]int]*LivenessPattern{},
		count: 2, maxDepth: maxDepth,
	}
}

// product is (l1, ..., ln); D where all are dead (unit too: it has no fields), L where all are live.
func (t *lattice) product(elems []*LivenessPattern) *LivenessPattern {
	if allAre(elems, dead) {
		return t.dead
	}
	if allAre(elems, live) {
		return t.live
	}
	t.key = appendIDs(append(t.key[:0], 'p'), elems)
	return t.intern(LivenessPattern{kind: product, depth: 1 + maxOf(elems), elems: elems})
}

// constructor is the sum of one alternative.
func (t *lattice) constructor(con *core.Con, args []*LivenessPattern) *LivenessPattern {
	return t.sum([]alternative{{con: con, args: args}})
}

// literal is the sum of one literal.
func (t *lattice) literal(v core.Value) *LivenessPattern { return t.sum([]alternative{{lit: v}}) }

// sum makes a sum of alternatives in order; L where all that the type has are live.
func (t *lattice) sum(alts []alternative) *LivenessPattern {
	if wholeType(alts) {
		return t.live
	}
	depth := 0
	t.key = append(t.key[:0], 's')
	for _, a := range alts {
		if a.con != nil {
			t.key = appendIDs(binary.AppendUvarint(append(t.key, 'c'), uint64(ordinal(t.ordinals, a.con))), a.args)
		} else {
			t.key = binary.AppendUvarint(append(t.key, 'l'), uint64(ordinal(t.literals, a.lit)))
		}
		depth = max(depth, maxOf(a.args))
	}
	return t.intern(LivenessPattern{kind: sum, depth: depth + 1, alts: alts})
}

// wholeType reports whether a sum says that everything of its type is live.
func wholeType(alts []alternative) bool {
	for _, a := range alts {
		if !allAre(a.args, live) {
			return false
		}
	}
	if con := alts[0].con; con != nil {
		return len(alts) == len(con.Data.Cons)
	}
	_, isBool := alts[0].lit.(core.Bool)
	return isBool && len(alts) == 2
}

// mapping is [keys, value], or the pattern of a set; L where all keys and all of their values are live.
func (t *lattice) mapping(ks *keys, value *LivenessPattern, isSet, iterated bool) *LivenessPattern {
	if ks == t.keys.all && (isSet || value.kind == live) {
		return t.live
	}
	t.key = fmt.Appendf(t.key[:0], "m%d,%d,%t,%t", ks.id, value.id, isSet, iterated)
	return t.intern(LivenessPattern{
		kind: mapping, depth: 1 + value.depth, keys: ks, value: value, isSet: isSet, iterated: iterated,
	})
}

// asMapping is l as the pattern of a map or set: L has every key, and may be iterated.
func (t *lattice) asMapping(l *LivenessPattern, isSet bool) *LivenessPattern {
	switch {
	case l.kind == mapping:
		return l
	case isSet:
		return &LivenessPattern{kind: mapping, keys: t.keys.all, value: t.dead, isSet: true, iterated: true}
	}
	return &LivenessPattern{kind: mapping, keys: t.keys.all, value: t.live, iterated: true}
}

// ordinal numbers constructors, or literals, in order of first mention.
func ordinal[K comparable](ordinals map[K]int, k K) int {
	n, ok := ordinals[k]
	if !ok {
		n = len(ordinals)
		ordinals[k] = n
	}
	return n
}

// intern is the pattern like l, of which t.key is the key.
func (t *lattice) intern(l LivenessPattern) *LivenessPattern {
	if old, ok := t.table[string(t.key)]; ok {
		return old
	}
	if l.depth > t.maxDepth {
		return t.live
	}
	l.id = t.count
	t.count++
	t.table[string(t.key)] = &l
	return &l
}

func allAre(ls []*LivenessPattern, k kind) bool {
	return !slices.ContainsFunc(ls, func(l *LivenessPattern) bool { return l.kind != k })
}

func maxOf(ls []*LivenessPattern) int {
	depth := 0
	for _, l := range ls {
		depth = max(depth, l.depth)
	}
	return depth
}

func appendIDs(key []byte, ls []*LivenessPattern) []byte {
	for _, l := range ls {
		key = binary.AppendUvarint(key, uint64(l.id))
	}
	return key
}
