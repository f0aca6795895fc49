package graph_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/graph"
)

// TestComponents holds components against reachability: two nodes are of one exactly if each leads to the other, and a component stands
// behind those that it leads to.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "nodes")
		next := make([][]int, n)
		for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
			from := rapid.IntRange(0, n-1).Draw(t, "from")
			next[from] = append(next[from], rapid.IntRange(0, n-1).Draw(t, "to"))
		}
		roots := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, n).Draw(t, "roots")
		of := map[int]int{}
		for i, c := range graph.Components(roots, func(n int, visit func(int)) {
			for _, m := range next[n] {
				visit(m)
			}
		}) {
			for _, m := range c {
				if _, twice := of[m]; twice {
					t.Fatalf("%d is in two components", m)
				}
				of[m] = i
			}
		}
		reach := make([][]bool, n)
		for i := range next {
			reach[i] = reachable(next, i)
		}
		for m := range n {
			_, found := of[m]
			if want := slices.ContainsFunc(roots, func(r int) bool { return reach[r][m] }); found != want {
				t.Fatalf("%d is found: %v", m, found)
			}
			for k := range n {
				switch {
				case !found || !reach[m][k]:
				case (of[m] == of[k]) != reach[k][m]:
					t.Fatalf("%d and %d: components %d and %d", m, k, of[m], of[k])
				case of[k] > of[m]:
					t.Fatalf("the component of %d stands before that of %d, which it leads to", m, k)
				}
			}
		}
	})
}

func reachable(next [][]int, from int) []bool {
	seen := make([]bool, len(next))
	work := []int{from}
	seen[from] = true
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range next[n] {
			if !seen[m] {
				seen[m] = true
				work = append(work, m)
			}
		}
	}
	return seen
}
