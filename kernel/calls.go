package kernel

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"scf/backend"
)

// shortestCall is what calls must take to be worth optimised code: one of a C compiler's code costs half a microsecond more than one of machine code.
const shortestCall = 5 * time.Microsecond

// calls are the calls of a window. They may end after it.
type calls struct {
	begun, ended, nanoseconds atomic.Int64
	each                      [64]atomic.Int64 // of the last ones that ended, in nanoseconds
}

// counted is code that counts its calls.
type counted struct {
	backend.Code
	calls *calls
}

func (c counted) Call(ctx context.Context, args []uint64) (uint64, error) {
	begin := time.Now()
	c.calls.begun.Add(1)
	defer func() { c.calls.took(time.Since(begin)) }()
	return c.Code.Call(ctx, args)
}

// original is the code.
func (c counted) original() backend.Code { return c.Code }

// counting is code that counts its calls.
type counting interface {
	backend.Code
	original() backend.Code
}

// alternating runs two codes in turn, so that what disturbs the machine disturbs both.
type alternating struct {
	counted // the code that runs otherwise
	other   counted
}

func (a alternating) Call(ctx context.Context, args []uint64) (uint64, error) {
	if a.calls.begun.Load() > a.other.calls.begun.Load() {
		return a.other.Call(ctx, args)
	}
	return a.counted.Call(ctx, args)
}

func (c *calls) took(d time.Duration) {
	c.nanoseconds.Add(int64(d))
	n := c.ended.Add(1)
	c.each[n%int64(len(c.each))].Store(int64(d))
}

// worthwhile reports whether calls take long enough for optimised code. One that has not ended does.
func (c *calls) worthwhile() bool {
	n := c.ended.Load()
	return n == 0 || time.Duration(c.nanoseconds.Load()/n) >= shortestCall
}

// busy is how long calls ran since begin; one that has not ended is taken to have begun then.
func (c *calls) busy(begin time.Time) time.Duration {
	if c.begun.Load() > c.ended.Load() {
		return time.Since(begin)
	}
	return time.Duration(c.nanoseconds.Load())
}

// typical is what a call takes, in nanoseconds: the mean of the quicker half of those whose times are there, as what disturbs the machine makes them slower only. It
// is not ok where none has ended.
func (c *calls) typical() (ns float64, ok bool) {
	var times []int64
	for i := range c.each {
		if t := c.each[i].Load(); t > 0 {
			times = append(times, t)
		}
	}
	slices.Sort(times)
	times = times[:(len(times)+1)/2]
	for _, t := range times {
		ns += float64(t)
	}
	return ns / float64(max(len(times), 1)), len(times) > 0
}
