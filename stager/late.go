package stager

import (
	"context"
	"fmt"
	"sync"

	"scf/ast"
	"scf/causes"
	"scf/internal/diag"
	"scf/scfml"
)

// The late stage: programs of a pipeline, residual or original, run in the interpreter on the function and the late values.

// executable is one program of a pipeline, ready to run. It is immutable and safe for concurrent use.
type executable struct {
	name         string
	title        string         // in messages
	sources      []scfml.Source // that the positions in its errors are of
	program      *scfml.Program
	interp       func() *scfml.Interp // made when it first runs
	takesLattice bool
	notes        *notes // nil where it was not staged here
	// fromText is the program as its text has it, with positions, where it was loaded without them.
	fromText func() (executable, error)
}

// newExecutable is the program of a pass.
func newExecutable(name string, p *scfml.Program, takesLattice bool, sources ...scfml.Source) executable {
	interp := sync.OnceValue(func() *scfml.Interp { return scfml.NewInterp(p) })
	return executable{name: name, title: "pass " + name, sources: sources, program: p, interp: interp, takesLattice: takesLattice}
}

// located is err with the lines of source that it is about.
func (e executable) located(err error) error {
	for _, s := range e.sources {
		err = diag.AttachSource(err, s.Name, s.Text)
	}
	return err
}

// Result is an optimised function.
type Result struct {
	// Func has other labels where a composed program has made it than where the passes have: its nodes are numbered anew.
	Func   *ast.Func
	Passes []PassCounts // the one entry `composed` where the composed program has made it
	Total  scfml.Counts // over all passes
	// Composed tells whether the composed program has made it.
	Composed bool

	function *Function
	late     []Late
	steps    []step
	unrolled scfml.Value // what the pass that unrolls loops gave; nil where none ran by itself
	staged   bool        // whether it was staged

	mu     sync.Mutex
	told   bool                   // whether causes has been made
	causes *causes.Report         // what the constants do not decide; nil where that is not known
	apart  *Staged                // where the composed program ran: the passes, one after the other
	places map[ast.Label]diag.Pos // of the nodes of Func; nil: not yet
}

// PassCounts are the operations that one pass executed.
type PassCounts struct {
	Name   string
	Counts scfml.Counts
}

// Run runs the staged pipeline on late values. About a parameter that late does not name nothing is known, except that its value
// is implied where only one was staged for. A value that the pipeline was not staged for is an error that names the parameter.
func (s *Staged) Run(ctx context.Context, late map[string]Late) (*Result, error) {
	values, err := s.lateValues(late)
	if err != nil {
		return nil, err
	}
	r, err := s.runOn(ctx, values, len(s.Passes))
	if err == nil {
		r.staged = true
	}
	if err == nil && s.Composed != nil {
		ast.Number(r.Func) // the program leaves out labels that nobody reads
		r.Composed, r.apart = true, s.Separate()
	}
	return r, err
}

// runOn runs the programs of s, at most that many, on late values.
func (s *Staged) runOn(ctx context.Context, values []Late, most int) (*Result, error) {
	exes, err := s.executables()
	if err != nil {
		return nil, err
	}
	tree, err := s.encoded()
	if err != nil {
		return nil, err
	}
	return runPipeline(ctx, exes[:min(most, len(exes))], s.Function, tree, values)
}

// executables are the programs that run: the composed one, or those of the passes.
func (s *Staged) executables() ([]executable, error) {
	if s.Composed != nil {
		return []executable{s.Composed.exe}, nil
	}
	var exes []executable
	for _, p := range s.Passes {
		exe, err := p.exe()
		if err != nil {
			return nil, err
		}
		exes = append(exes, exe)
	}
	return exes, nil
}

