package interp_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// TestProfile: what is spent where, the greatest first.
func TestProfile(t *testing.T) {
	p := scfmltest.Load(t, `datatype t = A | C of t * t
		structure M = MapFn(type key = int type value = int)
		fun size A = 1
		  | size (C (a, b)) = let val m = M.insert (M.empty, 1, 2) val n = size a in n + size b end
		fun main x = if size x > 2 then (1, M.map (fn n => n + 1) (M.insert (M.empty, 1, 2))) else (0, M.empty)`)
	_, entries, err := interp.NewProfiler(p, nil).Run(context.Background(), scfmltest.Arg(t, p, "C(A, C(A, A))"), interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range entries {
		c := s.Counts
		got = append(got, fmt.Sprintf("%s: %s %d %d %d %d %d %d", s.Func, s.What, c.Calls, c.Tests, c.Loads, c.Allocs, c.Prims, c.MapOps))
	}
	want := []string{
		"size: match t 0 5 4 0 0 0",
		"size: call size 4 0 0 0 0 0",
		"size: M.insert 0 0 0 0 0 2",
		"size: + 0 0 0 0 2 0",
		"main: M.map 0 0 0 0 0 2",
		"main: call size 1 0 0 0 0 0",
		"main: > 0 0 0 0 1 0",
		"main: M.insert 0 0 0 0 0 1",
		"main: + 0 0 0 0 1 0",
		"main: build a tuple 0 0 0 1 0 0",
		"main: match a condition 0 1 0 0 0 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, _, err := interp.NewProfiler(p, nil).Run(context.Background(), core.UnitValue, interp.Options{MaxDepth: 1}); err == nil {
		t.Error("a run that goes wrong has a profile")
	}
}

// TestStacks: what is spent under which calls; together it is what a profile tells.
func TestStacks(t *testing.T) {
	p := scfmltest.Load(t, `fun leaf x = x * 2
		fun down 0 = leaf 1 | down n = leaf n + back (n - 1)
		and back n = down n
		fun main n = if n > 5 then leaf n else leaf (down n) + 1`)
	profiler := interp.NewProfiler(p, nil)
	_, stacks, err := profiler.Stacks(context.Background(), core.Int(3), interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var all interp.Counts
	for _, s := range stacks {
		n := interp.Counts{}
		for _, x := range s.Spent {
			n = n.Add(x.Counts)
		}
		all = all.Add(n)
		got = append(got, fmt.Sprintf("%s in %d: %d", s.Func, s.Caller, n.Total()))
	}
	want := []string{"main in -1: 5", "down in 0: 17", "leaf in 1: 4", "back in 1: 3", "leaf in 0: 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	_, counts, err := interp.New(p).Run(context.Background(), core.Int(3), interp.Options{})
	if err != nil || counts != all {
		t.Errorf("the stacks have %v in all, the run %v, %v", all, counts, err)
	}
}

// TestProfileWithoutEntry: a program without an entry is none to run.
func TestProfileWithoutEntry(t *testing.T) {
	p := scfmltest.Load(t, "fun f x = x + 1")
	p.Entry = nil
	if _, _, err := interp.NewProfiler(p, nil).Run(context.Background(), core.UnitValue, interp.Options{}); err == nil {
		t.Error("it runs")
	}
}
