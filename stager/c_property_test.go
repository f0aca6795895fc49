package stager_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scf/internal/ccompiler"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/stager"
)

// The property that matters most to a user: an optimised function computes what the original computes, whatever C it is written
// in. Random programs are staged with random parameters constant; what the staged pipeline prints is what the original pipeline
// prints; and a compiler runs it beside the original, on the same arguments and the same memory.

var (
	cPrograms  = flag.Int("c.programs", 2, "how many random C programs TestRandomC makes")
	cSeed      = flag.Uint64("c.seed", 1, "the seed of the first random C program")
	cSize      = flag.Int("c.size", 8, "the greatest size of random C programs")
	cWithout   = flag.String("c.without", "", "constructs that random C programs do without")
	cTime      = flag.Duration("c.time", time.Hour, "how long TestRandomC may take")
	cStageTime = flag.Duration("c.stagetime", time.Minute, "how long one staging of a random C program may take")
	cGCC       = flag.String("c.gcc", "-O1", "flags for the compiler that runs random C programs")
	cUnstaged  = flag.Bool("c.unstaged", false, "run only the original pipeline")
)

// randomC makes programs and counts what becomes of them.
type randomC struct {
	*testing.T
	pipeline stager.Pipeline
	without  cprog.Set
	counts   map[string]int
	slowest  time.Duration
	staging  time.Duration
}

// cCase is a random program and what its parameters are constant to.
type cCase struct {
	seed   uint64
	inline bool // the file's helper functions first
	early  map[string]string
	values []map[string]cprog.Value // late, one for each variant
}

func TestRandomC(t *testing.T) {
	ccompiler.Need(t)
	without, unknown := cprog.ParseSet(*cWithout)
	if len(unknown) > 0 {
		t.Fatalf("no such constructs: %v", unknown)
	}
	r := &randomC{T: t, pipeline: pipeline(t, stager.DefaultPipeline), without: without, counts: map[string]int{}}
	const batch = 10
	deadline := time.Now().Add(*cTime)
	for i := 0; i < *cPrograms && time.Now().Before(deadline) && r.counts["failures"] < 20; i += batch {
		r.batch(*cSeed+uint64(i), min(batch, *cPrograms-i))
	}
	r.report()
}

func (r *randomC) report() {
	var keys []string
	for k := range r.counts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		r.Logf("%s: %d", k, r.counts[k])
	}
	r.Logf("staging took %v, the slowest %v", r.staging, r.slowest)
}

// batch compares n programs that are compiled at once.
func (r *randomC) batch(first uint64, n int) {
	var cases []cprog.Case
	var plans []cCase
	for seed := first; seed < first+uint64(n); seed++ {
		plan := r.plan(seed)
		p := r.program(seed)
		versions, err := r.versions(p, plan)
		r.counts["programs"]++
		if err != nil {
			r.failed(plan, p, err)
			continue
		}
		if len(versions) > 0 {
			cases = append(cases, cprog.Case{Program: p, Variants: versions})
			plans = append(plans, plan)
		}
	}
	if len(cases) == 0 {
		return
	}
	s := cprog.Settings{Rounds: 4, Seed: first, Sanitize: *cPrograms <= 10, Flags: strings.Fields(*cGCC)}
	failures, err := cprog.Compare(context.Background(), cases, s)
	if err != nil {
		r.Fatal(err)
	}
	for _, f := range failures {
		r.failed(plans[f.Case], cases[f.Case].Program, errors.New(f.Message))
	}
}

func (r *randomC) program(seed uint64) *cprog.Program {
	rng := rand.New(rand.NewPCG(seed, 1))
	return cprog.Generate(seed, cprog.Options{Prefix: fmt.Sprintf("p%d_", seed), Size: 1 + rng.IntN(*cSize), Without: r.without})
}

// plan decides what the parameters are constant to.
func (r *randomC) plan(seed uint64) cCase {
	rng := rand.New(rand.NewPCG(seed, 2))
	c := cCase{seed: seed, inline: rng.IntN(3) == 0, early: map[string]string{}}
	choices := map[string][]cprog.Value{}
	params := r.program(seed).Params
	for _, q := range params {
		if q.MayBeConstant() && rng.IntN(3) > 0 {
			c.early[q.Name], choices[q.Name] = early(rng, q)
		}
	}
	for range 2 {
		late := map[string]cprog.Value{}
		for _, q := range params {
			if _, constant := c.early[q.Name]; !constant {
				continue
			}
			late[q.Name] = q.Value(rng)
			if vs := choices[q.Name]; vs != nil {
				late[q.Name] = vs[rng.IntN(len(vs))]
			}
		}
		c.values = append(c.values, late)
	}
	return c
}

