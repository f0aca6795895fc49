package stager_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"scf/ast"
	"scf/causes"
	"scf/internal/cprog"
	"scf/internal/testing/tier"
	"scf/stager"
)

var blockedPrograms = tier.Flag("blocked.programs", 0, 4, 25, "how many random C programs TestBlockedIsTrue makes")

// TestBlockedIsTrue holds what is told of constants in random C to what the passes do without them: where they decide nothing, or one of them
// does, the function that they optimise has the same tests, loops, loads and operations if nothing is known; a parameter that is never read
// may have any value; a test or loop that is called kept is in the optimised function.
func TestBlockedIsTrue(t *testing.T) {
	t.Parallel()
	p := pipeline(t, stager.DefaultPipeline)
	told := map[string]int{}
	for seed := range blockedPrograms.Uint64() {
		prog := cprog.Generate(seed+1, cprog.Options{Size: 1 + int(seed%9), Without: cprog.SetOf(cprog.TypeOf)})
		f, err := stager.ParseC(t.Context(), "x.c", []byte(prog.Source), prog.Func, stager.CConfig{})
		if err != nil {
			told["not taken"]++ // an array of variable length beside gotos, say
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		late := map[string]stager.Late{}
		for _, p := range f.Params {
			if a := p.Everything(); rng.IntN(2) == 0 {
				late[p.Name] = a.Sample(rng)
			}
		}
		b := &blockedCase{t, f, p, late, fmt.Sprintf("seed %d, %v:\n%s", seed, late, prog.Source), told}
		b.check()
	}
	t.Log(told)
}

type blockedCase struct {
	*testing.T
	f    *stager.Function
	p    stager.Pipeline
	late map[string]stager.Late
	what string
	told map[string]int
}

func (b *blockedCase) run(late map[string]stager.Late) *stager.Result {
	r, err := stager.RunUnstaged(b.Context(), b.f, b.p, late)
	if err != nil {
		b.Fatal(b.what, err)
	}
	return r
}

func (b *blockedCase) check() {
	r := b.run(b.late)
	report, err := stager.ReportOf(b.Context(), r)
	if err != nil {
		b.Fatal(b.what, err)
	}
	if report == nil {
		b.told["too much work"]++
		return
	}
	labels := labelsOf(stager.GivenOf(r))
	for _, n := range report.Kept {
		b.told["kept"]++
		if !labels[n.Label] {
			b.Errorf("%s\nis kept, but not left: %s", b.what, n.Text)
		}
	}
	d := report.Decided
	if len(b.late) > 0 && d.Tests+d.Loops+d.Loads+d.Operations == 0 {
		b.told["nothing"]++
		b.same(r, map[string]stager.Late{}, "the constants decide nothing")
	}
	for _, n := range report.Parameters {
		without := b.without(n)
		b.told["parameter"]++
		b.same(r, without, n.Text)
		if strings.HasSuffix(n.Text, "never read") && ast.PrintFunc(b.run(without).Func, ast.DefaultStyle()) != ast.PrintFunc(r.Func, ast.DefaultStyle()) {
			b.Errorf("%s\nis read: %s", b.what, n.Text)
		}
	}
}

// same checks that the function with fewer constants has the tests, loops and operations of r.
func (b *blockedCase) same(r *stager.Result, late map[string]stager.Late, text string) {
	got, want := shape(b.run(late).Func), shape(r.Func)
	if got != want {
		b.Errorf("%s\n%s: with it %s, without %s\n%s", b.what, text, want, got, ast.PrintFunc(r.Func, ast.DefaultStyle()))
	}
}

func labelsOf(f *ast.Func) map[int64]bool {
	out := map[int64]bool{}
	note := func(l ast.Label) {
		for {
			u, copied := l.(ast.U)
			if !copied {
				break
			}
			l = u.Of
		}
		if n, ok := l.(ast.L); ok {
			out[int64(n)] = true
		}
	}
	ast.Walk(f.Body, func(c ast.Cmd) { note(ast.LabelOf(c)) }, func(e ast.Expr) { note(ast.LabelOfExpr(e)) }, nil)
	return out
}

// shape is how many tests, loops and calls a function has.
func shape(f *ast.Func) string {
	tests, loops, calls, stores := 0, 0, 0, 0
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c.(type) {
		case *ast.If, *ast.Switch:
			tests++
		case *ast.While, *ast.DoWhile, *ast.For:
			loops++
		case *ast.Store:
			stores++
		}
	}, func(e ast.Expr) {
		if _, ok := e.(*ast.Call); ok {
			calls++
		}
	}, nil)
	return fmt.Sprintf("tests: %d, loops: %d, calls: %d, stores: %d", tests, loops, calls, stores)
}

var blockedStagings = tier.Flag("blocked.stagings", 0, 1, 2, "how many random C programs TestBlockedEarlyIsTrue stages")

// TestBlockedEarlyIsTrue holds what staging tells to what the passes do late: a test or loop that is called kept is decided by no late values, and a
// parameter that is said to decide nothing decides nothing.
func TestBlockedEarlyIsTrue(t *testing.T) {
	t.Parallel()
	p := pipeline(t, stager.DefaultPipeline)
	told := map[string]int{}
	for seed := range blockedStagings.Uint64() {
		prog := cprog.Generate(seed+1, cprog.Options{Size: 1 + int(seed%3), Without: cprog.BeyondScalars})
		f, err := stager.ParseC(t.Context(), "x.c", []byte(prog.Source), prog.Func, stager.CConfig{})
		if err != nil {
			told["not taken"]++ // an array of variable length beside gotos, say
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 2))
		early := map[string]stager.Abstract{}
		for _, p := range f.Params {
			if rng.IntN(2) == 0 {
				early[p.Name] = p.Everything()
			}
		}
		s, err := stager.Stage(t.Context(), f, p, early, stager.Options{})
		if err != nil {
			t.Fatal(prog.Source, err)
		}
		report := stager.EarlyReport(s)
		if report == nil {
			told["not known"]++
			continue
		}
		for range 5 {
			late := map[string]stager.Late{}
			for name, a := range early {
				late[name] = a.Sample(rng)
			}
			b := &blockedCase{t, f, p, late, fmt.Sprintf("seed %d, early %v, late %v:\n%s", seed, early, late, prog.Source), told}
			b.checkEarly(report)
		}
	}
	t.Log(told)
}

func (b *blockedCase) checkEarly(report *causes.Report) {
	r := b.run(b.late)
	labels := labelsOf(r.Func)
	for _, n := range report.Kept {
		b.told["kept"]++
		if !labels[n.Label] && slices.ContainsFunc(stager.Inside(b.f, n.Label), func(inner int64) bool { return labels[inner] }) {
			b.Errorf("%s\nis decided: %s", b.what, n.Text)
		}
	}
	for _, n := range report.Parameters {
		b.told["parameter"]++
		b.same(r, b.without(n), n.Text)
	}
}

// without is the late values without that of the parameter that the note is about.
func (b *blockedCase) without(n causes.Note) map[string]stager.Late {
	name, _, _ := strings.Cut(strings.TrimPrefix(n.Text, "what "), " ")
	out := maps.Clone(b.late)
	delete(out, name)
	return out
}
