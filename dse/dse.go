package dse

import (
	"context"
	"fmt"
	"io"
	"strings"

	"scf/internal/stop"
	"scf/scfml/core"
)

// Options are the choices of a run; the zero value is the usual one.
type Options struct {
	Limits
	// IgnoreKeys makes every operation on a map or set one on any key, as if the partial evaluator had recorded none: the
	// ablation of figure 8.14.
	IgnoreKeys bool
	// NoHoist leaves structured constants to be built where they are used, as pe.Options.NoHoist does.
	NoHoist bool
	// Trace gets the liveness patterns of every function, if it is not nil.
	Trace io.Writer
}

// Report counts what the program had and its pruned form does not have.
type Report struct {
	MapOps   int // operations on maps and sets, iterators too
	Entries  int // of maps that are constants
	Args     int // parameters of the functions that are left
	Results  int // components of the results of the functions that are left
	Bindings int // variables bound by patterns
	Tests    int // constructors and literals in patterns
	Cases    int // case expressions
	Funcs    int
	Nodes    int // nodes of expressions
}

// Changes is how many things were removed or replaced, parts of other such things among them.
func (r Report) Changes() int {
	n := 0
	for _, c := range []int{r.MapOps, r.Entries, r.Args, r.Results, r.Bindings, r.Tests, r.Cases, r.Funcs, r.Nodes} {
		n += max(c, -c)
	}
	return n
}

// Run removes from p what nothing reads and gives an equivalent program: for every input on which p ends without an error, the
// entry's result is the same. p is not modified; the result shares what did not change. The entry keeps its name and signature.
// The counts of the report depend on p and the options alone.
// The error is ctx's, where it was cancelled.
func Run(ctx context.Context, p *core.Program, o Options) (_ *core.Program, _ Report, err error) {
	defer stop.Recover(&err)
	o.Limits = o.Limits.withDefaults()
	var report Report
	given := outlinesOf(p)
	s := newSolver(ctx, p, newLattice(o.MaxDepth), o, given)
	s.solve()
	s.trace()
	pruned := s.prune()
	report.Results = s.narrowResults()
	report.Args = s.removedArgs()
	left := outlinesOf(pruned)
	pruned.Funcs = left.reachable(pruned)
	report.subtract(given.size(p), left.size(pruned))
	return pruned, report, nil
}

// prune is the program with every function pruned by the patterns that solve found. Functions that nobody calls any more are
// left out.
func (s *solver) prune() *core.Program {
	out := *s.prog
	out.Funcs = nil
	for _, f := range s.order {
		if f.result.isDead() {
			continue
		}
		f.pruned = &core.Func{Name: f.fn.Name, Result: f.fn.Result, Pos: f.fn.Pos}
		for i, v := range f.fn.Params {
			if s.passed(f, i) {
				f.pruned.Params = append(f.pruned.Params, v)
				f.pruned.ParamTypes = append(f.pruned.ParamTypes, f.fn.ParamTypes[i])
			}
		}
		out.Funcs = append(out.Funcs, f.pruned)
	}
	for _, f := range s.order {
		if f.pruned != nil {
			f.pruned.Body = f.body
			for _, c := range f.calls {
				s.retarget(c)
			}
		}
	}
	out.Entry = s.summaries[s.prog.Entry].pruned
	return &out
}

// retarget makes c a call of the pruned function, with the arguments that it has parameters for.
func (s *solver) retarget(c *core.CallExpr) {
	g := s.summaries[c.Func]
	var args []core.Expr
	for i, a := range c.Args {
		if s.passed(g, i) {
			args = append(args, a)
		}
	}
	c.Func, c.Args = g.pruned, args
}

func (s *solver) removedArgs() int {
	n := 0
	for _, f := range s.order {
		if f.pruned != nil {
			n += len(f.fn.Params) - len(f.pruned.Params)
		}
	}
	return n
}

// trace writes a line for each function: its parameters' patterns and its result's.
func (s *solver) trace() {
	if s.options.Trace == nil {
		return
	}
	for _, f := range s.order {
		fmt.Fprintf(s.options.Trace, "%s (%s) -> %s\n", f.fn.Name, patternText(f.params), f.result)
	}
}

// subtract sets the counts that are differences of sizes.
func (r *Report) subtract(before, after size) {
	r.MapOps = before.mapOps - after.mapOps
	r.Entries = before.entries - after.entries
	r.Bindings = before.bindings - after.bindings
	r.Tests = before.tests - after.tests
	r.Cases = before.cases - after.cases
	r.Funcs = before.funcs - after.funcs
	r.Nodes = before.nodes - after.nodes
}

// String is one line of the counts that are not zero.
func (r Report) String() string {
	var parts []string
	for _, c := range []struct {
		name  string
		count int
	}{
		{"map operations", r.MapOps}, {"entries", r.Entries}, {"arguments", r.Args}, {"results", r.Results}, {"bindings", r.Bindings},
		{"tests", r.Tests}, {"cases", r.Cases}, {"functions", r.Funcs}, {"nodes", r.Nodes},
	} {
		if c.count != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.count, c.name))
		}
	}
	if len(parts) == 0 {
		parts = []string{"nothing"}
	}
	text := "removed: " + strings.Join(parts, ", ")
	return text
}
