package valuegraph

import (
	"encoding/binary"

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
