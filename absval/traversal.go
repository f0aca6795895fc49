package absval

// What traversals of values note: marks on the values themselves, and a table by tags that is emptied at no cost. The partial
// evaluator walks over the arguments and the result of every call, so these walks decide how long it takes.

// traversal is a walk over values that notes something about each. Two traversals of one domain never overlap in time: the later one's
// marks replace the earlier one's.
type traversal uint32

func (d *Domain) traversal() traversal {
	d.lastTraversal++
	return d.lastTraversal
}

// note is what a traversal has noted about v, zero at first; it may be set.
func (t traversal) note(v *Value) *int32 {
	if v.traversal != t {
		v.traversal, v.noted = t, 0
	}
	return &v.noted
}

// idTable maps tags to numbers that are zero at first: a hash table with open addressing, a power of two long.
type idTable[N int32 | ID] struct {
	slots []idSlot[N]
	used  int
	round uint32 // slots of other rounds are empty
}

type idSlot[N int32 | ID] struct {
	id    ID
	round uint32
	value N
}

// reset empties t.
func (t *idTable[N]) reset() {
	if t.slots == nil {
		t.slots = make([]idSlot[N], 64)
	}
	t.used = 0
	t.round++
}

// slot is where id is, or where it belongs.
func (t *idTable[N]) slot(id ID) *idSlot[N] {
	mask := uint64(len(t.slots) - 1)
	for i := uint64(id) * 0x9E3779B97F4A7C15 >> 20; ; i++ {
		if s := &t.slots[i&mask]; s.round != t.round || s.id == id {
			return s
		}
	}
}

// get is the number of id.
func (t *idTable[N]) get(id ID) N {
	if s := t.slot(id); s.round == t.round {
		return s.value
	}
	return 0
}

// set makes n the number of id.
func (t *idTable[N]) set(id ID, n N) {
	s := t.slot(id)
	if s.round == t.round {
		s.value = n
		return
	}
	*s = idSlot[N]{id, t.round, n}
	if t.used++; 2*t.used > len(t.slots) {
		t.grow()
	}
}

func (t *idTable[N]) grow() {
	old := t.slots
	t.slots = make([]idSlot[N], 2*len(old))
	for _, s := range old {
		if s.round == t.round {
			*t.slot(s.id) = s
		}
	}
}
