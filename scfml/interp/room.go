package interp

import "scf/scfml/core"

// The interpreter's memory for the values that it makes: some at a time, as most live as long as those made beside them. What lives longest
// keeps at most chunkOfValues others. Short runs share chunks; a run that comes to the end of one does not leave the next one to others: through it, whose first values may lead to all
// that the run has made, they would keep that, and in turn what the runs before it have made.
//
// A run whose values are all dropped at the same time makes them in an Arena, in the places of those that were dropped before: then there is nothing
// to collect.

const (
	chunkOfValues = 16
	chunkOfParts  = 3 * chunkOfValues
)

// An arena keeps at most so many places for values of one kind, and for parts: few staged programs make as many, and all of them are some 700 KB.
const (
	maxValues = 1 << 13
	maxParts  = 2 * maxValues
)

// Arena is where runs make values that are needed for the same time (Options.Arena). The zero Arena is ready. It serves one run at a time.
type Arena struct{ room room }

// Release ends the lives of all values that runs have made in a: nobody may look at them any more, as the next runs put theirs in their places.
func (a *Arena) Release() {
	a.room.cons.release(maxValues)
	a.room.tuples.release(maxValues)
	a.room.parts.release(maxParts)
}

// room is what there is for values and their parts.
type room struct {
	cons   slab[core.ConValue]
	tuples slab[core.Tuple]
	parts  slab[core.Value]
}

// forget drops what the next run may not have, where nobody says how long values are needed.
func (r *room) forget() {
	if r.cons.more+r.tuples.more+r.parts.more > 0 {
		*r = room{}
	}
}

// con is a constructed value whose n arguments are still to be filled in.
func (r *room) con(con *core.Con, n int) *core.ConValue {
	v := &r.cons.take(1, chunkOfValues)[0]
	v.Con, v.Args = con, r.parts.take(n, chunkOfParts)
	return v
}

// tuple is a tuple whose n components are still to be filled in.
func (r *room) tuple(n int) *core.Tuple {
	v := &r.tuples.take(1, chunkOfValues)[0]
	v.Elems = r.parts.take(n, chunkOfParts)
	return v
}

// slab is places for things of one kind.
type slab[T any] struct {
	chunk []T // whose places are being given away
	used  int // how many of them are
	first []T // the chunk that comes first
	more  int // how many places the others have had
}

// take is n places, of a new chunk if need be.
func (s *slab[T]) take(n, chunk int) []T {
	end := s.used + n
	if end > len(s.chunk) {
		return s.grow(n, chunk)
	}
	places := s.chunk[s.used:end:end]
	s.used = end
	return places
}

func (s *slab[T]) grow(n, chunk int) []T {
	s.chunk, s.used = make([]T, max(n, chunk)), n
	if s.first == nil {
		s.first = s.chunk
	} else {
		s.more += len(s.chunk)
	}
	return s.chunk[:n:n]
}

// release makes the places of the first chunk free again. Where they were not enough, there are more of them, but at most that many.
func (s *slab[T]) release(most int) {
	switch {
	case s.more == 0:
		clear(s.first[:s.used])
	case len(s.first) >= most:
		clear(s.first)
	default:
		s.first = make([]T, min(len(s.first)+s.more, most))
	}
	s.chunk, s.used, s.more = s.first, 0, 0
}
