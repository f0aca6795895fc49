package eval

import (
	"context"
	"errors"
	"testing"
	"time"
)

// fakeClock is a clock that work moves on.
type fakeClock struct {
	t         time.Time
	collected int
}

func (c *fakeClock) meter() meter {
	return meter{now: func() time.Time { return c.t }, collect: func() { c.collected++ }}
}

// takes is work that takes each of the times in turn, from the first again after the last.
func (c *fakeClock) takes(ds ...time.Duration) work {
	i := 0
	return c.meter().wall(func() error {
		c.t = c.t.Add(ds[i%len(ds)])
		i++
		return nil
	})
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		samples           []time.Duration
		median, deviation time.Duration
	}{
		{[]time.Duration{7}, 7, 0},
		{[]time.Duration{3, 1}, 2, 1},
		{[]time.Duration{5, 1, 100}, 5, 4},
		{[]time.Duration{10, 12, 14, 1000}, 13, 2},
	} {
		got := summarize(c.samples, len(c.samples))
		if got.Median != c.median || got.Deviation != c.deviation || got.Runs != len(c.samples) {
			t.Errorf("%v: %+v, want the median %d and the deviation %d", c.samples, got, c.median, c.deviation)
		}
	}
	if median(nil) != 0 {
		t.Error("the median of nothing")
	}
}

// TestInterleave: runs in turn, backwards every other round, at least minRounds, until the budget is spent.
func TestInterleave(t *testing.T) {
	c := &fakeClock{}
	var order string
	f := func(name string, d time.Duration) work {
		w := c.takes(d)
		return func(n int) (time.Duration, error) { order += name; return w(n) }
	}
	times, err := c.meter().interleave(context.Background(), 100*time.Millisecond, f("a", 10*time.Millisecond), f("b", 20*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	if want := "ab" + "abbaabba"; order != want { // once each to calibrate
		t.Errorf("the order is %s, want %s", order, want)
	}
	if times[0].Median != 10*time.Millisecond || times[1].Median != 20*time.Millisecond || times[0].Runs != 4 || c.collected != 1 {
		t.Errorf("times %+v, collected %d times", times, c.collected)
	}
	order = ""
	if _, err := c.meter().interleave(context.Background(), 0, f("a", time.Second)); err != nil || order != "aaaa" {
		t.Errorf("without a budget: %s, %v", order, err)
	}
}

// TestShortWork: what is shorter than a sample is repeated, and the mean counts.
func TestShortWork(t *testing.T) {
	c := &fakeClock{}
	times, err := c.meter().interleave(context.Background(), 0, c.takes(200*time.Microsecond, 400*time.Microsecond))
	if err != nil || times[0].Median != 300*time.Microsecond || times[0].Deviation != 0 || times[0].Runs != 3*4 {
		t.Errorf("%+v, %v", times, err)
	}
}

// TestRepeated: once in any case, and again as long as the budget holds another run.
func TestRepeated(t *testing.T) {
	for budget, runs := range map[time.Duration]int{0: 1, 2 * time.Second: 2, 5 * time.Second: 5} {
		c := &fakeClock{}
		got, err := c.meter().repeated(context.Background(), budget, c.takes(time.Second))
		if err != nil || got.Runs != runs || got.Median != time.Second {
			t.Errorf("budget %v: %+v, %v; want %d runs", budget, got, err, runs)
		}
	}
}

func TestMeasuringEnds(t *testing.T) {
	broken := errors.New("broken")
	c := &fakeClock{}
	if _, err := c.meter().interleave(context.Background(), 0, c.meter().wall(func() error { return broken })); err != broken {
		t.Errorf("the work's error: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.meter().repeated(ctx, 0, c.takes(1)); err != context.Canceled {
		t.Errorf("a cancelled measurement: %v", err)
	}
}

func TestRepetitions(t *testing.T) {
	for d, want := range map[time.Duration]int{0: 10, 300 * time.Microsecond: 4, 500 * time.Microsecond: 2, time.Millisecond: 1, time.Second: 1} {
		if n := repetitions(d); n != want {
			t.Errorf("%v: %d times, want %d", d, n, want)
		}
	}
}
