package stager

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"scf/absval"
	"scf/ast"
	"scf/causes"
	"scf/internal/diag"
	"scf/scfml/core"
)

// This file tells what constant propagation made of the loops of a function. The pass leaves it in the labels of the tree that it
// gives (passes/library/copies.scf-ml):
//
//   - a loop that is kept has its own label, in a copy of what is around it or not; U (label, ~1) if it was too long to unroll,
//     U (label, ~2) if it moves the elements of an array;
//   - what is copied for iteration i of a loop has U (label, i);
//   - what belongs to the copies of a loop for states of its control has L (~(10000 * loop + n)).
//
// An abstract value of the tree has several of these, where late values decide between them.

// unroller is the pass that unrolls loops.
const unroller = "cnp"

// Loop is what becomes of a loop: early, of all that late values leave open, or late. Several of its answers are given where it is
// copied with a loop around it, and the copies fare differently.
type Loop struct {
	File      string
	Line, Col int

	Unrolled bool
	// Iterations is the greatest number of iterations that it is unrolled to; -1 if only late values tell.
	Iterations int
	Program    bool // it is copied for each state of what decides about it, as for the place in a program that it interprets
	Kept       bool
	Unknown    bool // a budget of the staging was reached before it was decided
	// Reasons say why it is kept.
	Reasons []string
	early   bool
	label   int64
	cmd     ast.Cmd // in the source
}

const (
	notConstant = "its tests are not constant"
	moving      = "it moves the elements of an array, which the C compiler does in one move"
	byAdvice    = "a pragma says so"
)

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
		what = append(what, "decided late, since a budget of the staging was reached")
	}
	if len(what) == 0 {
		what = []string{"never reached"}
	}
	return fmt.Sprintf("%s: loop %s", diag.Pos{File: l.File, Line: l.Line, Col: l.Col}, strings.Join(what, "; or "))
}

