package stager

import (
	"context"
	"runtime"
	"slices"
	"sync"
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
	forEach(len(jobs), n, func(i int) {
		s, err := jobs[i].stage(ctx)
		if err == nil && len(jobs) > 1 && n > 1 && s.lacksMemory() {
			lock.Lock()
			defer lock.Unlock()
			again = append(again, i)
			return
		}
		done(i, s, err)
	})
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

// forEach calls f for the numbers below total, n at a time.
func forEach(total, n int, f func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, total) {
		workers.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range total {
		next <- i
	}
	close(next)
	workers.Wait()
}

// lacksMemory reports whether more would have been made with more memory.
func (s *Staged) lacksMemory() bool {
	return s.Composed != nil && s.Composed.Report.lacksMemory() ||
		slices.ContainsFunc(s.Passes, func(p *StagedPass) bool { return p.Report.lacksMemory() })
}
