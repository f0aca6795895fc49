package interp_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
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

// TestArena: once it knows how many values a run makes, it has places for them, for the most part where there are too many; and a released arena
// keeps nothing of what was in it.
func TestArena(t *testing.T) {
	p := scfmltest.Load(t, `fun upto (n, xs) = if n = 0 then xs else upto (n - 1, (true, SOME false) :: xs)  fun main n = upto (n, [])`)
	exe := interp.New(p)
	for _, c := range []struct {
		n    string
		most float64 // allocations, of which one is for each number above 255
	}{{"3", 1}, {"200", 1}, {"20000", 22_000}} {
		var arena interp.Arena
		arg := scfmltest.Arg(t, p, c.n)
		run := func() {
			if _, _, err := exe.Run(context.Background(), arg, interp.Options{Arena: &arena}); err != nil {
				t.Fatal(err)
			}
			arena.Release()
		}
		for range 20 {
			run()
		}
		if made := testing.AllocsPerRun(10, run); made > c.most {
			t.Errorf("%s elements: %.0f allocations, where %.0f are allowed", c.n, made, c.most)
		}
	}

	id := scfmltest.Load(t, `fun main x = (x, x)`)
	var arena interp.Arena
	freed := make(chan bool, 1)
	func() {
		arg := &core.Tuple{Elems: []core.Value{core.Int(1000)}}
		runtime.AddCleanup(arg, func(c chan bool) { c <- true }, freed)
		if _, _, err := interp.New(id).Run(context.Background(), arg, interp.Options{Arena: &arena}); err != nil {
			t.Fatal(err)
		}
	}()
	arena.Release()
	for range 100 {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("the arena keeps what a value that was made in it has had")
	runtime.KeepAlive(&arena)
}