// Loops tell what became of the function's loops, in source order; none where no pass ran that unrolls loops. Where a composed program
// ran, which does not make what that pass gives, the passes run once more, one after the other.
func (r *Result) Loops(ctx context.Context) ([]Loop, error) {
	if r.apart != nil {
		return r.apart().loops(ctx, r.late)
	}
	if r.unrolled == nil {
		return nil, nil
	}
	d := Options{}.domain()
	loops := loopsOf(r.function.tree, d, d.Const(r.unrolled), false)
	report, err := r.report(ctx)
	explainLoops(loops, report)
	return loops, err
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

// loops run the passes one after the other, as far as the one that unrolls loops, and tell what becomes of these.
func (s *Staged) loops(ctx context.Context, late []Late) ([]Loop, error) {
	at := slices.IndexFunc(s.Passes, func(p *StagedPass) bool { return p.From == unroller })
	if at < 0 {
		return nil, nil
	}
	r, err := s.runOn(ctx, late, at+1)
	if err != nil {
		return nil, err
	}
	return r.Loops(ctx)
}

// loopsOf tells what became of the loops of f in the abstract value v, what the unrolling pass gives.
func loopsOf(f *ast.Func, d *absval.Domain, v *absval.Value, early bool) []Loop {
	s := newSurvey(f, d)
	s.early = early
	s.visit(v, "")
	var out []Loop
	for _, n := range s.order {
		l := s.loops[n]
		l.early = early
		l.Unknown = (s.unknown || s.lost) && !l.Unrolled && !l.Kept
		slices.Sort(l.Reasons)
		l.Reasons = slices.Compact(l.Reasons)
		out = append(out, *l)
	}
	return out
}

// survey collects what the labels of an abstract tree tell about loops.
type survey struct {
	labelReader
	early  bool
	order  []int64              // the loops, in source order, by label
	loops  map[int64]*Loop      // by label
	inside map[int64]int64      // the loop that the node of a label stands in
	advice map[int64]ast.Advice // what pragmas say of loops
	seen   map[visited]bool
	// unknown reports whether nothing is known of some command.
	unknown bool
}

// visited is a set of trees inside kept loops, which are listed by their labels.
type visited struct {
	structure int
	kept      string
}

func newSurvey(f *ast.Func, d *absval.Domain) *survey {
	s := &survey{labelReader: labelReader{d: d}, loops: map[int64]*Loop{}, inside: map[int64]int64{}, advice: map[int64]ast.Advice{}, seen: map[visited]bool{}}
	s.source(f.Body, 0, nil)
	return s
}

// source notes the loops of c, which stands in the loop around; advice is what a pragma right before it says, or nil.
func (s *survey) source(c ast.Cmd, around int64, advice *ast.Advice) {
	label := sourceLabel(ast.LabelOf(c))
	s.inside[label] = around
	switch c := c.(type) {
	case *ast.While:
		s.loop(label, c, c.At, advice)
		s.sources(label, c.Body)
	case *ast.DoWhile:
		s.loop(label, c, c.At, advice)
		s.sources(label, c.Body)
	case *ast.For:
		s.loop(label, c, c.At, advice)
		s.sources(around, c.Init)
		s.sources(label, c.Step, c.Body)
	case *ast.Advised:
		s.source(c.Loop, around, &c.Advice)
	default:
		ast.RebuildCmd(c, func(c ast.Cmd) ast.Cmd { s.sources(around, c); return c }, func(e ast.Expr) ast.Expr { return e })
	}
}

func (s *survey) sources(around int64, cmds ...ast.Cmd) {
	for _, c := range cmds {
		s.source(c, around, nil)
	}
}

func (s *survey) loop(label int64, c ast.Cmd, at diag.Pos, advice *ast.Advice) {
	s.order = append(s.order, label)
	s.loops[label] = &Loop{File: at.File, Line: at.Line, Col: at.Col, label: label, cmd: c}
	if advice != nil {
		s.advice[label] = *advice
	}
}

// visit looks at the commands of the set v, which stands in the kept loops listed.
func (s *survey) visit(v *absval.Value, kept string) {
	key := visited{v.StructureID(), kept}
	if v.IsTop() {
		s.unknown = true
	}
	if v.IsTop() || s.seen[key] {
		return
	}
	s.seen[key] = true
	for _, alt := range s.d.Alternatives(s.d.Untagged(v)) {
		if alt.IsTuple() {
			for _, part := range s.d.Components(alt) {
				s.visit(part, kept)
			}
		} else if con := alt.Con(); con != nil {
			s.node(con, s.d.Components(alt), kept)
		}
	}
}

// node looks at the node that con makes of parts; its label is the last of them.
func (s *survey) node(con *core.Con, parts []*absval.Value, kept string) {
	switch data := con.Data.Name; {
	case data == "list", data == "func", data == "graph_node":
		for _, part := range parts {
			s.visit(part, kept)
		}
	case (data == "cmd" || data == "case_arm") && len(parts) > 0:
		labels := s.labels(parts[len(parts)-1])
		for _, l := range labels {
			s.note(con.Name, l, kept)
		}
		if isLoop(con.Name) {
			for _, l := range labels {
				kept += fmt.Sprintf("%d,", l.base)
			}
		}
		for _, part := range parts[:len(parts)-1] {
			s.visit(part, kept)
		}
	}
}

func isLoop(con string) bool { return con == "while_do" || con == "do_while" || con == "for_loop" }

// note takes in the label of a command.
func (s *survey) note(con string, l copied, kept string) {
	loop := s.loops[l.base]
	switch {
	case l.base < 0 && con == "seq": // a command and what is put behind it
	case l.base < 0: // made for a loop that is copied for states of its control
		if p := s.loops[-l.base/labelsOfLoop]; p != nil {
			p.Unrolled, p.Program = true, true
		}
	case loop != nil && isLoop(con):
		loop.Kept = true
		loop.Reasons = append(loop.Reasons, s.reason(l))
	case loop != nil && l.isCopy && (con == "seq" || con == "skip"):
		loop.copied(l.last)
	case l.isCopy:
		around := s.inside[l.base]
		if loop := s.loops[around]; loop != nil && !strings.Contains(","+kept, fmt.Sprintf(",%d,", around)) {
			loop.copied(l.next())
		}
	}
}

func (s *survey) reason(l copied) string {
	advice, advised := s.advice[l.base]
	switch {
	case advised && advice == ast.NoUnroll:
		return byAdvice
	case l.isCopy && l.last == tooLongCopy:
		return tooLongReason(s.loops[l.base].cmd, advised, s.early)
	case l.isCopy && l.last == movingCopy:
		return moving
	}
	return notConstant
}

// labelsOfLoop is how many labels a loop that is copied for states of its control may have, besides those of its copies.
const labelsOfLoop = 10_000

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
