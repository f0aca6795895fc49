package stager_test

import (
	"context"
	"testing"

	"scf/internal/diag"
	"scf/simplify"
	"scf/stager"
)

// multiply has a product for each of four constants, and each of them is left out where it is a product with 1: sixteen cases.
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

// TestSmallComposition: in a small composition what the last pass does is done in each case of the passes before it, where that is what trees
// are made of constants by.
func TestSmallComposition(t *testing.T) {
	ctx := context.Background()
	f := parseC(t, multiply)
	early, err := f.ParseAbstract(map[string]string{"index": "[1,5,8,30]", "value": "[Float,Float,Float,Float]", "n": "4"})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	p := pipeline(t, stager.DefaultPipeline)
	var usual stager.Options
	usual.Simplify.CaseOfCaseSize = simplify.Options{}.WithDefaults().CaseOfCaseSize
	once, err := stager.Stage(ctx, f, p, early, usual)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := stager.Stage(ctx, f, p, early, stager.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"[0,0,0,0]", "[1,1,1,1]", "[1,0,2.5,1]", "[-1,1,0,3]"} {
		late, err := f.ParseLate(map[string]string{"value": v})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		agree(t, copied, p, late)
		with, err := copied.Run(ctx, late)
		if err != nil {
			t.Fatal(err)
		}
		without, err := once.Run(ctx, late)
		if err != nil {
			t.Fatal(err)
		}
		if with.Total.Total() >= without.Total.Total() {
			t.Errorf("value = %s: %d operations where one decision may copy as much as the program has, %d otherwise", v, with.Total.Total(), without.Total.Total())
		}
	}
}
