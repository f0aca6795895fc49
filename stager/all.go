package stager

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Job is one of many stagings: what Stage is given.
type Job struct {
	Function *Function
	Pipeline Pipeline
	Early    map[string]Abstract
	Options  Options
}

// StageAll stages the jobs, n at a time (as many as there are processors for n < 1), and calls done with what Stage would give for each as soon as it
// is there: from up to n goroutines at the same time, in any order, with i the place in jobs. What is given does not depend on n, nor on the other jobs: where the
// memory that all of them take has led to less than would have been made alone (Options.MaxMemory), the job is staged again when the others are
// done, alone.
func StageAll(ctx context.Context, jobs []Job, n int, done func(i int, s *Staged, err error)) {
	if n < 1 {
		n = runtime.GOMAXPROCS(0)
	}
	var lock sync.Mutex
	var again []int // the jobs that are to be staged alone
	var stagings errgroup.Group
	stagings.SetLimit(n)
	for i, j := range jobs {
		stagings.Go(func() error {
			s, err := j.stage(ctx)
			if err == nil && len(jobs) > 1 && n > 1 && s.lacksMemory() {
				lock.Lock()
				defer lock.Unlock()
				again = append(again, i)
				return nil
			}
			done(i, s, err)
			return nil
		})
	}
	_ = stagings.Wait() // done has the errors
	slices.Sort(again)
	for _, i := range again {
		s, err := jobs[i].stage(ctx)
		done(i, s, err)
	}
}

func (j Job) stage(ctx context.Context) (*Staged, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return Stage(ctx, j.Function, j.Pipeline, j.Early, j.Options)
}

// lacksMemory reports whether more would have been made with more memory.
func (s *Staged) lacksMemory() bool {
	return s.Composed != nil && s.Composed.Report.lacksMemory() ||
		slices.ContainsFunc(s.Passes, func(p *StagedPass) bool { return p.Report.lacksMemory() })
}
