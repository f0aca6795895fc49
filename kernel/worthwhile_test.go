package kernel

import (
	"strings"
	"testing"
	"time"
)

func TestWorthwhile(t *testing.T) {
	for _, c := range []struct {
		begun, ended int64
		took         time.Duration
		want         bool
	}{{0, 0, 0, true}, {1, 0, 0, true}, {1001, 1000, time.Millisecond, false}, {100, 100, time.Millisecond, true}} {
		var x calls
		x.begun.Store(c.begun)
		x.ended.Store(c.ended)
		x.nanoseconds.Store(int64(c.took))
		if x.worthwhile() != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestNeverPays explains code that takes longer than the C function as it is.
func TestNeverPays(t *testing.T) {
	var slow, quick calls
	for range 10 {
		slow.took(2 * time.Microsecond)
		quick.took(time.Microsecond)
	}
	s := &Specialization{pairs: []pair{{general: &quick, special: &slow}}, steps: []Step{{Tier: Specialized, Took: time.Millisecond}}}
	if calls, ok := s.BreakEven(); ok {
		t.Errorf("it pays after %v calls", calls)
	}
	e := Explanation{Steps: s.steps, Saves: -time.Microsecond, Ready: true}
	if text := e.String(); !strings.Contains(text, "a call takes 1µs longer with it, so that it never pays") {
		t.Error(text)
	}
}
