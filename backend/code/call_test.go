package code

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

type twoInts = func(a, b int64) int64

func TestConvention(t *testing.T) {
	if err := Convention(); err != nil {
		t.Error(err)
	}
}

func TestCall(t *testing.T) {
	m := newMachine(t)
	add := bound[twoInts](t, m.load(t, "add", Native{}))
	for i := range int64(5) {
		if got := add(i, 40); got != i+40 {
			t.Errorf("add(%d, 40) = %d", i, got)
		}
	}
	plain := m.load(t, "plain", Native{})
	if got, err := plain.Call(context.Background(), []uint64{1, 2, 4}); got != 7 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	sum := bound[func(a []int32, n int32) int32](t, m.load(t, "sum", Native{Entry: 16}))
	if got := sum([]int32{1, 2, 3}, 5); got != 30 {
		t.Errorf("sum: %d", got)
	}
}

func TestHosts(t *testing.T) {
	m := newMachine(t)
	fail := errors.New("negative")
	n := Native{Hosts: []HostFunc{nil, func(_ context.Context, words *[MaxWords]uint64) error {
		if int64(words[0]) < 0 {
			return fail
		}
		words[0] = words[0]*10 + words[1]
		return nil
	}}}
	c := m.load(t, "call", n)
	if got := bound[twoInts](t, c)(3, 4); got != 68 {
		t.Errorf("%d", got)
	}
	if got, err := bound[func(a, b int64) (int64, error)](t, c)(-3, 4); got != 0 || err != fail {
		t.Errorf("%d, %v", got, err)
	}
	defer func() {
		if recover() != fail {
			t.Errorf("no panic")
		}
	}()
	bound[twoInts](t, c)(-3, 4)
}

func TestTraps(t *testing.T) {
	m := newMachine(t)
	c := m.load(t, "trap", Native{Trap: func(code, place uint64) error { return fmt.Errorf("%d at %d", code, place) }})
	for range 3 {
		if err := bound[func(a, b int64) error](t, c)(3, 4); err == nil || err.Error() != "3 at 4" {
			t.Error(err)
		}
	}
}

// BenchmarkCall gives the least time of a call by each way in turns, because machines are busy: a closure's, and how much more the others take.
func BenchmarkCall(b *testing.B) {
	m := newMachine(b)
	n := int64(1)
	c := Dispatched(func(_ context.Context, words []uint64) (uint64, error) { return words[0] + words[1], nil })
	ways := []struct {
		name string
		f    twoInts
		ns   float64
	}{
		{"closure-ns", func(a, b int64) int64 { return a + b*n }, 0},
		{"machine+ns", bound[twoInts](b, m.load(b, "add", Native{})), 0},
		{"dispatched+ns", bound[twoInts](b, c), 0},
		{"reflected+ns", closure[twoInts](b, c).reflected().Interface().(twoInts), 0},
	}
	const calls = 10000
	for b.Loop() {
		for i := range ways {
			w := &ways[i]
			start := time.Now()
			for range calls {
				w.f(3, 4)
			}
			if ns := float64(time.Since(start)) / calls; w.ns == 0 || ns < w.ns {
				w.ns = ns
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, w := range ways {
		ns := w.ns
		if w.name != ways[0].name {
			ns -= ways[0].ns
		}
		b.ReportMetric(ns, w.name)
	}
}
