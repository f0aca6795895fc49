package stager_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

// jobs are some stagings of a function.
func jobs(t *testing.T, n int, passes string, o stager.Options) []stager.Job {
	f, p := parseC(t, mulAdd), pipeline(t, passes)
	var out []stager.Job
	for i := range n {
		early, err := f.ParseAbstract(map[string]string{"a": fmt.Sprintf("CONSTANT(0|%d)", i+2)})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, stager.Job{Function: f, Pipeline: p, Early: early, Options: o})
	}
	return out
}

// TestStageAll: each job is done once and gives what it gives alone, however many run at the same time, and where what there is of memory is too little
// for them.
func TestStageAll(t *testing.T) {
	tier.Standard(t, "it stages")
	for _, memory := range []int64{0, 1} {
		n, passes := tier.Pick(3, 3, 6), stager.DefaultPipeline // all but the last can be staged
		if memory > 0 {
			n, passes = 2, "dae"
		}
		all := jobs(t, n, passes, stager.Options{MaxMemory: memory})
		all = append(all, stager.Job{Function: all[0].Function, Early: all[0].Early}) // no pipeline
		var apart []*stager.Staged
		for _, j := range all[:n] {
			s, err := stager.Stage(t.Context(), j.Function, j.Pipeline, j.Early, j.Options)
			if err != nil {
				t.Fatal(err)
			}
			apart = append(apart, s)
		}
		for _, atATime := range []int{3, 0, 1}[:tier.Pick(1, 1, 3)] {
			var lock sync.Mutex
			times := make([]int, len(all))
			stager.StageAll(t.Context(), all, atATime, func(i int, s *stager.Staged, err error) {
				lock.Lock()
				defer lock.Unlock()
				times[i]++
				var usage *stager.UsageError
				switch {
				case i == n && !errors.As(err, &usage):
					t.Errorf("without a pipeline: %v", err)
				case i < n && err != nil:
					t.Errorf("%d of %d, %d at a time: %v", i, len(all), atATime, err)
				case i < n:
					same(t, fmt.Sprintf("job %d, %d at a time", i, atATime), s, apart[i])
				}
			})
			for i, times := range times {
				if times != 1 {
					t.Errorf("job %d was done %d times", i, times)
				}
			}
		}
	}
}

// TestStageAllCancelled: what was not staged when the context ended has its error.
func TestStageAllCancelled(t *testing.T) {
	tier.Standard(t, "it stages")
	ctx, cancel := context.WithCancel(t.Context())
	staged, cancelled := 0, 0
	stager.StageAll(ctx, jobs(t, 6, "dae", stager.Options{}), 1, func(i int, _ *stager.Staged, err error) {
		switch {
		case err == nil:
			staged++
		case errors.Is(err, context.Canceled):
			cancelled++
		default:
			t.Error(err)
		}
		if i == 1 {
			cancel()
		}
	})
	if staged != 2 || cancelled != 4 {
		t.Errorf("%d were staged, %d cancelled", staged, cancelled)
	}
}
