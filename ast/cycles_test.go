package ast

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCycles compares Cycles with what reachability says of random graphs.
func TestCycles(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	cyclic := 0
	for range 2000 {
		n := 1 + random.IntN(7)
		g := &Graph{}
		reaches := make([][]bool, n)
		for i := range n {
			reaches[i] = make([]bool, n)
			g.Nodes = append(g.Nodes, &Node{Body: &Skip{}, Label: L(i)})
			for range random.IntN(3) {
				to := random.IntN(n)
				reaches[i][to] = true
				test := &If{Test: &Var{Name: "x"}, Then: &Jump{To: L(to)}, Else: &Skip{}}
				g.Nodes[i].Body = &Seq{g.Nodes[i].Body, test, nil}
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reaches[i][j] = reaches[i][j] || reaches[i][k] && reaches[k][j]
				}
			}
		}
		var want []Label
		for i := range n {
			if reaches[i][i] {
				want = append(want, L(i))
			}
		}
		var got []Label
		for _, node := range g.Cycles() {
			got = append(got, node.Label)
		}
		if len(want) > 0 {
			cyclic++
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v are said to lie on cycles of %v, where %v do", got, g, want)
		}
	}
	if cyclic < 500 || cyclic > 1900 {
		t.Errorf("%d of the graphs have cycles", cyclic)
	}
}
