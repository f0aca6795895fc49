package simplify

import (
	"encoding/binary"
	"sync"

	"scf/scfml/core"
)

// This file defines what is known at a point of the program [SIM-KNOWN] and what is computed there already [SIM-REUSE].
// Both hold for a block and the blocks inside it; enter and leave keep them so by a trail of what to restore.

// fact is what is known about a value.
type fact struct {
	is     *value    // it is this constant
	con    *core.Con // it is made by con
	not    *failures // no test for these succeeds
	forced bool      // it is computed already: an enclosing match tests it
}

// key identifies a computation by its operands.
type key struct {
	kind  kind
	what  any // *core.Con, core.Op or *core.Func
	index int
	args  string // the ids of the operands
}

// scope holds the facts and the available computations.
type scope struct {
	facts     map[*value]fact
	available map[key]*value
	looked    map[[2]*value]lookedUp // keys in maps that a match decides
	trail     []undo
}

// undo restores one entry of the scope.
type undo struct {
	v    *value // of facts; nil for an entry of available, or of looked where at is not
	fact fact
	had  bool
	key  key
	at   [2]*value
}

func newScope() *scope {
	return &scope{facts: map[*value]fact{}, available: map[key]*value{}, looked: map[[2]*value]lookedUp{}}
}

// enter gives the mark to which leave returns.
func (s *scope) enter() int { return len(s.trail) }

// leave forgets what was learnt since the mark.
func (s *scope) leave(mark int) {
	for len(s.trail) > mark {
		u := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		switch {
		case u.at[0] != nil:
			delete(s.looked, u.at)
		case u.v == nil:
			delete(s.available, u.key)
		case u.had:
			s.facts[u.v] = u.fact
		default:
			delete(s.facts, u.v)
		}
	}
}

// learn sets the fact about v.
func (s *scope) learn(v *value, f fact) {
	old, had := s.facts[v]
	s.trail = append(s.trail, undo{v: v, fact: old, had: had})
	s.facts[v] = f
}

// provide makes v available under k, which is not available yet.
func (s *scope) provide(k key, v *value) {
	s.trail = append(s.trail, undo{key: k})
	s.available[k] = v
}

// look notes the outcome of looking up the key at[1] in the map at[0].
func (s *scope) look(at [2]*value, l lookedUp) {
	s.trail = append(s.trail, undo{at: at})
	s.looked[at] = l
}

// keyOf is the key of a computation.
func keyOf(kind kind, what any, index int, args []*value) key {
	ids := make([]byte, 0, 32)
	for _, a := range args {
		ids = binary.AppendVarint(ids, int64(a.id))
	}
	return key{kind, what, index, string(ids)}
}

// constants shares equal constants, so that their ids tell them apart. Structured ones are shared where they are small or
// the same object; larger ones that are equal may stay two values. Several goroutines may ask for them.
type constants struct {
	byValue sync.Map // a *value by core.Value
	mu      sync.Mutex
	byText  map[string]*value
	last    int // the id
}

func newConstants() *constants { return &constants{byText: map[string]*value{}} }

// maxSharedConst bounds the text by which structured constants are compared.
const maxSharedConst = 256

// of is the value for a constant. The ids of constants are negative.
func (c *constants) of(lit core.Value, names *names) *value {
	if v, ok := c.byValue.Load(lit); ok {
		return v.(*value)
	}
	text, small := "", false
	if !scalar(lit) {
		var b []byte
		b, small = names.appendConst(nil, lit)
		text = string(b)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.byValue.Load(lit); ok {
		return v.(*value)
	}
	v := c.byText[text]
	if v == nil || !small {
		c.last--
		v = &value{id: c.last, since: c.last, kind: constKind, lit: lit}
	}
	c.byValue.Store(lit, v)
	if small {
		c.byText[text] = v
	}
	return v
}

// names numbers constructors and functions in order of first mention, and sets of keys, so that texts can name them.
type names struct {
	numbers sync.Map // an int by any
	mu      sync.Mutex
	last    int
}

func newNames() *names { return &names{} }

func (n *names) number(x any) int {
	if i, ok := n.numbers.Load(x); ok {
		return i.(int)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if i, ok := n.numbers.Load(x); ok {
		return i.(int)
	}
	n.last++
	n.numbers.Store(x, n.last)
	return n.last
}

// appendConst appends a text that is the same for equal constants only; false where it would be long or has maps in it.
func (n *names) appendConst(b []byte, lit core.Value) ([]byte, bool) {
	if len(b) > maxSharedConst {
		return b, false
	}
	list := func(vs []core.Value) bool {
		b = binary.AppendUvarint(b, uint64(len(vs)))
		ok := true
		for _, v := range vs {
			if b, ok = n.appendConst(b, v); !ok {
				return false
			}
		}
		return true
	}
	switch lit := lit.(type) {
	case core.Int:
		return binary.AppendVarint(append(b, 'i'), int64(lit)), true
	case core.Bool:
		if lit {
			return append(b, 't'), true
		}
		return append(b, 'f'), true
	case core.Char:
		return append(b, 'c', byte(lit)), true
	case core.Str:
		b = binary.AppendUvarint(append(b, 's'), uint64(len(lit)))
		return append(b, lit...), true
	case *core.Tuple:
		b = append(b, '(')
		ok := list(lit.Elems)
		return b, ok
	case *core.ConValue:
		b = binary.AppendUvarint(append(b, 'k'), uint64(n.number(lit.Con)))
		ok := list(lit.Args)
		return b, ok
	}
	return b, false
}
