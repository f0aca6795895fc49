package eval

import (
	"testing"
	"time"
)

// TestSpread: the median of the ratios of rounds, and bounds on the median.
func TestSpread(t *testing.T) {
	ms := func(ns ...int) (out []time.Duration) {
		for _, n := range ns {
			out = append(out, time.Duration(n)*time.Millisecond)
		}
		return out
	}
	ones := ms(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	for _, c := range []struct {
		a, b []time.Duration
		want Spread
	}{
		{ms(3), ms(2), Spread{1.5, 1.5, 1.5}},
		{ms(4, 1, 3), ms(2, 2, 2), Spread{1.5, 0.5, 2}},
		{ms(10, 20, 30), ms(5, 10, 15), Spread{2, 2, 2}}, // what disturbs both in a round cancels out
		{ms(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), ones, Spread{8.5, 5, 12}},
	} {
		if got := spreadOf(c.a, c.b); got != c.want {
			t.Errorf("%v over %v: %+v, want %+v", c.a, c.b, got, c.want)
		}
	}
	for s, want := range map[Spread][2]bool{{2, 1.5, 3}: {true, false}, {1.1, 0.9, 1.2}: {false, false}, {0.8, 0.7, 0.9}: {false, true}, {}: {false, false}} {
		if s.Faster() != want[0] || s.Slower() != want[1] {
			t.Errorf("%v: faster %v, slower %v", s, s.Faster(), s.Slower())
		}
	}
}
