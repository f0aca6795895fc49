package randomc

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/stager"
)

// versions optimises the function of a program for all values of a plan.
func (r *Run) versions(ctx context.Context, p *cprog.Program, plan Plan) ([]cprog.Variant, error) {
	f, err := stager.ParseC(ctx, "test.c", []byte(p.Source), p.Func, stager.CConfig{})
	if err != nil {
		return nil, fmt.Errorf("%w: %s", errNotTaken, diag.Render(err))
	}
	if plan.Inline {
		if f, err = f.Inline(stager.Inlining{Size: 200}); err != nil {
			return nil, fmt.Errorf("inlining: %w", err)
		}
		r.Counts["inlined functions"] += len(f.Inlined)
	}
	staged, err := r.stage(ctx, f, plan)
	if err != nil {
		return nil, err
	}
	var out []cprog.Variant
	for i, values := range plan.Late {
		name := fmt.Sprintf("%s_%d", p.Func, i)
		definition, err := r.optimised(ctx, f, staged, values, name)
		if err != nil {
			return nil, err
		}
		out = append(out, cprog.Variant{Fixed: values, Func: name, Definition: definition})
		if i == 0 && len(values) > 0 {
			guarded, err := r.guarded(ctx, f, values)
			if err != nil {
				return nil, err
			}
			out = append(out, guarded...)
		}
	}
	return out, nil
}

// guarded is the function with a guard, for calls with the values and for calls with any; nothing where there can be no guard.
func (r *Run) guarded(ctx context.Context, f *stager.Function, values map[string]cprog.Value) ([]cprog.Variant, error) {
	late, err := f.ParseLate(lateTexts(values))
	if err != nil {
		return nil, nil
	}
	bounded, cancel := within(ctx, r.RunTime)
	defer cancel()
	result, err := stager.RunUnstaged(bounded, f, r.Pipeline, late)
	if err != nil {
		return nil, nil
	}
	text, err := result.C(stager.Output{Guard: true})
	if err != nil {
		r.Counts["versions without a guard"]++
		return nil, nil
	}
	name := f.Name + "_guarded"
	definition, err := definition(string(f.Source), strings.ReplaceAll(string(text), f.Name+"__spec", name+"__spec"), f.Name, name)
	if err != nil {
		return nil, err
	}
	r.Counts["versions with a guard"]++
	return []cprog.Variant{{Fixed: values, Func: name, Definition: definition}, {Func: name}}, nil
}

// stage stages the pipeline; nil where that is not asked for, or takes too long.
func (r *Run) stage(ctx context.Context, f *stager.Function, plan Plan) (*stager.Staged, error) {
	if r.Stages != nil && !r.Stages(plan.Seed) {
		return nil, nil
	}
	early, err := f.ParseAbstract(plan.Early)
	if err != nil {
		return nil, err
	}
	bounded, cancel := within(ctx, r.StageTime)
	defer cancel()
	start := time.Now()
	s, err := stager.Stage(bounded, f, r.Pipeline, early, r.Options)
	took := time.Since(start)
	r.Staging += took
	r.Slowest = max(r.Slowest, took)
	if bounded.Err() != nil {
		r.Counts["stagings that took too long"]++
		r.Log("seed %d: the staging takes longer than %v, with %v:\n%s", plan.Seed, r.StageTime, plan.Early, f.Source)
		return nil, nil
	}
	return s, err
}

// optimised is the function under another name, for late values; both pipelines must print the same.
func (r *Run) optimised(ctx context.Context, f *stager.Function, staged *stager.Staged, values map[string]cprog.Value, name string) (string, error) {
	late, err := f.ParseLate(lateTexts(values))
	if err != nil {
		return "", err
	}
	want, err := r.unstaged(ctx, f, late)
	if err != nil {
		return "", fmt.Errorf("the original pipeline: %w", err)
	}
	r.Counts["versions"]++
	if staged != nil {
		if err := r.sameStaged(ctx, staged, late, want); err != nil {
			return "", err
		}
	}
	return definition(string(f.Source), want, f.Name, name)
}

// unstaged is the file that the pipeline itself gives.
func (r *Run) unstaged(ctx context.Context, f *stager.Function, late map[string]stager.Late) (string, error) {
	bounded, cancel := within(ctx, r.RunTime)
	defer cancel()
	text, err := replaced(stager.RunUnstaged(bounded, f, r.Pipeline, late))
	if bounded.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w within %v", errEndless, r.RunTime)
	}
	return text, err
}

// within is ctx, ended after the time limit if there is one.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// sameStaged runs the staged pipeline, composed and pass by pass: both must print what is wanted, and composing it must not cost operations.
func (r *Run) sameStaged(ctx context.Context, staged *stager.Staged, late map[string]stager.Late, want string) error {
	var operations []int64
	for _, s := range []*stager.Staged{staged, staged.Separate()} {
		result, err := s.Run(ctx, late)
		got, err := replaced(result, err)
		if err != nil {
			return fmt.Errorf("the staged pipeline: %w", err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("the staged pipeline prints something else, composed: %v (-original +staged):\n%s", result.Composed, diff)
		}
		if result.Composed {
			r.Counts["versions by the composed program"]++
		}
		operations = append(operations, result.Total.Total())
	}
	r.Counts["versions by the staged pipeline"]++
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

// definition is the function in a text that has a new version of it, under another name, with the functions that were made for it, whose names
// begin with that name then; it is the last one in the file, and nothing else in the file may have changed.
func definition(source, text, function, name string) (string, error) {
	at := strings.LastIndex(source, function+"(")
	open := at
	for at > 0 && source[at-1] != '\n' {
		at--
	}
	if !strings.HasPrefix(text, source[:at]) {
		return "", fmt.Errorf("the text before %s has changed:\n%s", function, cmp.Diff(source, text))
	}
	added := text[at:]
	head := strings.LastIndex(added, source[at:open]+function+"(") + open - at
	added = added[:head] + name + added[head+len(function):]
	return madeName.ReplaceAllStringFunc(added, func(made string) string {
		if !strings.HasPrefix(made, function+"_") || made == name+"(" || strings.Contains(source, made) {
			return made
		}
		return name + "_" + made
	}), nil
}

// madeName is the name of a call or a function; those that were made of others begin with the name of the optimised one.
var madeName = regexp.MustCompile(`\b\w+_[0-9]+\(`)
