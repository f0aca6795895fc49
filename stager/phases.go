package stager

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"scf/ast"
	"scf/dse"
	"scf/fuse"
	"scf/pe"
	"scf/scfml/core"
	"scf/simplify"
	"scf/simplify/similar"
)

// This file is the table of the phases that programs go through (figure 3.15, with simplification and composition). A phase is a function
// from the parts of a state that its row takes to those that it gives. Its row is true, since what runs it (runner.go) hands it those parts
// alone and takes no others from it.

// passTable is what becomes of the program of a pass, for what is known early.
var passTable = table{
	of:    "a pass",
	given: []part{partProgram, partDomain, partInput},
	phases: []phase{
		{
			name:   "specialize",
			reason: "it makes the program that the others make smaller, and the live keys that dse needs",
			takes:  []part{partProgram, partDomain, partInput},
			gives:  []part{partProgram, partResult, partCounts},
			run:    specialize,
		},
		{
			name:   "dse",
			reason: "before simplify, since the stores that it drops are most of what specialize leaves",
			takes:  []part{partProgram, partOutcome, partCounts},
			gives:  []part{partProgram, partStable, partCounts},
			repeat: true,
			off:    func(o Options) bool { return o.NoDSE },
			run:    eliminateDeadStores,
		},
		{
			name:   "simplify",
			reason: "after dse; what it forwards and folds makes further stores dead, so both run again; at first also with functions apart, for fuse",
			takes:  []part{partProgram, partApart, partDomain, partResult, partBounds, partCounts},
			gives:  []part{partProgram, partApart, partResult, partBounds, partOutcome, partCounts},
			repeat: true,
			off:    func(o Options) bool { return o.NoSimplify },
			run:    simplifyPass,
		},
	},
}

// composedTable is how the residual programs of the passes become one.
var composedTable = table{
	of:    "the composed program",
	given: []part{partResiduals},
	phases: []phase{
		{
			name:   "link",
			reason: "it makes one program of those of the passes, as they are",
			takes:  []part{partResiduals},
			gives:  []part{partProgram, partBounds, partUnread},
			run:    link,
		},
		{
			name:   "simplify",
			reason: "before dse, which has found what it can in each of the programs",
			takes:  []part{partProgram, partUnread, partBounds, partCounts},
			gives:  []part{partProgram, partBounds, partOutcome, partCounts},
			repeat: true,
			run:    simplifyProgram,
		},
		{
			name:   "dse",
			reason: "after simplify: what one pass stores and none behind it reads is dead; then both run again",
			takes:  []part{partProgram, partOutcome, partCounts},
			gives:  []part{partProgram, partStable, partCounts},
			repeat: true,
			off:    func(o Options) bool { return o.NoDSE },
			run:    eliminateDeadStores,
		},
		{
			name:   "merge",
			reason: "behind all that asks for constants: functions that differ in nothing else become one, with parameters for them",
			takes:  []part{partProgram},
			gives:  []part{partProgram},
			off:    func(o Options) bool { return o.NoSimplify || o.Simplify.DisableMerge },
			run:    mergeSimilar,
		},
		{
			name:   "trim",
			reason: "at the end: datatypes and functions that only links between passes needed are gone",
			takes:  []part{partProgram},
			gives:  []part{partProgram},
			run:    trim,
		},
	},
}

// fusedTable is how the programs of the passes with functions apart become one, in which functions of one pass are fused with those of the next.
var fusedTable = table{
	of:    "the fused program",
	given: composedTable.given,
	phases: slices.Insert(slices.Clone(composedTable.phases), 1, phase{
		name:   "fuse",
		reason: "before simplify, as long as what builds trees and what takes them apart are functions",
		takes:  []part{partProgram},
		gives:  []part{partProgram, partBounds},
		run:    fuseProgram,
	}),
}

func specialize(ctx context.Context, r *runner, in state) (state, error) {
	res, err := pe.Run(ctx, in.program, in.domain, in.input, r.peOptions(ctx, in.program))
	if err != nil {
		return state{}, err
	}
	r.recorder.specialized(res.Record)
	return state{program: res.Program, result: res.Output, counts: specialized(res)}, nil
}

// stablePart: a round changes next to nothing where dse changes less than one thing for that many nodes. With 5,000 main_loop/fetch,update,find does 1.5 % fewer late
// operations, and staging a function of 1,000 statements takes 15 % longer.
const stablePart = 1_000

func eliminateDeadStores(ctx context.Context, r *runner, in state) (state, error) {
	p, report, err := dse.Run(ctx, in.program, r.options.DSE)
	if err != nil {
		return state{}, err
	}
	in.counts.MapOperationsRemoved += report.MapOps
	return state{program: p, stable: report.Changes()*stablePart < in.outcome.size, counts: in.counts}, nil
}

// The bounds of programs that are kept with functions apart.
const (
	apartMost   = 4_000 // nodes of a simplified program; larger ones have none
	apartInline = 16    // nodes of functions that are inlined nevertheless
)

