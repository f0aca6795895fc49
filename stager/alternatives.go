package stager

import (
	"context"
	"errors"
	"fmt"

	"scf/absval"
	"scf/ast"
	"scf/pe"
	"scf/scfml/core"
)

// This file keeps alternatives apart between the passes of a composition. The abstract value that a pass gives joins what it gives in all
// cases, and forgets which case led where: that `u` became a constant just where `v` became a copy. Where the cases are few the next pass is
// staged for each of them, and its programs stand at the ends of the composed program so far, which decide the case:
//
//	case a of 0 => <the next pass, for what is given here> | 1 => ... | _ => ...
//
// That takes the place of the composition where it is smaller: with fewer nodes it leaves fewer cases open. (That it costs no more on any
// input does not follow from that, as it does for the composition; the tests compare both.) Where the cases are many, or
// the work is more than a factor of what staging took, the values stay joined.

// The bounds of alternatives.
const (
	maxAlternatives = 16   // the cases between two passes
	maxAlternate    = 2000 // the nodes of a composed program for which it is tried: of a larger one they are too many
	alternativeWork = 5    // the partial evaluator's steps, as a multiple of those of the staging
)

// joined says why values stay joined: a bound of alternatives that was met. It is empty where there are none to keep apart.
type joined string

// Error is the reason.
func (j joined) Error() string { return string(j) }

// The reasons why values stay joined.
var (
	noAlternatives = joined("")
	tooLarge       = joined(fmt.Sprintf("the composed program has more than %d nodes", maxAlternate))
	tooMany        = joined(fmt.Sprintf("they are more than %d", maxAlternatives))
	tooMuchWork    = joined(fmt.Sprintf("they take more than %d times the work of staging", alternativeWork))
	notSmaller     = joined("apart they take no fewer nodes")
)

// alternator composes a pipeline with alternatives.
type alternator struct {
	ctx      context.Context
	o        Options
	staged   *Staged
	pipeline Pipeline
	steps    int  // of the partial evaluator, that are left
	apart    bool // some pass was staged for several alternatives
}

// keepAlternatives composes s again with alternatives, and keeps what is smaller.
func (s *Staged) keepAlternatives(ctx context.Context, pipeline Pipeline, o Options) error {
	if s.Composed == nil || o.Joined {
		return nil
	}
	c, err := s.withAlternatives(ctx, pipeline, o)
	var why joined
	switch {
	case errors.As(err, &why):
		s.Composed.exe.notes.joined(why)
		return nil
	case errors.As(err, new(notComposed)):
		return nil
	case err == nil:
		c.Times = append(s.Composed.Times, c.Times...)
		s.Composed = c
	}
	return err
}

// withAlternatives is the composition of s with alternatives. The error may be a joined or a notComposed.
func (s *Staged) withAlternatives(ctx context.Context, pipeline Pipeline, o Options) (*Composed, error) {
	switch n := countEnds(s.Composed.Program.Entry.Body, maxAlternatives); { // the cases are as many, or more
	case s.Composed.Report.CodeSize > maxAlternate:
		return nil, tooLarge
	case n == 1:
		return nil, noAlternatives
	case n > maxAlternatives:
		return nil, tooMany
	}
	a := &alternator{ctx: ctx, o: o, staged: s, pipeline: pipeline}
	for _, p := range s.Passes {
		a.steps += alternativeWork * p.Report.Steps
	}
	c, err := a.compose()
	if err == nil && c.Report.CodeSize >= s.Composed.Report.CodeSize {
		return nil, notSmaller
	}
	return c, err
}

// compose is the composition with alternatives. The error may be a joined or a notComposed.
func (a *alternator) compose() (*Composed, error) {
	exes, err := a.staged.Separate().executables()
	if err != nil {
		return nil, err
	}
	r := &runner{name: "alternatives", options: a.o}
	j := state{program: exes[0].program, domain: absval.New(a.o.Values)}
	values := exes[0].takesLattice
	for i := 1; i < len(exes); i++ {
		programs, err := a.stage(j.program, values, i, exes[i])
		if err != nil {
			return nil, err
		}
		w := newWeaver()
		if j.program, err = w.extend(j.program, values, programs, exes[i]); err != nil {
			return nil, err
		}
		values = w.takesLattice()
		if i == len(exes)-1 {
			j.unread = ast.Unread
		}
		j.bounds, j.outcome, j.settled = composedBounds(j.program, a.o), outcome{}, false
		if j, err = r.run(a.ctx, composedTable.phases[1:], j); err != nil {
			return nil, err
		}
		if j.outcome.tooLarge {
			break
		}
	}
	if !a.apart {
		return nil, noAlternatives
	}
	return newComposed(r, j, exes)
}

// stage is the pass at position i of the pipeline, staged for what p gives at each of its ends: exe's program, where there is one end.
func (a *alternator) stage(p *core.Program, values bool, i int, exe executable) ([]*core.Program, error) {
	n := countEnds(p.Entry.Body, maxAlternatives)
	switch {
	case n == 1:
		return []*core.Program{exe.program}, nil
	case n > maxAlternatives:
		return nil, tooMany
	case n*a.staged.Passes[i].Report.Steps > a.steps:
		return nil, tooMuchWork
	}
	a.apart = true
	var out []*core.Program
	for end := range n {
		given, err := a.given(p, values, end)
		if err != nil {
			return nil, err
		}
		r := &runner{name: exe.name, options: a.o}
		r.options.PE.MaxSteps = a.steps
		j := state{program: a.pipeline[i].Program, domain: absval.New(a.o.Values)}
		tree, err := j.tree(a.staged.Function, given)
		if err != nil {
			return nil, err
		}
		if j.input, err = j.withLattice(tree, a.pipeline[i].takesLattice, a.staged.Abstract); err != nil {
			return nil, err
		}
		if j, err = r.run(a.ctx, passTable.phases, j); err != nil {
			return nil, err
		}
		if err := a.spend(j.counts.Steps, j.counts.Unspecialised); err != nil {
			return nil, err
		}
		out = append(out, j.program)
	}
	return out, nil
}

