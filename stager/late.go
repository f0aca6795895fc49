package stager

import (
	"context"
	"fmt"

	"scf/ast"
	"scf/cfront"
	"scf/internal/diag"
	"scf/scfml"
)

// The late stage: programs of a pipeline, residual or original, run in the interpreter on the function and the late values.

// executable is one program of a pipeline, ready to run. It is immutable and safe for concurrent use.
type executable struct {
	name         string
	source       scfml.Source // that the positions in its errors are of
	program      *scfml.Program
	interp       *scfml.Interp
	takesLattice bool
}

func newExecutable(name string, source scfml.Source, p *scfml.Program, takesLattice bool) executable {
	return executable{name, source, p, scfml.NewInterp(p), takesLattice}
}

// Result is an optimised function.
type Result struct {
	Func   *ast.Func
	Passes []PassCounts
	Total  scfml.Counts // over all passes

	function *Function
	late     []Late
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
	var exes []executable
	for _, p := range s.Passes {
		exes = append(exes, p.exe)
	}
	return runPipeline(ctx, exes, s.Function, values)
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
	var exes []executable
	for _, p := range pipeline {
		exes = append(exes, newExecutable(p.Name, p.Source, p.Program, p.takesLattice))
	}
	return runPipeline(ctx, exes, f, values)
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
		if err := s.checkMember(p.Name, s.Abstract[i], values[i]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// checkMember refuses a value that the pipeline was not staged for.
func (s *Staged) checkMember(name string, a Abstract, l Late) error {
	switch {
	case a.Contains(l):
		return nil
	case !l.constant:
		return fileErrorf(s.Function.File, "%s was staged for parameter %s constant, %v, and needs its value", s.Function.Name, name, a).
			WithHint("give it one, as in --value %s=%v, or stage again without --abstract %s", name, a.example(), name)
	case !a.constant:
		return fileErrorf(s.Function.File, "%s was staged for parameter %s NON_CONSTANT, so it cannot be %v", s.Function.Name, name, l).
			WithHint("leave the value out, or stage again with --abstract %s=CONSTANT", name)
	}
	return fileErrorf(s.Function.File, "the value %v of parameter %s is not among those that %s was staged for: %v", l, name, s.Function.Name, a).
		WithHint("stage again with an abstract value that has it, as in --abstract %s=CONSTANT", name)
}

// example is a value that a allows, for hints.
func (a Abstract) example() string {
	if a.values == nil {
		return "3"
	}
	return formatInt(a.values[0], a.typ)
}

// runPipeline runs the programs one after the other.
func runPipeline(ctx context.Context, exes []executable, f *Function, late []Late) (*Result, error) {
	r := &Result{function: f, late: late}
	var v scfml.Value
	for _, exe := range exes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		arg, err := exe.argument(f, v, late)
		if err != nil {
			return nil, fmt.Errorf("pass %s: %w", exe.name, err)
		}
		counts := scfml.Counts{}
		if v, counts, err = exe.run(ctx, arg); err != nil {
			return nil, fmt.Errorf("pass %s: %w", exe.name, err)
		}
		r.Passes = append(r.Passes, PassCounts{exe.name, counts})
		r.Total = r.Total.Add(counts)
	}
	var err error
	if r.Func, err = ast.FromValue(v); err != nil {
		return nil, fmt.Errorf("the result of pass %s is no function: %w", exes[len(exes)-1].name, err)
	}
	return r, nil
}

func (e executable) run(ctx context.Context, arg scfml.Value) (v scfml.Value, c scfml.Counts, err error) {
	defer catch("the run of pass "+e.name, &err)
	v, c, err = e.interp.Run(ctx, arg, scfml.RunOptions{})
	return v, c, diag.AttachSource(err, e.source.Name, e.source.Text)
}

// argument is what the program gets: the result of the one before, or f where there is none, and the lattice values if it asks.
func (e executable) argument(f *Function, before scfml.Value, late []Late) (scfml.Value, error) {
	var tree scfml.Value
	var err error
	if before == nil {
		tree, err = ast.ToValue(f.tree, e.program)
	} else {
		tree, err = scfml.Rebind(before, e.program)
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

// Output says how the optimised function stands in the C file. The zero value replaces the function: it keeps its name, and the
// caller vouches for the constants.
type Output struct {
	// As keeps the original and adds the optimised function under this name.
	As string
	// Guard keeps the original, which checks the constants and calls the optimised function where they hold.
	Guard bool
}

// C is the text of the C file with the optimised function in it. Everything else in it is left byte for byte. Errors are
// *diag.Error: the name is taken, there is no constant to check, or the text around the function does not allow it.
func (r *Result) C(o Output) (text []byte, err error) {
	defer catch("the printing of "+r.function.Name, &err)
	how := cfront.How{As: o.As, Guard: o.Guard}
	for i, p := range r.function.Params {
		if r.late[i].constant {
			how.Conditions = append(how.Conditions, cfront.Condition{Param: p.Name, Value: r.late[i].value})
		}
	}
	return r.function.site.Splice(r.function.File, r.function.Source, r.Func, how)
}
