package stager

import (
	"context"
	"errors"
	"slices"

	"scf/fuse"
	"scf/internal/diskcache"
	"scf/scfml/core"
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
// Where the passes are small they are composed in a second way, too: one function builds a tree, another one takes it apart, and package fuse makes
// one function of the two, as long as neither is inlined. Of the two compositions that one stays which is to take fewer operations. (Fused, the composed
// program may take more operations on some input than the passes one after the other.)
//
// Passes that a budget has left partly unspecialised stay apart: what is left of them decides little for each other, and would take long.

// notComposed says why passes are not composed.
type notComposed string

// Error is the reason.
func (n notComposed) Error() string { return string(n) }

// compose composes the passes of s, unless there is one alone or the options switch it off. Where it cannot be done, s.Apart says why.
func (s *Staged) compose(ctx context.Context, pipeline Pipeline, o Options) error {
	if len(s.Passes) < 2 || o.Separate || o.NoSimplify {
		return nil
	}
	for _, p := range s.Passes {
		if len(p.Report.Unspecialised) > 0 {
			s.Apart = "pass " + p.Name + " is not specialised as a whole"
			return nil
		}
	}
	k := o.keeper()
	if slices.ContainsFunc(s.Passes, func(p *StagedPass) bool { return p.digest == nil }) {
		k = nil
	}
	var key diskcache.Key
	if k != nil {
		var found bool
		if key, found = s.lookUpComposition(pipeline, o, k); found {
			return nil
		}
	}
	exes, err := s.executables()
	if err != nil {
		return err
	}
	var end state
	var why notComposed
	if s.Composed, end, err = composed(ctx, composedTable, exes, o); errors.As(err, &why) {
		s.Apart, err = string(why), nil
	}
	if err == nil && s.Composed != nil {
		end, err = s.fuse(ctx, exes, end, o)
	}
	if err == nil {
		s.keepComposition(k, key, end)
	}
	return err
}

// fusedWorth is which part of the operations a fused program may take, as far as its text tells, to be the better one: where it saves less the
// other one has been copied to better use. (Of the product of vectors it takes 0.56 as far as the text tells, and 0.8 in fact; of a recursion that
// is unfolded as often as late values tell 0.82 and 1.18.)
const fusedWorth = 0.75

// fuse makes the composition with functions fused that of s, where it is to take fewer operations; the one that s has ended so. It gives the end of the one
// that s has now.
func (s *Staged) fuse(ctx context.Context, exes []executable, end state, o Options) (state, error) {
	fused, fusedEnd, err := s.fused(ctx, exes, o)
	if err != nil || fused == nil {
		return end, err
	}
	fused.Times = append(s.Composed.Times, fused.Times...)
	if fuse.Estimate(fused.Program) > fusedWorth*fuse.Estimate(s.Composed.Program) {
		s.Composed.Times = fused.Times
		return end, nil
	}
	fused.Fused = true
	s.Composed = fused
	return fusedEnd, nil
}

// fused composes the passes from their programs with functions apart, with functions fused; nil where that is not to be had.
func (s *Staged) fused(ctx context.Context, exes []executable, o Options) (*Composed, state, error) {
	apart := slices.Clone(exes)
	for i, p := range s.Passes {
		program, err := p.apart()
		if err != nil || program == nil {
			return nil, state{}, err
		}
		apart[i].program = program
	}
	fused, end, err := composed(ctx, fusedTable, apart, o)
	var why notComposed
	if errors.Is(err, errNothingFused) || errors.As(err, &why) {
		return nil, state{}, nil
	}
	return fused, end, err
}

// composed is the composition of programs of passes by a table, which ended so. The error may be a notComposed.
func composed(ctx context.Context, t table, exes []executable, o Options) (*Composed, state, error) {
	r := newRunner(composedName, shape{}, o)
	r.helpers = idle(1)
	end, err := r.run(ctx, t.phases, state{residuals: exes})
	if err == nil && end.outcome.tooLarge {
		err = notComposed("they are too large to be simplified together")
	}
	if err != nil {
		return nil, end, err
	}
	exe := composedExecutable(end.program, exes, newNotes(o, end))
	return &Composed{Program: end.program, Report: end.report(), Times: r.times, Record: r.recorder.record(), exe: exe}, end, nil
}

// composedExecutable is p, the composition of passes with these shapes and sources.
func composedExecutable(p *core.Program, passes []executable, n *notes) executable {
	whole := passes[0].shape
	whole.takesLattice = slices.ContainsFunc(passes, func(e executable) bool { return e.shape.takesLattice })
	exe := newExecutable(composedName, p, whole)
	exe.title, exe.notes = composedTitle, n
	for _, pass := range passes {
		exe.sources = append(exe.sources, pass.sources...)
	}
	return exe
}
