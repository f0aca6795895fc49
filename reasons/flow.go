package reasons

import (
	"scf/internal/diag"
	"scf/scfml/core"
)

// Where values come from and go to. A slot is a place that holds values: a parameter, a result, what an expression gives. Facts are about the
// parts of one type that the values of a slot have. Edges lead from slot to slot; what is known of a part goes along them, and what is asked of
// it goes back.

type slot int32

// part is the parts of one type of the values in a slot.
type part struct {
	in slot
	of int32 // a type, by number
}

// edge leads to a slot or, against the direction of values, from one.
type edge struct {
	end     slot
	barrier int32 // by number; 0 for none
	only    int32 // the type whose parts go along, with all that it contains; or all: anyType
	becomes int32 // where only this type's own facts go along: the type of what is computed from it; 0 otherwise
	scalar  bool  // becomes: an operation on scalars
}

const anyType = 0

// barrier is what keeps values from who takes them apart.
type barrier struct {
	kind Kind
	at   diag.Pos
}

// fact is what holds of a part: where it is from, or who asks for it.
type fact struct {
	flags   is
	barrier int32 // the weakest of those that its values passed; 0 for none
}

type is uint8

const (
	made     is = 1 << iota // in the program, and known here
	input                   // of the program
	computed                // from what is input

	read // somebody takes it apart, here
	used // it is a part of the result
)

// flow is the graph of slots.
type flow struct {
	types    *types
	next     [][]edge // by slot, in the direction of values
	before   [][]edge
	barriers []barrier // from 1
	sources  facts
	asks     facts
}

func newFlow() *flow {
	return &flow{
		types: newTypes(), next: [][]edge{nil}, before: [][]edge{nil}, barriers: []barrier{{}}, sources: facts{nil}, asks: facts{nil},
	}
}

func (f *flow) slot() slot {
	f.next, f.before = append(f.next, nil), append(f.before, nil)
	f.sources, f.asks = append(f.sources, nil), append(f.asks, nil)
	return slot(len(f.next) - 1)
}

func (f *flow) barrier(kind Kind, at diag.Pos) int32 {
	f.barriers = append(f.barriers, barrier{kind, at})
	return int32(len(f.barriers) - 1)
}

// flows leads the parts of values that type only has (all: anyType) from one slot to another, over a barrier unless that is 0.
func (f *flow) flows(from, to slot, b, only int32) {
	if from != to {
		f.next[from] = append(f.next[from], edge{end: to, barrier: b, only: only})
		f.before[to] = append(f.before[to], edge{end: from, barrier: b, only: only})
	}
}

// computes notes that the part to is computed from the part from.
func (f *flow) computes(from, to part, b int32, scalar bool) {
	f.next[from.in] = append(f.next[from.in], edge{end: to.in, barrier: b, only: from.of, becomes: to.of, scalar: scalar})
}

// source notes where a part is from, ask who asks for it.
func (f *flow) source(p part, x is) { f.sources.join(f, p, fact{flags: x}) }
func (f *flow) ask(p part, x is)    { f.asks.join(f, p, fact{flags: x}) }

// solve propagates all facts.
func (f *flow) solve() {
	f.propagate(f.sources, f.next, made)
	f.propagate(f.asks, f.before, read)
}

// over is what is left of x behind barrier b, where direct is the flag of what no barrier keeps yet: the weakest of the barriers that its values passed
// is now the stronger one of that and b.
func (f *flow) over(x fact, b int32, direct is) fact {
	if b == 0 {
		return x
	}
	if x.barrier != 0 && f.barriers[x.barrier].kind < f.barriers[b].kind {
		x.barrier = b
	}
	if x.flags&direct != 0 {
		x.flags &^= direct
		x.barrier = f.first(x.barrier, b)
	}
	return x
}

// first is the weaker of two barriers, a where they are alike; 0 is none.
func (f *flow) first(a, b int32) int32 {
	if a == 0 || b != 0 && f.barriers[b].kind < f.barriers[a].kind {
		return b
	}
	return a
}

func (f *flow) join(a, b fact) fact { return fact{a.flags | b.flags, f.first(a.barrier, b.barrier)} }

