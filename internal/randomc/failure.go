package randomc

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"scf/internal/cprog"
)

// Failure is a program on which a pipeline fails.
type Failure struct {
	Plan
	Program *cprog.Program
	Err     error
	// Small is a smaller program that fails in the same way, and SmallErr how; Program and Err where there is none, or where the pipeline does not end.
	Small    *cprog.Program
	SmallErr error
}

// failed is the failure of a program, with a smaller program that fails too; none where the failure is not the pipeline's.
func (r *Run) failed(ctx context.Context, plan Plan, p *cprog.Program, err error) []Failure {
	if errors.Is(err, errNotTaken) {
		r.Counts["not taken"]++
		if r.Counts["not taken"] <= 30 {
			line, _, _ := strings.Cut(err.Error(), "\n")
			r.Log("seed %d: %s", plan.Seed, line)
		}
		return nil
	}
	f := Failure{Plan: plan, Program: p, Err: err, Small: p, SmallErr: err}
	if why := r.undefined(ctx, p, false); why != nil {
		r.Counts["not defined"]++
		f.Err = fmt.Errorf("the random program does what C leaves undefined, a bug of the generator: %v", why)
		f.SmallErr = f.Err
		return []Failure{f}
	}
	r.Counts["failures"]++
	if errors.Is(err, errEndless) { // each smaller one might take as long
		return []Failure{f}
	}
	tries := r.Tries
	f.Small = cprog.Reduce(p, func(q *cprog.Program) bool {
		if tries--; tries < 0 || ctx.Err() != nil {
			return false
		}
		e := r.fails(ctx, q, plan)
		return e != nil && !errors.Is(e, errNotTaken) && kind(e) == kind(err) && r.undefined(ctx, q, true) == nil
	}, time.Now().Add(reduceTime))
	if e := r.fails(context.WithoutCancel(ctx), f.Small, plan); e != nil { // also where somebody did not want to wait for smaller ones
		f.SmallErr = e
	}
	return []Failure{f}
}

// reduceTime bounds the time for making a program smaller.
const reduceTime = time.Hour

// kind is what sort of failure it is.
func kind(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	before, _, _ := strings.Cut(line, ":")
	return before
}

// fails tells how a program fails.
func (r *Run) fails(ctx context.Context, p *cprog.Program, plan Plan) error {
	versions, err := r.versions(ctx, p, plan)
	if err != nil {
		return err
	}
	s := cprog.Settings{Rounds: rounds, Seed: plan.Seed, Flags: r.Flags}
	failures, err := cprog.Compare(ctx, []cprog.Case{{Program: p, Variants: versions}}, s)
	if err == nil && len(failures) > 0 {
		err = &difference{failures[0]}
	}
	return err
}

// undefined is what the original itself does that C leaves undefined, or why it cannot be told, or nil; strict looks for what only may be undefined too.
func (r *Run) undefined(ctx context.Context, p *cprog.Program, strict bool) error {
	s := cprog.Settings{Rounds: rounds, Sanitize: true, Strict: strict}
	failures, err := cprog.Compare(ctx, []cprog.Case{{Program: p, Variants: []cprog.Variant{{}}}}, s)
	if err == nil && len(failures) > 0 {
		err = &difference{failures[0]}
	}
	return err
}

// Difference is how a version of the small program's function differs from it; false where the pipeline itself fails, or the program that it
// makes is none.
func (f Failure) Difference() (cprog.Failure, bool) {
	var d *difference
	if !errors.As(f.SmallErr, &d) || d.Call == nil {
		return cprog.Failure{}, false
	}
	return d.Failure, true
}

// String is the failure for a log.
func (f Failure) String() string {
	return fmt.Sprintf("seed %d: %v\nwith inlining: %v, with %v, late %v:\n%s\n\nthe small program:\n%s\nwhich fails so: %v",
		f.Seed, f.Err, f.Inline, f.Early, f.Late, f.Program.Source, f.Small.Source, f.SmallErr)
}
