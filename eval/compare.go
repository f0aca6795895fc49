package eval

import (
	"context"
	"fmt"
	"strings"

	"scf/ast"
	"scf/stager"
)

// The pipelines on one set of late values: they give the same bytes, and only then is it said what they cost.

// results are what the pipelines give for one set of late values.
type results struct {
	unstaged, staged *stager.Result
	separate         *stager.Result // of the staged passes one after the other; nil where they are not composed
	fused            bool           // functions of the staged passes are fused
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
	r.fused = p.staged.Composed.Fused
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
	for _, f := range append(r.staged.Func.Made, r.staged.Func) {
		l.Nodes += ast.Nodes(f)
	}
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

// agree tells where results are not the same bytes, and whether the composed program executes more than the passes that it is made of, unless their functions are fused.
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
	if c, s := r.staged.Total.Total(), r.separate.Total.Total(); c > s && !r.fused {
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
