package stager

import (
	"context"

	"scf/scfml/core"
	"scf/scfml/interp"
)

// step is a program of a pipeline with what it was given.
type step struct {
	exe *executable
	arg core.Value
}

// Replay runs the programs that made r again, each on what it was given, and drops what they give: to measure how long they take,
// apart from the conversion of trees before, between and after them.
func (r *Result) Replay(ctx context.Context) error {
	for _, s := range r.steps {
		arena := takeArena()
		_, _, err := s.exe.run(ctx, s.arg, arena)
		giveBack(arena)
		if err != nil {
			return err
		}
	}
	return nil
}

// PassProfile is where one pass spent its operations, the greatest first.
type PassProfile struct {
	Name  string
	Spent []interp.Spent // with the reasons why it is done late as notes, where the program was staged just now
	Met   []string       // budgets that staging has met with the program as a whole, which reasons do not tell of
}

// Profile runs the programs that made r again, and tells for each where it spends its operations.
func (r *Result) Profile(ctx context.Context) ([]PassProfile, error) {
	var out []PassProfile
	for _, s := range r.steps {
		spent, err := s.exe.profile(ctx, s.arg)
		if err != nil {
			return nil, err
		}
		out = append(out, PassProfile{s.exe.name, spent, s.exe.notes.budgets()})
	}
	return out, nil
}

// PassStacks is where one pass spent its operations, by the functions that were active: for a flame graph.
type PassStacks struct {
	Name   string
	Stacks []interp.Stack
}

// Stacks is Profile by the calls that lead to what is spent.
func (r *Result) Stacks(ctx context.Context) ([]PassStacks, error) {
	var out []PassStacks
	for _, s := range r.steps {
		stacks, err := s.exe.stacks(ctx, s.arg)
		if err != nil {
			return nil, err
		}
		out = append(out, PassStacks{s.exe.name, stacks})
	}
	return out, nil
}

func (e *executable) profile(ctx context.Context, arg core.Value) (spent []interp.Spent, err error) {
	defer catch("the run of "+e.title, &err)
	p, arg, err := e.profiler(ctx, arg)
	if err != nil {
		return nil, err
	}
	_, spent, err = p.Run(ctx, arg, interp.Options{})
	return spent, e.located(err)
}

func (e *executable) stacks(ctx context.Context, arg core.Value) (stacks []interp.Stack, err error) {
	defer catch("the run of "+e.title, &err)
	p, arg, err := e.profiler(ctx, arg)
	if err != nil {
		return nil, err
	}
	_, stacks, err = p.Stacks(ctx, arg, interp.Options{})
	return stacks, e.located(err)
}

// profiler is a profiler of the program, with the argument for it.
func (e *executable) profiler(ctx context.Context, arg core.Value) (*interp.Profiler, core.Value, error) {
	if e.fromText != nil { // a profile has places
		text, err := e.fromText()
		if err != nil {
			return nil, nil, err
		}
		e = &text
		if arg, err = core.Rebind(arg, e.program); err != nil {
			return nil, nil, err
		}
	}
	note, err := e.notes.of(ctx, e.program)
	if err != nil {
		return nil, nil, err
	}
	return interp.NewProfiler(e.program, note), arg, nil
}
