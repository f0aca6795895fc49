package interp_test

import (
	"context"
	"runtime"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/scfml/interp"
)

// TestRunsKeepNothing: what runs have made is freed when nobody has their results, however many there were, short ones and long ones.
func TestRunsKeepNothing(t *testing.T) {
	p := scfmltest.Load(t, `fun upto (n, xs) = if n = 0 then xs else upto (n - 1, (n, SOME n) :: xs)  fun main n = upto (n, [])`)
	exe := interp.New(p)
	live := func(rounds int) int64 {
		for range rounds {
			for _, n := range []string{"3", "101", "1"} {
				if _, _, err := exe.Run(context.Background(), scfmltest.Arg(t, p, n), interp.Options{}); err != nil {
					t.Fatal(err)
				}
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := live(10)
	if after := live(1000); after-before > 1<<20 {
		t.Errorf("%d bytes live after 10 rounds, %d after 1000 more", before, after)
	}
	runtime.KeepAlive(exe)
}
