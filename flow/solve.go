package flow

// Lattice is the facts of a problem, a join semilattice with the zero F as its least element, and what edges do to them.
//
// Join is monotone, commutative and associative, up to what the client tells apart; Along is monotone. There is no infinite ascending chain.
type Lattice[F any] interface {
	// Join is x and y together, and whether that is more than x.
	Join(x, y F) (F, bool)
	// Along is what x, known of the slot at one end of e, says of the one at the other; false for nothing.
	Along(e *Edge, x F) (F, bool)
}

// Direction is which way facts go along edges.
type Direction int

const (
	Forwards  Direction = iota // with the values
	Backwards                  // from where values go to where they come from
	BothWays                   // slots with an edge between them know the same
)

// Solver finds the least solution of a problem.
type Solver[F any] struct {
	g         *Graph
	direction Direction
	lattice   Lattice[F]
	facts     []F
	work      []Slot // of which more is known than has gone along their edges
	waits     []bool // by slot: it is in work
}

// NewSolver is for a problem of which nothing is known yet.
func NewSolver[F any](g *Graph, d Direction, l Lattice[F]) *Solver[F] {
	return &Solver[F]{g: g, direction: d, lattice: l, facts: make([]F, g.Slots()), waits: make([]bool, g.Slots())}
}

// Add notes that x holds of s. What holds of Nowhere goes nowhere.
func (v *Solver[F]) Add(s Slot, x F) {
	if s == Nowhere {
		return
	}
	joined, more := v.lattice.Join(v.facts[s], x)
	if !more {
		return
	}
	v.facts[s] = joined
	if !v.waits[s] {
		v.waits[s] = true
		v.work = append(v.work, s)
	}
}

// Solve takes what is known along edges until nothing changes.
func (v *Solver[F]) Solve() {
	for len(v.work) > 0 {
		s := v.work[len(v.work)-1]
		v.work = v.work[:len(v.work)-1]
		v.waits[s] = false
		if v.direction != Backwards {
			for _, i := range v.g.outgoing().at(s) {
				v.along(&v.g.Edges[i], v.g.Edges[i].To, v.facts[s])
			}
		}
		if v.direction != Forwards {
			for _, i := range v.g.incoming().at(s) {
				v.along(&v.g.Edges[i], v.g.Edges[i].From, v.facts[s])
			}
		}
	}
}

func (v *Solver[F]) along(e *Edge, to Slot, x F) {
	if to == Nowhere {
		return
	}
	if y, ok := v.lattice.Along(e, x); ok {
		v.Add(to, y)
	}
}

// At is what holds of s.
func (v *Solver[F]) At(s Slot) F { return v.facts[s] }

// Reaches is the lattice of one fact, which holds or does not, and goes along the edges for which the function holds.
type Reaches func(e *Edge) bool

func (r Reaches) Join(x, y bool) (bool, bool)        { return x || y, y && !x }
func (r Reaches) Along(e *Edge, x bool) (bool, bool) { return x, x && r(e) }

// Flat is an element of the flat lattice over T: no T, which is the zero Flat, one, or any.
type Flat[T comparable] struct {
	state  flatness
	single T
}

type flatness uint8

const (
	none flatness = iota
	one
	anything
)

// One is exactly x.
func One[T comparable](x T) Flat[T] { return Flat[T]{one, x} }

// Any is every T.
func Any[T comparable]() Flat[T] { return Flat[T]{state: anything} }

// One is the one T that x is; false where it is none, or any.
func (x Flat[T]) One() (T, bool) { return x.single, x.state == one }

// Constants is the lattice of facts that are flat, which go along edges as the function says.
type Constants[T comparable] func(e *Edge, x Flat[T]) (Flat[T], bool)

// Join is any T where x and y are two.
func (c Constants[T]) Join(x, y Flat[T]) (Flat[T], bool) {
	switch {
	case x == y || y.state == none || x.state == anything:
		return x, false
	case x.state == none:
		return y, true
	}
	return Any[T](), true
}

func (c Constants[T]) Along(e *Edge, x Flat[T]) (Flat[T], bool) { return c(e, x) }
