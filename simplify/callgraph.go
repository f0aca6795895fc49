package simplify

import "scf/scfml"

// This file defines who calls whom.

// callGraph is the calls of a program as they are when a round begins.
type callGraph struct {
	order     []*scfml.Func // callees before their callers, as far as recursion permits
	calls     map[*scfml.Func]int
	caller    map[*scfml.Func]*scfml.Func // one of the callers
	recursive map[*scfml.Func]bool
}

// callGraph finds the groups of functions that call each other (R. Tarjan, Depth-first search and linear graph algorithms,
// 1972), which come out with callees first.
func (s *session) callGraph() *callGraph {
	g := &callGraph{
		calls: map[*scfml.Func]int{}, caller: map[*scfml.Func]*scfml.Func{}, recursive: map[*scfml.Func]bool{},
	}
	index := map[*scfml.Func]int{}
	low := map[*scfml.Func]int{}
	onStack := map[*scfml.Func]bool{}
	var stack []*scfml.Func
	var visit func(f *scfml.Func)
	visit = func(f *scfml.Func) {
		index[f] = len(index) + 1
		low[f] = index[f]
		stack = append(stack, f)
		onStack[f] = true
		for _, call := range s.outline(f).calls {
			c := call.Func
			g.calls[c]++
			g.caller[c] = f
			switch {
			case c == f:
				g.recursive[f] = true
			case index[c] == 0:
				visit(c)
				low[f] = min(low[f], low[c])
			case onStack[c]:
				low[f] = min(low[f], index[c])
			}
		}
		if low[f] != index[f] {
			return
		}
		for i := len(stack) - 1; ; i-- {
			c := stack[i]
			onStack[c] = false
			if c != f {
				g.recursive[c], g.recursive[f] = true, true
				continue
			}
			// A function is handled after those of its group that it reached.
			for j := len(stack) - 1; j >= i; j-- {
				g.order = append(g.order, stack[j])
			}
			stack = stack[:i]
			return
		}
	}
	for _, f := range s.program.Funcs {
		if index[f] == 0 {
			visit(f)
		}
	}
	return g
}

// reachable are the functions that can be called from the entry, in the program's order.
func (s *session) reachable() []*scfml.Func {
	seen := map[*scfml.Func]bool{s.program.Entry: true}
	work := []*scfml.Func{s.program.Entry}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range s.outline(f).calls {
			if !seen[c.Func] {
				seen[c.Func] = true
				work = append(work, c.Func)
			}
		}
	}
	var out []*scfml.Func
	for _, f := range s.program.Funcs {
		if seen[f] {
			out = append(out, f)
		}
	}
	return out
}
