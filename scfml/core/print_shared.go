package core

import (
	"encoding/binary"
	"fmt"
)

// Parts that constants share are printed once, as a `val` of their own, so that a program whose constants are a graph prints as one
// and is one again when it is loaded. A part is shared where two different structures have it, or one has it twice.

// sharing numbers the structures inside constants: equal ones have one number.
type sharing struct {
	numbers map[string]int
	of      map[Value]int // the number of a structure, by its address
	size    []int         // by number
	uses    []int         // by number: in how many places of different structures it stands
}

func newSharing() *sharing { return &sharing{numbers: map[string]int{}, of: map[Value]int{}} }

// shared reports whether v is to be a val where it stands inside another constant.
func (s *sharing) shared(v Value) bool {
	n, ok := s.of[v]
	return ok && s.uses[n] > 1 && s.size[n] > smallConst && hasOneType(v)
}

// hasOneType reports whether v, by its looks, is of one type only.
func hasOneType(v Value) bool {
	for {
		c, ok := v.(*ConValue)
		switch {
		case !ok:
			return false
		case c.Con != Cons:
			return len(c.Con.Data.Params) == 0
		}
		v = c.Args[0]
	}
}

// add counts the parts of v, in which no maps or sets are.
func (s *sharing) add(v Value) {
	type visit struct {
		v    Value
		done bool
	}
	for work := []visit{{v: v}}; len(work) > 0; {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		parts, structured := partsOf(w.v)
		if _, seen := s.of[w.v]; seen || !structured {
			continue
		}
		if w.done {
			s.number(w.v, parts)
			continue
		}
		work = append(work, visit{w.v, true})
		for _, p := range parts {
			work = append(work, visit{v: p})
		}
	}
}

// partsOf are the components of a tuple or of a constructor's value.
func partsOf(v Value) (parts []Value, structured bool) {
	switch v := v.(type) {
	case *Tuple:
		return v.Elems, true
	case *ConValue:
		return v.Args, true
	}
	return nil, false
}

// number gives v, whose parts have numbers, its own. It counts the parts where v is the first of its kind.
func (s *sharing) number(v Value, parts []Value) {
	key := []byte("t")
	if c, ok := v.(*ConValue); ok {
		key = fmt.Appendf(key[:0], "%p", c.Con)
	}
	size := 1
	for _, p := range parts {
		if n, ok := s.of[p]; ok {
			key = binary.AppendUvarint(append(key, '#'), uint64(n))
			size += s.size[n]
		} else {
			key = fmt.Appendf(key, "%T:%q", p, scalarText(p))
			size++
		}
	}
	n, seen := s.numbers[string(key)]
	if !seen {
		n = len(s.size)
		s.numbers[string(key)] = n
		s.size, s.uses = append(s.size, size), append(s.uses, 0)
		for _, p := range parts {
			if m, ok := s.of[p]; ok {
				s.uses[m]++
			}
		}
	}
	s.of[v] = n
}
