package stager

import (
	"context"
	"fmt"
	"runtime"

	"scf/absval"
	"scf/causes"
)

// This file stages the passes of a pipeline one after the other. A pass is staged for what the one before gives. The partial evaluator finds
// that out; what makes the residual program small seldom adds anything. So the next pass is specialised while the program of this one is
// made small, and in the rare case that this says more about what the pass gives, the passes behind it are staged again. Results,
// errors and all that is counted are those of the passes staged strictly one after the other, which is what happens where debug switches
// ask for what is done in between.
//
// A domain belongs to one goroutine: what a pass gives is imported into the domain of the next before another goroutine makes the program
// small. Programs, constants and types are shared, and never change.

// underWay is a pass that is being staged.
type underWay struct {
	*job
	pass *Pass
	done chan struct{} // closed when the rest is there

	err    error
	learnt bool // what the pass gives was not known before its program was small
	form   notation
	loops  []Loop
	left   leftover // nothing where it is not known
	staged *StagedPass
}

// stagePasses stages the passes of the pipeline.
func (s *Staged) stagePasses(ctx context.Context, pipeline Pipeline, o Options) error {
	var given *absval.Value // by the pass before
	for len(s.Passes) < len(pipeline) {
		end := len(pipeline)
		if o.watched() {
			end = len(s.Passes) + 1
		}
		passes, err := s.ahead(ctx, pipeline[:end], given, o)
		for _, u := range passes {
			<-u.done
		}
		for _, u := range passes {
			if u.err != nil {
				return u.err
			}
			s.add(u)
			if given = u.output; u.learnt {
				err = nil // of a pass that is staged again
				break
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ahead specialises the passes that are not staged yet, the first for what is given. Their programs are being made small when it ends.
func (s *Staged) ahead(ctx context.Context, pipeline Pipeline, given *absval.Value, o Options) (passes []*underWay, err error) {
	busy := make(chan struct{}, max(1, idle(1)))
	u, err := s.begin(len(s.Passes), pipeline, given, o)
	for u != nil && err == nil {
		if err := u.specialize(ctx); err != nil {
			return passes, err
		}
		passes = append(passes, u)
		var next *underWay
		next, err = s.begin(len(s.Passes)+len(passes), pipeline, u.output, o)
		u.helpers = idle(1)
		if next != nil {
			u.helpers = idle(2)
		}
		go u.finish(ctx, s.Function, busy)
		u = next
	}
	return passes, err
}

// begin makes the input of pass number i, of what is given by the one before; nil where there is no such pass.
func (s *Staged) begin(i int, pipeline Pipeline, given *absval.Value, o Options) (u *underWay, err error) {
	defer catch("the staging of "+s.Function.Name, &err)
	if i == len(pipeline) {
		return nil, nil
	}
	pass := pipeline[i]
	j := &job{name: fmt.Sprintf("%d-%s", i+1, pass.Name), options: o, domain: absval.New(o.Values), program: pass.Program}
	tree, err := j.tree(s.Function, given)
	if err != nil {
		return nil, err
	}
	if i == 0 {
		s.Forms, s.Brief = nil, nil
		s.addForm(initialForm(j.domain, tree, s.Function, s.Abstract))
	}
	return &underWay{job: j, pass: pass, done: make(chan struct{})}, j.setInput(tree, pass.takesLattice, s.Abstract)
}

// finish makes the program of a pass small and describes the pass. busy holds the number of those that do so at a time.
func (u *underWay) finish(ctx context.Context, f *Function, busy chan struct{}) {
	defer close(u.done)
	busy <- struct{}{}
	defer func() { <-busy }()
	defer catch("the staging of "+f.Name, &u.err)
	before := u.output
	if u.err = u.reduce(ctx); u.err != nil {
		return
	}
	u.learnt = u.output != before && !u.domain.IsSingleton(before)
	u.form = newNotation(u.domain, u.output)
	if left, ok := leftInValue(u.domain, u.output); ok {
		u.left = left
	}
	if u.pass.From == unroller {
		u.loops = loopsOf(f.tree, u.domain, u.output, true)
	}
	u.staged = newStagedPass(u.pass, u.job)
	u.job = &job{output: u.output} // the domain is large
}

// add adds the pass to those that are staged.
func (s *Staged) add(u *underWay) {
	if u.pass.From == unroller && !s.unrolls {
		s.unrolls, s.Loops = true, u.loops
		s.left = causes.Left{Nodes: u.left.nodes, Tests: u.left.tests, Open: u.left.open}
	}
	s.left.Final = u.left.tests
	s.addForm(u.form)
	s.Passes = append(s.Passes, u.staged)
}

// idle is how many processors are left when that many are busy.
func idle(busy int) int { return max(0, runtime.GOMAXPROCS(0)-busy) }

// watched reports whether something looks on at the phases, so that they are to run in order.
func (o Options) watched() bool {
	return o.Debug.Trace != nil || o.Debug.Dump != "" || o.PE.Trace != nil || o.DSE.Trace != nil || o.Simplify.Trace != nil
}
