package passes_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/ast"
	"scf/internal/testing/tier"
	"scf/passes"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/stager"
)

var (
	stagings        = tier.Flag("passes.staged", 3, 6, 12, "how many random functions TestStaged stages the pipeline for")
	classicStagings = tier.Flag("passes.classic-staged", 2, 3, 12, "how many TestClassicStaged stages the classic one for")
	firstStaging    = flag.Int("passes.first-staged", 0, "the first seed of TestStaged and TestClassicStaged")
)

// stagingCase is a function, what is known of its parameters, and a set of what may be known of them, as text.
type stagingCase struct {
	f     *ast.Func
	known []ast.Lattice
	set   string
}

// TestStaged stages the standard pipeline for random functions, with constants of which nothing but that they are known early,
// and compares what the staged passes and the passes make of the functions when the constants have come. To see a failure alone:
// -passes.first-staged SEED -passes.staged 1.
func TestStaged(t *testing.T) { holdStaged(t, load(t), stagings.Int()) }

// TestClassicStaged does the same with the classic passes.
func TestClassicStaged(t *testing.T) {
	holdStaged(t, runners(t, passes.Classic()), classicStagings.Int())
}

func holdStaged(t *testing.T, rs []*runner, n int) {
	draw := rapid.Custom(func(t *rapid.T) stagingCase {
		f := function(t)
		known := lattices(t, f)
		return stagingCase{f, known, latticesText(t, f, known)}
	})
	for seed := *firstStaging; seed < *firstStaging+n; seed++ {
		c := draw.Example(seed)
		if err := c.check(rs); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, ast.PrintFunc(c.f, ast.DefaultStyle()))
		}
	}
}

// TestStagedInputs stages passes for inputs at which staging once failed. A file is named after the pass.
func TestStagedInputs(t *testing.T) {
	files, err := filepath.Glob("testdata/staged/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, file := range files {
		input, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(filepath.Base(file), "-")
		pass, _ := passes.Lookup(name)
		program, err := pass.Load()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stager.Specialize(context.Background(), program, string(input), stager.Options{Debug: stager.Debug{Verify: true}}); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// check runs the pipeline in both ways. An output too large for a text ends the test of the pipeline there.
func (c stagingCase) check(rs []*runner) error {
	arg, err := ast.ToValue(c.f, rs[0].program)
	if err != nil {
		return err
	}
	input := fmt.Sprintf("(%s, %s)", core.FormatValue(arg), c.set)
	f := c.f
	for _, r := range rs {
		if strings.HasPrefix(input, "(*") {
			break
		}
		s, err := stager.Specialize(context.Background(), r.program, input, stager.Options{Debug: stager.Debug{Verify: true}})
		if err != nil {
			return err
		}
		input = s.Result
		if f, err = c.agree(r, &runner{r.Pass, s.Program, interp.New(s.Program)}, f); err != nil {
			return fmt.Errorf("%w\nstaged %s:\n%v", err, r.Name, s.Program)
		}
	}
	return nil
}

// agree runs a pass and its staged version on f.
func (c stagingCase) agree(pass, staged *runner, f *ast.Func) (*ast.Func, error) {
	want, _, err := pass.run(f, c.known)
	if err != nil {
		return nil, err
	}
	got, _, err := staged.run(f, c.known)
	if err != nil {
		return nil, err
	}
	if a, b := ast.PrintFunc(want, ast.DefaultStyle()), ast.PrintFunc(got, ast.DefaultStyle()); a != b {
		return nil, fmt.Errorf("the pass gives\n%s\nthe staged pass\n%s", a, b)
	}
	return want, nil
}

// latticesText is a set of lists of lattice values that has known in it: some of the constants may be any.
func latticesText(t *rapid.T, f *ast.Func, known []ast.Lattice) string {
	var texts []string
	for i, k := range known {
		texts = append(texts, latticeText(t, k, f.Params[i].Ty))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func latticeText(t *rapid.T, k ast.Lattice, ty ast.Type) string {
	elem := ty
	switch ty := ty.(type) {
	case ast.Pointer:
		elem = ty.Elem
	case ast.Array:
		elem = ty.Elem
	}
	switch k := k.(type) {
	case ast.Undefined:
		return "UNDEFINED"
	case ast.Known:
		return knownText(t, k.Value)
	case *ast.KnownArray:
		var texts []string
		for _, e := range k.Elems {
			texts = append(texts, latticeText(t, e, elem))
		}
		return "ARRAY([" + strings.Join(texts, ", ") + "])"
	case *ast.KnownRecord:
		if r, ok := elem.(ast.Record); ok {
			ty = r
		}
		var texts []string
		for _, f := range k.Fields {
			texts = append(texts, fmt.Sprintf("(%q, %s)", f.Name, latticeText(t, f.Value, fieldType(ty.(ast.Record), f.Name))))
		}
		return "RECORD([" + strings.Join(texts, ", ") + "])"
	}
	return "NON_CONSTANT"
}

func fieldType(r ast.Record, name string) ast.Type {
	for _, f := range fields[r.Name] {
		if f.name == name {
			return f.ty
		}
	}
	return nil
}

// knownText is the constant, or any of its kind.
func knownText(t *rapid.T, c ast.Constant) string {
	con, value := "int_const", ""
	switch c := c.(type) {
	case ast.IntConst:
		value = core.FormatValue(core.Int(c))
	case ast.FloatConst:
		con, value = "float_const", core.FormatValue(core.Int(c))
	}
	if rapid.Bool().Draw(t, "any") {
		value = "Int"
	}
	return fmt.Sprintf("CONSTANT(%s(%s))", con, value)
}
