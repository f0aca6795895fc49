package stager

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"scf/ast"
	"scf/causes"
	"scf/inl"
	"scf/internal/diag"
)

// This file tells where constants change nothing or little, and which writes go to memory that was said to be constant (package causes).

// explained is what package causes tells of f, of whose parameters that is known and of which that is left; nil where it does not tell.
func explained(f *Function, known []Abstract, left causes.Left, loops []Loop) *causes.Report {
	in := causes.Input{Func: f.tree, Left: left, Named: f.text.Mentions, Bounds: map[int64]string{}}
	for _, l := range loops {
		if at := slices.IndexFunc(l.Reasons, func(reason string) bool { return reason != notConstant }); at >= 0 {
			in.Bounds[l.label] = l.Reasons[at]
		}
	}
	in.Globals, in.Untold = f.globals(), len(f.Params)-f.told()
	in.Passed = func(name string) []ast.Global { return f.passed[baseName(name)] }
	for _, a := range behind(f, known) {
		in.Facts = append(in.Facts, a.Fact())
	}
	r, ok := causes.Of(in)
	if !ok {
		return nil
	}
	return r
}

// explain finds what the constants do not decide.
func (s *Staged) explain() {
	if s.Loops == nil {
		return
	}
	report := explained(s.Function, s.Abstract, s.left, s.Loops)
	explainLoops(s.Loops, report)
	if s.left.Nodes != nil {
		s.causes = report
	}
}

// Blocked says why the constants decide nothing, or little, of what the function does: lines with places in the source, the most important first. It is empty
// where they decide more, where there are no parameters, and in a Staged that was opened.
func (s *Staged) Blocked() []string {
	if s.causes == nil {
		return nil
	}
	return s.Function.blocked(s.causes, s.Abstract, earlyHint)
}

// Blocked is Staged.Blocked of what became of the function late. Where a composed program ran, the passes run once more, one after the other.
func (r *Result) Blocked(ctx context.Context) ([]string, error) {
	report, err := r.report(ctx)
	if err != nil || report == nil {
		return nil, err
	}
	hint := lateHint
	if r.staged {
		hint = stagedHint
	}
	return r.function.blocked(report, r.known(), hint), nil
}

// Warnings are the writes that the optimised function makes to memory that was said to be constant, a line each.
func (r *Result) Warnings(ctx context.Context) ([]string, error) {
	report, err := r.report(ctx)
	if err != nil || report == nil {
		return nil, err
	}
	return r.function.lines(report.Writes), nil
}

// known is what is known of the parameters.
func (r *Result) known() []Abstract {
	var out []Abstract
	for _, l := range r.late {
		out = append(out, l.Known())
	}
	return out
}

// report is what package causes tells of the result; nil where it does not tell. It is made when it is first asked for.
func (r *Result) report(ctx context.Context) (*causes.Report, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.told {
		var err error
		if r.causes, err = r.newReport(ctx); err != nil {
			return nil, err
		}
		r.told = true
	}
	return r.causes, nil
}

func (r *Result) newReport(ctx context.Context) (*causes.Report, error) {
	if r.apart != nil {
		apart, err := r.apart().runOn(ctx, r.late, len(r.apart().Passes))
		if err != nil {
			return nil, err
		}
		return apart.report(ctx)
	}
	loops, err := r.reports(ctx)
	if err != nil || loops == nil {
		return nil, err
	}
	tree, err := ast.FromValue(r.reported[len(r.reported)-1].tree)
	if err != nil {
		return nil, err
	}
	unrolled := leftInTree(tree)
	left := causes.Left{Nodes: unrolled.nodes, Tests: unrolled.tests, Final: leftInTree(r.asGiven()).tests, Made: unrolled.made}
	return explained(r.function, r.known(), left, loops), nil
}

// blocked are the lines of Blocked. hint tells how more is said of a parameter.
func (f *Function) blocked(r *causes.Report, known []Abstract, hint func(Param) string) []string {
	if len(known) == 0 || !r.Little() || len(r.Kept) == 0 {
		if out := f.inlinable(r); len(out) > 0 {
			return append(out, f.lines(r.Parameters)...)
		}
		if len(r.Parameters) == 0 {
			return nil
		}
		return append(f.lines(r.Parameters), f.obstacles()...)
	}
	out := []string{f.File + ": " + f.summary(r, slices.ContainsFunc(known, Abstract.IsConstant))}
	for _, n := range r.Kept {
		out = append(out, f.line(n)+f.more(n, known, hint))
	}
	if r.More > 0 {
		out = append(out, fmt.Sprintf("%s: tests and loops that stay, besides: %d", f.File, r.More))
	}
	return slices.Concat(out, f.lines(r.Parameters), f.obstacles())
}

// inlinable says which loops would be decided by inlining, where constants decide calls alone.
func (f *Function) inlinable(r *causes.Report) (lines []string) {
	if !r.OnlyCalls() {
		return nil
	}
	for _, n := range r.Kept {
		if !n.Inlines {
			continue
		}
		if more := f.inlining(n.Root); more != "" {
			lines = append(lines, f.line(n)+more)
		}
	}
	if len(lines) > 0 {
		lines = slices.Insert(lines, 0, f.File+": the constants decide nothing in "+f.Name+" but calls")
	}
	return lines
}

