package lower

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scf/ast"
	"scf/backend/mem"
	"scf/cfront"
	"scf/internal/ccompiler"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

var (
	programs     = tier.Flag("programs", 1, 3, 8, "how many random programs TestRandomC makes")
	firstProgram = flag.Uint64("first-program", 1, "the first seed of TestRandomC")
	optimise     = flag.Bool("optimise", true, "whether TestRandomC also lowers what the pipeline makes of the programs")
	size         = flag.Int("size", 12, "the size of the programs of TestRandomC")
)

// TestRandomC evaluates random programs, lowered, and their drivers, and compares what they print with what gcc's code prints. To see a failure alone:
// -first-program SEED -programs 1 -v.
func TestRandomC(t *testing.T) {
	toolchain.Compiler(t)
	const batch = 8
	for first := *firstProgram; first < *firstProgram+uint64(programs.Int()); first += batch {
		compareBatch(t, first, min(batch, *firstProgram+uint64(programs.Int())-first))
	}
}

// random is a random program, with values for some of its parameters and what the pipeline makes of its function for them.
type random struct {
	seed      uint64
	program   *cprog.Program
	fixed     map[string]cprog.Value
	optimised *ast.Func
}

func compareBatch(t *testing.T, first, n uint64) {
	t.Helper()
	var all []random
	for seed := first; seed < first+n; seed++ {
		all = append(all, randomProgram(t, seed))
	}
	if err := compareAll(t, all); err != nil && n > 1 {
		for i := range all {
			if err := compareAll(t, all[i:i+1]); err != nil {
				t.Logf("seed %d: %.300s", all[i].seed, err)
			}
		}
	}
}

// compareAll compares programs in one file. The error is that of the compiler, or the parser, which does not take it.
func compareAll(t *testing.T, all []random) error {
	t.Helper()
	var cases []cprog.Case
	for _, r := range all {
		cases = append(cases, cprog.Case{Program: r.program, Variants: []cprog.Variant{{Fixed: r.fixed}}})
	}
	source := cprog.Text(cases, cprog.Settings{Rounds: 4, Seed: all[0].seed})
	source = strings.ReplaceAll(source, "static const struct object os[1]; const int n = 0;", "const struct object *os = 0; const int n = 0;")
	out, err := run(t, source)
	if err != nil {
		return err
	}
	f, err := cfront.Parse(t.Context(), "x.c", []byte(source), cfront.Options{})
	if err != nil {
		return err
	}
	want := strings.Split(out, "== ")[1:]
	for i, r := range all {
		_, text, _ := strings.Cut(want[2*i], "\n")
		compareProgram(t, f, r, text)
	}
	return nil
}

// randomProgram is the program of a seed.
func randomProgram(t *testing.T, seed uint64) random {
	t.Helper()
	p := cprog.Generate(seed, cprog.Options{Prefix: fmt.Sprintf("p%d_", seed), Size: *size, Without: cprog.SetOf(cprog.LongDoubles, cprog.TypeOf, cprog.Kept)})
	out := random{seed: seed, program: p, fixed: map[string]cprog.Value{}}
	if !*optimise {
		return out
	}
	rng := rand.New(rand.NewPCG(seed, 7))
	f, err := stager.ParseC(t.Context(), "test.c", []byte(p.Source), p.Func, stager.CConfig{})
	if err != nil {
		return out
	}
	if rng.IntN(3) == 0 {
		if f, err = f.Inline(stager.Inlining{Size: 200}); err != nil {
			t.Fatal(err)
		}
	}
	texts := map[string]string{}
	for _, q := range p.Params {
		if q.MayBeConstant() && rng.IntN(2) == 0 {
			out.fixed[q.Name] = q.Value(rng)
			texts[q.Name] = out.fixed[q.Name].Text
		}
	}
	pipeline, err := defaultPipeline()
	if err != nil {
		t.Fatal(err)
	}
	late, err := f.ParseLate(texts)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if result, err := stager.RunUnstaged(ctx, f, pipeline, late); err == nil {
		out.optimised = result.Func
	}
	return out
}

// compareProgram compares the calls of one program in a driver: those of the function as it is, and optimised.
func compareProgram(t *testing.T, f *cfront.File, p random, want string) {
	t.Helper()
	prefix := fmt.Sprintf("p%d_", p.seed)
	u, err := f.Unit(prefix + "run_0_0")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	for _, r := range u.Refused {
		if r.Name != prefix+"sum" {
			t.Logf("seed %d: %v", p.seed, r.Err)
			return
		}
	}
	for i, tree := range []*ast.Func{nil, p.optimised, nil} {
		var r *runner
		r = newRunner(t, u, Options{FreeAliasing: true, Checked: i == 2}, map[string]func([]uint64) uint64{
			prefix + "sum": func(args []uint64) uint64 { return sum(r, prefix, args) },
		})
		if tree != nil {
			for _, made := range tree.Made {
				r.add(made)
			}
			r.add(tree)
		}
		_, err = r.call(prefix + "run_0_0")
		if got := r.out.String(); err != nil || got != want {
			t.Errorf("seed %d, optimised: %v, checked: %v: %v\ngot:\n%s\nwant:\n%s", p.seed, tree != nil, i == 2, err, got, want)
			if testing.Verbose() {
				t.Logf("%s\n%v\n%v", p.program.Source, p.fixed, r.lowered[prefix+"f"])
			}
		}
	}
}

// sum is the function with a variable number of arguments that drivers define.
func sum(r *runner, prefix string, args []uint64) uint64 {
	s := int32(args[0])
	total := s
	for _, a := range args[1 : 1+s] {
		total = total*3 + int32(a)
	}
	trace, _ := r.m.Address("", prefix+"trace")
	mem.Store64(trace, mem.Load64(trace)*41+uint64(uint32(total)))
	return uint64(uint32(total))
}

// compiled is what a program prints that gcc makes of the source.
func compiled(t *testing.T, source string) string {
	t.Helper()
	out, err := run(t, source)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// run compiles and runs a program.
func run(t *testing.T, source string, more ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "x.c"), filepath.Join(dir, "x")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	flags := []string{"-std=gnu17", "-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-frounding-math", "-o", program, file, "-lm"}
	flags = append(flags, more...)
	if out, err := exec.CommandContext(t.Context(), ccompiler.Find(), flags...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, program).Output()
	return string(out), err
}
