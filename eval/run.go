package eval

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/stager"
)

// Options say how an evaluation is made.
type Options struct {
	Stager   stager.Options
	Disabled []string // the techniques that Stager has switched off (Disable), for the report
	// Budget is the time for the measurements of one row; without it no times are measured.
	Budget time.Duration
	// Limit is how long one staging may take; 0 for ever.
	Limit time.Duration
	// CC is the C compiler for drivers; empty for none.
	CC string
	// CFlags are its flags, separated by white space; empty for DefaultFlags.
	CFlags string
	// Explain asks for what the staged passes still do.
	Explain bool
	// Progress, where set, is told about every row: how many are done, of how many, and what comes next.
	Progress func(done, total int, next string)

	meter *meter // for tests
}

// Case is one variant of a workload.
type Case struct {
	Workload *Workload
	Variant  Variant
}

// Title is the name of the workload and the variant's.
func (c Case) Title() string { return c.Workload.Title(c.Variant) }

// Cases are the variants of the workloads whose titles match; nil matches all.
func Cases(ws []*Workload, match *regexp.Regexp) []Case {
	var out []Case
	for _, w := range ws {
		for _, v := range w.Variants {
			if c := (Case{w, v}); match == nil || match.MatchString(c.Title()) {
				out = append(out, c)
			}
		}
	}
	return out
}

// Run evaluates the cases, in their order. What is wrong with one of them stands in its row; the error is the context's.
func Run(ctx context.Context, cases []Case, o Options) (*Report, error) {
	e := newEvaluator(ctx, o)
	for i, c := range cases {
		e.progress(i, len(cases), c.Title())
		r, err := e.row(ctx, c)
		if err != nil {
			return nil, err
		}
		e.report.Results = append(e.report.Results, r)
	}
	e.progress(len(cases), len(cases), "")
	return e.report, nil
}

// evaluator is one evaluation.
type evaluator struct {
	Options
	meter     meter
	cc        *compiler                  // nil without one
	pipelines map[string]stager.Pipeline // those loaded so far
	report    *Report
}

func newEvaluator(ctx context.Context, o Options) *evaluator {
	e := &evaluator{Options: o, meter: realMeter, cc: findCompiler(ctx, o.CC, o.CFlags), pipelines: map[string]stager.Pipeline{}}
	if o.meter != nil {
		e.meter = *o.meter
	}
	machine := Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), Go: runtime.Version()}
	if e.cc != nil {
		machine.CC = e.cc.version
	}
	e.report = &Report{
		Format: ReportFormat, Schema: SchemaVersion, Machine: machine, Budget: o.Budget,
		Disabled: append([]string{}, o.Disabled...), Results: []Result{},
	}
	return e
}

func (e *evaluator) progress(done, total int, next string) {
	if e.Progress != nil {
		e.Progress(done, total, next)
	}
}

// row is the result of one case. The error is the context's.
func (e *evaluator) row(ctx context.Context, c Case) (Result, error) {
	r := Result{
		Workload: c.Workload.Name, Variant: c.Variant.Name, Configuration: c.Variant.Configuration, Published: c.Variant.Published,
		Function: c.Workload.Function,
		Pipeline: c.Variant.Pipeline, Abstract: c.Variant.Abstract,
	}
	p, err := e.prepare(ctx, c)
	if err == nil {
		r.Function, r.Inlined = p.fn.Name, p.fn.Inlined
		r.Staging, err = e.stage(ctx, p)
	}
	if err == nil {
		r.Late, r.Explanations, err = e.lateRows(ctx, p)
	}
	if err != nil {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.Error = diag.Render(err)
	}
	if r.Ratio = overall(r.Late); r.Ratio == 0 {
		r.Explanations = nil // they would be of some late values alone
	}
	r.SeparateRatio = separately(r.Late)
	return r, nil
}

// overall is the ratio of the operations of all late rows together; 0 where one has none.
func overall(rows []Late) float64 {
	var unstaged, staged int64
	for _, l := range rows {
		if l.Ratio == nil {
			return 0
		}
		unstaged += l.Unstaged.Operations.Total
		staged += l.Staged.Operations.Total
	}
	return ratio(unstaged, staged)
}

// separately is overall for the passes one after the other; 0 where they are not composed.
func separately(rows []Late) float64 {
	apart := slices.Clone(rows)
	for i, l := range rows {
		if l.Separate == nil {
			return 0
		}
		apart[i].Staged = l.Separate
	}
	return overall(apart)
}

// prepared is a case, read and parsed, and once it has been, staged.
type prepared struct {
	c        Case
	fn       *stager.Function
	pipeline stager.Pipeline
	early    map[string]stager.Abstract
	staged   *stager.Staged
}

