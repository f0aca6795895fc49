package kernel

import (
	"testing"
	"time"
)

func TestWorthwhile(t *testing.T) {
	for _, c := range []struct {
		begun, ended int64
		took         time.Duration
		want         bool
	}{{0, 0, 0, true}, {1, 0, 0, true}, {1001, 1000, time.Millisecond, false}, {100, 100, time.Millisecond, true}} {
		var x counted
		x.begun.Store(c.begun)
		x.ended.Store(c.ended)
		x.nanoseconds.Store(int64(c.took))
		if x.worthwhile() != c.want {
			t.Errorf("%+v", c)
		}
	}
}
