package stager

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"scf/ast"
	"scf/causes"
	"scf/internal/diag"
	"scf/scfml/core"
)

// This file tells what passes made of the loops of a function, as they report it (reports.go).

// Loop is what becomes of a loop: early, of all that late values leave open, or late. Several of its answers are given where it is
// copied with a loop around it, and the copies fare differently.
type Loop struct {
	File      string
	Line, Col int
	Gotos     bool // it is made of gotos, with more than one way in; where it has one, it is as any other

	Unrolled bool
	// Iterations is the greatest number of iterations that it is unrolled to; -1 if only late values tell.
	Iterations int
	Program    bool // it is copied for each state of what decides about it, as for the place in a program that it interprets
	Kept       bool
	Unknown    bool // a bound of the staging was met before it was decided
	// Reasons say why it is kept.
	Reasons []string
	early   bool
	label   int64
}

// notConstant is why a loop is kept whose tests are not constant, unless more is told of them.
const notConstant = "its tests are not constant"

func (l Loop) String() string {
	var what []string
	stage := ""
	if l.early {
		stage = " early"
	}
	switch {
	case l.Unrolled && l.Program:
		what = append(what, "copied for each state of what decides about it")
	case l.Unrolled && l.Iterations < 0:
		what = append(what, "unrolled late, as often as late values say")
	case l.Unrolled && l.Iterations == 0:
		what = append(what, "dropped, since it has no iteration")
	case l.Unrolled:
		what = append(what, fmt.Sprintf("unrolled%s, iterations: %d", stage, l.Iterations))
	}
	if l.Kept {
		what = append(what, strings.TrimSuffix("kept: "+strings.Join(l.Reasons, ", or "), ": "))
	}
	if l.Unknown {
		what = append(what, "decided late, since the staging met its bound on contours or on memory (say more early, or a shorter list of values)")
	}
	if len(what) == 0 {
		what = []string{"never reached"}
	}
	name := "loop"
	if l.Gotos {
		name = "loop of gotos"
	}
	return fmt.Sprintf("%s: %s %s", diag.Pos{File: l.File, Line: l.Line, Col: l.Col}, name, strings.Join(what, "; or "))
}

// Loops tell what became of the function's loops, in source order; none where no pass ran that reports on loops. Where a composed program
// ran, which does not make what the passes give, these run once more, one after the other.
func (r *Result) Loops(ctx context.Context) ([]Loop, error) {
	if r.apart != nil {
		return r.apart().loops(ctx, r.late)
	}
	loops, err := r.reports(ctx)
	if err != nil || loops == nil {
		return nil, err
	}
	report, err := r.report(ctx)
	explainLoops(loops, report)
	return loops, err
}

// reports are what the passes that ran report on loops.
func (r *Result) reports(ctx context.Context) (loopList, error) {
	var out loopList
	d := Options{}.domain()
	for _, given := range r.reported {
		loops, err := given.reports.loops(ctx, r.function.tree, d, d.Const(given.tree), false)
		if err != nil {
			return nil, err
		}
		out = out.then(loops)
	}
	return out, nil
}

// reported is what a pass gave that has a function reports.
type reported struct {
	reports reporting
	tree    core.Value
}

// explainLoops says of the loops whose tests are not constant what these depend on, as far as the report tells; there may be none.
func explainLoops(loops []Loop, report *causes.Report) {
	for i, l := range loops {
		at := slices.Index(l.Reasons, notConstant)
		if report != nil && at >= 0 && report.Loops[l.label] != "" {
			loops[i].Reasons[at] = report.Loops[l.label]
		}
	}
}

// loops run the passes one after the other, as far as there are some that report on loops, and tell what becomes of these.
func (s *Staged) loops(ctx context.Context, late []Late) ([]Loop, error) {
	most := 0
	for i, p := range s.Passes {
		if p.reports != nil {
			most = i + 1
		}
	}
	if most == 0 {
		return nil, nil
	}
	r, err := s.runOn(ctx, late, most)
	if err != nil {
		return nil, err
	}
	return r.Loops(ctx)
}

// loopList are the loops of a function, in source order.
type loopList []Loop

func newLoopList(f *ast.Func, early bool) loopList {
	out := loopList{}
	ast.Walk(f.Body, func(c ast.Cmd) {
		at := ast.PlaceOf(c)
		loop := Loop{File: at.File, Line: at.Line, Col: at.Col, early: early, label: sourceLabel(ast.LabelOf(c))}
		switch c := c.(type) {
		case *ast.While, *ast.DoWhile, *ast.For:
			out = append(out, loop)
		case *ast.Graph:
			if loop.Gotos = true; len(c.Cycles()) > 0 {
				out = append(out, loop)
			}
		}
	}, nil, nil)
	return out
}

// then is l, of what a pass gave, and later, of what a later one made of that: what a loop was copied to stays, and whether it is kept, the later one
// tells, unless it tells nothing of it.
func (l loopList) then(later loopList) loopList {
	out := slices.Clone(later)
	for i, before := range l {
		switch loop := &out[i]; {
		case !loop.Unrolled && !loop.Kept && !loop.Unknown:
			*loop = before
		case before.Unrolled:
			loop.copied(int64(before.Iterations))
			loop.Program = loop.Program || before.Program
		}
	}
	return out
}

// add takes in a report: a value of the library's datatype, of any program.
func (l loopList) add(report core.Value) {
	_, parts := construction(report)
	node := baseOf(parts[0])
	at := slices.IndexFunc(l, func(loop Loop) bool { return loop.label == node })
	if at < 0 {
		return
	}
	switch fate, of := construction(parts[1]); fate {
	case "iterations":
		l[at].copied(iterationsOf(of[0]))
	case "byStates":
		l[at].Unrolled, l[at].Program = true, true
	case "stays":
		l[at].Kept = true
		l[at].Reasons = append(l[at].Reasons, reasonOf(of[0], l[at].early))
	}
}

// finish ends the list when all reports are in; unknown reports whether there may be others.
func (l loopList) finish(unknown bool) {
	for i := range l {
		loop := &l[i]
		loop.Unknown = unknown && !loop.Unrolled && !loop.Kept
		slices.Sort(loop.Reasons)
		loop.Reasons = slices.Compact(loop.Reasons)
	}
}

// construction is the constructor that a value of a datatype is made with, and of what.
func construction(v core.Value) (con string, of []core.Value) {
	c := v.(*core.ConValue)
	return c.Con.Name, c.Args
}

// baseOf is the node that a label is of, or of a copy of.
func baseOf(label core.Value) int64 {
	for {
		n, isInt := label.(core.Int)
		if isInt {
			return int64(n)
		}
		_, of := construction(label)
		label = of[0]
	}
}

// iterationsOf is a number of iterations; -1 for any.
func iterationsOf(copies core.Value) int64 {
	switch con, of := construction(copies); con {
	case "number":
		return int64(of[0].(core.Int))
	case "anyNumber":
		return -1
	}
	return 0
}

// reasonOf is a reason in words.
func reasonOf(reason core.Value, early bool) string {
	switch con, of := construction(reason); {
	case con == "having" && early:
		return "it may have " + string(of[0].(core.Str))
	case con == "having":
		return "it has " + string(of[0].(core.Str))
	case con == "because":
		return string(of[0].(core.Str))
	}
	return notConstant
}

// copied notes that there are iterations up to number n; -1 for an unknown number.
func (l *Loop) copied(n int64) {
	switch {
	case n < 0 || l.Unrolled && l.Iterations < 0:
		l.Iterations = -1
	default:
		l.Iterations = max(l.Iterations, int(n))
	}
	l.Unrolled = true
}
