package simplify

import (
	"cmp"
	"slices"

	"scf/internal/graph"
	"scf/scfml/core"
)

// This file defines who calls whom.

// callGraph is the calls of a program as they are when a round begins.
type callGraph struct {
	order     []*core.Func // callees before their callers, as far as recursion permits
	calls     map[*core.Func]int
	caller    map[*core.Func]*core.Func // one of the callers
	recursive map[*core.Func]bool
	breakers  map[*core.Func]bool // without the calls of these there is no recursion
	often     map[*core.Func]bool // those that recursive functions call, and these
}

// callGraph finds the groups of functions that call each other.
func (s *session) callGraph() *callGraph {
	g := &callGraph{
		calls: map[*core.Func]int{}, caller: map[*core.Func]*core.Func{}, recursive: map[*core.Func]bool{},
		breakers: map[*core.Func]bool{}, often: map[*core.Func]bool{},
	}
	for _, group := range graph.Components(s.program.Funcs, func(f *core.Func, visit func(*core.Func)) {
		for _, call := range s.outline(f).calls {
			c := call.Func
			g.calls[c]++
			g.caller[c] = f
			if c == f {
				g.recursive[f], g.breakers[f] = true, true
			}
			visit(c)
		}
	}) {
		for _, f := range group {
			if len(group) > 1 {
				g.recursive[f] = true
			}
		}
		s.breakGroup(g, group)
	}
	for _, f := range slices.Backward(g.order) {
		if g.recursive[f] {
			g.often[f] = true
		}
		if g.often[f] {
			for _, call := range s.outline(f).calls {
				g.often[call.Func] = true
			}
		}
	}
	return g
}

// breakGroup finds breakers of a group of functions that call each other, and puts the group into the order of the graph: callees come
// before their callers but for calls of breakers. Functions that call themselves are breakers; of the others, large ones rather than small
// ones, which are worth more where they are inlined.
func (s *session) breakGroup(g *callGraph, group []*core.Func) {
	const (
		unseen = iota
		active
		done
	)
	state := map[*core.Func]int{}
	for _, f := range group {
		state[f] = unseen
	}
	var visit func(f *core.Func)
	visit = func(f *core.Func) {
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
	slices.SortStableFunc(roots, func(a, b *core.Func) int { return cmp.Compare(s.outline(b).size, s.outline(a).size) })
	for _, breakers := range []bool{false, true} {
		for _, f := range roots {
			if state[f] == unseen && g.breakers[f] == breakers {
				visit(f)
			}
		}
	}
}

// reachable are the functions that can be called from the entry, in the program's order.
func (s *session) reachable() []*core.Func {
	return s.program.ReachableBy(func(f *core.Func, visit func(*core.Func)) {
		for _, c := range s.outline(f).calls {
			visit(c.Func)
		}
	})
}
