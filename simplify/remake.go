package simplify

import (
	"slices"

	"scf/flow"
	"scf/internal/stop"
	"scf/scfml/core"
)

// This file does what follows from how values flow between functions [SIM-UNREAD], [SIM-PARAM], [SIM-UNBOX], [SIM-UNBOX-MAP]: each rule asks
// the flow graph of the program (package flow) what parameters are to be replaced by, and they are, in the functions and in all their calls.

// acrossCalls simplifies what functions give each other; false where there is nothing to change.
func (s *session) acrossCalls() bool {
	first, early := s.report.Rounds == 1, s.report.Rounds <= 2 // later rounds hardly find more
	stop.If(s.ctx)
	changed := first && s.opts.Unread != nil && s.dropUnread()
	g := s.paramGraph()
	if !s.opts.DisableParams && s.dropParams(g) {
		changed, g = true, s.paramGraph()
	}
	stop.If(s.ctx)
	if !s.opts.DisableUnbox && s.unboxParams(g) {
		changed = true
	}
	if early && !s.opts.DisableUnbox && !s.opts.DisableMaps && s.unboxMaps() {
		changed = true
	}
	return changed
}

// paramGraph is the flow graph of parameters.
func (s *session) paramGraph() *flow.Graph {
	return flow.Calls(s.program.Funcs, func(f *core.Func) ([]*core.CallExpr, []flow.Kinds) {
		o := s.outline(f)
		return o.calls, o.uses
	})
}

// handsOn reports whether e hands over an argument.
func handsOn(e *flow.Edge) bool { return e.Kind == flow.Argument }

// argumentFacts asks what all arguments for a parameter have in common, where of tells it of one that is no parameter itself.
func argumentFacts[T comparable](g *flow.Graph, entry *core.Func, d flow.Direction, of func(core.Expr) (T, bool)) *flow.Solver[flow.Flat[T]] {
	facts := flow.NewSolver(g, d, flow.Constants[T](func(e *flow.Edge, x flow.Flat[T]) (flow.Flat[T], bool) { return x, handsOn(e) }))
	for _, x := range entry.Params {
		facts.Add(g.Var(x), flow.Any[T]())
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		arg := g.Exprs[e.From]
		if !handsOn(e) || arg == nil {
			continue
		}
		fact := flow.Any[T]()
		if x, ok := of(arg); ok {
			fact = flow.One(x)
		}
		facts.Add(e.From, fact)
	}
	return facts
}

// remade is what becomes of a parameter.
type remade struct {
	params  []*core.Var // those in its place
	types   []core.Type
	reboxed core.Expr // what it is in the body of the function, made of these; nil where nothing uses it
	// args are the arguments in the place of a, in that call. They may use a variable instead of a, which is bound to it before the call.
	args func(a core.Expr, call *core.CallExpr) (args []core.Expr, bound *core.Var)
}

// remakings are the parameters that are replaced.
type remakings map[*core.Var]*remade

// affect reports whether parameters of f are replaced.
func (r remakings) affect(f *core.Func) bool {
	return slices.ContainsFunc(f.Params, func(x *core.Var) bool { return r[x] != nil })
}

// remake replaces parameters; false where there is none to replace.
func (s *session) remake(r remakings) bool {
	if len(r) == 0 {
		return false
	}
	for _, f := range s.program.Funcs {
		if s.outline(f).callsAny(r.affect) {
			f.Body = r.calls(f.Body)
		}
	}
	for _, f := range s.program.Funcs {
		if r.affect(f) {
			r.function(f)
		}
	}
	return true
}

// calls is e with the arguments for the new parameters in its calls.
func (r remakings) calls(e core.Expr) core.Expr {
	e = core.Rebuild(e, r.calls)
	c, ok := e.(*core.CallExpr)
	if !ok || !r.affect(c.Func) {
		return e
	}
	var args []core.Expr
	var lets []core.Arm
	for i, a := range c.Args {
		by := r[c.Func.Params[i]]
		if by == nil {
			args = append(args, a)
			continue
		}
		made, bound := by.args(a, c)
		args = append(args, made...)
		if bound != nil {
			lets = append(lets, core.Arm{Pat: &core.VarPat{Var: bound}, Body: a})
		}
	}
	var out core.Expr = &core.CallExpr{Func: c.Func, Args: args, Pos: c.Pos}
	for _, l := range lets {
		out = core.Let(l.Pat, l.Body, out)
	}
	return out
}

// function gives f the new parameters. What still uses an old one finds it in a let.
func (r remakings) function(f *core.Func) {
	var params []*core.Var
	var types []core.Type
	for i, x := range f.Params {
		by := r[x]
		if by == nil {
			params, types = append(params, x), append(types, f.ParamTypes[i])
			continue
		}
		params, types = append(params, by.params...), append(types, by.types...)
		if by.reboxed != nil {
			f.Body = core.Let(&core.VarPat{Var: x}, by.reboxed, f.Body)
		}
	}
	f.Params, f.ParamTypes = params, types
}
