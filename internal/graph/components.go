// Package graph has what is known of graphs: their strongly connected components.
package graph

// Components are the strongly connected components of what the roots reach, each behind those that it leads to (R. Tarjan, Depth-first search and
// linear graph algorithms, 1972). The nodes of a component stand in the order in which they were found. successors calls visit for each
// node that n leads to, any number of times.
func Components[N comparable](roots []N, successors func(n N, visit func(N))) [][]N {
	s := search[N]{successors: successors, seen: map[N]*found{}}
	for _, r := range roots {
		if s.seen[r] == nil {
			s.visit(r)
		}
	}
	return s.components
}

// found is what is known of a node: its number, the least number that it leads to, and whether its component is still open.
type found struct {
	index, low int
	open       bool
}

type search[N comparable] struct {
	successors func(n N, visit func(N))
	seen       map[N]*found
	stack      []N // the nodes of open components
	components [][]N
}

func (s *search[N]) visit(n N) *found {
	at := len(s.stack)
	f := &found{index: len(s.seen), low: len(s.seen), open: true}
	s.seen[n] = f
	s.stack = append(s.stack, n)
	s.successors(n, func(m N) {
		switch g := s.seen[m]; {
		case g == nil:
			f.low = min(f.low, s.visit(m).low)
		case g.open:
			f.low = min(f.low, g.index)
		}
	})
	if f.low == f.index {
		component := append([]N(nil), s.stack[at:]...)
		s.stack = s.stack[:at]
		for _, m := range component {
			s.seen[m].open = false
		}
		s.components = append(s.components, component)
	}
	return f
}
