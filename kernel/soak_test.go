package kernel_test

import (
	"context"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"scf/backend/native"
	"scf/internal/testing/tier"
	"scf/kernel"
)

var soak = tier.Flag("soak", 500, 1000, 2000, "how many specialisations TestSoak makes; a million for the whole")

// TestSoak specialises and calls from 64 goroutines at once, with a cache that holds few, while the garbage collector runs. What is kept must not grow with the
// number of specialisations, and nothing that runs may be freed.
//
//	go test ./kernel -run Soak -soak 1000000 -timeout 2h -v
func TestSoak(t *testing.T) {
	b := native.New()
	o := kernel.Options{Cache: kernel.NewCache(100), NoOptimized: true}
	if b.Available() == nil {
		o.Backends = append(kernel.Backends()[:0:0], b)
	}
	k := mulAddKernel(t, o)
	const goroutines = 64
	var made atomic.Int64
	var wait sync.WaitGroup
	for g := range goroutines {
		wait.Go(func() {
			kept, err := kernel.Bind[func(b, c int32) int32](k, kernel.Values{"a": -g - 1})
			if err != nil {
				t.Error(err)
				return
			}
			for made.Add(1) <= int64(soak.Int()) {
				a := int32(made.Load()) // several goroutines may take one, which is made once
				s, err := k.Specialize(context.Background(), kernel.Values{"a": a})
				if err != nil || s.Err() != nil {
					t.Errorf("%v, %v", err, s.Err())
					return
				}
				f, err := kernel.As[func(b, c int32) int32](s)
				if err != nil || f(3, a) != 4*a {
					t.Errorf("%d: %v", a, err)
					return
				}
				if a%512 == 0 {
					runtime.GC()
				}
				if int(kept(a, 1)) != int(int32(-g-1)*a+1) {
					t.Errorf("what was made first gives %d", kept(a, 1))
					return
				}
			}
		})
	}
	wait.Wait()
	for range 3 {
		runtime.GC()
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	mappings, _ := os.ReadFile("/proc/self/maps")
	code := b.Statistics()
	t.Logf("%d specialisations: %+v; heap %d KiB; %d mappings; code %+v", made.Load(), k.Cache().Stats(), memory.HeapAlloc>>10, strings.Count(string(mappings), "\n"), code)
	if n := k.Cache().Stats().Entries; n != 100 {
		t.Errorf("the cache holds %d", n)
	}
	if code.Reached > 64<<20 {
		t.Errorf("%d bytes of code were kept at one time", code.Reached)
	}
}
