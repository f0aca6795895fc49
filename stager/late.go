package stager

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"scf/ast"
	"scf/causes"
	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// The late stage: programs of a pipeline, residual or original, run in the interpreter on the function and the late values.

// Result is an optimised function.
type Result struct {
	// Func has other labels where a composed program has made it than where the passes have: its nodes are numbered anew.
	Func   *ast.Func
	Passes []PassCounts  // the one entry `composed` where the composed program has made it
	Total  interp.Counts // over all passes
	// Composed reports whether the composed program has made it.
	Composed bool

	function  *Function
	late      []Late
	steps     []step
	bases     map[string]string // which functions of the file those in Func.Made are made of
	optimised *ast.Func         // as the last pass gave it, where that is another tree than Func
	reported  []reported        // what the passes gave that report on loops
	staged    bool              // whether it was staged

	mu     sync.Mutex
	told   bool                   // whether causes has been made
	causes *causes.Report         // what the constants do not decide; nil where that is not known
	apart  func() *Staged         // where the composed program ran: the passes, one after the other
	places map[ast.Label]diag.Pos // of the nodes of Func; nil: not yet
}

// PassCounts are the operations that one pass executed.
type PassCounts struct {
	Name   string
	Counts interp.Counts
}

// Run runs the staged pipeline on late values. About a parameter that late does not name nothing is known, except that its value
// is implied where only one was staged for. A value that the pipeline was not staged for is an error that names the parameter.
func (s *Staged) Run(ctx context.Context, late map[string]Late) (*Result, error) {
	stage, err := s.ready()
	if err != nil {
		return nil, err
	}
	values, err := s.lateValues(stage, late)
	if err != nil {
		return nil, err
	}
	return s.runReady(ctx, stage, values)
}

// RunValues is Run with the late values in the order of the function's parameters; the zero Late is for those that Run would not name.
func (s *Staged) RunValues(ctx context.Context, values []Late) (*Result, error) {
	stage, err := s.ready()
	if err != nil {
		return nil, err
	}
	if len(values) != len(s.Function.Params) {
		return nil, &UsageError{Msg: fmt.Sprintf("%d late values for the %d parameters of %s", len(values), len(s.Function.Params), s.Function.Name)}
	}
	checked := make([]Late, len(values))
	for i, l := range values {
		if checked[i], err = s.lateValue(stage, i, l, l.IsConstant()); err != nil {
			return nil, err
		}
	}
	return s.runReady(ctx, stage, checked)
}

// runReady runs the programs on late values that are among those that were staged for.
func (s *Staged) runReady(ctx context.Context, stage *lateStage, values []Late) (*Result, error) {
	r, err := runPipeline(ctx, stage.exes, s.Function, stage.tree, values, s.Composed != nil)
	if err != nil {
		return nil, err
	}
	r.staged = true
	if s.Composed != nil {
		r.Composed, r.apart = true, stage.separate
	}
	return r, nil
}

// lateStage is what all runs of a Staged need.
type lateStage struct {
	exes     []executable
	tree     core.Value
	implied  []*Late        // by parameter; nil where there is a choice
	separate func() *Staged // the passes, one after the other
}

func (s *Staged) newLateStage() (*lateStage, error) {
	exes, err := s.executables()
	if err != nil {
		return nil, err
	}
	tree, err := s.encoded()
	if err != nil {
		return nil, err
	}
	stage := &lateStage{exes: exes, tree: tree, separate: sync.OnceValue(s.Separate)}
	for _, a := range s.Abstract {
		var implied *Late
		if l, ok := a.Implied(); ok {
			implied = &l
		}
		stage.implied = append(stage.implied, implied)
	}
	return stage, nil
}

// runOn runs the programs of s, at most that many, on late values.
func (s *Staged) runOn(ctx context.Context, values []Late, most int) (*Result, error) {
	stage, err := s.ready()
	if err != nil {
		return nil, err
	}
	exes := stage.exes[:min(most, len(stage.exes))]
	return runPipeline(ctx, exes, s.Function, stage.tree, values, false)
}

// executables are the programs that run: the composed one, or those of the passes.
func (s *Staged) executables() ([]executable, error) {
	if s.Composed != nil {
		exe := s.Composed.exe
		exe.isOwn = slices.ContainsFunc(s.Passes, (*StagedPass).isOwn)
		return []executable{exe}, nil
	}
	var exes []executable
	for _, p := range s.Passes {
		exe, err := p.exe()
		exe.isOwn = p.isOwn()
		if err != nil {
			return nil, err
		}
		exe.reports = p.reports
		exes = append(exes, exe)
	}
	return exes, nil
}

// RunUnstaged runs the passes themselves. About a parameter that late does not name nothing is known.
func RunUnstaged(ctx context.Context, f *Function, pipeline Pipeline, late map[string]Late) (*Result, error) {
	f = f.withThreads(func(p Param) Abstract { return late[p.Name].Known() })
	f = f.lifted(func(name string) bool { return late[name].IsConstant() }, tablesNamed(late))
	values, err := inOrder(f, late)
	if err != nil {
		return nil, err
	}
	for i, p := range f.Params {
		if p.Initial.IsConstant() {
			values[i], _ = p.Initial.Implied()
		}
	}
	if len(pipeline) == 0 {
		return nil, errEmptyPipeline()
	}
	exes := pipeline.executables(f.isProgram())
	tree, err := f.encode(exes[0].program)
	if err != nil {
		return nil, err
	}
	return runPipeline(ctx, exes, f, tree, values, false)
}