// early is what is known early about a parameter, and the values that this allows; nil for all.
func early(rng *rand.Rand, q cprog.Param) (text string, values []cprog.Value) {
	if !q.IsNumber() {
		return q.Shape(rng), nil
	}
	n := rng.IntN(3)
	if n == 0 || q.IsFloat() {
		return "CONSTANT", nil
	}
	var texts []string
	for range n {
		v := q.Value(rng)
		values, texts = append(values, v), append(texts, v.Text)
	}
	return strings.Join(texts, "|"), values
}

// errNotTaken says that the front end refuses the function.
var errNotTaken = errors.New("not taken")

// versions optimises the function of a program for all values of a plan.
func (r *randomC) versions(p *cprog.Program, plan cCase) ([]cprog.Variant, error) {
	f, err := stager.ParseC(context.Background(), "test.c", []byte(p.Source), p.Func, stager.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%w: %s", errNotTaken, diag.Render(err))
	}
	if plan.inline {
		if f, err = f.Inline(stager.Inlining{Size: 200}); err != nil {
			return nil, fmt.Errorf("inlining: %w", err)
		}
		r.counts["inlined functions"] += len(f.Inlined)
	}
	staged, err := r.stage(f, plan)
	if err != nil {
		return nil, err
	}
	var out []cprog.Variant
	for i, values := range plan.values {
		name := fmt.Sprintf("%s_%d", p.Func, i)
		definition, err := r.optimised(f, staged, values, name)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", values, err)
		}
		out = append(out, cprog.Variant{Fixed: values, Func: name, Definition: definition})
		if i == 0 && len(values) > 0 {
			out = append(out, r.guarded(f, values)...)
		}
	}
	return out, nil
}

// guarded is the function with a guard, for calls with the values and for calls with any; nothing where there can be no guard.
func (r *randomC) guarded(f *stager.Function, values map[string]cprog.Value) []cprog.Variant {
	late, err := f.ParseLate(lateTexts(values))
	if err != nil {
		return nil
	}
	result, err := stager.RunUnstaged(context.Background(), f, r.pipeline, late)
	if err != nil {
		return nil
	}
	text, err := result.C(stager.Output{Guard: true})
	if err != nil {
		r.counts["versions without a guard"]++
		return nil
	}
	name := f.Name + "_guarded"
	definition, err := definition(string(f.Source), strings.ReplaceAll(string(text), f.Name+"__spec", name+"__spec"), f.Name, name)
	if err != nil {
		r.Errorf("%v", err)
		return nil
	}
	r.counts["versions with a guard"]++
	return []cprog.Variant{{Fixed: values, Func: name, Definition: definition}, {Func: name}}
}

// lateTexts are values as texts.
func lateTexts(values map[string]cprog.Value) map[string]string {
	texts := map[string]string{}
	for q, v := range values {
		texts[q] = v.Text
	}
	return texts
}

// stage stages the pipeline; nil where that takes too long.
func (r *randomC) stage(f *stager.Function, plan cCase) (*stager.Staged, error) {
	if *cUnstaged {
		return nil, nil
	}
	early, err := f.ParseAbstract(plan.early)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), *cStageTime)
	defer cancel()
	start := time.Now()
	s, err := stager.Stage(ctx, f, r.pipeline, early, stager.Options{})
	took := time.Since(start)
	r.staging += took
	r.slowest = max(r.slowest, took)
	if ctx.Err() != nil {
		r.counts["stagings that took too long"]++
		r.Logf("seed %d: the staging takes longer than %v, with %v:\n%s", plan.seed, *cStageTime, plan.early, f.Source)
		return nil, nil
	}
	return s, err
}

// optimised is the function under another name, for late values; both pipelines must print the same.
func (r *randomC) optimised(f *stager.Function, staged *stager.Staged, values map[string]cprog.Value, name string) (string, error) {
	late, err := f.ParseLate(lateTexts(values))
	if err != nil {
		return "", err
	}
	ctx := context.Background()
	want, err := replaced(stager.RunUnstaged(ctx, f, r.pipeline, late))
	if err != nil {
		return "", fmt.Errorf("the original pipeline: %w", err)
	}
	r.counts["versions"]++
	if staged != nil {
		if err := r.sameStaged(staged, late, want); err != nil {
			return "", err
		}
	}
	return definition(string(f.Source), want, f.Name, name)
}

