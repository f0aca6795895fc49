package simplify

import (
	"context"
	"fmt"
	"slices"

	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify/ledger"
	"scf/simplify/valuegraph"
)

// This file defines Run: the rounds, and what a run keeps through them.

// session is one run.
type session struct {
	ctx        context.Context
	opts       Options
	report     Report
	unit       *valuegraph.Unit
	program    *core.Program
	growth     ledger.Allowance
	digests    map[*core.Func]digest
	outlines   outlines
	stable     map[*core.Func]string // the body that simplifying did not change, or left settled
	waits      map[*core.Func]bool   // large functions that are left alone as long as there is something to do in others
	all        bool                  // the round takes these, too
	memory     *Memory
	madeNumber int
}

// Run is a program that computes what p computes, on every input on which p terminates without error, at no higher cost on any
// input (cost.go of scfml). Its entry has the name and the parameter types of p's. It has the datatypes and modules of p;
// functions that are not needed are gone, and polymorphic functions have a copy for each of their types. p must be well-formed
// (scfml.Verify); it is not changed. The result shares constants with p, but no function and no variable. A program larger than
// Options.MaxSize is its own result. The error is ctx's, where it was cancelled.
func Run(ctx context.Context, p *core.Program, o Options) (_ *core.Program, _ Report, err error) {
	defer stop.Recover(&err)
	s := newSession(ctx, o)
	if tooLarge(p, s.opts.MaxSize) {
		s.report.TooLarge = true
		return p, s.report, nil
	}
	s.program = s.copyProgram(core.Monomorphic(p))
	s.recall()
	s.prune()
	if !s.opts.DisableMerge && s.size() >= s.opts.Limits.MergeFrom {
		s.mergeFuncs(s.opts.Limits.MergedFirst)
	}
	s.report.SizeBefore = s.size()
	s.report.SizeLimit = s.opts.sizeLimit(s.report.SizeBefore)
	s.report.Unfinished = true
	for s.report.Rounds < s.opts.MaxRounds && !s.outOfWork() {
		s.report.Rounds++
		before := s.report.Report
		changed := s.round()
		work, rewrites := s.report.Work-before.Work, s.report.Rewrites()-before.Rewrites()
		switch {
		case changed && work*s.opts.Limits.LastPart >= s.report.Work && !(s.all && rewrites*s.opts.Limits.LastRewrites < work):
			s.all = false
		case s.all || len(s.waits) == 0:
			s.report.Unfinished = s.report.OutOfWork
			return s.finished()
		default:
			s.all = true
		}
	}
	return s.finished()
}

// finished is what there is at the end.
func (s *session) finished() (*core.Program, Report, error) {
	s.prune()
	s.report.SizeAfter = s.size()
	return s.program, s.report, nil
}

func newSession(ctx context.Context, o Options) *session {
	o = o.WithDefaults()
	return &session{
		ctx: ctx, opts: o, memory: o.Memory,
		unit:    &valuegraph.Unit{Context: ctx, Options: o.Options, Limits: o.Limits.Limits, Largest: o.InlineCopies},
		digests: map[*core.Func]digest{}, outlines: outlines{of: map[*core.Func]*outline{}},
		stable: map[*core.Func]string{}, waits: map[*core.Func]bool{},
	}
}

// recall starts from what runs before know.
func (s *session) recall() {
	if s.memory == nil {
		s.memory = &Memory{}
	}
	s.memory.begin(s.program.Funcs, s.unit.HasDead)
	s.unit.Constants, s.unit.Entry = s.memory.constants, s.program.Entry
}

// round goes through the program once; false where that changed nothing.
func (s *session) round() bool {
	s.prune()
	size := s.size()
	changed := s.acrossCalls()
	graph := s.callGraph()
	s.growth = s.allowance(size, s.report.SizeLimit, graph)
	ahead := s.lookAhead(graph)
	defer ahead.end()
	for _, f := range graph.order {
		if s.outOfWork() {
			break
		}
		stop.If(s.ctx)
		if !s.waits[f] || s.all {
			attempt := ahead.take(f)
			if s.inlineInto(f, graph) {
				changed = true
			}
			if !s.calledOnce(f, graph) && s.simplify(f, attempt) {
				changed = true
			}
		}
		ahead.pass()
	}
	ahead.end()
	s.prune()
	if !s.opts.DisableMerge && s.mergeFuncs(0) {
		changed = true
	}
	return changed
}

// allowance is what a program of that size may grow by to limit.
func (s *session) allowance(size, limit int, g *callGraph) ledger.Allowance {
	return ledger.NewAllowance(size, limit, s.opts.CaseOfCaseSize, s.opts.Limits.Free, s.opts.Limits.OftenWorth, g.often)
}

// settle lets the program grow by what was granted.
func (s *session) settle(asked []ledger.Request) {
	if !s.growth.Settle(asked) {
		s.report.OutOfBudget = true
	}
}

