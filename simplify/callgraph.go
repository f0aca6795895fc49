package simplify

import (
	"cmp"
	"maps"
	"slices"

	"scf/scfml"
)

// This file defines who calls whom.

// callGraph is the calls of a program as they are when a round begins.
type callGraph struct {
	order     []*scfml.Func // callees before their callers, as far as recursion permits
	calls     map[*scfml.Func]int
	caller    map[*scfml.Func]*scfml.Func // one of the callers
	recursive map[*scfml.Func]bool
	breakers  map[*scfml.Func]bool // without the calls of these there is no recursion
	joins     map[*scfml.Func]bool // the join points
}

// callGraph finds the groups of functions that call each other (R. Tarjan, Depth-first search and linear graph algorithms,
// 1972), which come out with callees first.
func (s *session) callGraph() *callGraph {
	g := &callGraph{
		calls: map[*scfml.Func]int{}, caller: map[*scfml.Func]*scfml.Func{}, recursive: map[*scfml.Func]bool{},
		breakers: map[*scfml.Func]bool{}, joins: maps.Clone(s.joins),
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
				g.recursive[f], g.breakers[f] = true, true
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
			s.breakGroup(g, stack[i:])
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

// breakGroup finds breakers of a group of functions that call each other, and puts the group into the order of the graph: callees come
// before their callers but for calls of breakers. Functions that call themselves are breakers; of the others, large ones rather than small
// ones, which are worth more where they are inlined.
func (s *session) breakGroup(g *callGraph, group []*scfml.Func) {
	const (
		unseen = iota
		active
		done
	)
	state := map[*scfml.Func]int{}
	for _, f := range group {
		state[f] = unseen
	}
	var visit func(f *scfml.Func)
	visit = func(f *scfml.Func) {
		state[f] = active
		for _, call := range s.outline(f).calls {
			c := call.Func
			at, inside := state[c]
			switch {
			case !inside || g.breakers[c]:
			case at == unseen:
				visit(c)
			case at == active:
				g.breakers[c] = true
			}
		}
		state[f] = done
		g.order = append(g.order, f)
	}
	roots := slices.Clone(group)
	slices.SortStableFunc(roots, func(a, b *scfml.Func) int { return cmp.Compare(s.outline(b).size, s.outline(a).size) })
	for _, breakers := range []bool{false, true} {
		for _, f := range roots {
			if state[f] == unseen && g.breakers[f] == breakers {
				visit(f)
			}
		}
	}
}

// reachable are the functions that can be called from the entry, in the program's order.
func (s *session) reachable() []*scfml.Func {
	return s.program.ReachableBy(func(f *scfml.Func, visit func(*scfml.Func)) {
		for _, c := range s.outline(f).calls {
			visit(c.Func)
		}
	})
}
