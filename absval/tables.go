package absval

// Tables that walks over values note in, emptied at no cost. The partial evaluator walks over the arguments and the result of every
// call, so these walks decide how long it takes.

// table maps tags, or the numbers of values or nodes, to what is zero at first: a hash table with open addressing, a power of two long.
type table[K ID | uint64, V int32 | ID] struct {
	slots []slot[K, V]
	used  int
	round uint32 // slots of other rounds are empty
}

type slot[K ID | uint64, V int32 | ID] struct {
	key   K
	round uint32
	value V
}

// reset empties t.
func (t *table[K, V]) reset() { t.resetAs(64) }

// resetAs is reset; the table begins with so many slots, a power of two.
func (t *table[K, V]) resetAs(slots int) {
	if t.slots == nil {
		t.slots = make([]slot[K, V], slots)
	}
	t.used = 0
	t.round++
}

// slot is where key is, or where it belongs.
func (t *table[K, V]) slot(key K) *slot[K, V] {
	mask := uint64(len(t.slots) - 1)
	for i := uint64(key) * 0x9E3779B97F4A7C15 >> 20; ; i++ {
		if s := &t.slots[i&mask]; s.round != t.round || s.key == key {
			return s
		}
	}
}

// get is what t has for key.
func (t *table[K, V]) get(key K) V {
	if s := t.slot(key); s.round == t.round {
		return s.value
	}
	return 0
}

// set makes v what t has for key.
func (t *table[K, V]) set(key K, v V) {
	s := t.slot(key)
	if s.round == t.round {
		s.value = v
		return
	}
	*s = slot[K, V]{key, t.round, v}
	if t.used++; 2*t.used > len(t.slots) {
		t.grow()
	}
}

func (t *table[K, V]) grow() {
	old := t.slots
	t.slots = make([]slot[K, V], 2*len(old))
	for _, s := range old {
		if s.round == t.round {
			*t.slot(s.key) = s
		}
	}
}

// notes is a table of anything else. The first time it is used it is to be reset.
type notes[K ID | uint64, V any] struct {
	places table[K, int32] // in noted, the first of which is none
	noted  []V
}

func (n *notes[K, V]) reset() { n.resetAs(64) }

// resetAs is reset; n has room for half as many keys as there are slots.
func (n *notes[K, V]) resetAs(slots int) {
	n.places.resetAs(slots)
	n.noted = append(emptied(n.noted), *new(V))
}

// at is what n has for key, zero at first, and whether it has been asked before. The pointer is good until the next key.
func (n *notes[K, V]) at(key K) (v *V, known bool) {
	s := n.places.slot(key)
	if s.round == n.places.round {
		return &n.noted[s.value], true
	}
	i := len(n.noted)
	n.places.set(key, int32(i))
	n.noted = append(n.noted, *new(V))
	return &n.noted[i], false
}
