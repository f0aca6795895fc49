package stager

import (
	"slices"

	"scf/pe"
	"scf/simplify"
)

// This file says what became of contours: specialisation makes a function of each whose calls it leaves, under a name of its own, which the phases behind it
// keep. Simplification tells where it inlines a function, merges it into another or specialises it once more; what is gone without that nothing called any more.

// Contour is a contour of the partial evaluator, and what became of it.
type Contour struct {
	pe.Contour
	End End
	// Functions are those of the residual program that End speaks of, by their names, in their order there.
	Functions []string
}

// End says what became of a contour.
type End string

// The ends of contours.
const (
	EndDecided End = "decided" // the partial evaluator left no call of it
	EndRemoved End = "removed" // nothing called it any more
	EndInlined End = "inlined" // its code stands in the functions
	EndMerged  End = "merged"  // the functions do the same and are called in its place
	EndKept    End = "kept"    // it is the function, with its specializations the functions
)

// move is a way from one function to another.
type move struct {
	how  simplify.Move
	to   string
	when int
}

// moves are the ways from functions, by name, in the order in which they were gone.
type moves struct {
	from map[string][]move
	n    int
}

func (m *moves) add(how simplify.Move, from, to string) {
	if m.from == nil {
		m.from = map[string][]move{}
	}
	m.n++
	m.from[from] = append(m.from[from], move{how, to, m.n})
}

// contours are those of the partial evaluator with what became of them.
func (r *recorder) contours() []Contour {
	place := map[string]int{}
	for i, f := range r.funcs {
		place[f.Name] = i
	}
	var out []Contour
	for _, c := range r.pe.Contours {
		next := Contour{Contour: c, End: EndDecided}
		if c.Residual != nil {
			next.End, next.Functions = r.moves.end(c.Residual.Name, place)
		}
		slices.SortFunc(next.Functions, func(a, b string) int { return place[a] - place[b] })
		out = append(out, next)
	}
	return out
}

// end is what became of the function called name, where those that are left have places: the strongest end that leads to one of these.
func (m *moves) end(name string, place map[string]int) (End, []string) {
	for _, e := range []struct {
		end End
		by  simplify.Move // and those that say more
	}{{EndKept, simplify.Specialized}, {EndMerged, simplify.Merged}, {EndInlined, simplify.Inlined}} {
		if left := m.reached(name, e.by, place); len(left) > 0 {
			return e.end, left
		}
	}
	return EndRemoved, nil
}

// reached are the functions with places that name leads to by such moves, each later than the one before it.
func (m *moves) reached(name string, by simplify.Move, place map[string]int) (left []string) {
	since := map[string]int{}
	var visit func(name string, when int)
	visit = func(name string, when int) {
		if before, met := since[name]; met && before <= when {
			return
		} else if _, is := place[name]; is && !met {
			left = append(left, name)
		}
		since[name] = when
		if _, is := place[name]; is && by == simplify.Inlined {
			return
		}
		for _, next := range m.from[name] {
			if next.when > when && next.how >= by {
				visit(next.to, next.when)
			}
		}
	}
	visit(name, 0)
	return left
}
