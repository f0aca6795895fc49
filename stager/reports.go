package stager

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"scf/absval"
	"scf/ast"
	"scf/internal/diag"
	"scf/scfml"
	"scf/scfml/core"
)

// This file asks passes what they made of loops. Beside optimize a pass may have a function of the type
//
//	reports : AST.func * Reports.trace list -> Reports.report list
//
// (passes/library/reports.scf-ml). It says what the labels that the pass has given to commands tell of the loops of the source; nothing here
// knows how a pass labels what it copies, or which bounds it keeps. It is given the commands of one tree late, and early those of all trees that
// are in the pass's abstract result: what it says of a command depends on that command alone, so that what it says of all of them is what
// may become of the loops. The other way, to evaluate over the abstract result a function that goes down a whole tree, costs as much as one
// more pass, and tells less where trees are widened.
//
// A staged pass takes the function along, and so does its directory: the labels in the tree that the residual program gives are what the
// function reads, and it runs only when somebody asks.

// reportsName is what the function is called.
const reportsName = "reports"

// reporting is the function reports of a pass as a program, read when it is first asked for; nil where the pass has none.
type reporting func() (executable, error)

// reportingOf is the function reports of a pass, whose text exe has.
func reportingOf(exe executable) reporting {
	f := exe.program.Func(reportsName)
	if f == nil || !isReports(f, exe.program) {
		return nil
	}
	return sync.OnceValues(func() (executable, error) {
		p := *exe.program
		p.Entry = f
		return newReporter(exe.name, core.Trimmed(&p), exe.sources...), nil
	})
}

// checkReports is an error where p has a function reports that gives reports, and is not of the type.
func checkReports(p *core.Program) error {
	f := p.Func(reportsName)
	if f == nil || !isListOf(f.Result, "report", p) && !isTreeType(f.Result, "report", p) || isReports(f, p) {
		return nil
	}
	return diag.Errorf(f.Pos, "%s has the type %v -> %v, which is not that of what a pass says of loops", f.Name, f.ArgType(), f.Result).
		WithHint("it is AST.func * Reports.trace list -> Reports.report list; another function needs another name")
}

// PassWarnings are about functions of a pass that nobody will call, where p is one: another optimize than the entry, and a function reports of another type
// than that of what passes say of loops.
func PassWarnings(p *core.Program) []*diag.Error {
	if _, err := shapeOf(p); err != nil {
		return nil
	}
	var out []*diag.Error
	used := p.Reachable()
	for _, f := range p.Funcs { // that of the structure Alg is called Alg_optimize
		if _, ok := shapeOfFunc(f, p); ok && strings.HasSuffix(f.Name, "_"+p.Entry.Name) && !slices.Contains(used, f) {
			out = append(out, diag.Errorf(f.Pos, "functions are not given to this %s, but to the last one, in line %d", p.Entry.Name, p.Entry.Pos.Line).
				WithHint("call this one there, or make two passes of them, each in a file of its own"))
		}
	}
	if f := p.Func(reportsName); f != nil && !isReports(f, p) {
		out = append(out, diag.Errorf(f.Pos, "nobody asks this function about loops, as its type is %v -> %v", f.ArgType(), f.Result).
			WithHint("for that it is AST.func * Reports.trace list -> Reports.report list; otherwise give it another name"))
	}
	return out
}

// isReports reports whether f has the type of the function reports.
func isReports(f *core.Func, p *core.Program) bool {
	arg, ok := f.ArgType().(*core.TupleType)
	return ok && len(arg.Elems) == 2 && isTreeType(arg.Elems[0], "func", p) && isListOf(arg.Elems[1], "trace", p) && isListOf(f.Result, "report", p)
}

func isListOf(t core.Type, name string, p *core.Program) bool {
	d, ok := t.(*core.DataType)
	return ok && d.Data == core.ListData && isTreeType(d.Args[0], name, p)
}

// newReporter is the function reports, the entry of p, of the pass called name.
func newReporter(name string, p *core.Program, sources ...scfml.Source) executable {
	exe := newExecutable(name, p, shape{}, sources...)
	exe.title = "the function " + reportsName + " of pass " + name
	return exe
}

// loops are what the pass says of the loops of f, of which it gave the trees of v.
func (r reporting) loops(ctx context.Context, f *ast.Func, d *absval.Domain, v *absval.Value, early bool) (loopList, error) {
	exe, err := r()
	if err != nil {
		return nil, err
	}
	traces, unknown := tracesIn(d, v)
	arg, err := reportsArgument(f, traces, exe.program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", exe.title, err)
	}
	reports, _, err := exe.run(ctx, arg, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", exe.title, err)
	}
	loops := newLoopList(f, early)
	for _, report := range listOf(reports) {
		loops.add(report)
	}
	loops.finish(unknown)
	return loops, nil
}

// reportsArgument is what the function reports of p is given: the function and the traces.
func reportsArgument(f *ast.Func, traces []trace, p *core.Program) (core.Value, error) {
	tree, err := ast.ToValue(f, p)
	if err != nil {
		return nil, err
	}
	var list core.Value = &core.ConValue{Con: core.Nil}
	for _, t := range traces {
		v, err := t.encode(p)
		if err != nil {
			return nil, err
		}
		list = &core.ConValue{Con: core.Cons, Args: []core.Value{v, list}}
	}
	return &core.Tuple{Elems: []core.Value{tree, list}}, nil
}

// listOf are the elements of a list.
func listOf(v core.Value) []core.Value {
	var out []core.Value
	for {
		c, ok := v.(*core.ConValue)
		if !ok || len(c.Args) != 2 {
			return out
		}
		out = append(out, c.Args[0])
		v = c.Args[1]
	}
}
