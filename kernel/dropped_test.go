package kernel_test

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"scf/internal/testing/tier"
	"scf/kernel"
)

// TestDropped: a kernel that nothing leads to is freed with the specialisations in its cache, although they were sampled.
func TestDropped(t *testing.T) {
	tier.Same(t)
	dropped := func() weak.Pointer[kernel.Kernel] {
		k := mulAddKernel(t, kernel.Options{})
		if _, err := k.Specialize(t.Context(), kernel.Values{"a": 6}); err != nil {
			t.Fatal(err)
		}
		return weak.Make(k)
	}()
	for begin := time.Now(); dropped.Value() != nil; time.Sleep(10 * time.Millisecond) {
		if runtime.GC(); time.Since(begin) > time.Minute {
			t.Fatal("a kernel that was dropped is there after a minute")
		}
	}
}
