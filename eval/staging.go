package eval

import (
	"context"
	"errors"
	"fmt"

	"scf/scfml/core"
	"scf/stager"
)

// The staging of one case: what it takes, and what the staged passes are like.

// stage stages the case as often as the budget allows, at least once.
func (e *evaluator) stage(ctx context.Context, p *prepared) (*Staging, error) {
	t, err := e.meter.repeated(ctx, e.Budget, e.meter.wall(func() error { return e.stageOnce(ctx, p) }))
	if err != nil {
		return nil, err
	}
	s := &Staging{Function: p.fn.Nodes(), Original: sizeOf(originals(p.pipeline)), Warnings: p.staged.Warnings()}
	timed := e.Budget > 0 || e.ablating
	if err := s.describe(p.staged, timed); err != nil {
		return nil, err
	}
	if timed {
		s.Time = &t
	}
	for _, pass := range s.Passes {
		s.Residual = s.Residual.plus(pass.Size)
	}
	return s, nil
}

// stageOnce stages the case within the limit.
func (e *evaluator) stageOnce(ctx context.Context, p *prepared) (err error) {
	inner := ctx
	if e.Limit > 0 {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeout(ctx, e.Limit)
		defer cancel()
	}
	p.staged, err = stager.Stage(inner, p.fn, p.pipeline, p.early, e.Stager)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		e.over = true
		return fmt.Errorf("staging takes longer than %v", e.Limit)
	}
	return err
}

func originals(p stager.Pipeline) []*core.Program {
	var out []*core.Program
	for _, pass := range p {
		out = append(out, pass.Program)
	}
	return out
}

func sizeOf(programs []*core.Program) Size {
	var s Size
	for _, p := range programs {
		s.Functions += len(p.Funcs)
		for _, f := range p.Funcs {
			s.Nodes += core.Size(f.Body)
		}
		s.Bytes += len(p.String())
	}
	return s
}

func (s Size) plus(t Size) Size {
	return Size{s.Functions + t.Functions, s.Nodes + t.Nodes, s.Bytes + t.Bytes}
}

// composedName is the name of the Pass that is all of them composed.
const composedName = "composed"

// describe notes what the passes are like, and what composes them.
func (s *Staging) describe(staged *stager.Staged, withTimes bool) error {
	for _, p := range staged.Passes {
		program, err := p.Program()
		if err != nil {
			return err
		}
		s.Passes = append(s.Passes, passOf(p.Name, program, p.Report, p.Times, withTimes))
	}
	if c := staged.Composed; c != nil {
		p := passOf(composedName, c.Program, c.Report, c.Times, withTimes)
		s.Composed = &p
	}
	return nil
}

func passOf(name string, p *core.Program, work stager.Report, times []stager.PhaseTime, withTimes bool) Pass {
	pass := Pass{Name: name, Size: sizeOf([]*core.Program{p}), Work: work}
	runs := map[string]int{}
	for _, t := range times {
		runs[t.Phase]++
		pass.Rounds = max(pass.Rounds, runs[t.Phase])
		if !withTimes {
			continue
		}
		if runs[t.Phase] == 1 {
			pass.Phases = append(pass.Phases, PhaseTime{Phase: t.Phase})
		}
		for i := range pass.Phases {
			if pass.Phases[i].Phase == t.Phase {
				pass.Phases[i].Time += t.Time
			}
		}
	}
	return pass
}
