package eval

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"scf/internal/testing/tier"
	"scf/stager"
)

// TestFamily: a member has as many statements as it should, is the same each time, and both pipelines agree on it.
func TestFamily(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	t.Parallel()
	for _, n := range append([]int{2, 3, 7}, FamilySizes...) {
		text := Family(n)
		if text != Family(n) {
			t.Fatalf("two texts for %d statements", n)
		}
		if got := len(statement.FindAllString(text, -1)); got != n {
			t.Errorf("%d statements instead of %d:\n%s", got, n, text)
		}
	}
	r := run(t, []Case{FamilyCase(10), FamilyCase(20)}, Options{})
	if f := r.Failures(); len(f) > 0 {
		t.Error(f)
	}
}

// statement is the beginning of a line that is one statement.
var statement = regexp.MustCompile(`(?m)^ +(int v|v\d+ =|if|for)`)

// TestGrow: sizes and times are relative to the smallest member.
func TestGrow(t *testing.T) {
	tier.Standard(t, "it stages and measures")
	tier.Same(t)
	r := &Report{}
	if err := r.Grow(context.Background(), []int{2, 4}, Options{}); err != nil {
		t.Fatal(err)
	}
	if len(r.Family) != 2 || r.Family[0].NodesPerStatement != 1 || r.Family[1].NodesPerStatement == 0 || r.Family[0].Time != nil || r.Family[0].Contours == 0 {
		t.Errorf("%+v", r.Family)
	}
	ms := []Member{
		{Statements: 10, Time: &Times{Median: time.Second}, Residual: Size{Nodes: 100}},
		{Statements: 100, Time: &Times{Median: 40 * time.Second}, Residual: Size{Nodes: 1500}},
		{Statements: 1000, Error: "too long"},
	}
	relate(ms)
	if math.Abs(ms[1].TimePerNLogN-2) > 1e-9 || ms[1].NodesPerStatement != 1.5 || ms[2].NodesPerStatement != 0 {
		t.Errorf("%+v", ms)
	}
	var tables strings.Builder
	r = &Report{Family: ms}
	if err := r.WriteTables(&tables, 0); err != nil || !strings.Contains(tables.String(), "2.00") || !strings.Contains(tables.String(), "too long") {
		t.Errorf("%v\n%s", err, &tables)
	}
	if f := r.Failures(); len(f) != 1 || f[0] != fmt.Sprint(memberTitle(1000), ": too long") {
		t.Errorf("failures %q", f)
	}
}

// BenchmarkFamily stages members of the generated family.
func BenchmarkFamily(b *testing.B) {
	for _, n := range FamilySizes {
		b.Run(memberTitle(n), func(b *testing.B) {
			p, err := newEvaluator(context.Background(), Options{}).prepare(b.Context(), FamilyCase(n))
			if err != nil {
				b.Fatal(err)
			}
			nodes := 0
			for b.Loop() {
				if p.staged, err = stager.Stage(context.Background(), p.fn, p.pipeline, p.early, stager.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			for _, pass := range p.staged.Passes {
				nodes += pass.Report.CodeSize
			}
			b.ReportMetric(float64(nodes)/float64(n), "nodes/statement")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/statement")
		})
	}
}
