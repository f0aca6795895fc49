package flow

import (
	"slices"

	"scf/scfml/core"
)

// Slot is a place that holds values, by number.
type Slot int32

// Nowhere is no slot; it is where values go that are only looked at.
const Nowhere Slot = 0

// Edge says that values in From get into To, in whole or in part.
type Edge struct {
	From, To Slot
	Kind     Kind
	Index    int32     // of the argument, operand or component
	Con      *core.Con // of a component and of a part: the constructor; nil for a tuple
	By       core.Expr // who does it: the match, the call, the construction, the operation; nil for the body of a function
}

// Kind is how a value gets from slot to slot.
type Kind uint8

const (
	Bind      Kind = iota // the scrutinee is what a variable is bound to; a function's body gives its result
	Arm                   // an arm of several gives the result of its match
	Argument              // an argument is a parameter of the function called
	Return                // a function's result is what its call gives
	Component             // an argument of a constructor, or an element of a tuple, is a component of what that makes
	Part                  // a pattern takes a component out of what it matches
	Operand               // an operation computes its result from the operand
	Change                // an operation, or an iterator, makes a map or a set of it: of a map or a set, of a key, of an entry
	Lookup                // an operation looks in the map or the set for a key; it gives what the map has there
	Key                   // it is the key that the operation looks for
	Entry                 // an iterator goes through the entries of a map, each of which is its parameter
	Collect               // what the body of an iterator gives is an entry of the map that the iterator makes
	Test                  // a pattern compares it with a literal or a constructor; To is Nowhere
	Open                  // a pattern takes a tuple apart; To is Nowhere
	Ignore                // a pattern matches it whatever it is, and does not bind it; To is Nowhere
)

// Graph is the flow graph of a program. It stands for the program as it was when the graph was made.
type Graph struct {
	Edges []Edge
	// Exprs are the expressions that slots hold the values of, by slot; nil for other slots. Variables have no slots of their own where they
	// stand, and matches of one arm have that of the arm.
	Exprs   []core.Expr
	Fields  map[Field]Slot // of field-based graphs: the components that are made or taken out
	vars    map[*core.Var]Slot
	results map[*core.Func]Slot
	out, in adjacency
}

// Field is a component of the values that a constructor makes.
type Field struct {
	Con   *core.Con
	Index int
}

// Slots is how many slots there are, Nowhere among them.
func (g *Graph) Slots() int { return len(g.Exprs) }

// Var is the slot of a variable; Nowhere where no value goes into it or out of it.
func (g *Graph) Var(x *core.Var) Slot { return g.vars[x] }

// Result is the slot of what f gives; Nowhere where f is not of the program.
func (g *Graph) Result(f *core.Func) Slot { return g.results[f] }

func newGraph() *Graph {
	return &Graph{Exprs: []core.Expr{nil}, Fields: map[Field]Slot{}, vars: map[*core.Var]Slot{}, results: map[*core.Func]Slot{}}
}

func (g *Graph) edge(e Edge)               { g.Edges = append(roomy(g.Edges), e) }
func (g *Graph) variable(x *core.Var) Slot { return slotOf(g, g.vars, x) }
func (g *Graph) result(f *core.Func) Slot  { return slotOf(g, g.results, f) }
func (g *Graph) field(f Field) Slot        { return slotOf(g, g.Fields, f) }

func (g *Graph) slot(e core.Expr) Slot {
	g.Exprs = append(roomy(g.Exprs), e)
	return Slot(len(g.Exprs) - 1)
}

// roomy is list with room for more: a long one that is full gets as much again, not the quarter that append gives it.
func roomy[T any](list []T) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, len(list)+64)
}

// slotOf is the slot of x among those of its kind, a new one where it has none.
func slotOf[K comparable](g *Graph, slots map[K]Slot, x K) Slot {
	s, ok := slots[x]
	if !ok {
		s = g.slot(nil)
		slots[x] = s
	}
	return s
}

// adjacency holds the edges at each slot by their numbers: those of slot s are edges[first[s]:first[s+1]].
type adjacency struct{ first, edges []int32 }

// at are the numbers of the edges at s.
func (a *adjacency) at(s Slot) []int32 { return a.edges[a.first[s]:a.first[s+1]] }

// adjacency sorts the edges of g by the end that is given.
func (g *Graph) adjacency(end func(*Edge) Slot) adjacency {
	a := adjacency{make([]int32, g.Slots()+1), make([]int32, len(g.Edges))}
	for i := range g.Edges {
		a.first[end(&g.Edges[i])]++
	}
	sum := int32(0)
	for s, n := range a.first {
		sum += n
		a.first[s] = sum
	}
	for i := len(g.Edges) - 1; i >= 0; i-- {
		s := end(&g.Edges[i])
		a.first[s]--
		a.edges[a.first[s]] = int32(i)
	}
	return a
}

// outgoing are the edges from each slot, incoming those to each; they are sorted when they are first asked for.
func (g *Graph) outgoing() *adjacency {
	if g.out.first == nil {
		g.out = g.adjacency(func(e *Edge) Slot { return e.From })
	}
	return &g.out
}

func (g *Graph) incoming() *adjacency {
	if g.in.first == nil {
		g.in = g.adjacency(func(e *Edge) Slot { return e.To })
	}
	return &g.in
}
