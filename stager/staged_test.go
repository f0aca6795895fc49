package stager_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scf/internal/cprog"
	"scf/internal/testing/tier"
	"scf/pe"
	"scf/stager"
)

const mulAdd = `int mul_add(int x, int y, int a)
{
    int u = x * a;
    int v = u + y;
    return v;
}
`

// verified are the options of most tests: the invariants are checked after every phase.
var verified = stager.Options{Debug: stager.Debug{Verify: true}}

// bounded are those of random functions, of which a few, with gotos into each other's loops, take minutes: past the bound functions are called unspecialised.
var bounded = stager.Options{Debug: stager.Debug{Verify: true}, PE: pe.Options{Limits: pe.Limits{MaxContours: 500}}}

func parseC(t rapid.TB, source string) *stager.Function {
	t.Helper()
	f, err := stager.ParseC(context.Background(), "test.c", []byte(source), "", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var pipelines sync.Map // those that tests have loaded, by their texts

func pipeline(t rapid.TB, spec string) stager.Pipeline {
	t.Helper()
	if p, ok := pipelines.Load(spec); ok {
		return p.(stager.Pipeline)
	}
	p, err := stager.ParsePipeline(spec)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(spec, ".scf-ml") { // the files of others may change
		pipelines.Store(spec, p)
	}
	return p
}

// text is the C file that a run gives.
func text(r *stager.Result, err error) (string, error) {
	if err != nil {
		return "", err
	}
	c, err := r.C(stager.Output{})
	return string(c), err
}

// stage stages the default pipeline.
func stage(t rapid.TB, f *stager.Function, texts map[string]string, o stager.Options) *stager.Staged {
	t.Helper()
	early, err := f.ParseAbstract(texts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := stager.Stage(context.Background(), f, pipeline(t, stager.DefaultPipeline), early, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// agree checks that the staged pipeline, composed and pass by pass, and the original one print the same for late values, and that
// composing it saves operations or leaves them.
func agree(t rapid.TB, s *stager.Staged, p stager.Pipeline, late map[string]stager.Late) {
	t.Helper()
	agreeWithin(t, s, p, late, 0)
}

// agreeWithin is agree where the composed program may execute so many operations more.
func agreeWithin(t rapid.TB, s *stager.Staged, p stager.Pipeline, late map[string]stager.Late, more int64) {
	t.Helper()
	ctx := context.Background()
	complete, err := s.Complete(late)
	if err != nil {
		t.Fatal(err)
	}
	want, err := text(stager.RunUnstaged(ctx, s.Function, p, complete))
	if err != nil {
		t.Fatalf("the original pipeline on %v: %v", late, err)
	}
	operations := map[*stager.Staged]int64{}
	apart := s.Separate()
	for _, staged := range []*stager.Staged{s, apart} {
		r, err := staged.Run(ctx, late)
		got, err := text(r, err)
		if err != nil {
			t.Fatalf("the staged pipeline on %v: %v", late, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%v: the staged pipeline prints something else, composed: %v (-original +staged):\n%s", late, r.Composed, diff)
		}
		operations[staged] = r.Total.Total()
	}
	if operations[s] > operations[apart]+more {
		t.Fatalf("%v: composed, the staged pipeline executes %d operations, pass by pass %d", late, operations[s], operations[apart])
	}
}

func TestMulAdd(t *testing.T) {
	tier.Same(t)
	f := parseC(t, mulAdd)
	a := f.Params[2]
	p := pipeline(t, stager.DefaultPipeline)
	ints := []int64{0, 1, 2, 3, 4, 7, 8, 1 << 30, -1, -2, -8, -1 << 31, 1<<31 - 1, 12345}
	for range tier.Pick(5, 40, 40) {
		ints = append(ints, int64(int32(rand.Uint32())))
	}
	for abstract, values := range map[string][]int64{"CONSTANT(Int)": ints, "0|1": {0, 1}, "1|3": {1, 3}, "NON_CONSTANT": nil, "7": {7}} {
		s := stage(t, f, map[string]string{"a": abstract}, verified)
		for _, v := range values {
			agree(t, s, p, map[string]stager.Late{"a": stager.Int(v, a)})
		}
		if len(values) < 2 {
			agree(t, s, p, nil)
		}
	}
}

var maxSize = tier.Flag("size", 5, 6, 12, "the greatest size of random C functions")

// TestStagedIsUnstaged: on random functions, with random knowledge about their parameters, both pipelines print the same. Functions with gotos into each other's
// loops, which need a bound that others meet, too, and then take seconds, are for the long tier.
func TestStagedIsUnstaged(t *testing.T) {
	p := pipeline(t, stager.DefaultPipeline)
	o, without := bounded, cprog.Set{}
	if !tier.Long {
		o.PE.MaxContours, without = 2000, cprog.SetOf(cprog.BackwardGotos, cprog.InwardGotos)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t, p, o, maxSize.Int(), without)
		for range 4 {
			agree(t, c.staged, p, c.draw(t))
		}
	})
}

// FuzzStagedIsUnstaged is TestStagedIsUnstaged for long runs.
func FuzzStagedIsUnstaged(f *testing.F) {
	tier.Same(f)
	p := pipeline(f, stager.DefaultPipeline)
	for seed := range uint64(tier.Pick(2, 8, 8)) {
		rng := rand.New(rand.NewPCG(seed, 0))
		draws := make([]byte, 512)
		for i := range draws {
			draws[i] = byte(rng.Uint32())
		}
		f.Add(draws)
	}
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		c := drawCase(t, p, bounded, 12, cprog.Set{})
		agree(t, c.staged, p, c.draw(t))
	}))
}

// randomCase is a random function, staged for random knowledge about its parameters.
type randomCase struct {
	prog    *cprog.Program
	choices map[string][]string // the values that a constant parameter may have; nil for any
	staged  *stager.Staged
}

func drawCase(t *rapid.T, p stager.Pipeline, o stager.Options, maxSize int, without cprog.Set) randomCase {
	c, f, early := drawStaging(t, maxSize, without)
	var err error
	c.staged, err = stager.Stage(context.Background(), f, p, early, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// drawStaging draws a case that is not staged yet: a function up to a size, without some constructs, and knowledge about its parameters.
func drawStaging(t *rapid.T, maxSize int, without cprog.Set) (c randomCase, f *stager.Function, early map[string]stager.Abstract) {
	c = randomCase{choices: map[string][]string{}}
	without = without.With(cprog.BeyondScalars)
	if rapid.Bool().Draw(t, "no loops") {
		without = without.With(cprog.Loops)
	}
	if rapid.IntRange(0, 3).Draw(t, "tangles") > 0 {
		without = without.With(cprog.SetOf(cprog.BackwardGotos, cprog.InwardGotos))
	}
	if rapid.Bool().Draw(t, "no calls") {
		without = without.With(cprog.SetOf(cprog.Calls))
	}
	seed, size := rapid.Uint64Range(0, 1<<40).Draw(t, "seed"), rapid.IntRange(2, maxSize).Draw(t, "size")
	c.prog = cprog.Generate(seed, cprog.Options{Size: size, Without: without})
	f, err := stager.ParseC(context.Background(), "test.c", []byte(c.prog.Source), c.prog.Func, stager.CConfig{})
	if err != nil {
		t.Fatalf("%v\n%s", err, c.prog.Source)
	}
	texts := map[string]string{}
	for _, param := range c.prog.Params {
		if n := rapid.IntRange(-1, 3).Draw(t, "constant "+param.Name); n >= 0 {
			c.choices[param.Name], texts[param.Name] = drawAbstract(t, param, n)
		}
	}
	if early, err = f.ParseAbstract(texts); err != nil {
		t.Fatal(err)
	}
	t.Logf("%v\n%s", texts, c.prog.Source)
	return c, f, early
}

// drawAbstract draws n values of a parameter, or for 0 stands for all of them.
func drawAbstract(t *rapid.T, p cprog.Param, n int) (values []string, text string) {
	if n == 0 {
		return nil, "CONSTANT"
	}
	for range n {
		values = append(values, drawValue(t, p))
	}
	return values, strings.Join(values, "|")
}

// drawValue draws a value of a parameter.
func drawValue(t *rapid.T, p cprog.Param) string {
	return p.Value(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "value of "+p.Name), 0))).Text
}

