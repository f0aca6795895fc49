package eval

import (
	"context"
	"runtime"
	"slices"
	"time"
)

// meter measures times. It has its own clock, so that tests can bring theirs.
type meter struct {
	now     func() time.Time
	collect func() // before measurements: what is left of earlier work must not disturb them
}

var realMeter = meter{now: time.Now, collect: runtime.GC}

const (
	minRounds = 3
	maxRounds = 1000
	minSample = time.Millisecond // what is shorter is repeated, and counts as the mean
)

// work does something n times and says how long that took.
type work func(n int) (time.Duration, error)

// wall is the work of calling f, measured by the clock.
func (m meter) wall(f func() error) work {
	return func(n int) (time.Duration, error) {
		start := m.now()
		for range n {
			if err := f(); err != nil {
				return 0, err
			}
		}
		return m.now().Sub(start), nil
	}
}

// interleave does the works in turn until the budget is spent, so that what disturbs the machine for a while disturbs them all;
// every other round goes through them backwards. Each is done minRounds times in any case. The error is one of a work's, or the
// context's.
func (m meter) interleave(ctx context.Context, budget time.Duration, works ...work) ([]Times, error) {
	repeat := make([]int, len(works))
	for i, w := range works {
		n, err := m.calibrate(ctx, w)
		if err != nil {
			return nil, err
		}
		repeat[i] = n
	}
	samples, err := m.rounds(ctx, budget, works, repeat)
	if err != nil {
		return nil, err
	}
	out := make([]Times, len(works))
	for i := range works {
		out[i] = summarize(samples[i], len(samples[i])*repeat[i])
	}
	return out, nil
}

// rounds is interleave of works of which it is known how many runs a sample is the mean of: the sample of each work in each round.
func (m meter) rounds(ctx context.Context, budget time.Duration, works []work, repeat []int) ([][]time.Duration, error) {
	samples := make([][]time.Duration, len(works))
	order := make([]int, len(works))
	for i := range works {
		order[i] = i
	}
	m.collect()
	start := m.now()
	for round := 0; round < minRounds || round < maxRounds && m.now().Sub(start) < budget; round++ {
		for _, i := range order {
			d, err := sample(ctx, works[i], repeat[i])
			if err != nil {
				return nil, err
			}
			samples[i] = append(samples[i], d)
		}
		slices.Reverse(order)
	}
	return samples, nil
}

// repetitions is how often a program whose run takes so long must run for a sample of minSample; clocks of processor time may say 0 of one that is short.
func repetitions(d time.Duration) int {
	d = max(d, minSample/10)
	return int((minSample + d - 1) / d)
}

// calibrate finds how often a work must be done for a sample of minSample. It also warms it up.
func (m meter) calibrate(ctx context.Context, w work) (int, error) {
	for n := 1; ; n *= 2 {
		start := m.now()
		_, err := sample(ctx, w, n)
		if err != nil || m.now().Sub(start) >= minSample || n >= 1<<20 {
			return n, err
		}
	}
}

// sample is the mean time of doing a work n times.
func sample(ctx context.Context, w work, n int) (time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	d, err := w(n)
	return d / time.Duration(n), err
}

// repeated does a work once, and again as long as all times together stay within the budget, and summarises them.
func (m meter) repeated(ctx context.Context, budget time.Duration, w work) (Times, error) {
	var samples []time.Duration
	m.collect()
	start := m.now()
	for {
		d, err := sample(ctx, w, 1)
		if err != nil {
			return Times{}, err
		}
		samples = append(samples, d)
		if len(samples) >= maxRounds || m.now().Sub(start)+d > budget {
			return summarize(samples, len(samples)), nil
		}
	}
}
