package stager

import (
	"context"
	"slices"

	"scf/absval"
	"scf/scfml/core"
)

// What a table of phases is made of, and what the phases hand on to each other. The tables stand in phases.go.

// table is the way of one kind of program through its phases, in order. Rows that repeat and follow each other run in turn, in rounds.
type table struct {
	of     string // what goes through it
	given  []part // what there is before the first phase
	phases []phase
}

// phase is a row.
type phase struct {
	name         string
	reason       string // for its place in the order
	takes, gives []part
	repeat       bool
	off          func(Options) bool // nil: it always runs
	run          func(ctx context.Context, r *runner, in state) (state, error)
}

// part is a part of the state, by what the table calls it.
type part string

const (
	partResiduals part = "residual programs" // of the passes
	partProgram   part = "program"
	partDomain    part = "domain" // of abstract values
	partInput     part = "abstract input"
	partApart     part = "program with functions apart"
	partResult    part = "abstract result" // of the program, for the input
	partUnread    part = "unread parts"    // of the result
	partBounds    part = "bounds"          // of simplification, and what is used up of them
	partOutcome   part = "outcome"         // of the last simplification
	partStable    part = "stable"          // whether another round changes next to nothing
	partCounts    part = "counts"          // of what was done, for the report
)

// state is what a program is on its way through a table.
type state struct {
	residuals []executable
	program   *core.Program
	apart     *core.Program // what the program was when it was simplified with functions apart
	domain    *absval.Domain
	input     *absval.Value
	result    *absval.Value
	unread    func(con *core.Con, i int) bool // as simplify.Options.Unread
	bounds    bounds
	outcome   outcome
	stable    bool
	counts    Report
}

// bounds are those of all simplifications of one program.
type bounds struct {
	size          int // nodes that the program may grow to; 0: the first simplification says
	copies        int // as simplify.Options.CaseOfCaseSize
	work, maxWork int // computations that were looked at (simplify.Report.Work), and that may be; 0 for any number
}

// spent reports whether simplification has done the work that it may.
func (b bounds) spent() bool { return b.maxWork > 0 && b.work >= b.maxWork }

// outcome is what the last simplification tells.
type outcome struct {
	size       int  // of the program; 0: there was none
	tooLarge   bool // it was not simplified
	unfinished bool // there is more to do
	noMemory   bool // since memory was short
}

// hand copies the part p of from.
func (s *state) hand(p part, from *state) {
	switch p {
	case partResiduals:
		s.residuals = from.residuals
	case partProgram:
		s.program = from.program
	case partApart:
		s.apart = from.apart
	case partDomain:
		s.domain = from.domain
	case partInput:
		s.input = from.input
	case partResult:
		s.result = from.result
	case partUnread:
		s.unread = from.unread
	case partBounds:
		s.bounds = from.bounds
	case partOutcome:
		s.outcome = from.outcome
	case partStable:
		s.stable = from.stable
	case partCounts:
		s.counts = from.counts
	}
}

// with is s with those parts of from.
func (s state) with(parts []part, from state) state {
	for _, p := range parts {
		s.hand(p, &from)
	}
	return s
}

// report is what was counted on the way to the state.
func (s state) report() Report {
	r := s.counts
	r.Unfinished = s.outcome.noMemory
	r.finished(s.program)
	return r
}

// split is the table in two: once are the rows before the first that repeats, and rest the others.
func (t table) split() (once, rest []phase) {
	n := slices.IndexFunc(t.phases, func(ph phase) bool { return ph.repeat })
	return t.phases[:n], t.phases[n:]
}
