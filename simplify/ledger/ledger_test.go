package ledger_test

import (
	"testing"

	"scf/scfml/core"
	"scf/simplify/ledger"
)

// TestPriceRises: the more of the room is used, the smaller the copies must be, and no more is granted than there is.
func TestPriceRises(t *testing.T) {
	a := ledger.NewAllowance(10_000, 12_000, 150, 0, 8, nil)
	l := ledger.Ledger{Means: a.Means(&core.Func{}, a.Left)}
	largest := func() int {
		n := 0
		for l.Cover(n+1, ledger.Decision) {
			n++
		}
		return n
	}
	before := largest()
	used := 0
	for n := largest(); n > 0; n = largest() {
		if n > before {
			t.Fatalf("a copy of %d nodes is granted where %d were the most", n, before)
		}
		before = n
		if !l.Grants(n, ledger.Decision) {
			t.Fatalf("a copy of %d nodes is covered and not granted", n)
		}
		used += n
	}
	if used > 2_000 || used < 1_900 {
		t.Errorf("%d of 2,000 nodes are granted", used)
	}
	if !a.Settle(l.Asked) || a.Left != 2_000-used {
		t.Errorf("%d nodes are left of what was 2,000 before %d were granted", a.Left, used)
	}
}

// TestWorth: copies that are worth less must be smaller, but for those that are free.
func TestWorth(t *testing.T) {
	f := &core.Func{}
	for _, c := range []struct {
		free int
		want bool
	}{{0, false}, {4_000, true}} {
		a := ledger.NewAllowance(9_600, 12_000, 150, c.free, 1, nil)
		m := a.Means(f, a.Left)
		if n := 200; !m.Cover(n, ledger.Decision) || m.Cover(n, ledger.Call) != c.want {
			t.Errorf("of %d free nodes a copy of %d that decides a match may be made: %v, one of a function: %v", c.free, n, m.Cover(n, ledger.Decision), m.Cover(n, ledger.Call))
		}
	}
}

// TestOften: in functions that run often copies may be larger.
func TestOften(t *testing.T) {
	f, g := &core.Func{}, &core.Func{}
	a := ledger.NewAllowance(11_000, 12_000, 100, 0, 8, map[*core.Func]bool{f: true})
	if n := 50; !a.Means(f, a.Left).Cover(n, ledger.Decision) || a.Means(g, a.Left).Cover(n, ledger.Decision) {
		t.Errorf("where half of the room is used a copy of %d nodes may be made in %v, and elsewhere in %v", n, a.Means(f, a.Left), a.Means(g, a.Left))
	}
}

// TestAnswersAlike: with other means answers are the same as long as each request is granted or refused as it was.
func TestAnswersAlike(t *testing.T) {
	f := &core.Func{}
	means := func(left int) ledger.Means {
		a := ledger.NewAllowance(10_000, 10_000+left, 150, 4_000, 1, nil)
		return a.Means(f, left)
	}
	l := ledger.Ledger{Means: means(2_000)}
	for _, n := range []int{300, 5_000, 20, -3} {
		l.Grants(n, ledger.Decision)
	}
	for left, want := range map[int]bool{2_000: true, 1_990: true, 100: false, 6_000: false} {
		if got := ledger.AnswersAlike(l.Asked, means(left)); got != want {
			t.Errorf("with %d nodes the answers are alike: %v", left, got)
		}
	}
	a := ledger.NewAllowance(10_000, 12_000, 150, 4_000, 1, nil)
	if a.Settle(l.Asked) || a.Left != 2_000-300-20+3 {
		t.Errorf("%d nodes are left, where one request was refused", a.Left)
	}
}