// summary says how little the constants decide; anyConstant reports whether there are any.
func (f *Function) summary(r *causes.Report, anyConstant bool) string {
	switch d := r.Decided; {
	case !anyConstant:
		return "no parameter of " + f.Name + " is constant"
	case d.Tests > 0:
		return fmt.Sprintf("the constants decide little in %s: no loop, no load and no test in or around a loop, other tests: %d, operations: %d", f.Name, d.Tests, d.Operations)
	case d.Operations > 0:
		return fmt.Sprintf("the constants decide little in %s: no test, no loop and no load, operations: %d", f.Name, d.Operations)
	}
	return "the constants decide nothing in " + f.Name
}

// more says how more could be known than what n tells.
func (f *Function) more(n causes.Note, known []Abstract, hint func(Param) string) string {
	if n.Inlines {
		return f.inlining(n.Root)
	}
	for i, p := range f.Params {
		if p.Name == n.Root && !known[i].IsConstant() && p.Everything().IsConstant() && !causes.WritesTo(f.tree, p.Name) {
			what := "it"
			if n.Bound {
				what = p.Name
			}
			return fmt.Sprintf(" (if %s is constant, say so%s)", what, hint(p))
		}
	}
	if p, ok := f.tellable(n.Root); ok {
		return fmt.Sprintf(" (if %s is constant, say so%s)", p.Name, hint(p))
	}
	return ""
}

// tellable is the variable that the tree calls name, if something could be said of it: nothing is, and f does not write to it.
func (f *Function) tellable(name string) (p Param, ok bool) {
	if f.mentioned == nil {
		return Param{}, false
	}
	for _, p := range f.mentioned() {
		if f.global(p).Name != name || p.Initial.IsConstant() || !p.Everything().IsConstant() || slices.ContainsFunc(f.globals(), func(g ast.Global) bool { return g.Name == name }) {
			continue
		}
		written := false
		ast.Walk(f.tree.Body, func(c ast.Cmd) {
			if s, isStore := c.(*ast.Store); isStore && causes.ObjectIn(s.Dest) == name {
				written = true
			}
		}, nil, nil)
		return p, !written
	}
	return Param{}, false
}

// inlining says what is to be inlined for what a call of the function called name does to be known; nothing where it cannot be.
func (f *Function) inlining(name string) string {
	switch names := f.inlinedFor(name); len(names) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(" (-inline %s puts its body in place of the call)", name)
	default:
		return fmt.Sprintf(" (-inline %s puts their bodies in place of the calls)", strings.Join(names, ","))
	}
}

// inlinedFor are the functions that are to be inlined for what a call of the one called name does to be known: that one, if it can be, and others that
// get the address of the same object.
func (f *Function) inlinedFor(name string) []string {
	if !f.inlines(name) {
		return nil
	}
	var names []string
	shared := map[string]bool{}
	passed := func(e ast.Expr, visit func(object string)) {
		for _, a := range e.(*ast.Call).Args {
			if a, isAddress := a.(*ast.AddressOf); isAddress {
				if o, isObject := a.X.(*ast.Object); isObject {
					visit(o.Name)
				}
			}
		}
	}
	calls := func(visit func(called string, e ast.Expr)) {
		ast.Walk(f.tree.Body, nil, func(e ast.Expr) {
			if called, ok := inl.Called(e); ok {
				visit(called, e)
			}
		}, nil)
	}
	calls(func(called string, e ast.Expr) {
		if called == name {
			passed(e, func(object string) { shared[object] = true })
		}
	})
	calls(func(called string, e ast.Expr) {
		together := called == name
		passed(e, func(object string) { together = together || shared[object] })
		if together && !slices.Contains(names, called) && f.inlines(called) {
			names = append(names, called)
		}
	})
	return names
}

// inlines reports whether calls of the function called name can be inlined.
func (f *Function) inlines(name string) bool {
	if f.file == nil {
		return false
	}
	f.file.Lock()
	defer f.file.Unlock()
	return candidate(f.file.File, name, f.Name).Obstacle == ""
}

// earlyHint is how more is said of p early.
func earlyHint(p Param) string {
	if a := p.Everything().String(); p.IsPointer() || !ast.IsScalar(p.Type) {
		return fmt.Sprintf(": --abstract '%s=%s'", p.Name, a)
	}
	return ": --abstract " + p.Name
}

// lateHint is how more is said of p late, where nothing was staged.
func lateHint(p Param) string {
	if p.IsPointer() || !ast.IsScalar(p.Type) {
		return fmt.Sprintf(": --value '%s=...'", p.Name)
	}
	return fmt.Sprintf(": --value %s=...", p.Name)
}

// stagedHint is how more is said of p where it was staged for less.
func stagedHint(p Param) string { return " when staging" + earlyHint(p) }

func (f *Function) lines(notes []causes.Note) []string {
	var out []string
	for _, n := range notes {
		out = append(out, f.line(n))
	}
	return out
}

// line is the note with its place, or that of the file where it has none.
func (f *Function) line(n causes.Note) string {
	at := n.At
	if !at.IsValid() {
		at = diag.Pos{File: f.File}
	}
	return at.String() + ": " + n.Text
}