// propagate takes facts along edges until nothing changes, those of the weakest barriers first: what is known of a part changes for each kind of
// barriers once at most.
func (f *flow) propagate(facts facts, edges [][]edge, direct is) {
	var work queue
	for s := range facts {
		for _, x := range facts[s] {
			work.push(f.barriers[x.barrier].kind, part{slot(s), x.of})
		}
	}
	for {
		p, ok := work.pop()
		if !ok {
			return
		}
		x := facts.get(p)
		for _, e := range edges[p.in] {
			to, y, ok := f.along(e, p, f.over(x, e.barrier, direct))
			if ok && facts.join(f, to, y) {
				work.push(f.barriers[facts.get(to).barrier].kind, to)
			}
		}
	}
}

// queue holds parts by the kinds of their barriers.
type queue [Unknown][]part

func (q *queue) push(k Kind, p part) { q[k] = append(q[k], p) }

func (q *queue) pop() (part, bool) {
	for k := range q {
		if n := len(q[k]); n > 0 {
			p := q[k][n-1]
			q[k] = q[k][:n-1]
			return p, true
		}
	}
	return part{}, false
}

// facts are those about the parts of each slot, in the order in which they came up.
type facts [][]factOf

type factOf struct {
	of int32
	fact
}

func (fs facts) get(p part) fact {
	for _, x := range fs[p.in] {
		if x.of == p.of {
			return x.fact
		}
	}
	return fact{}
}

// join adds y to what is known of p; false where that says nothing new.
func (fs facts) join(f *flow, p part, y fact) bool {
	for i, x := range fs[p.in] {
		if x.of == p.of {
			fs[p.in][i].fact = f.join(x.fact, y)
			return fs[p.in][i].fact != x.fact
		}
	}
	fs[p.in] = append(fs[p.in], factOf{p.of, y})
	return true
}

// along is what becomes of fact x about p along e; false for nothing.
func (f *flow) along(e edge, p part, x fact) (part, fact, bool) {
	if e.becomes == 0 {
		return part{e.end, p.of}, x, e.only == anyType || f.types.contains(e.only, p.of)
	}
	if p.of != e.only {
		return part{}, fact{}, false
	}
	if e.scalar {
		x.flags &^= made
		if x.flags&input != 0 {
			x.flags = computed
		}
	}
	return part{e.end, e.becomes}, x, x != fact{}
}

// types numbers types, from 1.
type types struct {
	number map[string]int32
	all    []core.Type
	inside []contents // of each; without types until asked for
}

func newTypes() *types {
	return &types{number: map[string]int32{}, all: []core.Type{nil}, inside: []contents{{}}}
}

func (t *types) of(x core.Type) int32 {
	name := x.String()
	n, ok := t.number[name]
	if !ok {
		n = int32(len(t.all))
		t.number[name] = n
		t.all, t.inside = append(t.all, x), append(t.inside, contents{})
	}
	return n
}

// contents are the types that values of a type can have parts of, that type first.
type contents struct {
	list []int32
	set  map[int32]bool
}

// contains reports whether values of the type of can have parts of the type part.
func (t *types) contains(of, part int32) bool {
	t.parts(of)
	return t.inside[of].set[part]
}

func (t *types) parts(of int32) []int32 {
	if t.inside[of].list == nil {
		c := contents{set: map[int32]bool{}}
		t.collect(t.all[of], &c)
		t.inside[of] = c
	}
	return t.inside[of].list
}

func (t *types) collect(x core.Type, into *contents) {
	n := t.of(x)
	if into.set[n] {
		return
	}
	into.set[n] = true
	into.list = append(into.list, n)
	switch x := x.(type) {
	case *core.TupleType:
		for _, e := range x.Elems {
			t.collect(e, into)
		}
	case *core.DataType:
		for _, c := range x.Data.Cons {
			for _, a := range c.ArgTypes(x) {
				t.collect(a, into)
			}
		}
	case *core.MapType:
		t.collect(x.Key, into)
		t.collect(x.Value, into)
	case *core.SetType:
		t.collect(x.Elem, into)
	}
}