// simplifyPass simplifies the program of a pass, and at first, beside that, with functions apart, as they can be fused with those of others.
func simplifyPass(ctx context.Context, r *runner, in state) (state, error) {
	out, err := simplifyProgram(ctx, r, in)
	if out.apart = in.apart; err != nil || in.apart != nil || r.options.NoFuse || out.outcome.size > apartMost {
		return out, err
	}
	o := r.options.Simplify
	o.Apart, o.InlineSize, o.Helpers = true, apartInline, r.helpers
	o.DisableCarry, o.DisableThrough = true, true
	out.apart, _, err = simplify.Run(ctx, in.program, o)
	return out, err
}

func simplifyProgram(ctx context.Context, r *runner, in state) (state, error) {
	o := r.options.Simplify
	o.SizeLimit, o.Unread, o.Memory, o.Helpers = in.bounds.size, in.unread, &r.memory, r.helpers
	o.CaseOfCaseSize = cmp.Or(o.CaseOfCaseSize, in.bounds.copies)
	if in.bounds.maxWork > 0 {
		o.MaxWork = in.bounds.maxWork - in.bounds.work
	}
	o.Moved = r.recorder.watchMoves()
	p, report, err := simplify.Run(ctx, in.program, o)
	if err != nil {
		return state{}, err
	}
	in.counts.MapOperationsRemoved += report.MapOps
	out := state{
		program: p,
		result:  in.result,
		bounds:  bounds{report.SizeLimit, in.bounds.copies, in.bounds.work + report.Work, in.bounds.maxWork},
		outcome: outcome{size: report.SizeAfter, tooLarge: report.TooLarge, unfinished: report.Unfinished},
		counts:  in.counts,
	}
	if c, ok := p.Entry.Body.(*core.Const); ok && in.result != nil {
		out.result = in.domain.Const(c.Value) // the partial evaluator may not have found that out
	}
	return out, nil
}

// The bounds of a composition, as multiples of the nodes of the residual programs together.
const (
	defaultComposedGrowth = 1.25 // for the nodes of the composed program
	composedWork          = 4    // for the computations that simplification looks at, in all rounds
)

// minComposedGrowth is how many nodes a composed program may grow by in any case.
const minComposedGrowth = 600

// largeComposition is how many nodes a composed program may grow to, as long as nobody asks for more; larger ones do not grow.
const largeComposition = 45_000

// smallComposition is up to how many nodes a program as linked is small: one decision may copy as much into branches as the program has, or may grow by. What
// the passes behind a case do alike is then done in each of its arms, as long as all arms together stay within the bounds: where a tree is
// made of constants in some of them it is a constant there. (The product of a sparse vector with constant places takes 53 operations in place
// of 70 by that, and with four ones among the constants 25 in place of 41. With 1,600 nodes for compositions of all sizes the largest take
// 3 to 4 % more.)
const smallComposition = 2000

// composedBounds are those of the composed program that has that many nodes as linked.
func composedBounds(size int, o Options) bounds {
	growth := o.ComposedGrowth
	if growth == 0 {
		growth = defaultComposedGrowth
	}
	limit := max(int(growth*float64(size)), size+minComposedGrowth)
	if o.ComposedGrowth == 0 && limit > largeComposition {
		limit = max(largeComposition, size)
	}
	b := bounds{size: limit, maxWork: composedWork * limit}
	if size <= smallComposition {
		b.copies = max(size, minComposedGrowth)
	}
	return b
}

// fusedGrowth is what a fused program may grow to, as a multiple of its nodes as linked, when functions are apart: what is in residual
// programs copied, inlined and specialized for recursion is so here as a whole.
const fusedGrowth = 3

// fusedBounds are those of the fused program that has that many nodes as linked.
func fusedBounds(size int, o Options) bounds {
	if o.ComposedGrowth == 0 {
		o.ComposedGrowth = fusedGrowth
	}
	return composedBounds(size, o)
}

// link gives a notComposed as its error where the programs cannot be one.
func link(_ context.Context, r *runner, in state) (state, error) {
	p, err := linked(in.residuals)
	if err != nil {
		return state{}, err
	}
	return state{program: p, bounds: composedBounds(p.Size(), r.options), unread: ast.Unread}, nil
}

// errNothingFused ends the way of a program in which no functions are fused.
var errNothingFused = errors.New("nothing is fused")

func fuseProgram(ctx context.Context, r *runner, in state) (state, error) {
	p, report, err := fuse.Run(ctx, in.program, r.options.Simplify, fuse.DefaultLimits())
	if err == nil && report.Pairs == 0 {
		err = errNothingFused
	}
	return state{program: p, bounds: fusedBounds(in.program.Size(), r.options)}, err
}

func mergeSimilar(ctx context.Context, _ *runner, in state) (state, error) {
	p, _, err := similar.Merge(ctx, in.program)
	return state{program: p}, err
}

func trim(_ context.Context, _ *runner, in state) (state, error) {
	return state{program: core.Trimmed(in.program)}, nil
}
