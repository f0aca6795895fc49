package passes_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/ast"
	"scf/cfront"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

var (
	programs     = tier.Flag("passes.programs", 2, 6, 30, "how many random programs TestPrograms optimizes")
	firstProgram = flag.Uint64("passes.first-program", 0, "the first seed of TestPrograms")
)

// TestPrograms optimizes the functions of random programs, with some constant parameters and constant memory, and compares what the
// programs do: one in four is of the whole subset, the others are of integers alone. To see a failure alone: -passes.first-program SEED -passes.programs 1 -v.
func TestPrograms(t *testing.T) {
	toolchain.Compiler(t)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	const batch = 24
	for first := *firstProgram; first < *firstProgram+programs.Uint64(); first += batch {
		var cases []cprog.Case
		for seed := first; seed < min(first+batch, *firstProgram+programs.Uint64()); seed++ {
			p := cprog.Generate(seed, programOptions(seed))
			if v, ok := optimizedVariant(t, pipeline, p, seed); ok {
				cases = append(cases, cprog.Case{Program: p, Variants: []cprog.Variant{v}})
			}
		}
		failures, err := cprog.Compare(context.Background(), cases, cprog.Settings{Rounds: 4, Seed: first})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range failures {
			t.Errorf("%s: %s", cases[f.Case].Func, f.Message)
			if testing.Verbose() {
				t.Logf("%s\n%v", cases[f.Case].Source, cases[f.Case].Variants)
			}
		}
	}
}

// programOptions say what the program of the seed holds.
func programOptions(seed uint64) cprog.Options {
	o := cprog.Options{Prefix: fmt.Sprintf("p%d_", seed), Size: 20}
	if seed%4 != 0 {
		o.Size, o.Without = 8+int(seed%20), cprog.BeyondScalars
		if seed%3 == 0 {
			o.Without = o.Without.With(cprog.Loops)
		}
		if seed%2 == 0 {
			o.Without = o.Without.With(cprog.SetOf(cprog.Calls))
		}
	}
	return o
}

// lateValue is a value for a constant parameter, often one on which the passes' rules depend.
func lateValue(r *rand.Rand, p cprog.Param) cprog.Value {
	if p.IsNumber() && !p.IsFloat() && r.IntN(2) == 0 {
		return p.Converted(interesting[r.IntN(len(interesting))])
	}
	return p.Value(r)
}

// optimizedVariant is the function of p, optimized for some values and under a name of its own. A function that the front end
// refuses has none.
func optimizedVariant(t *testing.T, pipeline stager.Pipeline, p *cprog.Program, seed uint64) (v cprog.Variant, ok bool) {
	t.Helper()
	fn, err := stager.ParseC(context.Background(), "x.c", []byte(p.Source), p.Func, stager.CConfig{})
	if err != nil {
		return v, false
	}
	r := rand.New(rand.NewPCG(seed, 1))
	fixed, texts := map[string]cprog.Value{}, map[string]string{}
	for _, param := range p.Params {
		if param.MayBeConstant() && r.IntN(3) > 0 {
			fixed[param.Name] = lateValue(r, param)
			texts[param.Name] = fixed[param.Name].Text
		}
	}
	fail := func(err error) {
		t.Fatalf("seed %d: %s\n%v\n%s", seed, diag.Render(err), texts, p.Source)
	}
	late, err := fn.ParseLate(texts)
	if err != nil {
		fail(err)
	}
	result, err := stager.RunUnstaged(context.Background(), fn, pipeline, late)
	if err != nil {
		fail(err)
	}
	if err := ast.Verify(result.Func); err != nil {
		fail(err)
	}
	file, err := cfront.Parse(context.Background(), "x.c", []byte(p.Source), cfront.Options{})
	if err != nil {
		fail(err)
	}
	lowered, err := file.Function(p.Func)
	if err != nil {
		fail(err)
	}
	site, err := file.Site(p.Func)
	if err != nil {
		fail(err)
	}
	name := p.Func + "_optimized"
	head := strings.Replace(string(file.Source()[site.Start:site.Open]), p.Func+"(", name+"(", 1)
	var heads, made strings.Builder
	for _, f := range result.Func.Made {
		text := "static " + ast.PrintFunc(f, file.Style())
		head, _, _ := strings.Cut(text, "{")
		heads.WriteString(strings.TrimSpace(head) + ";\n")
		made.WriteString(text + "\n")
	}
	body := ast.PrintBody(result.Func, file.Style(), lowered.Kept...)
	return cprog.Variant{Fixed: fixed, Func: name, Definition: "\n" + heads.String() + made.String() + head + body + "\n"}, true
}
