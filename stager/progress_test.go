package stager_test

import (
	"fmt"
	"sync"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

// TestWatch: a staging tells of each pass and each phase, and of contours as they are made; what it gives does not depend on that.
func TestWatch(t *testing.T) {
	tier.Same(t)
	fn, err := stager.ReadC(t.Context(), "../examples/mul_add.c", "", stager.CConfig{})
	fatal(t, err)
	pipeline, err := stager.ParsePipeline("cnp,dae")
	fatal(t, err)
	early, err := fn.ParseAbstract(map[string]string{"a": "CONSTANT"})
	fatal(t, err)
	var mu sync.Mutex
	told := map[string]int{}
	watch := func(p stager.Progress) {
		mu.Lock()
		defer mu.Unlock()
		told[p.Job+" "+p.Phase] = max(told[p.Job+" "+p.Phase], p.Contours)
	}
	staged, err := stager.Stage(t.Context(), fn, pipeline, early, stager.Options{Watch: watch})
	fatal(t, err)
	for i, p := range staged.Passes {
		job := fmt.Sprintf("%d-%s", i+1, p.Name)
		if got := told[job+" specialize"]; got != p.Report.Contours {
			t.Errorf("%s: told of %d contours, %d were made", job, got, p.Report.Contours)
		}
		if _, ok := told[job+" simplify"]; !ok {
			t.Errorf("%s: not told of simplify: %v", job, told)
		}
	}
}
