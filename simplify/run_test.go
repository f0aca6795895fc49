package simplify

import (
	"context"
	"strings"
	"testing"

	"scf/internal/testing/progen"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/simplify/valuegraph"
)

// TestDeterministic simplifies the same program several times: the results and the counts must be the same.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(tier.Pick(4, 8, 20)) {
		c := progen.Generate(seed)
		want := ""
		for range 3 {
			p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
			if err != nil {
				t.Fatal(err)
			}
			q, r, _ := Run(context.Background(), p, Options{})
			got := q.String() + r.String()
			if want != "" && got != want {
				t.Fatalf("seed %d: two results:\n%s\n%s", seed, want, got)
			}
			want = got
		}
	}
}

// TestTwice simplifies what is simplified: that must be right, and not cost more.
func TestTwice(t *testing.T) {
	for seed := range uint64(tier.Pick(8, 20, 40)) {
		c := progen.Generate(seed)
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			t.Fatal(err)
		}
		q, _, _ := Run(context.Background(), p, Options{})
		r, _, _ := Run(context.Background(), q, Options{})
		if err := core.Verify(r); err != nil {
			t.Fatal(err)
		}
		if err := sameRuns(q, r, c.Inputs); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestTooLarge gives programs that are larger than allowed, one as written and one by sharing.
func TestTooLarge(t *testing.T) {
	shared := useOf(varX)
	for range 100 {
		shared = prim(core.OpAdd, shared, shared)
	}
	for _, p := range []*core.Program{oneFunc(letChain(1000)), oneFunc(shared, core.IntType)} {
		q, r, _ := Run(context.Background(), p, Options{MaxSize: 1000})
		if q != p || !r.TooLarge {
			t.Errorf("a program that is too large was changed")
		}
	}
}

// TestGrowth bounds the size of the result.
func TestGrowth(t *testing.T) {
	p := oneFunc(tupleChain(400))
	_, r, _ := Run(context.Background(), p, Options{Options: valuegraph.Options{CaseOfCaseSize: 1_000_000}, MaxGrowth: 2})
	if r.SizeAfter > 3*r.SizeBefore+minGrowth || !r.OutOfBudget {
		t.Errorf("%v", r)
	}
}

// TestMaxWork bounds what is looked at, to the function.
func TestMaxWork(t *testing.T) {
	p := manyFuncs(100)
	_, all, _ := Run(context.Background(), p, Options{})
	_, some, _ := Run(context.Background(), p, Options{MaxWork: all.Work / 3})
	if all.OutOfWork || !some.OutOfWork || some.Work < all.Work/3 || some.Work > all.Work/2 {
		t.Errorf("looks at %d computations, and at %d with a bound", all.Work, some.Work)
	}
}

// TestTrace looks at what a run tells about itself.
func TestTrace(t *testing.T) {
	var b strings.Builder
	p, _, err := scfml.Load("", scfml.Source{Name: "prog", Text: "fun f x = x + 1 fun main x = f (f x)"})
	if err != nil {
		t.Fatal(err)
	}
	_, r, _ := Run(context.Background(), p, Options{Trace: &b})
	if want := "round 1, main, 3 nodes:\nx + 2\n"; !strings.Contains(b.String(), want) {
		t.Errorf("the trace lacks %q:\n%s", want, b.String())
	}
	if want := "calls inlined: 2\nfunctions removed: 1\n"; !strings.Contains(r.String(), want) {
		t.Errorf("the report lacks %q:\n%s", want, r)
	}
}
