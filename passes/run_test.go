package passes_test

import (
	"context"
	"fmt"
	"testing"

	"scf/ast"
	"scf/passes"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// runner runs one pass in the interpreter.
type runner struct {
	passes.Pass
	program *core.Program
	interp  *interp.Interp
}

// load gives the standard passes.
func load(t testing.TB) []*runner { return runners(t, passes.Standard()) }

func runners(t testing.TB, ps []passes.Pass) []*runner {
	t.Helper()
	var rs []*runner
	for _, p := range ps {
		program, err := p.Load()
		if err != nil {
			t.Fatal(err)
		}
		rs = append(rs, &runner{p, program, interp.New(program)})
	}
	return rs
}

// run is f after the pass. The tree that the pass gives is verified.
func (r *runner) run(f *ast.Func, known []ast.Lattice) (*ast.Func, interp.Counts, error) {
	arg, err := ast.ToValue(f, r.program)
	if err != nil {
		return nil, interp.Counts{}, err
	}
	if _, pair := r.program.Entry.ArgType().(*core.TupleType); pair {
		values, err := ast.LatticesToValue(known, r.program)
		if err != nil {
			return nil, interp.Counts{}, err
		}
		arg = &core.Tuple{Elems: []core.Value{arg, values}}
	}
	result, counts, err := r.interp.Run(context.Background(), arg, interp.Options{})
	if err != nil {
		return nil, counts, err
	}
	optimized, err := ast.FromValue(result)
	if err == nil {
		err = ast.Verify(optimized)
	}
	if err != nil {
		return nil, counts, fmt.Errorf("%s: %w", r.Name, err)
	}
	return optimized, counts, nil
}
