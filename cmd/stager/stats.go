package main

import (
	"context"
	"fmt"
	"strings"

	"scf/scfml/interp"
	"scf/stager"
)

// What -stats prints: lines `name: number` on standard error.

// printTimes prints how long phases took, in milliseconds, or that an earlier staging did their work.
func (a *app) printTimes(prefix string, times []stager.PhaseTime, cached bool) {
	if cached {
		fmt.Fprintf(a.stderr, "%scached: 1\n", prefix)
	}
	for i, t := range times {
		fmt.Fprintf(a.stderr, "%s%d-%s.ms: %.3f\n", prefix, i, t.Phase, float64(t.Time.Microseconds())/1000)
	}
}

// printCounts prints the operations executed, by kind and in total.
func (a *app) printCounts(prefix string, c interp.Counts) {
	for line := range strings.Lines(c.String()) {
		fmt.Fprint(a.stderr, prefix, line)
	}
}

// printResult prints the operations that a pipeline executed: the total of each pass, and the whole by kind.
func (a *app) printResult(prefix string, r *stager.Result) {
	for i, p := range r.Passes {
		name := fmt.Sprintf("%d-%s", i+1, p.Name)
		if r.Composed {
			name = p.Name
		}
		fmt.Fprintf(a.stderr, "%s%s: %d\n", prefix, name, p.Counts.Total())
	}
	a.printCounts(prefix, r.Total)
}

// printLoops prints what becomes of the loops.
func (a *app) printLoops(loops []stager.Loop) {
	for _, l := range loops {
		fmt.Fprintln(a.stderr, l)
	}
}

// printResultLoops prints what became of the loops.
func (a *app) printResultLoops(ctx context.Context, r *stager.Result) error {
	loops, err := r.Loops(ctx)
	a.printLoops(loops)
	return err
}

// printRatio prints how many times more operations the unstaged pipeline executed.
func (a *app) printRatio(unstaged, staged interp.Counts) {
	if staged.Total() > 0 {
		fmt.Fprintf(a.stderr, "ratio: %.1f\n", float64(unstaged.Total())/float64(staged.Total()))
	}
}