// given is the set of what p gives at one of its ends.
func (a *alternator) given(p *core.Program, values bool, end int) (*absval.Value, error) {
	q := onlyEnd(p, end)
	j := state{program: q, domain: absval.New(a.o.Values)}
	tree, err := j.tree(a.staged.Function, nil)
	if err != nil {
		return nil, err
	}
	if j.input, err = j.withLattice(tree, values, a.staged.Abstract); err != nil {
		return nil, err
	}
	o := (&runner{options: a.o}).peOptions()
	o.MaxSteps = a.steps
	r, err := pe.Run(a.ctx, q, j.domain, j.input, o)
	if err != nil {
		return nil, err
	}
	return r.Output, a.spend(r.Report.Steps, r.Report.Unspecialised)
}

// spend takes steps off those that are left. It is tooMuchWork when none are, or when some part was not specialised for want of them.
func (a *alternator) spend(steps int, unspecialised []string) error {
	if a.steps -= steps; a.steps <= 0 || len(unspecialised) > 0 {
		return tooMuchWork
	}
	return nil
}

// extend is p with the programs of a pass at its ends, one for each end. values reports whether p takes the lattice values.
func (w *weaver) extend(p *core.Program, values bool, programs []*core.Program, exe executable) (*core.Program, error) {
	entry := w.linker.Add(p)
	w.entry.Params, w.entry.ParamTypes, w.entry.Pos = entry.Params, entry.ParamTypes, entry.Pos
	body := entry.Body
	if pair, whole := entry.ArgType().(*core.TupleType); whole && len(entry.Params) == 1 {
		body = w.unpaired(entry, pair)
	}
	if values {
		w.values = typed{w.entry.Params[1], w.entry.ParamTypes[1]}
	}
	var err error
	body = mapEnds(body, func(end core.Expr) core.Expr {
		w.tree = typed{&core.Var{Name: "tree"}, entry.Result}
		w.lets = []let{{w.tree.v, end, entry.Pos}}
		if e := w.pass(w.linker.Add(programs[0]), exe); e != nil {
			err = e
		}
		programs = programs[1:]
		return w.body()
	})
	if err != nil {
		return nil, err
	}
	return w.program(body), nil
}

// unpaired is the body of f, which takes its arguments as a pair, for the entry of the whole, which takes them apart.
func (w *weaver) unpaired(f *core.Func, pair *core.TupleType) core.Expr {
	var elems []core.Expr
	w.entry.Params, w.entry.ParamTypes = nil, pair.Elems
	for _, name := range []string{"arg", "values"} {
		x := &core.Var{Name: name}
		w.entry.Params = append(w.entry.Params, x)
		elems = append(elems, &core.VarExpr{Var: x})
	}
	return core.Let(&core.VarPat{Var: f.Params[0]}, &core.TupleExpr{Elems: elems}, f.Body)
}

// countEnds counts the expressions in which e ends, up to more than most.
func countEnds(e core.Expr, most int) int {
	c, ok := e.(*core.CaseExpr)
	if !ok {
		return 1
	}
	n := 0
	for _, a := range c.Arms {
		if n += countEnds(a.Body, most); n > most {
			break
		}
	}
	return n
}

// mapEnds is e with f of the expressions in which it ends.
func mapEnds(e core.Expr, f func(core.Expr) core.Expr) core.Expr {
	c, ok := e.(*core.CaseExpr)
	if !ok {
		return f(e)
	}
	out := &core.CaseExpr{Scrut: c.Scrut, Pos: c.Pos}
	for _, a := range c.Arms {
		out.Arms = append(out.Arms, core.Arm{Pat: a.Pat, Body: mapEnds(a.Body, f)})
	}
	return out
}

// onlyEnd is p without the arms that lead to other ends of its entry than that. It gives what p gives there on every input that leads
// there; on others it may give anything.
func onlyEnd(p *core.Program, end int) *core.Program {
	entry := *p.Entry
	entry.Body, _ = towards(p.Entry.Body, &end)
	q := *p
	q.Entry = &entry
	q.Funcs = nil
	for _, f := range p.Funcs {
		if f == p.Entry {
			f = &entry
		}
		q.Funcs = append(q.Funcs, f)
	}
	q.Funcs = q.Reachable()
	return &q
}

// towards is e with the one arm in each match that leads to the end, counted from e's first; nil where the end is not in e.
func towards(e core.Expr, end *int) (core.Expr, bool) {
	c, ok := e.(*core.CaseExpr)
	if !ok {
		*end--
		return e, *end < 0
	}
	for _, a := range c.Arms {
		if body, ok := towards(a.Body, end); ok {
			return &core.CaseExpr{Scrut: c.Scrut, Arms: []core.Arm{{Pat: a.Pat, Body: body}}, Pos: c.Pos}, true
		}
	}
	return nil, false
}
