package simplify

import (
	"slices"

	"scf/scfml/core"
)

// This file drops parameters that are not used, or the same constant in every call [SIM-PARAM]. Both are found as greatest
// fixpoints over all calls, so that a parameter that a recursive function only hands to itself counts as unused, and one that
// it hands on as it got it does not stop being constant.

// dropParams drops parameters of all functions but the entry; false where there is none to drop.
func (s *session) dropParams() bool {
	a := s.analyseParams()
	changed := false
	for _, f := range s.program.Funcs {
		if f == s.program.Entry {
			continue
		}
		for i, x := range f.Params {
			if !a.kept(f, i) {
				changed = true
				s.report.ParamsRemoved++
				if c := a.constant[x]; a.needed[x] {
					f.Body = core.Let(&core.VarPat{Var: x}, &core.Const{Value: c.lit}, f.Body)
				}
			}
		}
	}
	if !changed {
		return false
	}
	for _, f := range s.program.Funcs {
		if s.outline(f).callsAny(a.drops) {
			f.Body = a.dropArgs(f.Body)
		}
	}
	for _, f := range s.program.Funcs {
		a.dropFrom(f)
	}
	return true
}

// paramAnalysis is what is known about parameters.
type paramAnalysis struct {
	s        *session
	needed   map[*core.Var]bool   // its value matters
	constant map[*core.Var]*value // nil: no call seen; varying: several values
	flows    map[*core.Var][]*core.Var
	feeds    map[*core.Var][]*core.Var // the inverse of flows
}

// varying stands for several values of one parameter.
var varying = &value{}

// kept reports whether f's parameter number i stays.
func (a *paramAnalysis) kept(f *core.Func, i int) bool {
	if f == a.s.program.Entry {
		return true
	}
	x := f.Params[i]
	c := a.constant[x]
	return a.needed[x] && (c == nil || c == varying)
}

// drops reports whether f has parameters that go.
func (a *paramAnalysis) drops(f *core.Func) bool {
	for i := range f.Params {
		if !a.kept(f, i) {
			return true
		}
	}
	return false
}

// analyseParams goes through all calls. Parameters of the entry are needed and vary.
func (s *session) analyseParams() *paramAnalysis {
	a := &paramAnalysis{
		s: s, needed: map[*core.Var]bool{}, constant: map[*core.Var]*value{},
		flows: map[*core.Var][]*core.Var{}, feeds: map[*core.Var][]*core.Var{},
	}
	for _, x := range s.program.Entry.Params {
		a.need(x)
		a.vary(x)
	}
	for _, f := range s.program.Funcs {
		o := s.outline(f)
		for _, x := range o.needed {
			a.need(x)
		}
		for _, c := range o.calls {
			for i, arg := range c.Args {
				a.argument(arg, c.Func.Params[i], f)
			}
		}
	}
	return a
}

// argument notes that arg becomes the value of the parameter x in a call in f.
func (a *paramAnalysis) argument(arg core.Expr, x *core.Var, f *core.Func) {
	switch arg := arg.(type) {
	case *core.Const:
		a.join(x, a.s.consts.of(arg.Value, a.s.names))
		return
	case *core.VarExpr:
		if slices.Contains(f.Params, arg.Var) {
			a.flows[arg.Var] = append(a.flows[arg.Var], x)
			a.feeds[x] = append(a.feeds[x], arg.Var)
			if c := a.constant[arg.Var]; c != nil {
				a.join(x, c)
			}
			if a.needed[x] {
				a.need(arg.Var)
			}
			return
		}
	}
	a.vary(x)
}

func (a *paramAnalysis) need(x *core.Var) {
	for work := []*core.Var{x}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if !a.needed[x] {
			a.needed[x] = true
			work = append(work, a.feeds[x]...)
		}
	}
}

func (a *paramAnalysis) vary(x *core.Var) { a.join(x, varying) }

// join adds c to the values of x, and of all that x flows into.
func (a *paramAnalysis) join(x *core.Var, c *value) {
	type flow struct {
		to *core.Var
		c  *value
	}
	for work := []flow{{x, c}}; len(work) > 0; {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		old := a.constant[w.to]
		switch {
		case old == w.c || old == varying:
			continue
		case old != nil:
			w.c = varying
		}
		a.constant[w.to] = w.c
		for _, y := range a.flows[w.to] {
			work = append(work, flow{y, w.c})
		}
	}
}

// dropArgs drops the arguments of calls whose parameters go.
func (a *paramAnalysis) dropArgs(e core.Expr) core.Expr {
	e = core.Rebuild(e, a.dropArgs)
	c, ok := e.(*core.CallExpr)
	if !ok {
		return e
	}
	var args []core.Expr
	for i, arg := range c.Args {
		if a.kept(c.Func, i) {
			args = append(args, arg)
		}
	}
	if len(args) == len(c.Args) {
		return e
	}
	return &core.CallExpr{Func: c.Func, Args: args, Pos: c.Pos}
}

// dropFrom drops f's parameters that go.
func (a *paramAnalysis) dropFrom(f *core.Func) {
	var params []*core.Var
	var types []core.Type
	for i, x := range f.Params {
		if a.kept(f, i) {
			params = append(params, x)
			types = append(types, f.ParamTypes[i])
		}
	}
	f.Params, f.ParamTypes = params, types
}
