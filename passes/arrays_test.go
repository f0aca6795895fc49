package passes_test

import (
	"testing"

	"scf/internal/testing/tier"
)

// arrays are functions of a constant array with indexes that are known late: inside, at the end and outside of it, and
// through a parameter that moves.
const arrays = `
int element(const int *a, int i, int j, int x)
{
    int k = a[i] * x + a[i + 1];
    if (j)
        x = a[j - 1];
    return k + x;
}
int moved(const int *a, int i, int j, int x)
{
    int k = a[i] * x;
    a = a + j;
    return k + a[i] + a[i - j];
}
int walked(const int *a, int i, int j, int x)
{
    while (i-- > 0)
        x += *a++ * j;
    return x;
}
`

// TestArrays runs the staged and the unstaged pipeline on each function and every pair of some indexes.
func TestArrays(t *testing.T) {
	tier.Standard(t, "it stages")
	for _, function := range []string{"element", "moved", "walked"} {
		for _, early := range []string{"[Int*]", "[3,Int,7]"} {
			t.Run(function+early, func(t *testing.T) {
				tier.Large(t, early != "[Int*]", "it stages")
				staged := stageC(t, arrays, function, map[string]string{"a": early, "i": "CONSTANT", "j": "CONSTANT"})
				for _, i := range []string{"0", "1", "2", "3", "-1"} {
					for _, j := range []string{"0", "1", "3"} {
						runBoth(t, staged, map[string]string{"a": "[3,1,7]", "i": i, "j": j})
					}
				}
			})
		}
	}
}
