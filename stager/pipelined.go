package stager

import (
	"context"
	"fmt"
	"runtime"

	"scf/causes"
	"scf/internal/diskcache"
	"scf/scfml/core"
)

// This file stages the passes of a pipeline, each for what the one before gives. As in a pipelined processor the next one starts before the
// one before has ended: specialisation tells what a pass gives, and what makes the residual program small seldom adds to that. So the next
// pass is specialised speculatively, while the program of this one becomes small, a future. In the rare case that this refines what the pass
// gives, the passes behind it are staged again. Results, errors and all that is counted are those of the passes staged strictly one after
// the other, which is what happens where debug switches ask for what is done in between.
//
// A domain belongs to one goroutine: what a pass gives is imported into the domain of the next before another goroutine makes the program
// small. Programs, constants and types are shared, and never change.

// stagePasses stages the passes of the pipeline.
func (s *Staged) stagePasses(ctx context.Context, pipeline Pipeline, o Options) error {
	var before given // by the pass before
	k := o.keeper()
	for len(s.Passes) < len(pipeline) {
		end := len(pipeline)
		if o.watched() {
			end = len(s.Passes) + 1
		}
		futures, err := s.specializePasses(ctx, pipeline[:end], before, k, o)
		outcomes := awaitAll(futures)
		for _, p := range outcomes {
			if p.err != nil {
				return p.err
			}
			s.add(p)
			if before = p.given.encoded(k); p.refined {
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

// passRun is a pass on its way through the table.
type passRun struct {
	*runner
	pass  *Pass
	state state

	keeper  *keeper       // nil where nothing is kept
	key     diskcache.Key // of what is
	told    given         // what specialisation tells that the pass gives
	outcome *stagedPass   // that has been kept; nil: there is none
}

// stagedPass is what comes of it.
type stagedPass struct {
	*StagedPass
	given   given // by the pass
	refined bool  // it is less than what specialisation told
	form    notation
	loops   loopList // nil where the pass does not report on loops
	left    leftover // nothing where it is not known
	err     error
}

// specializePasses specialises the passes that are not staged yet, the first for what is given before. The rest of their ways are the futures.
func (s *Staged) specializePasses(ctx context.Context, pipeline Pipeline, before given, k *keeper, o Options) ([]future[stagedPass], error) {
	var futures []future[stagedPass]
	busy := make(chan struct{}, max(1, idle(1))) // holds those that run
	once, rest := passTable.split()
	p, err := s.begin(len(s.Passes), pipeline, before, k, o)
	for p != nil && err == nil {
		if kept := p.outcome; kept != nil {
			futures = append(futures, start(func() stagedPass { return *kept }))
			p, err = s.begin(len(s.Passes)+len(futures), pipeline, kept.given, k, o)
			continue
		}
		if p.state, err = p.run(ctx, once, p.state); err != nil {
			return futures, err
		}
		var next *passRun
		p.told = given{value: p.state.result}.encoded(k)
		next, err = s.begin(len(s.Passes)+len(futures)+1, pipeline, p.told, k, o)
		p.helpers = idle(1)
		if next != nil {
			p.helpers = idle(2)
		}
		futures = append(futures, p.start(ctx, rest, s.Function, busy))
		p = next
	}
	return futures, err
}

// begin is pass number i with its input, of what is given by the one before, or with its outcome; nil where there is no such pass.
func (s *Staged) begin(i int, pipeline Pipeline, before given, k *keeper, o Options) (p *passRun, err error) {
	defer catch("the staging of "+s.Function.Name, &err)
	if i == len(pipeline) {
		return nil, nil
	}
	pass := pipeline[i]
	program, shape := pass.over(s.Function.isProgram())
	in := state{program: core.Trimmed(program), domain: o.domain()}
	p = &passRun{runner: newRunner(fmt.Sprintf("%d-%s", i+1, pass.Name), shape, o), pass: pass, state: in}
	p.outcome = s.lookUp(p, before, k)
	if p.outcome != nil && i > 0 {
		return p, nil
	}
	tree, err := in.tree(s.Function, before)
	if err != nil {
		return nil, err
	}
	if i == 0 {
		s.addForm(initialForm(in.domain, optimised(in.domain, tree), s.Function, s.Abstract, o))
	}
	p.state.input, err = in.withLattice(tree, shape.takesLattice, behind(s.Function, s.Abstract))
	return p, err
}

// start finishes the pass in a goroutine of its own, when busy has room for one more.
func (p *passRun) start(ctx context.Context, rest []phase, f *Function, busy chan struct{}) future[stagedPass] {
	return start(func() stagedPass {
		busy <- struct{}{}
		defer func() { <-busy }()
		return p.finish(ctx, rest, f)
	})
}

// finish takes the pass through the rest of the table and describes it.
func (p *passRun) finish(ctx context.Context, rest []phase, f *Function) (out stagedPass) {
	defer catch("the staging of "+f.Name, &out.err)
	end, err := p.run(ctx, rest, p.state)
	if err != nil {
		return stagedPass{err: err}
	}
	told, tree := p.told, optimised(end.domain, end.result)
	out = stagedPass{
		StagedPass: newStagedPass(p.pass, p.runner, end),
		given:      told,
		form:       newNotation(end.domain, tree, p.options),
	}
	if end.result != told.value {
		out.given, out.refined = given{value: end.result}, !told.value.IsSingleton()
	}
	if left, ok := leftInValue(end.domain, tree); ok {
		out.left = left
	}
	if p.pass.reports != nil {
		out.loops, out.err = p.pass.reports.loops(ctx, f.tree, end.domain, tree, true)
	}
	p.keep(&out, end)
	return out
}

// add adds the pass to those that are staged.
func (s *Staged) add(p stagedPass) {
	if p.loops != nil {
		s.Loops = loopList(s.Loops).then(p.loops)
		s.left = causes.Left{Nodes: p.left.nodes, Tests: p.left.tests, Open: p.left.open, Made: p.left.made}
	}
	s.left.Final = p.left.tests
	s.addForm(p.form)
	s.Passes = append(s.Passes, p.StagedPass)
}

// future is a value that a goroutine is making.
type future[T any] chan T

// start makes a value of f in a goroutine of its own.
func start[T any](f func() T) future[T] {
	made := make(future[T], 1)
	go func() { made <- f() }()
	return made
}

// awaitAll waits for all of them: no goroutine outlives that.
func awaitAll[T any](futures []future[T]) []T {
	var out []T
	for _, made := range futures {
		out = append(out, <-made)
	}
	return out
}

// idle is how many processors are left when that many are busy.
func idle(busy int) int { return max(0, runtime.GOMAXPROCS(0)-busy) }
