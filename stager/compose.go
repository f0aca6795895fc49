package stager

import (
	"context"
	"errors"
	"slices"
)

// This file composes the residual programs of a pipeline. One after the other, each builds a tree for the next to take apart. As one
// program, `let val tree = <the first> in let val tree = <the second> in <the third>`, they are simplified together: what a pass tests that
// the one before has decided is decided, and what is built to be matched is not built. That gives the compiler that one would write by
// hand for the function (figure 2.7(c) of the dissertation).
//
// Nobody reads the labels of the nodes that come out at the end, so they are not made (ast.Unread); the nodes are numbered anew.
//
// But for them the composed program gives what the passes give one after the other, and executes no more operations on any input: linking calls nothing,
// since the bodies of the entries stand in place, and neither simplification nor dead-store elimination makes a run longer. (A pass that hands
// on the pair of its arguments as a whole may cost the one operation that makes the pair.)
//
// Passes that a budget has left partly unspecialised stay apart: what is left of them decides little for each other, and would take long.

// notComposed says why passes are not composed.
type notComposed string

// Error is the reason.
func (n notComposed) Error() string { return string(n) }

// compose composes the passes of s, unless there is one alone or the options switch it off. Where it cannot be done, s.Apart says why.
func (s *Staged) compose(ctx context.Context, o Options) error {
	if len(s.Passes) < 2 || o.Separate || o.NoSimplify {
		return nil
	}
	for _, p := range s.Passes {
		if len(p.Report.Unspecialised) > 0 {
			s.Apart = "pass " + p.Name + " is not specialised as a whole"
			return nil
		}
	}
	exes, err := s.executables()
	if err != nil {
		return err
	}
	s.Composed, err = composed(ctx, exes, o)
	var why notComposed
	if errors.As(err, &why) {
		s.Apart = string(why)
		return nil
	}
	return err
}

// composed is the composition of programs of passes. The error may be a notComposed.
func composed(ctx context.Context, exes []executable, o Options) (*Composed, error) {
	r := newRunner(composedName, shape{}, o)
	r.helpers = idle(1)
	end, err := r.run(ctx, composedTable.phases, state{residuals: exes})
	if err != nil {
		return nil, err
	}
	if end.outcome.tooLarge {
		return nil, notComposed("they are too large to be simplified together")
	}
	whole := exes[0].shape
	whole.takesLattice = slices.ContainsFunc(exes, func(e executable) bool { return e.shape.takesLattice })
	exe := newExecutable(composedName, end.program, whole)
	exe.title, exe.notes = composedTitle, newNotes(o, end)
	for _, pass := range exes {
		exe.sources = append(exe.sources, pass.sources...)
	}
	return &Composed{Program: end.program, Report: end.report(), Times: r.times, Record: r.recorder.record(), exe: exe}, nil
}
