package dse

import (
	"scf/absval/tree"
	"scf/scfml/core"
)

// Sets of map keys, as the partial evaluator recorded them on map operations. The algebra of the sets is package tree's; here they
// are interned, so that patterns that hold equal sets are the same pattern.

// keyAlgebra is what the elimination asks of the sets: package tree's, or one of finite sets in tests. Every operation
// may err towards more keys: join and subtract may give more than the exact set, disjoint may deny what is true.
type keyAlgebra interface {
	none() core.KeySet
	join(a, b core.KeySet) core.KeySet
	// subtract is a without the keys of b: only a b of one key takes anything away, since a set of several possible keys
	// does not tell which one an operation writes.
	subtract(a, b core.KeySet) core.KeySet
	disjoint(a, b core.KeySet) bool
	// identity is the same for equal sets, and comparable.
	identity(a core.KeySet) any
	isNone(a core.KeySet) bool
	isAll(a core.KeySet) bool
}

// keys is an interned set of keys.
type keys struct {
	id  int
	set core.KeySet // nil: every key
}

func (k *keys) String() string {
	if k.set == nil {
		return "Any"
	}
	return k.set.String()
}

// keyTable interns sets of keys and remembers their joins.
type keyTable struct {
	algebra keyAlgebra
	all     *keys // every key
	none    *keys // no key
	table   map[any]*keys
	joins   map[[2]int]*keys
	count   int
}

func newKeyTable(a keyAlgebra) *keyTable {
	t := &keyTable{algebra: a, table: map[any]*keys{}, joins: map[[2]int]*keys{}}
	t.all = &keys{id: 0}
	t.none = &keys{id: 1, set: a.none()}
	t.count = 2
	return t
}

// of is the interned form of a recorded set; nil is every key.
func (t *keyTable) of(s core.KeySet) *keys {
	switch {
	case s == nil || t.algebra.isAll(s):
		return t.all
	case t.algebra.isNone(s):
		return t.none
	}
	id := t.algebra.identity(s)
	k, ok := t.table[id]
	if !ok {
		k = &keys{t.count, s}
		t.count++
		t.table[id] = k
	}
	return k
}

func (t *keyTable) join(a, b *keys) *keys {
	switch {
	case a == b || b == t.none || a == t.all:
		return a
	case a == t.none || b == t.all:
		return b
	case a.id > b.id:
		a, b = b, a
	}
	pair := [2]int{a.id, b.id}
	j, ok := t.joins[pair]
	if !ok {
		j = t.of(t.algebra.join(a.set, b.set))
		t.joins[pair] = j
	}
	return j
}

func (t *keyTable) subtract(a, b *keys) *keys {
	if a == t.all || a == t.none || b == t.all {
		return a
	}
	return t.of(t.algebra.subtract(a.set, b.set))
}

func (t *keyTable) disjoint(a, b *keys) bool {
	switch {
	case a == t.none || b == t.none:
		return true
	case a == t.all || b == t.all:
		return false
	}
	return t.algebra.disjoint(a.set, b.set)
}

// treeKeys is the algebra of the key sets that the partial evaluator records, which are nodes of its table.
type treeKeys struct{ t *tree.Table }

func (a treeKeys) none() core.KeySet { return a.t.Bottom }

func (a treeKeys) join(x, y core.KeySet) core.KeySet { return a.t.Join(x.(*tree.Node), y.(*tree.Node)) }

func (a treeKeys) subtract(x, y core.KeySet) core.KeySet {
	key := y.(*tree.Node)
	if !key.Singleton {
		return x
	}
	return a.t.Without(x.(*tree.Node), key)
}

func (a treeKeys) disjoint(x, y core.KeySet) bool {
	return a.t.Disjoint(x.(*tree.Node), y.(*tree.Node))
}

func (a treeKeys) identity(x core.KeySet) any { return x }

func (a treeKeys) isNone(x core.KeySet) bool { return x == core.KeySet(a.t.Bottom) }

func (a treeKeys) isAll(x core.KeySet) bool { return x == core.KeySet(a.t.Top) }
