package dse

import (
	"context"

	"scf/internal/graph"
	"scf/scfml/core"
)

// The interprocedural part (§7.2): for every function a result pattern (what its callers read of the result) and a pattern for
// each parameter (what its body reads of it), the least that agree with each other, whatever the calling context.
//
// Result patterns flow from callers to callees, parameter patterns back. A function is analysed at the call that asks for more
// of its result, before the call's arguments are looked at, so that where there is no recursion one analysis per demand is
// enough; what was read before it grew is analysed again. Widening happens only where iteration could go on for ever:
//   - a call site that asks for more than options.Threshold times widens the result pattern;
//   - a recursive function's parameter patterns widen when they grow more than Threshold times under one result pattern.
// All cycles pass through one of the two, and widening ends (lattice.widen), so the iteration does.

// summary is what is known about a function.
type summary struct {
	fn        *core.Func
	recursive bool
	total     bool // a call with any arguments returns

	result  *LivenessPattern // D: not called, as far as known
	params  []*LivenessPattern
	readers map[*summary]bool // whose analysis read params
	callees []*core.Func      // once per call

	dirty  bool // result or the parameter patterns of a callee grew since the last analysis
	active bool // being analysed
	growth int  // times that params grew since result did

	body   core.Expr        // as the last analysis pruned it
	calls  []*core.CallExpr // in it: of functions that are not pruned, with all arguments
	pruned *core.Func       // of the final program
}

// solver is one run of the elimination over a program.
type solver struct {
	ctx        context.Context
	prog       *core.Program
	lat        *lattice
	options    Options
	order      []*summary // those reachable, as in the program
	summaries  map[*core.Func]*summary
	sites      map[*core.CallExpr]int // times that a call asked for more
	constants  map[constantUse]*core.Const
	equalities map[*core.PrimExpr]core.Expr
	iterators  map[*core.IterExpr]bool // whether their bodies are total
	budget     int                     // analyses until every growth goes to L at once
}

func newSolver(ctx context.Context, p *core.Program, lat *lattice, o Options, known outlines) *solver {
	s := &solver{
		ctx: ctx, prog: p, lat: lat, options: o,
		summaries: map[*core.Func]*summary{}, sites: map[*core.CallExpr]int{},
		iterators: map[*core.IterExpr]bool{}, constants: map[constantUse]*core.Const{}, equalities: map[*core.PrimExpr]core.Expr{},
	}
	for _, f := range known.reachable(p) {
		sum := &summary{fn: f, result: lat.dead, readers: map[*summary]bool{}, callees: known[f].calls}
		for range f.Params {
			sum.params = append(sum.params, lat.dead)
		}
		s.order = append(s.order, sum)
		s.summaries[f] = sum
	}
	s.budget = o.AnalysesAtLeast + o.Analyses*len(s.order)
	s.components()
	return s
}

// solve finds the patterns: all of the entry's result is live.
func (s *solver) solve() {
	entry := s.summaries[s.prog.Entry]
	entry.result = s.lat.live
	entry.dirty = true
	for again := true; again; {
		again = false
		for _, f := range s.order {
			if f.dirty {
				s.analyse(f)
				again = true
			}
		}
	}
}

// analyse brings f's parameter patterns up to date with its result pattern, unless an analysis of f is under way, which then
// starts over when it is done.
func (s *solver) analyse(f *summary) {
	if f.active {
		return
	}
	f.active = true
	for f.dirty {
		f.dirty = false
		s.budget--
		w := newWalker(s, f)
		f.body = w.expr(f.fn.Body, f.result)
		f.calls = w.calls
		s.growParams(f, w)
	}
	f.active = false
}

// growParams adds what an analysis of the body found to f's parameter patterns.
func (s *solver) growParams(f *summary, w *walker) {
	changed := false
	for i, v := range f.fn.Params {
		grown := s.lat.join(f.params[i], w.variable(v))
		if grown == f.params[i] {
			continue
		}
		changed = true
		f.params[i] = s.grow(f.params[i], grown, f.recursive && f.growth >= s.options.Threshold)
	}
	if changed {
		f.growth++
		for r := range f.readers {
			r.dirty = true
		}
	}
}

// demand tells that caller reads l of the result of a call of g, and gives g's parameter patterns.
func (s *solver) demand(caller, g *summary, site *core.CallExpr, l *LivenessPattern) []*LivenessPattern {
	if grown := s.lat.join(g.result, l); grown != g.result {
		s.sites[site]++
		g.result = s.grow(g.result, grown, s.sites[site] > s.options.Threshold)
		g.growth = 0
		g.dirty = true
	}
	s.analyse(g)
	g.readers[caller] = true
	return g.params
}

// grow is a pattern's next value, at least grown.
func (s *solver) grow(old, grown *LivenessPattern, widen bool) *LivenessPattern {
	switch {
	case s.budget < 0:
		return s.lat.live
	case widen:
		return s.lat.widen(old, grown)
	}
	return grown
}

// components finds the recursive functions and the total ones, callees before callers.
func (s *solver) components() {
	for _, members := range graph.Components(s.order, func(f *summary, visit func(*summary)) {
		for _, callee := range f.callees {
			g := s.summaries[callee]
			f.recursive = f.recursive || g == f
			visit(g)
		}
	}) {
		for _, f := range members {
			f.recursive = f.recursive || len(members) > 1
			f.total = !f.recursive && s.total(f.fn.Body, false)
		}
	}
}
