// Package arena holds memory that is taken in pieces and given back all at once.
package arena

// Of is an arena of values of type T. The zero value is an empty one.
type Of[T any] struct {
	chunks [][]T // each full up to its length
	at     int   // the chunk that pieces are taken from
}

const firstChunk = 256

// Make is a piece of n zero values. It has no room to grow: an append to it copies.
func (a *Of[T]) Make(n int) []T { return a.MakeCap(n, n) }

// MakeCap is a piece of n zero values with room for c.
func (a *Of[T]) MakeCap(n, c int) []T {
	for ; a.at < len(a.chunks); a.at++ {
		if chunk := a.chunks[a.at]; cap(chunk)-len(chunk) >= c {
			return a.cut(n, c)
		}
	}
	a.chunks = append(a.chunks, make([]T, 0, max(c, firstChunk<<min(len(a.chunks), 8))))
	return a.cut(n, c)
}

func (a *Of[T]) cut(n, c int) []T {
	chunk := a.chunks[a.at]
	from := len(chunk)
	a.chunks[a.at] = chunk[:from+c]
	out := chunk[from : from+n : from+c]
	clear(out)
	return out
}

// New is one zero value.
func (a *Of[T]) New() *T { return &a.Make(1)[0] }

// Copy is a piece that holds what s does.
func (a *Of[T]) Copy(s []T) []T {
	if len(s) == 0 {
		return nil
	}
	out := a.Make(len(s))
	copy(out, s)
	return out
}

// Append is append, with room from the arena.
func (a *Of[T]) Append(s []T, v T) []T {
	if len(s) == cap(s) {
		grown := a.MakeCap(len(s), max(4, 2*len(s)))
		copy(grown, s)
		s = grown
	}
	return append(s, v)
}

// Reset gives all pieces back; they are used again.
func (a *Of[T]) Reset() {
	for i := range a.chunks {
		a.chunks[i] = a.chunks[i][:0]
	}
	a.at = 0
}
