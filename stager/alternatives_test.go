package stager_test

import (
	"context"
	"testing"

	"scf/internal/diag"
	"scf/stager"
)

// multiply has a product for each of four constants, and each of them is left out where it is a product with 1: independent cases.
const multiply = `void multiply(const double *m, int rows, int columns, const int *index, const double *value, int n, double *y)
{
	for (int i = 0; i < rows; i++) {
		double sum = 0.0;
		for (int k = 0; k < n; k++)
			sum += m[i * columns + index[k]] * value[k];
		y[i] = sum;
	}
}
`

// TestAlternatives: where the cases are few the composed program with alternatives is smaller, costs no more and gives the same.
func TestAlternatives(t *testing.T) {
	ctx := context.Background()
	f := parseC(t, multiply)
	early, err := f.ParseAbstract(map[string]string{"index": "[1,5,8,30]", "value": "[Float,Float,Float,Float]", "n": "4"})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	p := pipeline(t, stager.DefaultPipeline)
	joined, err := stager.Stage(ctx, f, p, early, stager.Options{Joined: true})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := stager.Stage(ctx, f, p, early, stager.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if kept.Composed.Report.CodeSize >= joined.Composed.Report.CodeSize {
		t.Errorf("%d nodes with alternatives, %d without", kept.Composed.Report.CodeSize, joined.Composed.Report.CodeSize)
	}
	for _, v := range []string{"[0,0,0,0]", "[1,1,1,1]", "[1,0,2.5,1]", "[-1,1,0,3]"} {
		late, err := f.ParseLate(map[string]string{"value": v})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		agree(t, kept, p, late)
		with, err := kept.Run(ctx, late)
		if err != nil {
			t.Fatal(err)
		}
		without, err := joined.Run(ctx, late)
		if err != nil {
			t.Fatal(err)
		}
		if with.Total.Total() > without.Total.Total() {
			t.Errorf("value = %s: %d operations with alternatives, %d without", v, with.Total.Total(), without.Total.Total())
		}
	}
}
