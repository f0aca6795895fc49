package pe

import (
	"context"
	"fmt"

	"scf/absval"
	"scf/finiteness"
	"scf/internal/stop"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// Result is what partial evaluation gives.
type Result struct {
	Program *core.Program // the residual program; its entry keeps name, parameters' types and result's type
	Output  *absval.Value // what the entry's result may be
	Report  Report
	Record  *Record // nil unless the options ask for it
}

// Report counts the work done. It is the same on every run, unless Options.Merge says otherwise.
type Report struct {
	Contours    int // made
	Evaluations int // of contours
	Steps       int // expressions evaluated
	Widenings   int
	Folded      int     // expressions replaced by constants, over all evaluations
	Merged      Merging // how far contours were merged at the end
	// Unspecialised are functions that are called unspecialised because a budget was reached.
	Unspecialised []string
}

// specializer is the state of one partial evaluation.
type specializer struct {
	ctx     context.Context
	d       *absval.Domain
	o       Options
	program *core.Program
	finite  *finiteness.Analysis
	index   map[*core.Func]int
	// Beyond many contours K is 1, beyond most it is 0; mayMake is how many there may be. Arguments that are widened have at most maxValue nodes.
	many, most, mayMake, maxValue int

	root          *chain
	byArgs        map[string]*contour
	generics      map[*core.Func]*contour
	unspecialised map[*core.Func]bool     // past a budget
	contours      map[*core.Func]*contour // by residual function
	constants     map[*core.Const]*absval.Value
	interp        *interp.Interp // of program, once it is needed
	executed      map[execution]outcome
	frames        *absval.Frames
	handed        map[*core.Func]handed

	stack  []*contour // being evaluated
	heads  depths     // of the active contours whose approximations the evaluation under way has used
	steps  int
	report Report
	record *Record    // nil: nobody wants it
	made   []*contour // all of them, where there is a record
}

// Run specialises p to input, the set of what the entry's argument may be: a tuple where the entry has not exactly one parameter.
// p is not changed. The error is the context's, where it was cancelled, or says that input does not fit the entry.
func Run(ctx context.Context, p *core.Program, d *absval.Domain, input *absval.Value, o Options) (res *Result, err error) {
	p = core.Monomorphic(p)
	s := &specializer{
		ctx: ctx, d: d, o: o.withDefaults(), program: p,
		finite: finiteness.Analyze(p), index: map[*core.Func]int{},
		root: &chain{}, byArgs: map[string]*contour{}, generics: map[*core.Func]*contour{}, unspecialised: map[*core.Func]bool{},
		contours: map[*core.Func]*contour{}, executed: map[execution]outcome{},
		constants: map[*core.Const]*absval.Value{}, handed: map[*core.Func]handed{},
	}
	if o.Record {
		s.record = &Record{Fates: map[core.Expr]Fate{}, Executed: map[*core.Func]int{}}
	}
	for i, f := range p.Funcs {
		s.index[f] = i
	}
	nodes := d.Size(input)
	s.many, s.most = s.o.Many+s.o.ManyPerNode*nodes, s.o.Most+s.o.MostPerNode*nodes
	s.mayMake, s.maxValue = max(s.o.MaxContours, s.o.MaxPerNode*nodes), s.o.MaxValueSize+s.o.MaxValuePerNode*nodes
	defer stop.Recover(&err)
	d.Trees().OnStep(func() { stop.If(ctx) }) // one operation on large values may take long
	defer d.Trees().OnStep(nil)
	args, err := s.arguments(p.Entry, input)
	if err != nil {
		return nil, err
	}
	s.frames = d.Frames(args)
	entry := s.entry(p.Entry, args)
	s.finish(entry)
	s.report.Steps = s.steps
	res = &Result{Program: s.residual(p, entry), Output: d.Detached(entry.result), Report: s.report}
	if s.record != nil {
		res.Record = s.recorded(p, res.Program.Funcs)
	}
	return res, nil
}

// arguments takes input apart into the entry's parameters.
func (s *specializer) arguments(f *core.Func, input *absval.Value) ([]*absval.Value, error) {
	n := len(f.Params)
	if n == 1 || input.IsBottom() {
		return []*absval.Value{input}, nil
	}
	args := s.d.Components(s.d.Expand(input, f.ArgType()))
	if len(args) != n {
		return nil, fmt.Errorf("the input %v is no value of the type of %s's argument, %v", input, f.Name, f.ArgType())
	}
	return args, nil
}

// entry evaluates the program.
func (s *specializer) entry(f *core.Func, args []*absval.Value) *contour {
	ch := s.root.extend(s.entryKey(f, args), false)
	ch.contour = s.newContour(f, ch)
	c := ch.contour
	if len(args) > 0 && args[0].IsBottom() {
		c.result, c.valid = s.d.Bottom(), true
		c.residual.Body = &core.DeadExpr{}
		for _, p := range f.Params {
			c.residual.Params = append(c.residual.Params, &core.Var{Name: p.Name})
		}
		return c
	}
	s.generalize(c, args, s.argsKey(f, args))
	s.evaluate(c)
	return c
}

// finish evaluates the contours that the program calls but whose last evaluation used an approximation that has grown since: the
// recursion that they were part of then went on without them.
func (s *specializer) finish(entry *contour) {
	for again := true; again; {
		again = false
		for _, f := range reachable(entry.residual) {
			if c := s.contours[f]; !c.valid {
				s.evaluate(c)
				again = true
			}
		}
	}
}

// reachable are the residual functions that f can call, f first, in the order in which they are met.
func reachable(f *core.Func) []*core.Func {
	seen := map[*core.Func]bool{f: true}
	order := []*core.Func{f}
	for i := 0; i < len(order); i++ {
		core.Calls(order[i].Body, func(g *core.Func) {
			if !seen[g] {
				seen[g] = true
				order = append(order, g)
			}
		})
	}
	return order
}

func (s *specializer) entryKey(f *core.Func, args []*absval.Value) specKey {
	if len(args) != len(f.Params) {
		return "entry"
	}
	return s.specKeyOf(f, args)
}

// residual makes the residual program of what entry calls. Functions are named after those they come from, numbered in the
// order in which the program reaches them.
func (s *specializer) residual(p *core.Program, entry *contour) *core.Program {
	out := &core.Program{Name: p.Name, Datatypes: p.Datatypes, Groups: p.Groups, Modules: p.Modules, Entry: entry.residual}
	order := reachable(entry.residual)
	used := map[string]bool{entry.residual.Name: true}
	count := map[string]int{}
	for _, f := range order[1:] {
		base := f.Name
		for ok := true; ok; ok = used[f.Name] {
			count[base]++
			f.Name = fmt.Sprintf("%s_%d", base, count[base])
		}
		used[f.Name] = true
	}
	for i := len(order) - 1; i >= 0; i-- {
		out.Funcs = append(out.Funcs, order[i])
	}
	return out
}
