package interp

import "scf/scfml/core"

// The interpreter's memory for the values that it makes: some at a time, as most live as long as those made beside them. What lives longest
// keeps at most chunkOfValues others. Short runs share chunks; a run that comes to the end of one does not leave the next one to others: through it, whose first values may lead to all
// that the run has made, they would keep that, and in turn what the runs before it have made.

const (
	chunkOfValues = 16
	chunkOfParts  = 3 * chunkOfValues
)

// room is what is left of the last chunks.
type room struct {
	cons   []core.ConValue
	tuples []core.Tuple
	parts  []core.Value
	next   bool // whether a chunk was not enough
}

// shared is what the next run may have of it.
func (r room) shared() room {
	if r.next {
		return room{}
	}
	return r
}

// con is a constructed value whose n arguments are still to be filled in.
func (r *room) con(con *core.Con, n int) *core.ConValue {
	if len(r.cons) == 0 {
		r.next = r.next || r.cons != nil
		r.cons = make([]core.ConValue, chunkOfValues)
	}
	v := &r.cons[0]
	r.cons = r.cons[1:]
	v.Con, v.Args = con, r.some(n)
	return v
}

// tuple is a tuple whose n components are still to be filled in.
func (r *room) tuple(n int) *core.Tuple {
	if len(r.tuples) == 0 {
		r.next = r.next || r.tuples != nil
		r.tuples = make([]core.Tuple, chunkOfValues)
	}
	v := &r.tuples[0]
	r.tuples = r.tuples[1:]
	v.Elems = r.some(n)
	return v
}

func (r *room) some(n int) []core.Value {
	if len(r.parts) < n {
		r.next = r.next || r.parts != nil
		r.parts = make([]core.Value, max(n, chunkOfParts))
	}
	parts := r.parts[:n:n]
	r.parts = r.parts[n:]
	return parts
}