// draw draws late values that lie in what the case was staged for.
func (c randomCase) draw(t *rapid.T) map[string]stager.Late {
	texts := map[string]string{}
	for _, p := range c.prog.Params {
		values, constant := c.choices[p.Name]
		if !constant {
			continue
		}
		texts[p.Name] = drawValue(t, p)
		if values != nil {
			texts[p.Name] = rapid.SampledFrom(values).Draw(t, "late "+p.Name)
		}
	}
	late, err := c.staged.Function.ParseLate(texts)
	if err != nil {
		t.Fatal(err)
	}
	return late
}

// TestSwitches: whatever is switched off, the result is the same.
func TestSwitches(t *testing.T) {
	tier.OnlyLong(t, "a staging for each switch")
	f := parseC(t, mulAdd)
	p := pipeline(t, stager.DefaultPipeline)
	for _, set := range []func(*stager.Options){
		func(o *stager.Options) { o.NoDSE = true },
		func(o *stager.Options) { o.NoSimplify = true },
		func(o *stager.Options) { o.NoDSE, o.NoSimplify = true, true },
		func(o *stager.Options) { o.PE.NoExpressionSpecialization = true },
		func(o *stager.Options) { o.PE.NoFunctionSpecialization = true },
		func(o *stager.Options) { o.PE.NoRemat, o.PE.NoScalarRemat = true, true },
		func(o *stager.Options) { o.PE.MaxContours = 10 },
	} {
		o := verified
		set(&o)
		s := stage(t, f, map[string]string{"a": "CONSTANT"}, o)
		for _, v := range []int64{0, 1, 5} {
			agree(t, s, p, map[string]stager.Late{"a": stager.Int(v, f.Params[2])})
		}
	}
}

