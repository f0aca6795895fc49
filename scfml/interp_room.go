package scfml

// The interpreter's memory for the values that it makes: some at a time, as most live as long as those made beside them. What lives longest
// keeps at most chunkOfValues others.

const (
	chunkOfValues = 16
	chunkOfParts  = 3 * chunkOfValues
)

// room is what is left of the last chunks.
type room struct {
	cons   []ConValue
	tuples []Tuple
	parts  []Value
}

// con is a constructed value whose n arguments are still to be filled in.
func (r *room) con(con *Con, n int) *ConValue {
	if len(r.cons) == 0 {
		r.cons = make([]ConValue, chunkOfValues)
	}
	v := &r.cons[0]
	r.cons = r.cons[1:]
	v.Con, v.Args = con, r.some(n)
	return v
}

// tuple is a tuple whose n components are still to be filled in.
func (r *room) tuple(n int) *Tuple {
	if len(r.tuples) == 0 {
		r.tuples = make([]Tuple, chunkOfValues)
	}
	v := &r.tuples[0]
	r.tuples = r.tuples[1:]
	v.Elems = r.some(n)
	return v
}

func (r *room) some(n int) []Value {
	if len(r.parts) < n {
		r.parts = make([]Value, max(n, chunkOfParts))
	}
	parts := r.parts[:n:n]
	r.parts = r.parts[n:]
	return parts
}
