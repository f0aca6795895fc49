package passes_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"scf/ast"
	"scf/cfront"
	"scf/internal/cgen"
	"scf/internal/diag"
)

var functions = flag.Int("passes.functions", 60, "how many random C functions TestAgainstCompiler optimizes")

// TestAgainstCompiler optimizes random C functions for some constant parameters; a compiler runs the original and the optimized
// text on the same arguments.
func TestAgainstCompiler(t *testing.T) {
	if cgen.Compiler() == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("no C compiler")
		}
		t.Skip("no C compiler")
	}
	rs := load(t)
	const batch = 150
	for start := 0; start < *functions; start += batch {
		var pairs []cgen.Pair
		for seed := start; seed < min(start+batch, *functions); seed++ {
			pairs = append(pairs, optimizedPair(t, rs, uint64(seed)))
		}
		if err := cgen.Compare(pairs, 12, 1); err != nil {
			t.Fatal(err)
		}
	}
}

// optimizedPair is a random function with what the pipeline makes of it.
func optimizedPair(t *testing.T, rs []*runner, seed uint64) cgen.Pair {
	p := cgen.Generate(seed, cgen.Options{Name: fmt.Sprintf("f%d", seed), Size: 8 + int(seed%20), Loops: seed%3 > 0, Calls: seed%2 > 0})
	file, err := cfront.Parse("x.c", []byte(p.Source), cfront.Options{})
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), p.Source)
	}
	f, err := file.Lower("")
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), p.Source)
	}
	fixed, known := someConstants(rand.New(rand.NewPCG(seed, 0)), p, f)
	for _, r := range rs {
		if f, _, err = r.run(f, known); err != nil {
			t.Fatalf("%v\n%s", err, p.Source)
		}
	}
	f.Name = fmt.Sprintf("g%d", seed)
	return cgen.Pair{Prog: p, Candidate: ast.PrintFunc(f, file.Style()), CandidateF: f.Name, Fixed: fixed}
}

// someConstants fixes some of the parameters.
func someConstants(r *rand.Rand, p cgen.Prog, f *ast.Func) (map[string]int64, []ast.Lattice) {
	fixed := map[string]int64{}
	var known []ast.Lattice
	for i, param := range p.Params {
		if r.IntN(2) == 0 {
			known = append(known, ast.NonConstant{})
			continue
		}
		v := cgen.Value(r, param)
		if r.IntN(2) == 0 {
			v = interesting[r.IntN(len(interesting))]
		}
		v = ast.Wrap(v, f.Params[i].Ty)
		fixed[param.Name] = v
		known = append(known, ast.Known{Value: ast.IntConst(v)})
	}
	return fixed, known
}
