package passes_test

import (
	"context"
	"fmt"
	"testing"

	"scf/ast"
	"scf/passes"
	"scf/scfml"
)

// runner runs one pass in the interpreter.
type runner struct {
	passes.Pass
	program *scfml.Program
	interp  *scfml.Interp
}

func load(t testing.TB) []*runner {
	t.Helper()
	var rs []*runner
	for _, p := range passes.All() {
		program, err := p.Load()
		if err != nil {
			t.Fatal(err)
		}
		rs = append(rs, &runner{p, program, scfml.NewInterp(program)})
	}
	return rs
}

// run is f after the pass. The tree that the pass gives is verified.
func (r *runner) run(f *ast.Func, known []ast.Lattice) (*ast.Func, scfml.Counts, error) {
	arg, err := ast.ToValue(f, r.program)
	if err != nil {
		return nil, scfml.Counts{}, err
	}
	if r.Name == "cnp" {
		values, err := ast.LatticesToValue(known, r.program)
		if err != nil {
			return nil, scfml.Counts{}, err
		}
		arg = &scfml.Tuple{Elems: []scfml.Value{arg, values}}
	}
	result, counts, err := r.interp.Run(context.Background(), arg, scfml.RunOptions{})
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