// outOfWork reports whether the bound on work is reached.
func (s *session) outOfWork() bool {
	if s.opts.MaxWork > 0 && s.report.Work >= s.opts.MaxWork {
		s.report.OutOfWork = true
	}
	return s.report.OutOfWork
}

// simplify simplifies f's body; false where that changed nothing. An attempt may have been made at it before.
func (s *session) simplify(f *core.Func, a *attempt) bool {
	if a != nil && a.before.isOf(f) {
		s.digests[f] = a.before
	}
	before := s.text(f)
	if s.stable[f] == before {
		return false
	}
	m := s.growth.Means(f, s.growth.Left)
	if s.passesOver(f, before, m) {
		s.stable[f] = before
		return false
	}
	if a == nil || a.Body == nil || a.before.text != before || !ledger.AnswersAlike(a.Asked, m) {
		a = s.attempt(f, f.Body, s.digests[f], m)
	}
	s.commit(f, a)
	after := s.text(f)
	if after == before {
		s.stable[f] = after
		s.memory.remember(f, a)
		return false
	}
	if s.settled(a.Report) && a.Made == nil {
		s.stable[f], s.waits[f] = after, true
	} else {
		delete(s.stable, f) // the next round may find more
		delete(s.waits, f)
	}
	return true
}

// settled reports whether simplifying a function rewrote so little of what was looked at that to go through it once more would hardly be worth
// it, unless it changes in between: what is called is put there, or its parameters are other ones.
func (s *session) settled(r valuegraph.Report) bool {
	return r.Rewrites()*s.opts.Limits.Settled < r.Work-s.opts.Limits.Unsettled
}

// commit makes f what the attempt has given.
func (s *session) commit(f *core.Func, a *attempt) {
	f.Body, f.Params = a.Body, a.Params
	s.settle(a.Asked)
	s.report.Add(a.Report)
	s.trace(f)
	if a.Made == nil {
		s.digests[f] = a.after
		return
	}
	a.Made.Name = s.freshName(f.Name)
	s.moved(Specialized, f, a.Made)
	s.program.Funcs = append(s.program.Funcs, a.Made)
}

// moved tells who wants to know that what from does comes to another function.
func (s *session) moved(how Move, from, to *core.Func) {
	if s.opts.Moved != nil {
		s.opts.Moved(how, from.Name, to.Name)
	}
}

// freshName is a name for a specialization of the function called base that no function has yet.
func (s *session) freshName(base string) string {
	for {
		s.madeNumber++
		name := fmt.Sprintf("%s_next%d", base, s.madeNumber)
		if !slices.ContainsFunc(s.program.Funcs, func(f *core.Func) bool { return f.Name == name }) {
			return name
		}
	}
}

func (s *session) size() int {
	n := 0
	for _, f := range s.program.Funcs {
		n += s.outline(f).size
	}
	return n
}

func (s *session) trace(f *core.Func) {
	if s.opts.Trace != nil {
		fmt.Fprintf(s.opts.Trace, "round %d, %s, %d nodes:\n%s\n", s.report.Rounds, f.Name, core.Size(f.Body), core.PrintExpr(f.Body))
	}
}

// prune drops the functions that nothing calls.
func (s *session) prune() {
	live := s.reachable()
	s.report.FunctionsRemoved += len(s.program.Funcs) - len(live)
	s.program.Funcs = live
}

// copyProgram is p with functions of its own.
func (s *session) copyProgram(p *core.Program) *core.Program {
	out := *p
	copies := map[*core.Func]*core.Func{}
	out.Funcs = nil
	for _, f := range p.Reachable() {
		c := *f
		copies[f] = &c
		out.Funcs = append(out.Funcs, &c)
	}
	s.report.FunctionsRemoved = len(p.Funcs) - len(out.Funcs)
	out.Entry = copies[p.Entry]
	for _, f := range out.Funcs {
		f.Body = s.redirect(f.Body, copies)
	}
	return &out
}

// tooLarge reports whether p has more than limit nodes. Expressions that are shared count as often as they occur.
func tooLarge(p *core.Program, limit int) bool {
	var count func(core.Expr)
	count = func(e core.Expr) {
		if limit--; limit >= 0 {
			core.Children(e, count)
		}
	}
	for _, f := range p.Funcs {
		count(f.Body)
	}
	return limit < 0
}

// redirect is e with calls of the copies of functions. It notes whether e has dead values.
func (s *session) redirect(e core.Expr, copies map[*core.Func]*core.Func) core.Expr {
	e = core.Rebuild(e, func(x core.Expr) core.Expr { return s.redirect(x, copies) })
	switch x := e.(type) {
	case *core.CallExpr:
		return &core.CallExpr{Func: copies[x.Func], Args: x.Args, Pos: x.Pos}
	case *core.DeadExpr:
		s.unit.HasDead = true
	case *core.Const:
		s.unit.HasDead = s.unit.HasDead || core.HasDead(x.Value)
	}
	return e
}