// executables are the programs of the passes themselves, over functions or over programs.
func (p Pipeline) executables(programs bool) []executable {
	var exes []executable
	for _, pass := range p {
		program, s := pass.over(programs)
		exe := newExecutable(pass.Name, program, s, pass.Source)
		exe.reports, exe.isOwn = pass.reports, pass.ownSource().Text != ""
		exes = append(exes, exe)
	}
	return exes
}

// Complete is late with the values that the staging implies. It checks that s was staged for all of them.
func (s *Staged) Complete(late map[string]Late) (map[string]Late, error) {
	stage, err := s.ready()
	if err != nil {
		return nil, err
	}
	values, err := s.lateValues(stage, late)
	if err != nil {
		return nil, err
	}
	out := map[string]Late{}
	for i, p := range s.Function.Params {
		out[p.Name] = values[i]
	}
	return out, nil
}

// lateValues are the values in the order of the parameters, checked.
func (s *Staged) lateValues(stage *lateStage, late map[string]Late) ([]Late, error) {
	values, named := make([]Late, len(s.Function.Params)), 0
	for i := range values {
		l, given := late[s.Function.Params[i].Name]
		if given {
			named++
		}
		var err error
		if values[i], err = s.lateValue(stage, i, l, given); err != nil {
			_, unknown := inOrder(s.Function, late)
			return nil, cmp.Or(unknown, err)
		}
	}
	if named < len(late) {
		_, err := inOrder(s.Function, late)
		return nil, err
	}
	return values, nil
}

// lateValue is the value l of parameter number i, checked, or, where it is not given, the one that is implied.
func (s *Staged) lateValue(stage *lateStage, i int, l Late, given bool) (Late, error) {
	if implied := stage.implied[i]; implied != nil && !given {
		return *implied, nil
	}
	if !s.Abstract[i].Contains(l) {
		return Late{}, s.Function.Params[i].NotMember(s.Abstract[i], l, s.Function.Name, s.Function.File)
	}
	return l, nil
}

// runPipeline runs the programs one after the other, the first on v, which is f's tree as a value of that program. unlabelled tells that the
// last leaves out labels that nobody reads.
func runPipeline(ctx context.Context, exes []executable, f *Function, v core.Value, late []Late, unlabelled bool) (*Result, error) {
	room := &struct { // of the steps of most runs
		Result
		steps  [1]step
		passes [1]PassCounts
	}{}
	r := &room.Result
	r.function, r.late, r.steps, r.Passes = f, late, room.steps[:0], room.passes[:0]
	passed, last := behind(f, late), takeArena()
	defer giveBack(last)
	for i := range exes {
		exe := &exes[i]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		arg, err := exe.argument(v, i > 0, passed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", exe.title, err)
		}
		r.steps = append(r.steps, step{exe, arg})
		var arena *interp.Arena // for what is dropped when it is read
		if i == len(exes)-1 && exe.reports == nil {
			arena = last
		}
		counts := interp.Counts{}
		if v, counts, err = exe.run(ctx, arg, arena); err != nil {
			return nil, fmt.Errorf("%s: %w", exe.title, err)
		}
		if exe.isOwn {
			if err := exe.check(v, unlabelled && i == len(exes)-1, f); err != nil {
				return nil, err
			}
		}
		if exe.reports != nil {
			r.reported = append(r.reported, reported{exe.reports, optimisedIn(v)})
		}
		r.Passes = append(r.Passes, PassCounts{exe.name, counts})
		r.Total = r.Total.Add(counts)
	}
	if err := r.read(v, unlabelled); err != nil {
		return nil, fmt.Errorf("the result of %s is no function: %w\nthat is what a pass gives that fails for these values; run the pipeline on the C file itself, unstaged, to see where",
			exes[len(exes)-1].title, err)
	}
	return r, nil
}

// read reads what the last program gave.
func (r *Result) read(v core.Value, unlabelled bool) (err error) {
	if r.function.isProgram() {
		return r.readProgram(v, unlabelled)
	}
	read := ast.FromValue
	if unlabelled {
		read = ast.FromUnlabelled
	}
	if r.Func, err = read(v); err == nil {
		r.Func = r.function.differs().undispatched(r.function.withoutGlobals(r.Func))
	}
	return err
}

func (r *Result) readProgram(v core.Value, unlabelled bool) error {
	read := ast.ProgramFromValue
	if unlabelled {
		read = ast.ProgramFromUnlabelled
	}
	p, err := read(v)
	if err != nil {
		return err
	}
	if !unlabelled {
		r.function.locate(append(p.Made, p.Func)...)
	}
	p.Func = r.function.withoutGlobals(p.Func)
	for i, g := range p.Made {
		p.Made[i] = r.function.withoutGlobals(g)
	}
	r.Func, r.bases = r.function.withMade(p)
	r.optimised = p.Func
	return nil
}