// known is all that is known late: the values of the set, and those that the staging implies.
func (p *prepared) known(set LateSet) map[string]string {
	out := maps.Clone(set.Values)
	for i, param := range p.staged.Function.Params {
		if implied, ok := p.staged.Abstract[i].Implied(); ok && implied.IsConstant() && out[param.Name] == "" {
			out[param.Name] = implied.String()
		}
	}
	return out
}

func (e *evaluator) prepare(ctx context.Context, c Case) (*prepared, error) {
	fn, err := stager.ParseC(ctx, c.Workload.File, []byte(c.Workload.Text), c.Workload.Function, stager.Limits{})
	if err != nil {
		return nil, err
	}
	if fn, err = fn.Inline(c.Variant.Inlining); err != nil {
		return nil, err
	}
	pipeline, err := e.pipeline(c.Variant.Pipeline)
	if err != nil {
		return nil, err
	}
	early, err := fn.ParseAbstract(c.Variant.Abstract)
	if err != nil {
		return nil, err
	}
	return &prepared{c: c, fn: fn, pipeline: pipeline, early: early}, nil
}

func (e *evaluator) pipeline(spec string) (stager.Pipeline, error) {
	if p, ok := e.pipelines[spec]; ok {
		return p, nil
	}
	p, err := stager.ParsePipeline(spec)
	if err == nil {
		e.pipelines[spec] = p
	}
	return p, err
}

// stage stages the case as often as the budget allows, at least once.
func (e *evaluator) stage(ctx context.Context, p *prepared) (*Staging, error) {
	t, err := e.meter.repeated(ctx, e.Budget, e.meter.wall(func() error { return e.stageOnce(ctx, p) }))
	if err != nil {
		return nil, err
	}
	s := &Staging{Original: sizeOf(originals(p.pipeline)), Warnings: p.staged.Warnings()}
	if err := s.describe(p.staged, e.Budget > 0); err != nil {
		return nil, err
	}
	if e.Budget > 0 {
		s.Time = &t
	}
	for _, pass := range s.Passes {
		s.Residual = s.Residual.plus(pass.Size)
	}
	return s, nil
}

// stageOnce stages the case within the limit.
func (e *evaluator) stageOnce(ctx context.Context, p *prepared) (err error) {
	inner := ctx
	if e.Limit > 0 {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeout(ctx, e.Limit)
		defer cancel()
	}
	p.staged, err = stager.Stage(inner, p.fn, p.pipeline, p.early, e.Stager)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return fmt.Errorf("staging takes longer than %v", e.Limit)
	}
	return err
}

func originals(p stager.Pipeline) []*core.Program {
	var out []*core.Program
	for _, pass := range p {
		out = append(out, pass.Program)
	}
	return out
}

func sizeOf(programs []*core.Program) Size {
	var s Size
	for _, p := range programs {
		s.Functions += len(p.Funcs)
		for _, f := range p.Funcs {
			s.Nodes += core.Size(f.Body)
		}
		s.Bytes += len(p.String())
	}
	return s
}

func (s Size) plus(t Size) Size {
	return Size{s.Functions + t.Functions, s.Nodes + t.Nodes, s.Bytes + t.Bytes}
}

// composedName is the name of the Pass that is all of them composed.
const composedName = "composed"

// describe notes what the passes are like, and what composes them.
func (s *Staging) describe(staged *stager.Staged, withTimes bool) error {
	for _, p := range staged.Passes {
		program, err := p.Program()
		if err != nil {
			return err
		}
		s.Passes = append(s.Passes, passOf(p.Name, program, p.Report, p.Times, withTimes))
	}
	if c := staged.Composed; c != nil {
		p := passOf(composedName, c.Program, c.Report, c.Times, withTimes)
		s.Composed = &p
	}
	return nil
}

func passOf(name string, p *core.Program, work stager.Report, times []stager.PhaseTime, withTimes bool) Pass {
	pass := Pass{Name: name, Size: sizeOf([]*core.Program{p}), Work: work}
	runs := map[string]int{}
	for _, t := range times {
		runs[t.Phase]++
		pass.Rounds = max(pass.Rounds, runs[t.Phase])
		if !withTimes {
			continue
		}
		if runs[t.Phase] == 1 {
			pass.Phases = append(pass.Phases, PhaseTime{Phase: t.Phase})
		}
		for i := range pass.Phases {
			if pass.Phases[i].Phase == t.Phase {
				pass.Phases[i].Time += t.Time
			}
		}
	}
	return pass
}

// lateRows are the rows of all sets of late values, and what the staged passes still do for all of them.
func (e *evaluator) lateRows(ctx context.Context, p *prepared) (rows []Late, why []Explanation, err error) {
	for i, set := range p.c.Variant.Late {
		l := Late{Name: set.Name, Values: set.Values}
		all, err := runAll(ctx, p, set)
		if err == nil {
			err = e.compare(ctx, &all, &l)
		}
		if err == nil && e.cc != nil && p.c.Workload.Driver != "" {
			l.Kernel, err = e.kernel(ctx, p, i, &all)
		}
		if err == nil && e.Budget > 0 && p.c.Workload.Driver != "" {
			l.Running, err = e.running(ctx, p, i, all.staged.Func)
		}
		if err == nil && e.Explain {
			why, err = explain(ctx, why, all.staged)
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			l = Late{Name: set.Name, Values: set.Values, Error: diag.Render(err)}
		}
		rows = append(rows, l)
	}
	return rows, why, nil
}

