// Package randomc holds a pipeline to the compiler on random C: an optimised function computes what the original computes, whatever C
// it is written in. Random programs (cprog) are optimised with random parameters constant; what the staged pipeline prints must be what the
// original pipeline prints; and a compiler runs it beside the original, on the same arguments and the same memory.
//
//	randomc.go   a run, and its batches
//	plan.go      what the parameters of a program are constant to
//	versions.go  the optimised versions of a program's function
//	failure.go   what failed, made small
package randomc

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"scf/internal/cprog"
	"scf/stager"
)

// Settings say what is compared. The same settings and seeds give the same failures, unless StageTime ends a staging.
type Settings struct {
	Pipeline stager.Pipeline
	Size     int       // the greatest size of programs
	Without  cprog.Set // constructs to do without
	Sanitize bool      // watch for what C leaves undefined
	Flags    []string  // of the compiler; -O1 if none

	// Stages reports whether the pipeline is staged for the program of a seed, besides being run itself; nil: for every one.
	Stages    func(seed uint64) bool
	Options   stager.Options
	StageTime time.Duration // how long one staging may take; 0: as long as it takes
	RunTime   time.Duration // how long one run of the pipeline itself may take, or it is a failure, the last of its batch; 0: as long as it takes
	Tries     int           // how many smaller programs are tried for one that fails
}

// Run makes programs and counts what becomes of them.
type Run struct {
	Settings
	Counts  map[string]int
	Staging time.Duration // of all programs together
	Slowest time.Duration
	// Log gets what is no failure.
	Log func(format string, args ...any)
}

// New is a run that has done nothing yet.
func New(s Settings) *Run {
	return &Run{Settings: s, Counts: map[string]int{}, Log: func(string, ...any) {}}
}

// Batch compares the programs of n seeds, which are compiled at once, and gives those that fail, each with a smaller one. The error is of the
// machine, or ctx's.
func (r *Run) Batch(ctx context.Context, first uint64, n int) ([]Failure, error) {
	var out []Failure
	var cases []cprog.Case
	var plans []Plan
	for seed := first; seed < first+uint64(n); seed++ {
		plan, p := r.plan(seed), r.program(seed)
		versions, err := r.versions(ctx, p, plan)
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		r.Counts["programs"]++
		switch {
		case errors.Is(err, errEndless):
			return append(out, r.failed(ctx, plan, p, err)...), nil
		case err != nil:
			out = append(out, r.failed(ctx, plan, p, err)...)
		case len(versions) > 0:
			cases, plans = append(cases, cprog.Case{Program: p, Variants: versions}), append(plans, plan)
		}
	}
	if len(cases) == 0 {
		return out, nil
	}
	failures, err := cprog.Compare(ctx, cases, cprog.Settings{Rounds: rounds, Seed: first, Sanitize: r.Sanitize, Flags: r.Flags})
	if err != nil {
		return out, err
	}
	for _, f := range failures {
		out = append(out, r.failed(ctx, plans[f.Case], cases[f.Case].Program, &difference{f})...)
	}
	return out, ctx.Err()
}

// rounds is how often each version of a function is called.
const rounds = 4

// difference is a failure that running the program shows.
type difference struct{ cprog.Failure }

func (d *difference) Error() string { return d.Message }

func (r *Run) program(seed uint64) *cprog.Program {
	rng := rand.New(rand.NewPCG(seed, 1))
	return cprog.Generate(seed, cprog.Options{Prefix: fmt.Sprintf("p%d_", seed), Size: 1 + rng.IntN(r.Size), Without: r.Without})
}

// errNotTaken says that the front end refuses the function.
var errNotTaken = errors.New("not taken")

// errEndless says that the pipeline itself takes longer than RunTime.
var errEndless = errors.New("it does not end")
