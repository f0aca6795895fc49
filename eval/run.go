package eval

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"scf/internal/diag"
	"scf/kernel"
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
	// Journal, where set, has rows of an evaluation that was interrupted, which are not measured again, and is given those that are.
	Journal *Journal
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

// Through are the cases with another pipeline in place of their own.
func Through(pipeline string, cases []Case) []Case {
	out := slices.Clone(cases)
	for i := range out {
		out[i].Variant.Pipeline = pipeline
	}
	return out
}

// Run evaluates the cases, in their order. What is wrong with one of them stands in its row; the error is the context's, or
// the journal's.
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
	ablating  bool                       // of times that of one staging alone is wanted
	over      bool                       // a staging ran into the limit
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
	if err != nil {
		r.Error = diag.Render(err)
		return r, ctx.Err()
	}
	r.Function, r.Inlined = p.fn.Name, p.fn.Inlined
	return journaled(e.Journal, e.identity(c, p), (*Result).failed, func() (Result, error) { return e.measured(ctx, r, p) })
}

// measured is the row r of a case with what is found about it. The error is the context's.
func (e *evaluator) measured(ctx context.Context, r Result, p *prepared) (_ Result, err error) {
	if r.Staging, err = e.stage(ctx, p); err == nil {
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
	programs []parsed                  // by set of late values, as program asks for them
	kernels  map[string]*kernel.Kernel // by back end, as kernel asks for them
}

// known is all that is known late: the values of the set, and those that the staging implies.
func (p *prepared) known(set LateSet) map[string]string {
	out := maps.Clone(set.Values)
	for i, param := range p.staged.Function.Params {
		if implied, ok := p.staged.Abstract[i].Implied(); ok && implied.IsConstant() && out[param.Name] == "" && !param.Initial.IsConstant() {
			out[param.Name] = implied.String()
		}
	}
	return out
}

func (e *evaluator) prepare(ctx context.Context, c Case) (*prepared, error) {
	fn, err := stager.ParseC(ctx, c.Workload.File, []byte(c.Workload.Text), c.Workload.Function, c.Workload.C)
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
	return &prepared{c: c, fn: fn, pipeline: pipeline, early: early, programs: make([]parsed, len(c.Variant.Late)), kernels: map[string]*kernel.Kernel{}}, nil
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

// lateRows are the rows of all sets of late values, and what the staged passes still do for all of them. What is not timed is done for all of
// them before, beside each other; while something is timed nothing else runs.
func (e *evaluator) lateRows(ctx context.Context, p *prepared) (rows []Late, why []Explanation, err error) {
	dir, err := os.MkdirTemp("", "scf-eval-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	for i, r := range e.runSets(ctx, dir, p) {
		set, err := p.c.Variant.Late[i], r.err
		l := Late{Name: set.Name, Values: set.Values}
		if err == nil {
			err = e.compare(ctx, &r.results, &l)
		}
		if err == nil && r.drivers != nil {
			l.Kernel, err = e.times(ctx, r.drivers)
		}
		if err == nil && e.runs(p) {
			l.Running, err = e.running(ctx, p, i, r.staged.Func)
		}
		if err == nil && e.Explain {
			why, err = explain(ctx, why, r.staged)
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

// runs reports whether it is measured what the function costs in the back ends.
func (e *evaluator) runs(p *prepared) bool { return e.Budget > 0 && p.c.Workload.Driver != "" }

// setRun is what the pipelines give for a set of late values, and its drivers, where they are to be run.
type setRun struct {
	results
	drivers []driven
	err     error
}

// runSets runs the pipelines for all sets of late values and compiles their drivers into dir.
func (e *evaluator) runSets(ctx context.Context, dir string, p *prepared) []setRun {
	out := make([]setRun, len(p.c.Variant.Late))
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for i, set := range p.c.Variant.Late {
		all.Go(func() error {
			r := &out[i]
			if r.results, r.err = runAll(ctx, p, set); r.err != nil {
				return nil
			}
			if r.err = r.agree(); r.err == nil && e.cc != nil && p.c.Workload.Driver != "" {
				own := filepath.Join(dir, fmt.Sprint(i))
				if r.err = os.Mkdir(own, 0o777); r.err == nil {
					r.drivers, r.err = e.drivers(ctx, own, p, i, &r.results)
				}
			}
			if r.err == nil && e.runs(p) {
				_, _, _ = p.program(ctx, i)
			}
			return nil
		})
	}
	_ = all.Wait()
	return out
}
