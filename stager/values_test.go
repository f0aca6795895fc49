package stager_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
	"scf/internal/testing/tier"
	"scf/stager"
)

// TestRunValues: values in the order of the parameters give what values by name do, and are refused as they are.
func TestRunValues(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	ctx := context.Background()
	fn := parseC(t, "int f(int n, const int *w, int x) {\n    int s = 0;\n    for (int i = 0; i < n; i++)\n        s += w[i] * x;\n    return s;\n}\n")
	s := stage(t, fn, map[string]string{"n": "CONSTANT", "w": "[Int*]"}, verified)
	late, err := fn.Late(map[string]any{"n": 3, "w": []int32{2, -70000, 1}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Run(ctx, late)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.RunValues(ctx, []stager.Late{late["n"], late["w"], {}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Func, got.Func); diff != "" || got.Total != want.Total {
		t.Errorf("%v %v %s", got.Total, want.Total, diff)
	}
	if err := ast.Verify(got.Func); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		values []stager.Late
		want   string
	}{
		{[]stager.Late{late["n"], late["w"]}, "2 late values for the 3 parameters of f"},
		{[]stager.Late{late["n"], late["w"], stager.Int(1, fn.Params[2])}, "staged for parameter x NON_CONSTANT"},
		{[]stager.Late{late["n"], {}, {}}, "needs its value"},
	} {
		if _, err := s.RunValues(ctx, c.values); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestRunAllocates: the late stage of mul_add takes few allocations, with those of the tree that it gives.
func TestRunAllocates(t *testing.T) {
	tier.Same(t)
	ctx := context.Background()
	fn := parseC(t, mulAdd)
	s := stage(t, fn, map[string]string{"a": "CONSTANT"}, verified)
	values := make([]stager.Late, len(fn.Params))
	for i, p := range fn.Params {
		if p.Name == "a" {
			values[i] = stager.Int(7, p)
		}
	}
	allocs := testing.AllocsPerRun(100, func() {
		if _, err := s.RunValues(ctx, values); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 25 {
		t.Errorf("%v allocations", allocs)
	}
}

// TestConstVariables: what passes make of pointers to const variables is a tree in order, with labels of its own for each node.
func TestConstVariables(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	f := parseC(t, `struct step { const char *name; int n; };
static const struct step steps[] = {{"one", 1}, {"two", 2}, {0, 0}};
static const int k[3] = {4, 5, 6};
int put(const char *name, const int *k, int n);
int f(int x)
{
    const struct step *s;
    for (s = steps; s->n; s++)
        x += put(s->name, k, s->n + x);
    return x;
}
`)
	r, err := stager.RunUnstaged(context.Background(), f, pipeline(t, stager.DefaultPipeline), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := ast.Verify(r.Func); err != nil {
		t.Error(err)
	}
}
