package code

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

type binary = func(a, b int64) int64

func TestConvention(t *testing.T) {
	if err := Convention(); err != nil {
		t.Error(err)
	}
}

func TestCall(t *testing.T) {
	m := newMachine(t)
	add := bound[binary](t, m.load(t, "add", Native{}))
	for i := range int64(5) {
		if got := add(i, 40); got != i+40 {
			t.Errorf("add(%d, 40) = %d", i, got)
		}
	}
	plain := m.load(t, "plain", Native{})
	if got, err := plain.Call(context.Background(), []uint64{1, 2, 4}); got != 7 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	sum := bound[func(a []int32, n int32) int32](t, m.load(t, "sum", Native{}))
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
	if got := bound[binary](t, c)(3, 4); got != 68 {
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
	bound[binary](t, c)(-3, 4)
}

func TestTraps(t *testing.T) {
	m := newMachine(t)
	c := m.load(t, "trap", Native{Trap: func(code, place uint64) error { return fmt.Errorf("%d at %d", code, place) }})
	for range 3 {
		if err := bound[func(a, b int64) error](t, c)(3, 4); err == nil || err.Error() != "3 at 4" {
			t.Error(err)
		}
	}
	if made, idle := m.stacks.Made(); made-idle > 3 {
		t.Errorf("%d of %d stacks are left", idle, made)
	}
}

//go:noinline
func plus(a, b int64) int64 { return a + b }

func BenchmarkCall(b *testing.B) {
	m := newMachine(b)
	n := int64(1)
	ordinary := func(a, b int64) int64 { return a + b*n }
	add := bound[binary](b, m.load(b, "add", Native{}))
	c := Dispatched(func(_ context.Context, words []uint64) (uint64, error) { return words[0] + words[1], nil })
	for _, f := range []struct {
		name string
		f    binary
	}{{"closure", ordinary}, {"machine", add}, {"dispatched", bound[binary](b, c)}, {"reflected", closure[binary](b, c).reflected().Interface().(binary)}} {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.f(3, 4)
			}
		})
	}
}
