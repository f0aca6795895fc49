package cfront

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var (
	programs     = tier.Flag("programs", 1, 4, 20, "how many random programs TestProgramsAgainstOriginal makes")
	firstProgram = flag.Uint64("first-program", 0, "the first seed of TestProgramsAgainstOriginal")
	without      = flag.String("without", "", "constructs that the programs of TestProgramsAgainstOriginal do without")
)

// TestProgramsAgainstOriginal lowers and prints every function of random programs, and compares what the programs do: one in four
// is of the whole subset, the others are of integers alone. To see a failure alone: -first-program SEED -programs 1.
func TestProgramsAgainstOriginal(t *testing.T) {
	toolchain.Compiler(t)
	leaveOut, unknown := cprog.ParseSet(*without)
	if len(unknown) > 0 {
		t.Fatal(unknown)
	}
	refused := map[string]int{}
	const batch = 24
	for first := *firstProgram; first < *firstProgram+programs.Uint64(); first += batch {
		var cases []cprog.Case
		for seed := first; seed < min(first+batch, *firstProgram+programs.Uint64()); seed++ {
			o := cprog.Options{Prefix: fmt.Sprintf("p%d_", seed), Size: 20, Without: leaveOut}
			if seed%4 != 0 {
				o.Size, o.Without = 15, leaveOut.With(cprog.BeyondScalars)
			}
			p := cprog.Generate(seed, o)
			definition, why := relowered(t, p, seed)
			if why != "" {
				refused[why]++
				continue
			}
			v := cprog.Variant{Func: p.Func + "_again", Definition: definition}
			cases = append(cases, cprog.Case{Program: p, Variants: []cprog.Variant{v}})
		}
		failures, err := cprog.Compare(context.Background(), cases, cprog.Settings{Rounds: 4, Seed: first})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range failures {
			t.Errorf("%s: %s", cases[f.Case].Func, f.Message)
			if testing.Verbose() {
				t.Logf("%s\n%s", cases[f.Case].Source, cases[f.Case].Variants)
			}
		}
	}
	if len(refused) > 0 {
		t.Logf("refused: %v", refused)
	}
}

// relowered is the function of p as it prints after lowering, under a name of its own; or why it is refused.
func relowered(t *testing.T, p *cprog.Program, seed uint64) (definition, refused string) {
	t.Helper()
	f, err := Parse(context.Background(), "x.c", []byte(p.Source), Options{})
	if err != nil {
		t.Fatalf("seed %d: %s\n%s", seed, diag.Render(err), p.Source)
	}
	for _, o := range f.Functions() {
		if o.Err == nil {
			if err := ast.Verify(o.Function.Tree); err != nil {
				t.Errorf("seed %d: %v\n%s", seed, err, p.Source)
			}
		}
		if o.Name != p.Func {
			continue
		}
		if o.Err != nil {
			_, message, _ := strings.Cut(strings.SplitN(o.Err.Error(), "\n", 2)[0], ": ")
			return "", message
		}
		site, err := f.Site(o.Name)
		if err != nil {
			t.Fatal(err)
		}
		head := string(f.Source()[site.Start:site.Open])
		head = strings.Replace(head, o.Name+"(", o.Name+"_again(", 1)
		return "\n" + head + ast.PrintBody(o.Function.Tree, f.Style(), o.Function.Kept...) + "\n", ""
	}
	t.Fatalf("seed %d: no function %s", seed, p.Func)
	return "", ""
}