// results are what the pipelines give for one set of late values.
type results struct {
	unstaged, staged *stager.Result
	separate         *stager.Result // of the staged passes one after the other; nil where they are not composed
	text             []byte         // the C text of the unstaged one's
}

// runAll runs all pipelines once.
func runAll(ctx context.Context, p *prepared, set LateSet) (results, error) {
	late, err := p.fn.ParseLate(set.Values)
	if err != nil {
		return results{}, err
	}
	return runAllOn(ctx, p, late)
}

func runAllOn(ctx context.Context, p *prepared, late map[string]stager.Late) (r results, err error) {
	complete, err := p.staged.Complete(late)
	if err != nil {
		return r, err
	}
	if r.unstaged, err = stager.RunUnstaged(ctx, p.fn, p.pipeline, complete); err != nil {
		return r, fmt.Errorf("the unstaged pipeline: %w", err)
	}
	if r.staged, err = p.staged.Run(ctx, late); err != nil {
		return r, fmt.Errorf("the staged pipeline: %w", err)
	}
	if p.staged.Composed == nil {
		return r, nil
	}
	if r.separate, err = p.staged.Separate().Run(ctx, late); err != nil {
		return r, fmt.Errorf("the staged passes one after the other: %w", err)
	}
	return r, nil
}

// compare checks that all results are the same bytes, and only then says what they cost.
func (e *evaluator) compare(ctx context.Context, r *results, l *Late) error {
	if err := r.agree(); err != nil {
		return err
	}
	l.Unstaged, l.Staged = cost(r.unstaged), cost(r.staged)
	l.Ratio = &Ratio{Operations: ratio(r.unstaged.Total.Total(), r.staged.Total.Total())}
	runs := []work{e.replay(ctx, r.unstaged), e.replay(ctx, r.staged)}
	if r.separate != nil {
		l.Separate = cost(r.separate)
		l.Ratio.Separate = ratio(r.unstaged.Total.Total(), r.separate.Total.Total())
		runs = append(runs, e.replay(ctx, r.separate))
	}
	if e.Budget == 0 {
		return nil
	}
	times, err := e.meter.interleave(ctx, e.Budget, runs...)
	if err != nil {
		return err
	}
	l.Unstaged.Time, l.Staged.Time = &times[0], &times[1]
	if l.Separate != nil {
		l.Separate.Time = &times[2]
	}
	l.Ratio.Time = per(float64(times[0].Median), float64(times[1].Median))
	return nil
}

func (e *evaluator) replay(ctx context.Context, r *stager.Result) work {
	return e.meter.wall(func() error { return r.Replay(ctx) })
}

// agree tells where results are not the same bytes, and whether the composed program executes more than the passes that it is made of.
func (r *results) agree() (err error) {
	if r.text, err = r.unstaged.C(stager.Output{}); err != nil {
		return err
	}
	if err := r.same(r.staged, "the staged pipeline"); err != nil || r.separate == nil {
		return err
	}
	if err := r.same(r.separate, "the staged passes one after the other"); err != nil {
		return err
	}
	if c, s := r.staged.Total.Total(), r.separate.Total.Total(); c > s {
		return fmt.Errorf("composed, the staged passes execute %d operations, one after the other %d", c, s)
	}
	return nil
}

// same tells where a result is not that of the unstaged pipeline.
func (r *results) same(other *stager.Result, what string) error {
	text, err := other.C(stager.Output{})
	if err != nil {
		return err
	}
	if d := firstDifference(string(r.text), string(text)); d != "" {
		return fmt.Errorf("%s gives something else: %s", what, d)
	}
	return nil
}

func cost(r *stager.Result) *Cost {
	c := &Cost{Operations: operations(r.Total)}
	for _, p := range r.Passes {
		c.Passes = append(c.Passes, Executed{p.Name, p.Counts.Total()})
	}
	return c
}

// firstDifference says in which line two texts differ first, and how; empty where they do not.
func firstDifference(want, got string) string {
	if want == got {
		return ""
	}
	ws, gs := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(ws), len(gs)) {
		w, g := lineAt(ws, i), lineAt(gs, i)
		if w != g {
			return fmt.Sprintf("line %d is %s instead of %s", i+1, g, w)
		}
	}
	return ""
}

func lineAt(lines []string, i int) string {
	if i >= len(lines) {
		return "missing"
	}
	return fmt.Sprintf("%q", strings.TrimSpace(lines[i]))
}