// sameStaged runs the staged pipeline, composed and pass by pass: both must print what is wanted, and composing it must not cost operations.
func (r *randomC) sameStaged(staged *stager.Staged, late map[string]stager.Late, want string) error {
	var operations []int64
	for _, s := range []*stager.Staged{staged, staged.Separate()} {
		result, err := s.Run(context.Background(), late)
		got, err := replaced(result, err)
		if err != nil {
			return fmt.Errorf("the staged pipeline: %w", err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("the staged pipeline prints something else, composed: %v (-original +staged):\n%s", result.Composed, diff)
		}
		if result.Composed {
			r.counts["versions by the composed program"]++
		}
		operations = append(operations, result.Total.Total())
	}
	r.counts["versions by the staged pipeline"]++
	if operations[0] > operations[1] {
		return fmt.Errorf("composed, the staged pipeline executes %d operations, pass by pass %d", operations[0], operations[1])
	}
	return nil
}

// replaced is the file with the optimised function in the place of the original.
func replaced(result *stager.Result, err error) (string, error) {
	if err != nil {
		return "", err
	}
	text, err := result.C(stager.Output{})
	return string(text), err
}

// definition is the function in a text that has a new version of it, under another name; it is the last one in the file, and
// nothing else in the file may have changed.
func definition(source, text, function, name string) (string, error) {
	at := strings.LastIndex(source, function+"(")
	for at > 0 && source[at-1] != '\n' {
		at--
	}
	if !strings.HasPrefix(text, source[:at]) {
		return "", fmt.Errorf("the text before %s has changed:\n%s", function, cmp.Diff(source, text))
	}
	return strings.Replace(text[at:], function+"(", name+"(", 1), nil
}

// failed reports a failure, with a smaller program that fails too.
func (r *randomC) failed(plan cCase, p *cprog.Program, err error) {
	if errors.Is(err, errNotTaken) {
		r.counts["not taken"]++
		if r.counts["not taken"] <= 30 {
			line, _, _ := strings.Cut(err.Error(), "\n")
			r.Logf("seed %d: %s", plan.seed, line)
		}
		return
	}
	if r.undefined(p, false) {
		r.counts["not defined"]++
		r.Errorf("seed %d makes a program that C leaves undefined", plan.seed)
		return
	}
	r.counts["failures"]++
	small := cprog.Reduce(p, func(q *cprog.Program) bool {
		e := r.fails(q, plan)
		return e != nil && !errors.Is(e, errNotTaken) && kind(e) == kind(err) && !r.undefined(q, true)
	}, time.Now().Add(time.Minute))
	r.Errorf("seed %d: %v\nwith inlining: %v, with %v, late %v:\n%s\n\nthe small program:\n%s\nwhich fails so: %v",
		plan.seed, err, plan.inline, plan.early, plan.values, p.Source, small.Source, r.fails(small, plan))
}

// kind is what sort of failure it is.
func kind(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	before, rest, _ := strings.Cut(line, ":")
	if i := strings.Index(rest, ":"); i >= 0 && strings.HasPrefix(before, "map[") {
		return rest[:i]
	}
	return before
}

// fails tells how a program fails.
func (r *randomC) fails(p *cprog.Program, plan cCase) error {
	versions, err := r.versions(p, plan)
	if err != nil {
		return err
	}
	failures, err := cprog.Compare(context.Background(), []cprog.Case{{Program: p, Variants: versions}}, cprog.Settings{Rounds: 4, Seed: plan.seed})
	if err == nil && len(failures) > 0 {
		err = errors.New(failures[0].Message)
	}
	return err
}

// undefined tells whether the original itself does what C leaves undefined; strict does so where it only may.
func (r *randomC) undefined(p *cprog.Program, strict bool) bool {
	s := cprog.Settings{Rounds: 4, Sanitize: true, Strict: strict}
	failures, err := cprog.Compare(context.Background(), []cprog.Case{{Program: p, Variants: []cprog.Variant{{}}}}, s)
	return err != nil || len(failures) > 0
}