// RunUnstaged runs the passes themselves. About a parameter that late does not name nothing is known.
func RunUnstaged(ctx context.Context, f *Function, pipeline Pipeline, late map[string]Late) (*Result, error) {
	values, err := inOrder(f, late)
	if err != nil {
		return nil, err
	}
	if len(pipeline) == 0 {
		return nil, errEmptyPipeline()
	}
	exes := pipeline.executables()
	tree, err := ast.ToValue(f.tree, exes[0].program)
	if err != nil {
		return nil, err
	}
	return runPipeline(ctx, exes, f, tree, values)
}

// executables are the programs of the passes themselves.
func (p Pipeline) executables() []executable {
	var exes []executable
	for _, pass := range p {
		exes = append(exes, newExecutable(pass.Name, pass.Program, pass.takesLattice, pass.Source))
	}
	return exes
}

// Complete is late with the values that the staging implies. It checks that s was staged for all of them.
func (s *Staged) Complete(late map[string]Late) (map[string]Late, error) {
	values, err := s.lateValues(late)
	if err != nil {
		return nil, err
	}
	out := map[string]Late{}
	for i, p := range s.Function.Params {
		out[p.Name] = values[i]
	}
	return out, nil
}

func (s *Staged) lateValues(late map[string]Late) ([]Late, error) {
	values, err := inOrder(s.Function, late)
	if err != nil {
		return nil, err
	}
	for i, p := range s.Function.Params {
		if _, given := late[p.Name]; !given {
			if implied, ok := s.Abstract[i].Implied(); ok {
				values[i] = implied
			}
		}
		if err := s.checkMember(p, s.Abstract[i], values[i]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// runPipeline runs the programs one after the other, the first on v, which is f's tree as a value of that program.
func runPipeline(ctx context.Context, exes []executable, f *Function, v scfml.Value, late []Late) (*Result, error) {
	r := &Result{function: f, late: late}
	for i, exe := range exes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		arg, err := exe.argument(v, i > 0, late)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", exe.title, err)
		}
		r.steps = append(r.steps, step{exe, arg})
		counts := scfml.Counts{}
		if v, counts, err = exe.run(ctx, arg); err != nil {
			return nil, fmt.Errorf("%s: %w", exe.title, err)
		}
		if exe.name == unroller && r.unrolled == nil {
			r.unrolled = v
		}
		r.Passes = append(r.Passes, PassCounts{exe.name, counts})
		r.Total = r.Total.Add(counts)
	}
	var err error
	if r.Func, err = ast.FromValue(v); err != nil {
		return nil, fmt.Errorf("the result of %s is no function: %w\nthat is what a pass gives that fails for these values; run the pipeline on the C file itself, unstaged, to see where",
			exes[len(exes)-1].title, err)
	}
	return r, nil
}

func (e executable) run(ctx context.Context, arg scfml.Value) (v scfml.Value, c scfml.Counts, err error) {
	defer catch("the run of "+e.title, &err)
	v, c, err = e.interp().Run(ctx, arg, scfml.RunOptions{})
	if err != nil && e.fromText != nil && ctx.Err() == nil {
		if inText := e.errorInText(ctx, arg); inText != nil {
			err = inText
		}
	}
	return v, c, e.located(err)
}

// errorInText is the error that a run of the program's text ends with; nil where there is none.
func (e executable) errorInText(ctx context.Context, arg scfml.Value) error {
	t, err := e.fromText()
	if err != nil {
		return nil
	}
	if arg, err = scfml.Rebind(arg, t.program); err != nil {
		return nil
	}
	_, _, err = t.run(ctx, arg)
	return err
}

// argument is what the program gets: the tree, which may be a value of another program, and the lattice values if it asks.
func (e executable) argument(tree scfml.Value, foreign bool, late []Late) (scfml.Value, error) {
	var err error
	if foreign {
		tree, err = scfml.Rebind(tree, e.program)
	}
	if err != nil || !e.takesLattice {
		return tree, err
	}
	lattices := make([]ast.Lattice, len(late))
	for i, l := range late {
		lattices[i] = l.lattice()
	}
	list, err := ast.LatticesToValue(lattices, e.program)
	return &scfml.Tuple{Elems: []scfml.Value{tree, list}}, err
}