// TestBudget: a budget that is reached is no error, and is reported.
func TestBudget(t *testing.T) {
	tier.OnlyLong(t, "budgets that are met take long to meet")
	o := verified
	o.PE.MaxContours = 5
	if s := stage(t, parseC(t, mulAdd), map[string]string{"a": "CONSTANT"}, o); len(s.Warnings()) == 0 {
		t.Error("no warning about the budget")
	}
}

// programText is the residual program of a pass.
func programText(t *testing.T, p *stager.StagedPass) string {
	t.Helper()
	program, err := p.Program()
	if err != nil {
		t.Fatal(err)
	}
	return program.String()
}

// TestDeterminism: two stagings give the same texts.
func TestDeterminism(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	texts := func() []string {
		s := stage(t, parseC(t, mulAdd), map[string]string{"a": "CONSTANT"}, stager.Options{})
		out := append([]string{}, s.Forms...)
		for _, p := range s.Passes {
			out = append(out, programText(t, p), p.Input, p.Output, fmt.Sprint(p.Report))
		}
		return append(out, s.Composed.Program.String(), fmt.Sprint(s.Composed.Report))
	}
	if diff := cmp.Diff(texts(), texts()); diff != "" {
		t.Error(diff)
	}
}

func TestSaveOpen(t *testing.T) {
	tier.Same(t)
	f := parseC(t, mulAdd)
	s := stage(t, f, map[string]string{"a": "1|3"}, stager.Options{})
	dir := filepath.Join(t.TempDir(), "deep", "mul_add.staged")
	for range 2 { // the second one replaces the first one
		if err := s.Save(dir); err != nil {
			t.Fatal(err)
		}
	}
	opened, err := stager.Open(context.Background(), dir, stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := opened.Pipeline()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []int64{1, 3} {
		agree(t, opened, p, map[string]stager.Late{"a": stager.Int(v, f.Params[2])})
	}
	for i, pass := range opened.Passes {
		if diff := cmp.Diff(programText(t, s.Passes[i]), programText(t, pass)); diff != "" {
			t.Errorf("%s: the opened program differs:\n%s", pass.Name, diff)
		}
	}
	again := filepath.Join(t.TempDir(), "again")
	if err := opened.Save(again); err != nil {
		t.Fatal(err)
	}
	if _, err := stager.Open(context.Background(), again, stager.Limits{}); err != nil {
		t.Error(err)
	}
}

// TestConcurrent stages, and runs what is staged, from several goroutines; go test -race watches.
func TestConcurrent(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	f := parseC(t, mulAdd)
	p := pipeline(t, stager.DefaultPipeline)
	shared := stage(t, f, map[string]string{"a": "CONSTANT"}, stager.Options{})
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			own := stage(t, f, map[string]string{"a": "CONSTANT", "y": "0|1"}, stager.Options{})
			for v := range int64(10) {
				agree(t, shared, p, map[string]stager.Late{"a": stager.Int(v, f.Params[2])})
				agree(t, own, p, map[string]stager.Late{"a": stager.Int(v, f.Params[2]), "y": stager.Int(int64(i%2), f.Params[1])})
			}
		})
	}
	group.Wait()
}

func TestCancelled(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	f := parseC(t, mulAdd)
	p := pipeline(t, stager.DefaultPipeline)
	s := stage(t, f, nil, stager.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, stageErr := stager.Stage(ctx, f, p, nil, stager.Options{})
	_, runErr := s.Run(ctx, nil)
	_, unstagedErr := stager.RunUnstaged(ctx, f, p, nil)
	for _, err := range []error{stageErr, runErr, unstagedErr} {
		if !errors.Is(err, context.Canceled) || stager.ExitCode(err) != stager.ExitInterrupted {
			t.Errorf("a cancelled context gives %v, exit code %d", err, stager.ExitCode(err))
		}
	}
}

// expiring is a context that is cancelled when it has been asked a number of times.
type expiring struct {
	context.Context
	left atomic.Int64
}

func (c *expiring) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledAnywhere cancels stagings at points spread over all phases.
func TestCancelledAnywhere(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	f := parseC(t, mulAdd)
	p := pipeline(t, stager.DefaultPipeline)
	for asked := 0; ; asked += 1 + asked/4 {
		ctx := &expiring{Context: context.Background()}
		ctx.left.Store(int64(asked))
		s, err := stager.Stage(ctx, f, p, nil, stager.Options{})
		if err == nil {
			return
		}
		if s != nil || !errors.Is(err, context.Canceled) || stager.ExitCode(err) != stager.ExitInterrupted {
			t.Fatalf("cancelled at point %d: %v, exit code %d", asked, err, stager.ExitCode(err))
		}
	}
}

func TestEmptyPipeline(t *testing.T) {
	f := parseC(t, mulAdd)
	var usage *stager.UsageError
	if _, err := stager.Stage(context.Background(), f, nil, nil, stager.Options{}); !errors.As(err, &usage) {
		t.Errorf("staging an empty pipeline: %v", err)
	}
	if _, err := stager.RunUnstaged(context.Background(), f, nil, nil); !errors.As(err, &usage) {
		t.Errorf("running an empty pipeline: %v", err)
	}
}
