package stager_test

import (
	"context"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/simplify"
	"scf/stager"
)

// dotproduct has a product for each of three constants, and each of them is left out where it is a product with 0 or 1.
const dotproduct = `int dotproduct(const int *v1, const int *v2, int s)
{
	int i, sum = 0;
	for (i = 0; i < s; i++)
		sum += v1[i] * v2[i];
	return sum;
}
`

// TestSmallComposition: in a small composition what the last pass does is done in each case of the passes before it, where that is what trees
// are made of constants by.
func TestSmallComposition(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	ctx := context.Background()
	f := parseC(t, dotproduct)
	early, err := f.ParseAbstract(map[string]string{"v2": "[Int,Int,Int]", "s": "3"})
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
	for _, v := range []string{"[0,1,7]", "[-1,0,1]", "[5,11,3]"} {
		late, err := f.ParseLate(map[string]string{"v2": v})
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
			t.Errorf("v2 = %s: %d operations where one decision may copy as much as the program has, %d otherwise", v, with.Total.Total(), without.Total.Total())
		}
	}
}
