package spare_test

import (
	"runtime"
	"sync"
	"testing"

	"scf/internal/spare"
)

// TestStays: what was given last is there after collections.
func TestStays(t *testing.T) {
	var p spare.Pool[int]
	if p.Get() != nil {
		t.Error("an empty pool gives something")
	}
	first, last := new(int), new(int)
	p.Put(first)
	p.Put(last)
	for range 3 {
		runtime.GC()
	}
	if got := p.Get(); got != last {
		t.Errorf("%p instead of %p", got, last)
	}
	if got := p.Get(); got != nil && got != first {
		t.Errorf("%p was never given", got)
	}
}

// TestOnce: nothing is given to two at once.
func TestOnce(t *testing.T) {
	var p spare.Pool[int]
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 10_000 {
				v := p.Get()
				if v == nil {
					v = new(int)
				}
				if *v++; *v != 1 {
					t.Errorf("%d have it", *v)
				}
				*v--
				p.Put(v)
			}
		})
	}
	all.Wait()
}
